#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""From the benchmarks' JSON to tables in Markdown and pictures in SVG.

    report.py RESULTS --documents README.md ...      rewrite what lies between the markers
    report.py RESULTS --documents README.md --check  fail where that would change something
    report.py RESULTS --pictures docs/pictures       draw (needs matplotlib)

A document asks for a table by two lines, and what lies between them is replaced:

    <!-- report: band fp32 repeated -->
    <!-- end of report -->

or, on one line, for a single figure in a sentence or in a table's cell. The tables and figures are the functions below
that carry @table; the words after the name are their arguments.
"""

import argparse
import json
import math
import pathlib
import re
import sys

PEERS = ("torch", "cub", "cudnn", "memcpy", "plain")
MIB = 1 << 20
ELEMENT_BYTES = {"fp64": 8, "fp32": 4, "fp16": 2, "bf16": 2, "e4m3": 1, "e5m2": 1} | {
    f"{sign}int{8 * size}": size for sign in ("", "u") for size in (1, 2, 4, 8)
}


class Results:
    """The entries of relu() in all suites, by suite and (dtype, regime, bytes in, candidate); those of its family by
    (operation, dtype, regime, bytes out, candidate)."""

    def __init__(self, folder):
        self.context = {}
        self.suites = {}
        self.family = {}
        for path in sorted(pathlib.Path(folder).glob("*.json")):
            data = json.loads(path.read_text())
            suite = path.name.removesuffix(".json")
            self.context[suite] = data["context"]
            entries = self.suites[suite] = {}
            for entry in data["benchmarks"]:
                if entry.get("error_occurred") or entry.get("skipped"):
                    continue
                _, op, dtype, regime, size, candidate = entry["name"].split("/", 5)
                if suite == "family":
                    self.family[op, dtype, regime, int(size), candidate] = entry
                else:
                    entries[dtype, regime, int(size), candidate] = entry

    def entries(self, suite):
        return self.suites.get(suite, {})

    def any_context(self):
        return next(iter(self.context.values()), {})

    def l2(self):
        return int(self.any_context().get("l2_bytes", 0))


def unique(values):
    return list(dict.fromkeys(values))


def size_name(size):
    if size >= MIB:
        return f"{size / MIB:g} MiB"
    return f"{size / 1024:g} KiB"


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def ratio(value):
    """Two digits; bold where a peer wins by more than 1 %."""
    if value is None:
        return ""
    return f"**{value:.2f}**" if value < 0.99 else f"{value:.2f}"


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


TABLES = {}


def table(function):
    TABLES[function.__name__] = function
    return function


@table
def device(results):
    c = results.any_context()
    words = [
        f"{c.get('device')}, {c.get('multiprocessors')} multiprocessors, {results.l2() // MIB} MiB L2",
        f"driver for CUDA {c.get('cuda_driver')}, toolkit {c.get('cuda_runtime')}",
    ]
    words += [f"{peer} {c[peer]}" for peer in ("torch", "cub", "cudnn") if not c.get(peer, "absent").startswith("absent")]
    by_commit = {}
    for suite, context in results.context.items():
        by_commit.setdefault(str(context.get("commit")), []).append(suite)
    commits = [commit if len(by_commit) == 1 else f"{commit} ({', '.join(by_commit[commit])})" for commit in by_commit]
    words += [f"reluk {c.get('reluk')} at {' and '.join(commits)}", c.get("date", "")[:10]]
    return "; ".join(words) + "."


@table
def summary(results, regime="repeated"):
    """Per type: how often faster, the mean and the worst ratio, over all sizes of the sweep."""
    entries = results.entries("band_sweep")
    rows = []
    for dtype in unique(key[0] for key in entries):
        for peer in PEERS:
            points = [
                (entry[f"vs_{peer}"], size)
                for (d, r, size, candidate), entry in entries.items()
                if (d, r, candidate) == (dtype, regime, "reluk") and f"vs_{peer}" in entry
            ]
            if points:
                ratios = [value for value, _ in points]
                worst, where = min(points)
                best, at = max(points)
                rows.append(
                    (
                        dtype,
                        peer,
                        len(points),
                        ratio(geometric_mean(ratios)),
                        f"{ratio(worst)} at {size_name(where)}",
                        f"{ratio(best)} at {size_name(at)}",
                    )
                )
    return markdown(("type", "peer", "sizes", "geometric mean", "least", "most"), rows)


@table
def band(results, dtype="fp32", regime="repeated"):
    entries = results.entries("band_sweep")
    sizes = unique(size for d, r, size, _ in entries if (d, r) == (dtype, regime))
    rows = []
    for size in sizes:
        at = {c: e for (d, r, s, c), e in entries.items() if (d, r, s) == (dtype, regime, size)}
        ours = at.get("reluk", {})
        fixed = {c: e for c, e in at.items() if c.startswith("reluk:") and "/" in c}
        best = min(fixed, key=lambda c: fixed[c]["median_us"], default=None)
        rows.append(
            [size_name(size), number(ours.get("median_us")), number(at.get("reluk:default", {}).get("median_us"))]
            + [number(at.get(peer, {}).get("median_us")) for peer in PEERS if peer != "plain" or dtype == "fp32"]
            + [ratio(ours.get("vs_torch")), ratio(ours.get("vs_cub")), number(ours.get("of_ceiling"))]
            + [f"{best.removeprefix('reluk:')} {fixed[best]['median_us']:.2f}" if best else ""]
        )
    peers = [peer for peer in PEERS if peer != "plain" or dtype == "fp32"]
    return markdown(
        ["bytes in", "reluk µs", "default"] + peers + ["torch / reluk", "cub / reluk", "of ceiling", "best fixed policies"],
        rows,
    )


@table
def throughput(results):
    entries = results.entries("dtype_throughput")
    ours = {key[:3]: entry for key, entry in entries.items() if key[3] == "reluk"}
    rows = []
    for (dtype, regime, size), entry in ours.items():
        elements = size // ELEMENT_BYTES[dtype]
        # The same number of elements in fp32, or where the bytes are fixed, the same bytes.
        same = ours.get(("fp32", regime, 4 * elements)) or ours.get(("fp32", regime, size))
        rows.append(
            [dtype, regime, size_name(size), number(entry["GBps"], 0), number(entry["Gelem_s"], 0)]
            + [number(entry["Gelem_s"] / same["Gelem_s"]) if same else ""]
            + [ratio(entry.get(f"vs_{peer}")) for peer in PEERS]
        )
    rows.sort(key=lambda row: row[1])
    return markdown(
        ["type", "regime", "bytes in", "GB/s", "Gelem/s", "Gelem/s over fp32"] + [f"{p} / reluk" for p in PEERS], rows
    )


@table
def granularity(results, dtype="fp32", regime="repeated"):
    """GB/s by bytes per thread and threads per block."""
    cells = granularity_cells(results, dtype, regime)
    blocks = sorted(unique(block for _, block in cells))
    shapes = unique(shape for shape, _ in cells)
    best = max(cells.values(), default=0)
    rows = []
    for shape in shapes:
        values = [cells.get((shape, block)) for block in blocks]
        rows.append([shape] + [f"**{v:.0f}**" if v == best else number(v, 0) for v in values])
    return markdown(["bytes per thread"] + [f"{block} threads" for block in blocks], rows)


def granularity_cells(results, dtype, regime):
    cells = {}
    for (d, r, _, candidate), entry in results.entries("granularity").items():
        match = re.fullmatch(r"reluk:(\d+Bx\d+)/(\d+)", candidate)
        if match and (d, r) == (dtype, regime):
            cells[match[1], int(match[2])] = entry["GBps"]
    return cells


@table
def pipeline(results, dtype="fp32", regime="pipeline-torch"):
    """What ReLU adds to the chain, in microseconds."""
    entries = {k: e for k, e in results.entries("pipeline").items() if k[:2] == (dtype, regime)}
    candidates = [c for c in unique(k[3] for k in entries) if c != "none"]
    rows = []
    for size in unique(k[2] for k in entries):
        at = {c: e for (_, _, s, c), e in entries.items() if s == size}
        rows.append(
            [size_name(size), number(at.get("none", {}).get("median_us"))]
            + [number(at.get(c, {}).get("share_us")) for c in candidates]
            + [ratio(at.get("reluk", {}).get("vs_torch"))]
        )
    return markdown(["bytes in", "chain without"] + candidates + ["torch / reluk"], rows)


@table
def launch(results, regime="graph"):
    entries = {k: e for k, e in results.entries("launch").items() if k[1] == regime}
    candidates = unique(k[3] for k in entries)
    rows = []
    for size in unique(k[2] for k in entries):
        at = {c: e for (_, _, s, c), e in entries.items() if s == size}
        rows.append([size_name(size)] + [number(at.get(c, {}).get("median_us")) for c in candidates])
    return markdown(["bytes in"] + candidates, rows)


@table
def slices(results):
    entries = results.entries("slices")
    rows = []
    for (dtype, regime, size, candidate), entry in entries.items():
        aligned = entries.get((dtype, "in+0,out+0", size, "reluk"))
        if candidate == "reluk" and aligned and regime != "in+0,out+0":
            rows.append(
                [dtype, size_name(size), regime, number(entry["median_us"])]
                + [number(aligned["median_us"] / entry["median_us"])]
                + [ratio(entry.get("vs_torch")), ratio(entry.get("vs_cub"))]
            )
    return markdown(["type", "bytes in", "offset in elements", "µs", "of aligned speed", "torch / reluk", "cub / reluk"], rows)


@table
def regret(results):
    """The choice's time over the best configuration's: median and worst per type and regime."""
    entries = results.entries("regret")
    rows = []
    for dtype, regime in unique(k[:2] for k in entries):
        points = sorted(
            (e["regret"], size)
            for (d, r, size, c), e in entries.items()
            if (d, r, c) == (dtype, regime, "reluk") and "regret" in e
        )
        if points:
            worst, where = points[-1]
            best = entries.get((dtype, regime, where, "best"), {}).get("label", "")
            rows.append([dtype, regime, len(points), number(points[len(points) // 2][0]), number(worst), size_name(where), best])
    return markdown(["type", "regime", "sizes", "median", "worst", "at", "best there"], rows)


@table
def family(results):
    """The family's section: each operation against PyTorch, and against a copy of as many bytes."""
    if not results.family:
        return ""
    peers = ("torch", "torch-cast-first", "compile", "memcpy")
    rows = []
    for (op, dtype, regime, size, candidate), entry in sorted(results.family.items()):
        if candidate == "reluk":
            default = results.family.get((op, dtype, regime, size, "reluk:default"), {})
            rows.append(
                [op, dtype, regime, size_name(size), number(entry["median_us"]), number(default.get("median_us"))]
                + [number(entry["GBps"], 0)]
                + [ratio(entry.get(f"vs_{peer}")) for peer in peers]
            )
    return FAMILY + markdown(
        ["operation", "type", "regime", "bytes out", "reluk µs", "default", "GB/s"] + [f"{p} / reluk" for p in peers], rows
    )


