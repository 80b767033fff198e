"""Random programs that keep every rule of the language, built through the package.

They use every part of it: all kinds of stages, all options of pools, all
statements, draws, functions, observables and context variables where these
can be read, and all arrival processes.
"""

from __future__ import annotations

import math
import random
from typing import Any, Callable, Optional, Sequence, Union

import serqir as sq
from serqir import Expr, draw
from serqir.expr import as_expr

CONTEXT: dict[str, Sequence[Expr]] = {
    "statement": [sq.now],
    "header": [sq.now],
    "queue": [sq.now, sq.waited],
    "evict": [sq.now, sq.size, sq.age, sq.last, sq.waiting],
    "spill": [sq.now, sq.size, sq.age, sq.last, sq.waiting],
    "preempt": [sq.now, sq.decoding, sq.admission, sq.position],
    "capacity": [sq.now, sq.present],
    "budget": [sq.now, sq.residents, sq.decoders, sq.kv_decode, sq.kv_prefill],
    "cost": [
        sq.now, sq.residents, sq.decoders, sq.kv_decode, sq.kv_prefill, sq.tokens, sq.prefilled, sq.attention,
    ],
    "serve": [
        sq.now, sq.residents, sq.decoders, sq.kv_decode, sq.kv_prefill, sq.decoding, sq.admission, sq.remaining,
    ],
    "only": [sq.residents, sq.decoders, sq.kv_decode, sq.kv_prefill, sq.decoding, sq.admission, sq.remaining],
    "gauge": [],
    "gap": [],
}
"""What each moment supplies."""

SESSIONLESS = {"capacity", "budget", "cost", "gauge", "gap"}
"""Moments that have no session, and so no attributes."""

DRAWS = {"statement", "spill", "capacity", "budget", "cost", "gap"}
"""Moments that may draw."""


