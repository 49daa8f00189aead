#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""Tests of blocks.py: what it takes for a block, what becomes of it, and what it refuses."""

import tempfile
import unittest
from pathlib import Path

import blocks


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def page(self, text):
        path = Path(self.folder.name) / "page.md"
        path.write_text(text)
        return path

    def refuses(self, text, message, command=blocks.read_blocks):
        with self.assertRaisesRegex(blocks.BlockError, message):
            command(self.page(text))


class Reading(Page):
    def test_a_block_has_its_line_language_context_and_text(self):
        found = blocks.read_blocks(
            self.page("a\n```cpp\nint i;\n```\n\n<!-- test: program -->\n```cuda\n  b\n\n  c\n```\n")
        )
        self.assertEqual(
            [(b.line, b.language, b.context, b.text) for b in found],
            [(2, "cpp", "", "int i;\n"), (7, "cuda", "program", "  b\n\n  c\n")],
        )

    def test_a_block_in_a_list_loses_the_list_s_indentation_only(self):
        found = blocks.read_blocks(self.page("1. a\n\n   ```sh\n   if a\n     b\n\n   ```\n"))
        self.assertEqual(found[0].text, "if a\n  b\n\n")

    def test_a_longer_fence_encloses_a_shorter_one(self):
        found = blocks.read_blocks(self.page("````text\n```\n````\n"))
        self.assertEqual(found[0].text, "```\n")

    def test_what_no_test_knows_is_refused(self):
        self.refuses("\n```rust\n```\n", "page.md:2: no test knows a block of 'rust'")
        self.refuses("```\n```\n", "no test knows a block of ''")
        self.refuses("```cpp and more\n```\n", "no test knows a block of 'cpp and more'")
        self.refuses("<!-- test: none -->\n```cpp\n```\n", "'none' is no context of cpp")
        self.refuses("```cpp\n", "does not end")
        self.refuses("<!-- test: run -->\n\n```sh\n```\n", "no block follows this comment")


class Code(Page):
    def test_statements_become_functions_and_includes_go_up(self):
        page = self.page("```cpp\n#include <a>\nint i = 0;\n```\n<!-- test: declarations -->\n```cpp\nstruct s;\n```\n")
        text = blocks.code(blocks.read_blocks(page), "cpp")
        self.assertLess(text.index("#include <a>"), text.index("namespace page_0"))
        self.assertIn(f'static void block_1() {{\n#line 2 "{page}"\n\nint i = 0;', text)
        self.assertIn(f'#line 7 "{page}"\nstruct s;', text)
        self.assertEqual(text.count("page_0::"), 1)

    def test_a_block_computes_relu_unless_it_says_otherwise(self):
        page = self.page("```cuda\n```\n<!-- test: computes something else -->\n```cuda\n```\n")
        text = blocks.code(blocks.read_blocks(page), "cuda")
        self.assertIn('page.md:1", true, page_0::block_1', text)
        self.assertIn('page.md:4", false, page_0::block_4', text)


class Shell(Page):
    def shell(self, line):
        blocks.shell(self.page(f"```sh\n{line}\n```\n"))

    def test_what_is_there_may_be_named(self):
        self.shell("cmake --workflow --preset test  # a comment's/path")
        self.shell("cmake -P cmake/format.cmake")
        self.shell("ctest --test-dir build/test -L cpu")
        self.shell("build/demo/examples/explain --list")
        self.shell(".ci/run")

    def test_what_is_not_there_may_not(self):
        for line, message in [
            ("cmake --workflow --preset none", "no workflow preset 'none'"),
            ("cmake --preset base-2", "no configure preset 'base-2'"),
            ("cmake -P cmake/none.cmake", "no 'cmake/none.cmake'"),
            ("ctest --test-dir build/none", "no 'build/none'"),
            ("build/demo/examples/none", "no 'build/demo/examples/none'"),
            ("make all", "no test knows the command 'make'"),
        ]:
            with self.assertRaisesRegex(blocks.BlockError, message):
                self.shell(line)

    def test_json_is_parsed(self):
        blocks.shell(self.page('```json\n{"a": 1}\n```\n'))
        self.refuses("```json\n{a: 1}\n```\n", "page.md:1: ", blocks.shell)


class Console(Page):
    def console(self, text):
        blocks.console("/bin", self.page(f"```console\n{text}```\n"))

    def test_the_output_must_be_the_same(self):
        self.console("$ echo 'a  b'\na  b\n$ echo c\nc\n")
        with self.assertRaisesRegex(blocks.BlockError, "instead of this, it says\na"):
            self.console("$ echo a\nb\n")
        with self.assertRaisesRegex(blocks.BlockError, "page.md:1"):
            self.console("$ false\n")


if __name__ == "__main__":
    unittest.main()
