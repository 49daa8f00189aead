# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Bad input is an exception that says what is wrong."""

import jax
import jax.numpy as jnp
import pytest

import reluk_jax

x = jnp.ones((4, 6), jnp.float32)

CASES = {
    "bool": (TypeError, "no kernel for x of bool: give one of float64", lambda: reluk_jax.relu(x > 0)),
    "complex": (TypeError, "no kernel for x of complex64", lambda: reluk_jax.relu(x.astype(jnp.complex64))),
    "e4m3fnuz": (TypeError, "x of float8_e4m3fnuz", lambda: reluk_jax.relu(x.astype(jnp.float8_e4m3fnuz))),
    "int4": (TypeError, "no kernel for x of int4", lambda: reluk_jax.relu(x.astype(jnp.int4))),
    "key": (TypeError, "no kernel for x of key", lambda: reluk_jax.relu(jax.random.key(0))),
    "text": (TypeError, "not a valid JAX", lambda: reluk_jax.relu("text")),
    "in jit": (TypeError, "no kernel for x of bool", lambda: jax.jit(reluk_jax.relu)(x > 0)),
    "gradient of integers": (
        TypeError,
        "no kernel for a gradient of int32",
        lambda: reluk_jax.relu_backward(x.astype(jnp.int32), x.astype(jnp.int32)),
    ),
    "two dtypes": (
        TypeError,
        "gradient is of float16, but y of float32",
        lambda: reluk_jax.relu_backward(x.astype(jnp.float16), x),
    ),
    "two shapes": (
        ValueError,
        r"shape \(6,\), but y \(4, 6\); jnp.broadcast_to",
        lambda: reluk_jax.relu_backward(x[0], x),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_input(case):
    kind, sentence, call = CASES[case]
    with pytest.raises(kind, match=sentence):
        call()


FOREIGN = {
    "dtype": ("reluk_relu", "no kernel for dtype", [x > 0], x > 0),
    "result's dtype": ("reluk_relu", "must have one dtype", [x], x.astype(jnp.float16)),
    "result's size": ("reluk_relu", "one number of elements", [x], x[0]),
    "second size": ("reluk_relu_backward", "one number of elements", [x, x[0]], x),
}


@pytest.mark.parametrize("case", FOREIGN)
def test_the_library_checks_too(case, devices):
    """Callers of the foreign function itself get an exception of XLA's, not another's memory."""
    target, sentence, arguments, result = FOREIGN[case]
    arguments = [jax.device_put(argument, devices[0]) for argument in arguments]
    call = jax.ffi.ffi_call(target, jax.ShapeDtypeStruct(result.shape, result.dtype), vmap_method="broadcast_all")
    with pytest.raises(jax.errors.JaxRuntimeError, match=sentence):
        jax.block_until_ready(call(*arguments))
