"""The schema that comes with the package, and its validator, agree with the tools."""

from __future__ import annotations

import collections
import json
import random
import re
import unittest
from pathlib import Path
from typing import Any

import serqir as sq
from serqir import context, draw, expr, refs, schema

from .generate import program
from .mutate import mutated
from .pairs import PAIRS
from .support import PACKAGE, REPOSITORY, diagnostics, parallel, tool

MUTATIONS = 1000


class Copy(unittest.TestCase):
    def test_equal_to_the_projects(self) -> None:
        ours = PACKAGE / "src/serqir" / schema.FILE
        self.assertEqual(
            ours.read_bytes(), (REPOSITORY / "schema" / schema.FILE).read_bytes(),
            f"cp schema/{schema.FILE} {ours.relative_to(REPOSITORY)}",
        )

    def test_version(self) -> None:
        self.assertEqual(sq.IR_VERSION, 8)
        self.assertIn(f"v{sq.IR_VERSION}", schema.FILE)

    def test_every_word_can_be_written(self) -> None:
        """Each word of the schema's vocabularies stands in the module that offers it."""
        words = schema.schema()["$defs"]
        offered = {w for m in (expr, refs, context) for w in re.findall(r'"([A-Z]\w*)"', Path(m.__file__ or "").read_text("utf-8"))}
        for kind in ("Func", "Ctx", "BinaryOp", "UnaryOp"):
            self.assertLessEqual(set(words[kind]["enum"]), offered, kind)
        families = {d.value[0] for d in (draw.exp(1), draw.det(1), draw.uniform(0, 1), draw.erlang(1, 1), draw.h2(1, 1),
                    draw.bernoulli(1), draw.normal(0, 1), draw.lognormal(1, 1), draw.gamma(1, 1), draw.pareto(1, 2),
                    draw.geometric(1), draw.poisson(1))}
        self.assertEqual(families, set(words["Dist"]["then"]["enum"]))

    def test_unknown_keywords_are_refused(self) -> None:
        refused: list[dict[str, Any]] = [{"oneOf": []}, {"items": {"pattern": "x"}}, {"if": {"const": 1}}, {"additionalProperties": {}}]
        for rules in refused:
            with self.subTest(rules), self.assertRaises(NotImplementedError):
                schema._demand_known(rules)


class Agreement(unittest.TestCase):
    """Mutated documents: the same verdict as serqlink's, at the same places; and no crash."""

    def test_mutations(self) -> None:
        rng = random.Random(8)
        good = [json.loads(program(seed).to_json()) for seed in range(30)]
        good += [build().document() for _, build in PAIRS.values()]
        documents = [mutated(rng.choice(good), rng) for _ in range(MUTATIONS)]
        verdicts = collections.Counter(parallel(self.check, documents))
        for verdict in ("shape", "rule", "run"):
            self.assertGreater(verdicts[verdict], MUTATIONS / 20, verdicts)

    def check(self, document: Any) -> str:
        """Who refused a document: "shape" the schema, "rule" a link rule; "run" nobody."""
        text = json.dumps(document).encode()
        linked = tool("serqlink", "--compact", "--format", "json", stdin=text)
        self.assertIn(linked.returncode, (0, 1), linked.stderr.decode() + text.decode())
        found = diagnostics(linked.stderr)
        theirs = {d.get("pointer", "") for d in found if d["code"].startswith("SQ03")}
        ours = {v.path for v in schema.check(document)}
        self.assertLessEqual(theirs, ours, text.decode())
        for path in ours - theirs:  # serqlink does not look into an object that is no variant
            self.assertTrue(any(path.startswith(outer) for outer in theirs), f"only Python refuses {path} of {text.decode()}")
        if linked.returncode == 1:
            return "shape" if theirs else "rule"
        run = tool("serqsim", "--json", "--max-events", "300", "--timeout", "20s", stdin=linked.stdout)
        self.assertIn(run.returncode, (0, 1, 2), run.stderr.decode() + text.decode())
        if run.returncode == 2:  # it names a trace that is not there
            self.assertIsNotNone(document.get("trace"), run.stderr.decode())
        return "run"

    def test_texts(self) -> None:
        """Reading is as strict as the tools', which the mutation of a document cannot show."""
        good = PAIRS["after-maxmin"][1]().to_json(indent=False, source=False).strip()
        texts: dict[str, bytes] = {
            "good": good.encode(),
            "white space": b" \n" + good.encode() + b"\t\r\n",
            "nothing": b"",
            "a byte order mark": b"\xef\xbb\xbf" + good.encode(),
            "a list": b"[]",
            "a word": b'"IR"',
            "cut": good[:-1].encode(),
            "more": (good + "{}").encode(),
            "twice": good.replace('"seed":1', '"seed":1,"seed":1').encode(),
            "NaN": good.replace('"seed":1', '"seed":NaN').encode(),
            "Infinity": good.replace('"horizon":10', '"horizon":Infinity').encode(),
            "too large": good.replace('"horizon":10', '"horizon":1e999').encode(),
            "too long": good.replace('"horizon":10', '"horizon":1' + "0" * 400).encode(),
            "large": good.replace('"horizon":10', '"horizon":1' + "0" * 30).encode(),
            "leading zero": good.replace('"horizon":10', '"horizon":010').encode(),
            "comma": good.replace('"hidden":[]', '"hidden":[],').replace("10]", "10,]").encode(),
            "not UTF-8": good.replace("transferred", "x").encode() + b"\xff",
            "latin-1": good.replace("transferred", "ä").encode("latin-1"),
            "half a pair": good.replace("transferred", "\\ud800").encode(),
            "a pair": good.replace("transferred", "\\ud83d\\ude00").encode(),
            "version 7": good.replace('"version":8', '"version":7').encode(),
            "version 9": good.replace('"version":8', '"version":9').encode(),
            "version 8.0": good.replace('"version":8', '"version":8.0').encode(),
            "no version": good.replace('"version":8,', "").encode(),
        }
        for name, text in texts.items():
            with self.subTest(name):
                done = tool("serqlink", "--format", "json", stdin=text)
                if not text:  # nothing is no document, and one line says so
                    self.assertEqual((done.returncode, self.is_shape(text)), (1, False))
                    continue
                found = diagnostics(done.stderr)
                self.assertEqual(self.is_shape(text), not any(d["code"].startswith("SQ03") for d in found), found)

    def is_shape(self, text: bytes) -> bool:
        try:
            return not schema.check(schema.read(text))
        except ValueError:
            return False


if __name__ == "__main__":
    unittest.main()
