# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Modules."""

import torch


class ReLU(torch.nn.ReLU):
    """torch.nn.ReLU by reluk's kernel: the same arguments, and the same bits out."""

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        if self.inplace:
            return torch.ops.reluk.relu_.default(input)
        return torch.ops.reluk.relu.default(input)


def replace_relu(model: torch.nn.Module) -> torch.nn.Module:
    """Turns each torch.nn.ReLU in `model` into a reluk.nn.ReLU, and returns the model.

    The modules stay the objects that they are, with their hooks, mode and names. Subclasses of torch.nn.ReLU are left
    alone, and so are calls of functions such as torch.nn.functional.relu(), which no module stands for.
    """
    for module in model.modules():
        if type(module) is torch.nn.ReLU:
            module.__class__ = ReLU
    return model
