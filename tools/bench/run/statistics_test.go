package main

import (
	"math"
	"testing"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		of   []float64
		want float64
	}{
		{[]float64{3}, 3},
		{[]float64{9, 1, 5}, 5},
		{[]float64{4, 1, 100, 2}, 3},
	} {
		if got := median(test.of); got != test.want {
			t.Errorf("median of %v is %v, want %v", test.of, got, test.want)
		}
	}
	if x := median(nil); !math.IsNaN(x) {
		t.Errorf("median of nothing is %v", x)
	}
}

// A turn in which the machine was busy with something else makes both figures larger, and
// not their ratio.
func TestRatioIsByTurn(t *testing.T) {
	serq, loop := []float64{30, 64, 93}, []float64{10, 32, 31}
	if got := ratio(serq, loop); got != 3 {
		t.Errorf("ratio %v, want 3", got)
	}
	if got := median(serq) / median(loop); got == 3 {
		t.Error("the medians' ratio is the same: the turns test nothing")
	}
}

func TestSlope(t *testing.T) {
	n := []float64{10, 100, 1000, 100_000}
	for _, power := range []float64{0, 0.5, 1, 2} {
		cost := make([]float64, len(n))
		for i := range n {
			cost[i] = 7 * math.Pow(n[i], power)
		}
		if got := slope(n, cost); math.Abs(got-power) > 1e-12 {
			t.Errorf("slope of 7 n^%v is %v", power, got)
		}
	}
	// By hand: log10 of n is 0, 1, 2 and of the cost 0, 0, 3; the slope is 3/2.
	if got := slope([]float64{1, 10, 100}, []float64{1, 1, 1000}); math.Abs(got-1.5) > 1e-12 {
		t.Errorf("slope %v, want 1.5", got)
	}
}
