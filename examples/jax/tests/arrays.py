# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Arrays of every dtype, and what ReLU makes of them by the definition of their formats, in NumPy."""

import ml_dtypes
import numpy as np

FLOATING = [
    np.float64,
    np.float32,
    np.float16,
    ml_dtypes.bfloat16,
    ml_dtypes.float8_e4m3fn,
    ml_dtypes.float8_e5m2,
]
INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
DTYPES = FLOATING + INTEGERS


def name(dtype):
    return np.dtype(dtype).name


def bits(array):
    """The elements as unsigned integers, so that NaNs and zeros of either sign compare."""
    array = np.asarray(array)
    return array.view(np.dtype(f"u{array.dtype.itemsize}"))


def codes(dtype, shape=None, seed=0):
    """All bit patterns of a narrow dtype; of a wide one 65,536 random ones, among them zeros, infinities and NaNs."""
    size = np.dtype(dtype).itemsize
    unsigned = np.dtype(f"u{size}")
    if size <= 2:
        every = np.arange(256**size, dtype=unsigned)
    else:
        every = np.random.default_rng(seed).integers(0, 2 ** (8 * size), 65536, dtype=unsigned)
        if dtype in FLOATING:
            infinity = bits(np.array([np.inf], dtype))[0]
            top = unsigned.type(1) << unsigned.type(8 * size - 1)
            one = unsigned.type(1)
            specials = [unsigned.type(0), one, infinity, infinity + one, top - one]
            every[:10] = specials + [code | top for code in specials]
    if shape is not None:
        every = np.random.default_rng(seed).choice(every, shape)
    return np.asarray(every, unsigned).view(dtype)


def numbers(dtype, shape, seed=0):
    """Numbers around 0, none of them 0."""
    values = np.random.default_rng(seed).uniform(0.5, 4, shape) * np.random.default_rng(seed + 1).choice([-1, 1], shape)
    return values.astype(dtype)


def passes(x):
    """Where ReLU leaves an element as it is."""
    with np.errstate(invalid="ignore"):  # signalling NaNs
        wide = x.astype(np.float64) if x.dtype in FLOATING else x
    return (wide > 0) | (wide != wide)


def expected_relu(x):
    return np.where(passes(x), bits(x), 0).astype(bits(x).dtype).view(x.dtype)


def expected_relu_backward(gradient, y):
    return np.where(passes(y), bits(gradient), 0).astype(bits(gradient).dtype).view(gradient.dtype)


def assert_same_bits(found, expected):
    found = np.asarray(found)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(bits(found), bits(expected))
