package sim

import (
	"math"
	"math/bits"
	"slices"
)

// A selection finds order statistics of values without sorting what lies between
// them: five quantiles of n values cost a few passes, a sort log n of them.
//
// Many values are first dealt to buckets by their leading bits, in two passes
// without a branch that depends on a value: that takes a third of the time that
// bringNth takes for all of them, whose every comparison may be mispredicted.
type selection struct {
	xs   []float64 // a copy, the buckets one after the other, that is put in order as far as it was asked for; no NaN
	ends []int     // of the buckets, in xs
	done int       // the so many least stand before the others
}

const (
	bucketsFrom = 1 << 14 // as many values are worth the buckets
	leadingBits = 16      // the sign, the exponent and four bits of the mantissa
)

func selectionOf(xs []float64) *selection {
	counts := []int(nil)
	if len(xs) >= bucketsFrom {
		counts = make([]int, 1<<leadingBits)
		for _, x := range xs {
			counts[leading(x)]++
		}
	}
	if counts == nil || counts[leading(math.Copysign(0, -1))] > 0 { // which is equal to 0, in another bucket
		return &selection{xs: slices.Clone(xs), ends: []int{len(xs)}}
	}
	start := 0
	for b, n := range counts {
		counts[b] = start
		start += n
	}
	dealt := make([]float64, len(xs))
	for _, x := range xs {
		b := leading(x)
		dealt[counts[b]] = x
		counts[b]++ // in the end the bucket's end
	}
	return &selection{xs: dealt, ends: counts}
}

// leading is the bucket of a value; of two values the greater one's is not less.
func leading(x float64) uint64 {
	b := math.Float64bits(x)
	b ^= uint64(int64(b)>>63) | 1<<63
	return b >> (64 - leadingBits)
}

// at is the value of a rank, from 1 on. Ranks are asked for in ascending order.
func (s *selection) at(rank int64) float64 {
	k := int(rank - 1)
	if k >= s.done {
		for s.ends[0] <= k {
			s.done = max(s.done, s.ends[0])
			s.ends = s.ends[1:]
		}
		bringNth(s.xs[s.done:s.ends[0]], k-s.done)
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
