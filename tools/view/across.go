package view

import "strings"

// widenings bounds how often the figure is made wider for a label that is cut.
const widenings = 8

// measure finds how wide everything must be.
func (l *layout) measure() {
	for i, c := range l.columns {
		most := 0
		for _, p := range c.ports {
			most = max(most, len(p))
		}
		c.box.w = max(c.box.w, 2*(most+1)*portPitch, leastBox)
		c.w = c.box.w
		if i+1 < len(l.columns) {
			c.gap = leastGap
		}
	}
	for _, r := range l.routes {
		if r.band == straight && len(r.label) > 0 {
			c := l.columns[r.from]
			c.gap = max(c.gap, r.labelWidth()+24)
		}
	}
	for i, f := range l.frames {
		l.setHeader(f, l.frames[i+1:])
	}
}

// placeAcross finds where everything is from left to right, and in which lanes lines go.
func (l *layout) placeAcross() {
	x := margin
	for i, c := range l.columns {
		for _, f := range l.frames {
			if f.from == i {
				x += f.left
			}
		}
		c.x = x
		c.box.x = x + (c.w-c.box.w)/2
		x += c.w + l.rightSides(i) + c.gap
	}
	l.drawing.width = x + margin
	for i, f := range l.frames {
		f.box.x, f.box.w = l.columns[f.from].x-f.left, 0
		right := l.columns[f.to].x + l.columns[f.to].w + framePad
		for _, inner := range l.frames[:i] {
			if inner.from == f.from {
				f.box.x -= inner.left
			}
			if inner.to == f.to {
				right += framePad
			}
		}
		f.box.w = right - f.box.x
	}
	l.placePorts()
	l.lanesAbove, l.lanesBelow = l.assignLanes(above), l.assignLanes(below)
}

// widen makes room for the labels in lanes that are cut, up to a width, and reports
// whether it could.
func (l *layout) widen() bool {
	widened := map[int]bool{} // columns: what was wide enough for one may be so for others
	for _, r := range l.routes {
		from, to := l.laneRoom(r)
		most := laneLabelWidth
		if r.from == r.to {
			most = loopLabelWidth
		}
		lack := min(r.laneWidth, most) - (to - from)
		if r.band == straight || lack <= 0 {
			continue
		}
		i := l.columnBefore((from + to) / 2)
		if widened[i] {
			continue
		}
		widened[i] = true
		switch c := l.columns[i]; {
		case r.from == r.to:
			c.box.w += 2 * lack // half of it is between the ends of the line
			c.w = max(c.w, c.box.w)
		case to <= c.x+c.w || i+1 == len(l.columns):
			c.w += lack
		default:
			c.gap += lack
		}
	}
	return len(widened) > 0
}

// columnBefore is the last column that begins left of x.
func (l *layout) columnBefore(x int) int {
	i := 0
	for i+1 < len(l.columns) && l.columns[i+1].x < x {
		i++
	}
	return i
}

// rightSides is the room that the sides of frames take right of a column.
func (l *layout) rightSides(column int) int {
	w := 0
	for _, f := range l.frames {
		if f.to == column {
			w += framePad
		}
	}
	return w
}

// labelWidth is how wide the label of an arrow between neighbours is.
func (r *route) labelWidth() int {
	w := 0
	for _, s := range r.label {
		w = max(w, labelFont.width(s))
	}
	return min(w, labelWidth)
}

// setHeader writes what a frame is called and what it is like, and makes room for it. The
// frames around it, outer, may have a side that goes through it: the header ends there.
func (l *layout) setHeader(f *frame, outer []*frame) {
	to := f.to
	for _, g := range outer {
		switch {
		case !g.overlaps(f):
		case g.from > f.from:
			to = min(to, g.from-1)
		case g.to < f.to:
			to = min(to, g.to)
		}
	}
	room := l.roomFor(f, to)
	if f.pod != nil {
		f.addLine(fitted(nameFont, "name", f.pod.label(), max(room, poolWidth)), "")
		if by := l.choice(f.pod, l.shown); len(by) > 0 {
			by[0] = "chosen by " + by[0]
			for _, t := range lines(by, ", ", max(room, poolWidth)) {
				f.addLine(t, "")
			}
		}
	}
	for _, p := range f.pools {
		mark := ""
		if p.prefix {
			mark = prefixMark
		}
		f.addLine(fitted(nameFont, "name", p.label(l.isInPod(f, p)), max(room, poolWidth)-markWidth(mark)), mark)
		for _, t := range lines(l.shown.options(p), " · ", max(room, poolWidth)) {
			f.addLine(t, "")
		}
	}
	need := 0
	for _, h := range f.header {
		need = max(need, h.width(h.shown)+markWidth(h.mark))
	}
	if need > room {
		l.columns[f.from].w += need - room
	}
}

func (f *frame) addLine(t text, mark string) {
	f.header = append(f.header, headerLine{t, mark})
}

// prefixMark marks the pools that keep prefixes.
const prefixMark = "prefix cache"

var markFont = font{size: 10}

const (
	markGap = 8 // between a text and its mark
	markPad = 5 // in a mark, left and right of what it says
)

// markWidth is the room that a mark takes behind a text.
func markWidth(says string) int {
	if says == "" {
		return 0
	}
	return markGap + markFont.width(says) + 2*markPad
}

// roomFor is how long a line of a frame's header may be that ends with column to.
func (l *layout) roomFor(f *frame, to int) int {
	room := f.left + framePad - 2*boxPad
	for i := f.from; i <= to; i++ {
		room += l.columns[i].w
		if i < to {
			room += l.columns[i].gap
		}
	}
	for _, g := range l.frames {
		if g == f {
			break
		}
		if f.from <= g.from && g.from <= to {
			room += g.left
		}
		if f.from <= g.to && g.to <= to {
			room += framePad
		}
	}
	return room
}

// label is what a pod is called.
func (p *pod) label() string {
	if p.name == "" {
		return "instances " + p.count
	}
	return strings.TrimSpace(p.name + " " + p.count)
}
