"""What the tests share: where things are, and how the tools are run."""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Iterable, Sequence, TypeVar

from serqir import find

PACKAGE = Path(__file__).resolve().parent.parent
REPOSITORY = PACKAGE.parent.parent

T = TypeVar("T")
R = TypeVar("R")


def tool(name: str, *args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs a tool whatever its status."""
    return subprocess.run([find(name), *args], input=stdin, capture_output=True, check=False, timeout=120)


def must(name: str, *args: str, stdin: bytes = b"") -> bytes:
    """The product of a tool that succeeds."""
    done = tool(name, *args, stdin=stdin)
    if done.returncode != 0:
        raise AssertionError(f"{name}: {done.returncode}\n{done.stderr.decode()}\n{stdin[:2000].decode()}")
    return done.stdout


def parallel(function: Callable[[T], R], items: Iterable[T]) -> list[R]:
    """Calls a function, which runs tools, for each item, as many at once as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


def diagnostics(stderr: bytes) -> Sequence[dict[str, Any]]:
    """What a tool wrote with --format json."""
    return [json.loads(line) for line in stderr.decode().splitlines() if line.startswith("{")]
