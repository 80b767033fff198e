package rng

import "math"

// The ziggurat.
//
// Problem: draw from a density f that falls on [0, ∞), scaled so that f(0) = 1,
// at the cost of one random word, one table look-up and one product.
//
// Cover the area under f with 256 layers of one area v. Layer i ≥ 1 is the
// rectangle [0, x_i] × [f(x_i), f(x_{i+1})] with r = x_1 > x_2 > … > x_256 = 0; layer
// 0 is [0, r] × [0, f(r)] and the tail beyond r, drawn as if it were a rectangle
// of width x_0 = v/f(r). A layer and a place x in it are drawn uniformly; if
// x < x_{i+1} the point is under f whatever its height (98.9% of the draws for
// the exponential, 99.3% for the normal). Else, in layer i ≥ 1, a height decides;
// in layer 0 the tail is drawn. The result is exact: no part is approximated.
//
//	set        r: where the tail begins, so that 256 layers just close at f(0)
//	computed   v = r f(r) + ∫_r^∞ f; x_{i+1} = f⁻¹(f(x_i) + v/x_i)
//
// Layer and place come from different bits of the word. The original takes the
// place's low bits for the layer too, and its draws are correlated with it.
//
// Sources: Marsaglia and Tsang, "The ziggurat method for generating random
// variables", J. Statistical Software 5(8) (2000); Doornik, "An improved ziggurat
// method to generate normal random samples" (2005), for the flaw and for r.

const (
	layers    = 256
	layerBits = 8
	placeBits = 53

	expTail    = 7.6971174701310497 // r for f(x) = exp(-x)
	normalTail = 3.6541528853610088 // r for f(x) = exp(-x²/2)
)

// A ziggurat is the tables of one density.
type ziggurat struct {
	layer [layers]struct {
		inner uint64  // places below it are under f: 2^53 x_{i+1}/x_i
		width float64 // place p is at p·width: x_i / 2^53
	}
	f [layers + 1]float64 // f(x_i)
}

var (
	expTable = newZiggurat(expTail, (expTail+1)*math.Exp(-expTail),
		func(x float64) float64 { return math.Exp(-x) },
		func(y float64) float64 { return -math.Log(y) })
	normalTable = newZiggurat(normalTail,
		normalTail*math.Exp(-normalTail*normalTail/2)+math.Sqrt(math.Pi/2)*math.Erfc(normalTail/math.Sqrt2),
		func(x float64) float64 { return math.Exp(-x * x / 2) },
		func(y float64) float64 { return math.Sqrt(-2 * math.Log(y)) })
)

// newZiggurat builds the tables for a density f with inverse inv, tail from r and
// layers of area v.
func newZiggurat(r, v float64, f, inv func(float64) float64) (z ziggurat) {
	x, next := v/f(r), r
	for i := range layers {
		z.layer[i].inner = uint64(next / x * (1 << placeBits))
		z.layer[i].width = x / (1 << placeBits)
		z.f[i] = f(x)
		if x = next; i+2 < layers {
			next = inv(f(x) + v/x)
		} else {
			next = 0 // x_256, which rounding would miss by little
		}
	}
	z.f[layers] = 1
	return z
}

// place splits a random word into a layer and a place in it, an odd number below
// 2^53: the middle of one of 2^52 equal cells, so that no draw is ever 0.
func place(u uint64) (layer, at uint64) { return u & (layers - 1), u>>(64-placeBits) | 1 }

// E draws from the exponential distribution of mean 1.
func (s *Source) E() float64 { return s.stdExp() }

// stdExp draws from the exponential distribution of mean 1; the result is > 0.
func (s *Source) stdExp() float64 {
	i, p := place(s.Uint64())
	l := &expTable.layer[i]
	x := float64(int64(p)) * l.width
	if p < l.inner {
		return x
	}
	return s.stdExpSlow(i, x)
}

// stdExpSlow ends a draw that the layer alone does not decide.
func (s *Source) stdExpSlow(i uint64, x float64) float64 {
	t := &expTable
	past := 0.0 // the tail beyond r is r and a fresh draw: it has no memory
	for {
		if i == 0 {
			past += expTail
		} else if t.f[i]+s.Float64()*(t.f[i+1]-t.f[i]) < math.Exp(-x) {
			return past + x
		}
		var p uint64
		i, p = place(s.Uint64())
		x = float64(int64(p)) * t.layer[i].width
		if p < t.layer[i].inner {
			return past + x
		}
	}
}

// stdNormal draws from the normal distribution of mean 0 and variance 1.
func (s *Source) stdNormal() float64 {
	t := &normalTable
	for {
		u := s.Uint64()
		i, p := place(u)
		x := float64(int64(p)) * t.layer[i].width
		if p >= t.layer[i].inner {
			if i == 0 {
				x = s.normalTail()
			} else if t.f[i]+s.Float64()*(t.f[i+1]-t.f[i]) >= math.Exp(-x*x/2) {
				continue
			}
		}
		// The first bit that neither the layer nor the place takes is the sign; as a
		// branch it would be mispredicted half of the time.
		return math.Float64frombits(math.Float64bits(x) | u<<(63-layerBits)&(1<<63))
	}
}

// normalTail draws from the half normal distribution beyond its r.
// Source: Marsaglia, "Generating a variable from the tail of the normal
// distribution", Technometrics 6 (1964).
func (s *Source) normalTail() float64 {
	for {
		x := s.stdExp() / normalTail
		if 2*s.stdExp() > x*x {
			return normalTail + x
		}
	}
}