class Generator:
    """Makes one program."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.with_flow = self.chance(0.3)
        kind = self.rng.choice(["poisson", "renewal", "closed", "batch", "sessions", "none"])
        arrivals = self.rng.randint(1, 9) if kind in ("poisson", "renewal") and self.chance(0.5) else None
        self.p = sq.Program(
            horizon=self.rng.choice([40, 25.5, 1e2]), warmup=self.rng.choice([0, 0.25]), seed=self.rng.randrange(2**53),
            arrivals=arrivals, share=self.rng.choice(["maxmin", "bottleneck"]) if self.with_flow else None,
        )
        self.pools: list[Any] = []
        self.caps: dict[str, float] = {}
        self.stages: list[Any] = []
        self.plain: list[Any] = []  # no step stages
        self.engines: list[Any] = []
        self.numbers = [self.p.attr(f"n{i}") for i in range(3)]  # set in init only, at least 0
        self.indices = {n: self.p.attr(f"i{n}") for n in (1, 2, 3)}  # set in init only, below n
        self.secret = self.p.attr("secret")
        self.machine()
        self.workload(kind)
        self.session()

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    # Expressions.

    def number(self) -> float:
        return self.rng.choice([0, 1, 2, 3, 0.5, 0.1, 1e-7, 12, 1.25])

    def expr(self, moment: str, depth: int = 2) -> Union[Expr, float]:
        """Any expression that can be read at a moment, with a finite value."""
        if depth == 0 or self.chance(0.25):
            return self.leaf(moment)
        a, b, c = (self.expr(moment, depth - 1) for _ in range(3))
        return self.rng.choice(OPERATIONS)(as_expr(a), b, c)

    def leaf(self, moment: str) -> Union[Expr, float]:
        choices: list[Callable[[], Union[Expr, float]]] = [self.number]
        if CONTEXT[moment]:
            choices.append(lambda: self.rng.choice(CONTEXT[moment]))
        if moment not in SESSIONLESS:
            choices += [lambda: self.rng.choice(self.numbers), lambda: self.rng.choice([sq.serial, sq.turn_no, sq.new, sq.think])]
        if moment in DRAWS:
            choices.append(self.draw)
        if moment != "gap":
            choices.append(lambda: self.observable(moment))
        if moment == "statement":
            choices.append(lambda: self.secret)
        return self.rng.choice(choices)()

    def draw(self) -> Expr:
        mean = self.rng.choice([0.5, 1, 2.25])
        return self.rng.choice([
            draw.exp(mean), draw.det(mean), draw.uniform(0, mean), draw.erlang(2, mean), draw.h2(mean, 2),
            draw.bernoulli(0.5), abs(draw.normal(mean, 1)), draw.lognormal(mean, 1), draw.gamma(mean, 0.5),
            draw.pareto(mean, 2.5), draw.geometric(1 + mean), draw.poisson(mean), draw.empirical([3, 1, 2.5]),
        ])

    def observable(self, moment: str) -> Union[Expr, float]:
        options: list[Expr] = []
        if self.pools:
            pool = self.member(self.rng.choice(self.pools), moment)
            options += [pool.used, pool.holders, pool.queued]
            options += [] if moment in SESSIONLESS else [pool.cached_in]
        if self.stages:
            stage = self.member(self.rng.choice(self.stages), moment)
            options += [stage.queue, stage.busy, stage.est_lambda, stage.est_rho, stage.est_wait, stage.price(1, 2)]
            options += [] if moment == "gauge" else [stage.work]
        if self.engines and moment in ("statement", "header"):
            options.append(sq.minimum(self.member(self.rng.choice(self.engines), moment).budget_left, 9))
        return self.rng.choice(options) if options else 1

    def member(self, family: Any, moment: str = "statement") -> Any:
        """A single pool or stage, or a member of a family."""
        if isinstance(family, (sq.Pool, sq.Stage)):
            return family
        if moment in SESSIONLESS or self.chance(0.3):
            return family[self.rng.randrange(len(family))]
        return family[self.indices[len(family)]]

    def amount(self, moment: str) -> Expr:
        """At least 0, and no more than a few."""
        return sq.minimum(abs(as_expr(self.expr(moment))), 5)

    def keys(self, moment: str) -> list[Union[Expr, float]]:
        return [self.expr(moment) for _ in range(self.rng.randint(1, 2))]

    # The machine.

    def members(self) -> Optional[int]:
        return self.rng.choice([None, None, 1, 2, 3])

    def machine(self) -> None:
        rng, p = self.rng, self.p
        for i in range(rng.randint(1, 3)):
            n, block = self.members(), rng.choice([None, None, 1, 4])
            cap = rng.choice([8, 12, 40, math.inf])
            options: sq.PoolOptions = {}
            if self.chance(0.5):
                options["evict"] = rng.choice(["lru", "none", self.keys("evict")])
            if self.chance(0.5):
                options["queue"] = rng.choice(["fifo", self.keys("queue")])
            if self.chance(0.5):
                options["preempt"] = rng.choice(["lifo", self.keys("preempt")])
                options["requeue"] = rng.choice(["head", "tail"])
            name = f"pool.{i}"
            self.pools.append(p.pool(name, cap=cap, block=block, members=n, **options))
            self.caps[name] = cap
        kinds: list[Callable[[], sq.Kind]] = [
            lambda: sq.delay, lambda: sq.fifo(rng.randint(1, 3)), lambda: sq.ps(self.amount("capacity") + 0.5), self.step, self.step,
        ]
        for i in range(rng.randint(1, 4)):
            kind, n = rng.choice(kinds)(), self.members()
            if kind.memory is not None:
                n = rng.choice([None, len(kind.memory)]) if isinstance(kind.memory, sq.PoolFamily) and len(kind.memory) == 1 else n
                n = len(kind.memory) if isinstance(kind.memory, sq.PoolFamily) and len(kind.memory) > 1 else n
            stage = p.stage(f"stage{i}", kind, members=n)
            self.stages.append(stage)
            (self.engines if isinstance(kind.wire, dict) and "Step" in kind.wire else self.plain).append(stage)
        self.plain.append(p.stage("pause", sq.delay))
        if self.with_flow:
            self.nics = [p.stage("nic.a", [sq.ps(1), sq.ps(2)], members=2), p.stage("nic.b", sq.ps(1.5)), p.stage("nic.c", sq.ps(4), members=3)]
        self.joins()
        for i in range(rng.randint(0, 2)):
            p.gauge(f"gauge{i}", self.expr("gauge"))

    def step(self) -> sq.Kind:
        rng = self.rng
        exclusive = self.chance(0.2)
        serve = "exclusive prefill" if exclusive else rng.choice(["admission", "decode first", self.keys("serve")])
        return sq.step(
            self.amount("cost") + 0.2, budget=rng.choice([math.inf, self.amount("budget") + 2]),
            chunk=rng.choice([0, 2, self.amount("budget")]), serve=serve,
            only=None if exclusive or self.chance(0.7) else sq.where(self.expr("only"), 1, 0),
            memory=rng.choice([None, *self.pools]),
        )

    def joins(self) -> None:
        """Options that name what was declared later."""

        def fits(one: Any, other: Any) -> bool:
            """Whether families can be joined."""
            return other.count in (1, one.count)

        for pool in self.pools:
            engines = [e for e in self.engines if fits(pool, e)]
            if engines and self.chance(0.3):
                self.p.configure(pool, admit_via=self.rng.choice(engines))
        links = [s for s in self.plain if fits(self.pools[0], s)]
        tiers = [t for t in self.pools[1:] if fits(self.pools[0], t)]
        if tiers and links and self.chance(0.5):
            when = self.rng.choice([1, as_expr(self.expr("spill")) > 1])
            self.p.configure(self.pools[0], spill=sq.spill(tiers[0], links[0], self.amount("spill"), when))

    # The workload.

    def workload(self, kind: str) -> None:
        p, rng = self.p, self.rng
        with p.init() as i:
            for n, index in self.indices.items():
                i.set(index, sq.serial - n * (sq.serial // n))
            for attr in self.numbers:
                i.set(attr, draw.uniform(0, 6))
            i.set(self.secret, draw.geometric(3))
        if self.chance(0.5):
            p.hide(self.secret)
        with p.turn() as t:
            t.set("turned", self.expr("statement"))
            if self.chance(0.3):
                t.set(sq.more, draw.bernoulli(0.5))
            t.observe("new", sq.new + sq.forced)
        presets = [
            sq.Preset({"n0": rng.randint(0, 5), self.numbers[1]: 0.5}, [{sq.new: 3, "out": 2, "think": 0.1}] * rng.randint(0, 3))
            for _ in range(rng.randint(0, 4))
        ]
        p.arrive({
            "poisson": lambda: sq.poisson(0.4), "renewal": lambda: sq.renewal(abs(as_expr(self.expr("gap"))) + 0.5),
            "closed": lambda: sq.closed(3), "batch": lambda: sq.batch(4), "sessions": lambda: sq.sessions(presets), "none": lambda: sq.none,
        }[kind]())

    # The session.

    def session(self) -> None:
        self.held: list[tuple[sq.PoolRef, bool]] = []
        with self.p.session() as s:
            self.s = s
            if self.with_flow:
                stages = [self.member(nic) for nic in self.rng.sample(self.nics, self.rng.randint(2, 3))]
                s.run(stages, self.amount("statement"))
                if self.chance(0.5):
                    s.run(self.member(self.nics[0]), 1)
            s.run(self.plain[-1], 0.25)  # under closed(n), sessions that take no time would follow each other forever
            s.choose("chosen", self.rng.choice([1, 3, sq.turn_no + 1]), by=[self.expr("statement"), *self.keys("statement")])
            self.block(3)
            if self.chance(0.5):
                s.end()

    def block(self, depth: int) -> None:
        for _ in range(self.rng.randint(1, 4)):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        s, rng = self.s, self.rng
        simple: list[Callable[[], None]] = [
            lambda: s.set(rng.choice(["x", "y"]), self.expr("statement")),
            lambda: s.observe(rng.choice(["seen", "first"]), self.expr("statement")),
            lambda: s.run(self.member(rng.choice(self.plain)), self.amount("statement")),
            lambda: s.drop(self.member(rng.choice(self.pools))),
            lambda: s.observe("hit", sq.cached if not self.held or self.held[-1][1] else 0),
        ]
        if not self.held:
            simple.append(s.turn)
        else:
            pool = rng.choice(self.held)[0]
            simple += [lambda: s.grow(pool, 1), lambda: s.load(pool, 0.5), lambda: s.release(pool)]
        if self.engines:
            grows = rng.choice([None, *(pool for pool, _ in self.held)])
            engine = self.member(rng.choice(self.engines))
            simple += [lambda: s.prefill(engine, rng.randint(1, 3), growing=grows), lambda: s.decode(engine, self.amount("statement"))]
        if depth:
            simple += [lambda: self.hold(depth - 1), lambda: self.hold(depth - 1), lambda: self.branch(depth - 1), lambda: self.loop(depth - 1)]
        rng.choice(simple)()

    def hold(self, depth: int) -> None:
        rng = self.rng
        pools = [self.member(pool) for pool in rng.sample(self.pools, rng.randint(1, min(2, len(self.pools))))]
        takes = []
        for pool in pools:
            most = min(self.caps[pool.name], 8)
            reserve = sq.minimum(self.amount("header"), most) if self.chance(0.3) else None
            takes.append(pool.take(rng.choice([most / 2, sq.minimum(self.amount("header"), most)]), reserve))
        cache = self.amount("statement") if self.chance(0.5) else None
        reuse = self.amount("header") if cache is not None and self.chance(0.5) else None
        lease = (pools[0], rng.choice([math.inf, 0.5])) if self.chance(0.2) else None
        with self.s.hold(*takes, cache=cache, reuse=reuse, lease=lease):
            self.held += [(pool, cache is not None) for pool in pools]
            self.block(depth)
            del self.held[-len(pools):]
        if lease and self.chance(0.5):
            self.s.release(pools[0])

    def branch(self, depth: int) -> None:
        with self.s.branch(self.rng.choice([draw.bernoulli(0.5), as_expr(self.expr("statement")) > 1])):
            self.block(depth)
        if self.chance(0.5):
            with self.s.otherwise():
                self.block(depth)

    def loop(self, depth: int) -> None:
        with self.s.loop():
            self.s.run(self.plain[-1], 0.25)
            self.block(depth)
            with self.s.branch(draw.bernoulli(0.5)):
                self.s.end()


OPERATIONS: list[Callable[[Any, Any, Any], Any]] = [
    lambda a, b, c: a + b, lambda a, b, c: a - b, lambda a, b, c: a * b, lambda a, b, c: a / (abs(as_expr(b)) + 1),
    lambda a, b, c: sq.minimum(a, 3) ** 2, lambda a, b, c: sq.pow(2, sq.minimum(a, 4)), lambda a, b, c: a < b, lambda a, b, c: a <= b,
    lambda a, b, c: a > b, lambda a, b, c: a >= b, lambda a, b, c: a == b, lambda a, b, c: a != b, lambda a, b, c: a & b,
    lambda a, b, c: a | b, lambda a, b, c: -a, lambda a, b, c: ~a, lambda a, b, c: abs(a), lambda a, b, c: a // 2,
    lambda a, b, c: math.ceil(a), lambda a, b, c: sq.sqrt(abs(a)), lambda a, b, c: sq.exp(-abs(a)), lambda a, b, c: sq.ln(abs(a) + 1),
    lambda a, b, c: sq.minimum(a, b, c), lambda a, b, c: sq.maximum(a, b, c), lambda a, b, c: sq.where(a, b, c),
    lambda a, b, c: sq.total([a, b, c]), lambda a, b, c: 1 - a, lambda a, b, c: 2 / (abs(a) + 1),
]


def program(seed: int) -> sq.Program:
    """The program of a seed."""
    return Generator(seed).p
