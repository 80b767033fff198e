package link

import (
	"fmt"

	"serq/ir"
	"serq/ir/diag"
)

// checkStraight demands that init and turn only set and observe: they happen in
// no time, at an arrival and within a turn.
func (c *checker) checkStraight() {
	for _, root := range c.roots()[:2] {
		if !c.isEntered(root.block, nowhere, 0) {
			continue
		}
		for i, s := range c.p.Blocks[root.block] {
			switch s.(type) {
			case *ir.Set, *ir.Observe:
			default:
				c.report(diag.LinkStraight, site{root.block, i}.path(), fmt.Sprintf("`%s` has a `%s`", root.field, statement(s)),
					"`"+root.field+"` only sets and observes; what takes time or decides goes into the session.")
			}
		}
	}
}

// statement is a statement's word.
func statement(s ir.Stmt) string {
	switch s.(type) {
	case ir.Turn:
		return "turn"
	case ir.End:
		return "end"
	case *ir.Set:
		return "set"
	case *ir.Observe:
		return "observe"
	case *ir.Hold:
		return "hold"
	case *ir.Grow:
		return "grow"
	case *ir.Load:
		return "load"
	case *ir.Drop:
		return "drop"
	case *ir.Release:
		return "release"
	case *ir.Run:
		return "run"
	case *ir.Branch:
		return "branch"
	case *ir.Loop:
		return "loop"
	}
	return "choose"
}

// A stretch answers, for a property of stages, which is the first stage at or
// after a place that has it; len(stages) if none.
type stretch []int

func (c *checker) stretch(has func(k ir.StageKind) bool) stretch {
	n := len(c.p.Stages)
	next := make(stretch, n+1)
	next[n] = n
	for i := n - 1; i >= 0; i-- {
		next[i] = next[i+1]
		if has(c.p.Stages[i].Kind) {
			next[i] = i
		}
	}
	return next
}

// in is the first stage of [from, to) with the property.
func (s stretch) in(from, to int) (i int, ok bool) { return s[from], s[from] < to }

func isStep(k ir.StageKind) bool { _, ok := k.(*ir.Step); return ok }

// checkModes demands a mode exactly on step stages, and growing only there.
func (c *checker) checkModes() {
	steps := c.stretch(isStep)
	c.stmts(func(at site, s ir.Stmt) {
		run, ok := s.(*ir.Run)
		if !ok || len(run.Also) > 0 { // a flow is plain by a rule of its own
			return
		}
		from, to, ok := members(run.Stage, len(c.p.Stages))
		if !ok {
			return
		}
		name := c.stageRef(run.Stage)
		step, isOnStep := steps.in(from, to)
		other, isOnOther := c.other.in(from, to)
		switch {
		case run.Mode == ir.Plain && isOnStep:
			c.report(diag.LinkMode, at.path().Field("Run").Field("mode"), fmt.Sprintf("`run %s` does not say what it is to the step stage `%s`", name, c.stage(step)),
				fmt.Sprintf("Write `run %s prefill (…)` or `run %s decode (…)`.", name, name))
		case run.Mode != ir.Plain && isOnOther:
			c.report(diag.LinkMode, at.path().Field("Run").Field("mode"),
				fmt.Sprintf("`run %s %s` is on `%s`, which is `%s` and not a step stage", name, modeWord(run.Mode), c.stage(other), kind(c.p.Stages[other].Kind)),
				fmt.Sprintf("Only a step stage has prefills and decodes: write `run %s (…)`.", name))
		case run.Growing != nil && isOnOther:
			c.report(diag.LinkMode, at.path().Field("Run").Field("growing"),
				fmt.Sprintf("`run %s` grows `%s` on `%s`, which is `%s` and not a step stage", name, c.poolRef(*run.Growing), c.stage(other), kind(c.p.Stages[other].Kind)),
				"Only a step stage makes tokens for a hold to grow by: write `grow POOL (units);` after the run.")
		}
	})
}

// modeWord is a mode as it is written.
func modeWord(m ir.RunMode) string {
	switch m {
	case ir.Prefill:
		return "prefill"
	case ir.Decode:
		return "decode"
	}
	return "plain"
}

// checkStageKinds demands stages of the right kind where one is named.
func (c *checker) checkStageKinds() {
	for i, p := range c.p.Pools {
		at := doc.Field("pools").Elem(i)
		if v := p.AdmitVia; v != nil && c.isStage(int(*v)) && !isStep(c.p.Stages[*v].Kind) {
			c.report(diag.LinkStageKind, at.Field("admit_via"),
				fmt.Sprintf("`%s` has `admit via %s`, which is `%s` and not a step stage", p.Name, c.p.Stages[*v].Name, kind(c.p.Stages[*v].Kind)),
				"Only the iterations of a step stage admit; without `admit via`, a pool admits whenever units are freed.")
		}
		if s := p.Spill; s != nil && c.isStage(int(s.Via)) && isStep(c.p.Stages[s.Via].Kind) {
			c.report(diag.LinkStageKind, at.Field("spill").Field("via"),
				fmt.Sprintf("`%s` spills via `%s`, which is a step stage", p.Name, c.p.Stages[s.Via].Name), "Spill via a link: a `fifo`, `ps` or `delay` stage.")
		}
	}
	for i, s := range c.p.Stages {
		if k, ok := s.Kind.(*ir.Step); ok && k.Serve.Exclusive && k.Only != nil {
			c.report(diag.LinkStageKind, doc.Field("stages").Elem(i).Field("kind").Field("Step").Field("only"),
				"`"+s.Name+"` has `serve exclusive prefill` and `serve only`", "A prefill that runs alone leaves nothing to select: drop one of the two.")
		}
	}
}

// budgetKind demands a step stage where a budget_left is read.
func (c *checker) budgetKind(at *ir.Path, x ir.Expr, _ ir.Moment) {
	call, ok := x.(*ir.Call)
	if !ok || call.Func != ir.FuncBudgetLeft || len(call.Args) != 1 || call.Args[0].Stage == nil {
		return
	}
	from, to, ok := members(*call.Args[0].Stage, len(c.p.Stages))
	if !ok {
		return
	}
	if i, bad := c.other.in(from, to); bad {
		c.report(diag.LinkStageKind, at.Field("Call").Elem(1).Elem(0),
			fmt.Sprintf("`%s` is of `%s`, which is `%s` and not a step stage", c.expr(x), c.stage(i), kind(c.p.Stages[i].Kind)),
			"Only a step stage has a budget.")
	}
}

// checkSpillCycle demands that what a pool evicts comes to rest in a tier.
func (c *checker) checkSpillCycle() {
	to := make([][]edge, len(c.p.Pools))
	for i, p := range c.p.Pools {
		if p.Spill != nil && c.isPool(int(p.Spill.To)) {
			to[i] = []edge{{int(p.Spill.To), int(p.Spill.To) + 1, doc.Field("pools").Elem(i).Field("spill").Field("to")}}
		}
	}
	for _, e := range cycles(to) {
		c.report(diag.LinkSpillCycle, e.at, fmt.Sprintf("what spills to `%s` comes back to where it was evicted", c.p.Pools[e.from].Name),
			"Spill to a tier that does not spill back, directly or through others.")
	}
}
