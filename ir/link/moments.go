package link

import (
	"fmt"
	"slices"
	"strings"

	"serq/ir"
	"serq/ir/diag"
)

// What the moments at which an expression is read allow beyond context
// variables, whose own table is ir.Ctxs.
const (
	// sessionless are the moments of the machine itself, when no session is at hand.
	sessionless = ir.AtCapacity | ir.AtBudget | ir.AtCost | ir.AtGauge | ir.AtRenewal
	// drawless are the moments that come back as often as the machine likes, so
	// that a draw would depend on how often that is.
	drawless = ir.AtHeader | ir.AtQueueKey | ir.AtEvictKey | ir.AtPreemptKey | ir.AtServeKey | ir.AtOnly | ir.AtGauge
)

// moment demands that a context variable is read where it exists.
func (c *checker) moment(at *ir.Path, x ir.Expr, m ir.Moment) {
	v, ok := x.(ir.Ctx)
	if !ok || m == ir.AtRenewal || ir.Ctxs[v].At&m != 0 {
		return
	}
	name := ir.Ctxs[v].Surface
	c.report(diag.LinkMoment, at, fmt.Sprintf("`%s` cannot be read in %s", name, ir.MomentNames[m]),
		fmt.Sprintf("`%s` can be read in %s.", name, momentWords(ir.Ctxs[v].At)))
}

