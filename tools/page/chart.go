package page

import (
	"slices"

	"serq/ir/result"
)

// A chart is what script.js draws in an element: one of its fields is set.
type chart struct {
	Histogram *histogramChart `json:"histogram,omitempty"`
	CDF       *cdfChart       `json:"cdf,omitempty"`
	Course    *courseChart    `json:"course,omitempty"`
}

// A histogramChart has bins for a linear axis, and for a logarithmic one where that
// makes sense.
type histogramChart struct {
	Linear *bins       `json:"linear"`
	Log    *bins       `json:"log"`
	Marks  []chartMark `json:"marks"`
}

type bins struct {
	Edges  numbers `json:"edges"`
	Shares numbers `json:"shares"` // of all samples
	Counts []int64 `json:"counts"`
}

type cdfChart struct {
	X     numbers `json:"x"`
	F     numbers `json:"f"`
	Steps bool    `json:"steps"` // a staircase; else the points are joined

	// The range of the axis: that of the histogram's. Log is null where that is.
	Linear *[2]float64 `json:"linear"`
	Log    *[2]float64 `json:"log"`
	Marks  []chartMark `json:"marks"`
}

// A chartMark is a place on the horizontal axis that has a name.
type chartMark struct {
	Name string  `json:"name"`
	At   float64 `json:"at"`
}

// A courseChart is a number over time, or two that are stacked.
type courseChart struct {
	Width  float64  `json:"width"` // of a span
	End    float64  `json:"end"`
	Warmup float64  `json:"warmup"` // when it ended
	Unit   string   `json:"unit"`   // of time
	Cap    *float64 `json:"cap"`    // what the sum is never above; null: no limit
	Tracks []track  `json:"tracks"` // from below
}

type track struct {
	Name     string  `json:"name"`
	Least    numbers `json:"least"`
	Mean     numbers `json:"mean"`
	Greatest numbers `json:"greatest"`
	width    float64
	end      float64
}

func trackOf(name string, c result.Course) track {
	t := track{Name: name, width: c.Width, end: c.End}
	for _, s := range c.Spans {
		t.Least, t.Mean, t.Greatest = append(t.Least, s.Least), append(t.Mean, s.Mean), append(t.Greatest, s.Greatest)
	}
	return t
}

// extremes are the least and the greatest value of a track that is not empty.
func (t track) extremes() (least, greatest float64) {
	return slices.Min(t.Least), slices.Max(t.Greatest)
}

// always reports whether a track never was anything but v.
func (t track) always(v float64) bool {
	least, greatest := t.extremes()
	return least == v && greatest == v
}

// reach is from the first edge to the last one.
func (b *bins) reach() *[2]float64 {
	if b == nil {
		return nil
	}
	return &[2]float64{b.Edges[0], b.Edges[len(b.Edges)-1]}
}

func binsOf(h histogram, all int64) *bins {
	b := &bins{Edges: h.edges, Counts: h.counts}
	for _, n := range h.counts {
		b.Shares = append(b.Shares, float64(n)/float64(all))
	}
	return b
}
