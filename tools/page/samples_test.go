package page

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"serq/ir/result"
)

// distributionOf counts values, as a run does.
func distributionOf(xs ...float64) result.Distribution {
	xs = slices.Clone(xs)
	slices.Sort(xs)
	var d result.Distribution
	for _, x := range xs {
		if last := len(d) - 1; last < 0 || d[last].Value != x {
			d = append(d, result.Level{Value: x})
		}
		d[len(d)-1].Count++
	}
	return d
}

// shapes are samples of all the kinds that observations have, each of more than one value.
func shapes() map[string][]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	some := func(n int, draw func() float64) []float64 {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = draw()
		}
		return xs
	}
	return map[string][]float64{
		"two":         {3, 7},
		"a few":       {1, 2, 2, 5, 5, 5, 8},
		"dice":        some(10_000, func() float64 { return float64(1 + r.IntN(6)) }),
		"tokens":      some(20_000, func() float64 { return math.Ceil(250 * r.ExpFloat64()) }),
		"uniform":     some(5000, r.Float64),
		"normal":      some(20_000, r.NormFloat64),
		"exponential": some(50_000, r.ExpFloat64),
		"log-normal":  some(50_000, func() float64 { return math.Exp(2 * r.NormFloat64()) }),
		"Pareto":      some(50_000, func() float64 { return 1 / (1 - r.Float64()) }),
		"waits":       some(20_000, func() float64 { return max(0, r.ExpFloat64()-2) }),
		"heavy waits": some(20_000, func() float64 { return max(0, 1/(1-r.Float64())-3) }),
		"far out":     some(5000, func() float64 { return 1e9 + r.Float64() }),
		"tiny":        some(5000, func() float64 { return 1e-310 * r.Float64() }),
		"huge":        some(5000, func() float64 { return 1e299 * r.NormFloat64() }),
		"negative":    some(5000, func() float64 { return -100 - r.ExpFloat64() }),
		"alternating": some(5000, func() float64 { return float64(2 * r.IntN(2)) }),
		"rounded":     some(5000, func() float64 { x := 1e3 * r.Float64(); return (x + 0.3) - x }),
		"one outlier": append(slices.Repeat([]float64{5}, 9999), 1e6),
	}
}

func TestMarksAreTheReportsQuantiles(t *testing.T) {
	xs := make([]float64, 2000)
	for i := range xs {
		xs[i] = float64(i + 1)
	}
	want := []chartMark{{"p50", 1000}, {"p90", 1800}, {"p95", 1900}, {"p99", 1980}, {"p999", 1998}}
	if got := newSampled(distributionOf(xs...)).marks(); !slices.Equal(got, want) {
		t.Errorf("marks %v, want %v", got, want)
	}

	// Of 10 samples the last two are infinite: p90 and all above have no place.
	xs = []float64{1, 2, 3, 4, 5, 6, 7, 8, math.Inf(1), math.Inf(1)}
	if got := newSampled(distributionOf(xs...)).marks(); !slices.Equal(got, []chartMark{{"p50", 5}}) {
		t.Errorf("marks %v, want the median alone", got)
	}
	xs = []float64{math.Inf(-1), math.Inf(-1), 3, 4}
	if got := newSampled(distributionOf(xs...)).marks(); got[0] != (chartMark{"p90", 4}) {
		t.Errorf("marks %v, want no median", got)
	}
}

func TestNumbers(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		xs   numbers
		want string
	}{
		{nil, "[]"},
		{numbers{0, 1, 1.0 / 3}, "[0,1,0.33333]"},
		{numbers{inf, 1, -inf, math.NaN()}, "[null,1,null,null]"},
		{numbers{inf}, "[null]"},
		{numbers{1e9, 1e9 + 0.5, 1e9 + 1}, "[1000000000,1000000000.5,1000000001]"},
		{numbers{-math.MaxFloat64, math.MaxFloat64}, "[-1.7977e+308,1.7977e+308]"},
	} {
		got, err := json.Marshal(tt.xs)
		if err != nil || string(got) != tt.want {
			t.Errorf("%v: %s (%v), want %s", []float64(tt.xs), got, err, tt.want)
		}
	}
}
