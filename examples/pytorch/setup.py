# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Builds the extension: with kernels where torch and the machine have CUDA, else for CPU tensors alone.

RELUK_CPU_ONLY=1 leaves the kernels out in any case. TORCH_CUDA_ARCH_LIST and MAX_JOBS are torch's own.
"""

import os
import re
from pathlib import Path

import torch
from setuptools import setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension

HERE = Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "include"
VERSION = HEADERS / "reluk" / "version.hpp"
if not VERSION.exists():
    raise SystemExit(f"reluk's headers are not in {HEADERS}: install from a clone of the whole project.")


def libraries_of_this_process(name):
    """Paths of the loaded libraries called `name`, where the system tells."""
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    return sorted({line.split(maxsplit=5)[-1] for line in lines if f"/{name}" in line})


number = int(re.search(r"#define RELUK_VERSION (\d+)", VERSION.read_text())[1])

sources = ["csrc/tensors.cpp", "csrc/autograd.cpp", "csrc/host.cpp"]
kernels = ["csrc/selection.cu", "csrc/arithmetic.cu", "csrc/conversion.cu"]
with_cuda = torch.version.cuda is not None and CUDA_HOME is not None and os.environ.get("RELUK_CPU_ONLY", "0") != "1"
if with_cuda:
    extension, macros = CUDAExtension, [("RELUK_TORCH_CUDA", None)]
    sources += kernels
else:
    extension, macros = CppExtension, []
    print("reluk is built for CPU tensors alone: RELUK_CPU_ONLY is set, or torch or the machine has no CUDA.")

setup(
    version=f"{number // 10000}.{number // 100 % 100}.{number % 100}",
    ext_modules=[
        extension(
            "reluk._C",
            sources,
            include_dirs=[str(HEADERS)],
            define_macros=macros,
            # torch's C++ library, before any that the compiler would link. A compiler that brings its own as an archive
            # would put two of them into one process, which share some of their variables but not all: a number in the
            # text of an error was then a crash.
            extra_objects=libraries_of_this_process("libstdc++.so"),
            extra_compile_args={"cxx": ["-O2", "-std=c++17"], "nvcc": ["-O3", "-std=c++17"]},
        )
    ],
    cmdclass={"build_ext": BuildExtension.with_options(no_python_abi_suffix=True)},
)
