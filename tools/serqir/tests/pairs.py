"""Programs written twice, as text and in Python. Both must be the same IR."""

from __future__ import annotations

import math
from typing import Callable

import serqir as sq
from serqir import draw, now, serial

from .support import REPOSITORY


def after_maxmin() -> sq.Program:
    p = sq.Program(horizon=10, share="maxmin")
    kv_p = p.pool("kvP", cap=100)
    kv_d = p.pool("kvD", cap=100, members=2)
    prefill = p.stage("P", sq.delay)
    egress = p.stage("egress", sq.ps(1))
    ingress = p.stage("ingress", sq.ps(1), members=2)
    decode = p.stage("D", sq.delay, members=2)
    p.arrive(sq.batch(2))
    j = p.attr("j")
    with p.session() as s:
        s.set(j, serial)
        with s.hold(kv_p.take(10), lease=(kv_p, math.inf)):
            s.run(prefill, 1)
        with s.hold(kv_d[j].take(10)):
            s.transfer([egress, ingress[j]], 1, source=kv_p, to=kv_d[j], units=10)
            s.observe("transferred", now)
            s.run(decode[j], 1)
        s.end()
    return p


ENGINE = """
pool reqs { cap 4; evict none; admit via E; queue by (waited > 3 ? 0 : 1, prompt); }
pool kv { cap 64; block 4; evict by (size / 2, age, last, waiting); preempt by (-admission, position) requeue tail; }
stage E : step { budget residents < 2 ? 8 : inf; chunk 4; cost 0.5 + tokens / 8 + attention * 1e-3 + (kv_decode + kv_prefill) * 1e-4;
                 memory kv; serve decode first; }
stage F[2] : step { cost max(1, prefilled, decoders); serve only (decoders > 0 ? decoding : !decoding) by (remaining, admission); }
stage G : step { cost 1; serve exclusive prefill; }
workload { arrive poisson(0.25); hidden o; init { set prompt = 6 + floor(~uniform (0, 4)); set o = ~geometric (3); } }
session {
  choose e in 2 by (queue(F[e]), work(F[e]) + busy(F[e]));
  hold reqs (1), kv (min(prompt, budget_left(E))) reserve (prompt) reuse (3) {
    observe first = used(kv);
    run E prefill (prompt) growing kv;
    observe ttft = now;
    run E decode (o - 1) growing kv;
  } cache (prompt + o - 1);
  run F[e] prefill (2);
  run F[1] decode (1);
  run G prefill (2);
  observe done = now;
  end;
}
gauge load = queue(E) + used(kv) / 64;
gauge waiting = queued(reqs);
run { horizon 40; warmup 1.5; seed 3; arrivals 8; }
"""


def engine() -> sq.Program:
    p = sq.Program(horizon=40, warmup=1.5, seed=3, arrivals=8)
    prompt, o, e = p.attr("prompt"), p.attr("o"), p.attr("e")
    reqs = p.pool("reqs", cap=4, evict="none", queue=[sq.where(sq.waited > 3, 0, 1), prompt])
    kv = p.pool(
        "kv", cap=64, block=4, evict=[sq.size / 2, sq.age, sq.last, sq.waiting],
        preempt=[-sq.admission, sq.position], requeue="tail",
    )
    engine = p.stage("E", sq.step(
        0.5 + sq.tokens / 8 + sq.attention * 1e-3 + (sq.kv_decode + sq.kv_prefill) * 1e-4,
        budget=sq.where(sq.residents < 2, 8, math.inf), chunk=4, memory=kv, serve="decode first",
    ))
    p.configure(reqs, admit_via=engine)
    f = p.stage("F", sq.step(
        sq.maximum(1, sq.prefilled, sq.decoders), serve=[sq.remaining, sq.admission],
        only=sq.where(sq.decoders > 0, sq.decoding, ~sq.decoding),
    ), members=2)
    g = p.stage("G", sq.step(1, serve="exclusive prefill"))
    p.arrive(sq.poisson(0.25))
    p.hide(o)
    with p.init() as i:
        i.set(prompt, 6 + sq.floor(draw.uniform(0, 4)))
        i.set(o, draw.geometric(3))
    with p.session() as s:
        s.choose(e, 2, by=[f[e].queue, f[e].work + f[e].busy])
        with s.hold(reqs.take(1), kv.take(sq.minimum(prompt, engine.budget_left), reserve=prompt), reuse=3, cache=prompt + o - 1):
            s.observe("first", kv.used)
            s.prefill(engine, prompt, growing=kv)
            s.observe("ttft", now)
            s.decode(engine, o - 1, growing=kv)
        s.prefill(f[e], 2)
        s.decode(f[1], 1)
        s.prefill(g, 2)
        s.observe("done", now)
        s.end()
    p.gauge("load", engine.queue + kv.used / 64)
    p.gauge("waiting", reqs.queued)
    return p


