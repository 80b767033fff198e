// Package report collects what a frontend finds wrong with a program.
package report

import (
	"errors"
	"io/fs"
	"slices"

	"serq/frontend/token"
	"serq/ir/diag"
)

// A Report is the diagnostics of one compilation. Its zero value is empty.
type Report struct {
	list  diag.List
	known map[key]bool
	wrong []token.Pos
}

// A key tells diagnostics apart. A body that is expanded a hundred times is wrong
// once, and so is an argument that is passed on and on.
type key struct {
	code       diag.Code
	file       *token.File
	start, end int
}

// maxNotes bounds the expansions that a diagnostic recounts.
const maxNotes = 6

// Error reports an error at a place, unless the same rule was broken there before. The
// expansions that lead there become notes, after those given.
func (r *Report) Error(code diag.Code, at token.Pos, summary, hint string, notes ...diag.Note) {
	r.Mark(at)
	k := key{code, at.File, at.Start, at.End}
	if r.known[k] && !at.IsZero() {
		return
	}
	if r.known == nil {
		r.known = map[key]bool{}
	}
	r.known[k] = true
	r.list = append(r.list, diag.Diagnostic{
		Code: code, Severity: diag.Error, Summary: summary, Hint: hint, Span: at.Span(),
		Notes: append(slices.Clip(notes), Trail(at)...),
	})
}

// Mark records that what stands at a place is not what the person meant, without
// saying so again: the cause has its error elsewhere.
func (r *Report) Mark(at token.Pos) {
	r.wrong = append(r.wrong, at)
	for u := at.Via; u != nil; u = u.At.Via {
		r.wrong = append(r.wrong, u.At) // what was expanded there is not right either
	}
}

// Wrong reports whether a finding about the text at a place could be the
// consequence of an error: something within it, or around it, is wrong.
func (r *Report) Wrong(at token.Pos) bool {
	return slices.ContainsFunc(r.wrong, func(w token.Pos) bool { return at.Covers(w) || w.Covers(at) })
}

// Failed reports whether anything was found.
func (r *Report) Failed() bool { return len(r.wrong) > 0 }

// List returns the diagnostics in the order of the source.
func (r *Report) List() diag.List {
	l := slices.Clone(r.list)
	l.Sort()
	return l
}

// At is a note that points to a place.
func At(pos token.Pos, text string) diag.Note { return diag.Note{Text: text, Span: pos.Span()} }

// Trail is the notes that say by which expansions a place came into the program.
func Trail(at token.Pos) []diag.Note {
	var notes []diag.Note
	for u := at.Via; u != nil; u = u.At.Via {
		if len(notes) == maxNotes {
			return append(notes, diag.Note{Text: "and so on, through further uses"})
		}
		n := diag.Note{Text: u.What.String()}
		if !u.Here {
			n.Span = u.At.Span()
		}
		notes = append(notes, n)
	}
	return notes
}

// Reason is why a file cannot be used, without its name.
func Reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
