#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""ReLU's family against PyTorch, eager and compiled, and against a copy of as many bytes, all in one process.

Exits with 77 where there is no PyTorch or no GPU, and with 1 where an output was wrong or the device has failed.
"""

import argparse
import datetime
import importlib.util
import json
import pathlib
import sys
import time

import suite


def say(text):
    print(text, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True, metavar="PATH", help="libreluk_family_bench.so, as CMake builds it")
    parser.add_argument("--quick", action="store_true", help="the sizes that matter most, 5 rounds")
    parser.add_argument("--budget", type=float, default=0, metavar="SECONDS", help="leave out what begins later")
    parser.add_argument("--rounds", type=int, metavar="N", help="samples per candidate and point (15)")
    parser.add_argument("--batch-us", type=float, default=400, metavar="N", help="least duration of a sample (400)")
    parser.add_argument("--filter", default="", metavar="REGEX", help="on family/op/dtype/regime/bytes_out")
    parser.add_argument("--benchmark_out", type=pathlib.Path, metavar="FILE", help="the JSON")
    arguments = parser.parse_args()
    rounds = arguments.rounds or (5 if arguments.quick else 15)

    if importlib.util.find_spec("torch") is None:
        sys.exit(refuse("PyTorch is not installed for this Python."))
    import torch

    if not torch.cuda.is_available():
        sys.exit(refuse("there is no CUDA device here."))
    from device import Device

    wanted = suite.matching(suite.points(arguments.quick), arguments.filter)
    if not wanted:
        sys.exit("No point matches the filter.")
    begin = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    device = Device(arguments.library, rounds, 1e-6 * arguments.batch_us)
    outcome = suite.run(wanted, device.measure, time.monotonic, arguments.budget, say)
    context = {"date": begin, **device.context(), "timer": "events", "rounds": str(rounds)}
    context["peak_device_bytes"] = str(device.peak_bytes())
    if arguments.benchmark_out:
        arguments.benchmark_out.write_text(json.dumps({"context": context, "benchmarks": outcome.entries}, indent=1))
    sys.exit(0 if outcome.good else 1)


def refuse(why):
    say(f"family: {why} So there is nothing to measure.")
    return 77


if __name__ == "__main__":
    main()
