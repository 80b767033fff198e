"""The rules of a pool: who is admitted, evicted and preempted, and what spills where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, TypedDict, Union

from .context import admission
from .errors import BuildError
from .expr import Expr, Scalar, as_expr, as_exprs, common_owner
from .refs import AnyPool, AnyStage, Pool, PoolFamily, Stage, StageFamily, joined
from .values import described, word

Keys = Union[Scalar, Sequence[Scalar]]
"""Keys to compare by: the least wins, later keys decide ties. One alone need not be in a list."""


@dataclass(frozen=True)
class Spill:
    """Where evicted prefixes of live sessions go, see `spill`."""

    to: AnyPool
    via: AnyStage
    work: Expr
    when: Expr


def spill(to: AnyPool, via: AnyStage, work: Scalar, when: Scalar = 1) -> Spill:
    """What is evicted of a live session goes to the pool `to`.

    A job of `work` ≥ 0 carries it over `via`, which is no step stage. Only where `when` is not 0.
    Families are joined member to member, or all members to a single pool or stage.
    """
    return Spill(to, via, as_expr(work, "a spill's work"), as_expr(when, "a spill's when"))


class PoolOptions(TypedDict, total=False):
    """The options of a pool that can be given when it is made, or later to `Program.configure`."""

    evict: Union[str, Keys]
    """"lru" (the default), "none" for a pool that keeps no cache, or keys: least first."""
    preempt: Union[str, Keys]
    """"none" (the default: a growth that does not fit waits), "lifo", or keys: the victim has the least."""
    requeue: str
    """Where a victim waits: at the "head" of the queue (the default) or, as a newcomer, at its "tail"."""
    queue: Union[str, Keys]
    """"fifo" (the default), or keys: the least is admitted first."""
    spill: Optional[Spill]
    """Where evicted prefixes go; None (the default): nowhere."""
    admit_via: Optional[AnyStage]
    """The step stage whose iterations admit; None (the default): any event does."""


OPTIONS = frozenset(PoolOptions.__annotations__)

_EVICT = {"lru": "Lru", "none": "None"}
_QUEUE = {"fifo": None}
_REQUEUE = {"head": False, "tail": True}


def rules(options: PoolOptions, owner: object, count: int) -> list[dict[str, Any]]:
    """The fields of each member that options give, in the order of the document."""
    unknown = sorted(set(options) - OPTIONS)
    if unknown:
        raise BuildError(f"a pool has no option {unknown[0]!r}: there are {', '.join(sorted(OPTIONS))}")
    evict = _rule(options.get("evict", "lru"), "evict", _EVICT)
    queue = _rule(options.get("queue", "fifo"), "queue", _QUEUE)
    reads = [k for rule in (evict, queue) if isinstance(rule, list) for k in rule]
    preempt = _preempt(options, reads)
    spills = _spills(options.get("spill"), reads, count)
    admit: Sequence[Optional[int]] = [None] * count
    if (via := options.get("admit_via")) is not None:
        reads.append(via)
        admit = joined(via, "admit_via", Stage, StageFamily, count)
    if common_owner(reads) not in (None, owner):
        raise BuildError("a pool's rules read another program")
    return [
        {
            "evict": {"By": evict} if isinstance(evict, list) else evict,
            "preempt": preempt, "queue": queue, "spill": spills[i], "admit_via": admit[i],
        }
        for i in range(count)
    ]


def _rule(value: Union[str, Keys], what: str, words: dict[str, Any]) -> Any:
    """A rule that is a word or a list of keys."""
    if isinstance(value, str) or value is None:
        return word(value, what, words)
    return as_exprs(value, what)


def _preempt(options: PoolOptions, reads: list[Any]) -> Any:
    tail = word(options.get("requeue", "head"), "requeue", _REQUEUE)
    keys = _rule(options.get("preempt", "none"), "preempt", {"none": None, "lifo": [-admission]})
    if keys is None:
        if tail:
            raise BuildError("requeue without preempt: nobody is preempted here")
        return "None"
    by: dict[str, Any] = {"keys": keys}
    reads += keys
    if tail:
        by["tail"] = True
    return {"By": by}


def _spills(rule: Optional[Spill], reads: list[Any], count: int) -> Sequence[Optional[dict[str, Any]]]:
    if rule is None:
        return [None] * count
    if not isinstance(rule, Spill):
        raise BuildError(f"spill is {described(rule)}: write spill(to=…, via=…, work=…)")
    to = joined(rule.to, "the pool that spill names", Pool, PoolFamily, count)
    via = joined(rule.via, "the stage that spill names", Stage, StageFamily, count)
    reads += [rule.to, rule.via, rule.work, rule.when]
    return [{"to": to[i], "via": via[i], "work": rule.work, "when": rule.when} for i in range(count)]
