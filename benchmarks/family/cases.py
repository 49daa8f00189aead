# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""What is computed in each case, by whom, and what it must give.

PyTorch's eager peers write to tensors that are there already (`out=`), as a program that cares for speed has them; the
compiled ones end in `out.copy_()`, which Inductor fuses into the one kernel's store. So no candidate allocates.
"""

import dataclasses
import math
import typing

import torch

COLUMNS = 4096
CHANNELS, HEIGHT, WIDTH = 256, 32, 32
BOUND = 1.0
SLOPE = 0.01

TYPES = {
    "fp32": torch.float32,
    "fp16": torch.float16,
    "bf16": torch.bfloat16,
    "e4m3": torch.float8_e4m3fn,
}


@dataclasses.dataclass(frozen=True)
class Spec:
    """A tensor to be made. `pitch`: elements from one row to the next, of a matrix that is the left part of a wider
    one. `whole`: is not cut along its first dimension where the others are, but is needed by every part."""

    dtype: torch.dtype
    shape: tuple
    pitch: typing.Optional[int] = None
    whole: bool = False

    @property
    def bytes(self):
        return math.prod(self.shape) * self.dtype.itemsize

    def storage_shape(self):
        return self.shape if self.pitch is None else (self.shape[0], self.pitch)

    def view(self, storage):
        return storage if self.pitch is None else storage[:, : self.shape[1]]


@dataclasses.dataclass(frozen=True)
class Call:
    """A candidate: `run` gets the tensors by name, those of the case and its own `scratch`. An `exact` one must give
    the reference's bits; a peer may round where it likes."""

    name: str
    run: typing.Callable
    scratch: dict = dataclasses.field(default_factory=dict)
    exact: bool = False


@dataclasses.dataclass(frozen=True)
class Case:
    """Inputs and outputs by name; a name that is among both is worked on in place. `reference` makes, of the inputs or
    of equal parts of them, the outputs, in several steps and in float."""

    inputs: dict
    outputs: dict
    calls: list
    reference: typing.Callable
    further_bytes: int = 0  # that reluk reads and writes besides inputs and outputs
    bind: typing.Callable = lambda tensors: None  # adds what the calls need to a set of tensors, once

    @property
    def touched_bytes(self):
        return sum(spec.bytes for spec in (*self.inputs.values(), *self.outputs.values())) + self.further_bytes


def rectified(x):
    return torch.where(x > 0, x, 0)


