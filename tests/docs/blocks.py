#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Tests of the fenced code blocks in Markdown pages.

The language of a block says how it is tested. A comment right above the fence, `<!-- test: CONTEXT -->`, says more:

    cpp      statements, run on the CPU           declarations: at namespace scope, for the later blocks of the page
    cuda     statements that leave the ReLU of    computes something else: the result is not looked at
             n floats from in in out; they see    declarations: as for cpp
             stream, device, flow, config         program: a whole one, with main()
    cmake    lines of a project with the target   project: a whole CMakeLists.txt
             app, which is configured and built
    sh       what it names must exist: presets,   run: executed, in a folder with reluk, app.cpp and app.cu
             and files of the project
    console  `$ command`, run, and its output
    json     parsed
    text     not code

An #include in a block of statements is moved to the beginning of the file. Any other language or context is an error.

    blocks.py generate FOLDER PAGE...   writes blocks.cpp, blocks.cu and the programs, and prints the programs' names
    blocks.py shell PAGE...             tests what the blocks of sh and json name
    blocks.py console TOOLS PAGE...     runs the blocks of console with the programs in the folder TOOLS
    blocks.py projects FOLDER PREFIX COMPILERS PAGE...
                                        builds the blocks of cmake and runs those of sh, with reluk installed in PREFIX
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTEXTS = {
    "cpp": ["", "declarations"],
    "cuda": ["", "computes something else", "declarations", "program"],
    "cmake": ["", "project"],
    "sh": ["", "run"],
    "console": [""],
    "json": [""],
    "text": [""],
}
FENCE = re.compile(r"^( *)(```+|~~~+)\s*(.*)$")
CONTEXT = re.compile(r"^ *<!-- test: (.*) -->$")


class BlockError(Exception):
    """A block that cannot be tested, or that fails. The message begins with its place."""


@dataclass
class Block:
    page: Path
    line: int  # of the opening fence, from 1
    language: str
    context: str
    text: str

    @property
    def place(self):
        page = self.page.relative_to(ROOT) if self.page.is_relative_to(ROOT) else self.page
        return f"{page}:{self.line}"


def read_blocks(page):
    """The fenced blocks of a page, in their order."""
    blocks = []
    lines = Path(page).read_text().splitlines()
    opened = None
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if opened is None and fence:
            indent, marks, language = fence.groups()
            above = CONTEXT.match(lines[number - 2]) if number > 1 else None
            opened = (len(indent), marks, Block(Path(page), number, language, above[1] if above else "", ""))
        elif opened is not None and fence and fence[2].startswith(opened[1]) and not fence[3]:
            blocks.append(check(opened[2]))
            opened = None
        elif opened is not None:
            opened[2].text += line[min(opened[0], len(line) - len(line.lstrip())) :] + "\n"
        elif CONTEXT.match(line) and not (number < len(lines) and FENCE.match(lines[number])):
            raise BlockError(f"{page}:{number}: no block follows this comment")
    if opened is not None:
        raise BlockError(f"{opened[2].place}: the block does not end")
    return blocks


def check(block):
    contexts = CONTEXTS.get(block.language)
    if contexts is None:
        known = ", ".join(CONTEXTS)
        raise BlockError(f"{block.place}: no test knows a block of '{block.language}'; those of {known} are known")
    if block.context not in contexts:
        known = ", ".join(f"'{context}'" for context in contexts)
        raise BlockError(f"{block.place}: '{block.context}' is no context of {block.language}; known are {known}")
    return block


def of_language(pages, *languages):
    return [block for page in pages for block in read_blocks(page) if block.language in languages]


# Code


def split_includes(text):
    includes = []
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if line.startswith("#include"):
            includes.append(line)
            lines[i] = ""
    return includes, "\n".join(lines)


PARAMETERS = {
    "cpp": "",
    "cuda": "[[maybe_unused]] float* out, [[maybe_unused]] float const* in, [[maybe_unused]] std::size_t n, "
    "[[maybe_unused]] cudaStream_t stream, [[maybe_unused]] reluk::device_descriptor const& device, "
    "[[maybe_unused]] reluk::dataflow flow, [[maybe_unused]] reluk::launch_config const& config",
}


def code(blocks, language):
    """One file of all blocks: a namespace for each page, a function for each block of statements."""
    includes = ["#include <cstdio>", "#include <reluk/relu.cuh>"] if language == "cuda" else []
    body = []
    table = []
    pages = {}
    for block in blocks:
        pages.setdefault(block.page, []).append(block)
    for number, page_blocks in enumerate(pages.values()):
        body.append(f"namespace page_{number} {{")
        for block in page_blocks:
            found, text = split_includes(block.text)
            includes += found
            text = f'#line {block.line + 1} "{block.page}"\n{text}'
            if block.context == "declarations":
                body.append(text)
                continue
            function = f"block_{block.line}"
            body.append(f"static void {function}({PARAMETERS[language]}) {{\n{text}\n}}")
            computes_relu = {"cpp": "", "cuda": "false, " if block.context else "true, "}[language]
            table.append(f'{{"{block.place}", {computes_relu}page_{number}::{function}}},')
        body.append("}")
    rows = "\n".join(table)
    return (
        f"// Made by blocks.py.\n#include \"{language}_blocks.hpp\"\n"
        + "\n".join(dict.fromkeys(includes))
        + "\n"
        + "\n".join(body)
        + f"\nstd::vector<{language}_block> const {language}_blocks = {{\n{rows}\n}};\n"
    )


