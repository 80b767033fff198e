package constant

import (
	"fmt"
	"math"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// Number evaluates an expression that must be constant and not NaN, and reports
// one that is not; what says what the expression is for. A name that is not bound
// is left to unbound, which may be nil where all are.
func Number(e ast.Expr, what string, rep *report.Report, unbound func(*ast.Ref)) (float64, bool) {
	value, culprit := Eval(e)
	switch c := culprit.(type) {
	case nil:
		if !math.IsNaN(value) {
			return value + 0, true // -0 becomes 0, as in the IR
		}
		rep.Error(diag.BadConstant, e.Position(), what+" is not a number",
			"Look for 0/0, inf − inf, or the root or logarithm of a negative number.")
	case *ast.BadExpr:
		// An error is reported already.
	case *ast.Ref:
		switch bind := c.Bind.(type) {
		case nil:
			unbound(c)
		case ast.Wrong:
			// An error is reported already.
		case ast.Parameter:
			notConstant(c.Position(), what, fmt.Sprintf("`%s` is whatever the caller of the entry gives", c.Name), rep)
		case ast.Context:
			notConstant(c.Position(), what, fmt.Sprintf("`%s` is a context variable", ir.Ctxs[bind].Surface), rep)
		default:
			notConstant(c.Position(), what, fmt.Sprintf("`%s` is an attribute", c.Name), rep)
		}
	case *ast.Draw:
		notConstant(c.Position(), what, "this draws", rep)
	case *ast.Call:
		if _, wrong := c.Bind.(ast.Wrong); !wrong {
			notConstant(c.Position(), what, fmt.Sprintf("`%s` reads the state of the run", c.Func.Name), rep)
		}
	default:
		panic(fmt.Sprintf("BUG: %T is not constant", c))
	}
	return 0, false
}

// Whole is Number for one that must be whole, and that a float64 tells from its
// neighbours.
func Whole(e ast.Expr, what string, rep *report.Report, unbound func(*ast.Ref)) (int, bool) {
	v, ok := Number(e, what, rep, unbound)
	if !ok {
		return 0, false
	}
	if math.Abs(v) >= 1<<53 && !math.IsInf(v, 0) {
		rep.Error(diag.BadConstant, e.Position(), fmt.Sprintf("%s is %g, and whole numbers are exact only up to 2^53 - 1", what, v), "")
		return 0, false
	}
	if v != math.Floor(v) || math.IsInf(v, 0) {
		rep.Error(diag.BadConstant, e.Position(), fmt.Sprintf("%s is a whole number, not %g", what, v), "")
		return 0, false
	}
	return int(v), true
}

func notConstant(at token.Pos, what, why string, rep *report.Report) {
	rep.Error(diag.NotConstant, at, fmt.Sprintf("%s must be a constant, and %s", what, why), "")
}
