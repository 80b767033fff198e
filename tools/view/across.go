package view

import (
	"slices"
	"strings"
)

// placeAcross finds where everything is from left to right.
func (l *layout) placeAcross() {
	for i, c := range l.columns {
		most := 0
		for _, p := range c.ports {
			most = max(most, len(p))
		}
		c.box.w = max(c.box.w, 2*(most+1)*portPitch)
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
	if f.pod != "" {
		f.addLine(fitted(nameFont, "name", f.pod, max(room, poolWidth)), "")
		if n := l.podCount(f); n != "" {
			f.addLine(fitted(textFont, "text", n, max(room, poolWidth)), "")
		}
	}
	for _, p := range f.pools {
		mark := ""
		if p.prefix {
			mark = prefixMark
		}
		f.addLine(fitted(nameFont, "name", p.label(), max(room, poolWidth)), mark)
		for _, t := range lines(l.shown.options(p), max(room, poolWidth)) {
			f.addLine(t, "")
		}
	}
	need := 0
	for i, t := range f.header {
		need = max(need, t.width(t.shown)+f.chips[i])
	}
	if need > room {
		l.columns[f.from].w += need - room
	}
}

func (f *frame) addLine(t text, mark string) {
	f.header = append(f.header, t)
	chip := 0
	if mark != "" {
		chip = 8 + markFont.width(mark) + 10
	}
	f.chips = append(f.chips, chip)
}

// prefixMark marks the pools that keep prefixes.
const prefixMark = "prefix cache"

var markFont = font{size: 10}

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

// podCount says how many members a pod has: those of its arrays.
func (l *layout) podCount(f *frame) string {
	var counts []string
	add := func(fam family) {
		if fam.pod() == f.pod && fam.array && !slices.Contains(counts, fam.count()) {
			counts = append(counts, fam.count())
		}
	}
	for _, s := range l.stations {
		add(s.family)
	}
	for _, p := range l.pools {
		add(p.family)
	}
	return strings.Join(counts, ", ")
}
