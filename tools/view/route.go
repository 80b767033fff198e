package view

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"serq/ir"
)

// A route is how a line goes: straight between neighbours, in a lane above the row or in
// a lane below it.
type route struct {
	from, to int // columns
	band     band
	class    string
	title    string
	label    []string
	arrow    *arrow // nil for a flow's rail and a lease
	end      lineEnd

	rail      []int  // the columns that it brackets; nil: it is no rail
	laneLabel string // the label in one line, where it is in a lane
	laneWidth int
	lane      int    // 0 is next to the row
	x1, x2    int    // where it leaves and arrives
	ticks     []int  // x of a rail, at its columns
	y         int    // of the lane
	frame     *frame // that a lease leaves; nil: the box
}

type band uint8

const (
	straight band = iota
	above
	below
)

// addRoutes decides how each line goes.
func (l *layout) addRoutes() {
	for _, f := range l.flows {
		l.addRail(f)
	}
	for _, a := range l.arrows {
		r := &route{from: l.columnOf[a.from], to: l.columnOf[a.to], class: "way", arrow: a, end: arrowEnd}
		condition := l.shown.condition(a)
		if condition != "" {
			r.label = append(r.label, condition)
		}
		r.label = append(r.label, l.shown.transfer(a.transfer)...)
		r.title = l.placeName(a.from) + " → " + l.placeName(a.to)
		if when := l.exact.condition(a); when != "" {
			r.title += "\nif " + when
		}
		for _, s := range l.exact.transfer(a.transfer) {
			r.title += "\n" + s
		}
		switch {
		case r.to == r.from+1:
			r.band = straight
		case r.to > r.from:
			r.band = above
		default:
			r.band = below
		}
		l.routes = append(l.routes, r)
	}
	for _, lease := range l.leases {
		l.addLease(lease)
	}
	for _, r := range l.routes {
		r.laneLabel = strings.Join(r.label, ", ")
		r.laneWidth = labelFont.width(r.laneLabel)
		l.addPorts(r)
	}
}

// addLease extends a pool's frame to where its lease is released or, without a release,
// to nowhere.
func (l *layout) addLease(lease *lease) {
	r := &route{band: below, class: "lease", to: -1}
	for _, f := range l.frames {
		for _, at := range lease.from {
			if slices.Contains(f.pools, lease.pool) && f.from <= l.columnOf[at] && l.columnOf[at] <= f.to {
				r.frame, r.from = f, f.to
			}
		}
	}
	if r.frame == nil {
		return
	}
	for _, at := range lease.until {
		if c := l.columnOf[at]; at >= 0 && (c < r.frame.from || r.frame.to < c) {
			r.to, r.end = c, ringEnd
		}
	}
	r.label = []string{lease.pool.name + " leased"}
	r.title = lease.pool.name + " stays allocated after its hold"
	if t, ok := lease.time.(ir.Num); !ok || !math.IsInf(float64(t), 1) {
		r.label[0] += " " + l.shown.spell(lease.time)
		r.title += " for " + l.exact.spell(lease.time)
	}
	if r.to >= 0 {
		r.title += ", until it is released"
	}
	l.routes = append(l.routes, r)
}

// addRail brackets the stations of a flow. One rail is enough for those that hold the same
// stations in another order.
func (l *layout) addRail(f *flow) {
	r := &route{band: above, class: "flow", title: "one job holds all of these at once"}
	for _, at := range f.stations {
		r.rail = append(r.rail, l.columnOf[at])
	}
	slices.Sort(r.rail)
	if slices.ContainsFunc(l.routes, func(o *route) bool { return slices.Equal(o.rail, r.rail) }) {
		return
	}
	r.from, r.to = r.rail[0], r.rail[len(r.rail)-1]
	r.label = []string{"one job"}
	if !f.pull {
		r.label[0] += ", share " + l.shown.share()
	}
	for _, i := range r.rail {
		c := l.columns[i]
		c.rails = append(c.rails, r)
	}
	l.routes = append(l.routes, r)
}

func (l *layout) addPorts(r *route) {
	if r.class == "lease" && r.to >= 0 {
		to := l.columns[r.to]
		to.ports[bottomLeft] = append(to.ports[bottomLeft], r)
	}
	if r.arrow == nil {
		return
	}
	from, to := l.columns[r.from], l.columns[r.to]
	switch r.band {
	case above:
		from.ports[topRight] = append(from.ports[topRight], r)
		to.ports[topLeft] = append(to.ports[topLeft], r)
	case below:
		from.ports[bottomLeft] = append(from.ports[bottomLeft], r)
		to.ports[bottomRight] = append(to.ports[bottomRight], r)
	}
}

// sortPorts orders the lines at each side of a box so that they do not cross: from the
// outside to the middle, the one that goes furthest is last where lines leave upwards to
// the right or arrive so from the left, and likewise below. What comes back to its own
// box stays in the middle.
func (c *column) sortPorts() {
	byLength := func(a, b *route) int {
		return cmp.Or(cmp.Compare(btoi(a.from == a.to), btoi(b.from == b.to)), cmp.Compare(a.length(), b.length()))
	}
	for s := range c.ports {
		slices.SortStableFunc(c.ports[s], byLength)
		if side(s) == topRight || side(s) == bottomRight {
			slices.Reverse(c.ports[s])
		}
	}
}

func (r *route) length() int {
	if r.to < 0 {
		return 0
	}
	return max(r.from, r.to) - min(r.from, r.to)
}

// assignLanes gives every line of a band the lane next to the row where no line that it
// could meet is.
func (l *layout) assignLanes(b band) (lanes int) {
	var in []*route
	for _, r := range l.routes {
		if r.band == b {
			in = append(in, r)
		}
	}
	slices.SortStableFunc(in, func(x, y *route) int {
		return cmp.Or(cmp.Compare(btoi(x.arrow != nil), btoi(y.arrow != nil)), cmp.Compare(x.length(), y.length()))
	})
	for i, r := range in {
		for r.lane = 0; slices.ContainsFunc(in[:i], func(o *route) bool { return o.lane == r.lane && r.meets(o) }); r.lane++ {
		}
		lanes = max(lanes, r.lane+1)
	}
	return lanes
}

// meets reports whether two lines in one lane would touch or come too close.
func (r *route) meets(o *route) bool {
	const apart = 8
	return min(r.x1, r.x2) < max(o.x1, o.x2)+apart && min(o.x1, o.x2) < max(r.x1, r.x2)+apart
}

// legs are the x at which a line goes from its lane to the row.
func (r *route) legs() []int {
	if r.rail != nil {
		return r.ticks
	}
	return []int{r.x1, r.x2}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
