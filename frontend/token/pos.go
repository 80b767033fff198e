package token

import (
	"fmt"
	"path/filepath"
	"sort"
	"unicode/utf8"

	"serq/ir/diag"
)

// A File is one source text: a program, a library, or an expression from the
// command line.
type File struct {
	Name  string // as diagnostics show it
	Dir   string // the folder that paths in it are relative to
	Text  string
	lines []int // byte offset at which each line starts
}

// NewFile indexes the lines of a text.
func NewFile(name, dir, text string) *File {
	f := &File{Name: name, Dir: dir, Text: text, lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// LineCol gives the line and column of a byte offset: both from 1, columns in characters.
func (f *File) LineCol(offset int) (line, col int) {
	line = sort.SearchInts(f.lines, offset+1)
	return line, utf8.RuneCountInString(f.Text[f.lines[line-1]:offset]) + 1
}

// Path is a path that the file names, as the working directory sees it.
func (f *File) Path(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(f.Dir, path)
}

// A Pos is a stretch of source text, and the way by which it came to stand in
// the program. The zero Pos is no place.
type Pos struct {
	File       *File
	Start, End int  // byte offsets into File.Text, End exclusive
	Via        *Use // the expansion that put it there; nil where it was written
}

// A Use is one expansion: a def at its use, the server at a request, a sugar
// form in its kernel statements.
type Use struct {
	What fmt.Stringer // the note that a diagnostic carries; made only when one does
	At   Pos          // what was expanded; its own Via is the expansion around it
	Here bool         // the expanded text stands at At itself, so a note need not show it again
}

// Position returns p itself: every node embeds its Pos.
func (p Pos) Position() Pos { return p }

// IsZero reports whether p is no place.
func (p Pos) IsZero() bool { return p.File == nil }

// To is the stretch from the start of p to the end of q.
func (p Pos) To(q Pos) Pos {
	p.End = q.End
	return p
}

// Head is the first character of p.
func (p Pos) Head() Pos {
	p.End = min(p.End, p.Start+1)
	return p
}

// Text is what is written there.
func (p Pos) Text() string {
	if p.File == nil {
		return ""
	}
	return p.File.Text[p.Start:p.End]
}

// Covers reports whether q lies within p.
func (p Pos) Covers(q Pos) bool {
	return p.File == q.File && p.Start <= q.Start && q.End <= p.End
}

// Span is p for a diagnostic.
func (p Pos) Span() diag.Span {
	if p.File == nil {
		return diag.Span{}
	}
	s := diag.Span{File: p.File.Name}
	s.Line, s.Col = p.File.LineCol(p.Start)
	s.EndLine, s.EndCol = p.File.LineCol(p.End)
	return s
}
