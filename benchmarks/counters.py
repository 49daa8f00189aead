#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""What ncu counted of the program counters, as results: counters.py CONTEXT.json < NCU.txt > counters.json

    ncu --profile-from-start off --cache-control none --clock-control none --csv --print-units base \\
        --metrics dram__bytes_read.sum,dram__bytes_write.sum BUILD/benchmarks/counters > NCU.txt

These two counters fit into one pass, so the caches are as the program left them. CONTEXT.json is another suite's result
of the same build and device, whose context is taken over.
"""

import csv
import json
import sys

METRICS = {"dram__bytes_read.sum": "dram_read_bytes", "dram__bytes_write.sum": "dram_written_bytes"}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lines = sys.stdin.read().splitlines()
    names = [line for line in lines if line.startswith("counters/")]
    kernels = {}
    for row in csv.DictReader(line for line in lines if line.startswith('"')):
        counted = kernels.setdefault(int(row["ID"]), {})
        counted[METRICS[row["Metric Name"]]] = float(row["Metric Value"].replace(",", ""))
    if not names or len(names) != len(kernels):
        sys.exit(f"{len(names)} names and {len(kernels)} profiled kernels: each name needs one")
    with open(sys.argv[1]) as file:
        context = json.load(file)["context"]
    entries = [{"name": name, **kernels[number]} for name, number in zip(names, sorted(kernels))]
    json.dump({"context": context, "benchmarks": entries}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