def write_if_different(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def generate(folder, *pages):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    blocks = [block for page in pages for block in read_blocks(page)]
    programs = [block for block in blocks if block.context == "program"]
    for language, suffix in (("cpp", "cpp"), ("cuda", "cu")):
        chosen = [block for block in blocks if block.language == language and block.context != "program"]
        write_if_different(folder / f"blocks.{suffix}", code(chosen, language))
    for block in programs:
        name = f"{block.page.stem}_{block.line}"
        write_if_different(folder / f"{name}.cu", f'#line {block.line + 1} "{block.page}"\n{block.text}')
        print(name)


# Shell

COMMANDS = ["cmake", "ctest", "conan", "vcpkg", "compute-sanitizer", "git", "nvcc"]


def presets(kind):
    return [preset["name"] for preset in json.loads((ROOT / "CMakePresets.json").read_text())[f"{kind}Presets"]]


def check_names(block):
    """That the presets and the files of the project that the commands name are there."""
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] not in COMMANDS and "/" not in words[0]:
            raise BlockError(f"{block.place}: no test knows the command '{words[0]}'")
        kind = "workflow" if "--workflow" in words else "test" if words[0] == "ctest" else "configure"
        for word, following in zip(words, words[1:]):
            if word == "--preset" and following not in presets(kind):
                raise BlockError(f"{block.place}: there is no {kind} preset '{following}'")
        for word in words:
            path = word.split("=")[-1]
            if "/" in path and not is_of_project(path):
                raise BlockError(f"{block.place}: there is no '{path}' in the project")


def is_of_project(path):
    """Whether it is a file or folder of the project, or of a preset's build: then the folder must have its target."""
    parts = Path(path).parts
    if parts[0] != "build":
        return (ROOT / path).exists()
    if parts[1] not in presets("configure"):
        return False
    lists = ROOT.joinpath(*parts[2:-1], "CMakeLists.txt")
    return len(parts) < 4 or (lists.exists() and re.search(rf"\b{re.escape(parts[-1])}\b", lists.read_text()) is not None)


def shell(*pages):
    for block in of_language(pages, "sh", "json"):
        if block.language == "json":
            try:
                json.loads(block.text)
            except ValueError as error:
                raise BlockError(f"{block.place}: {error}") from error
        elif block.context == "":
            check_names(block)
            print(f"{block.place}: only what it names is checked")


def console(tools, *pages):
    for block in of_language(pages, "console"):
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, expected = part.split("\n", 1)
            words = shlex.split(command)
            words[0] = str(Path(tools) / words[0])
            found = subprocess.run(words, capture_output=True, text=True, check=False)
            if found.returncode != 0 or found.stdout != expected:
                raise BlockError(f"{block.place}: instead of this, it says\n{found.stdout}{found.stderr}")
            print(f"{block.place}: {command}")


# Projects


def scratch_folder(folder, block, default_program):
    """A folder as a user has it: what a project that takes in reluk needs of it, and a program that calls it."""
    scratch = Path(folder) / f"{block.page.stem}_{block.line}"
    shutil.rmtree(scratch, ignore_errors=True)
    for reluk in (scratch / "reluk", scratch / "third_party" / "reluk"):
        for part in ("include", "cmake"):
            shutil.copytree(ROOT / part, reluk / part)
        for part in ("CMakeLists.txt", "LICENSE"):
            shutil.copy(ROOT / part, reluk)
    (scratch / "app.cpp").write_text((ROOT / "tests/package/cxx_consumer/main.cpp").read_text())
    programs = [other.text for other in read_blocks(block.page) if other.context == "program"]
    (scratch / "app.cu").write_text(programs[0] if programs else default_program)
    return scratch


def run(block, command, scratch, prefix):
    environment = dict(
        os.environ, CMAKE_PREFIX_PATH=prefix, PKG_CONFIG_PATH=str(Path(prefix) / "share" / "pkgconfig")
    )
    found = subprocess.run(
        command,
        cwd=scratch,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if found.returncode != 0:
        raise BlockError(f"{block.place}: {command} fails:\n{found.stdout}")


def projects(folder, prefix, compilers, *pages):
    cxx, cuda = compilers.split(";")
    os.environ["PATH"] = os.pathsep.join([str(Path(cuda).parent), os.environ["PATH"]])
    default_program = (ROOT / "tests/package/cuda_consumer/main.cu").read_text()
    chosen = [b for b in of_language(pages, "cmake", "sh") if b.language == "cmake" or b.context == "run"]
    if any("pkg-config" in block.text for block in chosen) and shutil.which("pkg-config") is None:
        print("skipped: no pkg-config here")
        return
    for block in chosen:
        print(block.place, flush=True)
        scratch = scratch_folder(folder, block, default_program)
        if block.language == "sh":
            run(block, ["sh", "-e", "-c", block.text], scratch, prefix)
            continue
        preamble = (
            "cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES CXX)\nadd_executable(app app.cpp)\n"
            if block.context == ""
            else ""
        )
        (scratch / "CMakeLists.txt").write_text(preamble + block.text)
        configure = ["cmake", "-S", ".", "-B", "build", f"-DCMAKE_CXX_COMPILER={cxx}"]
        if "CUDA" in block.text:
            configure += [f"-DCMAKE_CUDA_COMPILER={cuda}", "-DCMAKE_CUDA_ARCHITECTURES=90-real"]
        run(block, configure, scratch, prefix)
        run(block, ["cmake", "--build", "build"], scratch, prefix)


def main(arguments):
    commands = {"generate": generate, "shell": shell, "console": console, "projects": projects}
    try:
        commands[arguments[0]](*arguments[1:])
    except BlockError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