TIERS = """
pool kv[2] { cap 30; evict lru; preempt lifo; spill tier via link (size * 0.01) when (size > 2 && !(waiting == 1)); }
pool tier { cap inf; }
stage link : fifo (2);
stage svc[2] : ps (min(present, 2) * 1.5);
stage think : delay;
workload {
  arrive renewal(~erlang (2, 1.5));
  init { set a = abs(~normal (0, 1)); set b = ~lognormal (2, 1) ^ 0.5; set c = ~gamma (2, 0.5) - ln(exp(~h2 (1, 4))); set left = 3; }
  turn { set d = ~pareto (3, 2.5); set left = left - 1; set more = left > 0; observe drawn = ~poisson (4); }
}
session {
  set j = serial - 2 * floor(serial / 2);
  loop {
    turn;
    hold kv[j] (ceil(d) <= 9 ? ceil(d) : 9) reuse (cachedin(kv[j])) {
      run svc[j] (price(svc[j], 1, sqrt(a)) >= 0 ? ~exp (0.5) : ~det (1));
      observe hit = cached;
      grow kv[j] (1);
      branch (used(kv[j]) > 5 || holders(kv[j]) != 1) { release kv[j]; } else { loop { run think (0.1); end; } }
    } cache (d);
    branch (~bernoulli (0.25)) { drop kv[j]; }
    branch (more == 0) { end; }
    run think (est_wait(svc[1]) + est_lambda(svc[0]) + est_rho(link) + ~bernoulli (0.5));
  }
}
run { horizon 30; }
"""


def tiers() -> sq.Program:
    p = sq.Program(horizon=30)
    kv = p.pool("kv", cap=30, preempt="lifo", members=2)
    tier = p.pool("tier")
    link = p.stage("link", sq.fifo(2))
    p.configure(kv, spill=sq.spill(tier, link, sq.size * 0.01, when=(sq.size > 2) & ~(sq.waiting == 1)))
    svc = p.stage("svc", sq.ps(sq.minimum(sq.present, 2) * 1.5), members=2)
    think = p.stage("think", sq.delay)
    p.arrive(sq.renewal(draw.erlang(2, 1.5)))
    d, left, j, a = p.attr("d"), p.attr("left"), p.attr("j"), p.attr("a")
    with p.init() as i:
        i.set(a, abs(draw.normal(0, 1)))
        i.set("b", draw.lognormal(2, 1) ** 0.5)
        i.set("c", draw.gamma(2, 0.5) - sq.ln(sq.exp(draw.h2(1, 4))))
        i.set(left, 3)
    with p.turn() as t:
        t.set(d, draw.pareto(3, 2.5))
        t.set(left, left - 1)
        t.set(sq.more, left > 0)
        t.observe("drawn", draw.poisson(4))
    with p.session() as s:
        s.set(j, serial - 2 * math.floor(serial / 2))
        with s.loop():
            s.turn()
            with s.hold(kv[j].take(sq.where(math.ceil(d) <= 9, sq.ceil(d), 9)), reuse=kv[j].cached_in, cache=d):
                s.run(svc[j], sq.where(svc[j].price(1, sq.sqrt(a)) >= 0, draw.exp(0.5), draw.det(1)))
                s.observe("hit", sq.cached)
                s.grow(kv[j], 1)
                with s.branch((kv[j].used > 5) | (kv[j].holders != 1)):
                    s.release(kv[j])
                with s.otherwise():
                    with s.loop():
                        s.run(think, 0.1)
                        s.end()
            with s.branch(draw.bernoulli(0.25)):
                s.drop(kv[j])
            with s.branch(sq.more == 0):
                s.end()
            s.run(think, svc[1].est_wait + svc[0].est_lambda + link.est_rho + draw.bernoulli(0.5))
    return p


CLOSED = """
stage svc : fifo;
stage think : delay;
workload { arrive closed(10); trace "turns.csv" ordered; }
session {
  loop {
    turn;
    run think (~exp (5) + think);
    set t0 = now;
    run svc (1 - 2 ^ -(new + out) / 3);
    observe response = now - t0;
  }
}
run { horizon 2000; warmup 20; seed 5; }
"""


def closed() -> sq.Program:
    p = sq.Program(horizon=2000, warmup=20, seed=5)
    svc = p.stage("svc", sq.fifo())
    think = p.stage("think", sq.delay)
    p.arrive(sq.closed(10))
    p.trace("turns.csv", ordered=True)
    t0 = p.attr("t0")
    with p.session() as s, s.loop():
        s.turn()
        s.run(think, draw.exp(5) + sq.think)
        s.set(t0, now)
        s.run(svc, 1 - 2 ** -(sq.new + sq.out) / 3)
        s.observe("response", now - t0)
    return p


PAIRS: dict[str, tuple[str, Callable[[], sq.Program]]] = {
    "after-maxmin": ((REPOSITORY / "oracle/testdata/cases/flows/after-maxmin.sq").read_text("utf-8"), after_maxmin),
    "engine": (ENGINE, engine),
    "tiers": (TIERS, tiers),
    "closed": (CLOSED, closed),
}
