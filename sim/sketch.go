package sim

import (
	"math"

	"github.com/DataDog/sketches-go/ddsketch"
	"github.com/DataDog/sketches-go/ddsketch/mapping"
	"github.com/DataDog/sketches-go/ddsketch/store"
)

// sketchAccuracy is the relative error of a sketched quantile.
const sketchAccuracy = 0.001

// A sketch is the distribution of many values in bounded space: counts in bins
// whose borders are in geometric progression, so that the middle of the bin in
// which a quantile falls is within sketchAccuracy of it. Values nearer to 0 than
// the least normal float64 count as 0, and infinite ones are counted beside.
//
// Source: Masson, Rim, Lee, "DDSketch: a fast and fully-mergeable quantile sketch
// with relative-error guarantees", VLDB 12 (2019).
type sketch struct {
	bins              *ddsketch.DDSketch
	minusInf, plusInf int64 // infinite values
}

func newSketch() *sketch {
	// The bins' index is a piecewise cubic stand-in for the logarithm: 1% more bins
	// than with the logarithm, at half of its time.
	m, err := mapping.NewCubicallyInterpolatedMapping(sketchAccuracy)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return &sketch{bins: ddsketch.NewDDSketch(m, store.NewDenseStore(), store.NewDenseStore())}
}

// add takes n values v.
func (s *sketch) add(v float64, n int64) {
	switch {
	case math.IsInf(v, 1):
		s.plusInf += n
	case math.IsInf(v, -1):
		s.minusInf += n
	default:
		// The last bin, at 1.2e308, takes what is beyond it.
		limit := s.bins.MaxIndexableValue()
		if err := s.bins.AddWithCount(min(max(v, -limit), limit), float64(n)); err != nil {
			panic("BUG: " + err.Error())
		}
	}
}

// at returns the value of a rank, from 1 on.
func (s *sketch) at(rank int64) float64 {
	negative, positive := s.bins.GetNegativeValueStore(), s.bins.GetPositiveValueStore()
	// Counts are whole and below 2^53, so that all of this is exact.
	below := float64(rank - 1 - s.minusInf) // finite values before the one wanted
	switch n, zero := negative.TotalCount(), s.bins.GetZeroCount(); {
	case below < 0:
		return math.Inf(-1)
	case below < n:
		return -s.bins.Value(negative.KeyAtRank(n - 1 - below))
	case below < n+zero:
		return 0
	case below < n+zero+positive.TotalCount():
		return s.bins.Value(positive.KeyAtRank(below - n - zero))
	}
	return math.Inf(1)
}
