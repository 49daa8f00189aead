#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""What a call from Python costs on the host, and what ReLU adds on the device between two of torch's kernels.

Candidates take turns in one process; a figure is the median of its turns. Without a GPU, the host's part is of CPU
tensors, which says little about a GPU's.
"""

import argparse
import itertools
import statistics
import time

import torch

import reluk


def host_time(call, calls):
    """µs of one call, of so many that they fit into the GPU's queue."""
    begin = time.perf_counter()
    for _ in itertools.repeat(None, calls):
        call()
    end = time.perf_counter()
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return (end - begin) / calls * 1e6


def in_turns(measure, candidates, turns):
    samples = {name: [] for name in candidates}
    for _ in range(turns):
        for name, candidate in candidates.items():
            samples[name].append(measure(candidate))
    return {name: statistics.median(of_one) for name, of_one in samples.items()}


def host(device, turns):
    x = torch.randn(1024, device=device)
    out = torch.empty_like(x)
    new, into, in_place = torch.ops.reluk.relu.default, torch.ops.reluk.relu.out, torch.ops.reluk.relu_.default
    # torch.relu has no out=; torch.clamp_min, which it calls, has.
    times = in_turns(
        lambda call: host_time(call, 200),
        {
            "torch.relu(x)": lambda: torch.relu(x),
            "torch.ops.reluk.relu.default(x)": lambda: new(x),
            "torch.ops.reluk.relu(x)": lambda: torch.ops.reluk.relu(x),
            "torch.clamp_min(x, 0, out=out)": lambda: torch.clamp_min(x, 0, out=out),
            "torch.ops.reluk.relu.out(x, out=out)": lambda: into(x, out=out),
            "reluk.relu(x, out=out)": lambda: reluk.relu(x, out=out),
            "torch.ops.reluk.relu(x, out=out)": lambda: torch.ops.reluk.relu(x, out=out),
            "torch.relu_(x)": lambda: torch.relu_(x),
            "torch.ops.reluk.relu_.default(x)": lambda: in_place(x),
        },
        turns,
    )
    print(f"| call, 1024 floats on {device} | µs on the host |\n| --- | --- |")
    for name, microseconds in times.items():
        print(f"| {name} | {microseconds:.2f} |")


def chain(size, relu):
    """A graph of so many chains: torch's add, ReLU if any, torch's mul."""
    x = torch.randn(size // 4, device="cuda")
    a, b, c = (torch.empty_like(x) for _ in range(3))

    def run():
        torch.add(x, 1, out=a)
        if relu is not None:
            relu(a, b)
        torch.mul(a if relu is None else b, 2, out=c)

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        run()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(CHAINS):
            run()
    return graph


CHAINS = 20


def device_time(graph):
    """µs of one chain."""
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    graph.replay()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / CHAINS * 1e3


def device(turns):
    print("\n| MiB in | chain without, µs | torch adds | reluk adds | torch / reluk |\n| --- | --- | --- | --- | --- |")
    for mib in [1, 8, 24, 48, 96, 256]:
        graphs = {
            "without": chain(mib << 20, None),
            "torch": chain(mib << 20, lambda x, out: torch.clamp_min(x, 0, out=out)),
            "reluk": chain(mib << 20, lambda x, out: torch.ops.reluk.relu.out(x, out=out)),
        }
        in_turns(device_time, graphs, 3)  # warm
        times = in_turns(device_time, graphs, turns)
        torchs, ours = times["torch"] - times["without"], times["reluk"] - times["without"]
        print(f"| {mib} | {times['without']:.2f} | {torchs:.2f} | {ours:.2f} | {torchs / ours:.2f} |")
        del graphs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=101, help="of each candidate")
    turns = parser.parse_args().turns
    if torch.cuda.is_available():
        print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}\n")
        host("cuda", turns)
        device(turns)
    else:
        print("There is no GPU here: the host's time of CPU tensors, and nothing of a device.\n")
        host("cpu", turns)


if __name__ == "__main__":
    main()
