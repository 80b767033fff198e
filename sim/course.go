package sim

import (
	"math"

	"serq/ir/result"
)

// The courses of a run are how the pools and the gauges went over time, from 0 on,
// the warm-up included. They are read when an event has settled, so that what lasted
// for no time is not in them, and only if somebody asked for them (Options.Courses).
type courses struct {
	used, cached, queue []course // of each pool
	gauges              []course
}

func newCourses(pools, gauges int, horizon float64) *courses {
	some := func(n int) []course {
		cs := make([]course, n)
		for i := range cs {
			cs[i] = newCourse(horizon)
		}
		return cs
	}
	return &courses{used: some(pools), cached: some(pools), queue: some(pools), gauges: some(gauges)}
}

// record takes down how things stand.
func (c *courses) record(m *machine) {
	for i := range m.pools {
		p := &m.pools[i]
		c.used[i].set(m.now, p.used)
		c.cached[i].set(m.now, p.cached)
		c.queue[i].set(m.now, float64(p.queue.len()))
	}
	for i := range m.gauges {
		c.gauges[i].set(m.now, m.gauges[i].value)
	}
}

// A course is how a number went over time, in bounded space: its extremes and its
// integral over equal spans of time. They are short at first, since nobody knows how
// long the run will be. When it is longer than all of them, two neighbours become one,
// in which nothing is lost but where in it a value stood: peaks stay, and so do
// means. A run to its horizon ends with exactly maxSpans of them, any other one
// with at least half as many, unless it is shorter than its horizon by a factor of 2^shortest.
type course struct {
	width float64 // of a span; a power of two times horizon/maxSpans
	spans []span
	value float64 // now
	since float64 // the time up to which the spans go, in the last of them
}

// A span is what is known of a number over a span of time.
type span struct {
	least, greatest float64 // values held for a positive time; +Inf and −Inf before there is one
	area            float64 // integral
}

const (
	maxSpans = 512 // half a pixel or more each, where a course is drawn; a power of two
	shortest = 64  // the first width is the last one of a run to its horizon, halved so many times
)

var unheld = span{least: math.Inf(1), greatest: math.Inf(-1)}

func newCourse(horizon float64) course {
	return course{width: math.Ldexp(horizon/maxSpans, -shortest), spans: []span{unheld}}
}

// set says what the number is from now on.
func (c *course) set(now, v float64) {
	if v != c.value {
		c.hold(now)
		c.value = v
	}
}

// hold extends the course up to a time, with the number as it is.
func (c *course) hold(until float64) {
	for until > maxSpans*c.width {
		c.halve()
	}
	for c.since < until {
		last := &c.spans[len(c.spans)-1]
		border := float64(len(c.spans)) * c.width
		if to := min(until, border); to > c.since {
			last.least, last.greatest = min(last.least, c.value), max(last.greatest, c.value)
			last.area += c.value * (to - c.since)
			c.since = to
		}
		if until > border {
			c.spans = append(c.spans, unheld)
		}
	}
}

// halve makes one span of every two.
func (c *course) halve() {
	for i := range (len(c.spans) + 1) / 2 {
		s := c.spans[2*i]
		if 2*i+1 < len(c.spans) {
			o := c.spans[2*i+1]
			s = span{min(s.least, o.least), max(s.greatest, o.greatest), s.area + o.area}
		}
		c.spans[i] = s
	}
	c.spans = c.spans[:(len(c.spans)+1)/2]
	c.width *= 2
}

// at is the course of a run that ended at a time.
func (c *course) at(end float64) result.Course {
	c.hold(end)
	out := result.Course{Width: c.width, End: end}
	for i, s := range c.spans {
		start := float64(i) * c.width
		if length := min(c.width, end-start); length > 0 {
			out.Spans = append(out.Spans, result.Span{Least: s.least, Greatest: s.greatest, Mean: s.area / length})
		}
	}
	return out
}
