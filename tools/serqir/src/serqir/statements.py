"""What sessions do: the statements of a program, written in order.

    with program.session() as s:
        with s.hold(kv.take(prompt), cache=prompt):
            s.prefill(engine, prompt)
            s.observe("ttft", now)

Each method appends one statement to the innermost block that is open. `hold`,
`branch`, `otherwise` and `loop` open one with `with`.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, Sequence, Type, TypeVar, Union

from .errors import BuildError
from .expr import Attr, Scalar, as_expr, as_exprs, common_owner
from .lower import Body, Observation, Slot, Statement
from .place import caller
from .pool import Keys
from .refs import PoolRef, StageRef, Take, pool_ref, stage_ref
from .values import described, name

if TYPE_CHECKING:
    from .program import Program


W = TypeVar("W", bound="Writer")


class Scope:
    """What `with` opens: a block whose statements are being written."""

    def __init__(self, writer: Writer, body: Body) -> None:
        self._writer, self._body = writer, body

    def __enter__(self) -> None:
        if self._body.written:
            raise BuildError(f"the block of {self._body.place} is written a second time")
        self._body.written = True
        self._writer._open.append(self._body)

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self._writer._open.pop()


class Writer:
    """Writes `init` or `turn`, which only set and observe: they happen in no time."""

    def __init__(self, program: Program, body: Body) -> None:
        self._program, self._root = program, body
        self._open: list[Body] = []

    def __enter__(self: W) -> W:
        if self._root.written:
            raise BuildError(f"the block of {self._root.place} is written a second time")
        self._root.written = True
        self._open.append(self._root)
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self._open.clear()

    def set(self, attr: Union[Attr, str], value: Scalar) -> None:
        """Assigns an attribute of the session."""
        a, v = self._program._attr(attr), as_expr(value, "the value of a set")
        self._add({"Set": [Slot(a), v]}, a, v)

    def observe(self, observation: str, value: Scalar) -> None:
        """Records a sample of an observation, which the report then has by this name."""
        v = as_expr(value, "the value of an observe")
        self._add({"Observe": [Observation(name(observation, "an observation")), v]}, v)

    def _add(self, wire: Any, *parts: Any) -> None:
        """Appends a statement of these parts, which have owners."""
        if common_owner(parts) not in (None, self._program):
            raise BuildError("a statement reads attributes, pools or stages of another program")
        if not self._open:
            raise BuildError("a statement outside the `with` of its init, turn or session")
        self._open[-1].statements.append(Statement(wire, caller()))


class Session(Writer):
    """Writes the life of a session. Amounts (work, units) are ≥ 0 when they are read."""

    def turn(self) -> None:
        """The next turn: its row sets attributes, then the program's turn block runs."""
        self._add("Turn")

    def end(self) -> None:
        """The session ends. So it does at the end of its block."""
        self._add("End")

    def hold(
        self,
        *takes: Take,
        reuse: Optional[Scalar] = None,
        cache: Optional[Scalar] = None,
        lease: Optional[tuple[PoolRef, Scalar]] = None,
    ) -> Scope:
        """Acquires what it takes of each pool at once, runs the block, and gives it back.

        takes: `pool.take(units, reserve)`, at least one. It queues at the first one's pool.
        reuse: most units of the session's own cached prefix to consume; needs `cache`.
        cache: units that stay as the session's cached prefix when the block is over.
        lease: a pool of the hold and how long its units stay taken after the block;
            `math.inf` is until `release` or the session's end.
        """
        if not takes:
            raise BuildError("a hold takes nothing: write hold(pool.take(units), …)")
        for t in takes:
            if not isinstance(t, Take):
                raise BuildError(f"a hold takes {described(t)}: write pool.take(units)")
        body = Body(caller())
        wire: dict[str, Any] = {
            "pools": [[t.pool, t.units, t.reserve] for t in takes], "reuse": None, "body": body, "cache": None, "lease": None,
        }
        parts: list[Any] = list(takes)
        for key, value in (("reuse", reuse), ("cache", cache)):
            if value is not None:
                wire[key] = as_expr(value, key)
                parts.append(wire[key])
        if lease is not None:
            if not isinstance(lease, (tuple, list)) or len(lease) != 2:
                raise BuildError(f"a lease is {described(lease)}: write (pool, time)")
            wire["lease"] = [pool_ref(lease[0], "what a hold leases"), as_expr(lease[1], "a lease's time")]
            parts += wire["lease"]
        self._add({"Hold": wire}, *parts)
        return Scope(self, body)

    def grow(self, pool: PoolRef, units: Scalar) -> None:
        """The innermost hold on the pool gets more units; waits, or preempts, if they do not fit."""
        self._on_hold("Grow", pool, units)

    def load(self, pool: PoolRef, units: Scalar) -> None:
        """That many tokens arrived from outside: the hold's computed position advances."""
        self._on_hold("Load", pool, units)

    def _on_hold(self, tag: str, pool: PoolRef, units: Scalar) -> None:
        p, u = pool_ref(pool, f"the pool of a {tag.lower()}"), as_expr(units, f"the units of a {tag.lower()}")
        self._add({tag: [p, u]}, p, u)

    def release(self, pool: PoolRef) -> None:
        """Gives the innermost hold's units of the pool back now, or ends a lease on it."""
        p = pool_ref(pool, "the pool of a release")
        self._add({"Release": p}, p)

    def drop(self, pool: PoolRef) -> None:
        """Forgets the session's own cached prefix in the pool."""
        p = pool_ref(pool, "the pool of a drop")
        self._add({"Drop": p}, p)

    def run(self, stages: Union[StageRef, Sequence[StageRef]], work: Scalar) -> None:
        """One job of this work at a stage that is no step stage.

        A list of several stages, all `ps`, makes a flow: one job that holds them all at
        once. How flows share them is the program's `share`.
        """
        listed = stages if isinstance(stages, (list, tuple)) else [stages]
        if not listed:
            raise BuildError("a run names no stage")
        first, *also = [stage_ref(s, "the stage of a run") for s in listed]
        self._run(first, "Plain", work, None, also)

    def prefill(self, stage: StageRef, work: Scalar, growing: Optional[PoolRef] = None) -> None:
        """A prefill of this many tokens on a step stage. `growing`: the hold that grows with them."""
        self._run(stage_ref(stage, "the stage of a prefill"), "Prefill", work, growing, [])

    def decode(self, stage: StageRef, work: Scalar, growing: Optional[PoolRef] = None) -> None:
        """A decode of this many tokens, one an iteration, on a step stage; see `prefill`."""
        self._run(stage_ref(stage, "the stage of a decode"), "Decode", work, growing, [])

    def _run(self, stage: StageRef, mode: str, work: Scalar, growing: Optional[PoolRef], also: list[StageRef]) -> None:
        w = as_expr(work, "the work of a run")
        grows = [] if growing is None else [pool_ref(growing, "what a run grows")]
        wire = {"stage": stage, "mode": mode, "work": w, "growing": grows[0] if grows else None}
        if also:
            wire["also"] = also
            self._program._note_flow()
        self._add({"Run": wire}, stage, w, *grows, *also)

    def transfer(
        self, stages: Union[StageRef, Sequence[StageRef]], work: Scalar, *, source: PoolRef, to: PoolRef, units: Scalar
    ) -> None:
        """Moves KV from a pool to another over these stages: a `run`, a `load` of `to`, a `release` of `source`."""
        self.run(stages, work)
        self.load(to, units)
        self.release(source)

    def branch(self, test: Scalar) -> Scope:
        """The block runs if the test is 1; a test is exactly 0 or 1. `draw.bernoulli(p)` is a random one."""
        guard = as_expr(test, "the test of a branch")
        at = caller()
        then, otherwise = Body(at), Body(at, optional=True)
        self._add({"Branch": [guard, then, otherwise]}, guard)
        return Scope(self, then)

    def otherwise(self) -> Scope:
        """The block runs if the test of the branch right before it was 0."""
        last = self._open[-1].statements[-1:] if self._open else []
        if not last or not isinstance(last[0].wire, dict) or "Branch" not in last[0].wire:
            raise BuildError("otherwise() does not follow the block of a branch")
        return Scope(self, last[0].wire["Branch"][2])

    def loop(self) -> Scope:
        """The block runs again and again, until an `end` in it. Every path through it takes time or ends."""
        body = Body(caller())
        self._add({"Loop": body})
        return Scope(self, body)

    def choose(self, attr: Union[Attr, str], count: Scalar, by: Keys) -> None:
        """Assigns the number from 0 to count − 1 with the least keys; ties to the smallest.

        The keys are read with the attribute set to each candidate: choose(j, 4, by=[stage[j].queue]).
        """
        a, n = self._program._attr(attr), as_expr(count, "the count of a choose")
        keys = as_exprs(by, "the keys of a choose")
        self._add({"Choose": {"var": Slot(a), "count": n, "key": keys}}, a, n, *keys)
