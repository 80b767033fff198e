"""Traces as preset sessions: what serqc makes of the same file."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path

import serqir as sq

from .support import must

GOOD = {
    "plain": "session,turn,new,out,think\na,1,30,5,0.5\na,2,10,2,0\nb,7,3,1,0\n",
    "forced, other order, other columns": "forced,out,new,turn,session,when,think\n1,2,3,1,x,now,0.25\n0,2,1e2,3,x,then,0\n",
    "carriage returns, empty lines, a mark": "\ufeffsession,turn,new,out,think\r\n\r\n1,0,1,1,0\r\n\r\n2,0,2,2,0\r\n",
    "quotations": 'session,turn,new,out,think\n"a,b",1,"3",4,0\n"a,b",2,1,1,0\nc,1,1,1,1\n',
}

BAD = {
    ":1: the header does not name new, think": "session,turn,out\n",
    ":1: the header names a column twice": "session,turn,new,out,think,new\n",
    ":1: the trace has no rows": "session,turn,new,out,think\n",
    ":2: new is a finite number of at least 0, not 'x'": "session,turn,new,out,think\na,1,x,1,0\n",
    ":3: out is a finite number of at least 0, not '-1'": "session,turn,new,out,think\na,1,1,1,0\na,2,1,-1,0\n",
    ":2: think is a finite number of at least 0, not 'inf'": "session,turn,new,out,think\na,1,1,1,inf\n",
    ":2: forced is 0 or 1, not 2": "session,turn,new,out,think,forced\na,1,1,1,0,2\n",
    ":3: turn 1 of session a stands after its turn 1": "session,turn,new,out,think\na,1,1,1,0\na,1,1,1,0\n",
    ":4: session a stands in two places": "session,turn,new,out,think\na,1,1,1,0\nb,1,1,1,0\na,2,1,1,0\n",
    ":2: the line has another number of cells": "session,turn,new,out,think\na,1,1,1\n",
    ":2: the line has another number": "session,turn,new,out,think\na,1,1,1,0,0\n",
}


class Traces(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_same_sessions_as_serqc(self) -> None:
        text = 'workload { arrive batch(2); trace "t.csv" ordered; }\nsession { turn; observe n = new; }\nrun { horizon 10; }\n'
        for name, csv in GOOD.items():
            with self.subTest(name):
                Path("t.csv").write_bytes(csv.encode())
                compiled = json.loads(must("serqc", "-", "--inline-trace", stdin=text.encode()))
                recorded = sq.read_trace("t.csv")
                p = sq.Program(horizon=10)
                p.arrive(sq.sessions([recorded[k % len(recorded)] for k in range(2)]))
                with p.session() as s:
                    s.turn()
                    s.observe("n", sq.new)
                self.assertEqual(p.document()["arrival"], compiled["arrival"])
                sq.run(p)

    def test_refused_as_serqc_does(self) -> None:
        text = 'workload { arrive batch(2); trace "t.csv" ordered; }\nsession { turn; }\nrun { horizon 10; }\n'
        for expected, csv in BAD.items():
            with self.subTest(expected):
                Path("t.csv").write_bytes(csv.encode())
                with self.assertRaises(sq.TraceError) as caught:
                    sq.read_trace("t.csv")
                self.assertIn("t.csv" + expected, str(caught.exception))
                with self.assertRaises(AssertionError):
                    must("serqc", "-", "--inline-trace", stdin=text.encode())

    def test_program_with_a_trace(self) -> None:
        Path("t.csv").write_text(GOOD["plain"])
        p = sq.Program(horizon=10)
        p.arrive(sq.batch(2))
        p.trace("t.csv", ordered=True)
        with p.session() as s:
            s.turn()
            s.observe("n", sq.new)
        self.assertEqual(sq.run(p).observes["n"].max, 30)
        Path("u.csv").write_text(GOOD["plain"].replace("30", "40"))
        self.assertEqual(sq.run(p, trace=Path("u.csv")).observes["n"].max, 40)


if __name__ == "__main__":
    unittest.main()
