"""The package is built and installed without fetching anything."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.util
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from types import ModuleType

from .support import PACKAGE

CHECK = "import serqir, sys; assert serqir.IR_VERSION == 8; print(serqir.__file__)"


def backend() -> ModuleType:
    spec = importlib.util.spec_from_file_location("serqir_backend", PACKAGE / "backend/serqir_backend.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def python(*args: str, executable: str = sys.executable, path: str = "") -> str:
    """Runs Python without this process's way of finding the package."""
    env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([executable, *args], capture_output=True, text=True, env=env, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


class Install(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_wheel(self) -> None:
        wheel = self.folder / backend().build_wheel(str(self.folder))
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            self.assertIn("serqir/ir.v8.schema.json", names)
            self.assertIn("serqir/py.typed", names)
            self.assertFalse([n for n in names if "__pycache__" in n or "test" in n])
            record = next(n for n in names if n.endswith("/RECORD"))
            rows = list(csv.reader(archive.read(record).decode().splitlines()))
            self.assertEqual(sorted(row[0] for row in rows), sorted(names))
            for name, digest, size in rows:
                if name != record:
                    data = archive.read(name)
                    want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, size), (f"sha256={want}", str(len(data))))
        self.assertIn(str(wheel), python("-c", CHECK, path=str(wheel)))  # data files are found in an archive, too

    def test_same_bytes_each_time(self) -> None:
        one, two = self.folder / "1", self.folder / "2"
        one.mkdir()
        two.mkdir()
        names = [backend().build_wheel(str(d)) for d in (one, two)]
        self.assertEqual((one / names[0]).read_bytes(), (two / names[1]).read_bytes())

    def test_editable(self) -> None:
        wheel = self.folder / backend().build_editable(str(self.folder))
        with zipfile.ZipFile(wheel) as archive:
            self.assertEqual(Path(archive.read("serqir.pth").decode().strip()), PACKAGE / "src")

    def test_source_archive(self) -> None:
        archive = self.folder / backend().build_sdist(str(self.folder))
        with tarfile.open(archive) as tar:
            names = tar.getnames()
        for name in ("pyproject.toml", "PKG-INFO", "README.md", "backend/serqir_backend.py", "src/serqir/program.py"):
            self.assertIn(f"serqir-0.1.0/{name}", names)

    @unittest.skipUnless(importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"), "Python came without venv")
    def test_pip_in_a_fresh_environment(self) -> None:
        env = self.folder / "env"
        try:
            python("-m", "venv", str(env))
        except AssertionError as error:
            self.skipTest(f"no venv here: {error}")  # Debian ships ensurepip's front without its wheels
        executable = str(env / "bin/python")
        python("-m", "pip", "install", "-q", "--no-index", "--no-cache-dir", str(PACKAGE), executable=executable)
        self.assertIn(str(env), python("-c", CHECK, executable=executable))


if __name__ == "__main__":
    unittest.main()
