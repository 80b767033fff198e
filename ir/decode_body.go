package ir

var (
	holdShape   = shapeOf("hold", "pools", "reuse?", "body", "cache?", "lease?")
	runShape    = shapeOf("run", "stage", "mode", "work", "growing?", "also?")
	chooseShape = shapeOf("choose", "var", "count", "key")
	refShape    = shapeOf("reference", "base", "count", "index?")

	stmtSum = &sum{"statement", []string{"Turn", "End"}, []string{
		"Set", "Observe", "Hold", "Grow", "Load", "Drop", "Release", "Run", "Branch", "Loop", "Choose",
	}}
	exprSum = &sum{"expression", nil, []string{"Num", "Attr", "Ctx", "Sample", "Call", "Unary", "Binary", "Cond"}}
	argSum  = &sum{"argument", nil, []string{"Expr", "Pool", "Stage"}}
	distSum = &sum{"distribution", wireNames(len(Dists)-1, func(i int) string { return Dists[i].Wire }), []string{Dists[DistEmpirical].Wire}}

	modeWords   = &words{"mode", RunModes[:]}
	ctxWords    = &words{"context variable", wireNames(len(Ctxs), func(i int) string { return Ctxs[i].Wire })}
	funcWords   = &words{"function", wireNames(len(Funcs), func(i int) string { return Funcs[i].Wire })}
	unaryWords  = &words{"prefix operator", wireNames(len(UnaryOps), func(i int) string { return UnaryOps[i].Wire })}
	binaryWords = &words{"binary operator", wireNames(len(BinaryOps), func(i int) string { return BinaryOps[i].Wire })}
)

func (n node) block() BlockID { return BlockID(n.index()) }

// stmt is nil where no statement stands.
func (n node) stmt() Stmt {
	switch tag, v := n.variant(stmtSum); tag {
	case "Turn":
		return Turn{}
	case "End":
		return End{}
	case "Set":
		t := v.tuple(2)
		return &Set{Slot(t[0].index()), t[1].expr()}
	case "Observe":
		t := v.tuple(2)
		return &Observe{ObserveID(t[0].index()), t[1].expr()}
	case "Hold":
		return v.hold()
	case "Grow":
		t := v.tuple(2)
		return &Grow{t[0].ref(), t[1].expr()}
	case "Load":
		t := v.tuple(2)
		return &Load{t[0].ref(), t[1].expr()}
	case "Drop":
		return &Drop{v.ref()}
	case "Release":
		return &Release{v.ref()}
	case "Run":
		return v.run()
	case "Branch":
		t := v.tuple(3)
		return &Branch{t[0].expr(), t[1].block(), t[2].block()}
	case "Loop":
		return &Loop{v.block()}
	case "Choose":
		o := v.object(chooseShape)
		return &Choose{Slot(o.get("var").index()), o.get("count").expr(), o.get("key").exprs(1)}
	}
	return nil
}

func (n node) hold() *Hold {
	o := n.object(holdShape)
	return &Hold{
		Pools: decodeList(o.get("pools"), 1, func(n node) HoldPart {
			t := n.tuple(3)
			return HoldPart{t[0].ref(), t[1].expr(), t[2].exprOrNull()}
		}),
		Reuse: o.get("reuse").exprOrNull(),
		Body:  o.get("body").block(),
		Cache: o.get("cache").exprOrNull(),
		Lease: decodeNullable(o.get("lease"), func(n node) Lease {
			t := n.tuple(2)
			return Lease{t[0].ref(), t[1].expr()}
		}),
	}
}

func (n node) run() *Run {
	o := n.object(runShape)
	r := &Run{
		Stage:   o.get("stage").ref(),
		Mode:    RunMode(o.get("mode").word(modeWords)),
		Work:    o.get("work").expr(),
		Growing: decodeNullable(o.get("growing"), node.ref),
	}
	if also := o.get("also"); !also.isNone() {
		n.d.onlyInVersion8(also)
		r.Also = decodeList(also, 0, node.ref)
	}
	return r
}

func (n node) ref() Ref {
	o := n.object(refShape)
	return Ref{o.get("base").index(), o.get("count").index(), o.get("index").exprOrNull()}
}

func (n node) exprs(least int) []Expr { return decodeList(n, least, node.expr) }

// exprOrNull is nil for null and for a key that is left out.
func (n node) exprOrNull() Expr {
	if n.v == nil {
		return nil
	}
	return n.expr()
}

// expr is nil where no expression stands.
func (n node) expr() Expr {
	switch tag, v := n.variant(exprSum); tag {
	case "Num":
		return Num(v.real())
	case "Attr":
		return Attr(v.index())
	case "Ctx":
		return Ctx(v.word(ctxWords))
	case "Sample":
		t := v.tuple(2)
		dist, values := t[0].dist()
		return &Sample{dist, values, t[1].exprs(0)}
	case "Call":
		t := v.tuple(2)
		return &Call{Func(t[0].word(funcWords)), decodeList(t[1], 0, node.arg)}
	case "Unary":
		t := v.tuple(2)
		return &Unary{UnaryOp(t[0].word(unaryWords)), t[1].expr()}
	case "Binary":
		t := v.tuple(3)
		return &Binary{BinaryOp(t[0].word(binaryWords)), t[1].expr(), t[2].expr()}
	case "Cond":
		t := v.tuple(3)
		return &Cond{t[0].expr(), t[1].expr(), t[2].expr()}
	}
	return nil
}

func (n node) dist() (d Dist, values []float64) {
	tag, v := n.variant(distSum)
	if tag == Dists[DistEmpirical].Wire {
		return DistEmpirical, decodeList(v, 1, node.number)
	}
	for i := range Dists {
		if Dists[i].Wire == tag {
			return Dist(i), nil
		}
	}
	return 0, nil
}

func (n node) arg() Arg {
	switch tag, v := n.variant(argSum); tag {
	case "Expr":
		return Arg{Expr: v.expr()}
	case "Pool":
		r := v.ref()
		return Arg{Pool: &r}
	case "Stage":
		r := v.ref()
		return Arg{Stage: &r}
	}
	return Arg{}
}
