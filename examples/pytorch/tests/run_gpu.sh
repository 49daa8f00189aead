#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
#
# Builds the extension for the GPUs at hand, outside the source tree, and runs everything that is to hold on them: the
# tests, the demo and the measurements. Needs torch, pytest and nvcc; torchvision for the demo. No network.
#   tests/run_gpu.sh [BUILD_FOLDER]    a build that is in the folder already is taken as it is
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath -m "${1:-build/gpu}")

if [[ ! -e $build/lib/reluk/_C.so ]]; then
    : "${TORCH_CUDA_ARCH_LIST:=$(python3 -c 'import torch; print("%d.%d" % torch.cuda.get_device_capability())')}"
    export TORCH_CUDA_ARCH_LIST
    time python3 setup.py -q build --build-lib "$build/lib" --build-temp "$build/temp"
fi
export PYTHONPATH="$build/lib"

python3 -c 'import torch, reluk; assert torch._C._dispatch_has_kernel_for_dispatch_key("reluk::relu", "CUDA")'
python3 -m pytest -q tests
python3 bench_host.py
python3 demo_resnet.py
python3 demo_resnet.py --dtype float16 --channels-last
