# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""ReLU at the speed of memory, for PyTorch: the operators are torch.ops.reluk.*."""

import importlib.util

import torch

torch.ops.load_library(importlib.util.find_spec("reluk._C").origin)

from . import _fake, nn  # noqa: F401  (the operators are there now)
from .nn import replace_relu


def relu(input: torch.Tensor, *, out: torch.Tensor | None = None) -> torch.Tensor:
    """ReLU into `out`, or into a new tensor. It names the overload: torch.ops.reluk.relu(..., out=...) tries them."""
    if out is None:
        return torch.ops.reluk.relu.default(input)
    return torch.ops.reluk.relu.out(input, out=out)


if torch.distributed.is_available():
    from . import _sharding  # noqa: F401

__all__ = ["nn", "relu", "replace_relu"]
