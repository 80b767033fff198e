package ir

func (e *encoder) block(b []Stmt) *encoder { return encodeLines(e, b, (*encoder).stmt) }

func (e *encoder) stmt(s Stmt) *encoder {
	switch s := s.(type) {
	case Turn:
		return e.string("Turn")
	case End:
		return e.string("End")
	case *Set:
		return e.variant("Set").open('[').id(int(s.Slot)).expr(s.Value).close(']').close('}')
	case *Observe:
		return e.variant("Observe").open('[').id(int(s.Observe)).expr(s.Value).close(']').close('}')
	case *Hold:
		return e.variant("Hold").hold(s).close('}')
	case *Grow:
		return e.variant("Grow").open('[').ref(s.Pool).expr(s.Units).close(']').close('}')
	case *Load:
		return e.variant("Load").open('[').ref(s.Pool).expr(s.Units).close(']').close('}')
	case *Drop:
		return e.variant("Drop").ref(s.Pool).close('}')
	case *Release:
		return e.variant("Release").ref(s.Pool).close('}')
	case *Run:
		return e.variant("Run").run(s).close('}')
	case *Branch:
		return e.variant("Branch").open('[').expr(s.If).id(int(s.Then)).id(int(s.Else)).close(']').close('}')
	case *Loop:
		return e.variant("Loop").id(int(s.Body)).close('}')
	case *Choose:
		return e.variant("Choose").choose(s).close('}')
	}
	panic("BUG: nil statement")
}

func (e *encoder) hold(h *Hold) *encoder {
	e.open('{')
	encodeList(e.field("pools"), h.Pools, func(e *encoder, p HoldPart) *encoder {
		return e.open('[').ref(p.Pool).expr(p.Units).exprOrNull(p.Reserve).close(']')
	})
	e.field("reuse").exprOrNull(h.Reuse)
	e.field("body").id(int(h.Body))
	e.field("cache").exprOrNull(h.Cache)
	encodeNullable(e.field("lease"), h.Lease, func(e *encoder, l Lease) *encoder {
		return e.open('[').ref(l.Pool).expr(l.Time).close(']')
	})
	return e.close('}')
}

func (e *encoder) run(r *Run) *encoder {
	e.open('{')
	e.field("stage").ref(r.Stage)
	e.field("mode").string(RunModes[r.Mode])
	e.field("work").expr(r.Work)
	encodeNullable(e.field("growing"), r.Growing, (*encoder).ref)
	if len(r.Also) > 0 {
		encodeList(e.field("also"), r.Also, (*encoder).ref)
	}
	return e.close('}')
}

func (e *encoder) choose(c *Choose) *encoder {
	e.open('{')
	e.field("var").id(int(c.Var))
	e.field("count").expr(c.Count)
	e.field("key").exprs(c.Keys)
	return e.close('}')
}

func (e *encoder) ref(r Ref) *encoder {
	e.open('{')
	e.field("base").id(r.Base)
	e.field("count").id(r.Count)
	e.field("index").exprOrNull(r.Index)
	return e.close('}')
}

func (e *encoder) exprs(xs []Expr) *encoder {
	return encodeList(e, xs, (*encoder).expr)
}

func (e *encoder) exprOrNull(x Expr) *encoder {
	if x == nil {
		return e.null()
	}
	return e.expr(x)
}

func (e *encoder) expr(x Expr) *encoder {
	switch x := x.(type) {
	case Num:
		return e.variant("Num").real(float64(x)).close('}')
	case Attr:
		return e.variant("Attr").id(int(x)).close('}')
	case Ctx:
		return e.variant("Ctx").string(Ctxs[x].Wire).close('}')
	case *Sample:
		return e.variant("Sample").open('[').dist(x).exprs(x.Args).close(']').close('}')
	case *Call:
		return e.variant("Call").open('[').string(Funcs[x.Func].Wire).args(x.Args).close(']').close('}')
	case *Unary:
		return e.variant("Unary").open('[').string(UnaryOps[x.Op].Wire).expr(x.X).close(']').close('}')
	case *Binary:
		return e.variant("Binary").open('[').string(BinaryOps[x.Op].Wire).expr(x.X).expr(x.Y).close(']').close('}')
	case *Cond:
		return e.variant("Cond").open('[').expr(x.If).expr(x.Then).expr(x.Else).close(']').close('}')
	}
	panic("BUG: nil expression")
}

func (e *encoder) dist(s *Sample) *encoder {
	if s.Dist != DistEmpirical {
		return e.string(Dists[s.Dist].Wire)
	}
	return encodeList(e.variant("Empirical"), s.Values, (*encoder).real).close('}')
}

func (e *encoder) args(args []Arg) *encoder {
	return encodeList(e, args, (*encoder).arg)
}

func (e *encoder) arg(a Arg) *encoder {
	switch {
	case a.Pool != nil:
		return e.variant("Pool").ref(*a.Pool).close('}')
	case a.Stage != nil:
		return e.variant("Stage").ref(*a.Stage).close('}')
	}
	return e.variant("Expr").expr(a.Expr).close('}')
}
