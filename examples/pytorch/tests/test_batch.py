# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""relu_batch: what a call of relu for each tensor in turn does."""

import pytest
import torch
from tensors import FLOATING, SIGNED, UNSIGNED, assert_same_bits, codes, layouts, numbers

ops = torch.ops.reluk


def assert_all_same_bits(actual, expected):
    assert len(actual) == len(expected)
    for a, e in zip(actual, expected):
        assert_same_bits(a, e)


def in_turn(tensors):
    return [ops.relu(tensor) for tensor in tensors]


@pytest.mark.parametrize("dtype", FLOATING + SIGNED + UNSIGNED, ids=str)
def test_every_dtype(dtype, device):
    tensors = [codes(dtype, device), codes(dtype, device, [7, 11], seed=1), codes(dtype, device, [1], seed=2)]
    before = [tensor.clone() for tensor in tensors]
    expected = in_turn(tensors)
    assert_all_same_bits(ops.relu_batch(tensors), expected)
    assert_all_same_bits(tensors, before)
    outs = [torch.empty_like(tensor) for tensor in tensors]
    assert ops.relu_batch.out(tensors, out=outs) is None
    assert_all_same_bits(outs, expected)
    assert ops.relu_batch_(tensors) is None
    assert_all_same_bits(tensors, expected)


def test_dtypes_and_layouts_in_one_list(device):
    tensors = [
        tensor
        for dtype in [torch.float32, torch.float16, torch.int8]
        for name, tensor in layouts(lambda shape: numbers(dtype, device, shape))
        if name != "expanded"
    ]
    expected = in_turn(tensors)
    results = ops.relu_batch(tensors)
    assert_all_same_bits(results, expected)
    assert [result.stride() for result in results] == [each.stride() for each in expected]
    outs = [torch.empty(tensor.shape, dtype=tensor.dtype, device=device) for tensor in tensors]
    ops.relu_batch.out(tensors, out=outs)
    assert_all_same_bits(outs, expected)
    ops.relu_batch_(tensors)
    assert_all_same_bits(tensors, expected)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 143, 1500])
def test_any_number_of_tensors(count, device):
    tensors = [numbers(torch.float32, device, [17 * i % 257], seed=i) for i in range(count)]  # one in 257 is empty
    expected = in_turn(tensors)
    assert_all_same_bits(ops.relu_batch(tensors), expected)
    ops.relu_batch_(tensors)
    assert_all_same_bits(tensors, expected)


@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32], ids=str)
def test_slices_at_any_offset(dtype, device):
    """Neighbours in one storage, of which each may start anywhere in a word; what lies outside stays."""
    x = numbers(dtype, device, [5000])
    bounds = torch.arange(1, 33).cumsum(0) * 9 + 3
    tensors = [x[i:j] for i, j in zip(bounds, bounds[1:])]
    out = torch.full_like(x, 7)
    ops.relu_batch.out(tensors, out=[out[i + 1 : j + 1] for i, j in zip(bounds, bounds[1:])])
    expected = torch.full_like(x, 7)
    expected[bounds[0] + 1 : bounds[-1] + 1] = ops.relu(x[bounds[0] : bounds[-1]])
    assert_same_bits(out, expected)
    expected = x.clone()
    expected[bounds[0] : bounds[-1]] = ops.relu(x[bounds[0] : bounds[-1]])
    ops.relu_batch_(tensors)
    assert_same_bits(x, expected)


def test_tensors_that_overlap_are_taken_in_turn(device):
    """An output that is a later input, the same tensor twice, the halves of one matrix."""
    x = numbers(torch.float32, device, [10, 64])
    expected = x.clone()
    for i in range(9):
        ops.relu.out(expected[i] - 0, out=expected[i + 1])
    ops.relu_batch.out(list(x[:9]), out=list(x[1:]))
    assert_same_bits(x, expected)

    y = numbers(torch.float32, device, [100])
    expected = ops.relu(y)
    ops.relu_batch_([y, y, y[3:50]])
    assert_same_bits(y, expected)

    z = numbers(torch.float32, device, [50, 64])
    expected = ops.relu(z)
    ops.relu_batch_([z[:, :30], z[:, 30:]])
    assert_same_bits(z, expected)

    one, outs = numbers(torch.float32, device, [100]), [torch.empty(100, device=device) for _ in range(2)]
    ops.relu_batch.out([one, one], out=outs)
    assert_all_same_bits(outs, [ops.relu(one)] * 2)


def test_outputs_are_resized(device):
    tensors = [numbers(torch.float32, device, shape) for shape in [[3, 4], [5], [0]]]
    outs = [torch.empty(0, device=device) for _ in tensors]
    ops.relu_batch.out(tensors, out=outs)
    assert_all_same_bits(outs, in_turn(tensors))


def test_versions_are_counted(device):
    tensors, outs = ([torch.zeros(3, device=device) for _ in range(2)] for _ in range(2))
    ops.relu_batch_(tensors)
    ops.relu_batch.out(tensors, out=outs)
    assert [each._version for each in tensors + outs] == [1, 1, 1, 1]


