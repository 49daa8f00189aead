# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""What the operators return, without its values: for torch.compile, torch.export and tensors on "meta"."""

import torch


def _like(tensor_index):
    """A new tensor like one of the arguments, as empty_like() makes it."""
    return lambda *arguments: torch.empty_like(arguments[tensor_index])


for _name, _index in {
    "relu": 0,
    "relu_backward": 1,
    "add_relu": 0,
    "bias_relu": 0,
    "clipped_relu": 0,
    "clipped_relu_backward": 1,
    "leaky_relu": 0,
    "leaky_relu_backward": 1,
    "squared_relu": 0,
    "squared_relu_backward": 1,
}.items():
    torch.library.register_fake(f"reluk::{_name}", _like(_index))


def _mask_of(tensor):
    return tensor.new_empty([(tensor.numel() + 31) // 32], dtype=torch.int32)


def _resized(out, shape):
    if out.shape != torch.Size(shape):
        out.resize_(shape)
    return out


@torch.library.register_fake("reluk::relu_")
def _(self):
    return self


@torch.library.register_fake("reluk::relu_batch")
def _(tensors):
    return [torch.empty_like(tensor) for tensor in tensors]


@torch.library.register_fake("reluk::relu_batch_")
def _(tensors):
    pass


@torch.library.register_fake("reluk::relu_batch.out")
def _(tensors, *, out):
    for tensor, its_out in zip(tensors, out, strict=True):
        _resized(its_out, tensor.shape)


@torch.library.register_fake("reluk::relu_with_mask")
def _(self):
    return torch.empty_like(self, memory_format=torch.contiguous_format), _mask_of(self)


@torch.library.register_fake("reluk::relu_with_mask.out")
def _(self, *, out, mask):
    return _resized(out, self.shape), _resized(mask, _mask_of(self).shape)


@torch.library.register_fake("reluk::relu_backward_mask")
def _(grad_output, mask):
    return torch.empty_like(grad_output, memory_format=torch.contiguous_format)


@torch.library.register_fake("reluk::relu_cast")
def _(self, dtype, scale=1.0, saturate=True):
    return torch.empty_like(self, dtype=dtype)


for _name in ["relu", "add_relu", "bias_relu", "relu_cast", "clipped_relu", "leaky_relu", "squared_relu"]:
    torch.library.register_fake(f"reluk::{_name}.out", lambda self, *_, out: _resized(out, self.shape))

for _name in ["relu_backward", "relu_backward_mask"]:
    torch.library.register_fake(
        f"reluk::{_name}.grad_input",
        lambda grad_output, _, *, grad_input: _resized(grad_input, grad_output.shape),
    )
