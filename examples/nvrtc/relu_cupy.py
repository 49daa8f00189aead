# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""ReLU of a CuPy array by a kernel that CuPy compiles, with NVRTC, from reluk's headers.

    python3 examples/nvrtc/relu_cupy.py build/c/c/libreluk_c.so

reluk's C interface says how to launch it. Ends with status 77 where there is no CuPy or no GPU.
"""

import ctypes
import functools
import pathlib
import sys

try:
    import cupy
    import numpy
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

FLOAT32 = 1  # enum reluk_c_dtype
PIPELINE = 0  # enum reluk_c_dataflow
LOADS = ["cached", "streaming", "no_allocate", "evict_first", "resident"]  # enum reluk_c_load
STORES = ["cached", "streaming", "evict_first", "write_through"]  # enum reluk_c_store

HERE = pathlib.Path(__file__).resolve().parent


class Device(ctypes.Structure):
    _fields_ = [
        ("compute_capability", ctypes.c_uint),
        ("multiprocessors", ctypes.c_uint),
        ("l2_bytes", ctypes.c_size_t),
        ("max_grid", ctypes.c_uint),
        ("max_block", ctypes.c_uint),
        ("max_access_bytes", ctypes.c_uint),
        ("early_launch", ctypes.c_int),
    ]


class LaunchConfig(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint),
        ("block", ctypes.c_uint),
        ("access_bytes", ctypes.c_uint),
        ("accesses_per_thread", ctypes.c_uint),
        ("load", ctypes.c_int),
        ("store", ctypes.c_int),
        ("resident_fraction", ctypes.c_float),
        ("evict_first_fraction", ctypes.c_float),
        ("reverse", ctypes.c_int),
        ("early_launch", ctypes.c_int),
        ("early_trigger", ctypes.c_int),
        ("reason", ctypes.c_char_p),
        ("source", ctypes.c_char_p),
    ]


def choose(reluk, out, x):
    """How reluk would launch this call on the current device."""
    device, config = Device(), LaunchConfig()
    if reluk.reluk_c_query_device(cupy.cuda.Device().id, ctypes.byref(device)):
        sys.exit("relu_cupy.py: reluk cannot query the current device")
    tensors = ctypes.c_void_p(out.data.ptr), ctypes.c_void_p(x.data.ptr), ctypes.c_size_t(x.size)
    if reluk.reluk_c_choose(ctypes.byref(device), *tensors, FLOAT32, PIPELINE, ctypes.byref(config)):
        sys.exit("relu_cupy.py: reluk refuses this call")
    return config


@functools.lru_cache(maxsize=None)
def compile_kernel(load, fraction, store, access_bytes, accesses, reverse):
    fields = {"LOAD": load, "LOAD_STATE": "" if fraction is None else f"{fraction}f", "STORE": store}
    fields |= {"WORD_BYTES": access_bytes, "ACCESSES": accesses, "REVERSE": reverse}
    options = ["-std=c++17", f"-I{HERE.parent.parent / 'include'}"]
    options += [f"-D{name}={value}" for name, value in fields.items()]
    return cupy.RawModule(code=(HERE / "relu.cu").read_text(), options=tuple(options)).get_function("relu")


def relu(reluk, out, x):
    """ReLU of a contiguous float32 array into another one of its size, or into itself, on CuPy's current stream."""
    if x.dtype != "float32" or out.dtype != x.dtype or out.size != x.size:
        raise TypeError("relu takes two float32 arrays of one size")
    if not (x.flags.c_contiguous and out.flags.c_contiguous):
        raise ValueError("relu takes contiguous arrays")
    if x.size == 0:
        return
    config = choose(reluk, out, x)
    load = LOADS[config.load]
    # To sixteenths, as the hardware has them: each value is a kernel of its own here.
    sixteenths = {"resident": config.resident_fraction, "evict_first": config.evict_first_fraction}
    kernel = compile_kernel(
        load,
        max(1, int(16 * sixteenths[load])) / 16 if load in sixteenths else None,
        STORES[config.store],
        config.access_bytes,
        config.accesses_per_thread,
        config.reverse,
    )
    kernel((config.grid,), (config.block,), (out, x, numpy.uint64(x.size)))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: relu_cupy.py path/to/libreluk_c.so")
    reluk = ctypes.CDLL(sys.argv[1])
    try:
        cupy.cuda.Device().use()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        print(f"skipped: no CUDA device ({error})")
        return 77

    for n, offset in ((1 << 20, 0), (1 << 24, 0), (1000003, 1)):
        x = cupy.random.standard_normal(n + offset, dtype="float32")[offset:]
        out = cupy.empty_like(x)
        relu(reluk, out, x)
        right = bool((out == cupy.maximum(x, numpy.float32(0))).all())
        print(f"{n} elements, {offset} off the alignment: {'right' if right else 'WRONG'}")
        if not right:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
