package link

import (
	"serq/ir"
	"serq/ir/diag"
)

// holdCases are of pools and of the statements that act on them.
var holdCases = []ruleCase{
	// What acts on a hold stands inside it.
	{"grow outside", diag.LinkOutsideHold, stmts(&ir.Grow{Pool: one(kv), Units: num(1)}), "blocks[2][0].Grow[0]", []string{"grow kv", "hold kv"},
		inHold(one(kv), &ir.Grow{Pool: one(kv), Units: num(1)})},
	{"load in a hold of another pool", diag.LinkOutsideHold, inHold(one(slots), &ir.Load{Pool: one(kv), Units: num(1)}), "blocks[3][0].Load[0]", []string{"load kv"},
		inHold(one(kv), &ir.Load{Pool: one(kv), Units: num(1)})},
	{"release outside", diag.LinkOutsideHold, stmts(&ir.Release{Pool: one(kv)}), "blocks[2][0].Release", []string{"lease kv"}, inHold(one(kv), &ir.Release{Pool: one(kv)})},
	{"release after the hold", diag.LinkOutsideHold, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(kv), num(1)), &ir.Release{Pool: one(kv)}}
	}), "blocks[2][1].Release", nil, sessionOf(func(b *builder) []ir.Stmt {
		h := b.hold(one(kv), num(1))
		h.Lease = &ir.Lease{Pool: one(kv), Time: inf()}
		return []ir.Stmt{h, &ir.Release{Pool: one(kv)}}
	})},
	{"growing outside", diag.LinkOutsideHold, stmts(grows(one(engine), one(kv))), "blocks[2][0].Run.growing", []string{"growing kv"}, inHold(one(kv), grows(one(engine), one(kv)))},
	{"another index", diag.LinkOutsideHold, inHold(two(kvD, attr(j)), &ir.Grow{Pool: two(kvD, attr(x)), Units: num(1)}), "blocks[3][0].Grow[0]", []string{"kvD[x]"},
		inHold(two(kvD, attr(j)), &ir.Grow{Pool: two(kvD, attr(j)), Units: num(1)})},
	{"another sum as the index", diag.LinkOutsideHold, inHold(two(kvD, add(attr(j), num(1))), &ir.Grow{Pool: two(kvD, add(num(1), attr(j))), Units: num(1)}), "blocks[3][0].Grow[0]", nil,
		inHold(two(kvD, add(attr(j), num(1))), &ir.Grow{Pool: two(kvD, add(attr(j), num(1))), Units: num(1)})},
	{"grow in a hold of a hold, after it", diag.LinkOutsideHold, sessionOf(func(b *builder) []ir.Stmt {
		inner := b.hold(one(slots), num(1))
		return []ir.Stmt{b.hold(one(kv), num(1), inner, &ir.Grow{Pool: one(slots), Units: num(1)})}
	}), "blocks[4][1].Grow[0]", nil, sessionOf(func(b *builder) []ir.Stmt {
		inner := b.hold(one(slots), num(1))
		return []ir.Stmt{b.hold(one(kv), num(1), inner, &ir.Grow{Pool: one(kv), Units: num(1)})}
	})},
	{"grow in another branch", diag.LinkOutsideHold, sessionOf(func(b *builder) []ir.Stmt {
		h := b.hold(one(kv), num(1))
		return []ir.Stmt{b.branch(attr(x), []ir.Stmt{h}, []ir.Stmt{&ir.Grow{Pool: one(kv), Units: num(1)}})}
	}), "blocks[5][0].Grow[0]", nil, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(kv), num(1), b.branch(attr(x), nil, []ir.Stmt{&ir.Grow{Pool: one(kv), Units: num(1)}}))}
	})},

	// The pools of a hold.
	{"a pool twice", diag.LinkHoldPools, hold(func(h *ir.Hold) { h.Pools = append(h.Pools, h.Pools[0]) }), "blocks[2][0].Hold.pools[1][0]", []string{"kv", "twice"},
		hold(func(h *ir.Hold) { h.Pools = append(h.Pools, ir.HoldPart{Pool: one(slots), Units: num(1)}) })},
	{"a member twice, in other words", diag.LinkHoldPools, holdBoth(num(1), add(num(0), num(1))), "blocks[2][0].Hold.pools[1][0]", nil, holdBoth(num(0), num(1))},
	{"an index twice", diag.LinkHoldPools, holdBoth(attr(j), attr(j)), "blocks[2][0].Hold.pools[1][0]", []string{"kvD[j]"}, holdBoth(attr(j), attr(x))},
	{"a lease of another pool", diag.LinkHoldPools, hold(func(h *ir.Hold) { h.Lease = &ir.Lease{Pool: one(slots), Time: num(1)} }), "blocks[2][0].Hold.lease[0]", []string{"slots"},
		hold(func(h *ir.Hold) { h.Lease = &ir.Lease{Pool: one(kv), Time: num(1)} })},
	{"a lease of another member", diag.LinkHoldPools, sessionOf(func(b *builder) []ir.Stmt {
		h := b.hold(two(kvD, attr(j)), num(1))
		h.Lease = &ir.Lease{Pool: two(kvD, attr(x)), Time: num(1)}
		return []ir.Stmt{h}
	}), "blocks[2][0].Hold.lease[0]", []string{"kvD[x]"}, sessionOf(func(b *builder) []ir.Stmt {
		h := b.hold(two(kvD, attr(j)), num(1))
		h.Lease = &ir.Lease{Pool: two(kvD, attr(j)), Time: num(1)}
		return []ir.Stmt{h}
	})},

	// The index of a hold.
	{"a set of the index", diag.LinkHoldIndex, inHold(two(kvD, attr(j)), set(j, num(1))), "blocks[3][0]", []string{"set", "j"}, inHold(two(kvD, attr(j)), set(x, num(1)))},
	{"a choose of the index", diag.LinkHoldIndex, inHold(two(kvD, attr(j)), choose(j, 2, num(1))), "blocks[3][0]", []string{"choose", "j"}, inHold(two(kvD, attr(j)), choose(x, 2, num(1)))},
	{"a set below", diag.LinkHoldIndex, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(two(kvD, attr(j)), num(1), b.branch(attr(x), []ir.Stmt{set(j, num(0))}, nil))}
	}), "blocks[3][0]", []string{"j"}, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(two(kvD, attr(j)), num(1), b.branch(attr(x), nil, nil)), set(j, num(0))}
	})},
	{"a turn in a hold with an index", diag.LinkHoldIndex, inHold(two(kvD, attr(j)), ir.Turn{}), "blocks[3][0]", []string{"turn"}, inHold(two(kvD, num(1)), ir.Turn{})},
	{"an index that the hold changes inside", diag.LinkHoldIndex, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(two(kvD, attr(cached)), num(1), b.hold(one(slots), num(1)))}
	}), "blocks[4][0]", []string{"cached"}, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(two(kvD, attr(cached)), num(1), serve(svc))}
	})},
	{"an index that is drawn again", diag.LinkHoldIndex, growDrawn(draw(ir.DistBernoulli, num(0.5))), "blocks[3][0].Grow[0].index", []string{"~bernoulli(0.5)"}, growDrawn(attr(j))},
	{"an index that reads state again", diag.LinkHoldIndex, growDrawn(ofStage(ir.FuncBusy, one(svc))), "blocks[3][0].Grow[0].index", []string{"busy(svc)"},
		growDrawn(call(ir.FuncMin, attr(j), num(1)))},
	{"an index that reads the clock again", diag.LinkHoldIndex, growDrawn(ir.Now), "blocks[3][0].Grow[0].index", []string{"now"}, growDrawn(num(1))},
	{"an index of what the hold itself consumed", diag.LinkHoldIndex, growCached(attr(cached)), "blocks[3][0].Grow[0].index", []string{"cached"}, growCached(attr(j))},
	{"a lease whose index is drawn again", diag.LinkHoldIndex, sessionOf(func(b *builder) []ir.Stmt {
		member := two(kvD, draw(ir.DistBernoulli, num(0.5)))
		h := b.hold(member, num(1))
		h.Lease = &ir.Lease{Pool: member, Time: num(1)}
		return []ir.Stmt{h}
	}), "blocks[2][0].Hold.lease[0].index", []string{"~bernoulli(0.5)"}, inHold(two(kvD, draw(ir.DistBernoulli, num(0.5))), serve(svc))},

	// The index of a hold that may be preempted.
	{"a preempted index that reads cached", diag.LinkPreemptedIndex, inHold(two(pagedD, attr(cached)), serve(svc)), "blocks[2][0]", []string{"cached"},
		inHold(two(kvD, attr(cached)), serve(svc))},
	{"an index inside of a preempted hold that reads computed", diag.LinkPreemptedIndex, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(paged), num(1), b.hold(two(kvD, attr(computed)), num(1)))}
	}), "blocks[4][0]", []string{"computed"}, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(kv), num(1), b.hold(two(kvD, attr(computed)), num(1)))}
	})},
	{"an index that is chosen in a preempted hold", diag.LinkPreemptedIndex, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(paged), num(1), choose(j, 2, num(1)), b.hold(two(kvD, attr(j)), num(1)))}
	}), "blocks[4][1]", []string{"j", "set in the body"}, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{choose(j, 2, num(1)), b.hold(one(paged), num(1), b.hold(two(kvD, attr(j)), num(1)))}
	})},
	{"an index that is set after it in a preempted hold", diag.LinkPreemptedIndex, sessionOf(func(b *builder) []ir.Stmt {
		inner := b.hold(two(kvD, attr(j)), num(1))
		return []ir.Stmt{b.hold(one(paged), num(1), inner, set(j, num(0)))}
	}), "blocks[4][0]", nil, sessionOf(func(b *builder) []ir.Stmt {
		inner := b.hold(two(kvD, attr(j)), num(1))
		return []ir.Stmt{b.hold(one(paged), num(1), inner), set(j, num(0))}
	})},
	{"an index after a turn in a preempted hold", diag.LinkPreemptedIndex, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(paged), num(1), ir.Turn{}, b.hold(two(kvD, attr(j)), num(1)))}
	}), "blocks[4][1]", []string{"turn"}, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(paged), num(1), ir.Turn{}, b.hold(two(kvD, num(1)), num(1)))}
	})},

	// Clauses.
	{"reuse without cache", diag.LinkReuse, hold(func(h *ir.Hold) { h.Reuse = num(1) }), "blocks[2][0].Hold.reuse", []string{"cache (0)"},
		hold(func(h *ir.Hold) { h.Reuse, h.Cache = num(1), num(0) })},
	{"cached without a cache clause", diag.LinkCached, inHold(one(kv), set(x, attr(cached))), "blocks[3][0].Set[1]", []string{"cached"}, stmts(set(x, attr(cached)))},
	{"cached in a hold without a cache clause, in one with", diag.LinkCached, sessionOf(func(b *builder) []ir.Stmt {
		h := b.hold(one(kv), num(1), b.hold(one(slots), num(1), run(one(svc), attr(cached))))
		h.Cache = num(1)
		return []ir.Stmt{h}
	}), "blocks[3][0].Run.work", nil, sessionOf(func(b *builder) []ir.Stmt {
		inner := b.hold(one(kv), num(1), b.branch(attr(x), []ir.Stmt{run(one(svc), attr(cached))}, nil))
		inner.Cache = num(1)
		return []ir.Stmt{b.hold(one(slots), num(1), inner)}
	})},
	{"cached in the header of a hold inside", diag.LinkCached, sessionOf(func(b *builder) []ir.Stmt {
		inner := b.hold(one(kv), attr(cached))
		inner.Cache = num(1)
		return []ir.Stmt{b.hold(one(slots), num(1), inner)}
	}), "blocks[4][0].Hold.pools[0][1]", nil, sessionOf(func(b *builder) []ir.Stmt {
		inner := b.hold(one(kv), num(1))
		inner.Cache = attr(cached)
		return []ir.Stmt{b.hold(one(slots), num(1), inner)}
	})},
	{"cached in a lease's time", diag.LinkCached, hold(func(h *ir.Hold) { h.Lease = &ir.Lease{Pool: one(kv), Time: attr(cached)} }), "blocks[2][0].Hold.lease[1]", nil,
		hold(func(h *ir.Hold) { h.Cache, h.Lease = num(1), &ir.Lease{Pool: one(kv), Time: attr(cached)} })},
	{"units that never fit", diag.LinkTooBig, holdUnits(num(10.5)), "blocks[2][0].Hold.pools[0][1]", []string{"kv", "10.5", "10"}, holdUnits(num(10))},
	{"a reserve that never fits", diag.LinkTooBig, hold(func(h *ir.Hold) { h.Pools[0].Reserve = num(11) }), "blocks[2][0].Hold.pools[0][2]", []string{"reserves", "11"},
		hold(func(h *ir.Hold) { h.Pools[0].Reserve = num(10) })},
	{"units that never fit in blocks", diag.LinkTooBig, inHoldUnits(two(kvD, num(0)), 17), "blocks[2][0].Hold.pools[0][1]", []string{"kvD[0]", "17", "20"}, inHoldUnits(two(kvD, num(0)), 16)},
	{"units that no member fits", diag.LinkTooBig, inHoldUnits(two(kvD, attr(j)), 33), "blocks[2][0].Hold.pools[0][1]", []string{"kvD", "40"}, inHoldUnits(two(kvD, attr(j)), 32)},

	// Amounts.
	{"negative units", diag.LinkAmount, holdUnits(num(-1)), "blocks[2][0].Hold.pools[0][1]", []string{"kv", "-1"}, holdUnits(num(0))},
	{"units that are no number", diag.LinkAmount, holdUnits(&ir.Binary{Op: ir.Div, X: num(0), Y: num(0)}), "blocks[2][0].Hold.pools[0][1]", []string{"NaN"}, holdUnits(num(-1e-12))},
	{"a negative reserve", diag.LinkAmount, hold(func(h *ir.Hold) { h.Pools[0].Reserve = num(-1) }), "blocks[2][0].Hold.pools[0][2]", nil, hold(func(h *ir.Hold) { h.Pools[0].Reserve = num(1) })},
	{"a negative reuse", diag.LinkAmount, hold(func(h *ir.Hold) { h.Reuse, h.Cache = num(-1), num(1) }), "blocks[2][0].Hold.reuse", nil,
		hold(func(h *ir.Hold) { h.Reuse, h.Cache = inf(), num(1) })},
	{"a negative cache", diag.LinkAmount, hold(func(h *ir.Hold) { h.Cache = num(-1) }), "blocks[2][0].Hold.cache", nil, hold(func(h *ir.Hold) { h.Cache = inf() })},
	{"a negative lease", diag.LinkAmount, hold(func(h *ir.Hold) { h.Lease = &ir.Lease{Pool: one(kv), Time: num(-1)} }), "blocks[2][0].Hold.lease[1]", nil,
		hold(func(h *ir.Hold) { h.Lease = &ir.Lease{Pool: one(kv), Time: inf()} })},
	{"a negative growth", diag.LinkAmount, inHold(one(kv), &ir.Grow{Pool: one(kv), Units: num(-1)}), "blocks[3][0].Grow[1]", nil, inHold(one(kv), &ir.Grow{Pool: one(kv), Units: num(0)})},
	{"a negative load", diag.LinkAmount, inHold(one(kv), &ir.Load{Pool: one(kv), Units: num(-1)}), "blocks[3][0].Load[1]", nil, inHold(one(kv), &ir.Load{Pool: one(kv), Units: num(0)})},
	{"negative work", diag.LinkAmount, stmts(run(one(svc), num(-1))), "blocks[2][0].Run.work", []string{"work", "-1"}, stmts(run(one(svc), num(0)))},
	{"infinite work", diag.LinkAmount, stmts(run(one(svc), inf())), "blocks[2][0].Run.work", []string{"inf"}, stmts(run(one(svc), num(1e300)))},
	{"a spill's infinite work", diag.LinkAmount, spill(paged, delay, inf()), "pools[0].spill.work", []string{"inf"}, spill(paged, delay, num(0))},
	{"a negative capacity", diag.LinkAmount, capacity(num(-1)), "stages[1].kind.Ps", []string{"nicA"}, capacity(num(0))},
	{"a negative budget", diag.LinkAmount, budget(num(-1)), "stages[4].kind.Step.budget", []string{"E"}, budget(inf())},
	{"a negative chunk", diag.LinkAmount, chunk(num(-1)), "stages[4].kind.Step.chunk", []string{"E"}, chunk(inf())},
	{"a negative cost", diag.LinkAmount, cost(num(-1)), "stages[4].kind.Step.cost", []string{"E"}, cost(num(0))},
	{"half a candidate", diag.LinkAmount, stmts(choose(j, 1.5, num(1))), "blocks[2][0].Choose.count", []string{"j", "1.5"}, stmts(choose(j, 1, num(1)))},
	{"no candidate", diag.LinkAmount, stmts(choose(j, 0, num(1))), "blocks[2][0].Choose.count", []string{"0"}, stmts(&ir.Choose{Var: j, Count: attr(x), Keys: []ir.Expr{num(1)}})},
	{"set serial", diag.LinkAssign, stmts(set(serial, num(1))), "blocks[2][0].Set[0]", []string{"set", "serial"}, stmts(set(more, num(1)))},
	{"choose computed", diag.LinkAssign, stmts(choose(computed, 2, num(1))), "blocks[2][0].Choose.var", []string{"choose", "computed"}, stmts(choose(newTokens, 2, num(1)))},
	{"set turn_no in turn", diag.LinkAssign, func(b *builder) { b.Blocks[b.Turn] = []ir.Stmt{set(turnNo, num(1))} }, "blocks[1][0].Set[0]", []string{"turn_no"},
		func(b *builder) { b.Blocks[b.Turn] = []ir.Stmt{set(more, num(1))} }},

	// Freshness.
	{"stale units", diag.LinkStale, func(b *builder) {
		b.session(set(u, ofPool(ir.FuncFree, one(kv))), b.hold(one(kv), attr(u)))
	}, "blocks[2][1].Hold.pools[0][1]", []string{"u", "free(kv)", "at admission"}, func(b *builder) { b.session(b.hold(one(kv), ofPool(ir.FuncFree, one(kv)))) }},
	{"a stale reserve, through another attribute", diag.LinkStale, func(b *builder) {
		b.Blocks[b.Init] = []ir.Stmt{set(x, ofStage(ir.FuncQueue, one(svc)))}
		h := b.hold(one(kv), num(1))
		h.Pools[0].Reserve = add(num(1), attr(u))
		b.session(h, set(u, add(attr(x), num(1))))
	}, "blocks[2][0].Hold.pools[0][2]", []string{"u", "queue(svc)"}, func(b *builder) {
		h := b.hold(one(kv), num(1))
		h.Pools[0].Reserve = add(num(1), attr(u))
		b.session(h, set(u, add(attr(x), ir.Now)))
	}},
	{"a stale reuse", diag.LinkStale, func(b *builder) {
		hold(func(h *ir.Hold) { h.Reuse, h.Cache = attr(u), num(1) })(b)
		b.Blocks[b.Turn] = []ir.Stmt{set(u, ofStage(ir.FuncBudgetLeft, one(engine)))}
	}, "blocks[2][0].Hold.reuse", []string{"u"}, func(b *builder) {
		hold(func(h *ir.Hold) { h.Cache = attr(u) })(b)
		b.Blocks[b.Turn] = []ir.Stmt{set(u, ofStage(ir.FuncBudgetLeft, one(engine)))}
	}},
	{"stale units of a member set from state", diag.LinkStale, func(b *builder) {
		b.session(set(j, ofStage(ir.FuncBusy, one(svc))), b.hold(two(kvD, attr(x)), attr(j)))
	}, "blocks[2][1].Hold.pools[0][1]", []string{"j", "busy(svc)"}, func(b *builder) {
		b.session(set(j, ofStage(ir.FuncBusy, one(svc))), choose(x, 2, ofPool(ir.FuncUsed, two(kvD, attr(x)))),
			b.hold(two(kvD, attr(j)), add(attr(x), ofPool(ir.FuncFree, two(kvD, attr(j))))))
	}},
}

