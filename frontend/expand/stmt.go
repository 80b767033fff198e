package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

func (x *expander) block(b *ast.Block, sc scope) *ast.Block {
	if b == nil {
		return nil
	}
	return &ast.Block{Pos: sc.here(b.Pos), Stmts: x.stmts(b.Stmts, sc)}
}

func (x *expander) stmts(stmts []ast.Stmt, sc scope) []ast.Stmt {
	var expanded []ast.Stmt
	for _, s := range stmts {
		expanded = append(expanded, x.stmt(s, sc)...)
	}
	return expanded
}

// stmt expands a statement to those of the kernel.
func (x *expander) stmt(s ast.Stmt, sc scope) []ast.Stmt {
	if !x.enter(s.Position(), sc) {
		return nil
	}
	defer x.leave()
	x.checkSide(s, sc)
	switch s := s.(type) {
	case *ast.Request:
		return x.request(s, sc)
	case *ast.CallStmt:
		return x.stmtDef(s, sc)
	case *ast.EntryCall:
		return x.entryCall(s, sc)
	case *ast.Serve:
		return x.serve(s, sc)
	}
	return []ast.Stmt{x.kernelStmt(s, sc)}
}

// kernelStmt expands what is in a statement that is one of the kernel already.
func (x *expander) kernelStmt(s ast.Stmt, sc scope) ast.Stmt {
	pos := sc.here(s.Position())
	switch s := s.(type) {
	case *ast.Turn:
		return &ast.Turn{Pos: pos}
	case *ast.End:
		return &ast.End{Pos: pos}
	case *ast.Set:
		return &ast.Set{Pos: pos, Name: x.target(s.Name, sc), Value: x.expr(s.Value, sc)}
	case *ast.Mark:
		return x.mark(s, sc)
	case *ast.Observe:
		return &ast.Observe{Pos: pos, Name: ident(s.Name, sc), Value: x.expr(s.Value, sc)}
	case *ast.Hold:
		return x.hold(s, sc)
	case *ast.Grow:
		return &ast.Grow{Pos: pos, Pool: x.acts(s.Pool, sc), Units: x.expr(s.Units, sc)}
	case *ast.Load:
		return &ast.Load{Pos: pos, Pool: x.acts(s.Pool, sc), Units: x.expr(s.Units, sc)}
	case *ast.Drop:
		return &ast.Drop{Pos: pos, Pool: x.acts(s.Pool, sc)}
	case *ast.Release:
		return &ast.Release{Pos: pos, Pool: x.acts(s.Pool, sc)}
	case *ast.Run:
		return x.runStmt(s, sc)
	case *ast.Branch:
		return x.branch(s, sc)
	case *ast.Loop:
		return &ast.Loop{Pos: pos, Body: x.block(s.Body, sc)}
	case *ast.Choose:
		return &ast.Choose{Pos: pos, Name: x.target(s.Name, sc), Count: x.expr(s.Count, sc), Keys: x.exprs(s.Keys, sc)}
	case *ast.BadStmt:
		return &ast.BadStmt{Pos: pos, Body: x.block(s.Body, sc)}
	}
	panic(fmt.Sprintf("BUG: unexpected statement %T", s))
}

// checkTarget refuses to assign a name that sugar gave: it stands for an
// expression, not for a place.
func (x *expander) checkTarget(name ast.Ident, sc scope) {
	if l := sc.local(name.Name); l != nil {
		x.error(diag.NotFresh, sc.here(name.Pos), fmt.Sprintf("`%s` is %s and cannot be assigned", name.Name, localKinds[l.kind]),
			"Assign an attribute of another name.")
	}
}

// branch expands a branch; `branch with (p)` tests a draw.
func (x *expander) branch(b *ast.Branch, sc scope) *ast.Branch {
	guard := x.expr(b.If, sc)
	if b.Draw {
		pos := sc.here(b.If.Position())
		guard = &ast.Draw{Pos: pos, Dist: ast.Ident{Pos: pos, Name: ir.Dists[ir.DistBernoulli].Surface}, Args: []ast.Expr{guard}}
	}
	return &ast.Branch{Pos: sc.here(b.Pos), If: guard, Then: x.block(b.Then, sc), Else: x.block(b.Else, sc)}
}

// runStmt expands a run. `run prefill (w)` is a run on the stage of that name if
// there is one. In the entry of a queue, a run without a stage is on the queue's own.
func (x *expander) runStmt(r *ast.Run, sc scope) ast.Stmt {
	pos := sc.here(r.Pos)
	run := &ast.Run{
		Pos: pos, Stages: x.stageRefs(r.Stages, sc), Mode: r.Mode,
		Work: x.expr(r.Work, sc), Growing: x.optionalPool(r.Growing, sc),
	}
	if len(run.Stages) == 1 && r.Mode == ir.Plain && x.isModeOnly(run.Stages[0]) {
		run.Mode = roleModes[run.Stages[0].Name]
		run.Stages = nil
	}
	if len(run.Stages) > 0 {
		return run
	}
	if sc.inside != nil {
		own := x.own(pos, sc)
		if own == nil {
			return &ast.BadStmt{Pos: pos}
		}
		return x.sugar("run", pos, func(pos token.Pos) []ast.Stmt {
			run.Pos, run.Stages = pos, []*ast.Ref{own}
			return []ast.Stmt{run}
		})[0]
	}
	x.error(diag.RunWithoutStage, pos, "a run without a stage",
		"Write `run S (work);`. Only in the entry of a queue does a run mean the queue's own stage.")
	return &ast.BadStmt{Pos: pos}
}

// isModeOnly reports whether the word after `run` is a mode: no stage has its name.
func (x *expander) isModeOnly(r *ast.Ref) bool {
	_, mode := roleModes[r.Name]
	return mode && r.Index == nil && x.stages[r.Name] == nil && !x.kernel.Lost[r.Name]
}

// checkSide reports a statement that cannot stand in its block.
func (x *expander) checkSide(s ast.Stmt, sc scope) {
	var word string
	switch s.(type) {
	case *ast.Turn:
		word = "turn"
	case *ast.End:
		word = "end"
	case *ast.Request:
		word = "request"
	case *ast.Set, *ast.Observe, *ast.CallStmt, *ast.BadStmt:
		return
	}
	at := sc.here(s.Position())
	switch {
	case sc.side == initBlock || sc.side == turnBlock:
		block := map[side]string{initBlock: "init", turnBlock: "turn"}[sc.side]
		x.error(diag.StmtNotHere, at, fmt.Sprintf("this statement cannot stand in `%s`", block),
			fmt.Sprintf("`%s` only sets attributes and observes; the rest belongs in the session.", block))
	case sc.side == entrySide && word != "":
		x.error(diag.StmtNotHere, at, fmt.Sprintf("`%s` cannot stand in an entry of a queue", word),
			"An entry serves one request; turns, requests and the end of the session belong to the session.")
	case sc.side == serverSide && word != "":
		x.error(diag.StmtNotHere, at, fmt.Sprintf("`%s` cannot stand in the server", word),
			"The server serves one request; turns and the end of the session belong to the client, the session in `workload`.")
	}
}
