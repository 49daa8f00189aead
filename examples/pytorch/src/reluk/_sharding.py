# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""How the operators act on a DTensor: each device works on the part that it holds.

ReLU is taken element by element, so any sharding of the input is one of the output. A sum that is still to be made
(Partial) is made first, since ReLU of a sum is not the sum of ReLUs.
"""

import torch
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.experimental import register_sharding

_ops = torch.ops.reluk


def _shardings(ndim, outputs, tensors, others):
    """Replicated, or sharded along any dimension, all tensors alike."""
    placements = [Replicate()] + [Shard(dim) for dim in range(ndim)]
    return [([placement] * outputs, [placement] * tensors + [None] * others) for placement in placements]


for _op, _tensors, _others in [
    (_ops.relu.default, 1, 0),
    (_ops.relu_.default, 1, 0),
    (_ops.relu_backward.default, 2, 0),
    (_ops.add_relu.default, 2, 0),
    (_ops.relu_cast.default, 1, 3),
    (_ops.clipped_relu.default, 1, 1),
    (_ops.clipped_relu_backward.default, 2, 1),
    (_ops.leaky_relu.default, 1, 1),
    (_ops.leaky_relu_backward.default, 2, 1),
    (_ops.squared_relu.default, 1, 0),
    (_ops.squared_relu_backward.default, 2, 0),
]:
    register_sharding(_op)(
        lambda tensor, *_, tensors=_tensors, others=_others: _shardings(tensor.ndim, 1, tensors, others)
    )


@register_sharding(_ops.bias_relu.default)
def _(tensor, bias, dim=-1):
    """The bias is whole everywhere, unless the dimension that it is along is sharded."""
    bias_dim = dim % tensor.ndim
    shardings = [([Replicate()], [Replicate(), Replicate(), None])]
    for sharded in range(tensor.ndim):
        of_bias = Shard(0) if sharded == bias_dim else Replicate()
        shardings.append(([Shard(sharded)], [Shard(sharded), of_bias, None]))
    return shardings


@register_sharding(_ops.relu_with_mask.default)
def _(tensor):
    """A mask counts the elements of the whole tensor."""
    return [([Replicate(), Replicate()], [Replicate()])]


@register_sharding(_ops.relu_backward_mask.default)
def _(grad_output, mask):
    return [([Replicate()], [Replicate(), Replicate()])]
