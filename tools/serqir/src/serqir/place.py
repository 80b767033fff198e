"""Where, in the source of whoever uses this package, something was written."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Mapping, Optional


@dataclass(frozen=True)
class Place:
    """A line of a source file."""

    file: str
    """As a message names it: relative to the working directory if it lies below."""
    line: int
    """Counted from 1."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def caller() -> Place:
    """The innermost line outside this package that led here."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "serqir":
        frame = frame.f_back
    return Place(shown(frame.f_code.co_filename), frame.f_lineno)


def shown(file: str) -> str:
    """A file's name for messages."""
    below = os.path.join(os.getcwd(), "")
    return file[len(below):] if file.startswith(below) else file


def innermost(places: Mapping[str, Place], path: str) -> Optional[Place]:
    """The place of the innermost part on a path in a document, as `pools[0].queue[1].Attr`, that has one."""
    while path and path not in places:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return places.get(path)
