package link

import (
	"fmt"
	"math"
	"slices"

	"serq/ir"
	"serq/ir/diag"
)

// eachFlow calls f for every run that holds several stages at once.
func (c *checker) eachFlow(f func(at site, r *ir.Run)) {
	c.stmts(func(at site, s ir.Stmt) {
		if r, ok := s.(*ir.Run); ok && len(r.Also) > 0 {
			f(at, r)
		}
	})
}

// A flowStage is one of the references of a flow.
type flowStage struct {
	at  *ir.Path
	ref ir.Ref
}

func flowStages(at site, r *ir.Run) []flowStage {
	run := at.path().Field("Run")
	stages := []flowStage{{run.Field("stage"), r.Stage}}
	for i, ref := range r.Also {
		stages = append(stages, flowStage{run.Field("also").Elem(i), ref})
	}
	return stages
}

// constantCapacity reports whether a stage is ps of a capacity that flows can share.
func constantCapacity(k ir.StageKind) bool {
	ps, ok := k.(*ir.Ps)
	if !ok {
		return false
	}
	v, ok := ir.Constant(ps.Capacity)
	return ok && v > 0 && !math.IsInf(v, 1)
}

// checkFlowStages demands that a flow's stages have capacities that a policy can
// divide: every member of every array that the flow names, as the array is
// shared whole.
func (c *checker) checkFlowStages() {
	wrong := c.stretch(func(k ir.StageKind) bool { return !constantCapacity(k) })
	c.eachFlow(func(at site, r *ir.Run) {
		for _, s := range flowStages(at, r) {
			if from, to, ok := array(s.ref, len(c.p.Stages)); ok {
				if i, bad := wrong.in(from, to); bad {
					c.report(diag.LinkFlowStage, s.at, "a flow holds `"+c.stage(i)+"`, which "+capacityFault(c.p.Stages[i].Kind),
						"Flows share `ps(capacity)` stages of a constant, finite capacity above 0.")
				}
			}
		}
	})
}

// capacityFault says what about a stage flows cannot share.
func capacityFault(k ir.StageKind) string {
	ps, ok := k.(*ir.Ps)
	if !ok {
		return "is `" + kind(k) + "` and not `ps`"
	}
	if v, ok := ir.Constant(ps.Capacity); ok {
		return "has a capacity of " + number(v)
	}
	read := "is not constant"
	ir.WalkExpr(nil, ps.Capacity, ir.AtCapacity, ir.Visitor{Expr: func(_ *ir.Path, x ir.Expr, _ ir.Moment) {
		if v, ok := x.(ir.Ctx); ok && v == ir.N {
			read = "reads `present`"
		}
	}})
	return "has a capacity that " + read
}

// checkFlowPlain demands that a flow is plain and grows nothing. Any other run on
// a shared stage is, too: a shared stage is ps, where no run has a mode.
func (c *checker) checkFlowPlain() {
	c.eachFlow(func(at site, r *ir.Run) {
		if r.Mode != ir.Plain {
			c.report(diag.LinkFlowPlain, at.path().Field("Run").Field("mode"), "a run over several stages is a "+modeWord(r.Mode),
				"A flow has no tokens: write `run a, b (work)` without a mode.")
		}
		if r.Growing != nil {
			c.report(diag.LinkFlowPlain, at.path().Field("Run").Field("growing"), "a run over several stages is growing `"+c.poolRef(*r.Growing)+"`",
				"A flow makes no tokens: write `load` or `grow` after it.")
		}
	})
}

// checkFlowTwice demands that a flow names each array once: an index is read when
// the run starts, so that of two from one array nobody can tell before whether
// they are one stage.
func (c *checker) checkFlowTwice() {
	c.eachFlow(func(at site, r *ir.Run) {
		type held struct {
			flowStage
			from, to, place int
		}
		var arrays []held
		for i, s := range flowStages(at, r) {
			if from, to, ok := array(s.ref, len(c.p.Stages)); ok {
				arrays = append(arrays, held{s, from, to, i})
			}
		}
		slices.SortFunc(arrays, func(a, b held) int {
			if a.from != b.from {
				return a.from - b.from
			}
			return a.place - b.place
		})
		last := 0 // of the arrays so far, the one that reaches furthest
		for i := 1; i < len(arrays); i++ {
			if a, b := arrays[last], arrays[i]; b.from < a.to {
				at := b.at
				if b.place < a.place {
					at = a.at
				}
				c.report(diag.LinkFlowTwice, at, fmt.Sprintf("a flow holds `%s` and `%s`, which may be one stage", c.stageRef(a.ref), c.stageRef(b.ref)),
					"A flow names an array once: declare its two ends as arrays of their own.")
			}
			if arrays[i].to > arrays[last].to {
				last = i
			}
		}
	})
}

// checkShare demands a policy exactly where there are flows.
func (c *checker) checkShare() {
	first := nowhere
	c.eachFlow(func(at site, _ *ir.Run) {
		if first == nowhere {
			first = at
		}
	})
	switch {
	case first != nowhere && c.p.Share == ir.ShareNone:
		c.report(diag.LinkShare, first.path(), "a run holds several stages at once and the program does not say how flows share them",
			"Write `share maxmin;` or `share bottleneck;` once in the program.")
	case first == nowhere && c.p.Share != ir.ShareNone:
		c.report(diag.LinkShare, doc.Field("share"), fmt.Sprintf("`share %s` divides nothing: no run holds several stages at once", ir.Shares[c.p.Share].Surface),
			"Leave it out, or write `run a, b (work)`.")
	}
}
