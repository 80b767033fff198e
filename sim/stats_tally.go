package sim

import (
	"cmp"
	"math/bits"
	"slices"

	"serq/ir/result"
)

// A tally is the samples of a latency that come many at a time: an iteration gives
// every decode of its batch the same gap. Their order does not matter, and equal
// ones in a row are one run. Quantiles are exact up to exactLimit runs and by a
// sketch beyond.
type tally struct {
	count  int64
	sum    float64
	runs   []weighted
	sketch *sketch // of all runs before those in runs; nil as long as they are kept
}

// A weighted is a value that occurred n times.
type weighted struct {
	value float64
	n     int64
}

// add takes n samples v.
func (t *tally) add(v float64, n int64) {
	if n == 0 {
		return
	}
	t.count += n
	t.sum += v * float64(n)
	if last := len(t.runs) - 1; last >= 0 && t.runs[last].value == v {
		t.runs[last].n += n
		return
	}
	if len(t.runs) >= exactLimit || t.sketch != nil && len(t.runs) >= foldSize {
		t.fold()
	}
	t.runs = append(t.runs, weighted{v, n})
}

// fold moves the kept runs to the sketch.
func (t *tally) fold() {
	if t.sketch == nil {
		t.sketch = newSketch()
	}
	for _, r := range t.runs {
		t.sketch.add(r.value, r.n)
	}
	t.runs = t.runs[:0]
}

// reset forgets all samples, at the end of the warm-up.
func (t *tally) reset() { *t = tally{runs: t.runs[:0]} }

// itl returns the samples as inter-token latencies.
func (t *tally) itl() result.ITL {
	if t.count == 0 {
		return result.ITL{}
	}
	q := quantilesBy(t.count, t.finder())
	return result.ITL{Mean: figure(t.sum / float64(t.count)), P50: q.P50, P99: q.P99}
}

// finder returns a function that finds the sample of a rank.
func (t *tally) finder() func(rank int64) float64 {
	if t.sketch != nil {
		t.fold()
		return t.sketch.at
	}
	return (&weightedSelection{runs: slices.Clone(t.runs)}).at
}

// A weightedSelection is a selection of values that occurred several times each.
type weightedSelection struct {
	runs []weighted // in order as far as it was asked for; no NaN
	done int        // the so many least stand before the others
	seen int64      // how often those occurred
}

// at is the value of a rank, from 1 on. It is quickselect as in bringNth, with the
// values that are the pivot in the middle; a rank that is not below the one asked for
// before looks only at what is above that.
func (s *weightedSelection) at(rank int64) float64 {
	const small = 24 // from here on a sort is as fast
	if rank <= s.seen {
		s.done, s.seen = 0, 0
	}
	hi := len(s.runs)
	for rounds := 2 * bits.Len(uint(hi)); hi-s.done > small && rounds > 0; rounds-- {
		part := s.runs[s.done:hi]
		pivot := ninther(part)
		less, equal, lessN, equalN := split(part, pivot)
		switch {
		case rank <= s.seen+lessN:
			hi = s.done + less
		case rank <= s.seen+lessN+equalN:
			s.done, s.seen = s.done+less, s.seen+lessN
			return pivot
		default:
			s.done, s.seen = s.done+less+equal, s.seen+lessN+equalN
		}
	}
	slices.SortFunc(s.runs[s.done:hi], func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	for s.seen+s.runs[s.done].n < rank {
		s.seen += s.runs[s.done].n
		s.done++
	}
	return s.runs[s.done].value
}

// ninther is the median of three medians of three values (Tukey, 1978). Latencies that
// rise, fall and rise defeat a median of three.
func ninther(runs []weighted) float64 {
	at := func(i int) float64 { return runs[i*(len(runs)-1)/8].value }
	return medianOf(medianOf(at(0), at(3), at(6)), medianOf(at(1), at(4), at(7)), medianOf(at(2), at(5), at(8)))
}

// split reorders runs: those less than the pivot, then those that are it, then the
// others. It returns how many runs the first two parts are, and how often they occurred.
func split(runs []weighted, pivot float64) (less, equal int, lessN, equalN int64) {
	next, hi := 0, len(runs)
	for next < hi {
		switch r := runs[next]; {
		case r.value < pivot:
			runs[next], runs[less] = runs[less], r
			less++
			next++
			lessN += r.n
		case r.value > pivot:
			hi--
			runs[next], runs[hi] = runs[hi], r
		default:
			next++
			equalN += r.n
		}
	}
	return less, hi - less, lessN, equalN
}
