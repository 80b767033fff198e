package view

import (
	"slices"
	"strings"
)

// draw makes the drawing of a layout.
func (l *layout) draw() *drawing {
	d := &l.drawing
	d.title = "deployment"
	for _, f := range slices.Backward(l.frames) {
		l.drawFrame(f)
	}
	for _, r := range l.routes {
		d.elements = append(d.elements, l.drawRoute(r))
	}
	for _, c := range l.columns {
		l.drawBox(c)
	}
	for _, f := range l.frames {
		if slices.ContainsFunc(f.pools, func(p *pool) bool { return p.queued }) {
			l.drawQueue(f)
		}
	}
	return d
}

func (l *layout) drawBox(c *column) {
	box := c.box
	e := element{class: c.class, title: c.title, box: &box, round: 4}
	if c.class == "door" {
		e.round = box.h / 2
	}
	y := box.y + boxPad - 4
	for _, t := range c.words {
		y += t.line()
		e.texts = append(e.texts, t.center(point{box.center().x, y - t.descent()}))
	}
	l.drawing.elements = append(l.drawing.elements, e)
}

func (l *layout) drawFrame(f *frame) {
	box := f.box
	e := element{class: "pod", title: f.pod, box: &box, round: 10}
	if len(f.pools) > 0 {
		e.class, e.round = "pool", 8
		var all []string
		for _, p := range f.pools {
			all = append(all, p.label()+"\n"+strings.Join(l.exact.options(p), "\n"))
		}
		e.title = strings.Join(all, "\n\n")
	}
	y := box.y + boxPad - 6
	var marks []element
	for i, t := range f.header {
		y += t.line()
		t = t.put(point{box.x + boxPad, y - t.descent()})
		e.texts = append(e.texts, t)
		if f.chips[i] > 0 {
			marks = append(marks, mark(point{t.bounds().right() + 8, t.at.y}))
		}
	}
	l.drawing.elements = append(append(l.drawing.elements, e), marks...)
}

// mark is the sign of a prefix cache, on the line of a text that ends at.
func mark(at point) element {
	box := rect{at.x, at.y - markFont.ascent() - 1, markFont.width(prefixMark) + 10, markFont.ascent() + markFont.descent() + 2}
	t := text{font: markFont, class: "mark-text", shown: prefixMark}
	return element{class: "mark", title: "keeps prefixes when a hold ends", box: &box, round: 6, texts: []text{t.put(point{at.x + 5, at.y})}}
}

// drawQueue draws the queue for the admission to a frame's pools, at its left side.
func (l *layout) drawQueue(f *frame) {
	box := rect{f.box.x + framePad, l.middle - 9, queueWidth, 18}
	e := element{class: "queue", title: "who waits for room", box: &box, round: 2}
	for i := 1; i < 3; i++ {
		x := box.x + i*box.w/3
		e.lines = append(e.lines, line{points: []point{{x, box.y}, {x, box.bottom()}}})
	}
	l.drawing.elements = append(l.drawing.elements, e)
}

func (l *layout) drawRoute(r *route) element {
	from, to := l.columns[r.from], l.columns[max(r.to, 0)]
	e := element{class: r.class, title: r.title}
	switch {
	case r.class == "flow":
		l.drawRail(&e, r)
	case r.band == straight:
		e.lines = []line{{[]point{{from.box.right(), l.middle}, {to.box.x, l.middle}}, r.end}}
		left := from.x + from.w + l.rightSides(r.from)
		center := left + from.gap/2
		y := l.middle - 6 - (len(r.label)-1)*labelFont.line()
		for _, s := range r.label {
			e.texts = append(e.texts, fitted(labelFont, "label", s, from.gap-8).center(point{center, y}))
			y += labelFont.line()
		}
		return e
	default:
		start, end := from.box.y, to.box.y
		if r.band == below {
			start, end = from.box.bottom(), to.box.bottom()
		}
		if r.frame != nil {
			start = r.frame.box.bottom()
		}
		points := []point{{r.x1, start}, {r.x1, r.y}, {r.x2, r.y}, {r.x2, end}}
		if r.to < 0 {
			points = points[:3]
		}
		e.lines = []line{{points, r.end}}
	}
	if len(r.label) > 0 {
		if t := l.laneLabel(r); t.shown != "" {
			e.texts = append(e.texts, t)
		}
	}
	return e
}

// drawRail brackets the stations of a flow, which may have others between them that it
// does not take in.
func (l *layout) drawRail(e *element, r *route) {
	e.lines = append(e.lines, line{points: []point{{r.x1, r.y}, {r.x2, r.y}}})
	for _, f := range l.flows {
		for _, at := range f.stations {
			c := l.columns[l.columnOf[at]]
			if x := c.box.center().x; r.x1 <= x && x <= r.x2 {
				e.lines = append(e.lines, line{points: []point{{x, r.y}, {x, c.box.y}}})
			}
		}
	}
}

// laneLabel sets the label of a line in a lane where no other line and no frame's side
// goes through it.
func (l *layout) laneLabel(r *route) text {
	left, right := min(r.x1, r.x2), max(r.x1, r.x2)
	obstacles := []int{left, right}
	for _, o := range l.routes {
		if o != r && o.band == r.band && o.lane > r.lane {
			obstacles = append(obstacles, o.x1, o.x2)
		}
	}
	if r.band == above {
		for _, f := range l.frames {
			obstacles = append(obstacles, f.box.x, f.box.right())
		}
	}
	obstacles = slices.DeleteFunc(obstacles, func(x int) bool { return x < left || right < x })
	slices.Sort(obstacles)
	best := 0
	for i := range obstacles[1:] {
		if obstacles[i+1]-obstacles[i] > obstacles[best+1]-obstacles[best] {
			best = i
		}
	}
	a, b := obstacles[best], obstacles[best+1]
	return fitted(labelFont, "label", strings.Join(r.label, ", "), b-a-10).center(point{(a + b) / 2, r.y - 5})
}
