package view

// A drawing is what a figure consists of, in pixels, x to the right and y down. What comes
// later lies on top.
type drawing struct {
	width, height int
	title         string
	elements      []element
}

// An element is a thing with all that belongs to it.
type element struct {
	class   string // what it is
	title   string // what a reader sees who points at it; "" for nothing
	box     *rect  // drawn, with round corners; its texts lie within
	round   int    // radius of the corners
	diamond bool   // the box is one, with its corners in the middle of the sides
	lines   []line
	texts   []text
}

type point struct{ x, y int }

type rect struct{ x, y, w, h int }

func (r rect) right() int    { return r.x + r.w }
func (r rect) bottom() int   { return r.y + r.h }
func (r rect) center() point { return point{r.x + r.w/2, r.y + r.h/2} }

// contains reports whether o lies within r.
func (r rect) contains(o rect) bool {
	return r.x <= o.x && o.right() <= r.right() && r.y <= o.y && o.bottom() <= r.bottom()
}

// meets reports whether the two have an inner point in common.
func (r rect) meets(o rect) bool {
	return r.x < o.right() && o.x < r.right() && r.y < o.bottom() && o.y < r.bottom()
}

// A line has corners, which are rounded, and an end.
type line struct {
	points []point
	end    lineEnd
}

type lineEnd uint8

const (
	plainEnd lineEnd = iota
	arrowEnd
	ringEnd
)

// A text is one line of letters.
type text struct {
	font
	class  string
	at     point  // left end of the line that the letters stand on, or its middle
	middle bool   // whether at is the middle
	shown  string // what there is room for
	whole  string // the whole of it, where that is more
}

// fitted is a text with as much of it as a width has room for.
func fitted(f font, class, s string, width int) text {
	t := text{font: f, class: class, shown: f.shorten(s, width)}
	if t.shown != s {
		t.whole = s
	}
	return t
}

func (t text) put(at point) text {
	t.at = at
	return t
}

func (t text) center(at point) text {
	t.at, t.middle = at, true
	return t
}

// bounds is where the letters are.
func (t text) bounds() rect {
	w := t.width(t.shown)
	x := t.at.x
	if t.middle {
		x -= w / 2
	}
	return rect{x, t.at.y - t.ascent(), w, t.ascent() + t.descent()}
}
