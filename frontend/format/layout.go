package format

import (
	"strings"

	"serq/frontend/token"
)

const (
	width  = 100 // characters of a line that a block on one line may fill
	indent = 2   // for each open block or parenthesis that ended a line
	onward = 4   // for a statement that goes on
)

// layout writes the items.
func layout(items []item) string {
	l := layouter{items: items, oneLine: -1, ends: make([]int, len(items)+1), breaks: make([]int, len(items)+1)}
	for i := range items {
		it := &items[i]
		l.ends[i+1] = l.ends[i] + it.width() + btoi(it.space)
		l.breaks[i+1] = l.breaks[i] + btoi(it.breaks > 0 || strings.Contains(it.text, "\n"))
	}
	trails(items)
	for i := range items {
		l.separate(i)
		l.write(i)
	}
	if len(items) > 0 {
		l.out.WriteByte('\n')
	}
	return l.out.String()
}

// trails finds the items after which nothing but comments follows on the line.
func trails(items []item) {
	for i := len(items) - 1; i >= 0; i-- {
		if i+1 == len(items) {
			items[i].trails = true
			continue
		}
		next := &items[i+1]
		items[i].trails = next.closes || next.split || next.first && next.breaks > 0 || next.comment() && next.trails
	}
}

type layouter struct {
	items  []item
	ends   []int // sums of the widths, with the spaces
	breaks []int // sums of the items that have a line end before or in them

	out     strings.Builder
	column  int
	depth   int  // of the open blocks that have lines of their own
	oneLine int  // the `}` of the block on one line at hand, if it is not behind
	opened  bool // nothing stands in the block yet but a comment on its first line
	inside  bool // the statement at hand has not ended
	closed  bool // the last token was the `}` of a block
}

// separate writes the white space before an item.
func (l *layouter) separate(i int) {
	it := &l.items[i]
	switch {
	case i == 0:
	case i <= l.oneLine:
		l.spaces(btoi(it.space))
	case it.closes:
		l.depth--
		l.line(0)
	case it.comment():
		l.separateComment(i)
	case it.first:
		prev := &l.items[i-1]
		if prev.comment() && it.breaks == 0 {
			l.spaces(1)
			return
		}
		l.blank(it)
		l.line(0)
	case it.split:
		l.splitLine(it)
	default:
		l.spaces(btoi(it.space))
	}
}

// separateComment: a comment stands at the end of the line before, on lines of its
// own, or among the tokens.
func (l *layouter) separateComment(i int) {
	it, prev := &l.items[i], &l.items[i-1]
	between := !l.inside && !prev.comment() // statements
	switch {
	case it.breaks > 0 && l.inside:
		l.splitLine(it)
	case it.breaks > 0:
		l.blank(it)
		l.line(0)
	case it.trails:
		l.spaces(2)
	case between:
		l.line(0)
	default:
		l.spaces(btoi(it.space))
	}
}

// splitLine starts a line within a statement.
func (l *layouter) splitLine(it *item) {
	switch {
	case l.closed || it.is(token.LBrace):
		l.line(0)
	case it.hung > 0:
		l.line(indent * it.hung)
	case it.is(token.RParen):
		l.line(0)
	default:
		l.line(onward)
	}
}

// blank writes a blank line before an item if there were some.
func (l *layouter) blank(it *item) {
	if it.breaks > 1 && !l.opened {
		l.out.WriteByte('\n')
	}
}

// line starts a line, indented by so much more than the block.
func (l *layouter) line(more int) {
	l.out.WriteByte('\n')
	l.column = 0
	l.spaces(indent*l.depth + more)
}

func (l *layouter) spaces(n int) {
	l.out.WriteString(strings.Repeat(" ", n))
	l.column += n
}

// write writes an item and keeps count of where it leads.
func (l *layouter) write(i int) {
	it := &l.items[i]
	l.out.WriteString(it.text)
	if strings.Contains(it.text, "\n") {
		l.column = 0
	}
	l.column += it.width()
	if it.comment() {
		l.opened = l.opened && it.breaks == 0
		return
	}
	l.closed = it.closes
	l.inside = !it.last && !it.is(token.LBrace)
	l.opened = false
	if it.is(token.LBrace) && i > l.oneLine {
		if l.fits(i) {
			l.oneLine = it.match
		} else {
			l.depth++
			l.opened = true
		}
	}
}

// fits reports whether a block stays on one line: it was on one, and its line, up to
// where it can next be broken, is not too long.
func (l *layouter) fits(open int) bool {
	end := l.items[open].match
	switch {
	case end == open+1:
		return true // an empty block
	case end < 0, l.breaks[end+1] > l.breaks[open+1]:
		return false
	}
	stop := end
	for !l.items[stop].last && !l.items[stop].is(token.LBrace) && stop+1 < len(l.items) {
		if next := &l.items[stop+1]; next.split || next.comment() {
			break
		}
		stop++
	}
	return l.column+l.ends[stop+1]-l.ends[open+1] <= width
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
