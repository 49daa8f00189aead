# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""libreluk_family_bench.so by ctypes: the family's calls (operations.cu), the other suites' method (laboratory.cpp)."""

import ctypes

P = ctypes.c_void_p  # device memory, a stream or a graph
N = ctypes.c_size_t
F = ctypes.c_float

# What each call takes before the stream and the dataflow.
OPERATIONS = {
    "add_relu_fp32": (P, P, P, N),
    "add_relu_fp16": (P, P, P, N),
    "add_relu_bf16": (P, P, P, N),
    "bias_relu_fp16": (P, P, P, N, N),
    "bias_relu_channels_fp16": (P, P, P, N, N, N),
    "relu_cast_fp32_fp16": (P, P, N),
    "relu_cast_fp16_e4m3": (P, P, N),
    "relu_backward_fp16": (P, P, P, N),
    "relu_with_mask_fp16": (P, P, P, N),
    "relu_backward_mask_fp16": (P, P, P, N),
    "clipped_relu_fp16": (P, P, N, F),
    "clipped_relu_backward_fp16": (P, P, P, N, F),
    "leaky_relu_fp16": (P, P, N, F),
    "leaky_relu_backward_fp16": (P, P, P, N, F),
    "squared_relu_fp16": (P, P, N),
    "squared_relu_backward_fp16": (P, P, P, N),
    "relu_2d_fp16": (P, N, P, N, N, N),
}


class Result(ctypes.Structure):
    """Of one candidate; reluk_bench_result in laboratory.cpp."""

    _fields_ = [
        ("median_us", ctypes.c_double),
        ("p10_us", ctypes.c_double),
        ("p90_us", ctypes.c_double),
        ("sm_mhz", ctypes.c_double),
        ("samples", N),
        ("throttled", N),
    ]


class Library:
    pointer = P
    size = N

    def __init__(self, path):
        library = ctypes.CDLL(str(path))
        self._library = library
        for name, parameters in OPERATIONS.items():
            getattr(library, f"reluk_{name}").argtypes = (*parameters, P, ctypes.c_ubyte)
        library.reluk_relu_batch_fp32.argtypes = (P, P, P, N, P)
        library.reluk_bench_copy.argtypes = (P, P, N, P)
        self._note = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p)
        library.reluk_bench_sets.restype = N
        for name, parameters in {
            "context": (self._note,),
            "start": (P,),
            "launches": (P, N, N, ctypes.c_double, ctypes.POINTER(N)),
            "nodes": (P, ctypes.POINTER(N)),
            "measure": (ctypes.POINTER(P), N, N, N, ctypes.POINTER(Result)),
        }.items():
            function = getattr(library, f"reluk_bench_{name}")
            function.argtypes = parameters
            function.restype = ctypes.c_char_p
        library.reluk_bench_sets.argtypes = (N, N)
        self.flows = {
            name: library.reluk_bench_dataflow(name.encode()) for name in ("pipeline", "repeated", "oneshot")
        }

    def status(self, name, *arguments):
        """The code that an operation returns; everything but the dataflow's name is passed as it is."""
        *others, flow = arguments
        return getattr(self._library, f"reluk_{name}")(*others, self.flows[flow])

    def batch_status(self, *arguments):
        return self._library.reluk_relu_batch_fp32(*arguments)

    def copy_status(self, *arguments):
        return self._library.reluk_bench_copy(*arguments)

    def _checked(self, name, *arguments):
        failure = getattr(self._library, f"reluk_bench_{name}")(*arguments)
        if failure is not None:
            raise RuntimeError(failure.decode())

    def context(self):
        notes = {}

        def note(key, value):
            notes[key.decode()] = value.decode()

        self._checked("context", self._note(note))
        return notes

    def sets(self, touched_bytes, l2_bytes):
        return self._library.reluk_bench_sets(touched_bytes, l2_bytes)

    def start(self, stream):
        self._checked("start", stream)

    def launches(self, pilot, calls, cycle, batch_seconds):
        launches = N()
        self._checked("launches", pilot, calls, cycle, batch_seconds, ctypes.byref(launches))
        return launches.value

    def nodes(self, graph):
        nodes = N()
        self._checked("nodes", graph, ctypes.byref(nodes))
        return nodes.value

    def measure(self, graphs, rounds, launches):
        """A Result for each graph."""
        results = (Result * len(graphs))()
        self._checked("measure", (P * len(graphs))(*graphs), len(graphs), rounds, launches, results)
        return list(results)
