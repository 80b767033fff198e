"""What can go wrong, as Python exceptions.

`BuildError` says that a program cannot be written as IR, `TraceError` that a trace
cannot be read. The others come from running the tools: `LinkError` says which
rules of the language a program breaks, `RunError` why a run failed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

from .place import Place, caller

if TYPE_CHECKING:
    from .report import Report


class BuildError(ValueError):
    """A program that cannot be written as IR.

    The message begins with the line of the caller that is at fault.
    """

    def __init__(self, message: str, place: Optional[Place] = None, path: str = "") -> None:
        self.message = message
        """What is wrong, without the place."""
        self.place = place if place is not None else caller()
        """The line at fault."""
        self.path = path
        """Of the value in the document, as `pools[0].cap`; "" where it never came to one."""
        super().__init__(f"{self.place}: {f'{path}: ' if path else ''}{message}")


class TraceError(ValueError):
    """A trace that cannot be read; the message begins with the file and line."""

    def __init__(self, message: str, file: str, line: int) -> None:
        self.message, self.file, self.line = message, file, line
        super().__init__(f"{file}:{line}: {message}")


class ToolNotFoundError(FileNotFoundError):
    """A tool is neither in the folder that SERQ_BIN names nor on PATH."""


@dataclass(frozen=True)
class Diagnostic:
    """One thing that a tool found."""

    code: str
    """Stable: `SQ0409`. `serqlink --explain SQ0409` tells more."""
    severity: str
    """`error` or `warning`."""
    message: str
    pointer: str = ""
    """The value's path in the IR, as `blocks[3][1].Run.work`; "" if it is about no value."""
    hint: str = ""
    """What to do about it, a sentence; may be empty."""
    place: Optional[Place] = None
    """Where it was written, in Python or in a program text; None if unknown."""
    related: tuple[str, ...] = ()
    """Other places that matter, a line of text each."""

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Diagnostic:
        """A diagnostic from a tool's `--format json`."""
        related = tuple(f"{_place(r) or ''}: {r['message']}".removeprefix(": ") for r in found.get("related", ()))
        return cls(
            found["code"], found["severity"], found["message"], found.get("pointer", ""),
            found.get("hint", ""), _place(found), related,
        )

    def __str__(self) -> str:
        where = str(self.place) if self.place else self.pointer
        lines = [f"{where}: {self.severity}: {self.message} [{self.code}]".removeprefix(": ")]
        lines += [f"  {note}" for note in self.related]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


def _place(found: Mapping[str, Any]) -> Optional[Place]:
    at = found.get("location", {})
    return Place(at["file"], at["line"]) if "file" in at and "line" in at else None


class ToolError(RuntimeError):
    """A tool ended with another status than 0."""

    def __init__(self, tool: str, status: int, diagnostics: Sequence[Diagnostic], text: str = "") -> None:
        self.tool = tool
        """Its name: `serqsim`."""
        self.status = status
        """1: the input is wrong or the run failed; 2: the command line is wrong or a file cannot be used;
        3: a bug of the tool; 130: interrupted; negative: ended by that signal."""
        self.diagnostics = tuple(diagnostics)
        self.text = text
        """What it wrote to standard error beside diagnostics."""
        said = [str(d) for d in diagnostics] + ([text.strip()] if text.strip() else [])
        super().__init__("\n".join(said) or f"{tool} ended with status {status}")


class LinkError(ToolError):
    """A program that is not valid: every rule that it breaks is in `diagnostics`."""


class RunError(ToolError):
    """A run that failed, or that a limit ended."""

    report: Optional[Report] = None
    """What was measured until then, marked partial, if a limit ended the run; else None."""