FAMILY = """## The family

Each operation from DRAM (`rotating`), against PyTorch's eager kernels, against the kernels that torch.compile makes for
exactly this size, and against a copy that moves as many bytes: 1 there is the speed of the copy. `torch-cast-first` casts
before it rectifies, which moves less. [benchmarks/README.md](../benchmarks/README.md#family) says what is compared.

"""


@table
def losses(results, *peers):
    """Every point where one of the peers, or any, is faster, with disjoint intervals."""
    rows = []
    for suite, entries in results.suites.items():
        for (dtype, regime, size, candidate), entry in entries.items():
            if candidate in ("reluk", "reluk:default") and "." not in suite:
                for word in entry.get("label", "").split():
                    peer, _, verdict = word.partition(":")
                    if verdict == "slower" and peer in (peers or PEERS):
                        rows.append([suite, dtype, regime, size_name(size), candidate, peer, ratio(entry[f"vs_{peer}"])])
    return markdown(["suite", "type", "regime", "bytes in", "ours", "peer", "peer / ours"], rows) if rows else "None."


@table
def counters(results):
    """What DRAM moved for a call, and for the kernel that reads its output next: bytes read and written over the input's."""
    entries = results.entries("counters")
    columns = unique(key[1::2] for key in entries)

    def moved(size, regime, candidate):
        entry = entries[("fp32", regime, size, candidate)]
        return " + ".join(number(entry[f"dram_{what}_bytes"] / size) for what in ("read", "written"))

    rows = [
        [size_name(size)] + [moved(size, *column) for column in columns] for size in unique(key[2] for key in entries)
    ]
    header = [f"{regime}, {candidate.replace('_', ' ')}" for regime, candidate in columns]
    return markdown(["bytes in", *header], rows)


