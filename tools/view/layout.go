package view

import (
	"cmp"
	"slices"
	"strings"

	"serq/ir"
)

// Distances, in pixels.
const (
	margin       = 20  // around the figure
	boxPad       = 10  // between a box and the words in it
	framePad     = 12  // between a frame and what it encloses
	queueWidth   = 18  // of an admission queue
	leastGap     = 36  // between boxes
	lanePitch    = 20  // between lanes, with a label on each
	portPitch    = 12  // between lines that end at one side of a box
	stationWidth = 150 // of the words in a station, at most where they can be wrapped
	poolWidth    = 180 // of a pool's, likewise
	labelWidth   = 130 // of the label on an arrow between neighbours, at most
)

// A layout is a network with its place on the page.
type layout struct {
	*network
	columns  []*column // the arrival process, the stations of the row, the end
	columnOf map[place]int
	frames   []*frame // the inner before the outer
	routes   []*route
	drawing  drawing

	middle         int // y of the arrows between neighbours
	rowTop, rowEnd int // y of the band of the stations
	framesTop      int
	framesEnd      int
}

// A column has one box of the row.
type column struct {
	place
	class string
	title string
	words []text // in the box, a line each
	box   rect
	x, w  int // of the column; the box stands in its middle
	gap   int // between this column and the next one, without the frames' sides

	ports [4][]*route // lines that end at the box, by side
}

// A side is one half of a box's top or bottom.
type side int

const (
	topLeft side = iota
	topRight
	bottomLeft
	bottomRight
)

// A frame encloses columns: a pod or, of equal extent, pools.
type frame struct {
	from, to int    // columns
	pod      string // "" for a frame of pools
	count    string // of a pod
	pools    []*pool
	header   []text
	chips    []int // width of the mark behind each header line, 0 without one
	box      rect
	left     int // from the box's side to what is inside
}

func newLayout(n *network) *layout {
	l := &layout{network: n, columnOf: map[place]int{}}
	l.addColumn(entry, "door", "arrive", "how sessions come", n.shown.arrival())
	for _, at := range n.row() {
		st := n.stations[at]
		l.addStation(at, st)
	}
	if slices.ContainsFunc(n.arrows, func(a *arrow) bool { return a.to == exit }) {
		l.addColumn(exit, "door", "end", "where sessions end", nil)
	}
	l.addFrames()
	l.addRoutes()
	return l
}

func (l *layout) addStation(at place, st *station) {
	words := l.exact.kind(st.kind)
	if step, ok := st.kind.(*ir.Step); ok {
		words = append(words, "cost "+l.exact.spell(step.Cost))
	}
	title := strings.Join(append([]string{st.label()}, words...), "\n")
	shown := l.shown.kind(st.kind)
	if len(st.modes) > 0 {
		shown = append([]string{shown[0] + ": " + strings.Join(modeWords(st.modes), ", ")}, shown[1:]...)
	}
	l.addColumn(at, "station", st.label(), title, shown)
}

// label is a family's name, with the number of its members.
func (f family) label() string { return strings.TrimSpace(f.name + " " + f.count()) }

func (l *layout) addColumn(at place, class, name, title string, words []string) {
	c := &column{place: at, class: class, title: title}
	c.words = append(c.words, fitted(nameFont, "name", name, 2*stationWidth))
	for _, line := range lines(words, stationWidth) {
		c.words = append(c.words, line)
	}
	for _, t := range c.words {
		c.box.w = max(c.box.w, t.width(t.shown)+2*boxPad)
	}
	c.box.w = max(c.box.w, 64)
	c.box.h = 2*boxPad - 4 + height(c.words)
	l.columnOf[at] = len(l.columns)
	l.columns = append(l.columns, c)
}

// lines sets groups of words in lines of about a width; a group that has not the room is
// cut.
func lines(words []string, width int) []text {
	cut := make([]string, len(words))
	for i, w := range words {
		cut[i] = textFont.shorten(w, width)
	}
	var set []text
	for _, line := range textFont.wrap(cut, " · ", width) {
		set = append(set, text{font: textFont, class: "text", shown: line})
	}
	return set
}

// height is that of lines of text one below another.
func height(words []text) int {
	h := 0
	for _, t := range words {
		h += t.line()
	}
	return h
}

// addFrames encloses what is held, and the stations of a pod.
func (l *layout) addFrames() {
	for _, p := range l.pools {
		for _, span := range l.spans(func(at place) bool { return p.held[at] }) {
			l.addPoolFrame(p, span)
		}
	}
	var pods []string
	for _, c := range l.columns {
		if c.place >= 0 {
			if pod := l.podOf(c.place); pod != "" && !slices.Contains(pods, pod) {
				pods = append(pods, pod)
			}
		}
	}
	for _, pod := range pods {
		in := func(at place) bool { return l.podOf(at) == pod }
		for _, span := range l.spans(in) {
			l.frames = append(l.frames, &frame{from: span[0], to: span[1], pod: pod, left: framePad})
		}
	}
	slices.SortStableFunc(l.frames, func(a, b *frame) int {
		return cmp.Or(cmp.Compare(a.to-a.from, b.to-b.from), strings.Compare(a.pod, b.pod))
	})
}

// spans are the runs of neighbouring stations, from and to, of which something holds.
func (l *layout) spans(in func(place) bool) [][2]int {
	var spans [][2]int
	for i, c := range l.columns {
		switch last := len(spans) - 1; {
		case c.place < 0 || !in(c.place):
		case last >= 0 && spans[last][1] == i-1:
			spans[last][1] = i
		default:
			spans = append(spans, [2]int{i, i})
		}
	}
	return spans
}

func (l *layout) addPoolFrame(p *pool, span [2]int) {
	for _, f := range l.frames {
		if f.from == span[0] && f.to == span[1] {
			f.pools = append(f.pools, p)
			return
		}
	}
	l.frames = append(l.frames, &frame{from: span[0], to: span[1], pools: []*pool{p}, left: framePad + queueWidth + framePad/2})
}

// overlaps reports whether two frames have a column in common.
func (f *frame) overlaps(g *frame) bool { return f.from <= g.to && g.from <= f.to }
