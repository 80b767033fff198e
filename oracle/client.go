package oracle

import (
	"math"

	"serq/ir"
)

// mostClientSteps bounds the statements that the sessions of a fluid execute.
const mostClientSteps = 1_000_000

// proceed executes a session's statements up to its next job or its end.
func (f *fluid) proceed(c *client) error {
	for c.next != nil && c.stages == nil {
		at := c.next
		stmts := f.p.Blocks[at.block]
		if at.i == len(stmts) {
			if c.next = at.after; at.loop {
				c.next = &frame{block: at.block, loop: true, after: at.after}
			}
			continue
		}
		if f.steps++; f.steps > mostClientSteps {
			return refuse(nil, "the sessions of the batch take more than %d steps", mostClientSteps)
		}
		c.next = &frame{at.block, at.i + 1, at.loop, at.after}
		place := (*ir.Path)(nil).Field("blocks").Elem(int(at.block)).Elem(at.i)
		if err := f.step(place, c, stmts[at.i]); err != nil {
			return err
		}
	}
	return nil
}

func (f *fluid) step(at *ir.Path, c *client, s ir.Stmt) error {
	switch s := s.(type) {
	case ir.End:
		c.next = nil
		return nil
	case ir.Turn:
		if f.p.Trace != nil {
			return refuse(at, "turns come from a trace")
		}
		c.env[f.p.Builtins.TurnNo]++
		c.env[f.p.Builtins.More] = 0
		c.next = &frame{block: f.p.Turn, after: c.next}
		return nil
	case *ir.Loop:
		c.next = &frame{block: s.Body, loop: true, after: c.next}
		return nil
	case *ir.Hold:
		c.next = &frame{block: s.Body, after: c.next}
		return nil
	case *ir.Load, *ir.Drop, *ir.Release: // cost no time
		return nil
	case *ir.Set:
		return f.read(at, c, s.Value, func(v float64) { c.env[s.Slot] = v })
	case *ir.Observe:
		return f.read(at, c, s.Value, func(v float64) {
			f.values[s.Observe] = append(f.values[s.Observe], sample{f.now, c.serial, v})
		})
	case *ir.Branch:
		return f.read(at, c, s.If, func(v float64) {
			body := s.Else
			if v != 0 {
				body = s.Then
			}
			c.next = &frame{block: body, after: c.next}
		})
	case *ir.Run:
		return f.start(at.Field("Run"), c, s)
	case *ir.Grow:
		return refuse(at.Field("Grow"), "a pool's allocation grows")
	case *ir.Choose:
		return refuse(at.Field("Choose"), "a choice between members depends on the state")
	}
	panic("BUG: a statement of no kind")
}

// start starts a job.
func (f *fluid) start(at *ir.Path, c *client, s *ir.Run) error {
	var stages []ir.StageID
	for _, r := range append([]ir.Ref{s.Stage}, s.Also...) {
		stage := ir.StageID(r.Base)
		if r.Index != nil {
			if err := f.read(at, c, r.Index, func(v float64) { stage += ir.StageID(v) }); err != nil {
				return err
			}
		}
		switch kind := f.p.Stages[stage].Kind.(type) {
		case ir.Delay:
		case *ir.Ps:
			if _, why := capacityOf(kind.Capacity); why != "" {
				return refuse(at, "the capacity of %s %s", stageName(f.p, stage), why)
			}
		default:
			return refuse(at, "a batch at stage %s, which is neither ps nor delay", stageName(f.p, stage))
		}
		stages = append(stages, stage)
	}
	return f.read(at.Field("work"), c, s.Work, func(v float64) {
		if v > 0 {
			c.stages, c.left = stages, v
		}
	})
}

// read hands on the value of an expression of numbers, attributes and the clock.
func (f *fluid) read(at *ir.Path, c *client, x ir.Expr, to func(v float64)) error {
	why := ""
	ir.WalkExpr(at, x, ir.AtStmt, ir.Visitor{Expr: func(_ *ir.Path, x ir.Expr, _ ir.Moment) {
		_, draws := x.(*ir.Sample)
		call, calls := x.(*ir.Call)
		if draws || calls && !call.Func.Numeric() || x == ir.Attr(f.p.Builtins.Cached) {
			why = "a batch whose sessions read " + ir.ExprString(f.p, x)
		}
	}})
	if why != "" {
		return refuse(at, "%s", why)
	}
	v, ok := ir.Constant(substitute(x, func(leaf ir.Expr) ir.Expr {
		switch leaf := leaf.(type) {
		case ir.Attr:
			return ir.Num(c.env[leaf])
		case ir.Ctx:
			return ir.Num(f.now) // nothing else can be read in a statement
		}
		return leaf
	}))
	if !ok || math.IsNaN(v) {
		return refuse(at, "%s is no number", ir.ExprString(f.p, x))
	}
	to(v)
	return nil
}

// substitute replaces the leaves of an expression of operators and numeric functions.
func substitute(x ir.Expr, leaf func(ir.Expr) ir.Expr) ir.Expr {
	switch x := x.(type) {
	case *ir.Unary:
		return &ir.Unary{Op: x.Op, X: substitute(x.X, leaf)}
	case *ir.Binary:
		return &ir.Binary{Op: x.Op, X: substitute(x.X, leaf), Y: substitute(x.Y, leaf)}
	case *ir.Cond:
		return &ir.Cond{If: substitute(x.If, leaf), Then: substitute(x.Then, leaf), Else: substitute(x.Else, leaf)}
	case *ir.Call:
		call := &ir.Call{Func: x.Func}
		for _, a := range x.Args {
			call.Args = append(call.Args, ir.Arg{Expr: substitute(a.Expr, leaf)})
		}
		return call
	}
	return leaf(x)
}
