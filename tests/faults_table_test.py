# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""faults_table_test.py CTEST BUILD: the table of public faults in tests/README.md is complete, and all it names exists."""

import json
import pathlib
import re
import subprocess
import sys
import unittest

TESTS = pathlib.Path(__file__).resolve().parent
CASES = 58
CTEST, BUILD = sys.argv[1:3]


def read_rows():
    """Each row's case numbers and what covers them."""
    table = (TESTS / "README.md").read_text().split("## Faults of other projects")[1]
    rows = re.findall(r"^\| (\d+(?:, \d+)*) \| .+? \| (.+) \|$", table, re.MULTILINE)
    return [([int(number) for number in numbers.split(", ")], covered) for numbers, covered in rows]


def find_cases(file):
    """The names of a source's Catch2 cases."""
    return re.findall(r'TEST_CASE\(\s*"((?:[^"\\]|\\.)+)"', file.read_text())


def find_ctest_names():
    listing = subprocess.run([CTEST, "--show-only=json-v1"], cwd=BUILD, capture_output=True, text=True, check=True)
    return [test["name"] for test in json.loads(listing.stdout)["tests"]]


def matches(pattern, wildcard, names):
    expression = ".*".join(re.escape(part) for part in pattern.split(wildcard))
    return any(re.fullmatch(expression, name) for name in names)


class FaultsTable(unittest.TestCase):
    def test_every_case_stands_in_the_table_once(self):
        numbers = [number for row, _ in read_rows() for number in row]
        self.assertEqual(sorted(numbers), list(range(1, CASES + 1)))

    def test_every_case_is_covered_or_said_to_be_open(self):
        covered_directly = {number for row, covered in read_rows() if "`" in covered for number in row}
        for row, covered in read_rows():
            pointers = {int(number) for list_ in re.findall(r"as cases? ([\d, and]+)", covered)
                        for number in re.findall(r"\d+", list_)}
            with self.subTest(cases=row):
                self.assertTrue("`" in covered or "*Not there yet:*" in covered or pointers)
                self.assertLessEqual(pointers, covered_directly)

    def test_everything_named_exists(self):
        names = find_ctest_names()
        for row, covered in read_rows():
            for reference in re.findall(r"`([^`]+)`", covered):
                with self.subTest(cases=row, reference=reference):
                    path, _, case = reference.partition(": ")
                    if "/" not in path:
                        self.assertTrue(matches(reference, "*", names), "there is no such ctest test")
                        continue
                    file = TESTS / path if (TESTS / path).is_file() else TESTS.parent / path
                    self.assertTrue(file.is_file(), "there is no such file")
                    if case:
                        self.assertTrue(matches(case, "…", find_cases(file)), "there is no such case in the file")

    def test_every_numbered_case_stands_in_its_row(self):
        covered_by_number = {number: covered for row, covered in read_rows() for number in row}
        for file in [*TESTS.glob("*/*_test.cpp"), *TESTS.glob("*/*_test.cu")]:
            for name in find_cases(file):
                for number in re.findall(r"case_(\d+)", name):
                    with self.subTest(file=file.name, case=number):
                        reference = f"{file.relative_to(TESTS)}: "
                        self.assertIn(reference, covered_by_number[int(number)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
