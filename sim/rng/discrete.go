package rng

import "math"

// Empirical draws one of the values, each equally likely. There is at least one.
func (s *Source) Empirical(values []float64) float64 {
	return values[s.Index(int64(len(values)))]
}

// Geometric draws the number of trials up to the first success, from 1 on, of the given
// mean ≥ 1: success has the probability p = 1/mean, P(X > k) = (1−p)^k, and so
// X = 1 + ⌊E/−ln(1−p)⌋. Source: Devroye, "Non-Uniform Random Variate Generation"
// (1986), X.2.
func (s *Source) Geometric(mean float64) (x float64, ok bool) {
	if !(mean >= 1) || !finite(mean) {
		return 0, false
	}
	return 1 + math.Floor(s.stdExp()/-math.Log1p(-1/mean)), true
}

// countedMean is the mean up to which Poisson counts gaps: at it, the two methods
// cost about the same, and below 10 the constants of the other do not hold.
const countedMean = 10

// Poisson draws from the Poisson distribution of the given mean ≥ 0. A small mean: the
// number of gaps, each a draw of E, that end within it. A larger one: by
// transformed rejection, at a cost that does not grow with the mean.
//
// Source of the second: Hörmann, "The transformed rejection method for generating
// Poisson random variables", Insurance: Mathematics and Economics 12 (1993),
// algorithm PTRS. The logarithm of the probability is by logPoisson, since the
// paper's form loses all its digits at large means.
func (s *Source) Poisson(mean float64) (x float64, ok bool) {
	if !nonNegative(mean) {
		return 0, false
	}
	if mean < countedMean {
		n := 0
		for t := s.stdExp(); t < mean; t += s.stdExp() {
			n++
		}
		return float64(n), true
	}
	b := 0.931 + 2.53*math.Sqrt(mean)
	a := -0.059 + 0.02483*b
	inverseAlpha := 1.1239 + 1.1328/(b-3.4)
	sure := 0.9277 - 3.6224/(b-2)
	for {
		u := s.Float64() - 0.5
		v := s.Float64()
		edge := 0.5 - math.Abs(u)
		k := math.Floor((2*a/edge+b)*u + mean + 0.43)
		if edge >= 0.07 && v <= sure {
			return k, true
		}
		if k < 0 || edge < 0.013 && v > edge {
			continue
		}
		if math.Log(v*inverseAlpha/(a/(edge*edge)+b)) <= logPoisson(k, mean) {
			return k, true
		}
	}
}

// logPoisson returns ln(e^−m m^k / k!) for a whole k ≥ 0 and m ≥ 10. With Stirling's
// series for ln k! it is −m φ((k−m)/m) − ln(2πk)/2 − 1/(12k) + 1/(360k³) − …,
// φ(x) = (1+x)ln(1+x) − x: no difference of large numbers is left. Source:
// Loader, "Fast and accurate computation of binomial probabilities" (2000).
func logPoisson(k, m float64) float64 {
	if k < 16 { // where the series is not yet good to 1e-13
		lg, _ := math.Lgamma(k + 1)
		return k*math.Log(m) - m - lg
	}
	k2 := k * k
	series := (1.0/12 - (1.0/360-(1.0/1260-1.0/(1680*k2))/k2)/k2) / k
	return -m*phi((k-m)/m) - math.Log(2*math.Pi*k)/2 - series
}

// phi returns (1+x)ln(1+x) − x, x > −1: about x²/2 near 0, where the power series
// Σ (−x)^n/(n(n−1)), n ≥ 2, keeps the digits.
func phi(x float64) float64 {
	if math.Abs(x) > 0.1 {
		return (1+x)*math.Log1p(x) - x
	}
	sum, power := 0.0, -x
	for n := 2.0; n <= 16; n++ {
		power *= -x
		sum += power / (n * (n - 1))
	}
	return sum
}
