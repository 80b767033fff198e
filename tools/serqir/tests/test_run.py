"""Running the tools: reports, errors, limits, sweeps."""

from __future__ import annotations

import dataclasses
import inspect
import json
import math
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import serqir as sq
from serqir import draw, now, report

from .pairs import PAIRS
from .support import REPOSITORY


def queue(rate: float = 0.5, servers: int = 1) -> sq.Program:
    """M/M/c: exponential gaps and services of mean 1."""
    p = sq.Program(horizon=2000, warmup=100)
    svc = p.stage("svc", sq.fifo(servers))
    t0 = p.attr("t0")
    p.arrive(sq.poisson(rate))
    with p.session() as s:
        s.set(t0, now)
        s.run(svc, draw.exp(1))
        s.observe("response", now - t0)
    p.gauge("number", svc.queue)
    return p


class Running(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_settings_override_the_program(self) -> None:
        r = sq.run(queue(), seed=7, horizon=500, warmup=5, arrivals=100)
        self.assertEqual(r.settings, report.Settings(500, 5, 7, 100, 1))
        self.assertEqual(r.run.arrivals, 100)

    def test_ir_in_any_form(self) -> None:
        p = queue()
        forms: list[Any] = [p, p.document(), p.to_json(), p.to_json().encode(), sq.link(p)]
        runs = [sq.run(form) for form in forms]
        self.assertEqual(len({json.dumps(r.data) for r in runs}), 1)

    def test_link_error_names_lines_of_python(self) -> None:
        p = sq.Program(horizon=10)
        kv = p.pool("kv", cap=4, evict=[p.attr("x") + sq.tokens])
        with p.session() as s:
            s.load(kv, 1)
            with s.hold(kv.take(5)):
                s.end()
        here = inspect.currentframe().f_lineno
        with self.assertRaises(sq.LinkError) as caught:
            sq.run(p)
        found = caught.exception.diagnostics
        self.assertEqual({d.place.line - here for d in found if d.place}, {-5, -3, -2})
        for d in found:
            self.assertEqual(Path(d.place.file if d.place else "").name, Path(__file__).name)
            self.assertRegex(d.code, r"^SQ04\d\d$")
            self.assertIn(f"{d.place}: error: {d.message} [{d.code}]", str(caught.exception))
            self.assertTrue(d.hint)
        self.assertEqual((caught.exception.tool, caught.exception.status), ("serqlink", 1))

    def test_run_error_names_the_statement(self) -> None:
        p = sq.Program(horizon=10)
        svc = p.stage("svc", sq.fifo())
        p.arrive(sq.batch(1))
        with p.session() as s:
            s.run(svc, now - 1)
        here = inspect.currentframe().f_lineno
        with self.assertRaises(sq.RunError) as caught:
            sq.run(p)
        (found,) = caught.exception.diagnostics
        self.assertEqual(found.place and found.place.line, here - 1)
        self.assertIsNone(caught.exception.report)

    def test_limits(self) -> None:
        with self.assertRaises(sq.RunError) as caught:
            sq.run(queue(), max_events=100)
        partial = caught.exception.report
        assert partial is not None
        self.assertTrue(partial.run.partial)
        self.assertEqual(partial.run.events, 100)
        with self.assertRaises(sq.RunError) as caught:
            sq.run(queue(), horizon=1e12, timeout=0.2)
        self.assertIn("timeout", str(caught.exception))
        assert caught.exception.report is not None
        self.assertTrue(caught.exception.report.run.partial)

    def test_wrong_use(self) -> None:
        with self.assertRaises(sq.ToolError) as caught:
            sq.run(queue(), flags=["--no-such-flag"])
        self.assertEqual((caught.exception.tool, caught.exception.status), ("serqsim", 2))
        self.assertIn("no-such-flag", str(caught.exception))
        with self.assertRaises(sq.ToolError) as caught:
            sq.run(queue(), trace=self.folder / "none.csv")
        self.assertIn("none.csv", str(caught.exception))

    def test_not_ir(self) -> None:
        with self.assertRaisesRegex(sq.LinkError, "SQ03"):
            sq.run("{}")

    def test_samples(self) -> None:
        r = sq.run(queue(), dump=self.folder)
        samples = sq.read_samples(self.folder, "response")
        self.assertEqual(len(samples.value), r.observes["response"].count)
        self.assertAlmostEqual(sum(samples.value) / len(samples.value), r.observes["response"].mean or 0)
        self.assertEqual(sorted(samples.time), samples.time)
        self.assertEqual(len(samples.session), len(samples.turn))

    def test_finding_tools(self) -> None:
        folder = os.path.dirname(sq.find("serqlink"))
        with mock.patch.dict(os.environ, {"SERQ_BIN": str(self.folder), "PATH": folder}):
            with self.assertRaisesRegex(sq.ToolNotFoundError, "SERQ_BIN"):
                sq.find("serqsim")
            del os.environ["SERQ_BIN"]
            self.assertEqual(sq.find("serqsim"), os.path.join(folder, "serqsim"))
            os.environ["PATH"] = str(self.folder)
            with self.assertRaisesRegex(sq.ToolNotFoundError, "PATH"):
                sq.find("serqsim")

    def test_a_tool_that_dies(self) -> None:
        fake = self.folder / "serqlink"
        fake.write_text("#!/bin/sh\necho 'panic: oh' >&2\nexit 3\n")
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        with mock.patch.dict(os.environ, {"SERQ_BIN": str(self.folder)}), self.assertRaises(sq.ToolError) as caught:
            sq.link(queue())
        self.assertNotIsInstance(caught.exception, sq.LinkError)
        self.assertEqual((caught.exception.status, caught.exception.text), (3, "panic: oh"))


class Reading(unittest.TestCase):
    def test_figures(self) -> None:
        r = sq.run(queue(0.5))
        response = r.observes["response"]
        self.assertAlmostEqual(response.mean or 0, 2, delta=0.6)  # M/M/1: 1/(1 - 0.5)
        self.assertGreater(response.quantiles.p99 or 0, response.quantiles.p50 or 0)
        self.assertEqual(r.stages["svc"].completed, response.count)
        self.assertEqual(r.gauges["number"].mean, r.stages["svc"].mean_number)
        self.assertEqual((r.ir_version, r.run.partial, len(r.pools)), (sq.IR_VERSION, False, 0))

    def test_members(self) -> None:
        r = sq.run(PAIRS["after-maxmin"][1]())
        self.assertEqual(r.stages["ingress", 1].index, 1)
        self.assertIsNone(r.pools["kvP"].index)
        self.assertTrue(r.stages["egress"].shared)
        with self.assertRaisesRegex(KeyError, r"ingress: there are P, egress, ingress\[0\], ingress\[1\]"):
            r.stages["ingress"]

    def test_step_stages_and_infinite_caps(self) -> None:
        r = sq.run(PAIRS["engine"][1]())
        step = r.stages["E"].step
        assert step is not None and step.itl.mean is not None
        self.assertAlmostEqual(step.prefill_only + step.decode_only + step.mixed + step.idle, 1)
        rows = r.stages.rows()
        self.assertEqual(rows[0]["step.itl.mean"], step.itl.mean)
        self.assertNotIn("step", rows[0])

    def test_rows_have_equal_columns(self) -> None:
        r = sq.run(PAIRS["engine"][1]())
        tables: list[Any] = [r.observes, r.gauges, r.stages, r.pools]
        for table in tables:
            rows = table.rows()
            self.assertEqual(len(rows), len(table))
            self.assertEqual({tuple(row) for row in rows}, {tuple(rows[0])})
        self.assertEqual(tuple(sq.run(queue()).stages.rows()[0]), tuple(r.stages.rows()[0]))  # though it has no step stage
        self.assertIn("quantiles.p99", r.observes.rows()[0])
        self.assertEqual(sq.run(queue()).pools.rows(), [])

    def test_other_libraries_are_optional(self) -> None:
        r = sq.run(queue())
        for library, convert in (("pandas", r.observes.to_pandas), ("pyarrow", r.observes.to_arrow)):
            with mock.patch.dict(sys.modules, {library: None}), self.assertRaises(ImportError):
                convert()
        pandas = mock.Mock()
        with mock.patch.dict(sys.modules, {"pandas": pandas}):
            self.assertIs(r.observes.to_pandas(), pandas.DataFrame.return_value)
        pandas.DataFrame.assert_called_once_with(r.observes.rows())
        arrow = mock.Mock()
        with mock.patch.dict(sys.modules, {"pyarrow": arrow}):
            self.assertIs(r.observes.to_arrow(), arrow.Table.from_pylist.return_value)
        arrow.Table.from_pylist.assert_called_once_with(r.observes.rows())

    def test_same_fields_as_the_projects_schema(self) -> None:
        schema: dict[str, Any] = json.loads((REPOSITORY / "schema/report.schema.json").read_text("utf-8"))
        defs = schema["$defs"]
        inner = {"Quantiles": defs["Observe"]["properties"]["quantiles"], "Itl": defs["Step"]["properties"]["itl"]}
        for kind in (report.Settings, report.Run, report.Observe, report.Quantiles, report.Gauge, report.Stage, report.Step,
                     report.Itl, report.Pool, report.OverCap):
            want = (defs | inner)[kind.__name__]["properties"]
            self.assertEqual([f.name for f in dataclasses.fields(kind)], list(want), kind.__name__)
        self.assertEqual(schema["properties"]["report_version"]["const"], report.VERSION)

    def test_another_version(self) -> None:
        with self.assertRaisesRegex(ValueError, "version 2"):
            sq.run(queue()).of({"report_version": 2})


class Sweeping(unittest.TestCase):
    def test_grid(self) -> None:
        self.assertEqual(sq.grid(a=[1, 2], b="xy"), [{"a": 1, "b": "x"}, {"a": 1, "b": "y"}, {"a": 2, "b": "x"}, {"a": 2, "b": "y"}])
        self.assertEqual(sq.grid(), [{}])

    def test_order_and_jobs(self) -> None:
        points = sq.grid(rate=[0.2, 0.4], servers=[1, 2])
        one, many = (sq.sweep(queue, points, jobs=jobs, seed=3) for jobs in (1, 4))
        self.assertEqual([p.parameters for p in one], points)
        self.assertEqual([p.report.data for p in one], [p.report.data for p in many])
        self.assertEqual({p.report.settings.seed for p in one}, {3})
        means = [p.report.stages["svc"].utilization for p in one]
        self.assertEqual(sorted(means, reverse=True)[0], means[2])  # the higher rate on one server

    def test_first_error_is_raised(self) -> None:
        def build(horizon: float) -> sq.Program:
            p = sq.Program(horizon=horizon)
            with p.session() as s, s.loop():
                s.observe("x", 1)
            return p

        with self.assertRaises(sq.LinkError):
            sq.sweep(build, [{"horizon": 1}, {"horizon": 2}], jobs=1)
        with self.assertRaises(sq.BuildError):
            sq.sweep(build, [{"horizon": math.nan}])


if __name__ == "__main__":
    unittest.main()
