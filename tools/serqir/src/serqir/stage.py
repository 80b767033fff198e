"""The kinds of stages: `fifo`, `ps`, `delay` and `step`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Optional, Union

from .context import decoding
from .errors import BuildError
from .expr import Scalar, as_expr, as_exprs, common_owner, where
from .pool import Keys
from .refs import AnyPool, Pool, PoolFamily, joined
from .values import described, whole, word


@dataclass(frozen=True)
class Kind:
    """How a stage serves its jobs. Made by `fifo`, `ps`, `step`, or `delay` itself."""

    wire: Any
    """As the IR has it, but for a step stage's memory."""
    owner: Optional[object] = None
    memory: Optional[AnyPool] = None

    def member(self, i: int, count: int) -> Any:
        """The kind of member i of a family of count, or of a single stage."""
        if self.memory is None:
            return self.wire
        pools = joined(self.memory, "the memory of a step stage", Pool, PoolFamily, count)
        return {"Step": {**self.wire["Step"], "memory": pools[i]}}


delay = Kind("Delay")
"""Everyone at rate 1, at once."""


def fifo(servers: int = 1) -> Kind:
    """Servers (≥ 1) at rate 1, in the order of arrival."""
    return Kind({"Fifo": whole(servers, "the servers of fifo", 1)})


def ps(capacity: Scalar) -> Kind:
    """Processor sharing: n jobs each at capacity/n work a clock unit.

    The capacity is ≥ 0 and may read `present`, the n, or the state of pools and stages;
    of a stage that flows share it is a constant above 0.
    """
    c = as_expr(capacity, "the capacity of ps")
    return Kind({"Ps": c}, c.owner)


_SERVE: dict[str, Any] = {
    "admission": {"By": []},
    "decode first": {"By": [where(decoding, 0, 1)]},
    "exclusive prefill": "ExclusivePrefill",
}


def step(
    cost: Scalar,
    *,
    budget: Scalar = math.inf,
    chunk: Scalar = 0,
    serve: Union[str, Keys] = "admission",
    only: Optional[Scalar] = None,
    memory: Optional[AnyPool] = None,
) -> Kind:
    """An engine that runs iterations of a batch (continuous batching).

    cost: clock units of an iteration, > 0 where it has tokens. It reads `tokens`,
        `prefilled`, `decoders`, `attention` and the like.
    budget: tokens that an iteration may schedule.
    chunk: most prefill tokens of one job in an iteration; 0 or inf is no limit.
    serve: "admission" for the order of admission, "decode first", "exclusive prefill",
        or keys: the least is served first.
    only: a job gets tokens only where this is not 0. Not with "exclusive prefill".
    memory: the pool whose holders on this engine are the candidates of a preemption.
        Families are joined member to member, or all members to a single pool.
    """
    rules = [as_expr(budget, "a budget"), as_expr(cost, "a cost"), as_expr(chunk, "a chunk")]
    reads: list[Any] = list(rules)
    order: Any
    if isinstance(serve, str):
        order = word(serve, "serve", _SERVE)
    else:
        order = {"By": as_exprs(serve, "serve")}
        reads += order["By"]
    wire = {"budget": rules[0], "cost": rules[1], "chunk": rules[2], "serve": order}
    if only is not None:
        wire["only"] = as_expr(only, "only")
        reads.append(wire["only"])
    if memory is not None:
        if not isinstance(memory, (Pool, PoolFamily)):
            raise BuildError(f"the memory of a step stage is {described(memory)}, not a pool or a family of them")
        reads.append(memory)
    wire["memory"] = None
    return Kind({"Step": wire}, common_owner(reads), memory)
