"""What cannot be written is refused, with the line of the caller."""

from __future__ import annotations

import inspect
import json
import math
import sys
import unittest
from pathlib import Path
from typing import Any, Callable

import serqir as sq
from serqir import BuildError, draw


class Machine:
    """A small program to spoil."""

    def __init__(self, **settings: Any) -> None:
        self.p = sq.Program(**{"horizon": 10, **settings})
        self.kv = self.p.pool("kv", cap=10)
        self.tiers = self.p.pool("tiers", members=2, cap=5)
        self.cpu = self.p.stage("cpu", sq.fifo())
        self.nics = self.p.stage("nics", sq.ps(1), members=2)
        self.engine = self.p.stage("engine", sq.step(1))
        self.x = self.p.attr("x")


def statement(f: Callable[[Machine, sq.Session], Any]) -> Callable[[Machine], Any]:
    """A refusal that happens within the session."""

    def within(m: Machine) -> None:
        with m.p.session() as s:
            f(m, s)

    return within


REFUSALS: list[tuple[str, Callable[[Machine], Any]]] = [
    # Settings.
    ("the horizon is a string|'10', not a number", lambda m: sq.Program(horizon="10")),
    ("the horizon is infinite", lambda m: sq.Program(horizon=math.inf)),
    ("nothing is measured", lambda m: sq.Program(horizon=10, warmup=10)),
    ("the seed is -1, not from 0", lambda m: sq.Program(horizon=1, seed=-1)),
    ("the seed is 1.5, not a whole", lambda m: sq.Program(horizon=1, seed=1.5)),
    ("the seed is True", lambda m: sq.Program(horizon=1, seed=True)),
    ("arrivals is 0", lambda m: sq.Program(horizon=1, arrivals=0)),
    ("share is 'fair', not one of 'maxmin'", lambda m: sq.Program(horizon=1, share="fair")),
    ("beyond the range", lambda m: sq.Program(horizon=10**400)),
    # Names.
    ("the character '-'", lambda m: m.p.attr("a-b")),
    ("the name of a pool is empty", lambda m: m.p.pool("")),
    ("half a surrogate", lambda m: m.p.trace("\ud800.csv")),
    ("there is a pool kv already", lambda m: m.p.pool("kv")),
    ("there is a stage cpu already", lambda m: m.p.stage("cpu", sq.delay)),
    ("two gauges g", lambda m: [m.p.gauge("g", 1), m.p.gauge("g", 1)]),
    # Pools.
    ("the cap of a is NaN|not a number", lambda m: m.p.pool("a", cap=math.nan)),
    ("the cap of a is -1", lambda m: m.p.pool("a", cap=-1)),
    ("the block of a is 0", lambda m: m.p.pool("a", block=0)),
    ("a list of caps is for a family", lambda m: m.p.pool("a", cap=[1, 2])),
    ("1 caps for 2 members", lambda m: m.p.pool("a", cap=[1], members=2)),
    ("the members of a is 0", lambda m: m.p.pool("a", members=0)),
    ("no option 'evcit'", lambda m: m.p.pool("a", evcit="lru")),
    ("evict is 'mru', not one of 'lru', 'none'", lambda m: m.p.pool("a", evict="mru")),
    ("queue: at least one", lambda m: m.p.pool("a", queue=[])),
    ("preempt is None", lambda m: m.p.pool("a", preempt=None)),
    ("requeue without preempt", lambda m: m.p.pool("a", requeue="tail")),
    ("spill is a dict", lambda m: m.p.pool("a", spill={})),
    ("tiers has 2 members, and 3 or one is needed", lambda m: m.p.pool("a", members=3, spill=sq.spill(m.tiers, m.cpu, 1))),
    ("admit_via is a StageRef", lambda m: m.p.pool("a", admit_via=m.nics[0])),
    ("configure wants a pool or family of this program", lambda m: Machine().p.configure(m.kv, evict="none")),
    # Stages.
    ("the servers of fifo is 0", lambda m: sq.fifo(0)),
    ("the kind of a is 'delay'", lambda m: m.p.stage("a", "delay")),
    ("serve is 'fcfs'", lambda m: sq.step(1, serve="fcfs")),
    ("the memory of a step stage is a PoolRef", lambda m: sq.step(1, memory=m.tiers[0])),
    ("a cost is the string 'x': an attribute is", lambda m: sq.step("x")),
    # The workload.
    ("the rate of poisson is 0", lambda m: sq.poisson(0)),
    ("the sessions of batch is 1000001", lambda m: sq.batch(1_000_001)),
    ("arrive wants poisson", lambda m: m.p.arrive("poisson")),
    ("a preset session is a dict", lambda m: sq.sessions([{}])),
    ("the value of a preset session is infinite", lambda m: m.p.arrive(sq.sessions([sq.Preset({"x": math.inf})]))),
    ("the row of a preset session is a list", lambda m: m.p.arrive(sq.sessions([sq.Preset([1])]))),
    ("an int where an attribute", lambda m: m.p.hide(3)),
    ("no values to draw from", lambda m: draw.empirical([])),
    # Expressions.
    ("no truth value", lambda m: m.x < 1 and m.x > 0),
    ("no truth value", lambda m: 0 < m.x < 1),
    ("no truth value", lambda m: not m.x),
    ("an operand is None", lambda m: m.x == None),
    ("an operand is a list", lambda m: m.x + []),
    ("an operand is not a number", lambda m: m.x + math.nan),
    ("a sum of no terms", lambda m: sq.total([])),
    ("of two programs", lambda m: m.x + Machine().x),
    ("tiers has no member 2", lambda m: m.tiers[2]),
    ("tiers has no member 0.5", lambda m: m.tiers[0.5]),
    # Statements.
    ("of another program", statement(lambda m, s: s.set(Machine().x, 1))),
    ("reads attributes, pools or stages of another program", statement(lambda m, s: s.run(Machine().cpu, 1))),
    ("the stage of a run is the family nics: write nics", statement(lambda m, s: s.run(m.nics, 1))),
    ("the stage of a run is a Pool", statement(lambda m, s: s.run(m.kv, 1))),
    ("a run names no stage", statement(lambda m, s: s.run([], 1))),
    ("a hold takes nothing", statement(lambda m, s: s.hold())),
    ("a hold takes a Pool: write pool.take", statement(lambda m, s: s.hold(m.kv))),
    ("a lease is a Pool", statement(lambda m, s: s.hold(m.kv.take(1), lease=m.kv))),
    ("otherwise", statement(lambda m, s: s.otherwise())),
    ("at least one is needed", statement(lambda m, s: s.choose(m.x, 2, by=[]))),
    ("not an expression or a list", statement(lambda m, s: s.choose(m.x, 2, by=None))),
]


