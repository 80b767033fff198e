package link

import (
	"fmt"
	"strings"

	"serq/ir"
	"serq/ir/diag"
)

// maxFound is how many violations are listed, so that a program that is wrong
// everywhere does not fill the memory with saying so.
const maxFound = 100_000

// report adds a violation at a node of the document.
func (c *checker) report(code diag.Code, at *ir.Path, summary, hint string, notes ...diag.Note) {
	if len(c.found) == maxFound {
		c.more = true
		return
	}
	pointer := at.String()
	c.found = append(c.found, diag.Diagnostic{Code: code, Severity: diag.Error, Summary: summary, Hint: hint,
		Pointer: pointer, Span: c.place(pointer), Notes: notes})
}

// note is a place that explains a violation.
func (c *checker) note(at *ir.Path, text string) diag.Note {
	span := c.place(at.String())
	if span.IsZero() {
		text += " (" + at.String() + ")"
	}
	return diag.Note{Text: text, Span: span}
}

// place is where a node, or else the innermost node around it that is known, was written.
func (c *checker) place(pointer string) diag.Span {
	if c.locate == nil {
		c.locate = statementSpans(c.p.Source)
	}
	for pointer != "" {
		if span := c.locate(pointer); !span.IsZero() {
			return span
		}
		pointer = pointer[:max(0, strings.LastIndexAny(pointer, ".["))]
	}
	return diag.Span{}
}

// statementSpans looks places up in a program's own table of them.
func statementSpans(s *ir.Source) func(pointer string) diag.Span {
	known := map[string]diag.Span{}
	if s != nil {
		for _, at := range s.Spans {
			if at.File < 0 || at.File >= len(s.Files) || at.Line < 1 || at.Column < 1 {
				continue // a label is no reason to refuse a program
			}
			known[fmt.Sprintf("blocks[%d][%d]", at.Block, at.Stmt)] = diag.Span{File: s.Files[at.File], Line: at.Line, Col: at.Column}
		}
	}
	return func(pointer string) diag.Span { return known[pointer] }
}

// shownPlaces is how many of the further places of a fault a note lists.
const shownPlaces = 3

// fold joins what one line of text broke several times over: in each of the ten
// thousand members of a family, or in each copy of a server's statements. The
// first place stays and the others become a note.
func (c *checker) fold() {
	if len(c.found) < 2 {
		return
	}
	type key struct {
		code    diag.Code
		summary string
		place   string
	}
	family := families{c: c}
	first := map[key]int{} // index into kept
	more := map[int][]string{}
	var kept diag.List
	for _, d := range c.found {
		k := key{d.Code, d.Summary, family.pointer(d.Pointer)}
		if !d.Span.IsZero() {
			k.place = fmt.Sprint(d.Span)
		}
		if i, seen := first[k]; seen {
			if kept[i].Pointer != d.Pointer {
				more[i] = append(more[i], d.Pointer)
			}
			continue
		}
		first[k] = len(kept)
		kept = append(kept, d)
	}
	for i, at := range more {
		text := "the same holds for " + strings.Join(at[:min(len(at), shownPlaces)], ", ")
		if n := len(at) - shownPlaces; n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		kept[i].Notes = append(kept[i].Notes[:len(kept[i].Notes):len(kept[i].Notes)], diag.Note{Text: text})
	}
	c.found = kept
}

// families rewrites a pointer into a member so that it is the same for every
// member of the family.
type families struct {
	c             *checker
	pools, stages []int // the first member of each member's family
}

func (f *families) pointer(pointer string) string {
	list, rest, _ := strings.Cut(pointer, "[")
	var i int
	if n, _ := fmt.Sscanf(rest, "%d]", &i); n != 1 {
		return pointer
	}
	_, rest, _ = strings.Cut(rest, "]")
	switch p := f.c.p; list {
	case "pools":
		if f.pools == nil {
			f.pools = firstMembers(len(p.Pools), func(i int) bool { return p.Pools[i].Index != nil && p.Pools[i].Name == p.Pools[i-1].Name })
		}
		return fmt.Sprintf("pools[%d]%s", f.pools[i], rest)
	case "stages":
		if f.stages == nil {
			f.stages = firstMembers(len(p.Stages), func(i int) bool { return p.Stages[i].Index != nil && p.Stages[i].Name == p.Stages[i-1].Name })
		}
		return fmt.Sprintf("stages[%d]%s", f.stages[i], rest)
	}
	return pointer
}

// firstMembers gives for each member of a list the first one of its family;
// joined says that a member is of the same family as the one before.
func firstMembers(n int, joined func(i int) bool) []int {
	first := make([]int, n)
	for i := range first {
		first[i] = i
		if i > 0 && joined(i) {
			first[i] = first[i-1]
		}
	}
	return first
}
