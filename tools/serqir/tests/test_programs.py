"""Programs in Python are the same IR, and have the same report, as in the program text."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path

import serqir as sq

from .pairs import PAIRS
from .support import must


class SameProgram(unittest.TestCase):
    def setUp(self) -> None:
        self.maxDiff = None
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        Path("turns.csv").write_text("session,turn,new,out,think\na,1,3,2,0\na,2,1,4,0.5\nb,1,2,2,0\n")

    def test_same_ir(self) -> None:
        """Byte for byte, laid out or not, and so the same hash."""
        for name, (text, build) in PAIRS.items():
            for form in ((), ("--compact",)):
                with self.subTest(name, form=form):
                    want = must("serqc", "-", "--strip", *form, stdin=text.encode()).decode()
                    self.assertEqual(build().to_json(indent=not form, source=False), want)

    def test_same_report(self) -> None:
        """Byte for byte, the program's hash included, though each names its own source."""
        for name, (text, build) in PAIRS.items():
            with self.subTest(name):
                want = must("serqsim", "--json", stdin=must("serqc", "-", stdin=text.encode()))
                got = must("serqsim", "--json", stdin=must("serqlink", stdin=build().to_json().encode()))
                self.assertEqual(got.decode(), want.decode())
                self.assertEqual(sq.run(build()).data, sq.Report.of(json.loads(want)).data)

    def test_normal_form(self) -> None:
        """serqlink changes nothing, `source` included."""
        for name, (_, build) in PAIRS.items():
            for form in ((), ("--compact",)):
                with self.subTest(name, form=form):
                    text = build().to_json(indent=not form)
                    self.assertIn('"source":', text)
                    self.assertEqual(must("serqlink", *form, stdin=text.encode()).decode(), text)

    def test_deterministic(self) -> None:
        """Writing a program twice gives the same text, and does not change it."""
        program = PAIRS["engine"][1]()
        self.assertEqual(program.to_json(), program.to_json())

    def test_compiled_text(self) -> None:
        """A program text is compiled and run, with other constants."""
        Path("mm1.sq").write_text(
            "let rate = 0.5;\ndef size() = ~exp (1);\nstage svc : fifo;\nworkload { arrive poisson(rate); }\n"
            "session { run svc (size()); }\nrun { horizon 100; }\n"
        )
        half = sq.run(sq.compile_file("mm1.sq"))
        more = sq.run(sq.compile_file("mm1.sq", constants={"rate": 0.75}, defs={"size": "~det (1)"}))
        self.assertNotEqual(half.program, more.program)
        with self.assertRaisesRegex(sq.LinkError, "rat"):
            sq.compile_file("mm1.sq", constants={"rat": 1})


if __name__ == "__main__":
    unittest.main()
