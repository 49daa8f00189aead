# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""reluk's ReLU for JAX arrays: kernels on XLA's stream on CUDA GPUs, the same body walked by one thread on the CPU."""

import ctypes
import functools
from pathlib import Path

import jax
import jax.numpy as jnp

__all__ = ["HAS_CUDA", "relu", "relu_backward"]

_FLOATING = ("float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2")
_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")

_library = ctypes.CDLL(str(Path(__file__).with_name("libreluk_jax.so")))

#: Whether the library was built with kernels. Without, a call on a GPU fails in XLA, which finds no implementation.
HAS_CUDA = hasattr(_library, "reluk_jax_relu_cuda")

for _name in ("relu", "relu_backward"):
    for _platform in ("cpu", "CUDA") if HAS_CUDA else ("cpu",):
        _handler = getattr(_library, f"reluk_jax_{_name}_{_platform.lower()}")
        jax.ffi.register_ffi_target(f"reluk_{_name}", jax.ffi.pycapsule(_handler), platform=_platform)


def _call(name, *arrays, in_place=False):
    like = arrays[0]
    return jax.ffi.ffi_call(
        f"reluk_{name}",
        jax.typeof(like),  # shape, dtype, and inside shard_map the axes it varies along
        vmap_method="broadcast_all",  # element by element: a batch is a larger array
        input_output_aliases={0: 0} if in_place else None,
    )(*arrays)


def _array(function, what, x, dtypes):
    x = jnp.asarray(x)
    if x.dtype.name not in dtypes:
        raise TypeError(f"reluk_jax.{function} has no kernel for {what} of {x.dtype}: give one of {', '.join(dtypes)}.")
    return x


def relu(x, *, in_place=False):
    """ReLU of each element, in the dtype and shape of `x`; the values are those of reluk's contract.

    With `in_place`, the result takes the memory of `x` where XLA knows that nothing reads `x` any more, as of an array
    that was computed in the same jit, or donated to it; XLA copies any other first, which costs more than it saves.
    Differentiable in reverse mode for floating dtypes, to any order; the gradient keeps the result, not `x`.
    """
    return _relu(_array("relu", "x", x, _FLOATING + _INTEGERS), in_place)


def relu_backward(gradient, y):
    """`gradient` where y > 0 or y is NaN, else +0: the gradient of relu, by what it read or by what it wrote.

    Both of one shape and one floating dtype. Differentiable in reverse mode by `gradient`.
    """
    gradient = _array("relu_backward", "a gradient", gradient, _FLOATING)
    y = _array("relu_backward", "y", y, _FLOATING)
    if gradient.dtype != y.dtype:
        raise TypeError(f"reluk_jax.relu_backward: the gradient is of {gradient.dtype}, but y of {y.dtype}.")
    if gradient.shape != y.shape:
        raise ValueError(
            f"reluk_jax.relu_backward: the gradient has the shape {gradient.shape}, but y {y.shape}; "
            "jnp.broadcast_to makes them equal."
        )
    return _relu_backward(gradient, y)


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def _relu(x, in_place):
    return _call("relu", x, in_place=in_place)


def _relu_keeping_result(x, in_place):
    y = _relu(x, in_place)
    return y, y


def _relu_gradient(in_place, y, gradient):
    if y.dtype.name in _INTEGERS:
        return (None,)
    return (_relu_backward(gradient, y),)


_relu.defvjp(_relu_keeping_result, _relu_gradient)


@jax.custom_vjp
def _relu_backward(gradient, y):
    return _call("relu_backward", gradient, y)


# Linear in the gradient, with the same mask both ways; constant in y almost everywhere.
_relu_backward.defvjp(
    lambda gradient, y: (_relu_backward(gradient, y), y),
    lambda y, second: (_relu_backward(second, y), None),
)
