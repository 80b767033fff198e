package page

import (
	"math"

	"serq/ir/result"
)

// marked are the quantiles that a report has.
var marked = []struct {
	name string
	q    float64
}{{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}, {"p999", 0.999}}

// A sampled is a distribution of values that charts can show, with what is asked of it often.
type sampled struct {
	levels []result.Level
	below  []int64 // of each level: how many samples are not greater
	minus  int64   // samples below −drawable, which are not among the levels
	plus   int64   // above drawable
}

// drawable bounds the magnitudes that charts show: differences of such numbers, and
// multiples, are finite.
const drawable = 1e300

func newSampled(d result.Distribution) *sampled {
	s := new(sampled)
	for _, l := range d {
		switch {
		case l.Value < -drawable:
			s.minus += l.Count
		case l.Value > drawable:
			s.plus += l.Count
		default:
			s.levels = append(s.levels, l)
			s.below = append(s.below, s.shown()+l.Count)
		}
	}
	return s
}

// shown is the number of samples that charts show, all that of all of them.
func (s *sampled) shown() int64 {
	if len(s.below) == 0 {
		return 0
	}
	return s.below[len(s.below)-1]
}

func (s *sampled) all() int64 { return s.minus + s.shown() + s.plus }

func (s *sampled) least() float64    { return s.levels[0].Value }
func (s *sampled) greatest() float64 { return s.levels[len(s.levels)-1].Value }

// constant reports whether all values that are shown are one, or so nearly one that they
// differ by rounding, as differences of times do.
func (s *sampled) constant() bool {
	if len(s.levels) < 2 {
		return true
	}
	size := max(math.Abs(s.least()), math.Abs(s.greatest()))
	return s.greatest()-s.least() < max(1e-10*size, 1/drawable)
}

// whole reports whether all values are whole numbers, as of tokens.
func (s *sampled) whole() bool {
	for _, l := range s.levels {
		if l.Value != math.Trunc(l.Value) || math.Abs(l.Value) > 1<<52 {
			return false
		}
	}
	return true
}

// level is the index of the level of a quantile of the samples that are shown: of the ⌈qn⌉-th
// smallest, as the report has it.
func (s *sampled) level(q float64) int { return s.levelOf(rank(q, s.shown())) }

func (s *sampled) quantile(q float64) float64 { return s.levels[s.level(q)].Value }

// rank is which of n samples the quantile q is, from 1 on. What is subtracted absorbs
// the rounding of q·n.
func rank(q float64, n int64) int64 {
	return min(max(1, int64(math.Ceil(q*float64(n)-1e-9))), n)
}

// levelOf is the index of the level at which the sample of a rank is.
func (s *sampled) levelOf(rank int64) int {
	lo, hi := 0, len(s.below)-1
	for lo < hi {
		if mid := (lo + hi) / 2; s.below[mid] < rank {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// marks are the quantiles of all samples, as far as they are shown.
func (s *sampled) marks() []chartMark {
	marks := []chartMark{}
	for _, m := range marked {
		if r := rank(m.q, s.all()) - s.minus; r >= 1 && r <= s.shown() {
			marks = append(marks, chartMark{m.name, s.levels[s.levelOf(r)].Value})
		}
	}
	return marks
}
