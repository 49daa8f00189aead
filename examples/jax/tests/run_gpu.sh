#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
#
# Builds the library for the GPUs at hand, outside the source tree, and runs the tests there. Needs JAX for CUDA, pytest,
# nvcc, CMake and Ninja. No network.
#   tests/run_gpu.sh [BUILD_FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath -m "${1:-build/gpu}")
python=$(command -v python3)
command -v nvcc > /dev/null || PATH+=:/usr/local/cuda/bin

time {
    cmake -S . -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=Release -D Python3_EXECUTABLE="$python" -D RELUK_JAX_CUDA=ON
    cmake --build "$build" --parallel 2
}
cmake --install "$build" --prefix "$build/python"
export PYTHONPATH="$build/python"
export XLA_PYTHON_CLIENT_PREALLOCATE=false

# What would otherwise be skipped must be there.
"$python" -c 'import jax, reluk_jax; assert reluk_jax.HAS_CUDA; print("JAX", jax.__version__, "on", jax.devices("cuda"))'
"$python" -m pytest -q -p no:cacheprovider tests
