# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT

import pytest
import torch
from tensors import assert_same_bits, numbers
from torch.autograd import gradcheck, gradgradcheck

ops = torch.ops.reluk

FUNCTIONS = {
    "relu": lambda x: ops.relu(x),
    "relu_": lambda x: ops.relu_(x.clone()),
    "relu_backward": lambda x: ops.relu_backward(x, x.detach()),
    "relu_with_mask": lambda x: ops.relu_with_mask(x)[0],
    "relu_backward_mask": lambda x: ops.relu_backward_mask(x, ops.relu_with_mask(x.detach())[1]),
    "add_relu": lambda x: ops.add_relu(x, x * 0.3),
    "bias_relu": lambda x: ops.bias_relu(x, x.sum(1), 0),
    "clipped_relu": lambda x: ops.clipped_relu(x, 1.0),
    "clipped_relu_backward": lambda x: ops.clipped_relu_backward(x, x.detach(), 1.0),
    "leaky_relu": lambda x: ops.leaky_relu(x, 0.2),
    "leaky_relu_backward": lambda x: ops.leaky_relu_backward(x, x.detach(), 0.2),
    "squared_relu": lambda x: ops.squared_relu(x),
    "squared_relu_backward": lambda x: ops.squared_relu_backward(x, x * 0.5),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients(name, device):
    x = numbers(torch.float64, device, [5, 7]) + 0.01  # no element within a step of a kink
    x.requires_grad_()
    assert gradcheck(FUNCTIONS[name], [x])
    assert gradgradcheck(FUNCTIONS[name], [x])


def test_gradient_of_relu_cast(device):
    x = numbers(torch.float32, device, [100]).requires_grad_()
    gradient = numbers(torch.float16, device, [100], seed=1)
    ops.relu_cast(x, torch.float16, 0.5).backward(gradient)
    assert_same_bits(x.grad, torch.where(x > 0, gradient.float() * 0.5, 0).detach())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.float64], ids=str)
@pytest.mark.parametrize("format", [torch.contiguous_format, torch.channels_last], ids=str)
def test_gradient_is_torchs(dtype, format, device):
    data = numbers(dtype, device, [2, 3, 5, 7]).to(memory_format=format)
    for weight in [
        torch.tensor(3.0, dtype=dtype, device=device).expand(data.shape),
        numbers(dtype, device, data.shape, 1),
    ]:
        ours, theirs = data.clone().requires_grad_(), data.clone().requires_grad_()
        ops.relu(ours).backward(weight)
        torch.relu(theirs).backward(weight)
        assert_same_bits(ours.grad, theirs.grad)


def test_no_gradient_is_kept_where_none_is_needed(device):
    x = numbers(torch.float32, device, [10])
    assert not ops.relu(x).requires_grad
    x.requires_grad_()
    assert ops.relu(x).requires_grad
    assert not ops.relu(x.detach()).requires_grad
    with torch.no_grad():
        assert not ops.relu(x).requires_grad
    with torch.inference_mode():
        assert ops.relu(x).is_inference()
    assert not ops.relu_with_mask(x)[1].requires_grad
    assert not ops.relu(torch.arange(3, device=device)).requires_grad


def test_in_place(device):
    leaf = numbers(torch.float32, device, [10]).requires_grad_()
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        ops.relu_(leaf)
    x = leaf * 2
    y = ops.relu_(x)
    assert y is x and x.grad_fn is not None and not x.is_leaf
    x.sum().backward()
    assert_same_bits(leaf.grad, torch.where(leaf > 0, 2.0, 0.0).detach())


def test_in_place_is_noticed_by_whoever_kept_the_tensor(device):
    leaf = numbers(torch.float32, device, [10]).requires_grad_()
    x = leaf * 2
    squared = x.square()
    ops.relu_(x)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        squared.sum().backward()


def test_in_place_on_a_view(device):
    leaf = numbers(torch.float32, device, [4, 6]).requires_grad_()
    x = leaf * 1
    ops.relu_(x[:, 1:3])
    x.sum().backward()
    expected = torch.ones_like(leaf)
    expected[:, 1:3] = (leaf[:, 1:3] > 0).float()
    assert_same_bits(leaf.grad, expected)


@pytest.mark.parametrize("arguments", [("relu", 1), ("add_relu", 2), ("squared_relu", 1)], ids=str)
def test_out_does_not_differentiate(arguments, device):
    name, count = arguments
    x = numbers(torch.float32, device, [10]).requires_grad_()
    operator = getattr(ops, name).out
    out = torch.empty_like(x, requires_grad=False)
    with pytest.raises(RuntimeError, match="nothing is differentiated"):
        operator(*[x] * count, out=out)
    with torch.no_grad():
        operator(*[x] * count, out=out)
    assert_same_bits(out, getattr(ops, name)(*[x.detach()] * count))
