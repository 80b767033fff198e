package rng

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

const draws = 400_000

// draw samples one distribution, from the stream of a number of its own.
func draw(t *testing.T, number int64, sample func(*Source) (float64, bool)) []float64 {
	t.Helper()
	s := New(2026, 0, Machine, number, 0)
	xs := make([]float64, draws)
	for i := range xs {
		x, ok := sample(&s)
		if !ok || math.IsNaN(x) {
			t.Fatalf("draw %d: %v, %v", i, x, ok)
		}
		xs[i] = x
	}
	return xs
}

func normalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

func gammaCDF(mean, cv2 float64) func(float64) float64 {
	return func(x float64) float64 { return mathext.GammaIncReg(1/cv2, x/(mean*cv2)) }
}

// Continuous distributions against their distribution functions
// (Kolmogorov–Smirnov) and their moments.
func TestContinuous(t *testing.T) {
	h2 := func(mean, cv2 float64) func(float64) float64 {
		p := (1 + math.Sqrt((cv2-1)/(cv2+1))) / 2
		return func(x float64) float64 {
			return 1 - p*math.Exp(-2*p*x/mean) - (1-p)*math.Exp(-2*(1-p)*x/mean)
		}
	}
	logNormal := func(mean, cv2 float64) func(float64) float64 {
		v := math.Log1p(cv2)
		return func(x float64) float64 { return normalCDF((math.Log(x/mean) + v/2) / math.Sqrt(v)) }
	}
	tests := []struct {
		name       string
		sample     func(*Source) (float64, bool)
		cdf        func(float64) float64
		mean       float64
		variance   float64
		heavyTails bool // the fourth moment is too large for a test of the variance
	}{
		{"exp(0.2)", func(s *Source) (float64, bool) { return s.Exp(0.2) },
			func(x float64) float64 { return -math.Expm1(-x / 0.2) }, 0.2, 0.04, false},
		{"uniform(-1, 3)", func(s *Source) (float64, bool) { return s.Uniform(-1, 3) },
			func(x float64) float64 { return (x + 1) / 4 }, 1, 16.0 / 12, false},
		{"normal(2, 3)", func(s *Source) (float64, bool) { return s.Normal(2, 3) },
			func(x float64) float64 { return normalCDF((x - 2) / 3) }, 2, 9, false},
		{"erlang(1, 3)", func(s *Source) (float64, bool) { return s.Erlang(1, 3) }, gammaCDF(3, 1), 3, 9, false},
		{"erlang(4, 2)", func(s *Source) (float64, bool) { return s.Erlang(4, 2) }, gammaCDF(2, 1.0/4), 2, 1, false},
		{"erlang(5, 2)", func(s *Source) (float64, bool) { return s.Erlang(5, 2) }, gammaCDF(2, 1.0/5), 2, 4.0 / 5, false},
		{"h2(2, 1)", func(s *Source) (float64, bool) { return s.H2(2, 1) },
			func(x float64) float64 { return -math.Expm1(-x / 2) }, 2, 4, false},
		{"h2(2, 9)", func(s *Source) (float64, bool) { return s.H2(2, 9) }, h2(2, 9), 2, 36, false},
		{"lognormal(5, 0.5)", func(s *Source) (float64, bool) { return s.LogNormal(5, 0.5) }, logNormal(5, 0.5), 5, 12.5, false},
		{"lognormal(5, 20)", func(s *Source) (float64, bool) { return s.LogNormal(5, 20) }, logNormal(5, 20), 5, 500, true},
		{"gamma(3, 0.01)", func(s *Source) (float64, bool) { return s.Gamma(3, 0.01) }, gammaCDF(3, 0.01), 3, 0.09, false},
		{"gamma(3, 0.8)", func(s *Source) (float64, bool) { return s.Gamma(3, 0.8) }, gammaCDF(3, 0.8), 3, 7.2, false},
		{"gamma(3, 1)", func(s *Source) (float64, bool) { return s.Gamma(3, 1) }, gammaCDF(3, 1), 3, 9, false},
		{"gamma(3, 6)", func(s *Source) (float64, bool) { return s.Gamma(3, 6) }, gammaCDF(3, 6), 3, 54, false},
		{"pareto(6, 1.5)", func(s *Source) (float64, bool) { return s.Pareto(6, 1.5) },
			func(x float64) float64 { return 1 - math.Pow(2/x, 1.5) }, 6, math.Inf(1), true},
		{"pareto(6, 8)", func(s *Source) (float64, bool) { return s.Pareto(6, 8) },
			func(x float64) float64 { return 1 - math.Pow(5.25/x, 8) }, 6, 36.0 / 48, false},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			xs := draw(t, int64(i), tt.sample)
			if d := kolmogorov(xs, tt.cdf) * math.Sqrt(draws); d > 1.95 { // exceeded once in a thousand
				t.Errorf("Kolmogorov–Smirnov √n·D = %.3f", d)
			}
			if !math.IsInf(tt.variance, 1) {
				checkMoments(t, xs, tt.mean, tt.variance, tt.heavyTails)
			}
		})
	}
}