class Refusals(unittest.TestCase):
    def test_each_names_the_callers_line(self) -> None:
        for expected, spoil in REFUSALS:
            with self.subTest(expected):
                with self.assertRaisesRegex(BuildError, expected) as caught:
                    spoil(Machine())
                place = caught.exception.place
                lines, _ = inspect.findsource(sys.modules[__name__])
                self.assertEqual(Path(place.file).name, Path(__file__).name)
                self.assertIn("lambda m", lines[place.line - 1])
                self.assertTrue(str(caught.exception).startswith(f"{place}: "))

    def refused(self, program: sq.Program, expected: str) -> int:
        """The line of the refusal, relative to the test that calls."""
        with self.assertRaisesRegex(BuildError, expected) as caught:
            program.document()
        test = inspect.stack()[1]
        return caught.exception.place.line - test.frame.f_code.co_firstlineno

    def test_no_session(self) -> None:
        m = Machine()
        self.assertEqual(Path(str(m.p._place.file)).name, Path(__file__).name)
        self.refused(m.p, "no session")

    def test_hold_without_with(self) -> None:
        m = Machine()
        with m.p.session() as s:
            s.hold(m.kv.take(1))
        self.assertEqual(self.refused(m.p, "the block is missing"), 3)

    def test_flow_without_share(self) -> None:
        m = Machine()
        with m.p.session() as s:
            s.run(m.cpu, 1)
            s.run([m.nics[0], m.cpu], 1)
        self.assertEqual(self.refused(m.p, "share"), 4)

    def test_share_without_flow(self) -> None:
        m = Machine(share="maxmin")
        with m.p.session() as s:
            s.run(m.cpu, 1)
        self.refused(m.p, "share divides nothing")

    def test_gauge_named_as_an_observation(self) -> None:
        m = Machine()
        m.p.gauge("ttft", m.cpu.queue)
        with m.p.session() as s:
            s.observe("ttft", sq.now)
        self.assertEqual(self.refused(m.p, "the name of an observation"), 2)

    def test_written_twice(self) -> None:
        m = Machine()
        with m.p.session() as s:
            with s.branch(m.x > 0):
                pass
            with s.otherwise():
                s.end()
            with self.assertRaisesRegex(BuildError, "second time"), s.otherwise():
                pass
        with self.assertRaisesRegex(BuildError, "written once"):
            m.p.session()
        with self.assertRaisesRegex(BuildError, "outside the `with`"):
            s.end()

    def test_a_bug_of_this_package_would_be_found(self) -> None:
        """The document is held against the schema, and the error names the caller."""
        m = Machine()
        with m.p.session():
            pass
        m.p._pools[0]["cap"] = "lots"
        with self.assertRaisesRegex(BuildError, r"test_build.py:\d+: pools\[0\].cap: 'lots' is none of"):
            m.p.to_json()


