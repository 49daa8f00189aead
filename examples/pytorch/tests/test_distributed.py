# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Two processes: tensors sharded over them (DTensor), and models copied to them (DDP). NCCL where there are two GPUs for
them, else gloo and the CPU."""

import os
import tempfile

import pytest
import torch
import torch.distributed as dist

if not dist.is_available():
    pytest.skip("this torch is built without torch.distributed", allow_module_level=True)

import torch.multiprocessing as mp
from tensors import assert_same_bits, numbers
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor, init_device_mesh

import reluk

ops = torch.ops.reluk
PROCESSES = 2


def _in_process(rank, work, device, rendezvous):
    torch.set_num_threads(1)
    if device == "cuda":
        torch.cuda.set_device(rank)
    dist.init_process_group(
        "nccl" if device == "cuda" else "gloo", init_method=f"file://{rendezvous}", rank=rank, world_size=PROCESSES
    )
    try:
        work(device)
    finally:
        dist.destroy_process_group()


def in_processes(work, device):
    if device == "cuda" and torch.cuda.device_count() < PROCESSES:
        pytest.skip("there is only one GPU here: the CPU's processes tested the same")
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(_in_process, (work, device, os.path.join(folder, "rendezvous")), nprocs=PROCESSES)


def _elementwise(x, y):
    """The operators that act element by element, on plain or distributed tensors."""
    yield ops.relu(x)
    yield ops.relu_(x.clone())
    yield ops.add_relu(x, y)
    yield ops.relu_backward(x, y)
    yield ops.relu_cast(x, torch.float16)
    yield ops.relu_cast(x, torch.float8_e4m3fn).to(torch.float32)
    yield ops.clipped_relu(x, 0.5)
    yield ops.clipped_relu(x, 0.25)
    yield ops.leaky_relu(x, 0.1)
    yield ops.squared_relu(x)


def _shard_any_dimension(device):
    mesh = init_device_mesh(device, [PROCESSES])
    x, y = (numbers(torch.float32, device, [6, 5, 4], seed) for seed in [0, 1])
    for placement in [Replicate(), Shard(0), Shard(1), Shard(2)]:  # 5 is not a multiple of 2
        dx, dy = (distribute_tensor(each, mesh, [placement]) for each in [x, y])
        for actual, expected in zip(_elementwise(dx, dy), _elementwise(x, y)):
            assert isinstance(actual, DTensor) and actual.placements == (placement,)
            assert_same_bits(actual.full_tensor(), expected)
        for dim in range(3):
            bias = numbers(torch.float32, device, [x.shape[dim]], seed=2)
            actual = ops.bias_relu(dx, distribute_tensor(bias, mesh, [Replicate()]), dim)
            assert_same_bits(actual.full_tensor(), ops.bias_relu(x, bias, dim))
        result, mask = ops.relu_with_mask(dx)
        assert_same_bits(result.full_tensor(), ops.relu(x))
        assert_same_bits(mask.full_tensor(), ops.relu_with_mask(x)[1])


def _sum_first(device):
    """The processes' parts have to be added before ReLU: here one is negative, and larger."""
    mesh = init_device_mesh(device, [PROCESSES])
    part = torch.full([4, 4], 1.0 if dist.get_rank() == 0 else -3.0, device=device)
    y = ops.relu(DTensor.from_local(part, mesh, [Partial()]))
    assert not any(placement.is_partial() for placement in y.placements)
    assert torch.equal(y.full_tensor(), torch.zeros_like(part))


def _gradient(device):
    mesh = init_device_mesh(device, [PROCESSES])
    x = numbers(torch.float32, device, [6, 4])
    bias = numbers(torch.float32, device, [4], seed=1)
    weight = numbers(torch.float32, device, [6, 4], seed=2)

    def run(place):
        a, b, w = place(x, Shard(0)), place(bias, Replicate()), place(weight, Shard(0))
        a.requires_grad_(), b.requires_grad_()
        (ops.squared_relu(ops.bias_relu(ops.relu(a), b)) * w).sum().backward()
        return a.grad, b.grad

    actual = run(lambda tensor, placement: distribute_tensor(tensor, mesh, [placement]))
    for a, e in zip(actual, run(lambda tensor, _: tensor.clone())):
        torch.testing.assert_close(a.full_tensor(), e)


def _ddp(device):
    """A model with reluk's modules learns as the same one with torch's does, bit for bit."""

    def train(replace):
        torch.manual_seed(0)
        model = torch.nn.Sequential(
            torch.nn.Linear(16, 32),
            torch.nn.ReLU(),
            torch.nn.Linear(32, 32),
            torch.nn.ReLU(True),
            torch.nn.Linear(32, 1),
        ).to(device)
        model = replace(model)
        parallel = torch.nn.parallel.DistributedDataParallel(model)
        optimizer = torch.optim.SGD(parallel.parameters(), lr=0.1)
        for step in range(3):
            x = numbers(torch.float32, device, [8, 16], seed=2 * step + dist.get_rank())
            optimizer.zero_grad()
            parallel(x).square().mean().backward()
            optimizer.step()
        return list(model.parameters())

    for ours, theirs in zip(train(reluk.replace_relu), train(lambda model: model)):
        assert_same_bits(ours.detach(), theirs.detach())


@pytest.mark.parametrize(
    "work", [_shard_any_dimension, _sum_first, _gradient, _ddp], ids=lambda work: work.__name__[1:]
)
def test_two_processes(work, device):
    in_processes(work, device)
