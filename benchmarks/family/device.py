# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Measures a point on the device: every candidate on tensors of its own, a gate, graphs, interleaved rounds."""

import contextlib
import types

import cases
import torch
from library import Library
from suite import Measurement, sentence

POISON = b"\xa5"  # every byte of an output before the gate
PART = 1 << 26  # elements that are compared at once
CODES = {1: torch.int8, 2: torch.int16, 4: torch.int32}


class Device:
    def __init__(self, library, rounds, batch_seconds):
        if not hasattr(torch.cuda.CUDAGraph, "raw_cuda_graph_exec"):
            raise RuntimeError(f"PyTorch {torch.__version__} does not hand out its graphs: 2.11 is known to.")
        self._library = Library(library)
        self._family = cases.Family(self._library)
        self._rounds = rounds
        self._batch_seconds = batch_seconds
        self._stream = torch.cuda.Stream()
        self._library.start(self._stream.cuda_stream)
        self._l2_bytes = torch.cuda.get_device_properties().L2_cache_size

    def context(self):
        import triton

        return {**self._library.context(), "torch": torch.__version__, "triton": triton.__version__}

    def peak_bytes(self):
        return torch.cuda.max_memory_reserved()

    def measure(self, point):
        with torch.cuda.stream(self._stream):
            try:
                return self._measure(point)
            finally:
                torch.cuda.synchronize()
                torch.cuda.empty_cache()

    def _measure(self, point):
        torch.compiler.reset()  # else the second size would be compiled for any size
        case = getattr(self._family, point.op)(point.dtype, point.elements)
        copy = self._family.copy(case.touched_bytes)
        cycle = self._library.sets(case.touched_bytes, self._l2_bytes) if point.regime == "rotating" else 1
        masters = {id(case): inputs_of(case), id(copy): inputs_of(copy)}
        measurements, graphs, launches = [], [], None
        for owner, call in [(case, call) for call in case.calls] + [(copy, copy.calls[0])]:
            measurement = Measurement(call.name)
            measurements.append(measurement)
            try:
                inputs = masters[id(owner)]
                sets = [make(owner, call) for _ in range(cycle)]
                prepare(owner, sets, inputs)
                call.run(sets[0])  # once outside of a graph: libraries load their code and settle their state
                torch.cuda.synchronize()
                if launches is None:  # one number for all, so that what a batch costs by itself weighs the same
                    trial = max(cycle, 8)
                    pilot = capture(call, sets, trial)
                    launches = self._library.launches(pilot.raw_cuda_graph_exec(), trial, cycle, self._batch_seconds)
                graph = capture(call, sets, launches)
                prepare(owner, sets, inputs)
                graph.replay()
                wrong = count_wrong(owner, call, sets, inputs)
                if wrong != 0:
                    raise RuntimeError(f"WRONG: {wrong} elements")
                measurement.launches = launches
                measurement.kernels = self._library.nodes(graph.raw_cuda_graph()) / launches
                graphs.append((measurement, graph, sets))
            except Exception as error:
                measurement.error = sentence(error)
                torch.cuda.synchronize()  # a fault of the device itself ends the run: nothing after it would count
        results = self._library.measure(
            [graph.raw_cuda_graph_exec() for _, graph, _ in graphs], self._rounds, launches or 1
        )
        for (measurement, _, _), result in zip(graphs, results):
            measurement.take(result)
        return case.touched_bytes, measurements


def inputs_of(case):
    """Random values, half of them negative, finite; the same in every run."""
    generator = torch.Generator(device="cuda").manual_seed(1)
    inputs = {}
    for name, spec in case.inputs.items():
        storage = torch.empty(spec.storage_shape(), dtype=spec.dtype, device="cuda")
        if spec.dtype.is_floating_point:
            storage.normal_(generator=generator)
        else:
            storage.random_(generator=generator)
        inputs[name] = spec.view(storage)
    return inputs


def make(case, call):
    """One set of a candidate's tensors."""
    tensors = types.SimpleNamespace()
    for name, spec in {**case.inputs, **case.outputs, **call.scratch}.items():
        setattr(tensors, name, spec.view(torch.empty(spec.storage_shape(), dtype=spec.dtype, device="cuda")))
    case.bind(tensors)
    return tensors


def prepare(case, sets, inputs):
    for tensors in sets:
        for name, spec in case.outputs.items():
            poison = int.from_bytes(POISON * spec.dtype.itemsize, "little", signed=True)
            codes(getattr(tensors, name)).fill_(poison)
        for name, values in inputs.items():
            getattr(tensors, name).copy_(values)


def capture(call, sets, launches):
    graph = torch.cuda.CUDAGraph(keep_graph=True)
    # Relaxed: a peer may allocate or query while it is being captured.
    graph.capture_begin(capture_error_mode="relaxed")
    try:
        for i in range(launches):
            call.run(sets[i % len(sets)])
    except BaseException:
        with contextlib.suppress(RuntimeError):  # that the capture has failed is known
            graph.capture_end()
        raise
    graph.capture_end()
    graph.instantiate()
    return graph


def codes(tensor):
    """Its bits, as integers."""
    return tensor.view(CODES[tensor.dtype.itemsize])


def count_wrong(case, call, sets, inputs):
    """How many outputs differ from the reference: in a bit where the call is exact, else by more than the type's
    epsilon, relatively, with -0.0 as good as 0."""
    wrong = torch.zeros((), dtype=torch.int64, device="cuda")
    spec = next(iter(case.outputs.values()))
    rows = spec.shape[0]
    step = max(1, PART * rows // max(1, spec.bytes // spec.dtype.itemsize))
    for begin in range(0, rows, step):
        part = slice(begin, begin + step)
        given = types.SimpleNamespace(
            **{name: x if case.inputs[name].whole else x[part] for name, x in inputs.items()}
        )
        for name, wanted in case.reference(given).items():
            for tensors in sets:
                got = getattr(tensors, name)[part]
                if call.exact:
                    wrong += (codes(got) != codes(wanted)).sum()
                else:
                    epsilon = torch.finfo(wanted.dtype).eps
                    # Not <=, so that a NaN counts as wrong.
                    wrong += (~((got.float() - wanted.float()).abs() <= epsilon * wanted.float().abs())).sum()
    return wrong.item()
