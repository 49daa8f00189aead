# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""benchmarks/family without a GPU: the suite on a device and a clock that are made up, and the library's calls, whose
arguments are checked before any device is looked for. family_test.py LIBRARY"""

import json
import pathlib
import sys
import tempfile
import unittest

BENCHMARKS = pathlib.Path(__file__).resolve().parents[2] / "benchmarks"
sys.path[:0] = [str(BENCHMARKS), str(BENCHMARKS / "family")]
import library  # noqa: E402
import report  # noqa: E402
import suite  # noqa: E402

MIB = 1 << 20
SUCCESS, INVALID_VALUE = 0, 1


class Clock:
    """Seconds that pass only while something is measured."""

    now = 100.0

    def __call__(self):
        return self.now


def measured(candidate, median, spread=0.01):
    low, high = median * (1 - spread), median * (1 + spread)
    return suite.Measurement(candidate, "", median, low, high, 1980, 15, 0, 8, 1)


def run(points, measure, budget=0, clock=None):
    return suite.run(points, measure, clock or Clock(), budget, lambda text: None)


POINT = suite.Point("add_relu", "fp16", "rotating", 64 * MIB, 32 * MIB)


class Points(unittest.TestCase):
    def test_each_operation_has_every_size(self):
        names = [point.name for point in suite.points()]
        self.assertEqual(len(names), len(set(names)))
        for op, dtype, element, _ in suite.OPERATIONS:
            of_it = [point for point in suite.points() if (point.op, point.dtype) == (op, dtype)]
            self.assertEqual(sorted(p.bytes_out for p in of_it), [m * MIB for m in (2, 16, 64, 256, 1024)])
            self.assertTrue(all(p.elements * element == p.bytes_out for p in of_it))

    def test_those_of_which_most_is_expected_come_first_and_are_quick(self):
        first = [(p.op, p.bytes_out // MIB) for p in suite.points()[:6]]
        expected = [("add_relu", 64), ("add_relu", 256), ("bias_relu", 64), ("bias_relu", 256), ("relu_cast", 64)]
        self.assertEqual(first, expected + [("mask_both_ways", 256)])
        quick = suite.points(quick=True)
        self.assertLess(len(quick), len(suite.points()) / 2)
        self.assertEqual(quick[: len(first)], suite.points()[: len(first)])

    def test_batches_are_a_thousand_small_tensors_and_two_hundred_mixed_ones(self):
        small, mixed = (point.elements for point in suite.batches())
        self.assertEqual(small, (64,) * 1000)
        self.assertEqual((len(mixed), 4 * mixed[0], 4 * mixed[-1]), (200, 1024, 4 * MIB))
        self.assertEqual(list(mixed), sorted(mixed))
        self.assertTrue(all(4 * n % 512 == 0 for n in mixed))

    def test_a_filter_chooses_points(self):
        self.assertEqual([p.op for p in suite.matching(suite.points(), "/relu_2d/.*/2097152$")], ["relu_2d"])


class Run(unittest.TestCase):
    def test_what_begins_after_the_budget_is_left_out_and_said_so(self):
        clock = Clock()

        def measure(point):
            clock.now += 10
            return 3 * point.bytes_out, [measured("reluk", 50)]

        outcome = run(suite.points()[:5], measure, budget=25, clock=clock)
        self.assertEqual(["error_message" in e for e in outcome.entries], [False, False, False, True, True])
        self.assertIn("budget", outcome.entries[3]["error_message"])
        self.assertTrue(outcome.good)

    def test_ratios_rates_and_verdicts(self):
        candidates = [("reluk", 50), ("reluk:default", 55), ("torch", 80), ("compile", 50.2), ("memcpy", 48)]
        entries = run([POINT], lambda _: (192 * MIB, [measured(*c) for c in candidates])).entries
        ours, default, torch = entries[:3]
        self.assertEqual(ours["name"], f"family/add_relu/fp16/rotating/{64 * MIB}/reluk")
        self.assertAlmostEqual(ours["vs_torch"], 1.6)
        self.assertAlmostEqual(default["vs_memcpy"], 48 / 55)
        self.assertAlmostEqual(ours["GBps"], 192 * MIB / 50e-6 / 1e9)
        self.assertAlmostEqual(torch["Gelem_s"], 32 * MIB / 80e-6 / 1e9)
        self.assertEqual(ours["label"], "torch:faster compile:same memcpy:slower")
        self.assertNotIn("label", torch)
        self.assertEqual((ours["samples"], ours["launches"], ours["real_time"]), (15, 8, 50))

    def test_a_candidate_that_fails_leaves_the_others_their_results(self):
        failed = suite.Measurement("compile", "RuntimeError: no compiler")
        outcome = run([POINT], lambda _: (1, [measured("reluk", 1), measured("torch", 2), failed]))
        self.assertTrue(outcome.good)
        self.assertEqual(outcome.entries[0]["label"], "torch:faster")
        self.assertNotIn("vs_compile", outcome.entries[0])
        self.assertEqual(outcome.entries[2]["error_message"], "RuntimeError: no compiler")

    def test_a_wrong_output_fails_the_run(self):
        wrong = suite.Measurement("reluk", "RuntimeError: WRONG: 3 elements")
        self.assertFalse(run([POINT], lambda _: (1, [wrong])).good)

    def test_a_device_that_fails_ends_the_run_with_what_was_measured(self):
        def measure(point):
            if point.bytes_out == 256 * MIB:
                raise RuntimeError("an illegal memory access")
            return 1, [measured("reluk", 1)]

        outcome = run(suite.points()[:4], measure)
        self.assertFalse(outcome.good)
        self.assertEqual(len(outcome.entries), 2)
        self.assertIn("illegal", outcome.entries[1]["error_message"])

    def test_the_report_has_a_row_for_each_point(self):
        candidates = [("reluk", 50), ("reluk:default", 55), ("torch", 80), ("memcpy", 48)]
        entries = run([POINT], lambda _: (192 * MIB, [measured(*c) for c in candidates])).entries
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "family.json"
            path.write_text(json.dumps({"context": {"device": "Testing GPU"}, "benchmarks": entries}))
            text = report.family(report.Results(folder))
            self.assertTrue(text.startswith("## The family\n"))
            row = "| add_relu | fp16 | rotating | 64 MiB | 50.00 | 55.00 | 4027 | 1.60 |  |  | **0.96** |"
            self.assertIn(row, text)
            self.assertEqual(text.count("| add_relu |"), 1)
            path.unlink()
            self.assertEqual(report.family(report.Results(folder)), "")


class Calls(unittest.TestCase):
    """Of the library: that Python passes what the C++ side takes. Where sizes are 0 pointers may be null."""

    @classmethod
    def setUpClass(cls):
        cls.library = library.Library(sys.argv[1])

    def status(self, name, size=0, number=0.5, flow="oneshot"):
        values = {library.P: None, library.N: size, library.F: number}
        arguments = [values[kind] for kind in library.OPERATIONS[name]]
        return self.library.status(name, *arguments, None, flow)

    def test_nothing_to_do_succeeds_and_null_tensors_are_refused(self):
        for name in library.OPERATIONS:
            with self.subTest(name):
                self.assertEqual(self.status(name), SUCCESS)
                self.assertEqual(self.status(name, size=64), INVALID_VALUE)

    def test_numbers_arrive_where_they_belong(self):
        for name in ("clipped_relu_fp16", "clipped_relu_backward_fp16"):
            self.assertEqual(self.status(name, number=-0.5), INVALID_VALUE)
        rows, columns = 1 << 40, 1 << 40  # whose product no memory has
        arguments = (64, 64, 64, rows, columns)
        self.assertEqual(self.library.status("bias_relu_fp16", *arguments, None, "oneshot"), INVALID_VALUE)
        arguments = (64, 64, 64, rows, 0, columns)
        self.assertEqual(self.library.status("bias_relu_channels_fp16", *arguments, None, "oneshot"), SUCCESS)
        for in_pitch, out_pitch in ((126, 128), (128, 126)):  # of rows of 128 bytes
            arguments = (1 << 20, out_pitch, 1 << 30, in_pitch, 2, 64)
            self.assertEqual(self.library.status("relu_2d_fp16", *arguments, None, "oneshot"), INVALID_VALUE)

    def test_batches(self):
        self.assertEqual(self.library.batch_status(None, None, None, 0, None), SUCCESS)
        self.assertEqual(self.library.batch_status(None, None, None, 1, None), INVALID_VALUE)
        pointers = (library.Library.pointer * 2)(None, None)
        for size, expected in ((0, SUCCESS), (64, INVALID_VALUE)):
            sizes = (library.Library.size * 2)(0, size)
            self.assertEqual(self.library.batch_status(pointers, pointers, sizes, 2, None), expected)

    def test_the_method_is_the_other_suites(self):
        self.assertEqual(self.library.flows, {"pipeline": 0, "repeated": 1, "oneshot": 2})
        # Four times an L2 of 60 MiB in calls that touch 6 MiB; two at least; one where that is 2 GiB.
        touched = (6 * MIB, 300 * MIB, 2048 * MIB)
        self.assertEqual([self.library.sets(bytes_, 60 * MIB) for bytes_ in touched], [40, 2, 1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
