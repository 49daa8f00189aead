#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Breaks the headers in the ways that mutants.json names, one at a time, and says which test notices.

A mutant is a file of include/reluk, a text that occurs in it once, what stands there instead, and the tests that should
notice, tried in turn. It is killed when one of them fails, or when a static assertion does. Where none can without a
device, "survives" names the GPU test that does, and why.

The exit status is 0 if every mutant is killed or listed so, 1 if one is not, 2 if the mutants do not fit the headers.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"

# The sources of each test that may be named, and what to run of it.
SOURCES = {
    "op": ["cpu/op_test.cpp"],
    "partition": ["cpu/partition_test.cpp"],
    "launch_config": ["cpu/launch_config_test.cpp"],
    "public_faults": ["cpu/public_faults_test.cpp"],
    "host_walk": ["cpu/walk_test.cpp"],
    "walk_property": ["cpu/walk_property_test.cpp", "support/walk_case.cpp"],
    "family": ["cpu/family_test.cpp"],
    "launch": ["cpu/launch_test.cu"],
    "codegen": ["compile/codegen_test.cpp"],
}
ARGUMENTS = {"codegen": ["[ptx]"]}
TIMEOUT_S = 600  # an endless loop is noticed too


class Misfit(Exception):
    """The mutants do not fit the headers, or nothing can be said about them; a sentence."""


def mutate(mutant, folder):
    """Copies the headers to `folder`, this mutant's change applied."""
    shutil.copytree(ROOT / "include", folder)
    file = folder / "reluk" / mutant["file"]
    text = file.read_text()
    count = text.count(mutant["search"])
    if count != 1:
        raise Misfit(
            f"The mutant '{mutant['name']}' does not fit {mutant['file']} any more: its text occurs {count} times "
            f"instead of once. Please adapt it in tests/mutation/mutants.json: {mutant['search']}"
        )
    file.write_text(text.replace(mutant["search"], mutant["replace"]))


def compile_command(test, include, program, options):
    sources = [str(TESTS / source) for source in SOURCES[test]]
    includes = [f"-I{folder}" for folder in [include, TESTS / "support", *options.include]]
    libraries = [str(library) for library in options.library]
    if test == "launch":
        # The runtime is replaced in this test; PTX of two architectures is all that it needs of device code.
        return [options.nvcc, "-std=c++17", "-O0", "-gencode", "arch=compute_80,code=compute_80", "-gencode",
                "arch=compute_90,code=compute_90", *includes, *sources, *libraries, "-o", program]
    define = {"RELUK_BUILD_NVCC": options.nvcc, "RELUK_INCLUDE": include, "RELUK_KERNELS": TESTS / "compile/kernels.cu",
              "RELUK_CUOBJDUMP": ""} if test == "codegen" else {}
    defines = [f'-D{name}="{value}"' for name, value in define.items()]
    return [options.cxx, "-std=c++17", "-O0", *includes, *defines, *sources, *libraries, "-o", program]


def verdict(test, include, scratch, options):
    """How the test takes these headers: "passes", "fails", "static assertion" or "does not compile"."""
    program = str(scratch / f"test_{test}")
    built = subprocess.run(compile_command(test, include, program, options), capture_output=True, text=True)
    if built.returncode != 0:
        messages = built.stdout + built.stderr
        if "static assertion" in messages or "static_assert" in messages:
            return "static assertion", messages
        return "does not compile", messages
    try:
        ran = subprocess.run([program, *ARGUMENTS.get(test, [])], capture_output=True, text=True, timeout=TIMEOUT_S,
                             cwd=scratch, env={**os.environ, "RELUK_ARCHITECTURE": "90"})
    except subprocess.TimeoutExpired:
        return "fails", "no end in sight"
    return ("passes" if ran.returncode == 0 else "fails"), ran.stdout[-2000:]


def judge(mutant, options):
    """Which test kills the mutant; None if none does."""
    with tempfile.TemporaryDirectory(prefix="reluk_mutant_") as folder:
        scratch = pathlib.Path(folder)
        mutate(mutant, scratch / "include")
        for test in mutant["tests"]:
            answer, messages = verdict(test, scratch / "include", scratch, options)
            if answer == "does not compile":
                raise Misfit(f"The mutant '{mutant['name']}' does not compile in the test {test}, which says nothing "
                             f"about the test. Please adapt it in tests/mutation/mutants.json.\n{messages[-2000:]}")
            if answer != "passes":
                return test if answer == "fails" else f"{test}, as it compiles"
    return None


def check_unbroken(mutants, options):
    """The tests have to pass as long as nothing is broken."""
    for test in sorted({test for mutant in mutants for test in mutant["tests"]}):
        with tempfile.TemporaryDirectory(prefix="reluk_mutant_") as folder:
            answer, messages = verdict(test, ROOT / "include", pathlib.Path(folder), options)
        if answer != "passes":
            raise Misfit(f"The test {test} {answer} with nothing broken: there is nothing to learn from it.\n{messages}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cxx", default="g++", help="C++ compiler")
    parser.add_argument("--nvcc", default="nvcc", help="CUDA compiler")
    parser.add_argument("--include", action="append", default=[], help="further include folder, as of Catch2 and CUDA")
    parser.add_argument("--library", action="append", default=[], help="what the tests are linked to")
    parser.add_argument("--tests", help="only mutants for which these tests are enough, separated by commas")
    parser.add_argument("--name", help="only mutants whose names contain this")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time")
    parser.add_argument("--report", type=pathlib.Path, help="where to write the outcome as JSON")
    options = parser.parse_args()

    mutants = json.loads((pathlib.Path(__file__).parent / "mutants.json").read_text())
    if options.tests:
        mutants = [mutant for mutant in mutants if set(mutant["tests"]) <= set(options.tests.split(","))]
    if options.name:
        mutants = [mutant for mutant in mutants if options.name in mutant["name"]]

    begin = time.monotonic()
    outcome = []
    try:
        check_unbroken(mutants, options)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for mutant, killer in zip(mutants, pool.map(lambda mutant: judge(mutant, options), mutants)):
                listed = mutant.get("survives")
                if killer and listed:
                    raise Misfit(f"The mutant '{mutant['name']}' is listed as one that survives, but {killer} kills "
                                 "it. Please remove the listing in tests/mutation/mutants.json.")
                word = f"killed by {killer}" if killer else (
                    f"for the device: {listed['gpu_test']}" if listed else "SURVIVED")
                print(f"{mutant['file']:18} {mutant['name']}: {word}", flush=True)
                outcome.append({"file": mutant["file"], "name": mutant["name"], "killed_by": killer,
                                "survives": listed})
    except Misfit as misfit:
        print(misfit, file=sys.stderr)
        return 2
    killed = sum(1 for mutant in outcome if mutant["killed_by"])
    listed = sum(1 for mutant in outcome if not mutant["killed_by"] and mutant["survives"])
    survived = len(outcome) - killed - listed
    print(f"{len(outcome)} mutants: {killed} killed without a device, {listed} left to the device, {survived} survived; "
          f"{time.monotonic() - begin:.0f} s")
    if options.report:
        options.report.write_text(json.dumps(outcome, indent=4) + "\n")
    return 1 if survived or not outcome else 0


if __name__ == "__main__":
    sys.exit(main())