// Discrete distributions against their probabilities (χ²) and their moments.
func TestDiscrete(t *testing.T) {
	poisson := func(mean float64) func(k float64) float64 {
		return func(k float64) float64 {
			lg, _ := math.Lgamma(k + 1)
			return math.Exp(k*math.Log(mean) - mean - lg)
		}
	}
	geometric := func(mean float64) func(k float64) float64 {
		return func(k float64) float64 {
			if k < 1 {
				return 0
			}
			return math.Pow(1-1/mean, k-1) / mean
		}
	}
	tests := []struct {
		name           string
		sample         func(*Source) (float64, bool)
		pmf            func(k float64) float64
		mean, variance float64
	}{
		{"bernoulli(0.3)", func(s *Source) (float64, bool) { return s.Bernoulli(0.3) },
			func(k float64) float64 { return []float64{0.7, 0.3, 0}[min(int(k), 2)] }, 0.3, 0.21},
		{"empirical", func(s *Source) (float64, bool) { return s.Empirical([]float64{0, 1, 1, 4, 9}), true },
			func(k float64) float64 { return map[float64]float64{0: 0.2, 1: 0.4, 4: 0.2, 9: 0.2}[k] }, 3, 10.8},
		{"geometric(1.25)", func(s *Source) (float64, bool) { return s.Geometric(1.25) }, geometric(1.25), 1.25, 1.25 * 0.25},
		{"geometric(40)", func(s *Source) (float64, bool) { return s.Geometric(40) }, geometric(40), 40, 40 * 39},
		{"poisson(0.7)", func(s *Source) (float64, bool) { return s.Poisson(0.7) }, poisson(0.7), 0.7, 0.7},
		{"poisson(9.9)", func(s *Source) (float64, bool) { return s.Poisson(9.9) }, poisson(9.9), 9.9, 9.9},
		{"poisson(10)", func(s *Source) (float64, bool) { return s.Poisson(10) }, poisson(10), 10, 10},
		{"poisson(27.3)", func(s *Source) (float64, bool) { return s.Poisson(27.3) }, poisson(27.3), 27.3, 27.3},
		{"poisson(1000)", func(s *Source) (float64, bool) { return s.Poisson(1000) }, poisson(1000), 1000, 1000},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			xs := draw(t, 100+int64(i), tt.sample)
			top := slices.Max(xs)
			counts := make([]float64, int(top)+1)
			for _, x := range xs {
				if x < 0 || x != math.Floor(x) {
					t.Fatalf("%v is not a count", x)
				}
				counts[int(x)]++
			}
			// Pool the cells that expect fewer than 20, and all beyond the largest.
			var seen, want []float64
			rest, restWant := 0.0, draws*1.0
			for k, n := range counts {
				w := draws * tt.pmf(float64(k))
				if w < 20 {
					rest += n
					continue
				}
				seen, want = append(seen, n), append(want, w)
				restWant -= w
			}
			if restWant > 20 {
				seen, want = append(seen, rest), append(want, restWant)
			}
			if chi2 := chiSquare(seen, func(i int) float64 { return want[i] }); chi2 > chiSquareLimit(len(seen)-1) {
				t.Errorf("χ² %.1f over %d cells", chi2, len(seen))
			}
			checkMoments(t, xs, tt.mean, tt.variance, false)
		})
	}
}