def test_each_tensor_has_its_own_gradient(device):
    tensors = [numbers(torch.float32, device, shape, seed=len(shape)) for shape in [[4], [2, 3], [5, 1, 2]]]
    for needs, tensor in zip([True, False, True], tensors):
        tensor.requires_grad_(needs)
    results = ops.relu_batch(tensors)
    assert [result.requires_grad for result in results] == [True, False, True]
    results[2].sum().backward()
    assert tensors[0].grad is None
    assert_same_bits(tensors[2].grad, (tensors[2] > 0).float())
    results[0].sum().backward()
    assert_same_bits(tensors[0].grad, (tensors[0] > 0).float())


@pytest.mark.parametrize("batch", [ops.relu_batch, lambda x: [y := [each * 1 for each in x], ops.relu_batch_(y)][0]])
def test_gradients(batch, device):
    tensors = [numbers(torch.float64, device, shape).add_(0.01).requires_grad_() for shape in [[5], [2, 3]]]
    assert torch.autograd.gradcheck(lambda *x: tuple(batch(list(x))), tensors)
    assert torch.autograd.gradgradcheck(lambda *x: tuple(batch(list(x))), tensors)


def test_in_place_refuses_leaves_and_writes_nothing(device):
    leaf = numbers(torch.float32, device, [10]).requires_grad_()
    other = numbers(torch.float32, device, [10])
    before = other.clone()
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        ops.relu_batch_([other, leaf])
    assert_same_bits(other, before)


def test_out_does_not_differentiate(device):
    x = numbers(torch.float32, device, [10]).requires_grad_()
    with pytest.raises(RuntimeError, match="nothing is differentiated"):
        ops.relu_batch.out([x.detach(), x], out=[torch.empty_like(x, requires_grad=False) for _ in range(2)])


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_compiled(backend, device):
    def network(x, y):
        a, b = ops.relu_batch([x * 2, y - 1])
        c = [a - 0.5, b - 0.5]
        ops.relu_batch_(c)
        return c[0].sum() + c[1].square().sum()

    def write(x, y, out):
        ops.relu_batch_([x, y])
        ops.relu_batch.out([x - 0.1], out=[out])
        return out + 1

    def run(network, write):
        inputs = [
            numbers(torch.float32, device, shape, seed).requires_grad_() for seed, shape in enumerate([[9], [4, 5]])
        ]
        network(*inputs).backward()
        written = [each.detach().clone() for each in inputs] + [torch.zeros(9, device=device)]
        return [*(each.grad for each in inputs), write(*written), *written]

    torch._dynamo.reset()
    compiled = (torch.compile(each, fullgraph=True, backend=backend) for each in [network, write])
    for actual, expected in zip(run(*compiled), run(network, write)):
        torch.testing.assert_close(actual, expected)


def test_meta():
    shapes = [[3, 5], [0], []]
    results = ops.relu_batch([torch.empty(shape, device="meta") for shape in shapes])
    assert [list(result.shape) for result in results] == shapes


x = torch.randn(4, 6)

BAD = {
    "dtype": (TypeError, "no kernel for Bool", [x, x > 0], None),
    "number of outputs": (ValueError, "there are 2 inputs and 1 outputs", [x, x], [x * 1]),
    "type of an output": (TypeError, "output is of Double", [x, x], [x * 1, x.double()]),
    "partial overlap": (ValueError, "overlaps its input", [x[0], x.view(-1)[1:]], [x[0] * 1, x.view(-1)[:-1]]),
    "overlap of columns": (ValueError, "overlaps its input", [x, x[:, 1:4]], [x * 1, x[:, 2:5]]),
    "sparse": (NotImplementedError, "no kernel for such tensors", [x, x.to_sparse()], None),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_writes_nothing(case):
    kind, sentence, tensors, outs = BAD[case]
    everything = [each for each in [x, *(outs or [])] if not each.is_sparse]
    before = [each.clone() for each in everything]
    with pytest.raises(kind, match=sentence):
        if outs is None:
            ops.relu_batch_(tensors)
        else:
            ops.relu_batch.out(tensors, out=outs)
    assert all(torch.equal(a, b) for a, b in zip(everything, before))


def test_expanded_tensors_are_not_written():
    with pytest.raises(RuntimeError, match="single memory location"):
        ops.relu_batch_([torch.zeros(3), torch.zeros(1).expand(3)])


def test_two_devices(gpu):
    """Each tensor is worked on where it is, but an output has to be where its input is."""
    tensors = [numbers(torch.float32, where, [100]) for where in ["cpu", gpu, "cpu"]]
    assert_all_same_bits(ops.relu_batch(tensors), in_turn(tensors))
    with pytest.raises(RuntimeError, match="move them to one device"):
        ops.relu_batch.out(tensors, out=[torch.empty(100) for _ in tensors])


def test_cuda_graph(gpu):
    tensors = [torch.zeros(1000 + i, device=gpu) for i in range(200)]
    ops.relu_batch(tensors)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        results = ops.relu_batch(tensors)
    for seed in range(2):
        for tensor in tensors:
            tensor.copy_(numbers(torch.float32, gpu, tensor.shape, seed))
        graph.replay()
        assert_all_same_bits(results, in_turn(tensors))
