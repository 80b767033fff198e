"""Spoils JSON documents at random."""

from __future__ import annotations

import copy
import random
from typing import Any, Iterator

from serqir import schema

VALUES: list[Any] = [
    None, True, False, "", "inf", "-inf", "nan", "Lru", "End", "None", "Plain", "Num", 0, 1, 7, -1, 3.0, 2.5, -0.0, 1e300,
    2**31 - 1, 2**31, 2**53, 2**53 + 1, 10**30, [], [[]], [0], [0, {"Num": 1}], {}, {"Num": 1}, {"Num": "inf"}, {"Num": "wide"},
    {"Attr": 0}, {"Attr": -1}, {"Ctx": "Now"}, {"Unary": ["Neg"]}, {"Num": 1, "Attr": 2}, {"By": []}, {"By": [{"Num": 1}]},
    {"Empirical": []}, {"Empirical": [2, 1]}, "Normal", {"base": 0, "count": 1}, {"base": 0}, {"Fifo": 0}, {"Fifo": 1.0},
]


def mutated(document: Any, rng: random.Random) -> Any:
    """A copy of the document with one to three places spoilt."""
    result = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
        places = list(_places(result))
        container, key = rng.choice(places)
        rng.choice(OPERATIONS)(container, key, rng, places)
    return result


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value of the document, by what it is in and where. `version` is left alone: nothing else counts then."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key != "version":
            yield value, key
            yield from _places(inner)


def _replace(container: Any, key: Any, rng: random.Random, places: Any) -> None:
    container[key] = copy.deepcopy(rng.choice(VALUES))


def _graft(container: Any, key: Any, rng: random.Random, places: Any) -> None:
    """Something from elsewhere in the document."""
    other, at = rng.choice(places)
    if at in other if isinstance(other, dict) else at < len(other):
        container[key] = copy.deepcopy(other[at])


def _remove(container: Any, key: Any, rng: random.Random, places: Any) -> None:
    del container[key]


def _add(container: Any, key: Any, rng: random.Random, places: Any) -> None:
    if isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    else:
        container[rng.choice(["extra", "index", "also", "only", "gauges", "arrivals", "tail", ""])] = copy.deepcopy(rng.choice(VALUES))


def _rename(container: Any, key: Any, rng: random.Random, places: Any) -> None:
    if isinstance(container, dict):
        container[rng.choice(["x", key + "s", key.lower(), "Num", "Attr", "Loop", "Drop", "Ps"])] = container.pop(key)


def _nudge(container: Any, key: Any, rng: random.Random, places: Any) -> None:
    value = container[key]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        container[key] = rng.choice([value + 1, value - 1, value + 0.5, float(value), value * 1000])
    elif isinstance(value, str):
        container[key] = rng.choice([value + "x", value.lower(), value.upper(), value[:-1], {value: None}, {value: []}])
    elif isinstance(value, list):
        rng.shuffle(value)


def _shift(container: Any, key: Any, rng: random.Random, places: Any) -> None:
    """Somewhere in the document, another whole number of the same kind, or another word of the same list."""
    for holder, at in rng.sample(places, min(50, len(places))):
        value = holder[at] if isinstance(holder, list) and at < len(holder) or isinstance(holder, dict) and at in holder else None
        if isinstance(value, int) and not isinstance(value, bool):
            holder[at] = max(0, value + rng.choice([-2, -1, 1, 2]))
            return
        for words in WORDS:
            if isinstance(value, str) and value in words:
                holder[at] = rng.choice(words)
                return


WORDS = [schema.schema()["$defs"][kind]["enum"] for kind in ("BinaryOp", "UnaryOp", "Func", "Ctx")] + [["Plain", "Prefill", "Decode"]]

OPERATIONS = [_replace, _graft, _graft, _remove, _add, _rename, _nudge, _shift, _shift, _shift, _shift]
