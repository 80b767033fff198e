package ast

import (
	"fmt"
	"strings"

	"serq/frontend/token"
	"serq/ir"
)

// Text is a statement of the kernel that sugar made, for a note: its expressions
// are as they were written.
func Text(s Stmt) string {
	switch s := s.(type) {
	case *Run:
		stages := make([]string, len(s.Stages))
		for i, r := range s.Stages {
			stages[i] = refText(r)
		}
		text := "run " + strings.Join(stages, ", ")
		if s.Mode != ir.Plain {
			text += " " + strings.ToLower(ir.RunModes[s.Mode])
		}
		text += fmt.Sprintf(" (%s)", written(s.Work.Position()))
		if s.Growing != nil {
			text += " growing " + refText(s.Growing)
		}
		return text + ";"
	case *Load:
		return fmt.Sprintf("load %s (%s);", refText(s.Pool), written(s.Units.Position()))
	case *Release:
		return fmt.Sprintf("release %s;", refText(s.Pool))
	}
	return "…;"
}

func refText(r *Ref) string {
	if r.Index == nil {
		return r.Name
	}
	return fmt.Sprintf("%s[%s]", r.Name, written(r.Index.Position()))
}

// maxWritten is how much of an expression a note repeats, in bytes.
const maxWritten = 60

// written is what stands at a place, on one line.
func written(p token.Pos) string {
	s := strings.Join(strings.Fields(p.Text()), " ")
	if len(s) > maxWritten {
		return strings.ToValidUTF8(s[:maxWritten], "") + "…"
	}
	return s
}
