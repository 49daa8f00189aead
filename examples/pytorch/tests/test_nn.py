# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT

import copy

import pytest
import torch
from tensors import assert_same_bits, numbers

import reluk


def model():
    torch.manual_seed(0)
    shared = torch.nn.ReLU()
    return torch.nn.Sequential(
        torch.nn.Conv2d(3, 8, 3),
        torch.nn.ReLU(inplace=True),
        torch.nn.Sequential(torch.nn.Conv2d(8, 8, 3), shared, torch.nn.Conv2d(8, 8, 3), shared),
        torch.nn.ReLU6(),
    )


def test_the_module_is_a_relu():
    module = reluk.nn.ReLU(inplace=True)
    assert isinstance(module, torch.nn.ReLU) and module.inplace and "inplace=True" in repr(module)


def test_replaced_model_has_the_same_bits(device):
    theirs = model().to(device)
    ours = reluk.replace_relu(copy.deepcopy(theirs))
    assert [type(each) for each in ours.modules()].count(reluk.nn.ReLU) == 2  # one is used twice
    assert type(ours[3]) is torch.nn.ReLU6
    x = numbers(torch.float32, device, [2, 3, 16, 16])
    for mode in [True, False]:
        expected, actual = theirs.train(mode)(x), ours.train(mode)(x)
        assert_same_bits(actual, expected)
    actual.sum().backward()
    expected.sum().backward()
    for a, b in zip(ours.parameters(), theirs.parameters()):
        torch.testing.assert_close(a.grad, b.grad)


def test_replacing_keeps_hooks_and_a_root():
    module = torch.nn.ReLU().eval()
    called = []
    module.register_forward_hook(lambda *_: called.append(1))
    assert reluk.replace_relu(module) is module
    assert type(module) is reluk.nn.ReLU and not module.training
    module(torch.zeros(3))
    assert called == [1]


@pytest.mark.parametrize("backend", ["aot_eager"])
def test_replaced_model_compiles(backend, device):
    ours = reluk.replace_relu(model().to(device))
    x = numbers(torch.float32, device, [2, 3, 16, 16])
    torch._dynamo.reset()
    torch.testing.assert_close(torch.compile(ours, fullgraph=True, backend=backend)(x), ours(x))


def test_relu_function(device):
    x = numbers(torch.float32, device, [100])
    out = torch.empty_like(x)
    assert reluk.relu(x, out=out) is out
    assert_same_bits(out, reluk.relu(x))
    assert_same_bits(out, torch.relu(x))
