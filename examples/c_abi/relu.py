# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""ReLU through reluk's C interface, with nothing but Python: on the GPU or, where there is none, on the CPU.

    cmake --preset demo -B build/c -DRELUK_BUILD_C=ON
    cmake --build build/c --target reluk_c
    python3 examples/c_abi/relu.py build/c/c/libreluk_c.so

With --device there has to be a GPU: without one it ends with status 77.
"""

import argparse
import ctypes
import sys
from array import array

FLOAT32 = 1  # enum reluk_c_dtype
PIPELINE = 0  # enum reluk_c_dataflow


def load_reluk(path):
    reluk = ctypes.CDLL(path)
    pointer, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    reluk.reluk_c_relu.argtypes = [pointer, pointer, size, number, number, pointer]
    reluk.reluk_c_relu_host.argtypes = [pointer, pointer, size, number]
    reluk.reluk_c_error_string.argtypes = [number]
    reluk.reluk_c_error_string.restype = ctypes.c_char_p
    return reluk


def load_driver():
    """The CUDA driver with device 0's primary context current, or None where there is no driver or no device."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    context = ctypes.c_void_p()
    if driver.cuInit(0) or driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0):
        return None
    return None if driver.cuCtxSetCurrent(context) else driver


def check(status, what, reluk=None):
    if status:
        reason = reluk.reluk_c_error_string(status).decode() if reluk else f"CUDA driver error {status}"
        sys.exit(f"relu.py: {what}: {reason}")


def relu_on_host(reluk, x):
    address, n = x.buffer_info()
    check(reluk.reluk_c_relu_host(address, address, n, FLOAT32), "relu on the CPU", reluk)


def relu_on_device(reluk, driver, x):
    address, n = x.buffer_info()
    data = ctypes.c_uint64()
    size = ctypes.c_size_t(n * x.itemsize)
    check(driver.cuMemAlloc_v2(ctypes.byref(data), size), "allocation")
    check(driver.cuMemcpyHtoD_v2(data, ctypes.c_void_p(address), size), "copy to the device")
    check(reluk.reluk_c_relu(data.value, data.value, n, FLOAT32, PIPELINE, None), "relu on the GPU", reluk)
    check(driver.cuMemcpyDtoH_v2(ctypes.c_void_p(address), data, size), "copy from the device")  # waits for the kernel
    check(driver.cuMemFree_v2(data), "release")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", help="path of libreluk_c.so")
    parser.add_argument("--device", action="store_true", help="end with status 77 where there is no GPU")
    arguments = parser.parse_args()

    reluk = load_reluk(arguments.library)
    driver = load_driver()
    if arguments.device and driver is None:
        print("skipped: no CUDA device")
        return 77

    x = array("f", [-2.0, -0.0, 0.5, 3.0])
    if driver is None:
        relu_on_host(reluk, x)
    else:
        relu_on_device(reluk, driver, x)
    print(f"relu(-2, -0, 0.5, 3) = {tuple(x)} on the {'CPU' if driver is None else 'GPU'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
