# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Which points there are, in which order, until when, and what becomes of their measurements. Knows no GPU."""

import dataclasses
import re

MIB = 1 << 20
PEERS = ("torch", "compile", "torch-cast-first", "memcpy")

# The operation, its type, the bytes of an element of its output, and the sizes of the output, in MiB, that come first:
# those of which the most is expected.
OPERATIONS = (
    ("add_relu", "fp16", 2, (64, 256)),
    ("bias_relu", "fp16", 2, (64, 256)),
    ("relu_cast", "fp32-fp16", 2, (64,)),
    ("mask_both_ways", "fp16", 2, (256,)),
    ("add_relu", "fp32", 4, ()),
    ("add_relu", "bf16", 2, ()),
    ("bias_relu_channels", "fp16", 2, ()),
    ("relu_cast", "fp16-e4m3", 1, ()),
    ("relu_backward", "fp16", 2, ()),
    ("clipped_relu", "fp16", 2, ()),
    ("clipped_relu_backward", "fp16", 2, ()),
    ("leaky_relu", "fp16", 2, ()),
    ("leaky_relu_backward", "fp16", 2, ()),
    ("squared_relu", "fp16", 2, ()),
    ("squared_relu_backward", "fp16", 2, ()),
    ("relu_2d", "fp16", 2, ()),
)
SIZES = (64, 256, 1024, 16, 2)  # MiB of the output, in the order in which they are measured


@dataclasses.dataclass(frozen=True)
class Point:
    op: str
    dtype: str
    regime: str
    bytes_out: int
    elements: object  # of the output; of a batch, those of each tensor

    @property
    def name(self):
        return f"family/{self.op}/{self.dtype}/{self.regime}/{self.bytes_out}"


@dataclasses.dataclass
class Measurement:
    """Of one candidate: an error, or what the rounds say, per call."""

    candidate: str
    error: str = ""
    median_us: float = 0
    p10_us: float = 0
    p90_us: float = 0
    sm_mhz: float = 0
    samples: int = 0
    throttled: int = 0
    launches: int = 0  # in a batch
    kernels: float = 0  # and copies, per call

    def take(self, result):
        for name in ("median_us", "p10_us", "p90_us", "sm_mhz", "samples", "throttled"):
            setattr(self, name, getattr(result, name))


def batches():
    """Very many small tensors, which cost launches alone, and 200 from 1 KiB to 4 MiB, each larger than the one before
    by the same factor, in multiples of what an allocator gives."""
    element, line = 4, 512
    small = [64] * 1000
    mixed = [round(1024 * 4096 ** (i / 199) / line) * line // element for i in range(200)]
    return [
        Point("relu_batch", "fp32", regime, element * sum(sizes), tuple(sizes))
        for regime, sizes in (("repeated", small), ("rotating", mixed))
    ]


def points(quick=False):
    """Those that matter most first, since a budget leaves out the last."""

    def point(operation, mib):
        op, dtype, element, _ = operation
        return Point(op, dtype, "rotating", mib * MIB, mib * MIB // element)

    first = [point(operation, mib) for operation in OPERATIONS for mib in operation[3]] + batches()
    rest = [point(operation, mib) for mib in SIZES for operation in OPERATIONS]
    if quick:
        rest = rest[: len(OPERATIONS)]
    return list(dict.fromkeys(first + rest))


def verdict(ours, theirs):
    """As in the other suites: different only where the intervals from p10 to p90 are disjoint."""
    if ours.p90_us < theirs.p10_us:
        return "faster"
    return "slower" if ours.p10_us > theirs.p90_us else "same"


def sentence(error):
    """An exception in one line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0] if lines else 'without a word'}"


def entries(point, touched_bytes, measurements):
    """Google Benchmark's entries, one per candidate."""
    good = {m.candidate: m for m in measurements if not m.error}
    elements = point.elements if isinstance(point.elements, int) else sum(point.elements)
    for m in measurements:
        entry = {"name": f"{point.name}/{m.candidate}", "run_type": "iteration", "iterations": 1}
        if m.error:
            yield entry | {"error_occurred": True, "error_message": m.error}
            continue
        entry |= {"real_time": m.median_us, "cpu_time": 0, "time_unit": "us"}  # the format asks for both
        entry |= {field.name: getattr(m, field.name) for field in dataclasses.fields(m)[2:]}
        entry |= {"GBps": 1e-3 * touched_bytes / m.median_us, "Gelem_s": 1e-3 * elements / m.median_us}
        if m.candidate.startswith("reluk"):
            peers = [good[peer] for peer in PEERS if peer in good]
            entry |= {f"vs_{peer.candidate}": peer.median_us / m.median_us for peer in peers}
            entry["label"] = " ".join(f"{peer.candidate}:{verdict(m, peer)}" for peer in peers)
        yield entry


def table(point, point_entries):
    """For the terminal."""
    lines = [
        f"\n{point.name}",
        f"{'candidate':<20} {'median us':>10} {'p10':>10} {'p90':>10} "
        f"{'GB/s':>8} {'kernels':>8}  peer's time / ours",
    ]
    for entry in point_entries:
        candidate = entry["name"].removeprefix(point.name + "/")
        if "error_message" in entry:
            lines.append(f"{candidate:<20} {entry['error_message']}")
            continue
        ratios = " ".join(f"{key} {value:.3f}" for key, value in entry.items() if key.startswith("vs_"))
        lines.append(
            f"{candidate:<20} {entry['median_us']:10.3f} {entry['p10_us']:10.3f} {entry['p90_us']:10.3f} "
            f"{entry['GBps']:8.0f} {entry['kernels']:8g}  {ratios}"
        )
    return "\n".join(lines)


@dataclasses.dataclass
class Outcome:
    entries: list
    good: bool


def run(wanted, measure, clock, budget, say):
    """Measures points while the budget lasts. `measure` gives the bytes that a point touches and its measurements;
    `clock` the seconds since some moment. Not good: an output was wrong, or the device has failed, which ends it."""
    outcome = Outcome([], True)
    begin = clock()
    for i, point in enumerate(wanted):
        elapsed = clock() - begin
        if budget > 0 and elapsed > budget:
            skipped = Measurement("reluk", "skipped: the time budget is spent")
            outcome.entries += entries(point, 0, [skipped])
            continue
        say(f"[{i + 1}/{len(wanted)}, {elapsed:.0f} s] {point.name}")
        try:
            touched_bytes, measurements = measure(point)
        except Exception as error:
            say(f"The device has failed: {sentence(error)}")
            outcome.entries += entries(point, 0, [Measurement("reluk", sentence(error))])
            outcome.good = False
            break
        made = list(entries(point, touched_bytes, measurements))
        say(table(point, made))
        outcome.entries += made
        outcome.good = outcome.good and not any("WRONG" in m.error for m in measurements)
    return outcome


def matching(all_points, pattern):
    """Without the candidates, which a point always measures together."""
    return [point for point in all_points if re.search(pattern, point.name)]
