package sim

import (
	"math/bits"
	"slices"
)

// A selection finds order statistics of values without sorting what lies between
// them: five quantiles of n values cost a few passes, a sort log n of them.
type selection struct {
	xs   []float64 // a copy that is put in order as far as it was asked for; no NaN
	done int       // the so many least stand before the others
}

func selectionOf(xs []float64) *selection { return &selection{xs: slices.Clone(xs)} }

// at is the value of a rank, from 1 on. Ranks are asked for in ascending order.
func (s *selection) at(rank int64) float64 {
	k := int(rank - 1)
	if k >= s.done {
		bringNth(s.xs[s.done:], k-s.done)
		s.done = k + 1
	}
	return s.xs[k]
}

// bringNth reorders xs so that xs[k] is what it would be if they were sorted, and
// nothing before it is greater, nothing behind it less. Quickselect (Hoare,
// "Algorithm 65: find", CACM 4(7), 1961) with the median of three for a pivot; a
// range that does not shrink as it should is sorted.
func bringNth(xs []float64, k int) {
	const small = 24 // from here on a sort is as fast
	lo, hi := 0, len(xs)-1
	for rounds := 2 * bits.Len(uint(len(xs))); hi-lo >= small && rounds > 0; rounds-- {
		pivot := medianOf(xs[lo], xs[lo+(hi-lo)/2], xs[hi])
		i, j := lo, hi
		for i <= j {
			for xs[i] < pivot {
				i++
			}
			for xs[j] > pivot {
				j--
			}
			if i <= j {
				xs[i], xs[j] = xs[j], xs[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return // between the two all values are the pivot
		}
	}
	slices.Sort(xs[lo : hi+1])
}

func medianOf(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}
