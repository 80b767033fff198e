"""Tests of the package as it stands in src/, against the tools of SERQ_BIN or PATH."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
