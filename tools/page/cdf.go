package page

import (
	"math"
	"slices"
)

// A cdf is points of an empirical distribution function: F is the share of all samples
// that are not greater than X.
type cdf struct {
	X, F  []float64
	steps bool // these are all points: the function is a staircase between them
}

const (
	mostPoints = 500
	bodyPoints = 280 // equally far apart in F
	tailPoints = 20  // for each factor of ten in 1 − F
)

// cdfOf takes all points of at least one sample if they are few. Of many it takes some
// equally far apart in F, more towards the tail, equally far apart in log(1−F), and in any
// case the extremes and the quantiles that the report has. The first point is the foot
// of the first step, and so are the points before other large ones.
func cdfOf(s *sampled) cdf {
	var picked []int // levels
	if c := len(s.levels); c <= mostPoints {
		for i := range c {
			picked = append(picked, i)
		}
	} else {
		picked = pick(s)
	}
	n := float64(s.all())
	c := cdf{steps: len(picked) == len(s.levels), X: []float64{s.least()}, F: []float64{float64(s.minus) / n}}
	for _, i := range picked {
		c.X, c.F = append(c.X, s.levels[i].Value), append(c.F, float64(s.minus+s.below[i])/n)
	}
	return c
}

// pick chooses some of many levels, ascending.
func pick(s *sampled) []int {
	picked := []int{0, len(s.levels) - 1}
	large := 2 * s.shown() / bodyPoints // takes at least two of the points in the body
	for k := 1; k < bodyPoints; k++ {
		i := s.level(float64(k) / bodyPoints)
		picked = append(picked, i)
		if i > 0 && s.levels[i].Count > large {
			picked = append(picked, i-1)
		}
	}
	for _, m := range marked {
		if r := rank(m.q, s.all()) - s.minus; r >= 1 && r <= s.shown() {
			picked = append(picked, s.levelOf(r))
		}
	}
	for k := 1; k <= mostPoints-bodyPoints-2-len(marked); k++ {
		above := math.Pow(10, -float64(k)/tailPoints)
		if above*float64(s.shown()) < 1 {
			break
		}
		picked = append(picked, s.level(1-above))
	}
	slices.Sort(picked)
	return slices.Compact(picked)
}
