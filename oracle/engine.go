package oracle

import (
	"math"

	"serq/ir"
	"serq/oracle/formula"
)

// solveStep finds what is known of a step engine: bounds on its utilisation.
func (s *station) solveStep(kind *ir.Step) error {
	s.unsolved("no formula gives the time at a step engine")
	engine, ok := engineOf(kind)
	if !ok {
		return refuse(nil, "whether engine %s keeps up is not known: its cost is not a + b * tokens with numbers at least 0, or its budget is no number", s.name)
	}
	low, high := engine.Utilization(s.rate*s.mean, s.rate)
	switch {
	case low >= 1:
		return overload(s.name, low)
	case high >= 1 && (kind.Only != nil || kind.Serve.Exclusive):
		return refuse(nil, "whether engine %s keeps up is not known: it does not always fill its batches", s.name)
	}
	s.engine = &engine
	return nil
}

// engineOf reads the budget and the cost of an engine.
func engineOf(kind *ir.Step) (e formula.Engine, ok bool) {
	budget, fixed := ir.Constant(kind.Budget)
	a, b, linear := affine(kind.Cost)
	return formula.Engine{Budget: budget, Fixed: a, PerToken: b}, fixed && budget > 0 && linear && a >= 0 && b >= 0 && a+b > 0
}

// affine reads an expression as a + b·tokens.
func affine(x ir.Expr) (a, b float64, ok bool) {
	if v, ok := ir.Constant(x); ok {
		return v, 0, !math.IsInf(v, 0)
	}
	switch x := x.(type) {
	case ir.Ctx:
		return 0, 1, x == ir.Ntok
	case *ir.Binary:
		a1, b1, ok1 := affine(x.X)
		a2, b2, ok2 := affine(x.Y)
		switch {
		case !ok1 || !ok2:
		case x.Op == ir.Add:
			return a1 + a2, b1 + b2, true
		case x.Op == ir.Sub:
			return a1 - a2, b1 - b2, true
		case x.Op == ir.Mul && b1 == 0:
			return a1 * a2, a1 * b2, true
		case x.Op == ir.Mul && b2 == 0:
			return a1 * a2, b1 * a2, true
		case x.Op == ir.Div && b2 == 0:
			return a1 / a2, b1 / a2, true
		}
	}
	return 0, 0, false
}
