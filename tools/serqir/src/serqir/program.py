"""A program: a deployment, its workload, and the path that every session takes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union, overload

from . import schema, values
from .arrival import Arrival
from .context import BUILT_IN
from .encode import compact, pretty
from .errors import BuildError
from .expr import Attr, Scalar, as_expr
from .lower import Body, Lowering, Row, Slot
from .place import Place, caller, innermost
from .pool import PoolOptions, rules
from .refs import AnyPool, AnyStage, Pool, PoolFamily, Stage, StageFamily
from .stage import Kind
from .statements import Session, Writer
from .values import Number, described

if TYPE_CHECKING:
    from typing_extensions import Unpack

_SHARE = {"maxmin": "MaxMin", "bottleneck": "Bottleneck"}

MAX_MEMBERS = 10_000
"""Members of a family, at most."""


class Program:
    """A program that is being built.

    horizon: when the run ends, in clock units, > warmup.
    warmup: from when on it is measured, ≥ 0.
    seed: of its random streams, 0 to 2^53.
    arrivals: let exactly so many sessions (≥ 1) arrive, then drain; None: run to the horizon.
    share: "maxmin" or "bottleneck", how flows share stages; given exactly where a run
        names several stages.

    A clock unit is whatever the program takes it for, usually a second.
    """

    def __init__(
        self, *, horizon: Number, warmup: Number = 0, seed: int = 1, arrivals: Optional[int] = None, share: Optional[str] = None
    ) -> None:
        self._place = caller()
        self._horizon = values.number(horizon, "the horizon")
        self._warmup = values.number(warmup, "the warm-up")
        if not 0 <= self._warmup < self._horizon:
            raise BuildError(f"the warm-up ends at {warmup} and the run at {horizon}: nothing is measured")
        self._seed = values.whole(seed, "the seed", 0, values.EXACT)
        self._arrivals = None if arrivals is None else values.whole(arrivals, "arrivals", 1, values.EXACT)
        self._share = None if share is None else values.word(share, "share", _SHARE)
        self._attrs: dict[str, Attr] = {attr.name: attr for _, attr in BUILT_IN}
        self._pools: list[dict[str, Any]] = []
        self._options: dict[str, PoolOptions] = {}
        self._stages: list[dict[str, Any]] = []
        self._arrival = Arrival("None")
        self._presets: list[dict[str, Any]] = []
        self._trace: Optional[str] = None
        self._ordered = False
        self._init, self._turn, self._session = (Body(self._place) for _ in range(3))
        self._hidden: list[Attr] = []
        self._gauges: list[dict[str, Any]] = []
        self._flow: Optional[Place] = None  # the first run over several stages
        self._places: dict[str, Place] = {}  # of what is no statement, by its path in the document

    def attr(self, name: str) -> Attr:
        """The attribute of this name, a new one if there is none yet. It is 0 until it is set."""
        if name not in self._attrs:
            self._attrs[values.name(name, "an attribute")] = Attr(name, self)
        return self._attrs[name]

    # The machine.

    @overload
    def pool(
        self, name: str, *, cap: Number = ..., block: Optional[Number] = ..., members: None = ..., **options: Unpack[PoolOptions]
    ) -> Pool: ...
    @overload
    def pool(
        self, name: str, *, members: int, cap: Union[Number, Sequence[Number]] = ..., block: Optional[Number] = ...,
        **options: Unpack[PoolOptions],
    ) -> PoolFamily: ...
    def pool(
        self, name: str, *, cap: Union[Number, Sequence[Number]] = math.inf, block: Optional[Number] = None,
        members: Optional[int] = None, **options: Unpack[PoolOptions],
    ) -> AnyPool:
        """A counted resource that sessions hold: KV tokens or blocks, request slots.

        cap: units, ≥ 0; of a family also a list, one for each member.
        block: units are given in multiples of this, > 0; None: in any amount.
        members: how many there are of it; it is then a family, one of 1 included.
        options: `evict`, `preempt`, `requeue`, `queue`, `spill`, `admit_via`; see `PoolOptions`.
        """
        count = _count(self._pools, name, "a pool", members)
        caps = [values.number(c, f"the cap of {name}", infinite=True) for c in _each(cap, "caps", members)]
        if min(caps) < 0:
            raise BuildError(f"the cap of {name} is {min(caps)}, not at least 0")
        size = None if block is None else values.number(block, f"the block of {name}")
        if size is not None and size <= 0:
            raise BuildError(f"the block of {name} is {size}, not above 0")
        given = rules(options, self, count)
        base = len(self._pools)
        for i in range(count):
            self._places[f"pools[{base + i}]"] = caller()
            index = {} if members is None else {"index": i}
            self._pools.append({"name": name, **index, "cap": caps[i], "block": size, **given[i]})
        self._options[name] = options
        if members is None:
            return Pool(self, name, base, size or 1)
        return PoolFamily(self, name, base, count, size or 1)

    def configure(self, pool: AnyPool, **options: Unpack[PoolOptions]) -> None:
        """Gives a pool options that name what was declared after it, as `admit_via` often does."""
        if not isinstance(pool, (Pool, PoolFamily)) or pool.owner is not self:
            raise BuildError(f"configure wants a pool or family of this program, not {described(pool)}")
        merged = self._options[pool.name].copy()
        merged.update(options)
        for i, given in enumerate(rules(merged, self, pool.count)):
            self._pools[pool.base + i].update(given)
            self._places[f"pools[{pool.base + i}]"] = caller()
        self._options[pool.name] = merged

    @overload
    def stage(self, name: str, kind: Kind, *, members: None = ...) -> Stage: ...
    @overload
    def stage(self, name: str, kind: Union[Kind, Sequence[Kind]], *, members: int) -> StageFamily: ...
    def stage(self, name: str, kind: Union[Kind, Sequence[Kind]], *, members: Optional[int] = None) -> AnyStage:
        """Where time passes.

        kind: `fifo(servers)`, `ps(capacity)`, `delay` or `step(cost, …)`; of a family also a
            list, one for each member.
        members: how many there are of it; it is then a family, one of 1 included.
        """
        count = _count(self._stages, name, "a stage", members)
        kinds = _each(kind, "kinds", members)
        for k in kinds:
            if not isinstance(k, Kind):
                raise BuildError(f"the kind of {name} is {described(k)}: write fifo(servers), ps(capacity), delay or step(cost)")
            if k.owner not in (None, self):
                raise BuildError(f"the kind of {name} reads another program")
        members_kinds = [k.member(i, count) for i, k in enumerate(kinds)]
        base = len(self._stages)
        for i, wire in enumerate(members_kinds):
            self._places[f"stages[{base + i}]"] = caller()
            index = {} if members is None else {"index": i}
            self._stages.append({"name": name, **index, "kind": wire})
        return Stage(self, name, base) if members is None else StageFamily(self, name, base, count)

    def gauge(self, name: str, value: Scalar) -> None:
        """A time average to report, of what holds still between events: `queue`, `used` and the like."""
        if any(g["name"] == values.name(name, "a gauge") for g in self._gauges):
            raise BuildError(f"there are two gauges {name}")
        expr = as_expr(value, "the value of a gauge")
        self._own(expr, "a gauge")
        self._places[f"gauges[{len(self._gauges)}]"] = caller()
        self._gauges.append({"name": name, "expr": expr})

    # The workload.

    def arrive(self, process: Arrival) -> None:
        """How sessions arrive; nobody does without it. `poisson`, `renewal`, `closed`, `batch`, `sessions`."""
        if not isinstance(process, Arrival):
            raise BuildError(f"arrive wants poisson(rate), batch(n) or the like, not {described(process)}")
        self._own(process, "the arrival process")
        self._presets = [
            {"attrs": self._row(p.attrs), **({"turns": [self._row(t) for t in p.turns]} if p.turns else {})}
            for p in process.presets or ()
        ]
        self._arrival = process
        self._places["arrival"] = caller()

    def trace(self, path: str, *, ordered: bool = False) -> None:
        """A CSV of recorded turns, which `turn` reads: session,turn,new,out,think[,forced].

        The path is relative to where serqsim runs. ordered: session k replays the file's
        session k modulo their number; otherwise each session draws one.
        """
        self._trace, self._ordered = values.text(path, "the path of the trace"), bool(ordered)
        self._places["trace"] = caller()

    def hide(self, *attrs: Union[Attr, str]) -> None:
        """Attributes that the scheduler may not read: not in a hold's header, nor in keys."""
        for attr in attrs:
            self._places[f"hidden[{len(self._hidden)}]"] = caller()
            self._hidden.append(self._attr(attr))

    def init(self) -> Writer:
        """Writes what a session sets at its arrival."""
        return Writer(self, self._root(self._init, "init"))

    def turn(self) -> Writer:
        """Writes what a session sets at every turn, after the turn's row."""
        return Writer(self, self._root(self._turn, "turn"))

    def session(self) -> Session:
        """Writes what a session does, from its arrival to its end."""
        return Session(self, self._root(self._session, "session"))

    # The document.

    def document(self, *, source: bool = True) -> dict[str, Any]:
        """The program as IR, in normal form: a new JSON value.

        source: with the lines that statements were written on, which serqlink and serqsim
            name in messages. They are no part of what the program says.

        Raises BuildError if something is missing: the session, the block of a hold, or
        `share`.
        """
        return self._lowered(source)[0]

    def to_json(self, *, indent: bool = True, source: bool = True) -> str:
        """The document as text, as serqlink writes it: in lines for people, or without white space."""
        document = self.document(source=source)
        return pretty(document) if indent else compact(document) + "\n"

    def _lowered(self, source: bool) -> tuple[dict[str, Any], dict[str, Place]]:
        """The document, and where what is on a path in it was written."""
        self._check_session()
        presets = self._arrival.presets is not None
        lowering = Lowering()
        document: dict[str, Any] = lowering.lower({
            "version": schema.IR_VERSION, "attrs": None, "observes": None, "pools": self._pools, "stages": self._stages,
            "arrival": {"Sessions": self._presets} if presets else self._arrival.wire,
            "trace": self._trace, "trace_ordered": self._ordered,
            "init": self._init, "turn": self._turn, "session": self._session, "blocks": None,
            "horizon": self._horizon, "warmup": self._warmup, "seed": self._seed,
            **({} if self._arrivals is None else {"arrivals": self._arrivals}),
            **{key: i for i, (key, _) in enumerate(BUILT_IN)},
            "hidden": [Slot(attr) for attr in self._hidden],
            **({"share": self._share} if self._share else {}),
            **({"gauges": self._gauges} if self._gauges else {}),
        })
        document.update(attrs=list(lowering.attrs), observes=list(lowering.observes), blocks=lowering.blocks)
        places = self._places | {f"blocks[{b}][{i}]": place for (b, i), place in lowering.places.items()}
        self._check(document, places)
        if source and (spans := lowering.source()):
            document["source"] = spans
        return document, places

    def _check_session(self) -> None:
        """What must be there before there is a document."""
        if not self._session.written:
            raise BuildError("the program has no session: write `with program.session() as s:`", self._place)
        if self._flow and not self._share:
            raise BuildError("a run names several stages: Program(share=…) says how flows share them", self._flow)
        if self._share and not self._flow:
            raise BuildError("share divides nothing: no run names several stages", self._place)
        todo = [self._session]
        while todo:
            for statement in todo.pop().statements:
                for body in statement.bodies():
                    if not (body.written or body.optional):
                        raise BuildError("the block is missing: write `with` before it", body.place)
                    todo.append(body)

    def _check(self, document: dict[str, Any], places: dict[str, Place]) -> None:
        """Holds the document against the schema.

        Everything was looked at when it was given, so that this finds a mistake of this
        package. Rows of presets, of which there may be millions, are left out.
        """
        for i, gauge in enumerate(self._gauges):
            if gauge["name"] in document["observes"]:
                raise BuildError(f"the gauge {gauge['name']} has the name of an observation", self._places[f"gauges[{i}]"])
        rows: dict[str, Any] = {} if self._arrival.presets is None else {"arrival": "None"}
        for found in schema.check({**document, **rows}):
            raise BuildError(found.message, innermost(places, found.path) or self._place, found.path)

    # What the parts of a program share.

    def _attr(self, attr: Union[Attr, str]) -> Attr:
        if isinstance(attr, str):
            return self.attr(attr)
        if not isinstance(attr, Attr):
            raise BuildError(f"{described(attr)} where an attribute should stand")
        self._own(attr, "an attribute")
        return attr

    def _own(self, part: Any, what: str) -> None:
        if part.owner not in (None, self):
            raise BuildError(f"{what} is of another program")

    def _row(self, row: Any) -> Row:
        """A row of a preset session: names or attributes, and finite numbers."""
        if not hasattr(row, "items"):
            raise BuildError(f"the row of a preset session is {described(row)}, not a dict of attributes")
        return Row([(self._attr(a), values.number(v, "the value of a preset session")) for a, v in row.items()])

    def _root(self, body: Body, what: str) -> Body:
        if body.written:
            raise BuildError(f"the {what} of a program is written once; it is at {body.place}")
        body.place = caller()
        return body

    def _note_flow(self) -> None:
        self._flow = self._flow or caller()


def _count(declared: Sequence[dict[str, Any]], name: str, what: str, members: Optional[int]) -> int:
    """How many members a declaration has; checks its name."""
    if any(d["name"] == values.name(name, what) for d in declared):
        raise BuildError(f"there is {what} {name} already")
    return 1 if members is None else values.whole(members, f"the members of {name}", 1, MAX_MEMBERS)


def _each(given: Any, what: str, members: Optional[int]) -> Sequence[Any]:
    """What is given for each member: one for all, or a list."""
    if not isinstance(given, (list, tuple)):
        return [given] * (1 if members is None else members)
    if members is None:
        raise BuildError(f"a list of {what} is for a family: give members")
    if len(given) != members:
        raise BuildError(f"{len(given)} {what} for {members} members")
    return given
