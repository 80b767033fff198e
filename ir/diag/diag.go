// Package diag defines the diagnostics of the toolchain: what is wrong with an
// input, where, and what to write instead; and how they are shown, as text for
// people and as JSON lines for programs.
package diag

import "sort"

// A Severity says how bad a diagnostic is. The zero value is invalid.
type Severity uint8

const (
	Error   Severity = iota + 1 // the input is refused
	Warning                     // the input is taken, but a person should look
)

// String is the word that the text form shows.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	}
	return "BUG: severity"
}

// A Span is a stretch of source text. Lines and columns count from 1, columns in
// characters; End is exclusive. The zero Span means no place is known; one whose
// end is zero is a point.
type Span struct {
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// IsZero reports whether no place is known.
func (s Span) IsZero() bool { return s.Line == 0 }

// A Diagnostic is one thing that is wrong.
type Diagnostic struct {
	Code     Code     // stable: one rule of the language
	Severity Severity // the zero value is invalid
	Summary  string   // what is wrong: no position, no full stop
	Hint     string   // what to write instead, a sentence; may be empty
	Span     Span     // where in the program text; zero if none is known
	Pointer  string   // where in the IR, as blocks[3][1].Run.also[0]; "" if none
	Notes    []Note   // related places
}

// A Note is a place or a fact that explains a diagnostic.
type Note struct {
	Text string
	Span Span // zero if none
}

// A List is diagnostics in the order found.
type List []Diagnostic

// HasErrors reports whether any diagnostic refuses the input.
func (l List) HasErrors() bool {
	for _, d := range l {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Sort orders the list by place in the source, then by place in the IR, then by
// code and text, and drops exact repetitions. The order is total, so the same
// findings print the same.
func (l *List) Sort() {
	sort.SliceStable(*l, func(i, j int) bool { return less((*l)[i], (*l)[j]) })
	kept := (*l)[:0]
	for i, d := range *l {
		if i == 0 || less(kept[len(kept)-1], d) {
			kept = append(kept, d)
		}
	}
	*l = kept
}

func less(a, b Diagnostic) bool {
	switch {
	case a.Span.IsZero() != b.Span.IsZero():
		return b.Span.IsZero()
	case a.Span.File != b.Span.File:
		return a.Span.File < b.Span.File
	case a.Span.Line != b.Span.Line:
		return a.Span.Line < b.Span.Line
	case a.Span.Col != b.Span.Col:
		return a.Span.Col < b.Span.Col
	case a.Pointer != b.Pointer:
		return a.Pointer < b.Pointer
	case a.Code != b.Code:
		return a.Code < b.Code
	}
	return a.Summary < b.Summary
}
