package sim

import (
	"math"

	"serq/ir/result"
)

// A series is the samples of one observation.
//
// Up to exactLimit samples are kept, and everything is computed from them when
// the report asks. With one more, the kept ones are folded into what takes
// bounded space (a long), and so is every foldSize samples from then on.
type series struct {
	name   string
	recent []float64 // not folded yet, in order
	folded *long     // nil until there are more than exactLimit
	keep   bool
	kept   []sample // all, for --dump, if keep
}

// A sample is one value of an observation, as a dump shows it.
type sample struct {
	time    float64
	session int64 // serial
	turn    int64
	value   float64
}

// foldSize is how many samples are folded at once: enough that the sketch's and the
// moments' code and tables stay in the cache while it lasts.
const foldSize = 1024

func newSeries(name string, keep bool) series { return series{name: name, keep: keep} }

// add takes one sample.
func (s *series) add(v float64) {
	if len(s.recent) == cap(s.recent) {
		s.makeRoom()
	}
	s.recent = append(s.recent, v)
}

// addKept takes one sample and keeps it for the dump.
func (s *series) addKept(time float64, session, turn int64, v float64) {
	s.add(v)
	s.kept = append(s.kept, sample{time, session, turn, v})
}

// makeRoom doubles the space for samples up to the limit, beyond which it folds.
func (s *series) makeRoom() {
	if s.folded == nil && len(s.recent) < exactLimit {
		grown := make([]float64, len(s.recent), min(max(2*len(s.recent), 64), exactLimit))
		copy(grown, s.recent)
		s.recent = grown
		return
	}
	if s.folded == nil {
		s.folded = newLong()
		for len(s.recent) > foldSize {
			s.folded.fold(s.recent[:foldSize])
			s.recent = s.recent[foldSize:]
		}
	}
	s.folded.fold(s.recent)
	if s.recent = s.recent[:0]; cap(s.recent) != foldSize {
		s.recent = make([]float64, 0, foldSize) // the many kept ones can go
	}
}

// reset forgets all samples, at the end of the warm-up.
func (s *series) reset() {
	s.recent, s.folded, s.kept = s.recent[:0], nil, s.kept[:0]
}

// count is the number of samples.
func (s *series) count() int64 {
	n := int64(len(s.recent))
	if s.folded != nil {
		n += s.folded.moments.count
	}
	return n
}

// observe returns the report's row. It may be called in the middle of a run.
func (s *series) observe() result.Observe {
	o := result.Observe{Name: s.name, Count: result.Count(s.count()), QuantileMethod: "exact"}
	if o.Count == 0 {
		return o
	}
	if s.folded != nil {
		s.foldRecent()
		s.folded.describe(&o)
		return o
	}
	m := momentsOf(s.recent)
	o.Mean, o.CV2 = figure(m.mean), m.cv2()
	least, greatest := extremes(s.recent)
	o.Min, o.Max = figure(least), figure(greatest)
	o.Quantiles = quantilesBy(s.count(), selectionOf(s.recent).at)
	if o.Count >= minForCI {
		var means [batches]float64
		size := len(s.recent) / batches
		for i := range means {
			means[i] = sum(s.recent[i*size:(i+1)*size]) / float64(size)
		}
		o.CI = halfWidth(&means)
	}
	return o
}

// distribution returns the samples in ascending order. It may be called in the middle
// of a run.
func (s *series) distribution() result.Distribution {
	var d result.Distribution
	if s.folded != nil {
		s.foldRecent()
		s.folded.sketch.each(func(v float64, n int64) {
			d = append(d, result.Level{Value: s.folded.within(v), Count: n})
		})
		return d
	}
	for _, v := range sorted(s.recent) {
		if last := len(d) - 1; last < 0 || d[last].Value != v {
			d = append(d, result.Level{Value: v})
		}
		d[len(d)-1].Count++
	}
	return d
}

// extremes returns the least and the greatest of samples.
func extremes(xs []float64) (least, greatest float64) {
	least, greatest = math.Inf(1), math.Inf(-1)
	for _, x := range xs {
		if x <= least { // nearly never; min knows that −0 is less than 0
			least = min(least, x)
		}
		if x >= greatest {
			greatest = max(greatest, x)
		}
	}
	return least, greatest
}

// foldRecent folds what has not been folded yet, of a series that folds.
func (s *series) foldRecent() {
	s.folded.fold(s.recent)
	s.recent = s.recent[:0]
}

// A long is what is known of more samples than are kept.
type long struct {
	moments    moments
	least      float64
	greatest   float64
	sketch     *sketch
	groups     []float64 // sums of groupSize consecutive samples each, from the first on
	groupSize  int       // a power of two
	open       float64   // sum of the group that is not full yet
	openLength int
}

// maxGroups bounds the sums kept for the batch means. When it is reached, two
// neighbours become one group of twice the size.
const maxGroups = 1 << 17

func newLong() *long {
	return &long{
		least: math.Inf(1), greatest: math.Inf(-1), sketch: newSketch(),
		groups: make([]float64, 0, maxGroups), groupSize: 1,
	}
}

// fold takes samples in.
func (l *long) fold(xs []float64) {
	l.moments.merge(momentsOf(xs))
	for _, x := range xs {
		l.least, l.greatest = min(l.least, x), max(l.greatest, x)
		l.sketch.add(x, 1)
		l.open += x
		if l.openLength++; l.openLength == l.groupSize {
			l.groups = append(l.groups, l.open)
			l.open, l.openLength = 0, 0
			if len(l.groups) == maxGroups {
				l.halveGroups()
			}
		}
	}
}

func (l *long) halveGroups() {
	for i := range maxGroups / 2 {
		l.groups[i] = l.groups[2*i] + l.groups[2*i+1]
	}
	l.groups = l.groups[:maxGroups/2]
	l.groupSize *= 2
}

// describe fills a report's row but for its name and count.
func (l *long) describe(o *result.Observe) {
	o.Mean, o.CV2, o.CI = figure(l.moments.mean), l.moments.cv2(), l.ci()
	o.Min, o.Max = figure(l.least), figure(l.greatest)
	o.QuantileMethod = "ddsketch"
	o.Quantiles = quantilesBy(l.moments.count, l.at)
}

// at returns the sample of a rank, as the sketch knows it.
func (l *long) at(rank int64) float64 { return l.within(l.sketch.at(rank)) }

// within brings a sketched value between the extremes, which are exact.
func (l *long) within(v float64) float64 { return min(max(v, l.least), l.greatest) }

// ci returns the half-width by batch means. A batch's ⌊n/20⌋ samples are rounded down
// to whole groups, of which it has at least maxGroups/2/20, so that it is shorter
// by less than one in 3,000; consecutive batches still share no sample and leave
// none out between them.
func (l *long) ci() *float64 {
	size := int(l.moments.count) / batches / l.groupSize
	var means [batches]float64
	for i := range means {
		means[i] = sum(l.groups[i*size:(i+1)*size]) / float64(size*l.groupSize)
	}
	return halfWidth(&means)
}