@table
def timers(results, suite="band_sweep"):
    """Where kernel durations by CUPTI rank reluk and torch otherwise than events around batches. Without early launch,
    under which durations overlap."""
    events = results.entries(suite)
    cupti = results.entries(f"{suite}.cupti")
    common = [k for k in events if k in cupti and "vs_torch" in events[k] and k[3] == "reluk:ordered"]
    if not common:
        return "Not measured."
    differences = sorted((abs(math.log(cupti[k]["vs_torch"] / events[k]["vs_torch"])), k) for k in common)
    median = math.exp(differences[len(differences) // 2][0]) - 1
    text = (
        f"At {len(common)} points the ratio torch / reluk by kernel durations differs from that by events by "
        f"{100 * median:.1f} % in the median."
    )
    rows = [
        [k[0], k[1], size_name(k[2]), number(events[k]["vs_torch"]), number(cupti[k]["vs_torch"])]
        for difference, k in reversed(differences)
        if difference > 0.05
    ]
    if rows:
        text += " By more than 5 % at these, where launch gaps weigh:\n\n"
        text += markdown(["type", "regime", "bytes in", "events", "CUPTI"], rows)
    return text


@table
def cub_versions(results, suite="dtype_throughput"):
    """CUB's time over reluk's with the toolkit's CUB and with another one, each in a run of its own."""
    versions = [name for name in (suite, f"{suite}.cub") if name in results.context]
    rows = []
    for dtype, regime in unique(key[:2] for key in results.entries(suite)):
        row = [dtype, regime]
        for version in versions:
            ratios = [
                entry["vs_cub"]
                for key, entry in results.entries(version).items()
                if key[:2] == (dtype, regime) and key[3] == "reluk" and "vs_cub" in entry
            ]
            row += [number(geometric_mean(ratios)), number(min(ratios)) if ratios else ""]
        rows.append(row)
    header = [f"CUB {results.context[version]['cub']}, {what}" for version in versions for what in ("mean", "least")]
    return markdown(["type", "regime"] + header, rows)


def published(results, path, field):
    """The number at SUITE/TYPE/REGIME/SIZE/CANDIDATE, with a size as 64KiB or 16MiB."""
    suite, dtype, regime, size, candidate = path.split("/", 4)
    amount, unit = re.fullmatch(r"(\d+)(KiB|MiB)", size).groups()
    entry = results.entries(suite).get((dtype, regime, int(amount) * (MIB if unit == "MiB" else 1024), candidate), {})
    if field not in entry:
        raise SystemExit(f"the results have no {field} of {path}")
    return entry[field]


@table
def figure(results, path, field, digits=2):
    return number(published(results, path, field), digits)


@table
def quotient(results, field, above, below, digits=2):
    return number(published(results, above, field) / published(results, below, field), digits)


MARKED = re.compile(r"(<!-- report: ([^>]+?) -->(\n?)).*?(<!-- end of report -->)", re.DOTALL)


def fill(text, results):
    """The document with everything between markers made anew."""

    def replace(match):
        name, *arguments = match[2].split()
        if name not in TABLES:
            raise SystemExit(f"there is no table {name}; there are {', '.join(TABLES)}")
        return match[1] + TABLES[name](results, *arguments) + match[3] + match[4]

    return MARKED.sub(replace, text)


COLOURS = {"reluk": "#d62728", "torch": "#1f77b4", "cub": "#2ca02c", "cudnn": "#9467bd", "memcpy": "#7f7f7f",
           "plain": "#bcbd22", "read": "#cccccc"}  # fmt: skip


def draw(results, folder):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "reluk", "svg.fonttype": "none", "font.size": 9})
    from matplotlib import pyplot

    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)

    def save(figure, name):
        figure.tight_layout()
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        pyplot.close(figure)

    def axis_of_bytes(axes):
        axes.set_xscale("log", base=2)
        ticks = [1 << i for i in range(16, 31, 2)]
        axes.set_xticks(ticks, [size_name(t) for t in ticks])
        axes.set_xlabel("bytes in (the working set is twice that)")
        axes.axvline(results.l2() / 2, color="black", linewidth=0.8, linestyle=":")
        axes.text(results.l2() / 2, axes.get_ylim()[1], " L2 / 2", va="top", fontsize=8)
        axes.grid(alpha=0.3)

    sweep = results.entries("band_sweep")
    for dtype, regime in unique(k[:2] for k in sweep):
        at = {k[2:]: e for k, e in sweep.items() if k[:2] == (dtype, regime)}
        figure, axes = pyplot.subplots(figsize=(7.5, 4))
        for candidate, colour in COLOURS.items():
            points = sorted((size, e["GBps"]) for (size, c), e in at.items() if c == candidate)
            if points:
                axes.plot(*zip(*points), marker=".", color=colour, label=candidate,
                          linewidth=1.8 if candidate == "reluk" else 1)  # fmt: skip
        axes.set_ylabel("GB/s, read and written")
        axes.set_title(f"ReLU, {dtype}, {regime}")
        axis_of_bytes(axes)
        axes.legend()
        save(figure, f"band-{dtype}-{regime}")

    for regime in unique(k[1] for k in sweep):
        figure, axes = pyplot.subplots(figsize=(7.5, 4))
        for dtype in unique(k[0] for k in sweep):
            for peer, style in (("torch", "-"), ("cub", "--")):
                points = sorted(
                    (size, e[f"vs_{peer}"])
                    for (d, r, size, c), e in sweep.items()
                    if (d, r, c) == (dtype, regime, "reluk") and f"vs_{peer}" in e
                )
                if points:
                    axes.plot(*zip(*points), style, marker=".", linewidth=1, label=f"{dtype}, {peer}")
        axes.axhline(1, color="black", linewidth=0.8)
        axes.set_ylabel("peer's time / reluk's")
        axes.set_title(f"Above 1 reluk is faster: {regime}")
        axis_of_bytes(axes)
        axes.legend(ncols=2, fontsize=8)
        save(figure, f"ratio-{regime}")

    for dtype, regime in unique(k[:2] for k in results.entries("granularity")):
        cells = granularity_cells(results, dtype, regime)
        shapes = unique(shape for shape, _ in cells)
        blocks = sorted(unique(block for _, block in cells))
        if not cells:
            continue
        grid = [[cells.get((shape, block), math.nan) for block in blocks] for shape in shapes]
        figure, axes = pyplot.subplots(figsize=(5, 4))
        axes.imshow(grid, aspect="auto", cmap="viridis")
        axes.set_xticks(range(len(blocks)), blocks)
        axes.set_yticks(range(len(shapes)), shapes)
        axes.set_xlabel("threads per block")
        axes.set_ylabel("bytes per access x accesses per thread")
        axes.set_title(f"GB/s, {dtype}, {regime}")
        for y, row in enumerate(grid):
            for x, value in enumerate(row):
                axes.text(x, y, number(value, 0), ha="center", va="center", fontsize=7, color="white")
        save(figure, f"granularity-{dtype}-{regime}")

    chains = results.entries("pipeline")
    for dtype, regime in unique(k[:2] for k in chains):
        at = {k[2:]: e for k, e in chains.items() if k[:2] == (dtype, regime)}
        sizes = sorted(unique(size for size, _ in at))
        candidates = [c for c in unique(c for _, c in at) if c in COLOURS and c != "plain"]
        figure, axes = pyplot.subplots(figsize=(7.5, 4))
        width = 0.8 / max(len(candidates), 1)
        for i, candidate in enumerate(candidates):
            values = [at.get((size, candidate), {}).get("share_us", math.nan) * MIB / size for size in sizes]
            axes.bar([x + i * width for x in range(len(sizes))], values, width, color=COLOURS[candidate], label=candidate)
        axes.set_xticks([x + 0.4 - width / 2 for x in range(len(sizes))], [size_name(s) for s in sizes], rotation=45)
        axes.set_ylabel("µs per MiB that ReLU adds")
        axes.set_title(f"{dtype}, {regime}")
        axes.legend()
        save(figure, f"{regime}-{dtype}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", help="folder with a JSON file per suite")
    parser.add_argument("--documents", nargs="*", default=[], type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pictures", metavar="FOLDER")
    parser.add_argument("--print", metavar="TABLE", nargs="+", help="one table, to the terminal")
    arguments = parser.parse_args()
    results = Results(arguments.results)
    stale = []
    for path in arguments.documents:
        text = path.read_text()
        filled = fill(text, results)
        if filled != text and arguments.check:
            stale.append(str(path))
        elif filled != text:
            path.write_text(filled)
    if arguments.print:
        name, *rest = arguments.print
        print(TABLES[name](results, *rest))
    if arguments.pictures:
        draw(results, arguments.pictures)
    if stale:
        sys.exit(f"not what the results say: {', '.join(stale)}; run report.py without --check")


if __name__ == "__main__":
    main()
