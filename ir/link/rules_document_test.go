package link

import (
	"math"

	"serq/ir"
	"serq/ir/diag"
)

var (
	infinity = math.Inf(1)
	nan      = math.NaN()
)

// documentCases are of the document and of what stands in no statement.
var documentCases = []ruleCase{
	// Missing nodes and unknown words.
	{"no arrival process", diag.LinkShape, func(b *builder) { b.Arrival = nil }, "arrival", []string{"missing"}, nothing},
	{"a stage without a kind", diag.LinkShape, func(b *builder) { b.Stages[svc].Kind = nil }, "stages[0].kind", []string{"missing"}, nothing},
	{"a missing statement", diag.LinkShape, stmts(nil), "blocks[2][0]", []string{"missing"}, stmts(ir.End{})},
	{"a missing operand", diag.LinkShape, stmts(run(one(svc), add(num(1), nil))), "blocks[2][0].Run.work.Binary[2]", []string{"missing"}, stmts(serve(svc))},
	{"an unknown function", diag.LinkShape, stmts(run(one(svc), call(99))), "blocks[2][0].Run.work.Call[0]", []string{"99"}, stmts(serve(svc))},

	// Indices.
	{"the session's block", diag.LinkIndex, func(b *builder) { b.Session, b.Blocks = 2, b.Blocks[:2] }, "session", []string{"block 2"}, nothing},
	{"a built-in attribute out of range", diag.LinkIndex, func(b *builder) { b.Builtins.Think = 12 }, "slot_think", []string{"attribute 12"}, nothing},
	{"two built-in attributes in one", diag.LinkIndex, func(b *builder) { b.Builtins.Out = newTokens }, "slot_out", []string{"slot_new", "slot_out"}, nothing},
	{"a slot of a set", diag.LinkIndex, stmts(set(12, num(1))), "blocks[2][0].Set[0]", []string{"attribute 12"}, stmts(set(x, num(1)))},
	{"a slot of a choose", diag.LinkIndex, stmts(choose(-1, 2, num(1))), "blocks[2][0].Choose.var", []string{"attribute -1"}, stmts(choose(j, 2, num(1)))},
	{"a slot that is read", diag.LinkIndex, stmts(set(x, attr(12))), "blocks[2][0].Set[1].Attr", []string{"attribute 12"}, stmts(set(x, attr(u)))},
	{"a slot of a preset", diag.LinkIndex, presets(ir.SlotValue{Slot: 12}), "arrival.Sessions[0].attrs[0][0]", []string{"attribute 12"}, presets(ir.SlotValue{Slot: x})},
	{"a hidden slot", diag.LinkIndex, func(b *builder) { b.Hidden = []ir.Slot{12} }, "hidden[0]", []string{"attribute 12"}, nothing},
	{"an observation", diag.LinkIndex, stmts(&ir.Observe{Observe: 1, Value: num(1)}), "blocks[2][0].Observe[0]", []string{"observation 1"},
		stmts(&ir.Observe{Observe: 0, Value: num(1)})},
	{"a body", diag.LinkIndex, stmts(&ir.Hold{Pools: []ir.HoldPart{{Pool: one(kv), Units: num(1)}}, Body: 3}), "blocks[2][0].Hold.body", []string{"block 3"},
		sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.hold(one(kv), num(1))} })},
	{"a pool", diag.LinkIndex, stmts(&ir.Drop{Pool: one(7)}), "blocks[2][0].Drop", []string{"pool 7"}, stmts(&ir.Drop{Pool: one(kv)})},
	{"a stage", diag.LinkIndex, stmts(serve(10)), "blocks[2][0].Run.stage", []string{"stage 10"}, stmts(serve(svc))},
	{"a family beyond the list", diag.LinkIndex, stmts(run(ir.Ref{Base: 9, Count: 2, Index: num(0)}, num(1))), "blocks[2][0].Run.stage", []string{"2 members"}, stmts(serve(9))},
	{"a family whose end overflows", diag.LinkIndex, stmts(run(ir.Ref{Base: 9, Count: math.MaxInt, Index: num(0)}, num(1))), "blocks[2][0].Run.stage", nil, stmts(serve(9))},
	{"an empty family", diag.LinkIndex, stmts(run(ir.Ref{Base: svc}, num(1))), "blocks[2][0].Run.stage", []string{"0 members"}, stmts(serve(svc))},
	{"no index", diag.LinkIndex, stmts(run(two(nicB, nil), num(1))), "blocks[2][0].Run.stage", []string{"nicB[…]"}, stmts(run(two(nicB, num(1)), num(1)))},
	{"an index past the end", diag.LinkIndex, stmts(run(two(nicB, num(2)), num(1))), "blocks[2][0].Run.stage.index", []string{"nicB", "2"}, stmts(run(two(nicB, num(1)), num(1)))},
	{"half an index", diag.LinkIndex, stmts(run(two(nicB, num(0.5)), num(1))), "blocks[2][0].Run.stage.index", []string{"0.5"}, stmts(run(two(nicB, num(0)), num(1)))},
	{"a negative index, folded", diag.LinkIndex, stmts(run(two(nicB, add(num(0), num(-1))), num(1))), "blocks[2][0].Run.stage.index", []string{"-1"},
		stmts(run(two(nicB, add(num(0), num(1))), num(1)))},
	{"a spill's pool", diag.LinkIndex, spill(7, delay, num(1)), "pools[0].spill.to", []string{"pool 7"}, spill(paged, delay, num(1))},
	{"a spill's stage", diag.LinkIndex, spill(paged, 10, num(1)), "pools[0].spill.via", []string{"stage 10"}, spill(paged, delay, num(1))},
	{"admit via", diag.LinkIndex, admitVia(10), "pools[3].admit_via", []string{"stage 10"}, admitVia(engine)},
	{"a step stage's memory", diag.LinkIndex, memory(7), "stages[4].kind.Step.memory", []string{"pool 7"}, memory(kv)},

	// The tree of blocks.
	{"a block that is init and turn", diag.LinkTree, func(b *builder) { b.Turn, b.Session, b.Blocks = 0, 1, b.Blocks[:2] }, "turn", []string{"init and turn"}, nothing},
	{"a body entered twice", diag.LinkTree, sessionOf(func(b *builder) []ir.Stmt {
		h := b.hold(one(kv), num(1), serve(svc))
		return []ir.Stmt{h, &ir.Hold{Pools: h.Pools, Body: h.Body}}
	}), "blocks[2][1].Hold.body", []string{"block 3"}, sessionOf(func(b *builder) []ir.Stmt {
		return []ir.Stmt{b.hold(one(kv), num(1), serve(svc)), b.hold(one(kv), num(1), serve(svc))}
	})},
	{"both sides of a branch", diag.LinkTree, sessionOf(func(b *builder) []ir.Stmt {
		body := b.block()
		return []ir.Stmt{&ir.Branch{If: num(1), Then: body, Else: body}}
	}), "blocks[2][0].Branch[2]", []string{"block 3"}, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.branch(num(1), nil, nil)} })},
	{"a block in itself", diag.LinkTree, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{serve(svc), &ir.Loop{Body: b.Session}} }), "blocks[2][1].Loop",
		[]string{"block 2"}, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(serve(svc))} })},
	{"a block that nothing enters", diag.LinkTree, func(b *builder) { b.block() }, "blocks[3]", []string{"block 3", "never"}, nothing},
	{"blocks that nothing enters", diag.LinkTree, func(b *builder) { b.block(); b.block() }, "blocks[3]", []string{"1 others"}, nothing},

	// The run.
	{"no horizon", diag.LinkSettings, func(b *builder) { b.Horizon = 0 }, "horizon", []string{"0"}, nothing},
	{"an infinite horizon", diag.LinkSettings, func(b *builder) { b.Horizon = infinity }, "horizon", []string{"inf"}, nothing},
	{"a negative warm-up", diag.LinkSettings, func(b *builder) { b.Warmup = -1 }, "warmup", []string{"-1"}, nothing},
	{"a warm-up that is no number", diag.LinkSettings, func(b *builder) { b.Warmup = nan }, "warmup", []string{"NaN"}, nothing},
	{"a warm-up to the horizon", diag.LinkSettings, func(b *builder) { b.Warmup = 10 }, "warmup", []string{"10"}, func(b *builder) { b.Warmup = 9 }},
	{"a negative seed", diag.LinkSettings, func(b *builder) { b.Seed = -1 }, "seed", []string{"-1"}, func(b *builder) { b.Seed = 0 }},
	{"a seed above 2^53", diag.LinkSettings, func(b *builder) { b.Seed = 1<<53 + 1 }, "seed", []string{"2^53"}, func(b *builder) { b.Seed = 1 << 53 }},

	// Arrivals.
	{"a rate of 0", diag.LinkArrival, arrive(ir.Poisson{}), "arrival.Poisson", []string{"poisson", "0"}, arrive(ir.Poisson{Rate: 0.5})},
	{"an infinite rate", diag.LinkArrival, arrive(ir.Poisson{Rate: infinity}), "arrival.Poisson", []string{"inf"}, arrive(ir.Poisson{Rate: 0.5})},
	{"nobody in a closed workload", diag.LinkArrival, arrive(ir.Closed{}), "arrival.Closed", []string{"closed(0)"}, arrive(ir.Closed{N: 1})},
	{"too big a batch", diag.LinkArrival, arrive(ir.Batch{N: 1_000_001}), "arrival.Batch", []string{"million"}, arrive(ir.Batch{N: 1_000_000})},
	{"a gap of 0", diag.LinkArrival, renewal(num(0)), "arrival.Renewal", []string{"gap", "0"}, renewal(num(1))},
	{"an infinite gap", diag.LinkArrival, renewal(&ir.Binary{Op: ir.Div, X: num(1), Y: num(0)}), "arrival.Renewal", []string{"inf"}, renewal(add(num(1), exp1()))},
	{"a gap that reads an attribute", diag.LinkArrival, renewal(attr(x)), "arrival.Renewal", []string{"x"}, renewal(exp1())},
	{"a gap that reads the clock", diag.LinkArrival, renewal(ir.Now), "arrival.Renewal", []string{"now"}, renewal(exp1())},
	{"a gap that reads a stage", diag.LinkArrival, renewal(add(num(1), ofStage(ir.FuncQueue, one(svc)))), "arrival.Renewal.Binary[2]", []string{"queue(svc)"},
		renewal(add(num(1), call(ir.FuncSqrt, num(4))))},
	{"arrivals of a batch", diag.LinkArrival, func(b *builder) { b.Arrivals = 5 }, "arrivals", []string{"open"},
		func(b *builder) { b.Arrivals, b.Arrival = 5, ir.Poisson{Rate: 1} }},
	{"negative arrivals", diag.LinkArrival, func(b *builder) { b.Arrivals, b.Arrival = -5, ir.Poisson{Rate: 1} }, "arrivals", []string{"-5"}, nothing},

	// Preset sessions.
	{"a preset of serial", diag.LinkRows, presets(ir.SlotValue{Slot: serial}), "arrival.Sessions[0].attrs[0][0]", []string{"serial"}, presets(ir.SlotValue{Slot: newTokens})},
	{"a preset of more in a turn", diag.LinkRows, turns(ir.SlotValue{Slot: more}), "arrival.Sessions[0].turns[0][0][0]", []string{"more"}, turns(ir.SlotValue{Slot: forced})},
	{"a preset that is no number", diag.LinkRows, presets(ir.SlotValue{Slot: x, Value: nan}), "arrival.Sessions[0].attrs[0][0]", []string{"NaN"},
		presets(ir.SlotValue{Slot: x, Value: -1})},

	// Arguments.
	{"too few arguments", diag.LinkArity, stmts(set(x, call(ir.FuncMin, num(1)))), "blocks[2][0].Set[1].Call", []string{"min", "2 arguments"},
		stmts(set(x, call(ir.FuncMin, num(1), num(2))))},
	{"a pool for a stage", diag.LinkArity, stmts(set(x, ofPool(ir.FuncQueue, one(kv)))), "blocks[2][0].Set[1].Call[1][0]", []string{"queue", "a stage"},
		stmts(set(x, ofPool(ir.FuncQueued, one(kv))))},
	{"a number for a pool", diag.LinkArity, stmts(set(x, call(ir.FuncUsed, num(1)))), "blocks[2][0].Set[1].Call[1][0]", []string{"used", "a pool"},
		stmts(set(x, ofPool(ir.FuncUsed, one(kv))))},
	{"too many parameters", diag.LinkArity, stmts(set(x, draw(ir.DistExp, num(1), num(1)))), "blocks[2][0].Set[1].Sample", []string{"~exp", "one argument"}, stmts(set(x, exp1()))},
	{"nothing to draw from", diag.LinkArity, stmts(set(x, draw(ir.DistEmpirical))), "blocks[2][0].Set[1].Sample[0]", []string{"~empirical"},
		stmts(set(x, &ir.Sample{Dist: ir.DistEmpirical, Values: []float64{1, 2}}))},
	{"queue by nothing", diag.LinkArity, func(b *builder) { b.Pools[kv].Queue = []ir.Expr{} }, "pools[0].queue", []string{"queue fifo"},
		func(b *builder) { b.Pools[kv].Queue = []ir.Expr{attr(x)} }},
	{"evict by nothing", diag.LinkArity, func(b *builder) { b.Pools[kv].Evict = ir.Evict{Kind: ir.EvictBy} }, "pools[0].evict", []string{"evict lru"},
		func(b *builder) { b.Pools[kv].Evict = ir.Evict{Kind: ir.EvictBy, Keys: []ir.Expr{ir.Size}} }},
	{"preempt by nothing", diag.LinkArity, func(b *builder) { b.Pools[kv].Preempt = &ir.Preempt{} }, "pools[0].preempt", []string{"preempt lifo"},
		func(b *builder) { b.Pools[kv].Preempt = &ir.Preempt{Keys: []ir.Expr{ir.Position}} }},
	{"a hold of nothing", diag.LinkArity, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{&ir.Hold{Body: b.block()}} }), "blocks[2][0].Hold.pools", nil,
		sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.hold(one(kv), num(1))} })},
	{"choose by nothing", diag.LinkArity, stmts(&ir.Choose{Var: j, Count: num(2)}), "blocks[2][0].Choose.key", nil, stmts(choose(j, 2, num(1)))},

	// Parameters of distributions.
	{"a negative mean", diag.LinkDistribution, stmts(set(x, draw(ir.DistExp, num(-1)))), "blocks[2][0].Set[1].Sample[1][0]", []string{"~exp", "mean", "-1"},
		stmts(set(x, draw(ir.DistExp, num(0))))},
	{"a probability above 1", diag.LinkDistribution, stmts(set(x, draw(ir.DistBernoulli, num(1.5)))), "blocks[2][0].Set[1].Sample[1][0]", []string{"from 0 to 1"},
		stmts(set(x, draw(ir.DistBernoulli, num(1))))},
	{"half a phase", diag.LinkDistribution, stmts(set(x, draw(ir.DistErlang, num(1.5), num(1)))), "blocks[2][0].Set[1].Sample[1][0]", []string{"phases"},
		stmts(set(x, draw(ir.DistErlang, num(2), num(1))))},
	{"a cv2 below 1", diag.LinkDistribution, stmts(set(x, draw(ir.DistH2, num(1), num(0.5)))), "blocks[2][0].Set[1].Sample[1][1]", []string{"cv2"},
		stmts(set(x, draw(ir.DistH2, num(1), num(1))))},
	{"a mean of 0", diag.LinkDistribution, stmts(set(x, draw(ir.DistGamma, num(0), num(1)))), "blocks[2][0].Set[1].Sample[1][0]", []string{"above 0"},
		stmts(set(x, draw(ir.DistGamma, num(1), num(1))))},
	{"an infinite mean", diag.LinkDistribution, stmts(set(x, draw(ir.DistNormal, inf(), num(1)))), "blocks[2][0].Set[1].Sample[1][0]", []string{"inf"},
		stmts(set(x, draw(ir.DistNormal, num(-1), num(1))))},
	{"a tail without a mean", diag.LinkDistribution, stmts(set(x, draw(ir.DistPareto, num(1), num(1)))), "blocks[2][0].Set[1].Sample[1][1]", []string{"alpha", "above 1"},
		stmts(set(x, draw(ir.DistPareto, num(1), num(1.1))))},
	{"bounds the wrong way round", diag.LinkDistribution, stmts(set(x, draw(ir.DistUniform, num(2), num(1)))), "blocks[2][0].Set[1].Sample", []string{"~uniform", "2", "1"},
		stmts(set(x, draw(ir.DistUniform, num(1), num(1))))},
	{"values out of order", diag.LinkDistribution, stmts(set(x, &ir.Sample{Dist: ir.DistEmpirical, Values: []float64{2, 1}})), "blocks[2][0].Set[1].Sample[0]", []string{"rising"},
		stmts(set(x, &ir.Sample{Dist: ir.DistEmpirical, Values: []float64{1, 1}}))},

	// Sizes.
	{"a negative cap", diag.LinkSize, func(b *builder) { b.Pools[kv].Cap = -1 }, "pools[0].cap", []string{"kv", "-1"}, func(b *builder) { b.Pools[kv].Cap = infinity }},
	{"a block of 0", diag.LinkSize, block(0), "pools[0].block", []string{"kv", "0"}, block(0.5)},
	{"an infinite block", diag.LinkSize, block(infinity), "pools[0].block", []string{"inf"}, block(16)},
	{"no servers", diag.LinkSize, func(b *builder) { b.Stages[svc].Kind = ir.Fifo{} }, "stages[0].kind.Fifo", []string{"svc"},
		func(b *builder) { b.Stages[svc].Kind = ir.Fifo{Servers: 2} }},

	// Names.
	{"a slash in a name", diag.LinkName, func(b *builder) { b.Observes[0] = "a/b" }, "observes[0]", []string{"a/b"}, func(b *builder) { b.Observes[0] = "übertragen.1" }},
	{"an empty name", diag.LinkName, func(b *builder) { b.Attrs[x] = "" }, "attrs[11]", []string{"empty"}, nothing},
	{"two attributes of one name", diag.LinkName, func(b *builder) { b.Attrs[x] = "u" }, "attrs[11]", []string{"u"}, nothing},
	{"two pools of one name", diag.LinkName, func(b *builder) { b.Pools[slots].Name = "kv" }, "pools[3]", []string{"kv"}, nothing},
	{"two members of one number", diag.LinkName, func(b *builder) { b.Stages[nicB+1].Index = b.Stages[nicB].Index }, "stages[3]", []string{"nicB[0]"}, nothing},
	{"two gauges of one name", diag.LinkName, gauges(num(1), "g", "g"), "gauges[1].name", []string{"g"}, gauges(num(1), "g", "h")},
	{"a gauge and an observation", diag.LinkName, gauges(num(1), "done"), "gauges[0].name", []string{"done", "observation"}, gauges(num(1), "svc")},
}