// At large means a Poisson draw is all but normal; its digits must survive.
func TestPoissonLarge(t *testing.T) {
	for i, mean := range []float64{1e6, 1e12, 1e18, 1e24} {
		xs := draw(t, 200+int64(i), func(s *Source) (float64, bool) {
			x, ok := s.Poisson(mean)
			return (x - mean) / math.Sqrt(mean), ok
		})
		if d := kolmogorov(xs, normalCDF) * math.Sqrt(draws); d > 1.95 {
			t.Errorf("mean %g: Kolmogorov–Smirnov √n·D = %.3f", mean, d)
		}
	}
}

func TestLogPoisson(t *testing.T) {
	for _, m := range []float64{10, 16.5, 100} {
		sum := 0.0
		for k := range 1000 {
			lg, _ := math.Lgamma(float64(k + 1))
			want := float64(k)*math.Log(m) - m - lg
			got := logPoisson(float64(k), m)
			if math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
				t.Errorf("logPoisson(%d, %v) = %v, want %v", k, m, got, want)
			}
			sum += math.Exp(got)
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("mean %v: the probabilities add up to %v", m, sum)
		}
	}
}

// The layers of a ziggurat have one area, and the last closes at the peak.
func TestZigguratLayers(t *testing.T) {
	tables := map[string]struct {
		z    *ziggurat
		r, v float64
	}{
		"exponential": {&expTable, expTail, 3.949659822581572e-3},
		"normal":      {&normalTable, normalTail, 4.928673233974658e-3},
	}
	for name, tt := range tables {
		x := func(i int) float64 {
			if i == layers {
				return 0
			}
			return tt.z.layer[i].width * (1 << placeBits)
		}
		if x(1) != tt.r {
			t.Errorf("%s: layer 1 is %v wide, want %v", name, x(1), tt.r)
		}
		for i := 1; i < layers; i++ {
			// The tail's start is known to 1e-16, and 255 layers amplify the error.
			if area := x(i) * (tt.z.f[i+1] - tt.z.f[i]); math.Abs(area/tt.v-1) > 1e-10 {
				t.Errorf("%s: layer %d has the area %v, want %v", name, i, area, tt.v)
			}
			if got := float64(tt.z.layer[i].inner) / (1 << placeBits) * x(i); math.Abs(got-x(i+1)) > 1e-14 {
				t.Errorf("%s: layer %d is inside up to %v, want %v", name, i, got, x(i+1))
			}
		}
		if got := x(0) * tt.z.f[1]; math.Abs(got/tt.v-1) > 1e-14 {
			t.Errorf("%s: the base has the area %v, want %v", name, got, tt.v)
		}
	}
}

// Beyond the ziggurat's last layer the tail is drawn and not cut off: it is begun at
// the right rate, and from its start on it has the right shape.
func TestTails(t *testing.T) {
	s := New(8, 0, Machine, 0, 0)
	tests := []struct {
		name     string
		draw     func() float64
		from, p  float64 // where the tail starts, and the chance of a draw there
		tailDraw func() float64
		cdf      func(x float64) float64 // of a draw that is there
	}{
		{"exponential", s.stdExp, expTail, math.Exp(-expTail),
			func() float64 { return s.stdExpSlow(0, 0) },
			func(x float64) float64 { return -math.Expm1(expTail - x) }},
		{"normal", func() float64 { return math.Abs(s.stdNormal()) }, normalTail, math.Erfc(normalTail / math.Sqrt2),
			s.normalTail,
			func(x float64) float64 { return 1 - math.Erfc(x/math.Sqrt2)/math.Erfc(normalTail/math.Sqrt2) }},
	}
	for _, tt := range tests {
		const n = 10_000_000
		beyond := 0
		for range n {
			if tt.draw() > tt.from {
				beyond++
			}
		}
		if want := n * tt.p; math.Abs(float64(beyond)-want) > 4*math.Sqrt(want) {
			t.Errorf("%s: %d draws beyond %v, want about %.0f", tt.name, beyond, tt.from, want)
		}
		xs := make([]float64, draws)
		for i := range xs {
			xs[i] = tt.tailDraw()
		}
		if d := kolmogorov(xs, tt.cdf) * math.Sqrt(draws); d > 1.95 {
			t.Errorf("%s: Kolmogorov–Smirnov √n·D = %.3f beyond %v", tt.name, d, tt.from)
		}
	}
}

