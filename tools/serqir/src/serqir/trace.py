"""Traces of conversations: CSV files with the columns session,turn,new,out,think[,forced].

`read_trace` reads one as preset sessions, which can be cut, scaled and shuffled in
Python before a program gets them with `sessions`.
"""

from __future__ import annotations

import csv
import math
import os
from typing import Optional, Union

from .arrival import Preset
from .context import forced, new, out, think
from .errors import TraceError
from .expr import Attr

_VALUES: tuple[Attr, ...] = (new, out, think)


def read_trace(path: Union[str, os.PathLike[str]]) -> list[Preset]:
    """The sessions of a trace, in the order of the file: a turn for each row.

    Columns are found by their names in the first line, and others are ignored. Rows of a
    session stand together, in the order of their turns; values are finite and ≥ 0; `forced`
    is 0 or 1.

    Raises TraceError, which names the line, if the file is not so, and OSError if it
    cannot be read.
    """
    name = os.fspath(path)
    sessions: dict[str, list[dict[Attr, float]]] = {}
    session, turn = None, -math.inf
    with open(name, newline="", encoding="utf-8-sig") as file:
        reader = csv.DictReader(file, strict=True)
        columns = _header(reader.fieldnames, name)
        try:
            for row in reader:
                line = reader.line_num
                if None in row or None in row.values():
                    raise TraceError("the line has another number of cells than the header", name, line)
                this = row["session"]
                if this != session and this in sessions:
                    raise TraceError(f"session {this} stands in two places", name, line)
                number = _number(row, "turn", name, line)
                if this == session and number <= turn:
                    raise TraceError(f"turn {number:g} of session {this} stands after its turn {turn:g}", name, line)
                session, turn = this, number
                values = {attr: _number(row, attr.name, name, line) for attr in columns}
                if values.get(forced, 0) not in (0, 1):
                    raise TraceError(f"forced is 0 or 1, not {row['forced']}", name, line)
                sessions.setdefault(this, []).append(values)
        except csv.Error as error:
            raise TraceError(str(error), name, reader.line_num) from None
    if not sessions:
        raise TraceError("the trace has no rows", name, 1)
    return [Preset(turns=turns) for turns in sessions.values()]


def _header(names: Optional[object], file: str) -> tuple[Attr, ...]:
    """The attributes that a row sets."""
    given = list(names) if isinstance(names, (list, tuple)) else []
    missing = [column for column in ("session", "turn", *(a.name for a in _VALUES)) if column not in given]
    if missing:
        raise TraceError(f"the header does not name {', '.join(missing)}", file, 1)
    if len(set(given)) < len(given):
        raise TraceError("the header names a column twice", file, 1)
    return (*_VALUES, forced) if "forced" in given else _VALUES


def _number(row: dict[str, str], column: str, file: str, line: int) -> float:
    try:
        value = float(row[column])
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise TraceError(f"{column} is a finite number of at least 0, not {row[column]!r}", file, line)
    return int(value) if value == int(value) else value
