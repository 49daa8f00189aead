# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""supply_test.py CHECK SCRATCH CMAKE [configure option...]: what a build takes from outside, and what it runs.

trace    configures everything, and reads from CMake's trace that nothing is downloaded and which files of the tree are run
network  configures, builds and runs a user's project where there is no network at all
pins     what the presets may download has a hash, what CI installs by pip a version
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]

# The one program of the tree that configuring runs, and only where the tests are on: it makes the pages' code blocks
# programs, whose names CMake needs.
RUN_BY_TESTS = SOURCE / "tests" / "docs" / "blocks.py"

# Stands in for the packages that the tests, examples and benchmarks find, and for the network.
PROVIDER = """
macro(provide method package)
    if("${method}" STREQUAL FIND_PACKAGE)
        if("${package}" MATCHES "^(Catch2|CLI11|benchmark|nlohmann_json)$")
            if(NOT TARGET ${package}::${package})
                add_library(${package}::${package} INTERFACE IMPORTED GLOBAL)
            endif()
            set(${package}_FOUND TRUE)
        endif()
    else()
        message(FATAL_ERROR "FetchContent is asked for ${package}")
    endif()
endmacro()
cmake_language(SET_DEPENDENCY_PROVIDER provide SUPPORTED_METHODS FIND_PACKAGE FETCHCONTENT_MAKEAVAILABLE_SERIAL)
"""


def require(holds, sentence):
    if not holds:
        sys.exit(sentence)


def run(*command):
    print("+", *command, flush=True)
    subprocess.run(command, check=True)


def is_of_the_tree(path):
    """Whether a path, or a word of a command, is a file of ours and not one of a build folder."""
    resolved = pathlib.Path(path).resolve()
    return resolved.is_file() and resolved.is_relative_to(SOURCE) and not resolved.is_relative_to(SOURCE / "build")


def check_trace(scratch, cmake, options):
    (scratch / "provider.cmake").write_text(PROVIDER)
    trace = scratch / "trace.json"
    run(cmake, "-S", SOURCE, "-B", scratch / "everything", f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={scratch}/provider.cmake",
        "-DRELUK_BUILD_TESTS=ON", "-DRELUK_BUILD_EXAMPLES=ON", "-DRELUK_BUILD_BENCHMARKS=ON", "--trace-expand",
        "--trace-format=json-v1", f"--trace-redirect={trace}", *options)
    entries = [json.loads(line) for line in trace.read_text().splitlines()[1:]]
    ours = [entry for entry in entries if is_of_the_tree(entry["file"])]
    require(len(ours) > 100, f"The trace shows {len(ours)} commands of ours: it is not the configuration's")
    for entry in ours:
        command, arguments = entry["cmd"].lower(), entry["args"]
        place = f"{entry['file']}:{entry['line']}: {command}({' '.join(arguments)})"
        require(not command.startswith(("fetchcontent_", "externalproject_")), f"A download: {place}")
        require(command != "file" or arguments[0] not in ("DOWNLOAD", "UPLOAD"), f"A download: {place}")
        require(command != "try_run", f"A program of ours is run: {place}")
        if command == "execute_process":
            # A source that a compiler is given is only read.
            words = [word for argument in arguments for word in argument.split(";")]
            run_by_name = [after for before, after in zip(words, words[1:]) if before == "COMMAND"]
            scripts = [word for word in words if re.search(r"\.(py|sh)$", word)]
            for program in filter(is_of_the_tree, [*run_by_name, *scripts]):
                require(pathlib.Path(program) == RUN_BY_TESTS, f"A file of ours is run: {place}")


def check_network(scratch, cmake, options):
    apart = ["unshare", "--map-root-user", "--net"]
    if not shutil.which("unshare") or subprocess.run([*apart, "true"], capture_output=True).returncode != 0:
        print("skipped: this machine does not let a process be cut off from the network (unshare --net)")
        return
    consumer = SOURCE / "tests" / "package" / "cxx_consumer"
    run(*apart, cmake, "-S", SOURCE, "-B", scratch / "library", "-DRELUK_BUILD_TESTS=OFF", "-DRELUK_BUILD_EXAMPLES=OFF",
        "-DRELUK_BUILD_BENCHMARKS=OFF", *options)
    run(*apart, cmake, "--install", scratch / "library", "--prefix", scratch / "prefix")
    run(*apart, cmake, "-S", consumer, "-B", scratch / "consumer", "-DRELUK_FROM=find_package",
        f"-DCMAKE_PREFIX_PATH={scratch}/prefix", *options)
    run(*apart, cmake, "--build", scratch / "consumer")
    run(*apart, scratch / "consumer" / "consumer")


def check_pins(*_):
    provider = (SOURCE / "cmake" / "dependency_provider.cmake").read_text()
    sources = re.findall(r"set\(RELUK_(\w+)_source\s+(\S+)\s+(\S+)\s+\S+\s*\)", provider)
    require(len(sources) == len(re.findall(r"set\(RELUK_\w+_source", provider)) > 0, "A source is not URL, hash, folder")
    for name, url, sha256 in sources:
        require(url.startswith("https://"), f"{name} is not fetched by https")
        require(re.fullmatch("[0-9a-f]{64}", sha256), f"{name} has no SHA256")
    formatters = re.search(r"set\(formatters ([^)]*)\)", (SOURCE / "cmake" / "format.cmake").read_text())
    require(formatters, "cmake/format.cmake names its formatters in another way now: please adapt this test")
    in_ci = re.findall(r"^ +optional pip_install \S+ (.*)", (SOURCE / ".ci" / "run").read_text(), re.MULTILINE)
    require(in_ci, ".ci/run installs nothing by pip now: please adapt this test")
    toolkits = (SOURCE / "tests" / "compile" / "toolkits.cmake").read_text()
    in_toolkits = re.findall(r"set\(\s*cuda_\S+\s+([^)]*)\)", toolkits)
    require(in_toolkits, "tests/compile/toolkits.cmake names its packages in another way now: please adapt this test")
    for packages in [formatters[1], *in_ci, *in_toolkits]:
        for package in [word for word in packages.split() if not word.startswith("-")]:
            require("==" in package, f"{package} is installed without a version")


def main():
    check, scratch, cmake, *options = sys.argv[1:]
    shutil.rmtree(scratch, ignore_errors=True)
    pathlib.Path(scratch).mkdir(parents=True)
    {"trace": check_trace, "network": check_network, "pins": check_pins}[check](pathlib.Path(scratch), cmake, options)


main()