class Family:
    """The cases, for reluk's side in `library`."""

    def __init__(self, library):
        self._library = library

    def _ours(self, *steps, scratch=None):
        """reluk with the regime's dataflow, and the plain call, which says none and so assumes a pipeline. A step is an
        operation's name and its arguments, which are made of the tensors."""

        def call(flow):
            def run(tensors):
                for name, arguments in steps:
                    self._launch(name, *arguments(tensors), flow)

            return run

        return [
            Call("reluk", call("oneshot"), scratch or {}, exact=True),
            Call("reluk:default", call("pipeline"), scratch or {}, exact=True),
        ]

    def _launch(self, name, *arguments):
        *tensors, flow = arguments
        plain = [a.data_ptr() if isinstance(a, torch.Tensor) else a for a in tensors]
        status = self._library.status(name, *plain, stream(), flow)
        if status != 0:
            raise RuntimeError(f"reluk's {name} returns the CUDA error {status}")

    def copy(self, moved_bytes):
        """What the device makes of a copy that reads and writes as many bytes as a case."""
        spec = Spec(torch.uint8, (moved_bytes // 2,))

        def run(t):
            status = self._library.copy_status(t.to.data_ptr(), t.source.data_ptr(), spec.bytes, stream())
            if status != 0:
                raise RuntimeError(f"cudaMemcpyAsync returns the CUDA error {status}")

        return Case({"source": spec}, {"to": spec}, [Call("memcpy", run, exact=True)], lambda t: {"to": t.source})

    def add_relu(self, dtype, n):
        spec = Spec(TYPES[dtype], (n,))

        def eager(t):
            torch.add(t.a, t.b, out=t.out).relu_()

        def fused(out, a, b):
            out.copy_(torch.relu(a + b))

        return Case(
            {"a": spec, "b": spec},
            {"out": spec},
            self._ours((f"add_relu_{dtype}", lambda t: (t.out, t.a, t.b, n)))
            + [Call("torch", eager), compiled(fused, "out", "a", "b")],
            lambda t: {"out": rectified(t.a.float() + t.b.float()).to(spec.dtype)},
        )

    def _bias(self, spec, bias, name, arguments):
        def eager(t):
            torch.add(t.x, t.bias, out=t.out).relu_()

        def fused(out, x, bias):
            out.copy_(torch.relu(x + bias))

        return Case(
            {"x": spec, "bias": bias},
            {"out": spec},
            self._ours((name, arguments)) + [Call("torch", eager), compiled(fused, "out", "x", "bias")],
            lambda t: {"out": rectified(t.x.float() + t.bias.float()).to(spec.dtype)},
        )

    def bias_relu(self, dtype, n):
        rows = n // COLUMNS
        return self._bias(
            Spec(TYPES[dtype], (rows, COLUMNS)),
            Spec(TYPES[dtype], (COLUMNS,), whole=True),
            f"bias_relu_{dtype}",
            lambda t: (t.out, t.x, t.bias, rows, COLUMNS),
        )

    def bias_relu_channels(self, dtype, n):
        images = n // (CHANNELS * HEIGHT * WIDTH)
        return self._bias(
            Spec(TYPES[dtype], (images, CHANNELS, HEIGHT, WIDTH)),
            Spec(TYPES[dtype], (CHANNELS, 1, 1), whole=True),
            f"bias_relu_channels_{dtype}",
            lambda t: (t.out, t.x, t.bias, images, CHANNELS, HEIGHT * WIDTH),
        )

    def relu_cast(self, dtype, n):
        source, target = dtype.split("-")
        spec, out = Spec(TYPES[source], (n,)), Spec(TYPES[target], (n,))

        def eager(t):
            torch.clamp_min(t.x, 0, out=t.y)
            t.out.copy_(t.y)

        def cast_first(t):
            t.out.copy_(t.x)
            t.out.relu_()

        def fused(out, x):
            out.copy_(torch.relu(x).to(out.dtype))

        calls = self._ours((f"relu_cast_{source}_{target}", lambda t: (t.out, t.x, n)))
        calls += [Call("torch", eager, {"y": spec}), compiled(fused, "out", "x")]
        if target != "e4m3":  # of which PyTorch has no ReLU
            calls.append(Call("torch-cast-first", cast_first))
        return Case({"x": spec}, {"out": out}, calls, lambda t: {"out": rectified(t.x).to(out.dtype)})

    def mask_both_ways(self, dtype, n):
        """Forward and backward together; a compiler may not fuse the two, since a network has the rest in between."""
        spec = Spec(TYPES[dtype], (n,))
        mask = Spec(torch.int32, (math.ceil(n / 32),))

        def eager(t):
            torch.clamp_min(t.x, 0, out=t.out)
            torch.ops.aten.threshold_backward.grad_input(t.grad_out, t.out, 0, grad_input=t.grad_in)

        def forward(out, x):
            out.copy_(torch.relu(x))

        def backward(grad_in, grad_out, y):
            grad_in.copy_(torch.ops.aten.threshold_backward(grad_out, y, 0))

        forward, backward = compiled(forward, "out", "x"), compiled(backward, "grad_in", "grad_out", "out")

        def both(t):
            forward.run(t)
            backward.run(t)

        return Case(
            {"x": spec, "grad_out": spec},
            {"out": spec, "grad_in": spec},
            self._ours(
                (f"relu_with_mask_{dtype}", lambda t: (t.out, t.mask, t.x, n)),
                (f"relu_backward_mask_{dtype}", lambda t: (t.grad_in, t.grad_out, t.mask, n)),
                scratch={"mask": mask},
            )
            + [Call("torch", eager), Call("compile", both)],
            lambda t: {"out": rectified(t.x), "grad_in": torch.where(t.x > 0, t.grad_out, 0)},
            further_bytes=2 * mask.bytes,
        )

    def _unary(self, dtype, n, name, numbers, eager, fused, reference):
        spec = Spec(TYPES[dtype], (n,))

        def write(out, x):
            out.copy_(fused(x))

        return Case(
            {"x": spec},
            {"out": spec},
            self._ours((f"{name}_{dtype}", lambda t: (t.out, t.x, n, *numbers)))
            + [Call("torch", eager), compiled(write, "out", "x")],
            lambda t: {"out": reference(t.x)},
        )

    def _gradient(self, dtype, n, name, numbers, eager, fused, reference, scratch=()):
        spec = Spec(TYPES[dtype], (n,))

        def write(grad_in, grad_out, x):
            grad_in.copy_(fused(grad_out, x))

        return Case(
            {"grad_out": spec, "x": spec},
            {"grad_in": spec},
            self._ours((f"{name}_{dtype}", lambda t: (t.grad_in, t.grad_out, t.x, n, *numbers)))
            + [Call("torch", eager, {key: spec for key in scratch}), compiled(write, "grad_in", "grad_out", "x")],
            lambda t: {"grad_in": reference(t.grad_out, t.x)},
        )

    def relu_backward(self, dtype, n):
        threshold = torch.ops.aten.threshold_backward
        return self._gradient(
            dtype, n, "relu_backward", (),
            lambda t: threshold.grad_input(t.grad_out, t.x, 0, grad_input=t.grad_in),
            lambda grad_out, x: threshold(grad_out, x, 0),
            lambda grad_out, x: torch.where(x > 0, grad_out, 0),
        )  # fmt: skip

    def clipped_relu(self, dtype, n):
        return self._unary(
            dtype, n, "clipped_relu", (BOUND,),
            lambda t: torch.clamp(t.x, 0, BOUND, out=t.out),
            lambda x: torch.clamp(x, 0, BOUND),
            lambda x: torch.where(x > BOUND, BOUND, rectified(x)),
        )  # fmt: skip

    def clipped_relu_backward(self, dtype, n):
        hardtanh = torch.ops.aten.hardtanh_backward
        return self._gradient(
            dtype, n, "clipped_relu_backward", (BOUND,),
            lambda t: hardtanh.grad_input(t.grad_out, t.x, 0, BOUND, grad_input=t.grad_in),
            lambda grad_out, x: hardtanh(grad_out, x, 0, BOUND),
            lambda grad_out, x: torch.where((x > 0) & (x < BOUND), grad_out, 0),
        )  # fmt: skip

    def leaky_relu(self, dtype, n):
        return self._unary(
            dtype, n, "leaky_relu", (SLOPE,),
            lambda t: torch.ops.aten.leaky_relu.out(t.x, SLOPE, out=t.out),
            lambda x: torch.nn.functional.leaky_relu(x, SLOPE),
            lambda x: torch.where(x > 0, x.float(), x.float() * SLOPE).to(x.dtype),
        )  # fmt: skip

    def leaky_relu_backward(self, dtype, n):
        leaky = torch.ops.aten.leaky_relu_backward
        return self._gradient(
            dtype, n, "leaky_relu_backward", (SLOPE,),
            lambda t: leaky.grad_input(t.grad_out, t.x, SLOPE, False, grad_input=t.grad_in),
            lambda grad_out, x: leaky(grad_out, x, SLOPE, False),
            lambda grad_out, x: torch.where(x > 0, grad_out.float(), grad_out.float() * SLOPE).to(x.dtype),
        )  # fmt: skip

    def squared_relu(self, dtype, n):
        def eager(t):
            torch.clamp_min(t.x, 0, out=t.out).square_()

        return self._unary(
            dtype, n, "squared_relu", (), eager,
            lambda x: torch.relu(x).square(),
            lambda x: rectified(x).float().square().to(x.dtype),
        )  # fmt: skip

    def squared_relu_backward(self, dtype, n):
        """The steps of autograd for relu(x).square(), of which relu's own gradient is the last. They begin with relu's
        result, which the forward pass has left: as many bytes as x, and equal to it where anything but 0 comes out."""

        def eager(t):
            torch.mul(t.x, 2, out=t.product)
            t.product.mul_(t.grad_out)
            torch.ops.aten.threshold_backward.grad_input(t.product, t.x, 0, grad_input=t.grad_in)

        return self._gradient(
            dtype, n, "squared_relu_backward", (), eager,
            lambda grad_out, x: grad_out * (2 * torch.relu(x)),
            lambda grad_out, x: (grad_out.float() * (2 * rectified(x).float())).to(x.dtype),
            scratch=("product",),
        )  # fmt: skip

    def relu_2d(self, dtype, n):
        """The left half of a matrix into the left half of another one."""
        rows = n // COLUMNS
        spec = Spec(TYPES[dtype], (rows, COLUMNS), pitch=2 * COLUMNS)
        pitch = spec.pitch * spec.dtype.itemsize

        def fused(out, x):
            out.copy_(torch.relu(x))

        return Case(
            {"x": spec},
            {"out": spec},
            self._ours((f"relu_2d_{dtype}", lambda t: (t.out, pitch, t.x, pitch, rows, COLUMNS)))
            + [Call("torch", lambda t: torch.clamp_min(t.x, 0, out=t.out)), compiled(fused, "out", "x")],
            lambda t: {"out": rectified(t.x)},
        )

    def relu_batch(self, dtype, sizes):
        """Many tensors in place, cut out of one allocation."""
        spec = Spec(TYPES[dtype], (sum(sizes),))
        count = len(sizes)

        def bind(t):
            t.parts = list(torch.split(t.data, sizes))
            t.pointers = (self._library.pointer * count)(*(part.data_ptr() for part in t.parts))
            t.sizes = (self._library.size * count)(*sizes)

        def ours(t):
            status = self._library.batch_status(t.pointers, t.pointers, t.sizes, count, stream())
            if status != 0:
                raise RuntimeError(f"relu_batch returns the CUDA error {status}")

        return Case(
            {"data": spec},
            {"data": spec},
            [Call("reluk", ours, exact=True), Call("torch", lambda t: torch._foreach_clamp_min_(t.parts, 0))],
            lambda t: {"data": rectified(t.data)},
            bind=bind,
        )


def stream():
    return torch.cuda.current_stream().cuda_stream


def compiled(function, *names):
    """torch.compile's kernel for exactly these shapes."""
    fast = torch.compile(function, dynamic=False, fullgraph=True)
    return Call("compile", lambda t: fast(*(getattr(t, name) for name in names)))
