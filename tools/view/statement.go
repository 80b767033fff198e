package view

import (
	"strings"

	"serq/ir"
)

// statement is what a program says where it has no blocks of its own.
func (w wording) statement(s ir.Stmt) string {
	switch s := s.(type) {
	case ir.Turn:
		return "turn"
	case *ir.Set:
		return "set " + w.attr(s.Slot) + " = " + w.spell(s.Value)
	case *ir.Observe:
		return "observe " + w.program.Observes[s.Observe] + " = " + w.spell(s.Value)
	case *ir.Choose:
		return "choose " + w.attr(s.Var) + " in " + w.spell(s.Count) + " by " + w.keys(s.Keys)
	case *ir.Run:
		return w.run(s)
	case *ir.Grow:
		return "grow " + w.pool(s.Pool) + " (" + w.spell(s.Units) + ")"
	case *ir.Load:
		return "load " + w.pool(s.Pool) + " (" + w.spell(s.Units) + ")"
	case *ir.Drop:
		return "drop " + w.pool(s.Pool)
	case *ir.Release:
		return "release " + w.pool(s.Pool)
	}
	panic("BUG: a statement with blocks, or none")
}

func (w wording) attr(s ir.Slot) string { return w.program.Attrs[s] }

func (w wording) run(s *ir.Run) string {
	stages := []string{w.stage(s.Stage)}
	for _, r := range s.Also {
		stages = append(stages, w.stage(r))
	}
	words := "run " + strings.Join(stages, ", ")
	if s.Mode != ir.Plain {
		words += " " + modeWord(s.Mode)
	}
	words += " (" + w.spell(s.Work) + ")"
	if s.Growing != nil {
		words += " growing " + w.pool(*s.Growing)
	}
	return words
}

// holdHead is what a hold asks for, a line for each of its pools and the reuse.
func (w wording) holdHead(s *ir.Hold) []string {
	var lines []string
	for _, part := range s.Pools {
		line := "hold " + w.pool(part.Pool) + " (" + w.spell(part.Units) + ")"
		if part.Reserve != nil {
			line += " reserve (" + w.spell(part.Reserve) + ")"
		}
		lines = append(lines, line)
	}
	if s.Reuse != nil {
		lines = append(lines, "reuse ("+w.spell(s.Reuse)+")")
	}
	return lines
}

// holdFoot is what a hold leaves behind.
func (w wording) holdFoot(s *ir.Hold) []string {
	var lines []string
	if s.Cache != nil {
		lines = append(lines, "cache ("+w.spell(s.Cache)+")")
	}
	if s.Lease != nil {
		lines = append(lines, "lease "+w.pool(s.Lease.Pool)+" ("+w.spell(s.Lease.Time)+")")
	}
	return lines
}

func (w wording) pool(r ir.Ref) string  { return w.spelling().Pool(w.program, w.foldedRef(r)) }
func (w wording) stage(r ir.Ref) string { return w.spelling().Stage(w.program, w.foldedRef(r)) }

func (w wording) foldedRef(r ir.Ref) ir.Ref {
	if r.Index != nil && !w.exact {
		r.Index = folded(r.Index)
	}
	return r
}