// inHold writes a session of statements in a hold of one unit.
func inHold(pool ir.Ref, body ...ir.Stmt) func(b *builder) {
	return func(b *builder) { b.session(b.hold(pool, num(1), body...)) }
}

func inHoldUnits(pool ir.Ref, units float64) func(b *builder) {
	return func(b *builder) { b.session(b.hold(pool, num(units))) }
}

// holdBoth writes a hold of two members of kvD.
func holdBoth(i, k ir.Expr) func(b *builder) {
	return hold(func(h *ir.Hold) {
		h.Pools = []ir.HoldPart{{Pool: two(kvD, i), Units: num(1)}, {Pool: two(kvD, k), Units: num(1)}}
	})
}

// growDrawn grows a hold of the member of kvD with an index, read twice.
func growDrawn(index ir.Expr) func(b *builder) {
	return inHold(two(kvD, index), &ir.Grow{Pool: two(kvD, index), Units: num(1)})
}

// growCached does so in a hold with a cache clause.
func growCached(index ir.Expr) func(b *builder) {
	return func(b *builder) {
		h := b.hold(two(kvD, index), num(1), &ir.Grow{Pool: two(kvD, index), Units: num(1)})
		h.Cache = num(1)
		b.session(h)
	}
}

// grows is a prefill at a stage that grows a pool's hold.
func grows(stage, pool ir.Ref) *ir.Run {
	r := run(stage, num(1))
	r.Mode, r.Growing = ir.Prefill, &pool
	return r
}
