"""The report of a run, as plain objects. docs/report.md defines every figure.

A figure is None where it is undefined or infinite. Times are in clock units.
"""

from __future__ import annotations

import csv
import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Iterator, Mapping, Optional, Sequence, Type, TypeVar, Union

from .errors import Diagnostic

VERSION = 1
"""The version of reports that this module reads."""

Figure = Optional[float]


@dataclass(frozen=True)
class Settings:
    """What the run was told, after all overrides."""

    horizon: float
    warmup: float
    seed: int
    arrivals: Optional[int]
    """None: the run ended at the horizon."""
    replications: int


@dataclass(frozen=True)
class Run:
    """The run as a whole, counted from time 0; the mean is over the measured time."""

    end: float
    events: int
    arrivals: int
    ended: int
    turns: int
    mean_live: float
    """Mean number of sessions in the system."""
    rejected: int
    partial: bool
    """Whether the run was stopped before its end."""


@dataclass(frozen=True)
class Quantiles:
    """Quantiles of samples."""

    p50: Figure
    p90: Figure
    p95: Figure
    p99: Figure
    p999: Figure


@dataclass(frozen=True)
class Observe:
    """The measured samples of an observation."""

    name: str
    count: int
    mean: Figure
    ci: Figure
    """95% half-width of the mean; None: infinite."""
    cv2: Figure
    """Squared coefficient of variation."""
    min: Figure
    max: Figure
    quantiles: Quantiles
    quantile_method: str


@dataclass(frozen=True)
class Gauge:
    """A time average."""

    name: str
    mean: Figure
    ci: Figure
    """95% half-width of the mean; None: infinite."""
    min: Figure
    max: Figure


@dataclass(frozen=True)
class Itl:
    """Inter-token latency."""

    mean: Figure
    p50: Figure
    p99: Figure


@dataclass(frozen=True)
class Step:
    """Where the time of a step stage went, as shares, and what its decodes saw."""

    prefill_only: float
    decode_only: float
    mixed: float
    idle: float
    mean_decode_batch: Figure
    mean_decode_step: Figure
    itl: Itl


@dataclass(frozen=True)
class Stage:
    """A stage, or a member of a family."""

    name: str
    index: Optional[int]
    """The member's number; None for a single stage."""
    kind: str
    mean_number: float
    utilization: float
    completed: int
    throughput: float
    mean_wait: Figure
    mean_service: Figure
    iterations: Optional[int]
    step: Optional[Step]
    shared: bool
    """Whether flows of several stages hold this one."""


@dataclass(frozen=True)
class OverCap:
    """The head of a queue that asks for more than the pool has."""

    queue: str
    session: int
    need: float


@dataclass(frozen=True)
class Pool:
    """A pool, or a member of a family."""

    name: str
    index: Optional[int]
    """The member's number; None for a single pool."""
    cap: Figure
    """None: infinite."""
    mean_used: float
    mean_cached: float
    mean_queue: float
    mean_holders: float
    mean_wait: Figure
    admissions: int
    evicted_entries: int
    evicted_units: float
    preemptions: int
    spills: int
    rejected: int
    stuck: int
    over_cap: Optional[OverCap]


Entry = TypeVar("Entry", Observe, Gauge, Stage, Pool)


class Table(Generic[Entry]):
    """The rows of a report of one kind, in the order of the program.

    `table["ttft"]` is the row of this name, `table["D", 1]` that of member 1 of a family.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries: tuple[Entry, ...] = tuple(entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<serqir table of {', '.join(map(_label, self._entries)) or 'nothing'}>"

    def __getitem__(self, key: Union[str, tuple[str, int]]) -> Entry:
        """A row. Raises KeyError with the names that there are."""
        name, index = key if isinstance(key, tuple) else (key, None)
        for entry in self._entries:
            if entry.name == name and getattr(entry, "index", None) == index:
                return entry
        raise KeyError(f"{name if index is None else f'{name}[{index}]'}: there are {', '.join(map(_label, self._entries)) or 'none'}")

    def rows(self) -> list[dict[str, Any]]:
        """Every row as a flat dict, all with the same keys.

        What is nested has dotted keys, as `quantiles.p50` and `step.itl.mean`; they are None
        where it is not there.
        """
        return [dict(_flat("", type(entry), entry)) for entry in self._entries]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame. Raises ImportError without pandas."""
        import pandas  # type: ignore[import]

        return pandas.DataFrame(self.rows())

    def to_arrow(self) -> Any:
        """A pyarrow.Table. Raises ImportError without pyarrow."""
        import pyarrow  # type: ignore[import]

        return pyarrow.Table.from_pylist(self.rows())


