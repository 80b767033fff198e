package rng

import "math"

// The samplers of the continuous distributions and of those with two values.
//
// Each takes its parameters as a program writes them, by the mean where there is
// one, and returns ok false, with no draw made, where a parameter is outside the
// range that its comment gives (NaN is outside every range). A value that was
// drawn is never NaN; it overflows to +Inf only where the exact one would.
//
// E is a draw from the exponential distribution of mean 1, N one from the normal
// distribution of mean 0 and variance 1, U a uniform one from [0, 1).

// finite reports whether x is neither infinite nor NaN.
func finite(x float64) bool { return x-x == 0 }

// nonNegative reports whether x is finite and at least 0.
func nonNegative(x float64) bool { return x >= 0 && x <= math.MaxFloat64 }

// positive reports whether x is finite and more than 0.
func positive(x float64) bool { return x > 0 && x <= math.MaxFloat64 }

// Det returns v, finite, and draws nothing.
func (s *Source) Det(v float64) (x float64, ok bool) { return v, finite(v) }

// Exp draws from the exponential distribution of the given mean ≥ 0: mean·E. The
// result is more than 0 if the mean is.
func (s *Source) Exp(mean float64) (x float64, ok bool) {
	if !nonNegative(mean) {
		return 0, false
	}
	return mean * s.stdExp(), true
}

// Uniform draws from [lo, hi]: lo + (hi − lo)U. The two are finite, lo ≤ hi, and so is
// their distance.
func (s *Source) Uniform(lo, hi float64) (x float64, ok bool) {
	if !finite(lo) || !nonNegative(hi-lo) {
		return 0, false
	}
	return min(lo+(hi-lo)*s.Float64(), hi), true // rounding can reach past hi
}

// Bernoulli draws 1 with probability p, in [0, 1], else 0.
func (s *Source) Bernoulli(p float64) (x float64, ok bool) {
	if !(p >= 0 && p <= 1) {
		return 0, false
	}
	if s.Float64() < p {
		return 1, true
	}
	return 0, true
}

// Normal draws from the normal distribution: mean + sd·N, mean finite, sd ≥ 0 and
// finite.
func (s *Source) Normal(mean, sd float64) (x float64, ok bool) {
	if !finite(mean) || !nonNegative(sd) {
		return 0, false
	}
	return mean + sd*s.stdNormal(), true
}

// summedPhases is the most phases that Erlang draws one by one; more cost more
// than one gamma draw.
const summedPhases = 4

// Erlang draws the sum of a whole number of phases ≥ 1, exponential ones of one
// mean that add up to the mean ≥ 0. It is the gamma distribution with shape phases
// and is drawn as such when there are many.
func (s *Source) Erlang(phases, mean float64) (x float64, ok bool) {
	if !(phases >= 1) || !finite(phases) || phases != math.Floor(phases) || !nonNegative(mean) {
		return 0, false
	}
	if phases > summedPhases {
		return mean * s.unitGamma(phases, 1/phases), true
	}
	for range int(phases) {
		x += s.stdExp()
	}
	return mean / phases * x, true
}

// H2 draws from the hyperexponential distribution of two branches with balanced
// means, of the given mean ≥ 0 and squared coefficient of variation cv2 ≥ 1:
//
//	s  = √((cv2−1)/(cv2+1))
//	p₁ = (1+s)/2, p₂ = (1−s)/2 = 1/((cv2+1)(1+s))    the branch's probability
//	mean_i = mean/(2p_i)                              so that p₁mean₁ = p₂mean₂
//
// The last form of p₂ has no cancellation. Source: Morse, "Queues, Inventories
// and Maintenance" (1958); Whitt, "Approximating a point process by a renewal
// process", Oper. Res. 30 (1982), §3.
func (s *Source) H2(mean, cv2 float64) (x float64, ok bool) {
	if !nonNegative(mean) || !(cv2 >= 1) || !finite(cv2) {
		return 0, false
	}
	root := math.Sqrt((cv2 - 1) / (cv2 + 1))
	rare := 1 / ((cv2 + 1) * (1 + root))
	p := (1 + root) / 2
	if s.Float64() < rare {
		p = rare
	}
	return mean / (2 * p) * s.stdExp(), true
}

// LogNormal draws from the log-normal distribution of the given mean > 0 and squared
// coefficient of variation cv2 ≥ 0: exp(μ + σN) with σ² = ln(1 + cv2) and
// μ = ln(mean) − σ²/2.
func (s *Source) LogNormal(mean, cv2 float64) (x float64, ok bool) {
	if !positive(mean) || !nonNegative(cv2) {
		return 0, false
	}
	variance := math.Log1p(cv2)
	return mean * math.Exp(math.Sqrt(variance)*s.stdNormal()-variance/2), true
}

// Gamma draws from the gamma distribution of the given mean > 0 and squared
// coefficient of variation cv2 > 0: shape 1/cv2, scale mean·cv2. With a large cv2
// almost all of the mass is next to 0, and draws of exactly 0 are what is left
// of it in a float64.
func (s *Source) Gamma(mean, cv2 float64) (x float64, ok bool) {
	if !positive(mean) || !positive(cv2) {
		return 0, false
	}
	return mean * s.unitGamma(1/cv2, cv2), true
}

// sharpShape is a gamma shape beyond which the spread, 1/√shape of the mean, is
// below the resolution of a float64.
const sharpShape = 0x1p108

// unitGamma draws from the gamma distribution of mean 1 and the given shape > 0, whose
// inverse it is told: d·v/shape with v = (1 + cN)³, d = shape − 1/3, c = 1/√(9d),
// accepted where ln U < N²/2 + d(1 − v + ln v), or by a cheaper test that implies
// it. A shape below 1 is raised by one and the draw multiplied by U^(1/shape).
//
// Source: Marsaglia and Tsang, "A simple method for generating gamma variables",
// ACM TOMS 26 (2000); the boost is their §6.
func (s *Source) unitGamma(shape, inverse float64) float64 {
	if shape < 1 {
		boost := math.Exp(-s.stdExp() * inverse)
		return boost * s.unitGamma(shape+1, 1/(shape+1)) * (shape + 1) * inverse
	}
	if shape > sharpShape {
		return 1
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		n := s.stdNormal()
		v := 1 + c*n
		if v <= 0 {
			continue
		}
		v = v * v * v
		n2 := n * n
		u := s.Float64()
		if u < 1-0.0331*n2*n2 || math.Log(u) < n2/2+d*(1-v+math.Log(v)) {
			return d * v * inverse
		}
	}
}

// Pareto draws from the Pareto distribution of the given mean > 0 and tail index
// alpha > 1: P(X > x) = (m/x)^alpha from m = mean·(alpha−1)/alpha on. Since E is
// distributed as −ln U, the draw is m·exp(E/alpha).
func (s *Source) Pareto(mean, alpha float64) (x float64, ok bool) {
	if !positive(mean) || !(alpha > 1) || !finite(alpha) {
		return 0, false
	}
	return mean * ((alpha - 1) / alpha) * math.Exp(s.stdExp()/alpha), true
}
