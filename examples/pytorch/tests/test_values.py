# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""What the operators compute, against torch's own operators or a reference in float64."""

import pytest
import torch
from tensors import (
    FLOATING,
    FP8,
    SIGNED,
    UNSIGNED,
    WIDE,
    assert_same_bits,
    assert_same_but_nan,
    codes,
    negative_zero_is_zero,
    numbers,
)

ops = torch.ops.reluk


@pytest.mark.parametrize("dtype", WIDE + SIGNED + [torch.uint8], ids=str)
def test_relu_is_torch_relu(dtype, device):
    x = codes(dtype, device)
    y = ops.relu(x)
    if dtype in WIDE:
        assert_same_but_nan(y, negative_zero_is_zero(torch.relu(x)))
        assert_same_bits(y[y.isnan()], x[x.isnan()])
    else:
        assert_same_bits(y, torch.relu(x))
    assert_same_bits(ops.relu_(x.clone()), y)
    assert_same_bits(ops.relu.out(x, out=torch.empty_like(x)), y)


@pytest.mark.parametrize("dtype", UNSIGNED[1:], ids=str)
def test_relu_copies_what_has_no_sign(dtype, device):
    x = codes(dtype, device)
    assert_same_bits(ops.relu(x), x)


@pytest.mark.parametrize("dtype", FP8, ids=str)
def test_relu_of_fp8_is_that_of_the_numbers_it_stands_for(dtype, device):
    x = codes(dtype, device)
    number = x.float()
    y = ops.relu(x)
    is_nan = number.isnan()
    assert torch.equal(y.float()[~is_nan], number.clamp(min=0)[~is_nan])
    assert not torch.signbit(y.float()[~is_nan]).any()
    assert_same_bits(y[is_nan], x[is_nan])


@pytest.mark.parametrize("dtype", WIDE, ids=str)
def test_relu_backward_is_torchs(dtype, device):
    result = codes(dtype, device)
    gradient = codes(dtype, device, result.shape, seed=1)
    expected = ops.relu_backward(gradient, result)
    assert_same_but_nan(expected, torch.ops.aten.threshold_backward(gradient, result, 0))
    passes = (result > 0) | result.isnan()
    assert_same_bits(expected[passes], gradient[passes])
    assert_same_bits(
        ops.relu_backward.grad_input(gradient, result, grad_input=torch.empty_like(result)),
        expected,
    )


@pytest.mark.parametrize("dtype", FP8, ids=str)
def test_relu_backward_of_fp8(dtype, device):
    result = codes(dtype, device).repeat(256)
    gradient = codes(dtype, device).repeat_interleave(256)
    passes = (result.float() > 0) | result.float().isnan()
    expected = torch.where(passes, gradient.view(torch.uint8), 0).view(dtype)
    assert_same_bits(ops.relu_backward(gradient, result), expected)


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 1000])
@pytest.mark.parametrize("dtype", FLOATING, ids=str)
def test_mask(dtype, size, device):
    x = codes(dtype, device, [size])
    gradient = codes(dtype, device, [size], seed=1)
    y, mask = ops.relu_with_mask(x)
    assert_same_bits(y, ops.relu(x))
    assert mask.dtype == torch.int32 and mask.shape == ((size + 31) // 32,)
    bit = torch.arange(32, device=device)
    is_set = ((mask[:, None] >> bit) & 1).flatten().bool()
    assert torch.equal(is_set[:size], (x.double() > 0) | x.double().isnan())
    assert not is_set[size:].any()
    assert_same_bits(ops.relu_backward_mask(gradient, mask), ops.relu_backward(gradient, y))


@pytest.mark.parametrize("dtype", WIDE, ids=str)
def test_add_relu_is_torchs(dtype, device):
    a, b = numbers(dtype, device, [3, 1001]), numbers(dtype, device, [3, 1001], seed=1)
    expected = torch.relu(a + b)
    assert_same_bits(ops.add_relu(a, b), expected)
    assert_same_bits(ops.add_relu.out(a, b, out=a), expected)  # in place


@pytest.mark.parametrize("dtype", FP8, ids=str)
def test_add_relu_of_fp8_rounds_once(dtype, device):
    a, b = numbers(dtype, device, [3, 1001]), numbers(dtype, device, [3, 1001], seed=1)
    assert_same_bits(ops.add_relu(a, b), torch.relu(a.float() + b.float()).to(dtype))


@pytest.mark.parametrize("dtype", WIDE, ids=str)
@pytest.mark.parametrize("format", ["contiguous", "channels_last"])
@pytest.mark.parametrize("dim", [0, 1, 2, 3, -1])
def test_bias_relu_is_torchs(dtype, format, dim, device):
    x = numbers(dtype, device, [4, 8, 5, 7])
    if format == "channels_last":
        x = x.to(memory_format=torch.channels_last)
    bias = numbers(dtype, device, [x.shape[dim]], seed=1)
    shape = [1] * 4
    shape[dim] = -1
    y = ops.bias_relu(x, bias, dim)
    assert y.stride() == x.stride()
    assert_same_bits(y, torch.relu(x + bias.reshape(shape)))


@pytest.mark.parametrize("to", [torch.float32, torch.float16, torch.bfloat16, *FP8], ids=str)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, *FP8], ids=str)
@pytest.mark.parametrize("scale", [1.0, 0.3])
def test_relu_cast(dtype, to, scale, device):
    x = numbers(dtype, device, [5000]) if dtype in FP8 else numbers(dtype, device, [5000]) * 20
    product = negative_zero_is_zero(torch.relu(x.float())) * torch.tensor(scale, dtype=torch.float32)
    assert_same_bits(ops.relu_cast(x, to, scale), product.to(to))
    assert_same_bits(ops.relu_cast.out(x, to, scale, out=torch.empty_like(x, dtype=to)), product.to(to))


