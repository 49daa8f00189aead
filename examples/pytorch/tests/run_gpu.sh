#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
#
# Builds the extension for the GPUs at hand, outside the source tree, and runs everything that is to hold on them: the
# tests, the demo and the measurements. Needs torch, pytest and nvcc; torchvision for the demo. No network.
#   tests/run_gpu.sh [BUILD_FOLDER]    a build that is in the folder already is taken as it is
# A step that fails does not stop those after it; the last lines say how each ended. Fails if one of them did.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
build=$(realpath -m "${1:-build/gpu}")
export PYTHONPATH="$build/lib" PYTHONFAULTHANDLER=1

summary=()
failed=0

step() { # NAME COMMAND...
    local name=$1 status
    echo "== $name"
    "${@:2}"
    status=$?
    summary+=("$(printf 'rc %3d  %s' "$status" "$name")")
    ((status == 0)) || failed=1
    return "$status"
}

finish() {
    echo "== summary"
    printf '%s\n' "${summary[@]}"
    exit "$failed"
}

if [[ ! -e $build/lib/reluk/_C.so ]]; then
    : "${TORCH_CUDA_ARCH_LIST:=$(python3 -c 'import torch; print("%d.%d" % torch.cuda.get_device_capability())')}"
    export TORCH_CUDA_ARCH_LIST
    step build python3 setup.py -q build --build-lib "$build/lib" --build-temp "$build/temp" || finish
fi
step "kernels are built" python3 -c '
import torch, reluk
assert torch._C._dispatch_has_kernel_for_dispatch_key("reluk::relu", "CUDA")'
for tests in tests/test_*.py; do # each in a process of its own, so that a crash hides nothing but the rest of its file
    step "$tests" python3 -m pytest -p no:cacheprovider -q "$tests"
done
step bench_host.py python3 bench_host.py
if python3 -c 'import torchvision'; then
    step demo_resnet.py python3 demo_resnet.py
    step "demo_resnet.py in NHWC" python3 demo_resnet.py --dtype float16 --channels-last
else
    summary+=("skipped demo_resnet.py: there is no torchvision here")
fi
finish
