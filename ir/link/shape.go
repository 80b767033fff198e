package link

import (
	"fmt"

	"serq/ir"
	"serq/ir/diag"
)

// checkShape demands that nothing is missing and that every word is one of the
// language: what a decoder cannot get wrong, but a program made in memory can.
func (c *checker) checkShape() {
	if c.p.Arrival == nil {
		c.missing(doc.Field("arrival"), "an arrival process")
	}
	for i, s := range c.p.Stages {
		if s.Kind == nil {
			c.missing(doc.Field("stages").Elem(i).Field("kind"), "a kind")
		}
	}
	for b, stmts := range c.p.Blocks {
		for i, s := range stmts {
			if s == nil {
				c.missing(site{ir.BlockID(b), i}.path(), "a statement")
			}
		}
	}
	if len(c.found) > 0 {
		return // the walk needs them
	}
	c.machineShape()
	ir.Walk(c.p, ir.Visitor{
		Stmt: func(at *ir.Path, _ ir.BlockID, _ int, s ir.Stmt) { c.stmtShape(at, s) },
		Expr: func(at *ir.Path, x ir.Expr, _ ir.Moment) { c.exprShape(at, x) },
	})
}

func (c *checker) missing(at *ir.Path, what string) {
	c.report(diag.LinkShape, at, what+" is missing", "")
}

func (c *checker) unknown(at *ir.Path, what string, n int) {
	c.report(diag.LinkShape, at, fmt.Sprintf("%s %d is unknown", what, n), "")
}

// need demands an expression.
func (c *checker) need(at *ir.Path, x ir.Expr) {
	if x == nil {
		c.missing(at, "an expression")
	}
}

func (c *checker) needAll(at *ir.Path, xs []ir.Expr) {
	for i, x := range xs {
		c.need(at.Elem(i), x)
	}
}

func (c *checker) machineShape() {
	if int(c.p.Share) >= len(ir.Shares) {
		c.unknown(doc.Field("share"), "share", int(c.p.Share))
	}
	for i, p := range c.p.Pools {
		at := doc.Field("pools").Elem(i)
		if p.Evict.Kind > ir.EvictNone {
			c.unknown(at.Field("evict"), "eviction rule", int(p.Evict.Kind))
		}
		c.needAll(at.Field("evict").Field("By"), p.Evict.Keys)
		if p.Preempt != nil {
			c.needAll(at.Field("preempt").Field("By").Field("keys"), p.Preempt.Keys)
		}
		c.needAll(at.Field("queue"), p.Queue)
		if p.Spill != nil {
			c.need(at.Field("spill").Field("work"), p.Spill.Work)
			c.need(at.Field("spill").Field("when"), p.Spill.When)
		}
	}
	for i, s := range c.p.Stages {
		at := doc.Field("stages").Elem(i).Field("kind")
		switch k := s.Kind.(type) {
		case *ir.Ps:
			c.need(at.Field("Ps"), k.Capacity)
		case *ir.Step:
			at = at.Field("Step")
			c.need(at.Field("budget"), k.Budget)
			c.need(at.Field("cost"), k.Cost)
			c.need(at.Field("chunk"), k.Chunk)
			c.needAll(at.Field("serve").Field("By"), k.Serve.Keys)
		}
	}
	if r, ok := c.p.Arrival.(*ir.Renewal); ok {
		c.need(doc.Field("arrival").Field("Renewal"), r.Gap)
	}
	for i, g := range c.p.Gauges {
		c.need(doc.Field("gauges").Elem(i).Field("expr"), g.Expr)
	}
}

func (c *checker) stmtShape(at *ir.Path, s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Set:
		c.need(at.Field("Set").Elem(1), s.Value)
	case *ir.Observe:
		c.need(at.Field("Observe").Elem(1), s.Value)
	case *ir.Hold:
		for i, part := range s.Pools {
			c.need(at.Field("Hold").Field("pools").Elem(i).Elem(1), part.Units)
		}
		if s.Lease != nil {
			c.need(at.Field("Hold").Field("lease").Elem(1), s.Lease.Time)
		}
	case *ir.Grow:
		c.need(at.Field("Grow").Elem(1), s.Units)
	case *ir.Load:
		c.need(at.Field("Load").Elem(1), s.Units)
	case *ir.Run:
		c.need(at.Field("Run").Field("work"), s.Work)
		if int(s.Mode) >= len(ir.RunModes) {
			c.unknown(at.Field("Run").Field("mode"), "mode", int(s.Mode))
		}
	case *ir.Branch:
		c.need(at.Field("Branch").Elem(0), s.If)
	case *ir.Choose:
		c.need(at.Field("Choose").Field("count"), s.Count)
		c.needAll(at.Field("Choose").Field("key"), s.Keys)
	}
}

func (c *checker) exprShape(at *ir.Path, x ir.Expr) {
	switch x := x.(type) {
	case ir.Ctx:
		if int(x) >= len(ir.Ctxs) {
			c.unknown(at.Field("Ctx"), "context variable", int(x))
		}
	case *ir.Sample:
		if int(x.Dist) >= len(ir.Dists) {
			c.unknown(at.Field("Sample").Elem(0), "distribution", int(x.Dist))
		}
		c.needAll(at.Field("Sample").Elem(1), x.Args)
	case *ir.Call:
		if int(x.Func) >= len(ir.Funcs) {
			c.unknown(at.Field("Call").Elem(0), "function", int(x.Func))
		}
		for i, a := range x.Args {
			if a.Expr == nil && a.Pool == nil && a.Stage == nil {
				c.missing(at.Field("Call").Elem(1).Elem(i), "an argument")
			}
		}
	case *ir.Unary:
		if int(x.Op) >= len(ir.UnaryOps) {
			c.unknown(at.Field("Unary").Elem(0), "operator", int(x.Op))
		}
		c.need(at.Field("Unary").Elem(1), x.X)
	case *ir.Binary:
		if int(x.Op) >= len(ir.BinaryOps) {
			c.unknown(at.Field("Binary").Elem(0), "operator", int(x.Op))
		}
		c.need(at.Field("Binary").Elem(1), x.X)
		c.need(at.Field("Binary").Elem(2), x.Y)
	case *ir.Cond:
		c.need(at.Field("Cond").Elem(0), x.If)
		c.need(at.Field("Cond").Elem(1), x.Then)
		c.need(at.Field("Cond").Elem(2), x.Else)
	}
}
