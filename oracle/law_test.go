package oracle

import (
	"math"
	"testing"

	"serq/ir"
)

// TestSampleLaw has a row for every distribution, with moments worked out by hand.
func TestSampleLaw(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		dist                ir.Dist
		args                []float64
		mean, second, least float64
		exponential         bool
	}{
		{ir.DistExp, []float64{2}, 2, 8, 0, true},
		{ir.DistExp, []float64{0}, 0, 0, 0, false},
		{ir.DistDet, []float64{3}, 3, 9, 3, false},
		{ir.DistUniform, []float64{1, 3}, 2, 4 + 4.0/12, 1, false},
		{ir.DistErlang, []float64{4, 2}, 2, 5, 0, false},
		{ir.DistErlang, []float64{1, 2}, 2, 8, 0, true},
		{ir.DistH2, []float64{1, 5}, 1, 6, 0, false},
		{ir.DistH2, []float64{2, 1}, 2, 8, 0, true},
		{ir.DistBernoulli, []float64{0.25}, 0.25, 0.25, 0, false},
		{ir.DistNormal, []float64{3, 2}, 3, 13, -inf, false},
		{ir.DistNormal, []float64{3, 0}, 3, 9, 3, false},
		{ir.DistLogNormal, []float64{2, 3}, 2, 16, 0, false},
		{ir.DistGamma, []float64{2, 0.5}, 2, 6, 0, false},
		{ir.DistGamma, []float64{2, 1}, 2, 8, 0, true},
		{ir.DistPareto, []float64{3, 3}, 3, 12, 2, false}, // from 2 on; E[X²] = 3·4/(3−2)
		{ir.DistPareto, []float64{3, 1.5}, 3, inf, 1, false},
		{ir.DistGeometric, []float64{4}, 4, 28, 1, false}, // variance (1−p)/p² = 12
		{ir.DistGeometric, []float64{1}, 1, 1, 1, false},
		{ir.DistPoisson, []float64{5}, 5, 30, 0, false},
		{ir.DistEmpirical, nil, 2, 14.0 / 3, 1, false},
	}
	tested := map[ir.Dist]bool{}
	for _, tt := range tests {
		tested[tt.dist] = true
		l := sampleLaw(tt.dist, tt.args, []float64{1, 2, 3}, 7)
		name := ir.Dists[tt.dist].Surface
		if math.Abs(l.mean-tt.mean) > 1e-12 || math.Abs(l.second-tt.second) > 1e-12 || l.least != tt.least || l.exponential != tt.exponential {
			t.Errorf("%s%v is %+v, want %+v", name, tt.args, l, tt)
		}
		if l.isConstant() != (tt.second == tt.mean*tt.mean) {
			t.Errorf("%s%v: constant is %v", name, tt.args, l.isConstant())
		}
	}
	for d := range ir.Dists {
		if !tested[ir.Dist(d)] {
			t.Errorf("%s has no row", ir.Dists[d].Surface)
		}
	}
}

func TestLawArithmetic(t *testing.T) {
	x := sampleLaw(ir.DistExp, []float64{2}, nil, 1)
	y := sampleLaw(ir.DistUniform, []float64{0, 1}, nil, 2)
	if sum := x.plus(y); sum.mean != 2.5 || math.Abs(sum.variance()-(4+1.0/12)) > 1e-12 || sum.exponential || len(sum.draws) != 2 {
		t.Errorf("the sum is %+v", sum)
	}
	if twice := x.plus(x); twice.mean != 4 || !math.IsNaN(twice.second) {
		t.Errorf("a draw and itself are not independent: %+v", twice)
	}
	if product := x.times(y); product.mean != 1 || math.Abs(product.second-8.0/3) > 1e-12 || product.least != 0 {
		t.Errorf("the product is %+v", product)
	}
	if square := x.times(x); !math.IsNaN(square.mean) {
		t.Errorf("the mean of a square is not the square of the mean: %+v", square)
	}
	if scaled := x.scale(3); scaled.mean != 6 || scaled.second != 72 || !scaled.exponential {
		t.Errorf("three times is %+v", scaled)
	}
	if negative := x.scale(-1); negative.mean != -2 || negative.exponential || negative.least >= 0 {
		t.Errorf("the negative is %+v", negative)
	}
	if shifted := x.plus(constant(1)); shifted.mean != 3 || shifted.second != 8+4+1 || shifted.least != 1 || shifted.exponential {
		t.Errorf("one more is %+v", shifted)
	}
}
