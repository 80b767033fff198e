package ir

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// printLimit is about how many bytes of an expression a message shows.
const printLimit = 200

// ExprString is an expression in the words of a program text, for messages: with
// the parentheses that it needs and no others, and cut with "…" where it is long.
// The names are those of p; what p does not have is shown by its number.
func ExprString(p *Program, x Expr) string {
	w := exprPrinter{program: p, limit: printLimit}
	w.expr(x, loosest)
	return w.String()
}

// PoolString is a reference to a pool, as ExprString shows one.
func PoolString(p *Program, r Ref) string {
	w := exprPrinter{program: p, limit: printLimit}
	w.pool(r)
	return w.String()
}

// StageString is a reference to a stage, as ExprString shows one.
func StageString(p *Program, r Ref) string {
	w := exprPrinter{program: p, limit: printLimit}
	w.stage(r)
	return w.String()
}

// A Spelling writes expressions whole, as text that is read as the same expression.
// It is asked for what a program text says elsewhere.
type Spelling struct {
	// Negative is the name of a constant of this value, below zero or -0: written
	// out, its minus would be an operator.
	Negative func(v float64) string
	// Values are the arguments of the ~empirical that draws from these values.
	Values func(values []float64) string
}

// Expr is an expression as text.
func (s Spelling) Expr(p *Program, x Expr) string {
	w := exprPrinter{program: p, spelling: &s}
	w.expr(x, loosest)
	return w.String()
}

// Pool is a reference to a pool as text.
func (s Spelling) Pool(p *Program, r Ref) string {
	w := exprPrinter{program: p, spelling: &s}
	w.pool(r)
	return w.String()
}

// Stage is a reference to a stage as text.
func (s Spelling) Stage(p *Program, r Ref) string {
	w := exprPrinter{program: p, spelling: &s}
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
	program  *Program
	spelling *Spelling // nil: for a message
	limit    int       // bytes to show about; 0: all
	cut      bool      // the limit is reached: nothing more is shown
}

func (w *exprPrinter) put(s string) {
	switch {
	case w.cut:
	case w.limit > 0 && w.Len()+len(s) > w.limit:
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
	if w.binding(x) < floor {
		w.put("(")
		defer w.put(")")
	}
	switch x := x.(type) {
	case Num:
		w.put(w.number(float64(x)))
	case Attr:
		w.put(nameOf(w.program.Attrs, int(x), "attribute"))
	case Ctx:
		w.put(Ctxs[x].Surface)
	case *Sample:
		w.sample(x)
	case *Call:
		w.call(x)
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

func (w *exprPrinter) binding(x Expr) int {
	switch x := x.(type) {
	case Num:
		if math.Signbit(float64(x)) && w.spelling == nil {
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

func (w *exprPrinter) number(v float64) string {
	if w.spelling != nil && math.Signbit(v) {
		return w.spelling.Negative(v)
	}
	return numString(v)
}

// call: min and max of several are nested to the left, and written flat.
func (w *exprPrinter) call(x *Call) {
	args := x.Args
	if x.Func == FuncMin || x.Func == FuncMax {
		args = flat(x)
	}
	w.put(Funcs[x.Func].Surface + "(")
	for i, a := range args {
		w.separator(i)
		w.arg(a)
	}
	w.put(")")
}

// flat is the arguments of min (min (a, b), c), or max: a, b and c.
func flat(x *Call) []Arg {
	args := x.Args
	var rest []Arg // from the last to the first
	for len(args) == 2 {
		inner, ok := args[0].Expr.(*Call)
		if !ok || inner.Func != x.Func || len(inner.Args) != 2 {
			break
		}
		rest = append(rest, args[1])
		args = inner.Args
	}
	slices.Reverse(rest)
	return append(slices.Clip(args), rest...)
}

func (w *exprPrinter) sample(s *Sample) {
	w.put("~" + Dists[s.Dist].Surface + "(")
	switch {
	case s.Dist == DistEmpirical && w.spelling != nil:
		w.put(w.spelling.Values(s.Values))
	case s.Dist == DistEmpirical:
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
