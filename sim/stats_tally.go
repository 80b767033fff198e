package sim

import (
	"cmp"
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
	ordered := slices.SortedFunc(slices.Values(t.runs), func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	return func(rank int64) float64 {
		for _, r := range ordered {
			if rank -= r.n; rank <= 0 {
				return r.value
			}
		}
		panic("BUG: a rank beyond the samples")
	}
}