func TestOutOfDomain(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	one := func(f func(*Source, float64) (float64, bool)) func(*Source, float64, float64) (float64, bool) {
		return func(s *Source, a, _ float64) (float64, bool) { return f(s, a) }
	}
	tests := []struct {
		name   string
		sample func(s *Source, a, b float64) (float64, bool)
		bad    [][2]float64
		good   [][2]float64 // the edges of the domain
	}{
		{"det", one((*Source).Det), [][2]float64{{nan}, {inf}, {-inf}}, [][2]float64{{-math.MaxFloat64}, {0}}},
		{"exp", one((*Source).Exp), [][2]float64{{nan}, {inf}, {-1}, {-5e-324}}, [][2]float64{{0}, {5e-324}, {math.MaxFloat64}}},
		{"uniform", (*Source).Uniform, [][2]float64{{nan, 1}, {0, nan}, {0, inf}, {-inf, 0}, {1, 0}, {-1e308, 1e308}},
			[][2]float64{{0, 0}, {-3, 4}, {0, math.MaxFloat64}}},
		{"bernoulli", one((*Source).Bernoulli), [][2]float64{{nan}, {-0.1}, {1.1}, {inf}}, [][2]float64{{0}, {1}}},
		{"normal", (*Source).Normal, [][2]float64{{nan, 1}, {inf, 1}, {0, nan}, {0, -1}, {0, inf}}, [][2]float64{{0, 0}, {-2, 1}}},
		{"erlang", (*Source).Erlang, [][2]float64{{nan, 1}, {0, 1}, {2.5, 1}, {inf, 1}, {2, -1}, {2, nan}, {2, inf}},
			[][2]float64{{1, 0}, {1e300, 1}, {7, 1}}},
		{"h2", (*Source).H2, [][2]float64{{nan, 2}, {-1, 2}, {inf, 2}, {1, 0.99}, {1, nan}, {1, inf}},
			[][2]float64{{0, 1}, {1, 1}, {1, math.MaxFloat64}}},
		{"lognormal", (*Source).LogNormal, [][2]float64{{nan, 1}, {0, 1}, {-1, 1}, {inf, 1}, {1, -1}, {1, nan}, {1, inf}},
			[][2]float64{{1, 0}, {1, math.MaxFloat64}, {5e-324, 1}}},
		{"gamma", (*Source).Gamma, [][2]float64{{nan, 1}, {0, 1}, {-1, 1}, {inf, 1}, {1, 0}, {1, -1}, {1, nan}, {1, inf}},
			[][2]float64{{1, 5e-324}, {1, 1e-40}, {1, 1e-20}, {1, 1e300}, {1, math.MaxFloat64}, {math.MaxFloat64, 2}}},
		{"pareto", (*Source).Pareto, [][2]float64{{nan, 2}, {0, 2}, {inf, 2}, {1, 1}, {1, nan}, {1, inf}},
			[][2]float64{{1, 1.0000001}, {1, math.MaxFloat64}}},
		{"geometric", one((*Source).Geometric), [][2]float64{{nan}, {0.99}, {inf}, {-1}}, [][2]float64{{1}, {1e300}, {math.MaxFloat64}}},
		{"poisson", one((*Source).Poisson), [][2]float64{{nan}, {-1}, {inf}}, [][2]float64{{0}, {5e-324}, {math.MaxFloat64}}},
	}
	for _, tt := range tests {
		for _, p := range tt.bad {
			s := New(1, 0, Machine, 0, 0)
			before := s
			if x, ok := tt.sample(&s, p[0], p[1]); ok {
				t.Errorf("%s%v gave %v, want a refusal", tt.name, p, x)
			}
			if s != before {
				t.Errorf("%s%v drew from the stream", tt.name, p)
			}
		}
		for _, p := range tt.good {
			s := New(1, 0, Machine, 0, 0)
			for range 1000 {
				if x, ok := tt.sample(&s, p[0], p[1]); !ok || math.IsNaN(x) {
					t.Errorf("%s%v gave %v, %v", tt.name, p, x, ok)
					break
				}
			}
		}
	}
}

