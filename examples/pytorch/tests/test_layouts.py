# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Any strides, offsets and sizes; out= and in place; what lies between the elements of a tensor stays as it is."""

import pytest
import torch
from tensors import assert_same_bits, layouts, negative_zero_is_zero, numbers

ops = torch.ops.reluk
NAMES = [name for name, _ in layouts(torch.empty)]


def tensor(name, device, dtype=torch.float32, seed=0):
    return dict(layouts(lambda shape: numbers(dtype, device, shape, seed)))[name]


def relu(x):
    return negative_zero_is_zero(torch.relu(x))


@pytest.fixture(params=[torch.float32, torch.float16, torch.int8, torch.float64], ids=str)
def dtype(request):
    return request.param


@pytest.mark.parametrize("name", NAMES)
def test_relu(name, dtype, device):
    x = tensor(name, device, dtype)
    before = x.clone()
    y = ops.relu(x)
    assert_same_bits(y, relu(x))
    assert y.stride() == torch.empty_like(x).stride()
    assert torch.equal(x, before)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "expanded"])
def test_in_place_leaves_the_gaps(name, dtype, device):
    x = tensor(name, device, dtype)
    storage = torch.as_strided(x, [x.untyped_storage().nbytes() // x.element_size()], [1], 0)
    expected = storage.clone()
    torch.as_strided(expected, x.shape, x.stride(), x.storage_offset()).copy_(relu(x))
    version = x._version
    assert ops.relu_(x) is x
    assert x._version == version + 1
    assert_same_bits(storage, expected)


@pytest.mark.parametrize("out_name", ["columns", "transposed", "rows", "contiguous"])
@pytest.mark.parametrize("name", ["columns", "transposed", "rows", "contiguous"])
def test_out_of_other_strides(name, out_name, dtype, device):
    x = tensor(name, device, dtype)
    out = tensor(out_name, device, dtype, seed=1)
    if x.shape != out.shape:
        out = torch.empty_strided(x.shape, [stride * 3 for stride in x.stride()], dtype=dtype, device=device)
    version = out._version
    assert ops.relu.out(x, out=out) is out
    assert out._version > version
    assert_same_bits(out, relu(x))


def test_out_is_the_other_half_of_one_matrix(device):
    both = numbers(torch.float32, device, [50, 64])
    left = both[:, :32].clone()
    ops.relu.out(both[:, :32], out=both[:, 32:])
    assert_same_bits(both[:, 32:], relu(left))
    assert_same_bits(both[:, :32], left)


@pytest.mark.parametrize("name", NAMES)
def test_the_other_operators(name, device):
    x = tensor(name, device)
    other = tensor(name, device, seed=1)
    dense = other.contiguous()
    for y in [other, dense]:
        assert_same_bits(ops.add_relu(x, y), torch.relu(x + y))
        assert_same_bits(ops.relu_backward(x, y), torch.ops.aten.threshold_backward(x.contiguous(), dense, 0))
        result, mask = ops.relu_with_mask(y)
        assert_same_bits(result, ops.relu(y))
        assert_same_bits(ops.relu_backward_mask(x, mask), ops.relu_backward(x, y))
    assert_same_bits(ops.relu_cast(x, torch.float16), torch.relu(x).half())
    assert_same_bits(ops.squared_relu(x), torch.relu(x).square())
    if x.dim() > 0:
        bias = numbers(torch.float32, device, [x.shape[0]], seed=2)
        shape = [-1] + [1] * (x.dim() - 1)
        assert_same_bits(ops.bias_relu(x, bias, 0), torch.relu(x + bias.reshape(shape)))


def test_out_is_resized_with_a_warning_unless_empty(device, capfd):
    x = numbers(torch.float32, device, [4, 5])
    out = torch.empty(0, device=device)
    ops.relu.out(x, out=out)
    assert_same_bits(out, torch.relu(x))
    assert "was resized" not in capfd.readouterr().err
    for other in [torch.empty(3, device=device), torch.empty(100, device=device)]:
        ops.add_relu.out(x, x, out=other)
        assert_same_bits(other, torch.relu(x + x))
        assert "was resized" in capfd.readouterr().err


def test_masks_are_written_through_strides(device):
    x = numbers(torch.float32, device, [10, 20])
    y, mask = ops.relu_with_mask(x)
    out, words = torch.empty_like(x.t()).t(), torch.empty(2 * len(mask), dtype=torch.int32, device=device)[::2]
    ops.relu_with_mask.out(x, out=out, mask=words)
    assert_same_bits(out, y)
    assert torch.equal(words, mask)
    gradient = torch.empty_like(x.t()).t()
    ops.relu_backward_mask.grad_input(x, words, grad_input=gradient)
    assert_same_bits(gradient, ops.relu_backward(x, y))


@pytest.mark.parametrize("offset", range(17))
@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32], ids=str)
def test_misaligned(dtype, offset, device):
    x = numbers(dtype, device, [3000])
    out = torch.full([3000], 7, dtype=dtype, device=device)
    for size in [1, 15, 100, 2900]:
        out.fill_(7)
        ops.relu.out(x[offset : offset + size], out=out[3 : 3 + size])
        assert_same_bits(out[3 : 3 + size], relu(x[offset : offset + size]))
        assert (out[:3] == 7).all() and (out[3 + size :] == 7).all()
