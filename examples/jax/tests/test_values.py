# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""What is computed, bit by bit, outside jit and inside."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from arrays import (
    DTYPES,
    FLOATING,
    assert_same_bits,
    codes,
    expected_relu,
    expected_relu_backward,
    name,
)

import reluk_jax


@pytest.mark.parametrize("dtype", DTYPES, ids=name)
def test_relu_of_every_code(dtype, devices):
    x = codes(dtype)
    assert_same_bits(reluk_jax.relu(x), expected_relu(x))
    assert_same_bits(jax.jit(reluk_jax.relu)(x), expected_relu(x))


@pytest.mark.parametrize("dtype", FLOATING, ids=name)
def test_relu_backward_of_every_code(dtype, devices):
    y = codes(dtype)
    gradient = codes(dtype, y.shape, seed=1)
    assert_same_bits(reluk_jax.relu_backward(gradient, y), expected_relu_backward(gradient, y))
    assert_same_bits(jax.jit(reluk_jax.relu_backward)(gradient, y), expected_relu_backward(gradient, y))


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1,), (31,), (33,), (1000003,), (3, 5, 7), (2, 257)], ids=str)
def test_shapes(shape, devices):
    for dtype in (np.float32, np.int8):
        x = codes(dtype, shape)
        assert_same_bits(reluk_jax.relu(x), expected_relu(x))
    gradient = codes(np.float32, shape, seed=1)
    y = codes(np.float32, shape)
    assert_same_bits(reluk_jax.relu_backward(gradient, y), expected_relu_backward(gradient, y))


def test_other_layouts_are_what_xla_makes_of_them(devices):
    x = codes(np.float32, (5, 300, 7))
    transposed = jax.jit(lambda x: reluk_jax.relu(jnp.transpose(x, (2, 0, 1))))(x)
    assert_same_bits(transposed, np.ascontiguousarray(expected_relu(x).transpose(2, 0, 1)))
    sliced = jax.jit(lambda x: reluk_jax.relu(x[:, 1::3]))(x)
    assert_same_bits(sliced, np.ascontiguousarray(expected_relu(x)[:, 1::3]))


def test_between_kernels_of_xla(devices):
    """On the stream of the others: what comes before is done, and what comes after waits."""
    x = np.random.default_rng(0).integers(-3, 4, (512, 512)).astype(np.float32)

    def chain(relu, x):
        for _ in range(8):
            x = jnp.sign(relu(jnp.dot(x, x.T) - 1))
        return x

    assert_same_bits(
        jax.jit(lambda x: chain(reluk_jax.relu, x))(x),
        np.asarray(jax.jit(lambda x: chain(lambda v: jnp.maximum(v, 0), x))(x)),
    )


def test_in_a_loop(devices):
    """XLA may make a graph of a loop's body."""
    x = np.full(1000, -100.0, np.float32)
    y = jax.jit(lambda x: jax.lax.fori_loop(0, 50, lambda step, x: reluk_jax.relu(x) + step, x))(x)
    assert_same_bits(y, np.full(1000, sum(range(50)), np.float32))


def test_it_is_reluks(devices):
    text = jax.jit(reluk_jax.relu).lower(np.zeros(8, np.float32)).compile().as_text()
    assert 'custom_call_target="reluk_relu"' in text
