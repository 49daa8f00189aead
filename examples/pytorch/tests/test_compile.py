# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""The operators as torch.library checks them, and inside torch.compile."""

import pytest
import torch
from tensors import assert_same_bits, layouts, numbers

ops = torch.ops.reluk


def samples(device):
    """Each operator with arguments: (operator, arguments, keyword arguments)."""
    x, y = (numbers(torch.float32, device, [4, 6], seed) for seed in [0, 1])
    half = numbers(torch.float16, device, [4, 6])
    mask = ops.relu_with_mask(x)[1]

    def out(like=x, **kind):
        return torch.empty_like(like, **kind)

    return [
        (ops.relu.default, [x], {}),
        (ops.relu_.default, [x.clone()], {}),
        (ops.relu.out, [x], {"out": out()}),
        (ops.relu_batch.default, [[x, y[0]]], {}),
        (ops.relu_batch_.default, [[x.clone(), y[0].clone()]], {}),
        (ops.relu_batch.out, [[x, half]], {"out": [out(), out(half)]}),
        (ops.relu_backward.default, [x, y], {}),
        (ops.relu_backward.grad_input, [x, y], {"grad_input": out()}),
        (ops.relu_with_mask.default, [x], {}),
        (ops.relu_with_mask.out, [x], {"out": out(), "mask": out(mask)}),
        (ops.relu_backward_mask.default, [x, mask], {}),
        (ops.relu_backward_mask.grad_input, [x, mask], {"grad_input": out()}),
        (ops.add_relu.default, [x, y], {}),
        (ops.add_relu.out, [x, y], {"out": out()}),
        (ops.bias_relu.default, [x, y[0]], {}),
        (ops.bias_relu.out, [x, y[:, 0].clone(), 0], {"out": out()}),
        (ops.relu_cast.default, [x, torch.float16], {}),
        (ops.relu_cast.out, [half, torch.float32, 0.5], {"out": out()}),
        (ops.clipped_relu.default, [x, 1.0], {}),
        (ops.clipped_relu.out, [x, 1.0], {"out": out()}),
        (ops.clipped_relu_backward.default, [x, y, 1.0], {}),
        (ops.leaky_relu.default, [x, 0.1], {}),
        (ops.leaky_relu.out, [x, 0.1], {"out": out()}),
        (ops.leaky_relu_backward.default, [x, y, 0.1], {}),
        (ops.squared_relu.default, [x], {}),
        (ops.squared_relu.out, [x], {"out": out()}),
        (ops.squared_relu_backward.default, [x, y], {}),
    ]


NAMES = [str(operator) for operator, _, _ in samples("cpu")]


def sample(name, device):
    return next(each for each in samples(device) if str(each[0]) == name)


def test_each_operator_has_a_sample():
    registered = {name for name in torch._C._dispatch_get_all_op_names() if name.startswith("reluk::")}
    assert registered == {operator.name() for operator, _, _ in samples("cpu")}


@pytest.mark.parametrize("name", NAMES)
def test_opcheck(name, device):
    operator, arguments, keywords = sample(name, device)
    torch.library.opcheck(operator, arguments, keywords)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith((".out", ".grad_input"))])
def test_opcheck_with_gradient(name, device):
    operator, arguments, keywords = sample(name, device)
    arguments = torch.utils._pytree.tree_map_only(
        torch.Tensor, lambda each: each.requires_grad_(each.is_floating_point()), arguments
    )
    if operator in [ops.relu_.default, ops.relu_batch_.default]:  # which a leaf refuses
        arguments = torch.utils._pytree.tree_map_only(torch.Tensor, lambda each: each * 1, arguments)
        tests = ["test_schema", "test_autograd_registration", "test_faketensor"]
        torch.library.opcheck(operator, arguments, keywords, test_utils=tests)
    else:
        torch.library.opcheck(operator, arguments, keywords)


@pytest.mark.parametrize("name", [name for name, _ in layouts(torch.empty)])
def test_opcheck_of_strides(name, device):
    x = dict(layouts(lambda shape: numbers(torch.float32, device, shape)))[name]
    torch.library.opcheck(ops.relu.default, [x])
    torch.library.opcheck(ops.relu_with_mask.default, [x])
    if name != "expanded":
        torch.library.opcheck(ops.relu_.default, [x.clone()])


def network(x, weight, bias, extra):
    """Every way of writing an operator: new, in place, out=, masked."""
    y = ops.bias_relu(x @ weight, bias)
    y = ops.relu_(y - 0.2)
    z, _ = ops.relu_with_mask(y * extra)
    with torch.no_grad():
        scratch = torch.empty_like(z)
        ops.relu.out(z.detach() - 0.1, out=scratch)
    return ops.add_relu(z, -y * 0.5) + scratch, ops.relu_cast(y, torch.float16)


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
@pytest.mark.parametrize("dynamic", [False, True])
def test_compiled_network_is_the_eager_one(backend, dynamic, device):
    def run(function):
        inputs = [
            numbers(torch.float32, device, shape, seed).requires_grad_()
            for seed, shape in enumerate([[16, 8], [8, 8], [8], [16, 8]])
        ]
        y, low = function(*inputs)
        (y.sum() + low.float().sum()).backward()
        return [y, low, *(each.grad for each in inputs)]

    torch._dynamo.reset()
    compiled = torch.compile(network, fullgraph=True, backend=backend, dynamic=dynamic)
    for actual, expected in zip(run(compiled), run(network)):
        torch.testing.assert_close(actual, expected)


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_compiled_writes_reach_the_inputs(backend, device):
    def write(x, out):
        ops.relu_(x)
        ops.add_relu.out(x, x, out=out[1:])
        return out + 1

    def run(function):
        x, out = numbers(torch.float32, device, [9]), torch.zeros(10, device=device)
        return [function(x, out), x, out]

    torch._dynamo.reset()
    for actual, expected in zip(run(torch.compile(write, fullgraph=True, backend=backend)), run(write)):
        assert_same_bits(actual, expected)


def test_export(device):
    class Model(torch.nn.Module):
        def forward(self, x):
            return ops.relu(x) + ops.clipped_relu(x, 2.0)

    x = numbers(torch.float32, device, [3, 4])
    exported = torch.export.export(Model(), (x,))
    assert_same_bits(exported.module()(x), Model()(x))


def test_meta():
    x = torch.empty(3, 5, device="meta")
    assert ops.relu(x).shape == x.shape
    assert ops.relu_cast(x, torch.float8_e4m3fn).dtype == torch.float8_e4m3fn
    assert ops.relu_with_mask(x)[1].shape == (1,)
