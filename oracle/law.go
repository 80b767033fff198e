package oracle

import (
	"math"
	"slices"

	"serq/ir"
)

// A law is what a formula has to know of a random amount; a constant is one too.
type law struct {
	mean   float64
	second float64 // second moment; NaN: unknown; may be +Inf
	least  float64 // no value is below it; −Inf: unknown

	exponential bool  // of mean > 0
	spread      bool  // has a density, so that no two values are a fixed distance apart
	zero        bool  // is 0 with a positive probability
	coin        *coin // for a value that is 0 or 1
	draws       []int // the draws it is made of, in order; none: it is constant
}

// A coin is a draw that is 1 with probability p, else 0.
type coin struct {
	p      float64 // that the amount is 1
	negate bool    // the amount is 1 where the draw was 0
}

func constant(v float64) law { return law{mean: v, second: v * v, least: v, zero: v == 0} }

func (l law) isConstant() bool { return len(l.draws) == 0 }

// is reports whether two laws are of one amount, not only of amounts that are alike.
func (l law) is(m law) bool {
	return slices.Equal(l.draws, m.draws) && l.mean == m.mean && l.second == m.second
}

func (l law) variance() float64 { return max(0, l.second-l.mean*l.mean) } // NaN stays

// plus is the law of the sum. The second moment is unknown where the two depend
// on each other.
func (l law) plus(m law) law {
	switch {
	case l.isConstant() && l.mean == 0:
		return m
	case m.isConstant() && m.mean == 0:
		return l
	}
	return law{
		mean: l.mean + m.mean, second: independent(l, m, l.second+2*l.mean*m.mean+m.second), least: l.least + m.least,
		spread: l.spread || m.spread, zero: l.least+m.least <= 0 && (l.zero || m.zero), draws: union(l.draws, m.draws),
	}
}

// times is the law of the product.
func (l law) times(m law) law {
	if l.isConstant() {
		return m.scale(l.mean)
	}
	if m.isConstant() {
		return l.scale(m.mean)
	}
	out := law{mean: independent(l, m, l.mean*m.mean), second: independent(l, m, l.second*m.second), least: math.Inf(-1),
		spread: l.spread && m.spread, zero: l.zero || m.zero, draws: union(l.draws, m.draws)}
	if l.least >= 0 && m.least >= 0 {
		out.least = l.least * m.least
	}
	return out
}

func (l law) scale(by float64) law {
	switch {
	case by == 0 || l.isConstant():
		return constant(l.mean * by)
	case by == 1:
		return l
	}
	l.mean, l.second, l.coin = l.mean*by, l.second*by*by, nil
	if by > 0 {
		l.least *= by
	} else {
		l.least, l.exponential = math.Inf(-1), false
	}
	return l
}

// independent is v, or unknown if two laws have a draw in common.
func independent(l, m law, v float64) float64 {
	for _, d := range l.draws {
		if slices.Contains(m.draws, d) {
			return math.NaN()
		}
	}
	return v
}

func union(a, b []int) []int {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// sampleLaw is the law of a draw from a distribution with constant parameters.
// The formulas are those of the families' definitions in docs and textbooks
// (Johnson, Kotz, Balakrishnan, "Continuous Univariate Distributions"), with the
// parameters that a program gives.
func sampleLaw(dist ir.Dist, x []float64, values []float64, draw int) law {
	l := law{draws: []int{draw}}
	moments := func(mean, cv2 float64) { l.mean, l.second = mean, mean*mean*(1+cv2) }
	switch dist {
	case ir.DistDet:
		return constant(x[0])
	case ir.DistExp:
		moments(x[0], 1)
		l.exponential, l.spread = true, true
	case ir.DistErlang:
		moments(x[1], 1/x[0])
		l.exponential, l.spread = x[0] == 1, true
	case ir.DistH2:
		moments(x[0], x[1])
		l.exponential, l.spread = x[1] == 1, true
	case ir.DistGamma:
		moments(x[0], x[1])
		l.exponential, l.spread = x[1] == 1, true
	case ir.DistLogNormal:
		moments(x[0], x[1])
		l.spread = true
	case ir.DistUniform:
		lo, hi := x[0], x[1]
		l.mean, l.second, l.least, l.spread = (lo+hi)/2, (lo*lo+lo*hi+hi*hi)/3, lo, true
	case ir.DistNormal:
		l.mean, l.second, l.least, l.spread = x[0], x[0]*x[0]+x[1]*x[1], math.Inf(-1), true
	case ir.DistPareto:
		mean, alpha := x[0], x[1]
		l.mean, l.least, l.second, l.spread = mean, mean*(alpha-1)/alpha, math.Inf(1), true
		if alpha > 2 {
			l.second = alpha * l.least * l.least / (alpha - 2)
		}
	case ir.DistGeometric: // success has the probability 1/mean
		mean := x[0]
		l.mean, l.second, l.least = mean, mean*mean+mean*(mean-1), 1
	case ir.DistPoisson:
		l.mean, l.second, l.zero = x[0], x[0]+x[0]*x[0], true
	case ir.DistBernoulli:
		l.mean, l.second, l.zero, l.coin = x[0], x[0], x[0] < 1, &coin{p: x[0]}
	case ir.DistEmpirical:
		l.least = slices.Min(values)
		for _, v := range values {
			l.mean += v / float64(len(values))
			l.second += v * v / float64(len(values))
			l.zero = l.zero || v == 0
		}
	default:
		panic("BUG: a distribution without moments")
	}
	if l.variance() == 0 && l.coin == nil { // a family's constant member: exp of mean 0, normal of deviation 0
		return constant(l.mean)
	}
	return l
}
