package page

import (
	"math"
	"slices"
	"testing"
)

// check holds a histogram to what the samples are: each is in its bin or beyond.
func check(t *testing.T, h histogram, xs []float64) {
	t.Helper()
	counts := make([]int64, len(h.edges)-1)
	beyond := int64(0)
	for _, x := range xs {
		i, at := slices.BinarySearch(h.edges, x)
		if !at {
			i--
		}
		switch {
		case i < 0:
			t.Fatalf("%v is below the first edge %v", x, h.edges[0])
		case i < len(counts):
			counts[i]++
		default:
			beyond++
		}
	}
	if !slices.Equal(counts, h.counts) || beyond != h.beyond {
		t.Errorf("bins %v and %d beyond, want %v and %d", h.counts, h.beyond, counts, beyond)
	}
	for i := 1; i < len(h.edges); i++ {
		if !(h.edges[i] > h.edges[i-1]) || math.IsInf(h.edges[i], 0) {
			t.Fatalf("edges %v then %v", h.edges[i-1], h.edges[i])
		}
	}
	if n := len(h.counts); n < 1 || n > mostBins+2 {
		t.Errorf("%d bins", n)
	}
}

func TestHistogramsOfAllShapes(t *testing.T) {
	for name, xs := range shapes() {
		t.Run(name, func(t *testing.T) {
			s := newSampled(distributionOf(xs...))
			if s.constant() {
				t.Skip("is not drawn")
			}
			h := linearBins(s)
			check(t, h, xs)
			if float64(h.beyond) > 0.05*float64(len(xs)) {
				t.Errorf("%d of %d samples are beyond the axis", h.beyond, len(xs))
			}
			if s.allowsLog() {
				h := logBins(s)
				check(t, h, xs)
				if h.beyond != 0 {
					t.Errorf("%d samples are beyond a logarithmic axis", h.beyond)
				}
			}
		})
	}
}

// Samples that differ by rounding alone, or hardly, have no histogram.
func TestNearlyConstant(t *testing.T) {
	for _, tt := range []struct {
		xs   []float64
		want bool
	}{
		{[]float64{0.3, 0.1 + 0.2, 0.3}, true}, {[]float64{1e9, 1e9 + 1e-6}, true}, {[]float64{1e-310, 3e-310}, true}, {[]float64{5}, true}, {nil, true},
		{[]float64{-1e300, math.Inf(-1)}, true}, {[]float64{1e9, 1e9 + 1}, false}, {[]float64{-1e-12, 1e-12}, false}, {[]float64{1e-299, 3e-299}, false},
	} {
		if got := newSampled(distributionOf(tt.xs...)).constant(); got != tt.want {
			t.Errorf("%v: constant %v", tt.xs, got)
		}
	}
}

func TestLogarithmicAxes(t *testing.T) {
	all := shapes()
	for name, want := range map[string]struct{ allowed, preferred bool }{
		"exponential": {true, false}, "log-normal": {true, true}, "Pareto": {true, true}, "tokens": {true, false},
		"waits": {false, false}, "heavy waits": {false, false}, "normal": {false, false}, "negative": {false, false},
		"far out": {false, false}, "dice": {false, false},
	} {
		s := newSampled(distributionOf(all[name]...))
		if s.allowsLog() != want.allowed || s.longTailed() != want.preferred {
			t.Errorf("%s: allowed %v, preferred %v", name, s.allowsLog(), s.longTailed())
		}
	}
}

func TestHistogramByHand(t *testing.T) {
	h := linearBins(newSampled(distributionOf(1, 1, 2, 3, 3, 3, 6)))
	if want := []float64{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5}; !slices.Equal(h.edges, want) {
		t.Errorf("edges %v, want %v", h.edges, want)
	}
	if want := []int64{2, 1, 3, 0, 0, 1}; !slices.Equal(h.counts, want) {
		t.Errorf("counts %v, want %v", h.counts, want)
	}

	// 0, 0.001, … 0.999: the quartiles are 0.249 and 0.749, so that the rule says
	// 2·0.5/∛1000 = 0.1.
	xs := make([]float64, 1000)
	for i := range xs {
		xs[i] = float64(i) / 1000
	}
	h = linearBins(newSampled(distributionOf(xs...)))
	if len(h.edges) != 11 || h.edges[0] != 0 || math.Abs(h.edges[10]-1) > 1e-12 || !slices.Equal(h.counts, slices.Repeat([]int64{100}, 10)) {
		t.Errorf("edges %v, counts %v", h.edges, h.counts)
	}

	// The quartiles are a decade from the extremes, and the widest bins an eighth of 4 decades.
	h = logBins(newSampled(distributionOf(1, 10, 100, 1000, 10_000)))
	if want := []int64{1, 0, 1, 0, 1, 0, 1, 0, 1}; !slices.Equal(h.counts, want) || h.edges[2] != 10 || h.edges[8] != 10_000 {
		t.Errorf("edges %v, counts %v", h.edges, h.counts)
	}
}

func TestNiceAbove(t *testing.T) {
	for x, want := range map[float64]float64{1: 1, 1.01: 2, 2: 2, 3: 5, 5.1: 10, 0.3: 0.5, 0.1: 0.1, 700: 1000, 1e-7: 1e-7} {
		if got := niceAbove(x).times(1); got != want {
			t.Errorf("niceAbove(%v) = %v, want %v", x, got, want)
		}
	}
	if got := niceAbove(0.1).times(3); got != 0.3 {
		t.Errorf("3 times 0.1 is %v", got)
	}
}
