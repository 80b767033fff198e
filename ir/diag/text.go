package diag

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A SourceFunc gives the text of the file that a Span names, and whether it has it.
type SourceFunc func(file string) ([]byte, bool)

// Excerpts of long lines show at most this many characters, so many of them
// before the place.
const (
	excerptWidth = 100
	excerptLead  = 40
)

// WriteText writes the list for people:
//
//	mm1.sq:4:18: error: unknown stage "cpuu" [SQ0203]
//	   4 |     run cpuu (size);
//	     |         ^~~~
//	    hint: did you mean "cpu"?
//
// Source lines are shown where source (which may be nil) has the file. The error is the writer's.
func (l List) WriteText(w io.Writer, source SourceFunc) error {
	bw := bufio.NewWriter(w)
	x := &excerpts{source: source, files: map[string]*lines{}}
	for _, d := range l {
		fmt.Fprintf(bw, "%s%s: %s [%s]\n", place(d.Span), d.Severity, printable(d.Summary), d.Code)
		x.write(bw, d.Span)
		if d.Pointer != "" {
			fmt.Fprintf(bw, "    at %s\n", printable(d.Pointer))
		}
		if d.Hint != "" {
			fmt.Fprintf(bw, "    hint: %s\n", printable(d.Hint))
		}
		for _, n := range d.Notes {
			fmt.Fprintf(bw, "    note: %s%s\n", place(n.Span), printable(n.Text))
			x.write(bw, n.Span)
		}
	}
	return bw.Flush()
}

// place is how a span begins a line: file:line:col, whatever of it is known.
func place(s Span) string {
	file := printable(s.File)
	switch {
	case s.File == "" && s.IsZero():
		return ""
	case s.IsZero():
		return file + ": "
	case s.File == "":
		return fmt.Sprintf("%d:%d: ", s.Line, s.Col)
	}
	return fmt.Sprintf("%s:%d:%d: ", file, s.Line, s.Col)
}

// printable replaces what would disturb a terminal or the layout of a line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, s)
}

// excerpts shows source lines, and indexes each file once.
type excerpts struct {
	source SourceFunc
	files  map[string]*lines
}

// write shows the line at the span's start with the span underlined, if it is known.
func (x *excerpts) write(w io.Writer, s Span) {
	if s.IsZero() || x.source == nil {
		return
	}
	f, ok := x.files[s.File]
	if !ok {
		if text, have := x.source(s.File); have {
			f = newLines(text)
		}
		x.files[s.File] = f // nil: not to be had
	}
	if f == nil || s.Line > f.count() {
		return
	}
	text, marks := excerpt(f.line(s.Line), s)
	fmt.Fprintf(w, "%4d | %s\n     | %s\n", s.Line, text, marks)
}

// excerpt is the part of a line that is shown, and the marks under it. Tabs of
// the line are repeated among the marks, so that both indent alike. Columns are
// characters, so a line is one column too short only where a character is wide.
func excerpt(line []byte, s Span) (text, marks string) {
	from, to := s.Col, s.EndCol // characters from 1, to exclusive
	if s.EndLine > s.Line {
		to = math.MaxInt
	}
	first := 1
	if n := runesUpTo(line, from+excerptWidth); n > excerptWidth && from > excerptLead {
		first = from - excerptLead
	}
	var t, m strings.Builder
	if first > 1 {
		t.WriteString("…")
		m.WriteByte(' ')
	}
	col := 1
	for len(line) > 0 && col < first+excerptWidth {
		r, size := utf8.DecodeRune(line)
		line = line[size:]
		if col >= first {
			t.WriteString(printable(string(r)))
			m.WriteRune(mark(r, col, from, to))
		}
		col++
	}
	if len(line) > 0 {
		t.WriteString("…")
	} else if from >= col { // at or past the end of the line
		m.WriteByte('^')
	}
	return t.String(), strings.TrimRight(m.String(), " \t")
}

// mark is what stands under character r in column col.
func mark(r rune, col, from, to int) rune {
	switch {
	case col == from:
		return '^'
	case col > from && col < to:
		return '~'
	case r == '\t':
		return '\t'
	}
	return ' '
}

// runesUpTo counts the characters of line, but no further than limit.
func runesUpTo(line []byte, limit int) int {
	n := 0
	for len(line) > 0 && n < limit {
		_, size := utf8.DecodeRune(line)
		line = line[size:]
		n++
	}
	return n
}

// lines finds the lines of a text.
type lines struct {
	text   []byte
	starts []int // byte offset of each line
}

func newLines(text []byte) *lines {
	l := &lines{text: text, starts: []int{0}}
	for i, b := range text {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

func (l *lines) count() int { return len(l.starts) }

// line is line n, from 1, without its end.
func (l *lines) line(n int) []byte {
	end := len(l.text)
	if n < len(l.starts) {
		end = l.starts[n] - 1
	}
	line := l.text[l.starts[n-1]:end]
	if k := len(line); k > 0 && line[k-1] == '\r' {
		line = line[:k-1]
	}
	return line
}

func indent(s string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		if line != "" {
			b.WriteString("    " + line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
