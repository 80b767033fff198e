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

// cdfOf takes all points of at least one sample if they are few. Of many it takes
// some equally far apart in F, more towards the tail, equally far apart in log(1−F), and
// in any case the extremes and the quantiles that the report has.
func cdfOf(s *sampled) cdf {
	n := float64(s.all())
	if len(s.levels) <= mostPoints {
		c := cdf{steps: true, X: []float64{s.least()}, F: []float64{float64(s.minus) / n}}
		for i, l := range s.levels {
			c.X, c.F = append(c.X, l.Value), append(c.F, float64(s.minus+s.below[i])/n)
		}
		return c
	}
	picked := []int{0, len(s.levels) - 1}
	for i := 1; i < bodyPoints; i++ {
		picked = append(picked, s.level(float64(i)/bodyPoints))
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
	var c cdf
	for _, i := range slices.Compact(picked) {
		c.X, c.F = append(c.X, s.levels[i].Value), append(c.F, float64(s.minus+s.below[i])/n)
	}
	return c
}
