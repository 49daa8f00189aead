# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Streams, graphs and devices."""

import pytest
import torch
from tensors import assert_same_bits, numbers

ops = torch.ops.reluk


def test_cuda_graph(gpu):
    x = torch.zeros(1 << 20, device=gpu)
    warm = torch.cuda.Stream()
    with torch.cuda.stream(warm):
        ops.relu(x)
    torch.cuda.current_stream().wait_stream(warm)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = ops.relu(x)
        z = ops.add_relu(y, x[: len(y)])
        ops.relu_(z)
    for seed in range(3):
        x.copy_(numbers(torch.float32, gpu, x.shape, seed))
        graph.replay()
        assert_same_bits(y, torch.relu(x))
        assert_same_bits(z, torch.relu(y + x))


def test_the_first_call_may_be_captured(gpu):
    # squared_relu of float8 is called nowhere else in this file
    x = numbers(torch.float32, gpu, [1000]).to(torch.float8_e5m2)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = ops.squared_relu(x)
    graph.replay()
    assert_same_bits(y, ops.squared_relu(x))


def test_two_streams(gpu):
    """Each call is ordered after what its stream was doing, which is slow here, and before what it does next."""
    streams = [torch.cuda.Stream(), torch.cuda.Stream()]
    inputs = [numbers(torch.float32, gpu, [1 << 22], seed) for seed in [0, 1]]
    buffers = [torch.zeros_like(x) for x in inputs]
    outputs = [torch.empty_like(x) for x in inputs]
    torch.cuda.synchronize()
    for _ in range(5):
        for stream, x, buffer, out in zip(streams, inputs, buffers, outputs):
            with torch.cuda.stream(stream):
                torch.cuda._sleep(1_000_000)
                buffer.copy_(x)
                ops.relu.out(buffer, out=out)
                buffer.zero_()
    torch.cuda.synchronize()
    for x, out in zip(inputs, outputs):
        assert_same_bits(out, torch.relu(x))


def test_another_device_than_the_current_one(gpu):
    if torch.cuda.device_count() < 2:
        pytest.skip("there is only one GPU here")
    x = numbers(torch.float32, "cuda:1", [1000])
    with torch.cuda.device(0):
        y = ops.relu(x)
        assert torch.cuda.current_device() == 0
    assert y.device == x.device
    assert_same_bits(y, torch.relu(x))


def test_more_than_two_to_the_31_elements(gpu):
    if torch.cuda.mem_get_info()[0] < 12 << 30:
        pytest.skip("less than 12 GiB of device memory are free")
    x = torch.empty((1 << 31) + 77, dtype=torch.int8, device=gpu).fill_(-1)
    x[-5:] = 3
    y = ops.relu(x)
    assert y[:-5].max() == 0 and (y[-5:] == 3).all()
    matrix = x[: 1 << 31].view(1 << 16, 1 << 15)[:, 1:]
    assert ops.relu(matrix).max() == 0
