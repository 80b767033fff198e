"""From what was built to a document of the IR, in normal form.

The parts of a program are kept as the document will have them, except for what
only the whole document decides: attributes, observations and blocks are numbered
by their first appearance in it. `Lowering` walks over the parts in the order of the
document, numbers them, and makes plain JSON values.

The walk keeps its own stack, because a sum of a few thousand terms nests deeper
than Python's functions may.
"""

from __future__ import annotations

import math
from typing import Any, Iterable, Optional

from .context import BUILT_IN
from .expr import Attr, Expr
from .place import Place
from .refs import Ref


class Statement:
    """A statement and where it was written."""

    __slots__ = ("wire", "place")

    def __init__(self, wire: Any, place: Place) -> None:
        self.wire, self.place = wire, place

    def bodies(self) -> list[Body]:
        """The blocks in it."""
        if isinstance(self.wire, str):
            return []
        (value,) = self.wire.values()
        if isinstance(value, Body):
            return [value]
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return [part for part in parts if isinstance(part, Body)]


class Body:
    """The statements of a block.

    `written` says whether its `with` was entered, which must be unless it is `optional`.
    """

    __slots__ = ("statements", "written", "optional", "place")

    def __init__(self, place: Place, optional: bool = False) -> None:
        self.statements: list[Statement] = []
        self.written = False
        self.optional = optional
        self.place = place


class Slot:
    """The number of an attribute, as `Set` has it."""

    __slots__ = ("attr",)

    def __init__(self, attr: Attr) -> None:
        self.attr = attr


class Observation:
    """The number of an observation."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Row:
    """The values that a preset session or turn gives to attributes."""

    __slots__ = ("values",)

    def __init__(self, values: list[tuple[Attr, Any]]) -> None:
        self.values = values


class Lowering:
    """One document being made."""

    def __init__(self) -> None:
        self.attrs: dict[str, int] = {attr.name: i for i, (_, attr) in enumerate(BUILT_IN)}
        self.observes: dict[str, int] = {}
        self.blocks: list[Any] = []
        self.places: dict[tuple[int, int], Place] = {}
        """Of statements, by block and number in it."""

    def lower(self, part: Any) -> Any:
        """The JSON value of a part of the program."""
        top: list[Any] = [None]
        todo: list[tuple[Any, Any, Any]] = [(part, top, 0)]  # what goes into which place of what, last first
        while todo:
            item, into, key = todo.pop()
            if isinstance(item, (str, int)) or item is None:
                into[key] = item
            elif isinstance(item, float):
                into[key] = item if math.isfinite(item) else "inf" if item > 0 else "-inf"
            elif isinstance(item, Attr):
                into[key] = {"Attr": self._slot(item)}
            elif isinstance(item, Expr):
                into[key] = {}
                todo.append((item.value, into[key], item.tag))
            elif isinstance(item, Ref):
                into[key] = {}
                self._expand({"base": item.base, "count": item.count, "index": item.index}.items(), into[key], todo)
            elif isinstance(item, Slot):
                into[key] = self._slot(item.attr)
            elif isinstance(item, Observation):
                into[key] = self.observes.setdefault(item.name, len(self.observes))
            elif isinstance(item, Row):
                into[key] = [[self._slot(attr), value] for attr, value in item.values]
            elif isinstance(item, dict):
                into[key] = dict.fromkeys(item)
                self._expand(item.items(), into[key], todo)
            elif isinstance(item, Body):
                into[key] = [None] * len(item.statements)
                self.places.update({(key, i): s.place for i, s in enumerate(item.statements)})
                self._expand(enumerate(s.wire for s in item.statements), into[key], todo)
            else:
                into[key] = [None] * len(item)
                self._expand(enumerate(item), into[key], todo)
        return top[0]

    def _expand(self, items: Iterable[tuple[Any, Any]], into: Any, todo: list[tuple[Any, Any, Any]]) -> None:
        """Leaves the parts of something to do, in order.

        Its bodies get their numbers now, before anything in them does.
        """
        parts: list[tuple[Any, Any, Any]] = []
        for key, item in items:
            if isinstance(item, Body):
                into[key] = len(self.blocks)
                parts.append((item, self.blocks, len(self.blocks)))
                self.blocks.append(None)
            else:
                parts.append((item, into, key))
        todo.extend(reversed(parts))

    def _slot(self, attr: Attr) -> int:
        return self.attrs.setdefault(attr.name, len(self.attrs))

    def source(self) -> Optional[dict[str, Any]]:
        """The document's `source`: where each statement was written. Columns are unknown, and 1."""
        files: dict[str, int] = {}
        spans = [
            [block, i, place.line, 1, files.setdefault(place.file, len(files))]
            for (block, i), place in sorted(self.places.items(), key=lambda item: item[0])
        ]
        return {"files": list(files), "spans": spans} if spans else None
