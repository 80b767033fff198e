package oracle

import (
	"fmt"
	"maps"
	"math"

	"serq/ir"
)

// A value is what a session's expression is known to be, at one point of one
// path: an amount, plus multiples of clock readings.
type value struct {
	law    law
	clocks map[int]float64 // by the visits made before the reading: its factor
	per    *value          // the value is divided by this; nil: it is not
	why    string          // it is not known, because of this; "" if it is
}

func unknown(format string, args ...any) value { return value{why: fmt.Sprintf(format, args...)} }

func number(v float64) value { return value{law: constant(v)} }

// isAmount reports whether the value is an amount only.
func (v value) isAmount() bool { return v.why == "" && len(v.clocks) == 0 && v.per == nil }

// isConstant reports whether the value is a number.
func (v value) isConstant() bool { return v.isAmount() && v.law.isConstant() }

// plus adds a value, times a factor.
func (v value) plus(w value, factor float64) value {
	switch {
	case v.why != "":
		return v
	case w.why != "":
		return w
	case v.per != nil || w.per != nil:
		return unknown("it adds to a ratio")
	}
	out := value{law: v.law.plus(w.law.scale(factor)), clocks: maps.Clone(v.clocks)}
	for at, k := range w.clocks {
		if out.clocks == nil {
			out.clocks = map[int]float64{}
		}
		if out.clocks[at] += k * factor; out.clocks[at] == 0 {
			delete(out.clocks, at)
		}
	}
	return out
}

// times multiplies by a value.
func (v value) times(w value) value {
	switch {
	case v.why != "":
		return v
	case w.why != "":
		return w
	case w.isConstant():
		return v.scale(w.law.mean)
	case v.isConstant():
		return w.scale(v.law.mean)
	case v.isAmount() && w.isAmount():
		if product := v.law.times(w.law); !math.IsNaN(product.mean) {
			return value{law: product}
		}
		return unknown("it multiplies draws that depend on each other")
	}
	return unknown("it multiplies a time by a draw")
}

func (v value) scale(by float64) value {
	out := value{law: v.law.scale(by), clocks: maps.Clone(v.clocks), per: v.per}
	for at := range out.clocks {
		if out.clocks[at] *= by; out.clocks[at] == 0 {
			delete(out.clocks, at)
		}
	}
	return out
}

// over divides by a value.
func (v value) over(w value) value {
	switch {
	case v.why != "":
		return v
	case w.why != "":
		return w
	case w.isConstant():
		return v.scale(1 / w.law.mean)
	case w.isAmount() && v.per == nil && v.law.isConstant() && v.law.mean == 0:
		v.per = &w
		return v
	}
	return unknown("it divides by what is drawn")
}

// evaluate finds out what an expression is for a session in state st.
func (w *walk) evaluate(st *state, x ir.Expr) value {
	switch x := x.(type) {
	case ir.Num:
		return number(float64(x))
	case ir.Attr:
		return st.env[x]
	case ir.Ctx:
		if x == ir.Now {
			return value{clocks: map[int]float64{st.made: 1}, law: constant(0)}
		}
		return unknown("it reads %s", ir.Ctxs[x].Surface)
	case *ir.Sample:
		return w.sample(st, x)
	case *ir.Unary:
		v := w.evaluate(st, x.X)
		if x.Op == ir.Neg && v.why == "" {
			return v.scale(-1)
		}
		return apply(func(a []ir.Expr) ir.Expr { return &ir.Unary{Op: x.Op, X: a[0]} }, "!", v)
	case *ir.Binary:
		return w.binary(x.Op, w.evaluate(st, x.X), w.evaluate(st, x.Y))
	case *ir.Cond:
		test := w.evaluate(st, x.If)
		if !test.isConstant() {
			return unknown("it depends on a condition")
		}
		if test.law.mean != 0 {
			return w.evaluate(st, x.Then)
		}
		return w.evaluate(st, x.Else)
	case *ir.Call:
		return w.call(st, x)
	}
	panic("BUG: an expression of no kind")
}

func (w *walk) binary(op ir.BinaryOp, x, y value) value {
	switch op {
	case ir.Add:
		return x.plus(y, 1)
	case ir.Sub:
		return x.plus(y, -1)
	case ir.Mul:
		return x.times(y)
	case ir.Div:
		return x.over(y)
	}
	return apply(func(a []ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: a[0], Y: a[1]} }, ir.BinaryOps[op].Surface, x, y)
}

func (w *walk) call(st *state, x *ir.Call) value {
	if !x.Func.Numeric() {
		return unknown("it reads %s", ir.ExprString(w.p, x))
	}
	args := make([]value, len(x.Args))
	for i, a := range x.Args {
		args[i] = w.evaluate(st, a.Expr)
	}
	return apply(func(numbers []ir.Expr) ir.Expr {
		call := &ir.Call{Func: x.Func}
		for _, n := range numbers {
			call.Args = append(call.Args, ir.Arg{Expr: n})
		}
		return call
	}, ir.Funcs[x.Func].Surface, args...)
}

// apply applies an operator to numbers, or to one coin and numbers where the
// outcome is a coin again. Of anything else nothing is known.
func apply(op func([]ir.Expr) ir.Expr, name string, args ...value) value {
	toss := -1
	numbers := make([]ir.Expr, len(args))
	for i, a := range args {
		switch {
		case a.why != "":
			return a
		case a.isConstant():
			numbers[i] = ir.Num(a.law.mean)
		case toss < 0 && a.isAmount() && a.law.coin != nil:
			toss = i
		default:
			return unknown("it applies %s to what is drawn or timed", name)
		}
	}
	outcome := func(side float64) float64 {
		if toss >= 0 {
			numbers[toss] = ir.Num(side)
		}
		v, _ := ir.Constant(op(numbers)) // numbers only: always constant
		return v
	}
	if toss < 0 {
		return number(outcome(0))
	}
	l := args[toss].law
	switch tails, heads := outcome(0), outcome(1); {
	case tails == heads:
		return number(heads)
	case tails == 0 && heads == 1:
		return args[toss]
	case tails == 1 && heads == 0:
		p := 1 - l.coin.p
		return value{law: law{mean: p, second: p, zero: p < 1, coin: &coin{p, !l.coin.negate}, draws: l.draws}}
	}
	return unknown("it applies %s to what is drawn", name)
}

// sample makes a draw of its own.
func (w *walk) sample(st *state, x *ir.Sample) value {
	args := make([]float64, len(x.Args))
	for i, a := range x.Args {
		v := w.evaluate(st, a)
		if !v.isConstant() {
			return unknown("a parameter of %s is not constant", ir.ExprString(w.p, x))
		}
		args[i] = v.law.mean
	}
	w.draws++
	return value{law: sampleLaw(x.Dist, args, x.Values, w.draws)}
}
