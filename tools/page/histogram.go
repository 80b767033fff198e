package page

import "math"

// A histogram is how many samples fall into bins, as shares of all samples.
//
// Bins have the width of Freedman and Diaconis, 2·IQR/∛n, rounded up to 1, 2 or 5 times
// a power of ten, at whose multiples they begin, but so that there are no more than
// mostBins. On a logarithmic axis the rule is applied to the logarithms, and the width
// is 1/k of a decade. Bins of whole numbers have whole widths and edges halfway between
// two numbers, so that none holds one number more than its neighbour.
//
// A long tail would squeeze all the rest into a few bins: on a linear axis what is more
// than tailEnd times as far above the median as the upper quartile is beyond the last bin.
//
// Source: Freedman, Diaconis, "On the histogram as a density estimator: L₂ theory",
// Zeitschrift für Wahrscheinlichkeitstheorie 57 (1981).
type histogram struct {
	edges  []float64 // of the bins, one more than there are bins
	counts []int64
	beyond int64 // samples above the last edge
}

const (
	fewestBins = 8
	mostBins   = 80
	tailEnd    = 30   // an exponential distribution's 10⁹ samples just stay below it
	logRange   = 10.0 // a logarithmic axis is offered where the values span a decade at least
)

// linearBins bins samples that are not constant on a linear axis.
func linearBins(s *sampled) histogram {
	low, high := s.least(), s.tail()
	width := niceAbove(freedmanDiaconis(s, func(x float64) float64 { return x }, low, high))
	offset := 0.0
	if s.whole() {
		offset = 0.5
		if width.power < 0 {
			width = nice{1, 0}
		}
	}
	return s.bin(edges(low, high, func(x float64) float64 { return (x + offset) / width.times(1) },
		func(k float64) float64 { return width.times(k) - offset }))
}

// logBins bins positive samples that are not constant on a logarithmic axis.
func logBins(s *sampled) histogram {
	low, high := math.Log10(s.least()), math.Log10(s.greatest())
	perDecade := 1.0
	if width := freedmanDiaconis(s, math.Log10, low, high); width < 1 {
		perDecade = math.Round(1 / niceAbove(width).times(1)) // 1, 2, 5, 10, …
	}
	return s.bin(edges(s.least(), s.greatest(), func(x float64) float64 { return math.Log10(x) * perDecade },
		func(k float64) float64 { return math.Pow(10, k/perDecade) }))
}

// edges are the values at(k) for consecutive whole k, of which the first is not above low
// and the last above high; index is the inverse of at but for rounding.
func edges(low, high float64, index, at func(float64) float64) []float64 {
	k := math.Floor(index(low))
	for at(k) > low {
		k--
	}
	edges := []float64{at(k)}
	for edges[len(edges)-1] <= high {
		k++
		edges = append(edges, at(k))
	}
	return edges
}

// tail is where a linear axis ends: at the greatest value, or, if that is far out, at
// the greatest quantile that is not.
func (s *sampled) tail() float64 {
	median := s.quantile(0.5)
	limit := median + tailEnd*(s.quantile(0.75)-median)
	if limit == median { // half of the samples are one value: no telling what is far
		return s.greatest()
	}
	for _, q := range []float64{1, 0.999, 0.99, 0.95} {
		if x := s.quantile(q); x <= limit {
			return x
		}
	}
	return limit
}

// longTailed reports whether a linear axis would not show all samples, and a
// logarithmic one can.
func (s *sampled) longTailed() bool { return s.allowsLog() && s.tail() < s.greatest() }

// allowsLog reports whether a logarithmic axis makes sense.
func (s *sampled) allowsLog() bool {
	return s.least() > 1/drawable && s.greatest()/s.least() >= logRange
}

// freedmanDiaconis is the width of bins from low to high, on an axis where the place of
// a value is at(value).
func freedmanDiaconis(s *sampled, at func(float64) float64, low, high float64) float64 {
	iqr := at(s.quantile(0.75)) - at(s.quantile(0.25))
	width := 2 * iqr / math.Cbrt(float64(s.shown()))
	return min(max(width, (high-low)/mostBins), (high-low)/fewestBins)
}

// A nice number is 1, 2 or 5 times a power of ten.
type nice struct{ digit, power float64 }

// times is a multiple of a nice number, rounded once: 3 times 0.1 is 0.3.
func (n nice) times(k float64) float64 {
	if n.power < 0 {
		return k * n.digit / math.Pow(10, -n.power)
	}
	return k * n.digit * math.Pow(10, n.power)
}

// niceAbove is the least nice number that is not less than x > 0.
func niceAbove(x float64) nice {
	power := max(math.Floor(math.Log10(x)), leastPower)
	for _, digit := range []float64{1, 2, 5} {
		if n := (nice{digit, power}); n.times(1) >= x*(1-1e-9) { // what is nice but for rounding is nice
			return n
		}
	}
	return nice{1, power + 1}
}

// leastPower is that of a power of ten whose inverse is a number, too.
const leastPower = -300

// bin counts the samples between edges, each bin without its upper one.
func (s *sampled) bin(edges []float64) histogram {
	h := histogram{edges: edges, counts: make([]int64, len(edges)-1)}
	i := 0
	for _, l := range s.levels {
		for i < len(h.counts) && l.Value >= edges[i+1] {
			i++
		}
		if i == len(h.counts) {
			h.beyond += l.Count
			continue
		}
		h.counts[i] += l.Count
	}
	return h
}
