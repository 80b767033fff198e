"""Checks of what callers give: numbers, names and words.

They hold what the schema of the IR demands of the values of a document. Each
raises `BuildError`, which names the caller's line.
"""

from __future__ import annotations

import math
import numbers
import unicodedata
from typing import Mapping, TypeVar, Union

from .errors import BuildError

Number = Union[int, float]

EXACT = 2**53
"""Up to here a float holds every whole number; seeds and counts of arrivals end here."""

MAX_INDEX = 2**31 - 1
"""The largest index or small count of a document."""

T = TypeVar("T")


def number(value: object, what: str, *, infinite: bool = False) -> Number:
    """A number: a finite one, unless `infinite` allows both infinities.

    A whole number stays an int if a float would hold it exactly. numpy's scalars
    are numbers; True and False are not, for they are mostly mistakes.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise BuildError(f"{what} is {described(value)}, not a number")
    try:
        result: Number = int(value) if isinstance(value, numbers.Integral) else float(value)
        if abs(result) > EXACT:
            result = float(result)
    except OverflowError:
        raise BuildError(f"{what} is beyond the range of 64-bit floating point") from None
    if math.isnan(result):
        raise BuildError(f"{what} is not a number (NaN)")
    if math.isinf(result) and not infinite:
        raise BuildError(f"{what} is infinite")
    return result


def whole(value: object, what: str, low: int, high: int = MAX_INDEX) -> int:
    """A whole number from low to high. 3.0 is 3."""
    n = number(value, what)
    if n != int(n):
        raise BuildError(f"{what} is {n}, not a whole number")
    if not low <= n <= high:
        raise BuildError(f"{what} is {int(n)}, not from {low} to {high}")
    return int(n)


def text(value: object, what: str) -> str:
    """A string that can be written as UTF-8."""
    if not isinstance(value, str):
        raise BuildError(f"{what} is {described(value)}, not a string")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BuildError(f"{what} has half a surrogate pair, which UTF-8 cannot write") from None
    return value


def name(value: object, what: str) -> str:
    """A name: letters, digits, `_` and dots, because it becomes the name of a file."""
    result = text(value, f"the name of {what}")
    for char in result:
        if char not in "_." and unicodedata.category(char)[0] != "L" and unicodedata.category(char) != "Nd":
            raise BuildError(f"the name of {what}, {result!r}, has the character {char!r}: write letters, digits, `_` and dots")
    if not result:
        raise BuildError(f"the name of {what} is empty")
    return result


def word(value: object, what: str, known: Mapping[str, T]) -> T:
    """What one of a few known words means."""
    if not isinstance(value, str):
        raise BuildError(f"{what} is {described(value)}, not one of {_list(known)}")
    if value not in known:
        raise BuildError(f"{what} is {value!r}, not one of {_list(known)}")
    return known[value]


def _list(words: Mapping[str, object]) -> str:
    return ", ".join(map(repr, words))


def described(value: object) -> str:
    """A value of the wrong type, for a message."""
    if value is None or isinstance(value, (bool, str)):
        return repr(value)
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"
