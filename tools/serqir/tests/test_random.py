"""Whatever is built through the package passes serqlink, unchanged, and runs."""

from __future__ import annotations

import collections
import json
import unittest

from serqir import schema

from .generate import program
from .support import diagnostics, parallel, tool

PROGRAMS = 300


class RandomPrograms(unittest.TestCase):
    def test_link_and_run(self) -> None:
        texts = [program(seed).to_json() for seed in range(PROGRAMS)]
        outcomes = collections.Counter(parallel(self.check, enumerate(texts)))
        self.assertGreater(outcomes["whole"], PROGRAMS / 2, outcomes)
        for word in ("Hold", "Choose", "Sessions", "Step", "Empirical", "also", "ExclusivePrefill", "gauges", "hidden", "turns"):
            self.assertTrue(any(f'"{word}"' in text for text in texts), f"no program has {word}")

    def check(self, numbered: tuple[int, str]) -> str:
        """What became of one program: the run was whole, was cut short, or failed by a rule of runs."""
        seed, text = numbered
        linked = tool("serqlink", stdin=text.encode())
        self.assertEqual(linked.returncode, 0, f"program {seed}: {linked.stderr.decode()}")
        self.assertEqual(linked.stdout.decode(), text, f"program {seed}")
        run = tool("serqsim", "--json", "--format", "json", "--max-events", "2000", "--timeout", "20s", stdin=linked.stdout)
        if run.returncode == 0:
            return "whole"
        self.assertEqual(run.returncode, 1, f"program {seed}: {run.stderr.decode()}")
        codes = {d["code"][:4] for d in diagnostics(run.stderr) if d["severity"] == "error"}
        self.assertLessEqual(codes, {"SQ05"}, f"program {seed}")
        return "failed" if codes else "cut"

    def test_documents_fit_the_schema(self) -> None:
        for seed in range(40):
            document = json.loads(program(seed).to_json())
            self.assertEqual(schema.check(document), [], f"program {seed}")


if __name__ == "__main__":
    unittest.main()
