package link

import (
	"serq/ir"
	"serq/ir/diag"
)

// momentCases are of what can be read, and drawn, where.
var momentCases = []ruleCase{
	// Context variables.
	{"tokens in a statement", diag.LinkMoment, stmts(set(x, ir.Ntok)), "blocks[2][0].Set[1]", []string{"tokens", "a cost"}, cost(ir.Ntok)},
	{"waited in preempt keys", diag.LinkMoment, preemptKey(ir.Waited), "pools[0].preempt.By.keys[0]", []string{"waited", "queue keys"}, queueKey(ir.Waited)},
	{"waited in a header", diag.LinkMoment, holdUnits(ir.Waited), "blocks[2][0].Hold.pools[0][1]", []string{"waited"}, holdUnits(ir.Now)},
	{"size in queue keys", diag.LinkMoment, queueKey(ir.Size), "pools[0].queue[0]", []string{"size", "eviction keys", "a spill's"}, evictKey(ir.Size)},
	{"age in a choose", diag.LinkMoment, stmts(choose(j, 2, ir.Age)), "blocks[2][0].Choose.key[0]", []string{"age"}, spill(paged, delay, ir.Age)},
	{"present in a cost", diag.LinkMoment, cost(add(num(1), ir.N)), "stages[4].kind.Step.cost.Binary[2]", []string{"present", "a ps capacity"}, capacity(ir.N)},
	{"tokens in a budget", diag.LinkMoment, budget(ir.Ntok), "stages[4].kind.Step.budget", []string{"tokens"}, budget(ir.Nres)},
	{"tokens in a chunk", diag.LinkMoment, chunk(ir.Ntok), "stages[4].kind.Step.chunk", []string{"tokens"}, chunk(ir.Ndec)},
	{"position in serve keys", diag.LinkMoment, serveKey(ir.Position), "stages[4].kind.Step.serve.By[0]", []string{"position"}, preemptKey(ir.Position)},
	{"remaining in preempt keys", diag.LinkMoment, preemptKey(ir.Remaining), "pools[0].preempt.By.keys[0]", []string{"remaining", "serve keys"}, serveKey(ir.Remaining)},
	{"now in serve only", diag.LinkMoment, only(ir.Now), "stages[4].kind.Step.only", []string{"now"}, only(ir.Decoding)},
	{"now in a gauge", diag.LinkMoment, gauges(ir.Now, "g"), "gauges[0].expr", []string{"now"}, gauges(ofPool(ir.FuncUsed, one(kv)), "g")},
	{"admission in a statement's index", diag.LinkMoment, stmts(run(two(nicB, ir.Admission), num(1))), "blocks[2][0].Run.stage.index", []string{"admission"},
		stmts(run(two(nicB, ir.Now), num(1)))},

	// The machine has no session.
	{"an attribute in a capacity", diag.LinkNoSession, capacity(attr(x)), "stages[1].kind.Ps", []string{"x", "ps capacity"}, capacity(ofPool(ir.FuncUsed, one(kv)))},
	{"an attribute in a budget", diag.LinkNoSession, budget(attr(x)), "stages[4].kind.Step.budget", []string{"x"}, budget(exp1())},
	{"an attribute in a chunk", diag.LinkNoSession, chunk(attr(x)), "stages[4].kind.Step.chunk", []string{"x"}, chunk(exp1())},
	{"an attribute in a cost", diag.LinkNoSession, cost(add(num(1), attr(x))), "stages[4].kind.Step.cost.Binary[2]", []string{"x"}, cost(add(num(1), exp1()))},
	{"an attribute in a gauge", diag.LinkNoSession, gauges(attr(x), "g"), "gauges[0].expr", []string{"x"}, gauges(num(1), "g")},
	{"an attribute as an index in a gauge", diag.LinkNoSession, gauges(ofPool(ir.FuncUsed, two(kvD, attr(j))), "g"), "gauges[0].expr.Call[1][0].Pool.index", []string{"j"},
		gauges(ofPool(ir.FuncUsed, two(kvD, num(1))), "g")},
	{"a session's prefix in a capacity", diag.LinkNoSession, capacity(ofPool(ir.FuncCachedIn, one(kv))), "stages[1].kind.Ps", []string{"cachedin(kv)"}, queueKey(ofPool(ir.FuncCachedIn, one(kv)))},
	{"a session's prefix in a gauge", diag.LinkNoSession, gauges(ofPool(ir.FuncCachedIn, one(kv)), "g"), "gauges[0].expr", []string{"cachedin(kv)"},
		gauges(ofPool(ir.FuncUsed, one(kv)), "g")},

	// Hidden attributes.
	{"hidden units", diag.LinkHidden, hide(holdUnits(attr(x))), "blocks[2][0].Hold.pools[0][1]", []string{"x", "hidden"}, hide(stmts(run(one(svc), attr(x))))},
	{"a hidden reserve", diag.LinkHidden, hide(hold(func(h *ir.Hold) { h.Pools[0].Reserve = attr(x) })), "blocks[2][0].Hold.pools[0][2]", []string{"x"},
		hide(hold(func(h *ir.Hold) { h.Lease = &ir.Lease{Pool: one(kv), Time: attr(x)} }))},
	{"a hidden reuse", diag.LinkHidden, hide(hold(func(h *ir.Hold) { h.Reuse, h.Cache = attr(x), num(1) })), "blocks[2][0].Hold.reuse", []string{"x"},
		hide(hold(func(h *ir.Hold) { h.Cache = attr(x) }))},
	{"a hidden queue key", diag.LinkHidden, hide(queueKey(attr(x))), "pools[0].queue[0]", []string{"x"}, queueKey(attr(x))},
	{"a hidden eviction key", diag.LinkHidden, hide(evictKey(attr(x))), "pools[0].evict.By[0]", []string{"x"}, evictKey(attr(x))},
	{"a hidden preempt key", diag.LinkHidden, hide(preemptKey(attr(x))), "pools[0].preempt.By.keys[0]", []string{"x"}, preemptKey(attr(x))},
	{"a hidden serve key", diag.LinkHidden, hide(serveKey(attr(x))), "stages[4].kind.Step.serve.By[0]", []string{"x"}, serveKey(attr(x))},
	{"a hidden serve only", diag.LinkHidden, hide(only(attr(x))), "stages[4].kind.Step.only", []string{"x"}, only(attr(x))},
	{"a hidden spill", diag.LinkHidden, hide(spill(paged, delay, attr(x))), "pools[0].spill.work", []string{"x"}, spill(paged, delay, attr(x))},
	{"a hidden index in a key", diag.LinkHidden, hide(queueKey(ofPool(ir.FuncUsed, two(kvD, attr(x))))), "pools[0].queue[0].Call[1][0].Pool.index", []string{"x"},
		hide(stmts(choose(j, 2, add(attr(x), ofPool(ir.FuncUsed, two(kvD, attr(j)))))))},

	// The list of hidden attributes.
	{"hidden twice", diag.LinkHiddenList, hidden(x, x), "hidden[1]", []string{"x", "twice"}, hidden(x)},
	{"a hidden serial", diag.LinkHiddenList, hidden(serial), "hidden[0]", []string{"serial"}, hidden(x)},
	{"hidden and never set", diag.LinkHiddenList, hidden(u), "hidden[0]", []string{"u", "nothing sets"}, hidden(j)},
	{"a trace's column without a turn", diag.LinkHiddenList, hidden(outTokens), "hidden[0]", []string{"out"},
		func(b *builder) { hidden(outTokens)(b); b.session(ir.Turn{}) }},

	// Draws.
	{"units that draw", diag.LinkDraw, holdUnits(exp1()), "blocks[2][0].Hold.pools[0][1]", []string{"~exp(1)", "header"}, stmts(set(x, exp1()))},
	{"a reserve that draws", diag.LinkDraw, hold(func(h *ir.Hold) { h.Pools[0].Reserve = exp1() }), "blocks[2][0].Hold.pools[0][2]", nil,
		hold(func(h *ir.Hold) { h.Lease = &ir.Lease{Pool: one(kv), Time: exp1()} })},
	{"a reuse that draws", diag.LinkDraw, hold(func(h *ir.Hold) { h.Reuse, h.Cache = exp1(), num(1) }), "blocks[2][0].Hold.reuse", nil,
		hold(func(h *ir.Hold) { h.Cache = exp1() })},
	{"a queue key that draws", diag.LinkDraw, queueKey(exp1()), "pools[0].queue[0]", nil, stmts(choose(j, 2, exp1()))},
	{"an eviction key that draws", diag.LinkDraw, evictKey(exp1()), "pools[0].evict.By[0]", nil, spill(paged, delay, exp1())},
	{"a preempt key that draws", diag.LinkDraw, preemptKey(exp1()), "pools[0].preempt.By.keys[0]", nil, preemptKey(num(1))},
	{"a serve key that draws", diag.LinkDraw, serveKey(exp1()), "stages[4].kind.Step.serve.By[0]", nil, cost(exp1())},
	{"a serve only that draws", diag.LinkDraw, only(exp1()), "stages[4].kind.Step.only", nil, budget(exp1())},
	{"a gauge that draws", diag.LinkDraw, gauges(exp1(), "g"), "gauges[0].expr", []string{"a gauge"}, gauges(num(1), "g")},

	// Gauges.
	{"a gauge of work", diag.LinkGauge, gauges(ofStage(ir.FuncWork, one(svc)), "g"), "gauges[0].expr", []string{"work(svc)"}, gauges(ofStage(ir.FuncQueue, one(svc)), "g")},
	{"a gauge of a budget", diag.LinkGauge, gauges(ofStage(ir.FuncBudgetLeft, one(engine)), "g"), "gauges[0].expr", []string{"budget_left(E)"},
		gauges(ofStage(ir.FuncEstWait, one(engine)), "g")},
	{"a gauge whose index is read", diag.LinkGauge, gauges(ofStage(ir.FuncQueue, two(nicB, ofStage(ir.FuncBusy, one(svc)))), "g"), "gauges[0].expr.Call[1][0]", []string{"nicB"},
		gauges(ofStage(ir.FuncQueue, two(nicB, add(num(0), num(1)))), "g")},

	// Rules that read what they decide.
	{"a budget of what is left", diag.LinkOwnDecision, budget(ofStage(ir.FuncBudgetLeft, one(engine))), "stages[4].kind.Step.budget", []string{"budget_left(E)"},
		budget(ofStage(ir.FuncQueue, one(engine)))},
	{"a chunk of what another has left", diag.LinkOwnDecision, chunk(ofStage(ir.FuncBudgetLeft, two(engines, num(1)))), "stages[4].kind.Step.chunk", []string{"budget_left(F[1])"},
		cost(ofStage(ir.FuncBudgetLeft, two(engines, num(1))))},
	{"a preempt key of what is left", diag.LinkOwnDecision, preemptKey(ofStage(ir.FuncBudgetLeft, one(engine))), "pools[0].preempt.By.keys[0]", []string{"budget_left(E)"},
		queueKey(ofStage(ir.FuncBudgetLeft, one(engine)))},
	{"a preempt key that reads computed", diag.LinkOwnDecision, preemptKey(attr(computed)), "pools[0].preempt.By.keys[0]", []string{"computed", "position"},
		queueKey(attr(computed))},
	{"serve keys that read their own budget", diag.LinkOwnDecision, serveKey(ofStage(ir.FuncBudgetLeft, one(engine))), "stages[4].kind.Step.serve.By[0]", nil,
		serveKey(ofStage(ir.FuncBudgetLeft, two(engines, attr(j))))},
	{"engines that read each other's budget", diag.LinkOwnDecision, func(b *builder) {
		serveKey(ofStage(ir.FuncBudgetLeft, two(engines, attr(j))))(b)
		b.step(engines + 1).Only = ofStage(ir.FuncBudgetLeft, one(engine))
	}, "stages[7].kind.Step.only", nil, func(b *builder) {
		serveKey(ofStage(ir.FuncBudgetLeft, two(engines, attr(j))))(b)
		b.step(engines).Only = ofStage(ir.FuncBudgetLeft, two(engines, num(1)))
	}},

	// init and turn.
	{"a run in init", diag.LinkStraight, func(b *builder) { b.Blocks[b.Init] = []ir.Stmt{serve(svc)} }, "blocks[0][0]", []string{"init", "run"},
		func(b *builder) { b.Blocks[b.Init] = []ir.Stmt{set(x, exp1())} }},
	{"a branch in turn", diag.LinkStraight, func(b *builder) { b.Blocks[b.Turn] = []ir.Stmt{set(x, num(1)), b.branch(attr(x), nil, nil)} }, "blocks[1][1]",
		[]string{"turn", "branch"}, func(b *builder) { b.Blocks[b.Turn] = []ir.Stmt{set(x, num(1)), &ir.Observe{Value: num(1)}} }},
	{"a turn in turn", diag.LinkStraight, func(b *builder) { b.Blocks[b.Turn] = []ir.Stmt{ir.Turn{}} }, "blocks[1][0]", []string{"turn"}, stmts(ir.Turn{})},
}

