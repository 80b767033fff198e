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
	pageWidth    = 900 // of what is read without scrolling
	boxPad       = 10  // between a box and the words in it
	framePad     = 11  // between a frame and what it encloses
	queueWidth   = 16  // of an admission queue
	leastBox     = 64  // width of a box in the row
	headerGap    = 5   // between the pools in a header
	queueGap     = 13  // behind it, for the head of an arrow
	leastGap     = 30  // between boxes
	lanePitch    = 20  // between lanes, with a label on each
	portPitch    = 12  // between lines that end at one side of a box
	stationWidth = 150 // of the words in a station, at most where they can be wrapped
	poolWidth    = 180 // of a pool's, likewise
	labelWidth   = 130 // of the label on an arrow between neighbours, at most

	laneLabelWidth = 190 // of one in a lane for which the figure is made wider
	loopLabelWidth = 64  // likewise, on a line that comes back to its own box
)

// A layout is a network with its place on the page.
type layout struct {
	*network
	columns  []*column // the arrival process, the stations of the row, the end
	columnOf map[place]int
	frames   []*frame // the inner before the outer
	routes   []*route
	aside    []sign // in rows below all else
	drawing  drawing

	lanesAbove, lanesBelow int
	middle                 int // y of the arrows between neighbours
	rowTop, rowEnd         int // y of the band of the stations
	framesTop              int
	framesEnd              int
}

// A column has one box of the row.
type column struct {
	sign
	place place
	x, w  int // of the column; the box stands in its middle
	gap   int // between this column and the next one, without the frames' sides

	rails []*route    // that bracket the box
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

// A headerLine is a line of text with, perhaps, a mark behind it.
type headerLine struct {
	text
	mark string
}

// A frame encloses columns: a pod or, of equal extent, pools.
type frame struct {
	from, to int  // columns
	pod      *pod // nil for a frame of pools
	pools    []*pool
	header   []headerLine
	box      rect
	left     int // from the box's side to what is inside
}

func newLayout(n *network) *layout {
	l := &layout{network: n, columnOf: map[place]int{}}
	l.addColumn(entry, "door", "arrive", "how sessions come", n.shown.arrival())
	for _, at := range n.order {
		st := n.stations[at]
		l.addStation(at, st)
	}
	if slices.ContainsFunc(n.arrows, func(a *arrow) bool { return a.to == exit }) {
		l.addColumn(exit, "door", "end", "where sessions end", nil)
	}
	l.addFrames()
	l.addRoutes()
	l.addAside()
	return l
}

func (l *layout) addStation(at place, st *station) {
	shown := l.shown.kind(st.kind)
	for i, m := range st.modes {
		shown[0] += [...]string{": ", ", "}[min(i, 1)] + modeWord(m)
	}
	l.addColumn(at, "station", st.label(true), l.stationTitle(st), shown)
}

// stationTitle is all about a station.
func (l *layout) stationTitle(st *station) string {
	words := append([]string{st.label(false)}, l.exact.kind(st.kind)...)
	if step, ok := st.kind.(*ir.Step); ok {
		words = append(words, "cost "+l.exact.spell(step.Cost))
	}
	return strings.Join(words, "\n")
}

func (l *layout) poolTitle(p *pool) string {
	return p.label(false) + "\n" + strings.Join(l.exact.options(p), "\n")
}

// addAside notes what no session comes to: stages that carry spills, or nothing, and
// pools that others spill to, or that nobody holds where time passes.
func (l *layout) addAside() {
	for _, p := range l.pools {
		if len(p.across) == 0 {
			l.aside = append(l.aside, newSign("pool", p.label(false), l.poolTitle(p), l.shown.options(p)))
		}
	}
	for _, st := range l.unmet {
		l.aside = append(l.aside, newSign("station", st.label(false), l.stationTitle(st), l.shown.kind(st.kind)))
	}
}

// label is a family's name, with the number of its members where a pod around it does not
// say it.
func (f family) label(inPod bool) string {
	if inPod && f.pod != nil && f.pod.count == f.count() {
		return f.name
	}
	return strings.TrimSpace(f.name + " " + f.count())
}

// isInPod reports whether a frame of pools lies in that of their pod.
func (l *layout) isInPod(f *frame, p *pool) bool {
	return slices.ContainsFunc(l.frames, func(g *frame) bool {
		return g.pod != nil && g.pod == p.pod && g.from <= f.from && f.to <= g.to
	})
}

func (l *layout) addColumn(at place, class, name, title string, words []string) {
	c := &column{place: at, sign: newSign(class, name, title, words)}
	l.columnOf[at] = len(l.columns)
	l.columns = append(l.columns, c)
}

// A sign is a box with a name and words in it.
type sign struct {
	class string
	title string // what it is, whole
	words []text // a line each
	box   rect
}

func newSign(class, name, title string, words []string) sign {
	s := sign{class: class, title: title}
	s.words = append(s.words, fitted(nameFont, "name", name, stationWidth))
	s.words = append(s.words, lines(words, " · ", stationWidth)...)
	for _, t := range s.words {
		s.box.w = max(s.box.w, t.width(t.shown)+2*boxPad)
	}
	s.box.h = 2*boxPad - 4 + height(s.words)
	return s
}

// lines sets groups of words in lines of about a width; a group that has not the room is
// cut.
func lines(words []string, separator string, width int) []text {
	cut := make([]string, len(words))
	for i, w := range words {
		cut[i] = textFont.shorten(w, width)
	}
	var set []text
	for _, line := range textFont.wrap(cut, separator, width) {
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
		held := l.heldAt(p)
		for _, span := range l.spans(func(at place) bool { return held[at] }) {
			l.addPoolFrame(p, span)
		}
	}
	var pods []*pod
	for _, at := range l.order {
		if p := l.stations[at].pod; p != nil && !slices.Contains(pods, p) {
			pods = append(pods, p)
			for _, span := range l.spans(func(at place) bool { return l.stations[at].pod == p }) {
				l.frames = append(l.frames, &frame{from: span[0], to: span[1], pod: p, left: framePad})
			}
		}
	}
	slices.SortStableFunc(l.frames, func(a, b *frame) int {
		return cmp.Or(cmp.Compare(a.to-a.from, b.to-b.from), cmp.Compare(btoi(a.pod != nil), btoi(b.pod != nil)))
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
	l.frames = append(l.frames, &frame{from: span[0], to: span[1], pools: []*pool{p}, left: framePad + queueWidth + queueGap})
}

// overlaps reports whether two frames have a column in common.
func (f *frame) overlaps(g *frame) bool { return f.from <= g.to && g.from <= f.to }
