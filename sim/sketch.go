package sim

import (
	"math"

	"github.com/DataDog/sketches-go/ddsketch/mapping"
	"github.com/DataDog/sketches-go/ddsketch/store"
)

// sketchAccuracy is the relative error of a sketched quantile.
const sketchAccuracy = 0.001

// A sketch is the distribution of many values in bounded space: counts in bins
// whose borders are so close that the middle of the bin in which a quantile falls
// is within sketchAccuracy of it. Magnitudes below the least normal float64 count
// as 0 and those above 1.2e308 as that; infinite values are counted beside.
//
// The parts are used without the library's sketch around them, which is a third
// of the time: it decides again for every value what the types decide here.
//
// Source: Masson, Rim, Lee, "DDSketch: a fast and fully-mergeable quantile sketch
// with relative-error guarantees", VLDB 12 (2019).
type sketch struct {
	mapping            *mapping.LinearlyInterpolatedMapping
	positive, negative *store.DenseStore // by magnitude
	least, greatest    float64           // magnitudes that have a bin
	zero               int64
	minusInf, plusInf  int64
}

func newSketch() *sketch {
	// The index of a bin is linear in the mantissa: 44% more bins than with the
	// logarithm, at a quarter of its time. All indices are made positive: around 1,
	// where many latencies lie, their sign would be mispredicted half of the time.
	const positive = 1 << 20
	gamma := math.Pow((1+sketchAccuracy)/(1-sketchAccuracy), math.Ln2)
	m, err := mapping.NewLinearlyInterpolatedMappingWithGamma(gamma, positive)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return &sketch{
		mapping:  m,
		positive: store.NewDenseStore(), negative: store.NewDenseStore(),
		least: m.MinIndexableValue(), greatest: m.MaxIndexableValue(),
	}
}

// add takes n values v.
func (s *sketch) add(v float64, n int64) {
	switch {
	case v > s.least && v <= s.greatest:
		s.positive.AddWithCount(s.mapping.Index(v), float64(n))
	case v < -s.least && v >= -s.greatest:
		s.negative.AddWithCount(s.mapping.Index(-v), float64(n))
	case math.IsInf(v, 1):
		s.plusInf += n
	case math.IsInf(v, -1):
		s.minusInf += n
	case v > s.greatest:
		s.add(s.greatest, n)
	case v < -s.greatest:
		s.add(-s.greatest, n)
	default:
		s.zero += n
	}
}

// at returns the value of a rank, from 1 on.
func (s *sketch) at(rank int64) float64 {
	// Counts are whole and below 2^53, so that all of this is exact.
	below := rank - 1 - s.minusInf // finite values before the one wanted
	negative, positive := int64(s.negative.TotalCount()), int64(s.positive.TotalCount())
	switch {
	case below < 0:
		return math.Inf(-1)
	case below < negative:
		return -s.mapping.Value(s.negative.KeyAtRank(float64(negative - 1 - below)))
	case below < negative+s.zero:
		return 0
	case below < negative+s.zero+positive:
		return s.mapping.Value(s.positive.KeyAtRank(float64(below - negative - s.zero)))
	}
	return math.Inf(1)
}

// each calls yield for each value, in ascending order, with how many there are of it.
func (s *sketch) each(yield func(v float64, n int64)) {
	yieldIfAny := func(v float64, n int64) {
		if n > 0 {
			yield(v, n)
		}
	}
	yieldIfAny(math.Inf(-1), s.minusInf)
	var negative []weighted // by ascending magnitude
	s.negative.ForEach(func(bin int, n float64) bool {
		negative = append(negative, weighted{-s.mapping.Value(bin), int64(n)})
		return false
	})
	for i := len(negative) - 1; i >= 0; i-- {
		yield(negative[i].value, negative[i].n)
	}
	yieldIfAny(0, s.zero)
	s.positive.ForEach(func(bin int, n float64) bool {
		yield(s.mapping.Value(bin), int64(n))
		return false
	})
	yieldIfAny(math.Inf(1), s.plusInf)
}
