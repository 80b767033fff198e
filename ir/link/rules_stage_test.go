package link

import (
	"serq/ir"
	"serq/ir/diag"
)

// stageCases are of stages, of the runs on them and of the way through a session.
var stageCases = []ruleCase{
	// Modes.
	{"a plain run on a step stage", diag.LinkMode, stmts(serve(engine)), "blocks[2][0].Run.mode", []string{"prefill", "decode", "E"}, stmts(mode(one(engine), ir.Prefill))},
	{"a plain run on a step family", diag.LinkMode, stmts(run(two(engines, attr(j)), num(1))), "blocks[2][0].Run.mode", []string{"F[j]"}, stmts(mode(two(engines, attr(j)), ir.Decode))},
	{"a prefill on a fifo", diag.LinkMode, stmts(mode(one(svc), ir.Prefill)), "blocks[2][0].Run.mode", []string{"svc", "fifo"}, stmts(serve(svc))},
	{"a decode on a family of two kinds", diag.LinkMode, stmts(mode(ir.Ref{Base: engine, Count: 2, Index: attr(j)}, ir.Decode)), "blocks[2][0].Run.mode", []string{"delay"},
		stmts(mode(ir.Ref{Base: engine, Count: 2, Index: num(0)}, ir.Decode))},
	{"growing on a ps stage", diag.LinkMode, inHold(one(kv), &ir.Run{Stage: one(nicA), Work: num(1), Growing: ref(one(kv))}), "blocks[3][0].Run.growing", []string{"kv", "ps"},
		inHold(one(kv), grows(one(engine), one(kv)))},

	// Stages that are named.
	{"admit via a delay", diag.LinkStageKind, admitVia(delay), "pools[3].admit_via", []string{"slots", "z", "delay"}, admitVia(engine)},
	{"a spill via a step stage", diag.LinkStageKind, spill(paged, engine, num(1)), "pools[0].spill.via", []string{"kv", "E"}, spill(paged, nicA, num(1))},
	{"budget_left of a fifo", diag.LinkStageKind, stmts(set(x, ofStage(ir.FuncBudgetLeft, one(svc)))), "blocks[2][0].Set[1].Call[1][0]", []string{"budget_left(svc)", "fifo"},
		stmts(set(x, ofStage(ir.FuncBudgetLeft, two(engines, attr(j)))))},
	{"exclusive prefill and only", diag.LinkStageKind, func(b *builder) { b.step(engine).Serve, b.step(engine).Only = ir.Serve{Exclusive: true}, ir.Decoding },
		"stages[4].kind.Step.only", []string{"E", "exclusive"}, func(b *builder) { b.step(engine).Serve = ir.Serve{Exclusive: true} }},
	{"a spill to itself", diag.LinkSpillCycle, spill(kv, delay, num(1)), "pools[0].spill.to", []string{"kv"}, spill(paged, delay, num(1))},
	{"a spill that comes back", diag.LinkSpillCycle, func(b *builder) {
		spill(paged, delay, num(1))(b)
		b.Pools[paged].Spill = &ir.Spill{To: kv, Via: delay, Work: num(1), When: num(1)}
	}, "pools[4].spill.to", []string{"kv"}, func(b *builder) {
		spill(paged, delay, num(1))(b)
		b.Pools[paged].Spill = &ir.Spill{To: kvD, Via: delay, Work: num(1), When: num(1)}
	}},

	// Progress.
	{"an empty loop", diag.LinkProgress, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop()} }), "blocks[2][0]", []string{"loop"},
		sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(serve(svc))} })},
	{"a loop of no work", diag.LinkProgress, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(run(one(svc), num(0)))} }), "blocks[2][0]", nil,
		sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(run(one(svc), attr(x)))} })},
	{"a loop of turns", diag.LinkProgress, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(ir.Turn{}, set(x, num(1)))} }), "blocks[2][0]", nil,
		sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(ir.Turn{}, ir.End{})} })},
	{"a loop with an idle side", diag.LinkProgress, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(b.branch(attr(x), []ir.Stmt{serve(svc)}, nil))} }), "blocks[2][0]", nil,
		sessionOf(func(b *builder) []ir.Stmt {
			return []ir.Stmt{b.loop(b.branch(attr(x), []ir.Stmt{serve(svc)}, []ir.Stmt{ir.End{}}))}
		})},
	{"a loop with an idle hold", diag.LinkProgress, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(b.hold(one(kv), num(1), set(x, num(1))))} }), "blocks[2][0]", nil,
		sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(b.hold(one(kv), num(1), serve(svc)))} })},
	{"an idle loop in a loop", diag.LinkProgress, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(b.loop())} }), "blocks[4][0]", nil,
		sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(b.loop(serve(svc)))} })},
	{"a loop around a branch never taken", diag.LinkProgress, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.loop(b.branch(num(0), []ir.Stmt{serve(svc)}, nil))} }), "blocks[2][0]", nil,
		sessionOf(func(b *builder) []ir.Stmt {
			return []ir.Stmt{b.loop(b.branch(num(1), []ir.Stmt{serve(svc)}, nil))}
		})},

	// Guards.
	{"a probability as a guard", diag.LinkGuard, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.branch(num(0.5), nil, nil)} }), "blocks[2][0].Branch[0]",
		[]string{"0.5", "branch with"}, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.branch(draw(ir.DistBernoulli, num(0.5)), nil, nil)} })},
	{"a count as a guard", diag.LinkGuard, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.branch(add(num(1), num(1)), nil, nil)} }), "blocks[2][0].Branch[0]",
		[]string{"2"}, sessionOf(func(b *builder) []ir.Stmt { return []ir.Stmt{b.branch(attr(x), nil, nil)} })},

	// Flows.
	{"a flow over a fifo", diag.LinkFlowStage, flows(one(nicA), one(svc)), "blocks[2][0].Run.also[0]", []string{"svc", "fifo", "ps"}, flows(one(nicA), two(nicB, attr(j)))},
	{"a flow that starts at a delay", diag.LinkFlowStage, flows(one(delay), one(nicA)), "blocks[2][0].Run.stage", []string{"z", "delay"}, flows(two(nicB, num(1)), one(nicA))},
	{"a flow over a capacity that changes", diag.LinkFlowStage, flows(one(nicA), one(dyn)), "blocks[2][0].Run.also[0]", []string{"dyn", "present"}, stmts(serve(dyn))},
	{"a flow over a capacity of 0", diag.LinkFlowStage, flows(one(nicA), one(stopped)), "blocks[2][0].Run.also[0]", []string{"stopped", "0"}, stmts(serve(stopped))},
	{"a flow over an infinite capacity", diag.LinkFlowStage, func(b *builder) { capacity(inf())(b); flows(one(nicA), two(nicB, attr(j)))(b) }, "blocks[2][0].Run.stage",
		[]string{"nicA", "inf"}, func(b *builder) { capacity(add(num(1), num(2)))(b); flows(one(nicA), two(nicB, attr(j)))(b) }},
	{"a flow over a member beside a fifo", diag.LinkFlowStage, func(b *builder) {
		b.Stages[nicB+1].Kind = ir.Fifo{Servers: 1}
		flows(one(nicA), two(nicB, num(0)))(b)
	}, "blocks[2][0].Run.also[0]", []string{"nicB[1]", "fifo"}, func(b *builder) {
		b.Stages[nicB+1].Kind = &ir.Ps{Capacity: num(3)}
		flows(one(nicA), two(nicB, num(0)))(b)
	}},
	{"a flow that prefills", diag.LinkFlowPlain, func(b *builder) {
		r := flow(num(1), one(nicA), two(nicB, num(0)))
		r.Mode = ir.Prefill
		b.Share = ir.MaxMin
		b.session(r)
	}, "blocks[2][0].Run.mode", []string{"prefill"}, flows(one(nicA), two(nicB, num(0)))},
	{"a flow that grows", diag.LinkFlowPlain, func(b *builder) {
		r := flow(num(1), one(nicA), two(nicB, num(0)))
		r.Growing = ref(one(kv))
		b.Share = ir.MaxMin
		b.session(b.hold(one(kv), num(1), r))
	}, "blocks[3][0].Run.growing", []string{"kv"}, func(b *builder) {
		b.Share = ir.MaxMin
		b.session(b.hold(one(kv), num(1), flow(num(1), one(nicA), two(nicB, num(0)))))
	}},
	{"a prefill alone on a shared stage", diag.LinkMode, func(b *builder) {
		b.Share = ir.MaxMin
		b.session(flow(num(1), one(nicA), two(nicB, num(0))), mode(one(nicA), ir.Prefill))
	}, "blocks[2][1].Run.mode", []string{"nicA", "ps"}, func(b *builder) {
		b.Share = ir.MaxMin
		b.session(flow(num(1), one(nicA), two(nicB, num(0))), serve(nicA))
	}},
	{"an array twice", diag.LinkFlowTwice, flows(two(nicB, num(0)), two(nicB, num(1))), "blocks[2][0].Run.also[0]", []string{"nicB[0]", "nicB[1]"}, flows(two(nicB, num(0)), one(nicA))},
	{"ranges that overlap", diag.LinkFlowTwice, flows(ir.Ref{Base: nicA, Count: 3, Index: attr(j)}, one(nicB+1)), "blocks[2][0].Run.also[0]", nil,
		flows(ir.Ref{Base: nicA, Count: 2, Index: attr(j)}, one(nicB+1))},
	{"ranges that overlap, not next to each other", diag.LinkFlowTwice, flows(one(nicB+1), one(nicB), ir.Ref{Base: nicA, Count: 1}, one(nicB+1)), "blocks[2][0].Run.also[2]", nil,
		flows(one(nicB+1), one(nicB), one(nicA))},
	{"no share", diag.LinkShare, stmts(flow(num(1), one(nicA), two(nicB, num(0)))), "blocks[2][0]", []string{"share maxmin", "share bottleneck"},
		func(b *builder) {
			b.Share = ir.Bottleneck
			b.session(flow(num(1), one(nicA), two(nicB, num(0))))
		}},
	{"a share of nothing", diag.LinkShare, func(b *builder) { b.Share = ir.MaxMin; b.session(serve(nicA)) }, "share", []string{"share maxmin"}, stmts(serve(nicA))},
}

func mode(stage ir.Ref, m ir.RunMode) *ir.Run {
	r := run(stage, num(1))
	r.Mode = m
	return r
}

func ref(r ir.Ref) *ir.Ref { return &r }

// flows writes a session of one flow.
func flows(stages ...ir.Ref) func(b *builder) {
	return func(b *builder) {
		b.Share = ir.MaxMin
		b.session(flow(num(1), stages...))
	}
}
