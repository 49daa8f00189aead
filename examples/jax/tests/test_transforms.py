# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""vmap, gradients, memory that is reused, and several devices."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from arrays import (
    FLOATING,
    assert_same_bits,
    codes,
    expected_relu,
    expected_relu_backward,
    name,
    numbers,
)
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jax.test_util import check_grads

import reluk_jax


def test_vmap_is_one_call(devices):
    x = codes(np.float32, (4, 5, 6))
    assert_same_bits(jax.vmap(reluk_jax.relu)(x), expected_relu(x))
    assert_same_bits(jax.vmap(jax.vmap(reluk_jax.relu), in_axes=2, out_axes=2)(x), expected_relu(x))
    assert "f32[4,5,6]{2,1,0} custom-call(" in jax.jit(jax.vmap(reluk_jax.relu)).lower(x).compile().as_text()


def test_vmap_of_one_argument_broadcasts_the_other(devices):
    y = codes(np.float32, (5,))
    gradients = codes(np.float32, (4, 5), seed=1)
    assert_same_bits(
        jax.vmap(reluk_jax.relu_backward, in_axes=(0, None))(gradients, y),
        expected_relu_backward(gradients, np.broadcast_to(y, (4, 5))),
    )


@pytest.mark.parametrize("dtype", FLOATING, ids=name)
def test_gradient_of_every_dtype(dtype, devices):
    x = numbers(dtype, (3, 1001))
    gradient = numbers(dtype, x.shape, seed=2)
    y, pull = jax.vjp(reluk_jax.relu, jnp.asarray(x))
    assert_same_bits(y, expected_relu(x))
    assert_same_bits(pull(jnp.asarray(gradient))[0], expected_relu_backward(gradient, x))


def test_gradient_is_that_of_differences_to_second_order(devices):
    x = numbers(np.float64, (37,))

    def smooth_elsewhere(x):
        return jnp.sin(reluk_jax.relu(x)) * reluk_jax.relu(x)

    check_grads(smooth_elsewhere, (x,), order=2, modes=["rev"])


def test_gradient_is_that_of_jax(devices):
    x = numbers(np.float32, (8, 33))
    weights = numbers(np.float32, (33, 9), seed=2) / 100  # tanh stays far from its ends

    def loss(relu, x):
        return jnp.sum(jnp.tanh(relu(x) @ weights))

    def gradient(relu):
        return jax.jit(jax.vmap(jax.grad(lambda row: loss(relu, row))))(x)

    with jax.default_matmul_precision("highest"):
        np.testing.assert_allclose(gradient(reluk_jax.relu), gradient(jax.nn.relu), rtol=1e-5, atol=1e-6)


def test_gradient_at_zero_and_nan(devices):
    x = jnp.asarray([0.0, -0.0, np.nan, np.inf, -np.inf])
    _, pull = jax.vjp(reluk_jax.relu, x)
    assert pull(jnp.ones_like(x))[0].tolist() == [0, 0, 1, 1, 0]


def test_integers_have_no_gradient(devices):
    def loss(x):
        return jnp.sum(reluk_jax.relu(jnp.round(x).astype(jnp.int8)).astype(x.dtype) * x)

    x = jnp.asarray([-2.0, 3.0])
    assert jax.grad(loss)(x).tolist() == [0, 3]


def test_in_place_takes_donated_memory(devices):
    x = jax.jit(jnp.copy)(codes(np.float32, (100000,)))  # in memory of XLA's; NumPy's may be borrowed
    expected, address = expected_relu(np.array(x)), x.unsafe_buffer_pointer()
    in_place = jax.jit(lambda x: reluk_jax.relu(x, in_place=True), donate_argnums=0)
    assert "output_to_operand_aliasing={{}: (0, {})}" in in_place.lower(x).compile().as_text()
    y = in_place(x)
    assert_same_bits(y, expected)
    assert x.is_deleted() and y.unsafe_buffer_pointer() == address


def test_in_place_spares_what_is_read_again(devices):
    x = codes(np.float32, (1000,))
    array = jnp.array(x)
    assert_same_bits(reluk_jax.relu(array, in_place=True), expected_relu(x))
    assert_same_bits(array, x)

    n = numbers(np.float32, (1000,))
    y, doubled = jax.jit(lambda n: (reluk_jax.relu(n + n, in_place=True), n + n))(n)
    assert_same_bits(y, expected_relu(n + n))
    assert_same_bits(doubled, n + n)


def test_in_place_has_a_gradient(devices):
    x = numbers(np.float32, (1000,))
    gradient = jax.jit(jax.grad(lambda x: jnp.sum(reluk_jax.relu(3 * x, in_place=True))))(x)
    assert_same_bits(gradient, np.where(x > 0, np.float32(3), np.float32(0)))


def test_shard_map(devices):
    if len(devices) < 2:
        pytest.skip("there is one such device; this needs two")
    mesh = Mesh(np.array(devices[:2]), ("rows",))
    rows = PartitionSpec("rows")
    x = numbers(np.float32, (6, 1001))
    sharded = jax.device_put(x, NamedSharding(mesh, rows))

    def loss(x):
        return jnp.sum(jax.shard_map(reluk_jax.relu, mesh=mesh, in_specs=rows, out_specs=rows)(x) * x)

    y = jax.jit(jax.shard_map(reluk_jax.relu, mesh=mesh, in_specs=rows, out_specs=rows))(sharded)
    assert y.sharding.is_equivalent_to(sharded.sharding, 2)
    assert_same_bits(y, expected_relu(x))
    assert_same_bits(jax.jit(jax.grad(loss))(sharded), 2 * expected_relu(x))


def test_on_each_device(devices):
    x = codes(np.float32, (1000,))
    for device in devices:
        y = reluk_jax.relu(jax.device_put(x, device))
        assert y.devices() == {device}
        assert_same_bits(y, expected_relu(x))