// Draws at the edges of the domains that can have one value only.
func TestDegenerate(t *testing.T) {
	s := New(1, 0, Machine, 0, 0)
	is := func(want float64) func(x float64, ok bool) {
		return func(x float64, ok bool) {
			t.Helper()
			if x != want || !ok {
				t.Errorf("%v, %v; want %v", x, ok, want)
			}
		}
	}
	for range 1000 {
		is(7)(s.Det(7))
		is(0)(s.Exp(0))
		is(3)(s.Uniform(3, 3))
		is(0)(s.Bernoulli(0))
		is(1)(s.Bernoulli(1))
		is(4)(s.Normal(4, 0))
		is(0)(s.Erlang(3, 0))
		is(0)(s.H2(0, 5))
		is(6)(s.LogNormal(6, 0))
		is(6)(s.Gamma(6, 1e-40))
		is(1)(s.Geometric(1))
		is(0)(s.Poisson(0))
		is(1e300)(s.Poisson(1e300)) // the spread is below the last digit
		is(9)(s.Empirical([]float64{9}), true)
		if x, _ := s.Exp(1); x <= 0 {
			t.Errorf("exp(1) gave %v", x)
		}
		if x, _ := s.Uniform(1, 1.0000000000000002); x < 1 || x > 1.0000000000000002 {
			t.Errorf("uniform left its interval: %v", x)
		}
	}
}

// The first draws of each sampler from one stream, to the bit on amd64 and nearly
// so elsewhere: a sampler that takes other words of its stream shows here.
func TestKnownDraws(t *testing.T) {
	want := []float64{2, 1.265319772042608, 2.044543982264473, 1, 3.778617700361928, 0.8999144620166057,
		0.8132757575168057, 0.6890355741196064, 0.002910328038984677, 2.1152952149644033, 3, 21, 30}
	s := New(42, 0, Session, 0, 0)
	for i, d := range distributions([]float64{1, 2, 3}) {
		x, _ := d(&s)
		if i >= len(want) || math.Abs(x-want[i]) > 1e-12*math.Abs(want[i]) {
			t.Errorf("draw %d: %v", i, x)
		}
	}
}

// kolmogorov returns the greatest distance of the samples' distribution function
// from cdf. It sorts xs.
func kolmogorov(xs []float64, cdf func(float64) float64) (d float64) {
	slices.Sort(xs)
	n := float64(len(xs))
	for i, x := range xs {
		p := cdf(x)
		d = max(d, p-float64(i)/n, float64(i+1)/n-p)
	}
	return d
}

// checkMoments fails unless the samples' mean and variance are within 4 standard
// errors of the true ones.
func checkMoments(t *testing.T, xs []float64, mean, variance float64, meanOnly bool) {
	t.Helper()
	n := float64(len(xs))
	m, m2, m4 := 0.0, 0.0, 0.0
	for _, x := range xs {
		m += x / n
		m2 += (x - mean) * (x - mean) / n
		m4 += math.Pow(x-mean, 4) / n
	}
	if math.Abs(m-mean) > 4*math.Sqrt(variance/n) {
		t.Errorf("mean %v, want %v", m, mean)
	}
	if !meanOnly && math.Abs(m2-variance) > 4*math.Sqrt((m4-m2*m2)/n) {
		t.Errorf("variance %v, want %v", m2, variance)
	}
}

// chiSquare returns Pearson's statistic of counts against what each cell expects.
func chiSquare(counts []float64, want func(i int) float64) (chi2 float64) {
	for i, n := range counts {
		w := want(i)
		chi2 += (n - w) * (n - w) / w
	}
	return chi2
}

// chiSquareLimit returns what χ² of so many degrees of freedom exceeds once in a
// thousand. Source: Wilson and Hilferty (1931).
func chiSquareLimit(freedom int) float64 {
	k := float64(max(freedom, 1))
	return k * math.Pow(1-2/(9*k)+3.0902*math.Sqrt(2/(9*k)), 3)
}

// correlation returns Pearson's correlation of two sequences of one length.
func correlation(xs, ys []float64) float64 {
	n := float64(len(xs))
	mx, my := 0.0, 0.0
	for i := range xs {
		mx += xs[i] / n
		my += ys[i] / n
	}
	xx, yy, xy := 0.0, 0.0, 0.0
	for i := range xs {
		xx += (xs[i] - mx) * (xs[i] - mx)
		yy += (ys[i] - my) * (ys[i] - my)
		xy += (xs[i] - mx) * (ys[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

func ExampleSource_Exp() {
	s := New(1, 0, Arrivals, 0, 0)
	_, ok := s.Exp(-1)
	fmt.Println(ok)
	// Output: false
}
