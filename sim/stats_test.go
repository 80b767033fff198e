package sim

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"serq/ir/result"
	"serq/sim/rng"
)

// nearly compares floats to 1e-12, relative.
var nearly = cmpopts.EquateApprox(1e-12, 1e-15)

func seriesOf(xs ...float64) *series {
	s := newSeries("x", false)
	for _, x := range xs {
		s.add(x)
	}
	return &s
}

func TestSeriesByHand(t *testing.T) {
	inf := math.Inf(1)
	none := result.Quantiles{}
	all := func(x float64) result.Quantiles {
		return result.Quantiles{P50: &x, P90: &x, P95: &x, P99: &x, P999: &x}
	}
	f := func(x float64) *float64 { return &x }
	tests := []struct {
		name    string
		samples []float64
		want    result.Observe
	}{
		{"none", nil, result.Observe{Quantiles: none}},
		{"one", []float64{7}, result.Observe{Count: 1, Mean: f(7), Min: f(7), Max: f(7), Quantiles: all(7)}},
		// Variance 5/3, mean 5/2; ranks ⌈2⌉, ⌈3.6⌉, ⌈3.8⌉, ⌈3.96⌉.
		{"four, unordered", []float64{4, 1, 3, 2}, result.Observe{
			Count: 4, Mean: f(2.5), CV2: f(4.0 / 15), Min: f(1), Max: f(4),
			Quantiles: result.Quantiles{P50: f(2), P90: f(4), P95: f(4), P99: f(4), P999: f(4)},
		}},
		{"mean 0", []float64{-1, 1}, result.Observe{
			Count: 2, Mean: f(0), Min: f(-1), Max: f(1),
			Quantiles: result.Quantiles{P50: f(-1), P90: f(1), P95: f(1), P99: f(1), P999: f(1)},
		}},
		// The variance is 1/2 whatever the mean: 1e9 + 1/2.
		{"small spread, large mean", []float64{1e9, 1e9 + 1}, result.Observe{
			Count: 2, Mean: f(1e9 + 0.5), CV2: f(0.5 / ((1e9 + 0.5) * (1e9 + 0.5))), Min: f(1e9), Max: f(1e9 + 1),
			Quantiles: result.Quantiles{P50: f(1e9), P90: f(1e9 + 1), P95: f(1e9 + 1), P99: f(1e9 + 1), P999: f(1e9 + 1)},
		}},
		{"infinite", []float64{1, inf, 2}, result.Observe{
			Count: 3, Min: f(1), Quantiles: result.Quantiles{P50: f(2)},
		}},
		{"infinite both ways", []float64{-inf, 5, inf}, result.Observe{
			Count: 3, Quantiles: result.Quantiles{P50: f(5)},
		}},
	}
	for _, tt := range tests {
		tt.want.Name, tt.want.QuantileMethod = "x", "exact"
		if diff := cmp.Diff(tt.want, seriesOf(tt.samples...).observe(), nearly); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestBatchMeans(t *testing.T) {
	count := func(n int) []float64 {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = float64(i)
		}
		return xs
	}
	// With ⌊n/20⌋ = 2 the batch means of 0, 1, 2, … are 2k + 1/2, k < 20: their
	// sample variance is 4·20·21/12 = 140, whatever follows the 40th sample.
	want := 2.093 * math.Sqrt(140.0/20)
	for _, n := range []int{40, 59} {
		if ci := seriesOf(count(n)...).observe().CI; ci == nil || math.Abs(*ci-want) > 1e-12 {
			t.Errorf("%d samples: half-width %v, want %v", n, ci, want)
		}
	}
	if ci := seriesOf(count(39)...).observe().CI; ci != nil {
		t.Errorf("39 samples have the half-width %v", *ci)
	}
}

func TestRank(t *testing.T) {
	tests := []struct {
		q    float64
		n    int64
		want int64
	}{
		{0.5, 1, 1}, {0.5, 2, 1}, {0.5, 3, 2}, {0.99, 100, 99}, {0.99, 101, 100}, {0.999, 1, 1},
		{0.07, 100, 7}, // the product rounds to a little more than 7
		{0.999, 1_000_000, 999_000},
	}
	for _, tt := range tests {
		if got := rank(tt.q, tt.n); got != tt.want {
			t.Errorf("rank(%v, %d) = %d, want %d", tt.q, tt.n, got, tt.want)
		}
	}
}

// A sum does not lose the small terms that a running total swallows.
func TestSum(t *testing.T) {
	xs := []float64{1e16, 1, 1, 1, 1, -1e16}
	if got := sum(xs); got != 4 {
		t.Errorf("sum = %v, want 4", got)
	}
	if got := sum([]float64{1, math.Inf(1), 2}); !math.IsInf(got, 1) {
		t.Errorf("sum = %v, want +Inf", got)
	}
}

// What is folded agrees with what is kept: the same samples one short of the limit,
// at it, and beyond it, where several doublings of the groups lie.
func TestLongSeries(t *testing.T) {
	for _, n := range []int{exactLimit - 1, exactLimit, exactLimit + 1, 2_500_000} {
		src := rng.New(1, 0, rng.Machine, int64(n), 0)
		s, xs := newSeries("x", false), make([]float64, n)
		level := 0.0
		for i := range xs {
			// A slow wave over wide draws, some of them negative or 0: the batches differ.
			level = 0.999*level + 0.03*draw(src.Normal(0, 1))
			xs[i] = draw(src.LogNormal(3, 8)) + level - 0.5
			if i%10 == 0 {
				xs[i] = 0
			}
			s.add(xs[i])
		}
		got := s.observe()
		if want := map[bool]string{false: "exact", true: "ddsketch"}[n > exactLimit]; got.QuantileMethod != want {
			t.Errorf("%d samples: quantiles by %s, want %s", n, got.QuantileMethod, want)
		}
		m := momentsOf(xs)
		if got.Count != result.Count(n) || math.Abs(*got.Mean/m.mean-1) > 1e-12 || math.Abs(*got.CV2 / *m.cv2() - 1) > 1e-9 {
			t.Errorf("%d samples: count %v, mean %v, cv² %v; want %v, %v", n, got.Count, *got.Mean, *got.CV2, m.mean, *m.cv2())
		}
		var means [batches]float64
		for i := range means {
			means[i] = momentsOf(xs[i*(n/batches) : (i+1)*(n/batches)]).mean
		}
		if want := *halfWidth(&means); math.Abs(*got.CI/want-1) > 0.01 {
			t.Errorf("%d samples: half-width %v, want %v", n, *got.CI, want)
		}
		ordered := sorted(xs)
		if *got.Min != ordered[0] || *got.Max != ordered[n-1] {
			t.Errorf("%d samples: from %v to %v, want %v to %v", n, *got.Min, *got.Max, ordered[0], ordered[n-1])
		}
		accuracy := 0.0
		if n > exactLimit {
			accuracy = sketchAccuracy * (1 + 1e-9)
		}
		for q, v := range map[float64]*float64{
			0.5: got.Quantiles.P50, 0.9: got.Quantiles.P90, 0.95: got.Quantiles.P95,
			0.99: got.Quantiles.P99, 0.999: got.Quantiles.P999,
		} {
			if want := ordered[rank(q, int64(n))-1]; math.Abs(*v-want) > accuracy*math.Abs(want) {
				t.Errorf("%d samples: quantile %v is %v, want %v", n, q, *v, want)
			}
		}
	}
}

func draw(x float64, ok bool) float64 {
	if !ok {
		panic("BUG: out of domain")
	}
	return x
}

func TestLongSeriesInfinite(t *testing.T) {
	s := newSeries("x", false)
	for i := range exactLimit + 5000 {
		s.add(float64(i % 3))
		if i == 7 || i == exactLimit+7 {
			s.add(math.Inf(1))
		}
	}
	got := s.observe()
	if got.Mean != nil || got.CI != nil || got.CV2 != nil || got.Max != nil {
		t.Errorf("mean %v, half-width %v, cv² %v, max %v: want none", got.Mean, got.CI, got.CV2, got.Max)
	}
	if *got.Min != 0 || math.Abs(*got.Quantiles.P50-1) > sketchAccuracy*(1+1e-9) {
		t.Errorf("min %v, median %v", *got.Min, *got.Quantiles.P50)
	}
}

func TestSeriesReset(t *testing.T) {
	for _, before := range []int{3, exactLimit + 3} {
		s := newSeries("x", true)
		for range before {
			s.add(100)
		}
		s.addKept(1, 2, 3, 100)
		s.reset()
		s.addKept(4, 5, 6, 7)
		if diff := cmp.Diff(seriesOf(7).observe(), s.observe()); diff != "" {
			t.Errorf("after %d forgotten samples (-want +got):\n%s", before, diff)
		}
		if want := []sample{{4, 5, 6, 7}}; !slices.Equal(s.kept, want) {
			t.Errorf("kept %v, want %v", s.kept, want)
		}
	}
}

func TestAddDoesNotAllocate(t *testing.T) {
	s := newSeries("x", false)
	for range exactLimit + 1 {
		s.add(1)
	}
	var tl tally
	g := newGaugeTrack("g", false)
	for i := range maxPoints {
		tl.add(float64(i), 1)
		g.set(float64(i), float64(i%2))
	}
	now := float64(maxPoints)
	if n := testing.AllocsPerRun(10, func() {
		for range 10_000 {
			now++
			s.add(1)
			tl.add(now/maxPoints, 3)
			g.set(now, math.Mod(now, 3))
		}
	}); n > 1 { // a sketch's bins may grow once
		t.Errorf("%v allocations in 10,000 additions", n)
	}
}

func TestMean(t *testing.T) {
	var m mean
	if m.value() != nil {
		t.Error("a mean of nothing")
	}
	m.add(2)
	m.add(5)
	if got := m.value(); *got != 3.5 {
		t.Errorf("mean %v", *got)
	}
}

func TestSketchOrder(t *testing.T) {
	inf := math.Inf(1)
	values := []float64{-inf, -math.MaxFloat64, -1e300, -2, -1e-300, 0, 5e-324, 1e-200, 3, 1e308, math.MaxFloat64, inf}
	s := newSketch()
	for i, v := range values {
		s.add(v, int64(i+1))
	}
	r := int64(0)
	for i, v := range values {
		for range i + 1 {
			r++
			got := s.at(r)
			accuracy := sketchAccuracy * (1 + 1e-9)
			switch magnitude := math.Abs(v); {
			case magnitude < 1e-307:
				v = 0 // below the first bin
			case magnitude > 1.2e308:
				accuracy = 0.3 // beyond the last bin
			}
			if got != v && math.Abs(got-v) > accuracy*math.Abs(v) {
				t.Errorf("rank %d: %v, want %v", r, got, v)
			}
		}
	}
}

// A tally of runs is a series of their samples.
func TestTally(t *testing.T) {
	for _, runs := range []int{0, 1, 500, exactLimit + 5000} {
		src := rng.New(1, 0, rng.Machine, int64(runs), 0)
		var tl tally
		tl.add(1e6, 1)
		tl.reset()
		var xs []float64
		total := 0.0
		for range runs {
			v, n := math.Floor(draw(src.Exp(1000))), src.Index(4)+1
			tl.add(v, n)
			for range n {
				xs = append(xs, v)
				total += v
			}
		}
		got := tl.itl()
		if runs == 0 {
			if got != (result.ITL{}) {
				t.Errorf("of nothing: %v", got)
			}
			continue
		}
		if want := total / float64(len(xs)); math.Abs(*got.Mean-want) > 1e-9*want {
			t.Errorf("%d runs: mean %v, want %v", runs, *got.Mean, want)
		}
		slices.Sort(xs)
		accuracy := 0.0
		if runs > exactLimit {
			accuracy = sketchAccuracy
		}
		for q, v := range map[float64]*float64{0.5: got.P50, 0.99: got.P99} {
			if want := xs[rank(q, int64(len(xs)))-1]; math.Abs(*v-want) > accuracy*want {
				t.Errorf("%d runs: quantile %v is %v, want %v", runs, q, *v, want)
			}
		}
	}
}

func BenchmarkSeriesAdd(b *testing.B) {
	s := newSeries("x", false)
	src := rng.New(1, 0, rng.Machine, 0, 0)
	for range exactLimit + 1 {
		s.add(draw(src.Exp(1)))
	}
	xs := make([]float64, 1<<12)
	for i := range xs {
		xs[i] = draw(src.Exp(1))
	}
	for i := range b.N {
		s.add(xs[i%len(xs)])
	}
}
