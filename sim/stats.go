package sim

import (
	"math"
	"slices"

	"serq/ir/result"
)

// The statistics of a run are accumulated in constant time per change. What an
// accumulator is told never is NaN, but for a gauge's value; infinite values are
// allowed, and a figure that they make infinite or undefined is nil in the report.

const (
	batches     = 20    // of consecutive samples, or windows of equal length
	batchT      = 2.093 // two-sided 95% quantile of Student's t, batches−1 degrees of freedom
	minForCI    = 2 * batches
	exactLimit  = 1_000_000 // samples kept for exact quantiles; more go to a sketch
	rankEpsilon = 1e-9      // absorbs the rounding of q·n before it is rounded up to a rank
)

// A mean is the average of what was added.
type mean struct {
	count int64
	sum   float64
}

func (m *mean) add(v float64) {
	m.count++
	m.sum += v
}

// value returns the average; nil if nothing was added.
func (m *mean) value() *float64 {
	if m.count == 0 {
		return nil
	}
	return figure(m.sum / float64(m.count))
}

// figure is a number of the report: nil if it is infinite or undefined.
func figure(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// moments are the count, the mean and the sum of squared deviations from it.
type moments struct {
	count    int64
	mean, m2 float64
}

// momentsOf returns the moments of samples, by two passes: no difference of squares loses
// the digits of a small variance beside a large mean.
func momentsOf(xs []float64) moments {
	if len(xs) == 0 {
		return moments{}
	}
	m := moments{count: int64(len(xs)), mean: sum(xs) / float64(len(xs))}
	for _, x := range xs {
		m.m2 += (x - m.mean) * (x - m.mean)
	}
	return m
}

// merge adds the moments of other samples. Source: Chan, Golub, LeVeque, "Updating
// formulae and a pairwise algorithm for computing sample variances" (1979).
func (m *moments) merge(o moments) {
	if o.count == 0 {
		return
	}
	a, b := float64(m.count), float64(o.count)
	d := o.mean - m.mean
	m.count += o.count
	m.mean += d * (b / (a + b))
	m.m2 += o.m2 + d*d*(a*b/(a+b))
}

// cv2 returns the sample variance over the squared mean; nil below two samples or
// at mean 0.
func (m *moments) cv2() *float64 {
	if m.count < 2 || m.mean == 0 {
		return nil
	}
	return figure(m.m2 / float64(m.count-1) / (m.mean * m.mean))
}

// sum returns the sum of xs with the rounding errors carried along, so that it does
// not depend on how many there are. Source: Neumaier (1974), the improved Kahan sum.
func sum(xs []float64) float64 {
	s, lost := 0.0, 0.0
	for _, x := range xs {
		t := s + x
		if math.Abs(s) >= math.Abs(x) {
			lost += (s - t) + x
		} else {
			lost += (x - t) + s
		}
		s = t
	}
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return s // what was lost is infinite too and means nothing
	}
	return s + lost
}

// halfWidth returns the 95% confidence half-width of the mean of independent
// batches, from the batches' means.
func halfWidth(means *[batches]float64) *float64 {
	m := momentsOf(means[:])
	return figure(batchT * math.Sqrt(m.m2/(batches-1)/batches))
}

// rank returns which of n sorted samples, from 1 on, is the q-quantile: ⌈qn⌉.
func rank(q float64, n int64) int64 {
	return max(1, int64(math.Ceil(q*float64(n)-rankEpsilon)))
}

// quantilesBy fills a report's quantiles from a function that finds the sample of
// a rank, asked for in ascending order, for n ≥ 1 samples.
func quantilesBy(n int64, at func(rank int64) float64) result.Quantiles {
	q := func(q float64) *float64 { return figure(at(rank(q, n))) }
	return result.Quantiles{P50: q(0.5), P90: q(0.9), P95: q(0.95), P99: q(0.99), P999: q(0.999)}
}

// sorted returns a sorted copy.
func sorted(xs []float64) []float64 {
	xs = slices.Clone(xs)
	slices.Sort(xs)
	return xs
}
