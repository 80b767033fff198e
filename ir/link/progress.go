package link

import (
	"serq/ir"
	"serq/ir/diag"
)

// checkProgress demands that a loop cannot go round in no time: every path
// through its body reaches a run of work that is not 0, or the end.
func (c *checker) checkProgress() {
	progress := make([]bool, len(c.nest)) // of a block: on every path through it
	for k := len(c.order) - 1; k >= 0; k-- {
		b := c.order[k] // the blocks in it are done
		for _, s := range c.p.Blocks[b] {
			if c.progresses(s, progress) {
				progress[b] = true
				break
			}
		}
	}
	c.stmts(func(at site, s ir.Stmt) {
		loop, ok := s.(*ir.Loop)
		if !ok || !c.isEntered(loop.Body, at, 0) || progress[loop.Body] {
			return
		}
		c.report(diag.LinkProgress, at.path(), "a loop can go round without time passing",
			"Every path through its body needs a run of some work, or an end.", c.idlePaths(loop.Body, progress)...)
	})
}

// progresses reports whether every path through a statement takes time or ends the session.
func (c *checker) progresses(s ir.Stmt, progress []bool) bool {
	body := func(b ir.BlockID) bool { return c.isBlock(b) && progress[b] }
	switch s := s.(type) {
	case ir.End, *ir.Loop: // a loop inside is left at an end only, and judged by itself
		return true
	case *ir.Run:
		w, constant := ir.Constant(s.Work)
		return !constant || w != 0
	case *ir.Hold:
		return body(s.Body)
	case *ir.Branch:
		if guard, constant := ir.Constant(s.If); constant && guard == 1 {
			return body(s.Then)
		} else if constant && guard == 0 {
			return body(s.Else)
		}
		return body(s.Then) && body(s.Else)
	}
	return false
}

// idlePaths notes the branches of a loop's body of which one side alone takes time.
func (c *checker) idlePaths(b ir.BlockID, progress []bool) []diag.Note {
	const most = 3
	var notes []diag.Note
	for i, s := range c.p.Blocks[b] {
		branch, ok := s.(*ir.Branch)
		if !ok || len(notes) == most || !c.isBlock(branch.Then) || !c.isBlock(branch.Else) {
			continue
		}
		switch {
		case progress[branch.Then] && !progress[branch.Else]:
			notes = append(notes, c.note(site{b, i}.path(), "where this guard is 0, nothing runs"))
		case progress[branch.Else] && !progress[branch.Then]:
			notes = append(notes, c.note(site{b, i}.path(), "where this guard is 1, nothing runs"))
		}
	}
	return notes
}