// momentWords lists moments in the words of a program.
func momentWords(set ir.Moment) string {
	var words []string
	for m := ir.AtStmt; m <= ir.AtRenewal; m <<= 1 {
		if set&m != 0 {
			words = append(words, ir.MomentNames[m])
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// session demands that what belongs to a session is read for one.
func (c *checker) session(at *ir.Path, x ir.Expr, m ir.Moment) {
	if m&sessionless == 0 || m == ir.AtRenewal {
		return
	}
	switch x := x.(type) {
	case ir.Attr:
		c.report(diag.LinkNoSession, at, fmt.Sprintf("%s reads the attribute `%s`, and there is no session to read it of", ir.MomentNames[m], c.attr(ir.Slot(x))),
			"Read constants and the state of pools and stages here, or move what depends on the session to its statements.")
	case *ir.Call:
		if x.Func == ir.FuncCachedIn {
			c.report(diag.LinkNoSession, at, ir.MomentNames[m]+" reads `"+c.expr(x)+"`, and there is no session whose prefix it would be",
				"Read `used(…)` or `free(…)`, which are the pool's.")
		}
	}
}

// hiddenRead demands that the scheduler does not read what the program hides.
func (c *checker) hiddenRead(at *ir.Path, x ir.Expr, m ir.Moment) {
	a, ok := x.(ir.Attr)
	if !ok || m == ir.AtStmt || m&sessionless != 0 || !c.isSlot(ir.Slot(a)) || !c.hidden[a] {
		return
	}
	c.report(diag.LinkHidden, at, fmt.Sprintf("%s reads `%s`, which is hidden from the scheduler", ir.MomentNames[m], c.attr(ir.Slot(a))),
		"A hidden attribute is what really happens: read an estimate of it that the program sets, or take it off the `hidden` list.")
}

// checkHiddenList judges the list of what is hidden.
func (c *checker) checkHiddenList() {
	if len(c.p.Hidden) == 0 {
		return
	}
	set := c.assigned()
	b := c.p.Builtins
	machines := []ir.Slot{b.Serial, b.TurnNo, b.Cached, b.Computed}
	seen := map[ir.Slot]bool{}
	for i, s := range c.p.Hidden {
		at, name := doc.Field("hidden").Elem(i), "`"+c.attr(s)+"`"
		switch {
		case !c.isSlot(s): // an index out of range
		case seen[s]:
			c.report(diag.LinkHiddenList, at, name+" is hidden twice", "Name it once.")
		case slices.Contains(machines, s):
			c.report(diag.LinkHiddenList, at, name+" is the machine's own and cannot be hidden", "Hide attributes that the program sets.")
		case !set[s]:
			c.report(diag.LinkHiddenList, at, fmt.Sprintf("%s is hidden and nothing sets it", name), "Hide attributes that the program sets.")
		}
		seen[s] = true
	}
}

// assigned are the attributes that something in the program gives a value: a
// statement, a preset, or a turn, whose row may come from a trace.
func (c *checker) assigned() []bool {
	set := make([]bool, len(c.p.Attrs))
	mark := func(slots ...ir.Slot) {
		for _, s := range slots {
			if c.isSlot(s) {
				set[s] = true
			}
		}
	}
	c.stmts(func(_ site, s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			mark(s.Slot)
		case *ir.Choose:
			mark(s.Var)
		case ir.Turn:
			b := c.p.Builtins
			mark(b.New, b.Out, b.Think, b.Forced, b.More)
		}
	})
	c.eachPreset(func(_ func() *ir.Path, v ir.SlotValue) { mark(v.Slot) })
	return set
}

// draw refuses a draw where none can be made.
func (c *checker) draw(at *ir.Path, x ir.Expr, m ir.Moment) {
	if _, ok := x.(*ir.Sample); !ok || m&drawless == 0 {
		return
	}
	c.report(diag.LinkDraw, at, fmt.Sprintf("%s draws `%s`", ir.MomentNames[m], c.expr(x)),
		"Draw into an attribute with `set`, in `init`, `turn` or the session, and read that.")
}

// gaugeRead refuses what a gauge cannot read: what moves between events, since a
// gauge is taken to hold still there, and what is read on behalf of someone.
func (c *checker) gaugeRead(at *ir.Path, x ir.Expr, m ir.Moment) {
	call, ok := x.(*ir.Call)
	if !ok || m != ir.AtGauge {
		return
	}
	switch call.Func {
	case ir.FuncWork, ir.FuncBudgetLeft:
		c.report(diag.LinkGauge, at, "a gauge reads `"+c.expr(x)+"`",
			"A gauge reads what holds still between events: `queue`, `busy`, `used`, `free`, `holders`, `queued` and the like.")
	}
	for i, a := range call.Args {
		r := a.Pool
		if r == nil {
			r = a.Stage
		}
		if r == nil || r.Index == nil {
			continue
		}
		if _, constant := ir.Constant(r.Index); !constant && !readsAttr(r.Index) {
			c.report(diag.LinkGauge, at.Field("Call").Elem(1).Elem(i), fmt.Sprintf("a gauge reads `%s`, of a member that may change", c.expr(x)),
				"Write a number as the index: a gauge has no session to follow.")
		}
	}
}

// readsAttr reports whether an expression reads an attribute, which is refused on its own.
func readsAttr(x ir.Expr) bool {
	found := false
	ir.WalkExpr(nil, x, ir.AtStmt, ir.Visitor{Expr: func(_ *ir.Path, x ir.Expr, _ ir.Moment) {
		if _, ok := x.(ir.Attr); ok {
			found = true
		}
	}})
	return found
}

// ownDecision refuses a rule that reads what it decides.
func (c *checker) ownDecision(at *ir.Path, x ir.Expr, m ir.Moment) {
	switch x := x.(type) {
	case *ir.Call:
		if x.Func == ir.FuncBudgetLeft && m&(ir.AtBudget|ir.AtPreemptKey) != 0 {
			c.report(diag.LinkOwnDecision, at, ir.MomentNames[m]+" reads `"+c.expr(x)+"`",
				"What is left of a budget follows from it and from who is preempted; read `queue`, `busy` or `used` instead.")
		}
	case ir.Attr:
		if ir.Slot(x) == c.p.Builtins.Computed && m == ir.AtPreemptKey {
			c.report(diag.LinkOwnDecision, at, "a pool's preempt keys read `computed`, which a preemption sets", "Read `position`, the candidate's in this pool.")
		}
	}
}

// checkServeCycle refuses engines whose orders wait for each other: the
// budget_left of an engine follows from its serve keys and its only, so these
// may not read it, directly or through another engine's.
func (c *checker) checkServeCycle() {
	reads := make([][]edge, len(c.p.Stages))
	for i, s := range c.p.Stages {
		k, ok := s.Kind.(*ir.Step)
		if !ok {
			continue
		}
		at := doc.Field("stages").Elem(i).Field("kind").Field("Step")
		note := ir.Visitor{Expr: func(at *ir.Path, x ir.Expr, _ ir.Moment) {
			if call, ok := x.(*ir.Call); ok && call.Func == ir.FuncBudgetLeft && len(call.Args) == 1 && call.Args[0].Stage != nil {
				if from, to, ok := members(*call.Args[0].Stage, len(c.p.Stages)); ok {
					reads[i] = append(reads[i], edge{from, to, at})
				}
			}
		}}
		for j, key := range k.Serve.Keys {
			ir.WalkExpr(at.Field("serve").Field("By").Elem(j), key, ir.AtServeKey, note)
		}
		ir.WalkExpr(at.Field("only"), k.Only, ir.AtOnly, note)
	}
	for _, e := range cycles(reads) {
		c.report(diag.LinkOwnDecision, e.at, "`serve` reads a `budget_left` that follows from it",
			"What an engine has left follows from its own serve keys and `only`: read `queue`, `busy` or `used` instead.")
	}
}
