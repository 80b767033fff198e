package ir

import (
	"fmt"
	"math"
	"strings"
)

// printLimit is about how many bytes of an expression a message shows.
const printLimit = 200

// ExprString is an expression in the words of a program text, for messages: with
// the parentheses that it needs and no others, and cut with "…" where it is long.
// The names are those of p; what p does not have is shown by its number.
func ExprString(p *Program, x Expr) string {
	w := exprPrinter{program: p}
	w.expr(x, loosest)
	return w.String()
}

// PoolString is a reference to a pool, as ExprString shows one.
func PoolString(p *Program, r Ref) string {
	w := exprPrinter{program: p}
	w.pool(r)
	return w.String()
}

// StageString is a reference to a stage, as ExprString shows one.
func StageString(p *Program, r Ref) string {
	w := exprPrinter{program: p}
	w.stage(r)
	return w.String()
}

// How tightly operators bind, the loosest first.
const (
	loosest = iota // ? :
	bindOr
	bindAnd
	bindTest // comparisons, which do not chain
	bindSum
	bindProduct
	bindUnary // - ! and ~
	bindPower // ^, whose right operand is a unary
	primary
)

var binding = [...]int{
	Add: bindSum, Sub: bindSum, Mul: bindProduct, Div: bindProduct, Pow: bindPower,
	Lt: bindTest, Le: bindTest, Gt: bindTest, Ge: bindTest, Eq: bindTest, Ne: bindTest,
	And: bindAnd, Or: bindOr,
}

type exprPrinter struct {
	strings.Builder
	program *Program
	cut     bool // the limit is reached: nothing more is shown
}

func (w *exprPrinter) put(s string) {
	switch {
	case w.cut:
	case w.Len()+len(s) > printLimit:
		w.WriteString("…")
		w.cut = true
	default:
		w.WriteString(s)
	}
}

// expr shows x where an operand must bind at least as tightly as floor.
func (w *exprPrinter) expr(x Expr, floor int) {
	if w.cut {
		return
	}
	if bindingOf(x) < floor {
		w.put("(")
		defer w.put(")")
	}
	switch x := x.(type) {
	case Num:
		w.put(numString(float64(x)))
	case Attr:
		w.put(nameOf(w.program.Attrs, int(x), "attribute"))
	case Ctx:
		w.put(Ctxs[x].Surface)
	case *Sample:
		w.sample(x)
	case *Call:
		w.put(Funcs[x.Func].Surface + "(")
		for i, a := range x.Args {
			w.separator(i)
			w.arg(a)
		}
		w.put(")")
	case *Unary:
		w.put(UnaryOps[x.Op].Surface)
		w.expr(x.X, bindUnary)
	case *Binary:
		w.binary(x)
	case *Cond:
		w.expr(x.If, loosest+1)
		w.put(" ? ")
		w.expr(x.Then, loosest)
		w.put(" : ")
		w.expr(x.Else, loosest)
	case nil:
		w.put("nothing")
	}
}

func bindingOf(x Expr) int {
	switch x := x.(type) {
	case Num:
		if math.Signbit(float64(x)) {
			return bindUnary
		}
	case *Unary, *Sample:
		return bindUnary
	case *Binary:
		return binding[x.Op]
	case *Cond:
		return loosest
	}
	return primary
}

// binary: sums and products lean left, so their right operand must bind tighter;
// a power leans right, a comparison neither way.
func (w *exprPrinter) binary(x *Binary) {
	left, right := binding[x.Op], binding[x.Op]+1
	switch left {
	case bindTest:
		left++
	case bindPower:
		left, right = primary, bindUnary
	}
	w.expr(x.X, left)
	w.put(" " + BinaryOps[x.Op].Surface + " ")
	w.expr(x.Y, right)
}

func (w *exprPrinter) sample(s *Sample) {
	w.put("~" + Dists[s.Dist].Surface + "(")
	if s.Dist == DistEmpirical {
		w.put(fmt.Sprintf("%d values", len(s.Values)))
	}
	for i, a := range s.Args {
		w.separator(i)
		w.expr(a, loosest)
	}
	w.put(")")
}

func (w *exprPrinter) arg(a Arg) {
	switch {
	case a.Pool != nil:
		w.pool(*a.Pool)
	case a.Stage != nil:
		w.stage(*a.Stage)
	default:
		w.expr(a.Expr, loosest)
	}
}

func (w *exprPrinter) pool(r Ref) {
	name := fmt.Sprintf("pool %d", r.Base)
	if r.Base >= 0 && r.Base < len(w.program.Pools) {
		name = w.program.Pools[r.Base].Name
	}
	w.member(name, r.Index)
}

func (w *exprPrinter) stage(r Ref) {
	name := fmt.Sprintf("stage %d", r.Base)
	if r.Base >= 0 && r.Base < len(w.program.Stages) {
		name = w.program.Stages[r.Base].Name
	}
	w.member(name, r.Index)
}

func (w *exprPrinter) member(name string, index Expr) {
	w.put(name)
	if index != nil {
		w.put("[")
		w.expr(index, loosest)
		w.put("]")
	}
}

func (w *exprPrinter) separator(i int) {
	if i > 0 {
		w.put(", ")
	}
}

func numString(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return string(appendNumber(nil, v))
}

// nameOf is the name at i, or its number where there is none.
func nameOf(names []string, i int, kind string) string {
	if i >= 0 && i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s %d", kind, i)
}
