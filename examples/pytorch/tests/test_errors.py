# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Bad input is an exception that says what is wrong, and changes nothing."""

import pytest
import torch

ops = torch.ops.reluk
x = torch.randn(4, 6)

CASES = {
    "bool": (TypeError, "no kernel for Bool", lambda: ops.relu(x > 0)),
    "complex": (TypeError, "no kernel for ComplexFloat", lambda: ops.relu(x.to(torch.complex64))),
    "e4m3fnuz": (TypeError, "no kernel for Float8_e4m3fnuz", lambda: ops.relu(x.to(torch.float8_e4m3fnuz))),
    "integer sum": (TypeError, "no kernel for Int", lambda: ops.add_relu(x.int(), x.int())),
    "cast of double": (TypeError, "no kernel for Float", lambda: ops.relu_cast(x.double(), torch.float32)),
    "cast to int": (TypeError, "no kernel for Int", lambda: ops.relu_cast(x, torch.int32)),
    "mixed": (TypeError, "other is of Half", lambda: ops.add_relu(x, x.half())),
    "out of another type": (TypeError, "output is of Double", lambda: ops.relu.out(x, out=x.double())),
    "shapes": (
        ValueError,
        r"other has the shape \[4, 1\], the first tensor \[4, 6\]; they",
        lambda: ops.add_relu(x, x[:, :1]),
    ),
    "gradient's shape": (ValueError, r"result has the shape \[6\], the", lambda: ops.relu_backward(x, x[0])),
    "bias": (ValueError, r"bias has the shape \[6\], not \[4\]", lambda: ops.bias_relu(x, x[0], 0)),
    "bias of nothing": (ValueError, "without dimensions", lambda: ops.bias_relu(x.sum(), x[0, :1])),
    "dimension": (IndexError, "Dimension out of range", lambda: ops.bias_relu(x, x[0], 2)),
    "mask": (
        ValueError,
        r"shape \[2\]; for a gradient of 24",
        lambda: ops.relu_backward_mask(x, torch.zeros(2, dtype=torch.int32)),
    ),
    "mask's type": (TypeError, "mask is of Float", lambda: ops.relu_backward_mask(x, torch.zeros(1))),
    "bound": (ValueError, "the bound is -1; .* at least 0", lambda: ops.clipped_relu(x, -1.0)),
    "no bound": (ValueError, "the bound is nan", lambda: ops.clipped_relu(x, float("nan"))),
    "bound beyond fp8": (ValueError, "beyond the range", lambda: ops.clipped_relu(x.to(torch.float8_e4m3fn), 1e6)),
    "scale": (ValueError, "the scale is 0; .* above 0", lambda: ops.relu_cast(x, torch.float16, 0.0)),
    "scale beyond float": (
        ValueError,
        "the scale is 1e-60; .* finite float32",
        lambda: ops.relu_cast(x, torch.float16, 1e-60),
    ),
    "partial overlap": (ValueError, "overlaps", lambda: ops.relu.out(x.view(-1)[1:], out=x.view(-1)[:-1])),
    "overlap of columns": (ValueError, "overlaps", lambda: ops.relu.out(x[:, 1:4], out=x[:, 2:5])),
    "expanded output": (RuntimeError, "single memory location", lambda: ops.relu_(torch.zeros(1).expand(3))),
    "not a tensor": (RuntimeError, "Expected a value of type 'Tensor", lambda: ops.relu([1.0])),
    "sparse": (
        NotImplementedError,
        "'reluk::relu' with arguments from the 'SparseCPU' backend",
        lambda: ops.relu(x.to_sparse()),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input(case):
    kind, sentence, call = CASES[case]
    before = x.clone()
    with pytest.raises(kind, match=sentence):
        call()
    assert torch.equal(x, before)


def test_two_devices(gpu):
    there = x.to(gpu)
    for call in [
        lambda: ops.add_relu(there, x),
        lambda: ops.relu_backward(there, x),
        lambda: ops.relu.out(there, out=torch.empty_like(x)),
        lambda: ops.bias_relu(there, x[0]),
    ]:
        with pytest.raises(RuntimeError, match="move them to one device"):
            call()