func cost(e ir.Expr) func(b *builder) { return func(b *builder) { b.step(engine).Cost = e } }

func budget(e ir.Expr) func(b *builder) { return func(b *builder) { b.step(engine).Budget = e } }

func chunk(e ir.Expr) func(b *builder) { return func(b *builder) { b.step(engine).Chunk = e } }

func only(e ir.Expr) func(b *builder) { return func(b *builder) { b.step(engine).Only = e } }

func serveKey(e ir.Expr) func(b *builder) {
	return func(b *builder) { b.step(engine).Serve.Keys = []ir.Expr{e} }
}

func capacity(e ir.Expr) func(b *builder) {
	return func(b *builder) { b.Stages[nicA].Kind = &ir.Ps{Capacity: e} }
}

func queueKey(e ir.Expr) func(b *builder) {
	return func(b *builder) { b.Pools[kv].Queue = []ir.Expr{e} }
}

func evictKey(e ir.Expr) func(b *builder) {
	return func(b *builder) { b.Pools[kv].Evict = ir.Evict{Kind: ir.EvictBy, Keys: []ir.Expr{e}} }
}

func preemptKey(e ir.Expr) func(b *builder) {
	return func(b *builder) { b.Pools[kv].Preempt = &ir.Preempt{Keys: []ir.Expr{e}} }
}

// hold writes a session of one hold of a unit of kv, changed.
func hold(change func(h *ir.Hold)) func(b *builder) {
	return func(b *builder) {
		h := b.hold(one(kv), num(1), serve(svc))
		change(h)
		b.session(h)
	}
}

func holdUnits(e ir.Expr) func(b *builder) {
	return hold(func(h *ir.Hold) { h.Pools[0].Units = e })
}

// hide makes x a hidden attribute of a program.
func hide(f func(b *builder)) func(b *builder) {
	return func(b *builder) { hidden(x)(b); f(b) }
}

// hidden hides attributes of a program that sets x and j.
func hidden(list ...ir.Slot) func(b *builder) {
	return func(b *builder) {
		b.Hidden = list
		b.Blocks[b.Init] = []ir.Stmt{set(x, num(1)), set(j, num(1))}
	}
}
