#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""A torchvision ResNet, of random weights, with its ReLUs replaced: the same bits out, and the time of the ReLUs."""

import argparse
import copy
import functools
import statistics

import torch
import torchvision

import reluk


def graph_of(model, images):
    """A forward pass as a CUDA graph, which the host's pace does not show in; call it under inference_mode()."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        model(images)
    return graph.replay


def times_in_turns(calls, repetitions):
    """For each of several calls, the median of its times, in ms on the GPU."""
    times = [[] for _ in calls]
    for _ in range(repetitions):
        for call, of_call in zip(calls, times):
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            call()
            end.record()
            end.synchronize()
            of_call.append(begin.elapsed_time(end))
    return [statistics.median(of_call) for of_call in times]


def relu_time(model, images, repetitions):
    """Of one forward pass, the ms on the GPU in kernels that a ReLU launched."""
    activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profile:
        for _ in range(repetitions):
            model(images)
        torch.cuda.synchronize()
    of_relu = {"aten::relu", "aten::relu_", "reluk::relu", "reluk::relu_"}
    return sum(each.device_time_total for each in profile.key_averages() if each.key in of_relu) / repetitions / 1e3


def show(what, times):
    print(f"  {what}: torch {times[0]:.3f}, reluk {times[1]:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--model", default="resnet50", help="any classifier of torchvision")
    parser.add_argument("--batch", type=int, default=None, help="images at once: 64 on a GPU and 1 on the CPU")
    parser.add_argument("--dtype", default="float32", choices=["float32", "float16", "bfloat16"])
    parser.add_argument("--channels-last", action="store_true", help="NHWC in memory")
    parser.add_argument("--repetitions", type=int, default=50, help="forward passes that are timed")
    options = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    torch.backends.cudnn.deterministic = True  # else the convolutions' own bits differ between two passes
    format = torch.channels_last if options.channels_last else torch.contiguous_format
    theirs = torchvision.models.get_model(options.model, weights=None).eval()
    theirs = theirs.to(device=device, dtype=getattr(torch, options.dtype), memory_format=format)
    ours = reluk.replace_relu(copy.deepcopy(theirs))
    replaced = sum(type(module) is reluk.nn.ReLU for module in ours.modules())
    batch = options.batch or (64 if device == "cuda" else 1)
    images = torch.randn(batch, 3, 224, 224, dtype=getattr(torch, options.dtype)).to(device, memory_format=format)

    with torch.inference_mode():
        same = torch.equal(ours(images), theirs(images))
        print(
            f"{options.model}: {replaced} modules replaced; the outputs' bits are {'the same' if same else 'DIFFERENT'}"
        )
        if device == "cpu":
            print("There is no GPU here: compared on the CPU, and nothing timed.")
        else:
            print(f"{torch.cuda.get_device_name()}, {options.dtype}, {batch} images, ms for one forward pass:")
            models = [theirs, ours]
            calls = [functools.partial(model, images) for model in models]
            times_in_turns(calls, 10)  # all that is done once
            show("called", times_in_turns(calls, options.repetitions))
            graphs = [graph_of(model, images) for model in models]
            show("as a CUDA graph", times_in_turns(graphs, options.repetitions))
            # At the end: after the profiler has run once, each launch costs the host twice as much.
            show("its ReLUs", [relu_time(model, images, options.repetitions) for model in models])
    return 0 if same and replaced else 1


if __name__ == "__main__":
    raise SystemExit(main())
