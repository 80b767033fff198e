"""What docs/python.md shows works, and prints what it says.

A block ```python is run, after those before it, in an empty folder; a block ```text
right after it is what it prints. SERQ_UPDATE=1 writes these blocks anew.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import unittest
from typing import Any

from .support import REPOSITORY

PAGE = REPOSITORY / "docs/python.md"


class Page(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_snippets(self) -> None:
        self.maxDiff = None
        text = PAGE.read_text("utf-8")
        namespace: dict[str, Any] = {}

        def run(block: re.Match[str]) -> str:
            """The blocks with what the first one printed."""
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block[1], "gen.py", "exec"), namespace)  # messages name the block's lines
            shown = f"```text\n{printed.getvalue()}```\n" if printed.getvalue() or block[2] else ""
            return f"```python\n{block[1]}```\n" + (f"\n{shown}" if shown else "")

        updated = re.sub(r"```python\n(.*?)```\n(?:\n(```text\n.*?```\n))?", run, text, flags=re.DOTALL)
        if os.environ.get("SERQ_UPDATE"):
            PAGE.write_text(updated, "utf-8")
        else:
            self.assertEqual(updated, text)

    def test_links_of_the_contents(self) -> None:
        text = PAGE.read_text("utf-8")
        headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
        anchors = [re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings]
        self.assertEqual(re.findall(r"^- \[(.*)\]\(#(.*)\)$", text, re.MULTILINE), list(zip(headings, anchors)))


if __name__ == "__main__":
    unittest.main()
