"""Runs the tools: serqc, serqlink and serqsim.

They are found in the folder that the environment variable SERQ_BIN names, or else
on PATH.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import replace
from typing import Any, Iterable, Mapping, Optional, Sequence, Type, Union

from .encode import compact
from .errors import Diagnostic, LinkError, RunError, ToolError, ToolNotFoundError
from .place import Place, innermost
from .program import Program
from .report import Report
from .values import Number

Runnable = Union[Program, str, bytes, Mapping[str, Any]]
"""What can be linked and run: a program, or IR as text or as a JSON value."""


def find(tool: str) -> str:
    """The path of a tool. Raises ToolNotFoundError."""
    folder = os.environ.get("SERQ_BIN")
    path = shutil.which(tool, path=folder) if folder else shutil.which(tool)
    if path is None:
        where = f"in the folder of SERQ_BIN, {folder}" if folder else "on PATH, and SERQ_BIN names no folder"
        raise ToolNotFoundError(f"{tool} is not {where}")
    return path


def compile_file(
    path: Union[str, os.PathLike[str]], *, constants: Optional[Mapping[str, Any]] = None, defs: Optional[Mapping[str, str]] = None
) -> bytes:
    """Compiles a program text (`.sq`) to IR.

    constants: other values for its `let` constants, numbers or expressions of the language.
    defs: other bodies for its expression defs.

    Raises LinkError if the text is wrong.
    """
    args = ["--compact", *_assignments("--set", constants or {}), *_assignments("--def", defs or {}), "--", os.fspath(path)]
    return _run("serqc", args, b"", LinkError)[0]


def _assignments(flag: str, values: Mapping[str, Any]) -> Iterable[str]:
    return [part for name, value in values.items() for part in (flag, f"{name}={value}")]


def link(program: Runnable) -> bytes:
    """Checks all rules of the language; returns the IR as serqlink writes it.

    Raises LinkError, whose diagnostics name the lines of Python that are at fault, and
    BuildError if the program cannot be written.
    """
    text, places = _text(program)
    return _run("serqlink", ["--compact"], text, LinkError, places)[0]


def run(
    program: Runnable,
    *,
    seed: Optional[int] = None,
    horizon: Optional[Number] = None,
    warmup: Optional[Number] = None,
    arrivals: Optional[int] = None,
    trace: Optional[Union[str, os.PathLike[str]]] = None,
    dump: Optional[Union[str, os.PathLike[str]]] = None,
    max_events: Optional[int] = None,
    timeout: Optional[float] = None,
    flags: Sequence[str] = (),
) -> Report:
    """Runs a program through serqlink and serqsim and returns the report.

    seed, horizon, warmup, arrivals, trace: instead of the program's own.
    dump: a folder for all samples, which `read_samples` reads.
    max_events, timeout: end the run after so many events, or seconds of real time.
    flags: further flags of serqsim, as ["--quiet"].

    Raises LinkError if the program breaks a rule; RunError if the run fails or a limit
    ends it, and then `report` of the error has what was measured until there; ToolError if
    serqsim cannot be used so; BuildError if the program cannot be written.
    """
    text, places = _text(program)
    linked, _ = _run("serqlink", ["--compact"], text, LinkError, places)
    args = ["--json"]
    for flag, value in (
        ("--seed", seed), ("--horizon", horizon), ("--warmup", warmup), ("--arrivals", arrivals), ("--trace", trace),
        ("--dump", dump), ("--max-events", max_events), ("--timeout", None if timeout is None else f"{timeout:.9f}s"),
    ):
        if value is not None:
            args += [flag, str(os.fspath(value) if isinstance(value, os.PathLike) else value)]
    out, warnings = _run("serqsim", [*args, *flags], linked, RunError, places)
    return Report.of(json.loads(out), warnings)


def _text(program: Runnable) -> tuple[bytes, Mapping[str, Place]]:
    """A program's IR, and where what is on a path in it was written."""
    if isinstance(program, Program):
        document, places = program._lowered(source=True)
        return compact(document).encode(), places
    if isinstance(program, Mapping):
        return compact(program).encode(), {}
    return program if isinstance(program, bytes) else program.encode(), {}


def _run(
    tool: str, args: Sequence[str], stdin: bytes, failure: Type[ToolError], places: Mapping[str, Place] = {}
) -> tuple[bytes, list[Diagnostic]]:
    """Runs a tool and returns its product and its warnings."""
    done = subprocess.run([find(tool), "--format", "json", *args], input=stdin, capture_output=True, check=False)
    diagnostics, text = _diagnostics(done.stderr.decode("utf-8", "replace"), places)
    if done.returncode == 0:
        return done.stdout, diagnostics
    if failure is not RunError or done.returncode != 1 or not done.stdout:
        raise (failure if done.returncode == 1 else ToolError)(tool, done.returncode, diagnostics, text)
    report = Report.of(json.loads(done.stdout), diagnostics)
    ended = f"a limit (timeout or max_events) ended the run at time {report.run.end:g}"
    error = RunError(tool, done.returncode, diagnostics, f"{text}\n{ended}".strip())
    error.report = report
    raise error


def _diagnostics(stderr: str, places: Mapping[str, Place]) -> tuple[list[Diagnostic], str]:
    """The diagnostics that a tool wrote, and the lines that are none."""
    found, rest = [], []
    for line in stderr.splitlines():
        if line.startswith('{"code":'):
            d = Diagnostic.of(json.loads(line))
            found.append(d if d.place else replace(d, place=innermost(places, d.pointer)))
        else:
            rest.append(line)
    return found, "\n".join(rest)