class Writing(unittest.TestCase):
    def test_deep_expressions(self) -> None:
        """A sum of thousands of terms nests deeper than Python's functions may."""
        m = Machine()
        with m.p.session() as s:
            s.set(m.x, sq.total([m.nics[0].queue] * 4000))
        text = m.p.to_json(indent=False, source=False)
        self.assertEqual(text.count('"Add"'), 3999)
        self.assertEqual(len(sq.link(text)), len(text))

    def test_python_compares_numbers(self) -> None:
        m = Machine()
        with m.p.session() as s:
            with s.branch(2 > 1):
                pass
        self.assertEqual(m.p.document()["blocks"][2][0]["Branch"][0], {"Num": 1})

    def test_numbers(self) -> None:
        """Every number has one form, which is that of the tools."""
        from serqir.encode import number

        for value, want in (
            (0, "0"), (-0.0, "0"), (3.0, "3"), (0.1, "0.1"), (1e16, "10000000000000000"), (1e20, "100000000000000000000"),
            (1.2345678901234567e20, "123456789012345670000"), (1e21, "1e+21"), (1e-6, "0.000001"), (1.5e-7, "1.5e-7"),
            (5e-324, "5e-324"), (2**53, "9007199254740992"), (2**70, "1.1805916207174113e+21"), (1e300, "1e+300"),
        ):
            self.assertEqual(number(value), want)
            m = Machine()
            with m.p.session() as s:
                s.set(m.x, value)
            text = m.p.to_json()
            self.assertIn(f'{{"Num":{want}}}', text)
            self.assertEqual(sq.link(text).decode(), m.p.to_json(indent=False))

    def test_strings(self) -> None:
        m = Machine()
        m.p.trace('a "b"\\\x01\n\t\r\x7f\u2028é😀.csv')
        with m.p.session():
            pass
        self.assertEqual(sq.link(m.p).decode(), m.p.to_json(indent=False))
        self.assertEqual(json.loads(m.p.to_json())["trace"], 'a "b"\\\x01\n\t\r\x7f\u2028é😀.csv')

    def test_statements_name_their_lines(self) -> None:
        m = Machine()
        with m.p.session() as s:
            s.run(m.cpu, 1)
            with s.loop():
                s.end()
        here = inspect.currentframe().f_lineno
        source = m.p.document()["source"]
        self.assertEqual([Path(f).name for f in source["files"]], [Path(__file__).name])
        self.assertEqual(source["spans"], [[2, 0, here - 3, 1, 0], [2, 1, here - 2, 1, 0], [3, 0, here - 1, 1, 0]])

    def test_member_by_member(self) -> None:
        """Families are joined member to member, or all to a family of one; members may differ."""
        p = sq.Program(horizon=1)
        kv = p.pool("kv", cap=[1, 2], members=2)
        one = p.pool("one", members=1)
        engines = p.stage("E", sq.step(1, memory=kv), members=2)
        link = p.stage("link", [sq.ps(1), sq.delay], members=2)
        p.configure(kv, admit_via=engines, spill=sq.spill(one, link, 1))
        with p.session():
            pass
        document = p.document()
        self.assertEqual([pool["cap"] for pool in document["pools"]], [1, 2, "inf"])
        self.assertEqual([pool["admit_via"] for pool in document["pools"]], [0, 1, None])
        self.assertEqual([pool["spill"] and (pool["spill"]["to"], pool["spill"]["via"]) for pool in document["pools"]], [(2, 2), (2, 3), None])
        self.assertEqual([s["kind"]["Step"]["memory"] for s in document["stages"][:2]], [0, 1])
        self.assertEqual(len(kv), 2)
        self.assertEqual([member.index.value for member in kv if member.index is not None], [0, 1])
        sq.link(p)


if __name__ == "__main__":
    unittest.main()
