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
		l.drawSign(c.sign)
	}
	for _, s := range l.aside {
		l.drawSign(s)
	}
	for _, f := range l.frames {
		if len(f.pools) > 0 {
			l.drawQueue(f)
		}
	}
	return d
}

func (l *layout) drawSign(s sign) {
	box := s.box
	e := element{class: s.class, title: s.title, box: &box, round: 4}
	if s.class == "door" {
		e.round = box.h / 2
	}
	y := box.y + boxPad - 4
	for _, t := range s.words {
		y += t.line()
		e.texts = append(e.texts, t.center(point{box.center().x, y - t.descent()}))
	}
	l.drawing.elements = append(l.drawing.elements, e)
}

func (l *layout) drawFrame(f *frame) {
	box := f.box
	e := element{class: "pod", box: &box, round: 10}
	if f.pod != nil {
		e.title = f.pod.label()
		if by := l.choice(f.pod, l.exact); len(by) > 0 {
			e.title += "\nchosen by " + strings.Join(by, ", or ")
		}
	} else {
		e.class, e.round = "pool", 8
		var all []string
		for _, p := range f.pools {
			all = append(all, l.poolTitle(p))
		}
		e.title = strings.Join(all, "\n\n")
	}
	y := box.y + boxPad - 6
	var marks []element
	for i, h := range f.header {
		if i > 0 && h.font == nameFont {
			y += headerGap
		}
		y += h.line()
		t := h.put(point{box.x + boxPad, y - h.descent()})
		e.texts = append(e.texts, t)
		if h.mark != "" {
			marks = append(marks, mark(h.mark, point{t.bounds().right() + markGap, t.at.y}))
		}
	}
	l.drawing.elements = append(append(l.drawing.elements, e), marks...)
}

// mark is a sign behind a text: what it says, from at on the text's line.
func mark(says string, at point) element {
	box := rect{at.x, at.y - markFont.ascent() - 1, markWidth(says) - markGap, markFont.ascent() + markFont.descent() + 2}
	t := text{font: markFont, class: "text", shown: says}
	return element{class: "mark", title: "keeps what is computed when a hold ends", box: &box, round: 6, texts: []text{t.put(point{at.x + markPad, at.y})}}
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
	case r.rail != nil:
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
			start, end = r.frame.box.bottom(), end+ringRadius+1
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

// drawRail draws a bracket, which touches its own boxes only.
func (l *layout) drawRail(e *element, r *route) {
	e.lines = append(e.lines, line{points: []point{{r.x1, l.columns[r.from].box.y}, {r.x1, r.y}, {r.x2, r.y}, {r.x2, l.columns[r.to].box.y}}})
	for i, x := range r.ticks[:len(r.ticks)-1] {
		if i > 0 {
			e.lines = append(e.lines, line{points: []point{{x, r.y}, {x, l.columns[r.rail[i]].box.y}}})
		}
	}
}

// laneLabel sets the label of a line in a lane.
func (l *layout) laneLabel(r *route) text {
	from, to := l.laneRoom(r)
	return fitted(labelFont, "label", r.laneLabel, to-from).center(point{(from + to) / 2, r.y - 5})
}

// laneRoom is the widest part of a line in a lane through which no other line and no
// frame's side goes.
func (l *layout) laneRoom(r *route) (from, to int) {
	left, right := min(r.x1, r.x2), max(r.x1, r.x2)
	obstacles := []int{left, right}
	for _, o := range l.routes {
		if o != r && o.band == r.band && o.lane > r.lane {
			obstacles = append(obstacles, o.legs()...)
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
	return obstacles[best] + laneLabelPad, obstacles[best+1] - laneLabelPad
}

// laneLabelPad is between a label and the lines left and right of it.
const laneLabelPad = 5
