"""The schema of the IR, and checks of documents against it.

The schema is the project's own, a copy of which comes with this package; the IR
version is read from it. It uses few of the keywords of JSON Schema (draft 2020-12),
and a validator for these stands here, so that what is written in Python meets the
same shape as what the tools read. What the shape cannot say, such as that an
index is in range, are the rules of the language: serqlink checks them.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, Callable, Final, Iterator, Union

FILE: Final = "ir.v8.schema.json"
"""The version that this package writes is pinned here, by name."""


@lru_cache(maxsize=None)
def schema() -> dict[str, Any]:
    """The schema of the IR."""
    loaded: dict[str, Any] = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    _demand_known(loaded)
    return loaded


@dataclass(frozen=True)
class Violation:
    """One place at which a document is not as the schema says."""

    path: str
    """Of the value, as `stages[0].kind`; "" for the document itself."""
    message: str


def check(document: Any) -> list[Violation]:
    """Everything in which a document differs from the schema of the IR, at the innermost values that are wrong.

    The document consists of what `json` reads: dict, list, str, int, float, bool, None.
    """
    return list(_check(document))


def read(text: Union[str, bytes]) -> Any:
    """Reads the text of a document as strictly as the tools do.

    Raises ValueError if it is not UTF-8, not JSON, has a key twice in an object, half a
    surrogate pair, a number beyond 64-bit floating point, or nests too deep for Python.
    """
    if isinstance(text, bytes):
        text = text.removeprefix(b"\xef\xbb\xbf").decode("utf-8")  # the tools skip a byte order mark, too
    try:
        document = json.loads(
            text, object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=_constant
        )
    except RecursionError:
        raise ValueError("lists and objects are nested deeper than Python reads") from None
    _demand_unicode(document)
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return members


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text} is beyond the range of 64-bit floating point")
    return value


def _int(text: str) -> Union[int, float]:
    value = _float(text)
    return int(text) if abs(value) < 1e300 else value


def _constant(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def _demand_unicode(document: Any) -> None:
    todo = [document]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            item.encode()  # UnicodeEncodeError is a ValueError
        elif isinstance(item, dict):
            todo += item.keys()
            todo += item.values()
        elif isinstance(item, list):
            todo += item


# The validator. Its work list takes the place of recursion, because expressions
# nest deeper than Python's functions can.


def _check(document: Any) -> Iterator[Violation]:
    todo = [("", document, schema())]
    while todo:
        path, value, rules = todo.pop()
        while "$ref" in rules:
            rules = schema()["$defs"][rules["$ref"].rpartition("/")[2]]
        for keyword, argument in rules.items():
            if keyword in _ASSERTIONS:
                if message := _ASSERTIONS[keyword](value, argument):
                    yield Violation(path, message)
            elif keyword == "if":
                branch = rules.get("else" if _ASSERTIONS["type"](value, argument["type"]) else "then", {})
                todo.append((path, value, branch))
        if isinstance(value, dict):
            yield from _unknown(path, value, rules)
            known = rules.get("properties", {})
            todo += [(f"{path}.{k}" if path else k, v, known[k]) for k, v in value.items() if k in known]
        elif isinstance(value, list):
            first = rules.get("prefixItems", [])
            others = [rules["items"]] * (len(value) - len(first)) if "items" in rules else []
            todo += [(f"{path}[{i}]", v, r) for i, (v, r) in enumerate(zip(value, first + others))]


def _unknown(path: str, value: dict[str, Any], rules: dict[str, Any]) -> Iterator[Violation]:
    if rules.get("additionalProperties") is False:
        for key in value:
            if key not in rules["properties"]:
                yield Violation(path, f"unknown: {key!r}")


def _is(value: Any, kind: str) -> bool:
    if kind == "integer":
        return _is(value, "number") and value == value // 1
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}[kind])


def _type(value: Any, kinds: Union[str, list[str]]) -> str:
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return "" if any(_is(value, kind) for kind in kinds) else f"{_named(value)} where {' or '.join(kinds)} should stand"


def _named(value: Any) -> str:
    return next(kind for kind in ("object", "array", "string", "boolean", "null", "number") if _is(value, kind))


def _required(value: Any, keys: list[str]) -> str:
    missing = [key for key in keys if isinstance(value, dict) and key not in value]
    return f"missing: {', '.join(map(repr, missing))}" if missing else ""


def _enum(value: Any, words: list[str]) -> str:
    return "" if value in words else f"{value!r} is none of {', '.join(map(repr, words))}"


def _const(value: Any, only: Any) -> str:
    return "" if value == only and not isinstance(value, bool) else f"{value!r} where {only!r} should stand"


def _limit(kind: str, size: Callable[[Any], Any], holds: Callable[[Any, Any], bool], what: str) -> Callable[[Any, Any], str]:
    """A keyword that limits what is measured of values of one type; the others pass."""

    def message(value: Any, limit: Any) -> str:
        return f"{what} {limit}, not {size(value)}" if _is(value, kind) and not holds(size(value), limit) else ""

    return message


_ASSERTIONS: dict[str, Callable[[Any, Any], str]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "minimum": _limit("number", lambda v: v, lambda n, limit: bool(n >= limit), "at least"),
    "maximum": _limit("number", lambda v: v, lambda n, limit: bool(n <= limit), "at most"),
    "minItems": _limit("array", len, lambda n, limit: bool(n >= limit), "a list of at least"),
    "maxItems": _limit("array", len, lambda n, limit: bool(n <= limit), "a list of at most"),
    "minProperties": _limit("object", len, lambda n, limit: bool(n >= limit), "an object of at least"),
    "maxProperties": _limit("object", len, lambda n, limit: bool(n <= limit), "an object of at most"),
}
"""The keywords that judge a value by itself: each gives what is wrong, or ""."""

_STRUCTURE = {
    "$ref", "$defs", "$schema", "$id", "title", "description",
    "properties", "additionalProperties", "items", "prefixItems", "if", "then", "else",
}
"""The other keywords that are understood."""


def _demand_known(rules: dict[str, Any]) -> None:
    """Refuses a schema that says what this validator would not check."""
    for keyword, argument in rules.items():
        known = keyword in _ASSERTIONS or keyword in _STRUCTURE
        if not known or keyword == "additionalProperties" and argument is not False or keyword == "if" and list(argument) != ["type"]:
            raise NotImplementedError(f"the schema's {keyword} is not understood")
        if keyword in ("properties", "$defs"):
            for inner in argument.values():
                _demand_known(inner)
        elif keyword == "prefixItems":
            for inner in argument:
                _demand_known(inner)
        elif keyword in ("items", "if", "then", "else"):
            _demand_known(argument)


IR_VERSION: Final[int] = schema()["properties"]["version"]["const"]
"""The version of the documents that this package writes."""
