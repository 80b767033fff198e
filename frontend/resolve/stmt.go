package resolve

import (
	"fmt"

	"serq/frontend/ast"
	"serq/ir"
)

// stmts resolves statements. One that names an unknown pool or stage becomes a
// BadStmt around its body.
func (r *resolver) stmts(stmts []ast.Stmt) []ast.Stmt {
	for i, s := range stmts {
		if !r.stmt(s) {
			bad := &ast.BadStmt{Pos: s.Position()}
			if h, ok := s.(*ast.Hold); ok {
				bad.Body = h.Body
			}
			r.report.Mark(bad.Pos)
			stmts[i] = bad
		}
	}
	return stmts
}

func (r *resolver) block(b *ast.Block) {
	if b != nil {
		b.Stmts = r.stmts(b.Stmts)
	}
}

// stmt resolves a statement and reports whether its references are right.
func (r *resolver) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.Turn, *ast.End:
	case *ast.Set:
		r.expr(s.Value)
	case *ast.Observe:
		r.expr(s.Value)
	case *ast.Hold:
		return r.hold(s)
	case *ast.Grow:
		r.expr(s.Units)
		return r.family(s.Pool, ir.ArgPool)
	case *ast.Load:
		r.expr(s.Units)
		return r.family(s.Pool, ir.ArgPool)
	case *ast.Drop:
		return r.family(s.Pool, ir.ArgPool)
	case *ast.Release:
		return r.family(s.Pool, ir.ArgPool)
	case *ast.Run:
		return r.runStmt(s)
	case *ast.Branch:
		r.expr(s.If)
		r.block(s.Then)
		r.block(s.Else)
	case *ast.Loop:
		r.block(s.Body)
	case *ast.Choose:
		r.expr(s.Count)
		r.exprs(s.Keys)
	case *ast.BadStmt:
		r.report.Mark(s.Pos)
		r.block(s.Body)
	default:
		panic(fmt.Sprintf("BUG: %T in the kernel", s))
	}
	return true
}

func (r *resolver) hold(h *ast.Hold) bool {
	ok := true
	for _, part := range h.Parts {
		ok = r.family(part.Pool, ir.ArgPool) && ok
		r.expr(part.Units)
		r.expr(part.Reserve)
	}
	r.expr(h.Reuse)
	r.block(h.Body)
	r.expr(h.Cache)
	if h.Lease != nil {
		ok = r.family(h.Lease.Pool, ir.ArgPool) && ok
		r.expr(h.Lease.Time)
	}
	return ok
}

func (r *resolver) runStmt(s *ast.Run) bool {
	ok := true
	for _, stage := range s.Stages {
		ok = r.family(stage, ir.ArgStage) && ok
	}
	r.expr(s.Work)
	if s.Growing != nil {
		ok = r.family(s.Growing, ir.ArgPool) && ok
	}
	return ok
}
