"""Pools and stages as a program refers to them.

`Program.pool` and `Program.stage` return a single one, or with `members` a family.
`family[i]` is a member: i is a number from 0, or an expression that is read when
the statement runs.
"""

from __future__ import annotations

from typing import Any, Generic, Iterator, Optional, Type, TypeVar, Union

from .errors import BuildError
from .expr import Expr, Scalar, as_expr, common_owner, node
from .values import Number, described


class Ref:
    """A reference to one pool or stage: the member `index` of `count` from `base` on."""

    __slots__ = ("name", "base", "count", "index", "owner")
    kind = ""

    def __init__(self, owner: object, name: str, base: int, count: int = 1, index: Optional[Expr] = None) -> None:
        self.name = name
        self.base = base
        """Absolute number of the family's first member."""
        self.count = count
        self.index = index
        """None for what is no family."""
        self.owner = owner

    def __repr__(self) -> str:
        return f"<serqir {self.kind.lower()} {self.name}{'[…]' if self.index is not None else ''}>"

    def _observe(self, function: str, *arguments: Scalar) -> Expr:
        """An observable: a function of this pool or stage."""
        args = [as_expr(a, f"an argument of {function.lower()}") for a in arguments]
        return node("Call", [function, [{self.kind: self}, *({"Expr": a} for a in args)]], self, *args)


class PoolRef(Ref):
    """A reference to a pool. Its properties are expressions that read the pool."""

    __slots__ = ()
    kind = "Pool"

    @property
    def used(self) -> Expr:
        """Units that are allocated."""
        return self._observe("Used")

    @property
    def free(self) -> Expr:
        """cap − used: what is only cached counts as free."""
        return self._observe("Free")

    @property
    def cached_in(self) -> Expr:
        """Units of the reading session's own cached prefix."""
        return self._observe("CachedIn")

    @property
    def holders(self) -> Expr:
        """Sessions that hold an allocation or a lease here."""
        return self._observe("Holders")

    @property
    def queued(self) -> Expr:
        """Sessions that wait for an admission."""
        return self._observe("Queued")

    def take(self, units: Scalar, reserve: Optional[Scalar] = None) -> Take:
        """What a hold takes: `units` ≥ 0, admitted only where max(units, reserve) fits."""
        return Take(self, as_expr(units, "the units of a hold"), None if reserve is None else as_expr(reserve, "a reserve"))


class Take:
    """A pool and what a hold takes of it, see `PoolRef.take`."""

    __slots__ = ("pool", "units", "reserve", "owner")

    def __init__(self, pool: PoolRef, units: Expr, reserve: Optional[Expr]) -> None:
        self.pool, self.units, self.reserve = pool, units, reserve
        self.owner = common_owner([pool, units] if reserve is None else [pool, units, reserve])


class StageRef(Ref):
    """A reference to a stage. Its properties are expressions that read the stage."""

    __slots__ = ()
    kind = "Stage"

    @property
    def queue(self) -> Expr:
        """Jobs present, waiting ones included."""
        return self._observe("Queue")

    @property
    def busy(self) -> Expr:
        """Jobs in service: on a server, or in the batch that runs; on ps and delay, all."""
        return self._observe("Busy")

    @property
    def work(self) -> Expr:
        """Unfinished work of the jobs present. Not in gauges."""
        return self._observe("Work")

    @property
    def est_lambda(self) -> Expr:
        """Estimated rate of service starts: 1 over the average gap; 0 before any."""
        return self._observe("EstLambda")

    @property
    def est_rho(self) -> Expr:
        """Estimated utilisation, at most 0.99."""
        return self._observe("EstRho")

    @property
    def est_wait(self) -> Expr:
        """Estimated wait, in clock units."""
        return self._observe("EstWait")

    @property
    def budget_left(self) -> Expr:
        """Of a step stage: tokens that its iteration can still schedule."""
        return self._observe("BudgetLeft")

    def price(self, h: Scalar, d: Scalar) -> Expr:
        """What d more work after h costs everyone at this stage, by its estimates, in clock units."""
        return self._observe("Price", h, d)


class Pool(PoolRef):
    """A pool that is no family. Made by `Program.pool`."""

    __slots__ = ("block_size",)

    def __init__(self, owner: object, name: str, base: int, block_size: Number) -> None:
        super().__init__(owner, name, base)
        self.block_size = block_size
        """Units of a block; 1 for a pool without blocks."""


class Stage(StageRef):
    """A stage that is no family. Made by `Program.stage`."""

    __slots__ = ()


R = TypeVar("R", bound=Ref)


class Family(Generic[R]):
    """Members of one name. `family[i]` is one, `len(family)` how many there are."""

    member: Type[R]

    def __init__(self, owner: object, name: str, base: int, count: int) -> None:
        self.owner, self.name, self.base, self.count = owner, name, base, count

    def __repr__(self) -> str:
        return f"<serqir family {self.name}[{self.count}]>"

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: Scalar) -> R:
        """The member of this number, which is a whole number from 0 to len − 1."""
        i = as_expr(index, f"the index of {self.name}")
        if i.tag == "Num" and not (i.value == i.value // 1 and 0 <= i.value < self.count):
            raise BuildError(f"{self.name} has no member {i.value}: its members are 0 to {self.count - 1}")
        common_owner([self, i])
        return self.member(self.owner, self.name, self.base, self.count, i)

    def __iter__(self) -> Iterator[R]:
        return (self[i] for i in range(self.count))


class PoolFamily(Family[PoolRef]):
    """A family of pools. Made by `Program.pool(…, members=n)`."""

    member = PoolRef

    def __init__(self, owner: object, name: str, base: int, count: int, block_size: Number) -> None:
        super().__init__(owner, name, base, count)
        self.block_size = block_size
        """Units of a block of each member; 1 without blocks."""


class StageFamily(Family[StageRef]):
    """A family of stages. Made by `Program.stage(…, members=n)`."""

    member = StageRef


AnyPool = Union[Pool, PoolFamily]
AnyStage = Union[Stage, StageFamily]


def pool_ref(value: object, what: str) -> PoolRef:
    """A reference to one pool, checked."""
    return _ref(value, what, PoolRef)


def stage_ref(value: object, what: str) -> StageRef:
    """A reference to one stage, checked."""
    return _ref(value, what, StageRef)


def _ref(value: object, what: str, kind: Type[R]) -> R:
    if isinstance(value, kind):
        return value
    if isinstance(value, Family):
        raise BuildError(f"{what} is the family {value.name}: write {value.name}[i] for one of its {value.count} members")
    raise BuildError(f"{what} is {described(value)}, not a {kind.kind.lower()}")


def joined(value: Any, what: str, single: Type[R], family: Type[Family[R]], count: int) -> list[int]:
    """Absolute numbers of what each of `count` members is joined to.

    A family is joined member to member, or all members to a single one or a family of one.
    """
    if isinstance(value, single) and value.index is None:
        return [value.base] * count
    if not isinstance(value, family):
        raise BuildError(f"{what} is {described(value)}, not a {single.kind.lower()} or a family of them")
    if value.count not in (1, count):
        raise BuildError(f"{what}: {value.name} has {value.count} members, and {count} or one is needed")
    return [value.base + (i if value.count > 1 else 0) for i in range(count)]
