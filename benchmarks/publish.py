#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Copies results for publication: the same JSON with an entry a line and numbers to five digits, less than half the size.

    publish.py FROM TO          every *.json; SUITE.cupti.*.json are joined into SUITE.cupti.json
"""

import json
import pathlib
import sys

# What Google Benchmark says of repetitions and threads, of which there are none here.
DROPPED = {"family_index", "per_family_instance_index", "run_name", "repetitions", "repetition_index", "threads"}


def shorter(value):
    return float(f"{value:.5g}") if isinstance(value, float) else value


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = map(pathlib.Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    joined = {}
    for path in sorted(source.glob("*.json")):
        data = json.loads(path.read_text())
        suite, *kind = path.name.removesuffix(".json").split(".")
        name = ".".join([suite, *kind[:1]])
        context, entries = joined.setdefault(name, (data["context"], []))
        entries += [{k: shorter(v) for k, v in e.items() if k not in DROPPED} for e in data["benchmarks"]]
    for name, (context, entries) in joined.items():
        lines = ",\n".join(json.dumps(e, separators=(",", ":")) for e in entries)
        text = f'{{"context":{json.dumps(context, indent=1)},\n"benchmarks":[\n{lines}\n]}}\n'
        (target / f"{name}.json").write_text(text)


if __name__ == "__main__":
    main()
