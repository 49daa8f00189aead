# SPDX-FileCopyrightText: 2026 The reluk authors
# SPDX-License-Identifier: MIT
"""The tables of benchmarks/report.py, from made-up results, and the documents, from the published ones."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import report  # noqa: E402

MIB = 1 << 20


def entry(name, median, **more):
    return {"name": name, "median_us": median, "GBps": 1000.0, "Gelem_s": 125.0, **more}


def results(**suites):
    with tempfile.TemporaryDirectory() as folder:
        for suite, entries in suites.items():
            context = {"device": "Testing GPU", "l2_bytes": str(60 * MIB), "torch": "absent: not here", "cub": "3.0.1"}
            path = pathlib.Path(folder) / f"{suite}.json"
            path.write_text(json.dumps({"context": context, "benchmarks": entries}))
        return report.Results(folder)


SWEEP = [
    entry(f"band_sweep/relu/fp32/repeated/{20 * MIB}/reluk", 6.84, vs_torch=1.31, vs_cub=0.97, of_ceiling=0.9,
          label="torch:faster cub:slower"),
    entry(f"band_sweep/relu/fp32/repeated/{20 * MIB}/reluk:default", 7.5, vs_torch=1.19, label="torch:faster cub:same"),
    entry(f"band_sweep/relu/fp32/repeated/{20 * MIB}/reluk:cached/streaming", 6.8),
    entry(f"band_sweep/relu/fp32/repeated/{20 * MIB}/reluk:cached/cached", 7.4),
    entry(f"band_sweep/relu/fp32/repeated/{20 * MIB}/torch", 8.96),
    {"name": f"band_sweep/relu/fp32/repeated/{20 * MIB}/cudnn", "error_occurred": True, "error_message": "absent"},
    entry(f"band_sweep/relu/fp32/repeated/{64 * 1024}/reluk", 1.17, vs_torch=1.07, label="torch:faster"),
]  # fmt: skip


class Tables(unittest.TestCase):
    def test_a_name_may_have_slashes_in_its_candidate_alone(self):
        keys = results(band_sweep=SWEEP).entries("band_sweep")
        self.assertIn(("fp32", "repeated", 20 * MIB, "reluk:cached/streaming"), keys)
        self.assertNotIn(("fp32", "repeated", 20 * MIB, "cudnn"), keys)

    def test_band_shows_the_best_fixed_policies_and_marks_what_is_lost(self):
        lines = report.band(results(band_sweep=SWEEP)).splitlines()
        self.assertEqual(len(lines), 4)
        self.assertEqual(
            lines[2], "| 20 MiB | 6.84 | 7.50 | 8.96 |  |  |  |  | 1.31 | **0.97** | 0.90 | cached/streaming 6.80 |"
        )
        self.assertTrue(lines[3].startswith("| 64 KiB | 1.17 |"))

    def test_cub_versions_stand_side_by_side(self):
        point = f"dtype_throughput/relu/fp32/repeated/{20 * MIB}/reluk"
        other = point.replace(str(20 * MIB), str(64 * MIB))
        text = report.cub_versions(
            results(**{
                "dtype_throughput": [entry(point, 1, vs_cub=1.0), entry(other, 1, vs_cub=1.21)],
                "dtype_throughput.cub": [entry(point, 1, vs_cub=1.5)],
            })
        )
        self.assertEqual(text.splitlines()[2:], ["| fp32 | repeated | 1.10 | 1.00 | 1.50 | 1.50 |"])

    def test_counters_are_over_the_input(self):
        counted = {"dram_read_bytes": 5 * MIB, "dram_written_bytes": 20 * MIB}
        names = [f"counters/relu/fp32/{x}" for x in (f"repeated/{20 * MIB}/reluk", f"pipeline/{20 * MIB}/behind_reluk")]
        lines = report.counters(results(counters=[{"name": name, **counted} for name in names])).splitlines()
        self.assertEqual(lines[0], "| bytes in | repeated, reluk | pipeline, behind reluk |")
        self.assertEqual(lines[2:], ["| 20 MiB | 0.25 + 1.00 | 0.25 + 1.00 |"])

    def test_what_ncu_counted_becomes_results(self):
        printed = "\n".join([
            "==PROF== Connected to process 7",
            "counters/relu/fp32/repeated/4194304/reluk",
            '"ID","Metric Name","Metric Value"',
            '"0","dram__bytes_read.sum","1,024"',
            '"0","dram__bytes_write.sum","32"',
        ])
        with tempfile.NamedTemporaryFile("w", suffix=".json") as context:
            context.write('{"context": {"device": "Testing GPU"}, "benchmarks": []}')
            context.flush()
            command = [sys.executable, ROOT / "benchmarks/counters.py", context.name]
            good = subprocess.run(command, input=printed, capture_output=True, text=True)
            bad = subprocess.run(command, input=printed + "\ncounters/x", capture_output=True, text=True)
        name = "counters/relu/fp32/repeated/4194304/reluk"
        self.assertEqual(
            json.loads(good.stdout),
            {
                "context": {"device": "Testing GPU"},
                "benchmarks": [{"name": name, "dram_read_bytes": 1024.0, "dram_written_bytes": 32.0}],
            },
        )
        self.assertEqual((bad.returncode, bad.stdout), (1, ""))
        self.assertIn("2 names and 1 profiled kernels", bad.stderr)

    def test_losses_lists_every_slower_point(self):
        text = report.losses(results(band_sweep=SWEEP))
        self.assertEqual(len(text.splitlines()), 3)
        self.assertIn("| band_sweep | fp32 | repeated | 20 MiB | reluk | cub | **0.97** |", text)
        self.assertEqual(report.losses(results(slices=[])), "None.")

    def test_summary_is_a_geometric_mean(self):
        text = report.summary(results(band_sweep=SWEEP))
        self.assertIn("| fp32 | torch | 2 | 1.18 | 1.07 at 64 KiB | 1.31 at 20 MiB |", text)

    def test_regret_names_the_worst_point_and_what_is_best_there(self):
        points = [
            entry(f"regret/relu/fp16/pipeline/{size * MIB}/{candidate}", 5, regret=value, label=label)
            for size, value in ((1, 1.0), (2, 1.04), (4, 1.01))
            for candidate, label in (("reluk", ""), ("best", f"b{size}"))
        ]
        text = report.regret(results(regret=points))
        self.assertIn("| fp16 | pipeline | 3 | 1.01 | 1.04 | 2 MiB | b2 |", text)

    def test_slices_relate_to_the_aligned_call(self):
        points = [
            entry(f"slices/relu/int8/in+0,out+0/{MIB}/reluk", 4.0),
            entry(f"slices/relu/int8/in+1,out+0/{MIB}/reluk", 5.0, vs_torch=2.5),
        ]
        self.assertIn("| int8 | 1 MiB | in+1,out+0 | 5.00 | 0.80 | 2.50 |  |", report.slices(results(slices=points)))

    def test_throughput_relates_to_as_many_elements_of_fp32(self):
        points = [
            entry(f"dtype_throughput/relu/fp32/repeated/{8 * MIB}/reluk", 4, Gelem_s=100.0),
            entry(f"dtype_throughput/relu/int8/repeated/{2 * MIB}/reluk", 1, Gelem_s=400.0, vs_torch=1.5),
        ]
        self.assertIn(
            "| int8 | repeated | 2 MiB | 1000 | 400 | 4.00 | 1.50 |", report.throughput(results(dtype_throughput=points))
        )

    def test_timers_tells_where_cupti_disagrees(self):
        ordered = [dict(point, name=point["name"] + ":ordered") for point in (SWEEP[0], SWEEP[6])]
        other = [dict(ordered[0], vs_torch=1.5), ordered[1]]
        text = report.timers(results(**{"band_sweep": SWEEP + ordered, "band_sweep.cupti": SWEEP + other}))
        self.assertIn("At 2 points", text)
        self.assertIn("| fp32 | repeated | 20 MiB | 1.31 | 1.50 |", text)
        self.assertNotIn("64 KiB", text)

    def test_device_leaves_out_absent_peers(self):
        text = report.device(results(band_sweep=SWEEP))
        self.assertIn("cub 3.0.1", text)
        self.assertNotIn("torch", text)


    def test_figures_stand_in_a_line(self):
        text = "| <!-- report: figure band_sweep/fp32/repeated/20MiB/reluk:cached/streaming median_us -->?<!-- end of report --> |"
        filled = report.fill(text, results(band_sweep=SWEEP))
        self.assertEqual(filled, text.replace("?", "6.80"))
        self.assertEqual(report.fill(filled, results(band_sweep=SWEEP)), filled)
        torch, ours = (f"band_sweep/fp32/repeated/20MiB/{c}" for c in ("torch", "reluk"))
        self.assertEqual(report.quotient(results(band_sweep=SWEEP), "median_us", torch, ours), "1.31")
        with self.assertRaisesRegex(SystemExit, "no median_us of band_sweep/fp32/repeated/21MiB/reluk"):
            report.figure(results(band_sweep=SWEEP), "band_sweep/fp32/repeated/21MiB/reluk", "median_us")


class Documents(unittest.TestCase):
    def test_what_lies_between_the_markers_is_replaced(self):
        text = "a\n<!-- report: losses -->\nold\n<!-- end of report -->\nb <!-- report: band fp32 repeated -->\n"
        filled = report.fill(text, results(slices=[]))
        self.assertEqual(filled.splitlines()[:4], ["a", "<!-- report: losses -->", "None.", "<!-- end of report -->"])
        self.assertEqual(report.fill(filled, results(slices=[])), filled)

    def test_published_documents_say_what_the_published_results_say(self):
        published = ROOT / "results" / "nvidia-h200"
        if not published.is_dir():
            self.skipTest("nothing is published yet")
        found = report.Results(published)
        for path in [ROOT / "README.md", *ROOT.glob("docs/*.md")]:
            if path.exists():
                text = path.read_text()
                self.assertEqual(report.fill(text, found), text, f"{path} is stale: run benchmarks/report.py")

    def test_the_seeds_name_tests_that_exist(self):
        sources = {path.name: path.read_text() for path in (ROOT / "tests").rglob("*_test.*")}
        named = re.findall(r"`(\w+_test\.\w+): ([^`]+)`", (ROOT / "docs" / "seeds.md").read_text())
        self.assertGreater(len(named), 10)
        for file, case in named:
            self.assertIn(file, sources)
            self.assertIn(case, sources[file])


if __name__ == "__main__":
    unittest.main()
