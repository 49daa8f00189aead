# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT

import pytest
import torch

import reluk  # noqa: F401  (registers torch.ops.reluk)


def _has_kernels():
    return torch._C._dispatch_has_kernel_for_dispatch_key("reluk::relu", "CUDA")


@pytest.fixture(params=["cpu", "cuda"])
def device(request):
    """Where a test runs: on both, as far as there are both."""
    if request.param == "cuda":
        request.getfixturevalue("gpu")
    return request.param


@pytest.fixture
def gpu():
    if not torch.cuda.is_available():
        pytest.skip("there is no GPU here")
    if not _has_kernels():
        pytest.skip("the extension is built for CPU tensors alone")
    return torch.device("cuda")
