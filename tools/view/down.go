package view

import "slices"

// placeDown finds where everything is from top to bottom.
func (l *layout) placeDown() {
	half := 0
	for _, c := range l.columns {
		half = max(half, (c.box.h+1)/2)
	}
	for _, r := range l.routes {
		if r.band == straight {
			half = max(half, len(r.label)*labelFont.line()+6)
		}
	}
	bandAbove := 8 + l.lanesAbove*lanePitch
	rise, sink := l.nest()
	l.middle = margin + rise + bandAbove + half
	l.rowTop, l.rowEnd = l.middle-half, l.middle+half
	l.framesTop, l.framesEnd = l.rowTop-bandAbove, l.rowEnd+8
	for _, f := range l.frames {
		f.box.y = l.framesTop - f.box.y
		f.box.h = l.framesEnd + f.box.h - f.box.y
	}
	for _, c := range l.columns {
		c.box.y = l.middle - c.box.h/2
	}
	for _, r := range l.routes {
		switch r.band {
		case above:
			r.y = l.rowTop - 10 - r.lane*lanePitch
		case below:
			r.y = l.framesEnd + sink + lanePitch + r.lane*lanePitch
		}
	}
	l.placeAside(l.framesEnd + sink + l.lanesBelow*lanePitch + margin)
}

// placeAside sets what no session comes to in rows below y, no wider than the figure is
// or may be on a page.
func (l *layout) placeAside(y int) {
	if len(l.aside) == 0 {
		l.drawing.height = y
		return
	}
	width := max(l.drawing.width, pageWidth)
	x, high := margin, 0
	for i := range l.aside {
		box := &l.aside[i].box
		if x > margin && x+box.w > width-margin {
			x, y, high = margin, y+high+framePad, 0
		}
		box.x, box.y = x, y
		x += box.w + framePad
		high = max(high, box.h)
		l.drawing.width = max(l.drawing.width, x-framePad+margin)
	}
	l.drawing.height = y + high + margin
}

// headerHeight is that of a frame's header.
func (f *frame) headerHeight() int {
	high := 0
	for i, h := range f.header {
		high += h.line()
		if i > 0 && h.font == nameFont {
			high += headerGap
		}
	}
	return high
}

// nest sets, for each frame, how far it reaches over and under the frames in it and what
// they enclose, as y and h of its box, and returns the most of both.
func (l *layout) nest() (rise, sink int) {
	for i, f := range l.frames {
		for _, inner := range l.frames[:i] {
			if inner.overlaps(f) {
				f.box.y = max(f.box.y, inner.box.y)
				f.box.h = max(f.box.h, inner.box.h)
			}
		}
		f.box.y += f.headerHeight() + 2*boxPad - 6
		f.box.h += framePad
		rise, sink = max(rise, f.box.y), max(sink, f.box.h)
	}
	return rise, sink
}

// placePorts finds where lines leave and reach their boxes.
func (l *layout) placePorts() {
	for _, c := range l.columns {
		c.sortPorts()
		for s, routes := range c.ports {
			for i, r := range routes {
				x := l.port(c, side(s), i, len(routes))
				if leaves := side(s) == topRight || side(s) == bottomLeft; leaves && r.frame == nil {
					r.x1 = x
				} else {
					r.x2 = x
				}
			}
		}
	}
	for _, r := range l.routes {
		switch {
		case r.rail != nil:
			l.placeTicks(r)
		case r.frame != nil:
			r.x1 = r.frame.box.right() - 8
			if r.to < 0 {
				r.x2 = r.x1 + r.labelWidth() + 20
				l.drawing.width = max(l.drawing.width, r.x2+margin)
			}
		}
	}
}

// placeTicks finds where a rail touches its boxes: in their middles, side by side with
// other rails.
func (l *layout) placeTicks(r *route) {
	const apart = 8
	r.ticks = r.ticks[:0]
	for _, i := range r.rail {
		c := l.columns[i]
		k := slices.Index(c.rails, r)
		r.ticks = append(r.ticks, c.box.center().x+k*apart-(len(c.rails)-1)*apart/2)
	}
	r.x1, r.x2 = slices.Min(r.ticks), slices.Max(r.ticks)
}

// port is the x of line i of n at a side of a box.
func (l *layout) port(c *column, s side, i, n int) int {
	half := c.box.w / 2
	left := c.box.x
	if s == topRight || s == bottomRight {
		left += half
	}
	return left + half*(i+1)/(n+1)
}