def _label(entry: Any) -> str:
    index = getattr(entry, "index", None)
    return str(entry.name) if index is None else f"{entry.name}[{index}]"


def _flat(prefix: str, kind: Type[Any], entry: Any) -> Iterator[tuple[str, Any]]:
    """The fields of an object of a report, which may be None, and of what is nested in it."""
    for field in dataclasses.fields(kind):
        value = None if entry is None else getattr(entry, field.name)
        if field.name in _NESTED:
            yield from _flat(f"{prefix}{field.name}.", _NESTED[field.name], value)
        else:
            yield prefix + field.name, value


_NESTED: Mapping[str, Type[Any]] = {"quantiles": Quantiles, "step": Step, "itl": Itl, "over_cap": OverCap}
"""The fields that are objects themselves."""


@dataclass(frozen=True)
class Report:
    """What a run measured."""

    tool: str
    ir_version: int
    program: str
    """SHA-256 of the program's IR: two reports with the same value are of the same program."""
    settings: Settings
    run: Run
    observes: Table[Observe]
    gauges: Table[Gauge]
    stages: Table[Stage]
    pools: Table[Pool]
    serving: Optional[Mapping[str, Any]]
    """Figures of a serving benchmark, if the report has any."""
    notes: tuple[str, ...]
    """Sentences: what a reader should not miss."""
    data: Mapping[str, Any] = dataclasses.field(repr=False)
    """The whole JSON document."""
    warnings: tuple[Diagnostic, ...] = ()
    """What serqsim said beside the report."""

    @classmethod
    def of(cls, data: Mapping[str, Any], warnings: Sequence[Diagnostic] = ()) -> Report:
        """The report of a JSON document. Raises ValueError if it is of another version."""
        if data.get("report_version") != VERSION:
            raise ValueError(f"a report of version {data.get('report_version')}, and this package reads {VERSION}")
        return cls(
            data["tool"], data["ir_version"], data["program"], _entry(Settings, data["settings"]), _entry(Run, data["run"]),
            Table([_entry(Observe, row) for row in data["observes"]]), Table([_entry(Gauge, row) for row in data["gauges"]]),
            Table([_entry(Stage, row) for row in data["stages"]]), Table([_entry(Pool, row) for row in data["pools"]]),
            data["serving"], tuple(data["notes"]), data, tuple(warnings),
        )


T = TypeVar("T")


def _entry(kind: Type[T], row: Mapping[str, Any]) -> T:
    """An object of a report. Keys that this module does not know stay in `Report.data`."""
    fields = [f.name for f in dataclasses.fields(kind)]
    return kind(**{
        name: _entry(_NESTED[name], row[name]) if name in _NESTED and row[name] is not None else row[name] for name in fields
    })


@dataclass(frozen=True)
class Samples:
    """The measured samples of an observation, a list for each column."""

    time: list[float]
    session: list[int]
    turn: list[int]
    value: list[float]


def read_samples(dump: Union[str, os.PathLike[str]], observation: str) -> Samples:
    """Reads the samples of an observation from the folder that `run(…, dump=folder)` filled."""
    samples = Samples([], [], [], [])
    with (Path(dump) / f"{observation}.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            samples.time.append(float(row["time"]))
            samples.session.append(int(row["session"]))
            samples.turn.append(int(row["turn"]))
            samples.value.append(float(row["value"]))
    return samples
