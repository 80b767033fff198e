"""How sessions arrive: `poisson`, `renewal`, `closed`, `batch`, `sessions`, `none`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from .errors import BuildError
from .expr import Attr, Scalar, as_expr
from .values import Number, described, number, whole

MOST = 1_000_000
"""Sessions that a closed or batch workload starts at once, at most."""

Row = Union[Mapping[Attr, float], Mapping[str, float], Mapping[Union[Attr, str], float]]
"""Values of attributes, which are finite."""


def _no_values() -> dict[str, float]:
    return {}


@dataclass(frozen=True)
class Arrival:
    """An arrival process."""

    wire: Any
    """As the IR has it; unused for preset sessions."""
    owner: Optional[object] = None
    presets: Optional[Sequence[Preset]] = None


@dataclass(frozen=True)
class Preset:
    """One session whose attributes are given in advance.

    attrs: what it has after `init`.
    turns: what each `turn` sets, in order, before the program's turn block runs. The machine
        sets `more` itself: to 1 while another of these remains.
    """

    attrs: Row = field(default_factory=_no_values)
    turns: Sequence[Row] = ()


none = Arrival("None")
"""Nobody."""


def poisson(rate: Number) -> Arrival:
    """Exponential gaps; rate > 0, sessions a clock unit. The first arrives at 0."""
    value = number(rate, "the rate of poisson")
    if value <= 0:
        raise BuildError(f"the rate of poisson is {value}, not above 0")
    return Arrival({"Poisson": value})


def renewal(gap: Scalar) -> Arrival:
    """A gap before each arrival, in clock units: a draw, or a constant above 0."""
    value = as_expr(gap, "the gap of renewal")
    return Arrival({"Renewal": value}, value.owner)


def closed(n: int) -> Arrival:
    """n sessions at 0 (1 to a million), and a new one whenever one ends."""
    return Arrival({"Closed": whole(n, "the sessions of closed", 1, MOST)})


def batch(n: int) -> Arrival:
    """n sessions at 0 (1 to a million), and no others."""
    return Arrival({"Batch": whole(n, "the sessions of batch", 1, MOST)})


def sessions(presets: Iterable[Preset]) -> Arrival:
    """These sessions, all at 0."""
    given = tuple(presets)
    for preset in given:
        if not isinstance(preset, Preset):
            raise BuildError(f"a preset session is {described(preset)}: write Preset(attrs, turns)")
    return Arrival(None, presets=given)