@pytest.mark.parametrize("to", FP8, ids=str)
def test_relu_cast_saturates_or_not(to, device):
    x = torch.tensor([1e6, float("inf"), -float("inf"), float("nan")], device=device)
    largest = torch.finfo(to).max
    saturated = ops.relu_cast(x, to).float()
    assert saturated[:3].tolist() == [largest, largest, 0] and saturated[3].isnan()
    propagated = ops.relu_cast(x, to, saturate=False).float()
    beyond = propagated[:2].isinf() if to == torch.float8_e5m2 else propagated[:2].isnan()
    assert beyond.all() and propagated[2] == 0 and propagated[3].isnan()


@pytest.mark.parametrize("dtype", WIDE, ids=str)
@pytest.mark.parametrize("bound", [0.0, 1.0, 6.0, float("inf")])
def test_clipped_relu_is_torchs_hardtanh(dtype, bound, device):
    x = numbers(dtype, device, [1001]) * 5
    gradient = numbers(dtype, device, [1001], seed=1)
    assert_same_bits(ops.clipped_relu(x, bound), negative_zero_is_zero(x.clamp(0, bound)))
    passes = (x > 0) & (x < bound)
    assert_same_bits(ops.clipped_relu_backward(gradient, x, bound), torch.where(passes, gradient, 0))


@pytest.mark.parametrize("dtype", WIDE, ids=str)
@pytest.mark.parametrize("slope", [0.0, 0.01, -0.5, 2.0])
def test_leaky_relu_is_torchs(dtype, slope, device):
    x = numbers(dtype, device, [1001])
    gradient = numbers(dtype, device, [1001], seed=1)
    wide = torch.float64 if dtype == torch.float64 else torch.float32
    factor = torch.tensor(slope, dtype=wide, device=device)

    def leak(tensor):
        return torch.where(x > 0, tensor, (tensor.to(wide) * factor).to(dtype) if slope else torch.zeros_like(tensor))

    assert_same_bits(ops.leaky_relu(x, slope), leak(x))
    assert_same_bits(ops.leaky_relu_backward(gradient, x, slope), leak(gradient))


@pytest.mark.parametrize("dtype", WIDE, ids=str)
def test_squared_relu(dtype, device):
    x = numbers(dtype, device, [1001])
    gradient = numbers(dtype, device, [1001], seed=1)
    wide = torch.float64 if dtype == torch.float64 else torch.float32
    y = torch.relu(x.to(wide))
    assert_same_bits(ops.squared_relu(x), (y * y).to(dtype))
    backward = (gradient.to(wide) * (2 * y)).to(dtype)
    assert torch.equal(ops.squared_relu_backward(gradient, x), backward)
