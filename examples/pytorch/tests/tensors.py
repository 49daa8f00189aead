# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Tensors to test with, and their comparison bit for bit."""

import torch

WIDE = [torch.float64, torch.float32, torch.float16, torch.bfloat16]
FP8 = [torch.float8_e4m3fn, torch.float8_e5m2]
FLOATING = WIDE + FP8
SIGNED = [torch.int8, torch.int16, torch.int32, torch.int64]
UNSIGNED = [torch.uint8, torch.uint16, torch.uint32, torch.uint64]

_BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def bits(tensor):
    return tensor.contiguous().view(_BITS[tensor.element_size()])


def assert_same_bits(actual, expected):
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    assert actual.device == expected.device
    different = (bits(actual) != bits(expected)).sum().item()
    assert different == 0, f"{different} of {actual.numel()} elements differ"


def assert_same_but_nan(actual, expected):
    """The same bits, and NaN in the same places: torch computes with the narrow types in float on the CPU, which sets a
    bit of some NaN."""
    assert torch.equal(actual.isnan(), expected.isnan())
    assert_same_bits(actual[~actual.isnan()], expected[~expected.isnan()])


def codes(dtype, device, shape=None, seed=0):
    """Every code of a dtype of at most 16 bits, else random bits and all kinds of special numbers; cut to the shape."""
    size = torch.empty((), dtype=dtype).element_size()
    generator = torch.Generator().manual_seed(seed)
    if size <= 2:
        code = torch.arange(1 << (8 * size), dtype=torch.int64)
        code = code[torch.randperm(len(code), generator=generator)]
    else:
        code = torch.randint(-(2**63), 2**63 - 1, [40000], dtype=torch.int64, generator=generator)
    numbers = code.to(_BITS[size]).view(dtype)
    if dtype in WIDE:
        special = torch.tensor([0.0, -0.0, float("inf"), -float("inf"), float("nan"), -float("nan"), 1, -1]).to(dtype)
        tiny = torch.finfo(dtype).smallest_normal
        numbers = torch.cat([special, torch.tensor([tiny, -tiny, tiny / 2, -tiny / 2], dtype=dtype), numbers])
    if shape is not None:
        count = torch.Size(shape).numel()
        numbers = numbers.repeat(-(-count // numbers.numel()))[:count].reshape(shape)
    return numbers.to(device)


def numbers(dtype, device, shape, seed=0):
    """Random numbers of both signs, without NaN and infinities."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype).to(device)


def negative_zero_is_zero(tensor):
    """ReLU of -0.0 is +0.0 by reluk, and may be either by torch."""
    return torch.where(tensor == 0, torch.zeros((), dtype=tensor.dtype, device=tensor.device), tensor)


def layouts(make):
    """Tensors of one kind in different places: make(shape) gives a contiguous one."""
    wide = make([6, 50])
    images = make([2, 3, 5, 7])
    yield "contiguous", make([1003])
    yield "offset", make([1003])[1:]
    yield "odd_offset", make([1003])[3:1000]
    yield "empty", make([0])
    yield "empty_2d", make([3, 0])
    yield "zero_dim", make([1]).reshape([])
    yield "channels_last", images.to(memory_format=torch.channels_last)
    yield "permuted", images.permute(2, 0, 3, 1)
    yield "transposed", wide.t()
    yield "columns", wide[:, 3:40]
    yield "columns_permuted", wide.t()[3:40]
    yield "channels", images[:, 1:]
    yield "crop", images[:, :, 1:4, 2:6]
    yield "rows", wide[::2]
    yield "every_second", make([1003])[::2]
    yield "expanded", make([50, 1]).expand(50, 6)
    yield "one_column", wide[:, 4:5]
