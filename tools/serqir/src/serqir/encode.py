"""JSON as the tools write it, so that `serqlink` changes not a byte of it."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, Iterable, Mapping, Union


def compact(document: Any) -> str:
    """A JSON value without white space. It may nest deeper than Python's functions can."""
    out: list[str] = []
    todo: list[Any] = [document]  # values and text to write, last first
    while todo:
        item = todo.pop()
        if isinstance(item, _Text):
            out.append(item)
        elif isinstance(item, str):
            out.append(string(item))
        elif item is None or isinstance(item, bool):
            out.append({None: "null", True: "true", False: "false"}[item])
        elif isinstance(item, (int, float)):
            out.append(number(item))
        elif isinstance(item, Mapping):
            todo.append(_Text("}"))
            members = [part for key, value in item.items() for part in (_COMMA, _Text(string(key) + ":"), value)]
            todo.extend(reversed(members[1:]))
            out.append("{")
        else:
            todo.append(_Text("]"))
            todo.extend(reversed([part for value in item for part in (_COMMA, value)][1:]))
            out.append("[")
    return "".join(out)


class _Text(str):
    """Text that stands between values."""


_COMMA = _Text(",")


def pretty(document: Mapping[str, Any]) -> str:
    """A program with a line for each field, member, statement and preset session."""
    return _lines("{", (f"{string(key)}:{_field(key, value)}" for key, value in document.items()), "}", 0) + "\n"


def _field(key: str, value: Any) -> str:
    if key in ("pools", "stages", "gauges"):
        return _lines("[", map(compact, value), "]", 1)
    if key == "blocks":
        return _lines("[", (_lines("[", map(compact, block), "]", 2) for block in value), "]", 1)
    if key == "arrival" and isinstance(value, Mapping) and "Sessions" in value:
        return '{"Sessions":' + _lines("[", map(compact, value["Sessions"]), "]", 1) + "}"
    return compact(value)


def _lines(left: str, items: Iterable[str], right: str, depth: int) -> str:
    """A list or object with its elements on lines of their own, indented by depth."""
    start = "\n" + "  " * (depth + 1)
    inside = ",".join(start + item for item in items)
    return f"{left}{inside}\n{'  ' * depth}{right}" if inside else left + right


def number(value: Union[int, float]) -> str:
    """The shortest form that reads back as the same number.

    Positional from 1e-6 up to 1e21, and with an exponent beyond, as JavaScript writes it.
    """
    if isinstance(value, int) and abs(value) <= 2**53:
        return str(value)
    value = float(value)
    if not math.isfinite(value):
        raise ValueError(f"JSON has no {value}")
    size = abs(value)
    if size == 0:
        return "0"  # of either sign
    if 1e-6 <= size < 1e21:
        digits = format(Decimal(repr(value)), "f")
        return digits.removesuffix(".0")
    mantissa, _, exponent = repr(value).partition("e")
    return f"{mantissa.removesuffix('.0')}e{exponent[0]}{exponent[1:].lstrip('0')}"


_ESCAPES = {c: f"\\u{c:04x}" for c in range(32)} | {ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r", ord('"'): '\\"', ord("\\"): "\\\\"}


def string(value: str) -> str:
    """A string with no more escapes than JSON demands."""
    return f'"{value.translate(_ESCAPES)}"'
