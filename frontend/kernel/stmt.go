package kernel

import (
	"strings"

	"serq/ir"
)

// block writes a block: on one line if it has one statement, without a block in it.
func (w *writer) block(id ir.BlockID) {
	stmts := w.p.Blocks[id]
	sep := "\n"
	if len(stmts) == 0 || len(stmts) == 1 && len(ir.Bodies(stmts[0])) == 0 {
		sep = " "
	}
	w.put("{", sep)
	for _, s := range stmts {
		w.stmt(s)
		w.put(sep)
	}
	w.put("}")
}

func (w *writer) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case ir.Turn:
		w.put("turn;")
	case ir.End:
		w.put("end;")
	case *ir.Set:
		w.put("set ", w.p.Attrs[s.Slot], " = ", w.expr(s.Value), ";")
	case *ir.Observe:
		w.put("observe ", w.p.Observes[s.Observe], " = ", w.expr(s.Value), ";")
	case *ir.Hold:
		w.hold(s)
	case *ir.Grow:
		w.put("grow ", w.pool(s.Pool), " (", w.expr(s.Units), ");")
	case *ir.Load:
		w.put("load ", w.pool(s.Pool), " (", w.expr(s.Units), ");")
	case *ir.Drop:
		w.put("drop ", w.pool(s.Pool), ";")
	case *ir.Release:
		w.put("release ", w.pool(s.Pool), ";")
	case *ir.Run:
		w.runStmt(s)
	case *ir.Branch:
		w.put("branch (", w.expr(s.If), ") ")
		w.block(s.Then)
		if len(w.p.Blocks[s.Else]) > 0 {
			w.put(" else ")
			w.block(s.Else)
		}
	case *ir.Loop:
		w.put("loop ")
		w.block(s.Body)
	case *ir.Choose:
		w.choose(s)
	default:
		panic("BUG: nil statement")
	}
}

// lineLength is the characters of a hold or choice from which on its parts stand on lines
// of their own.
const lineLength = 90

func (w *writer) choose(c *ir.Choose) {
	keys := w.exprs(c.Keys)
	if len(keys) > lineLength {
		var lines strings.Builder
		for i, key := range c.Keys {
			if i > 0 {
				lines.WriteString(",")
			}
			lines.WriteString("\n" + w.expr(key))
		}
		keys = "(" + lines.String() + "\n)"
	}
	w.put("choose ", w.p.Attrs[c.Var], " in ", w.expr(c.Count), " by ", keys, ";")
}

func (w *writer) hold(h *ir.Hold) {
	w.header(h)
	w.put(" ")
	w.block(h.Body)
	if h.Cache != nil {
		w.put(" cache (", w.expr(h.Cache), ")")
	}
	if h.Lease != nil {
		w.put(" lease ", w.pool(h.Lease.Pool), " (", w.expr(h.Lease.Time), ")")
	}
	if h.Cache != nil || h.Lease != nil {
		w.put(";")
	}
}

func (w *writer) header(h *ir.Hold) {
	var parts []string
	for i, part := range h.Pools {
		parts = append(parts, w.pool(part.Pool)+" ("+w.expr(part.Units)+")")
		if part.Reserve != nil {
			parts = append(parts, "reserve ("+w.expr(part.Reserve)+")")
		}
		if i < len(h.Pools)-1 {
			parts[len(parts)-1] += ","
		}
	}
	if h.Reuse != nil {
		parts = append(parts, "reuse ("+w.expr(h.Reuse)+")")
	}
	text := strings.Join(parts, " ")
	if len(text) > lineLength {
		text = strings.Join(parts, "\n")
	}
	w.put("hold ", text)
}

func (w *writer) runStmt(r *ir.Run) {
	w.put("run ", w.stage(r.Stage))
	for _, s := range r.Also {
		w.put(", ", w.stage(s))
	}
	if r.Mode != ir.Plain {
		w.put(" ", strings.ToLower(ir.RunModes[r.Mode]))
	}
	w.put(" (", w.expr(r.Work), ")")
	if r.Growing != nil {
		w.put(" growing ", w.pool(*r.Growing))
	}
	w.put(";")
}
