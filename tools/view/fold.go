package view

import (
	"math"
	"strconv"

	"serq/ir"
)

// folded is an expression for the eye: what is constant in it is one number, with five
// digits at most.
func folded(x ir.Expr) ir.Expr {
	if v, ok := ir.Constant(x); ok && !math.IsNaN(v) {
		return ir.Num(rounded(v))
	}
	switch x := x.(type) {
	case *ir.Unary:
		return &ir.Unary{Op: x.Op, X: folded(x.X)}
	case *ir.Binary:
		return &ir.Binary{Op: x.Op, X: folded(x.X), Y: folded(x.Y)}
	case *ir.Cond:
		if test, ok := ir.Constant(x.If); ok && test != 0 {
			return folded(x.Then)
		} else if ok {
			return folded(x.Else)
		}
		return &ir.Cond{If: folded(x.If), Then: folded(x.Then), Else: folded(x.Else)}
	case *ir.Sample:
		return &ir.Sample{Dist: x.Dist, Values: x.Values, Args: foldedAll(x.Args)}
	case *ir.Call:
		call := &ir.Call{Func: x.Func}
		for _, a := range x.Args {
			if a.Expr != nil {
				a.Expr = folded(a.Expr)
			}
			call.Args = append(call.Args, a)
		}
		return call
	}
	return x
}

func foldedAll(xs []ir.Expr) []ir.Expr {
	all := make([]ir.Expr, len(xs))
	for i, x := range xs {
		all[i] = folded(x)
	}
	return all
}

// rounded is a number to five significant digits; a whole number below a million keeps
// its own.
func rounded(v float64) float64 {
	if v == math.Trunc(v) && math.Abs(v) < 1e6 {
		return v
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 5, 64), 64)
	if err != nil {
		return v
	}
	return r
}
