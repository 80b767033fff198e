package sim

import (
	"math"

	"serq/ir/result"
)

// A timeAvg is the integral over time of a number that changes at events. The zero
// value is the number 0 from time 0 on.
type timeAvg struct {
	value float64 // now
	since float64 // the time up to which area goes
	area  float64 // integral since the last reset
}

// set changes the number.
func (a *timeAvg) set(now, v float64) {
	a.area += a.value * (now - a.since)
	a.value, a.since = v, now
}

// reset starts the integral anew, with the number as it is.
func (a *timeAvg) reset(now float64) { a.area, a.since = 0, now }

// integral returns the integral from the last reset to now.
func (a *timeAvg) integral(now float64) float64 { return a.area + a.value*(now-a.since) }

// average returns the time average over [start, now], start being the time of the
// last reset; 0 if no time has passed.
func (a *timeAvg) average(start, now float64) float64 {
	if now <= start {
		return 0
	}
	return a.integral(now) / (now - start)
}

// A gaugeTrack is the course of a gauge.
//
// The windows of its interval are known only at the end of the run: it may drain,
// or be interrupted. So the integral is kept at every change (it is linear between
// them), and beyond maxPoints changes at every second, fourth, … of them. From then
// on the mean and the extremes are exact still, and at a window's border that falls
// between two kept changes the integral is interpolated: what counts in the wrong
// one of two windows is less than the area of one step of half a million.
//
// A value may be infinite or NaN. What was held for no time counts nowhere. An
// infinite value makes the mean, the interval and the one extreme undefined, a NaN
// all four figures.
type gaugeTrack struct {
	name            string
	start           float64 // of the measured time
	value           float64 // now
	since           float64 // the time up to which area, least and greatest go
	area            float64 // integral since start
	least, greatest float64 // values held for a positive time
	points          []point
	every           int // one change in so many is a point
	changes         int // since the latest point
	keep            bool
	kept            []gaugeChange // for --dump, if keep: the first one at start
}

// A point is a place on the integral.
type point struct{ time, area float64 }

// A gaugeChange is a value from a time on, as a dump shows it.
type gaugeChange struct{ time, value float64 }

// maxPoints bounds the points that a gauge keeps, to 16 MB. It is even.
const maxPoints = 1 << 20

func newGaugeTrack(name string, keep bool) gaugeTrack {
	g := gaugeTrack{name: name, keep: keep}
	g.reset(0)
	return g
}

// reset begins the measured time, with the value as it is.
func (g *gaugeTrack) reset(now float64) {
	g.start, g.since, g.area = now, now, 0
	g.least, g.greatest = math.Inf(1), math.Inf(-1)
	g.points, g.every, g.changes = g.points[:0], 1, 0
	if g.keep {
		g.kept = append(g.kept[:0], gaugeChange{now, g.value})
	}
}

// set says what the value is from now on.
func (g *gaugeTrack) set(now, v float64) {
	if v == g.value {
		return
	}
	if now > g.since {
		g.area, g.least, g.greatest = g.upTo(now)
		g.since = now
		g.addPoint()
	}
	g.value = v
	if g.keep {
		g.keepChange(now)
	}
}

// upTo returns the integral and the extremes up to a time not before since.
func (g *gaugeTrack) upTo(now float64) (area, least, greatest float64) {
	if now <= g.since {
		return g.area, g.least, g.greatest
	}
	return g.area + g.value*(now-g.since), min(g.least, g.value), max(g.greatest, g.value)
}

// addPoint keeps the place on the integral, one time in every.
func (g *gaugeTrack) addPoint() {
	if g.changes++; g.changes < g.every {
		return
	}
	g.changes = 0
	g.points = append(g.points, point{g.since, g.area})
	if len(g.points) < maxPoints {
		return
	}
	for i := range maxPoints / 2 {
		g.points[i] = g.points[2*i+1]
	}
	g.points = g.points[:maxPoints/2]
	g.every *= 2
}

// keepChange keeps the value for the dump; of one instant, the last.
func (g *gaugeTrack) keepChange(now float64) {
	last := len(g.kept) - 1
	if g.kept[last].time != now {
		g.kept = append(g.kept, gaugeChange{now, g.value})
		return
	}
	g.kept[last].value = g.value
	if last > 0 && g.kept[last-1].value == g.value {
		g.kept = g.kept[:last]
	}
}

// report returns the report's row for a run that ends now. It may be called in the
// middle of a run.
func (g *gaugeTrack) report(now float64) result.Gauge {
	row := result.Gauge{Name: g.name}
	if now <= g.start {
		return row
	}
	area, least, greatest := g.upTo(now)
	row.Min, row.Max = figure(least), figure(greatest)
	if least == greatest { // a constant, which sums and quotients would blur
		row.Mean, row.CI = figure(least), figure(greatest-least)
		return row
	}
	row.Mean = figure(area / (now - g.start))
	row.CI = halfWidth(g.windows(point{now, area}))
	return row
}

// windows returns the averages over equal windows of [start, end].
func (g *gaugeTrack) windows(end point) *[batches]float64 {
	width := (end.time - g.start) / batches
	var means [batches]float64
	before, next := point{g.start, 0}, 0 // a place not after the border, and the index of the one after it
	done := 0.0                          // the integral at the window's start
	for i := range means {
		border := g.start + float64(i+1)*width
		for next < len(g.points) && g.points[next].time <= border {
			before = g.points[next]
			next++
		}
		after := end
		if next < len(g.points) {
			after = g.points[next]
		}
		at := before.area
		if border > before.time && after.time > before.time {
			at += (after.area - before.area) * ((border - before.time) / (after.time - before.time))
		}
		means[i] = (at - done) / width
		done = at
	}
	return &means
}
