#!/usr/bin/env bash
# Compiles PyTorch's side of the benchmarks against the Python package that is installed here: build.sh OUTPUT.so
# PYTHON, CXX and CUDA_HOME are honoured.
set -euo pipefail
output=${1:?usage: build.sh OUTPUT.so}
here=$(cd "$(dirname "$0")" && pwd)
torch=${TORCH_ROOT:-$("${PYTHON:-python3}" -c 'import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])')}
cuda=${CUDA_HOME:-/usr/local/cuda}

# Through the Python package's folder alone, so that PyTorch need not be imported. Its CUDA libraries lie in sibling
# packages that its own libraries find by themselves.
"${CXX:-c++}" -std=c++17 -O2 -fPIC -shared -o "$output" "$here/torch_peer.cpp" \
    -isystem "$torch/include" -isystem "$torch/include/torch/csrc/api/include" -isystem "$cuda/include" \
    -L"$torch/lib" -Wl,-rpath,"$torch/lib" -Wl,--no-as-needed -Wl,--allow-shlib-undefined \
    -ltorch -ltorch_cpu -ltorch_cuda -lc10 -lc10_cuda