func arrive(a ir.Arrival) func(b *builder) { return func(b *builder) { b.Arrival = a } }

func renewal(gap ir.Expr) func(b *builder) { return arrive(&ir.Renewal{Gap: gap}) }

func presets(attrs ...ir.SlotValue) func(b *builder) { return arrive(ir.Sessions{{Attrs: attrs}}) }

func turns(row ...ir.SlotValue) func(b *builder) {
	return arrive(ir.Sessions{{Turns: [][]ir.SlotValue{row}}})
}

func block(size float64) func(b *builder) { return func(b *builder) { b.Pools[kv].Block = &size } }

func spill(to ir.PoolID, via ir.StageID, work ir.Expr) func(b *builder) {
	return func(b *builder) { b.Pools[kv].Spill = &ir.Spill{To: to, Via: via, Work: work, When: num(1)} }
}

func admitVia(s ir.StageID) func(b *builder) {
	return func(b *builder) { b.Pools[slots].AdmitVia = &s }
}

func memory(p ir.PoolID) func(b *builder) { return func(b *builder) { b.step(engine).Memory = &p } }

func gauges(e ir.Expr, names ...string) func(b *builder) {
	return func(b *builder) {
		for _, name := range names {
			b.Gauges = append(b.Gauges, ir.Gauge{Name: name, Expr: e})
		}
	}
}

func inf() ir.Expr { return num(infinity) }
