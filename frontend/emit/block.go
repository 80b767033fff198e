package emit

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/token"
	"serq/ir"
)

// blocks writes the three roots and what they lead to.
func (e *emitter) blocks() {
	k, p := e.kernel, e.prog
	p.Init, p.Turn, p.Session = e.newBlock(), e.newBlock(), e.newBlock()
	e.fill(p.Init, k.Init)
	e.fill(p.Turn, k.Turn)
	e.fill(p.Session, k.Session)
	sortSpans(p.Source.Spans)
}

func (e *emitter) newBlock() ir.BlockID {
	e.prog.Blocks = append(e.prog.Blocks, []ir.Stmt{})
	return ir.BlockID(len(e.prog.Blocks) - 1)
}

// fill writes the statements of a block.
func (e *emitter) fill(id ir.BlockID, stmts []ast.Stmt) {
	out := make([]ir.Stmt, 0, len(stmts))
	for _, s := range stmts {
		at := e.root.dot("blocks").at(int(id)).at(len(out))
		at.spans(s.Position(), whole(s))
		written := e.stmt(s, at)
		if written == nil {
			continue
		}
		e.span(id, len(out), s.Position())
		out = append(out, written)
	}
	e.prog.Blocks[id] = out
}

// whole is the text of a statement with its blocks.
func whole(s ast.Stmt) token.Pos {
	at := s.Position()
	var last *ast.Block
	switch s := s.(type) {
	case *ast.Hold:
		last = s.Body
	case *ast.Loop:
		last = s.Body
	case *ast.Branch:
		last = s.Then
		if s.Else != nil {
			last = s.Else
		}
	}
	if last != nil && last.Pos.File == at.File {
		return at.To(last.Pos)
	}
	return at
}

// fillBlock is fill for a block that may be absent.
func (e *emitter) fillBlock(id ir.BlockID, b *ast.Block) {
	if b != nil {
		e.fill(id, b.Stmts)
	}
}

// span labels a statement with the place where it was written.
func (e *emitter) span(block ir.BlockID, stmt int, at token.Pos) {
	file := e.file(at.File)
	line, col := at.File.LineCol(at.Start)
	e.prog.Source.Spans = append(e.prog.Source.Spans, ir.SourceSpan{Block: block, Stmt: stmt, Line: line, Column: col, File: file})
}

// file is the number of a source, which it has from its first appearance on.
func (e *emitter) file(f *token.File) int {
	n, ok := e.files[f]
	if !ok {
		n = len(e.prog.Source.Files)
		e.files[f] = n
		e.prog.Source.Files = append(e.prog.Source.Files, f.Name)
	}
	return n
}

// stmt writes a statement; nil is one that has an error and nothing within.
func (e *emitter) stmt(s ast.Stmt, at path) ir.Stmt {
	switch s := s.(type) {
	case *ast.Turn:
		return ir.Turn{}
	case *ast.End:
		return ir.End{}
	case *ast.Set:
		at.dot("Set").at(0).is(s.Name.Pos)
		return &ir.Set{Slot: e.slot(s.Name.Name), Value: e.expr(s.Value, at.dot("Set").at(1))}
	case *ast.Observe:
		at.dot("Observe").at(0).is(s.Name.Pos)
		return &ir.Observe{Observe: e.observe(s.Name.Name), Value: e.expr(s.Value, at.dot("Observe").at(1))}
	case *ast.Hold:
		return e.hold(s, at.dot("Hold"))
	case *ast.Grow:
		at = at.dot("Grow")
		return &ir.Grow{Pool: e.ref(s.Pool, at.at(0)), Units: e.expr(s.Units, at.at(1))}
	case *ast.Load:
		at = at.dot("Load")
		return &ir.Load{Pool: e.ref(s.Pool, at.at(0)), Units: e.expr(s.Units, at.at(1))}
	case *ast.Drop:
		return &ir.Drop{Pool: e.ref(s.Pool, at.dot("Drop"))}
	case *ast.Release:
		return &ir.Release{Pool: e.ref(s.Pool, at.dot("Release"))}
	case *ast.Run:
		return e.runStmt(s, at.dot("Run"))
	case *ast.Branch:
		return e.branch(e.expr(s.If, at.dot("Branch").at(0)), s.Then, s.Else)
	case *ast.Loop:
		body := e.newBlock()
		e.fill(body, s.Body.Stmts)
		return &ir.Loop{Body: body}
	case *ast.Choose:
		at = at.dot("Choose")
		at.dot("var").is(s.Name.Pos)
		return &ir.Choose{Var: e.slot(s.Name.Name), Count: e.expr(s.Count, at.dot("count")), Keys: e.exprs(s.Keys, at.dot("key"))}
	case *ast.BadStmt:
		if s.Body == nil {
			return nil
		}
		return e.branch(ir.Num(1), s.Body, nil)
	}
	panic(fmt.Sprintf("BUG: %T in the kernel", s))
}

// branch writes a branch. An absent else is an empty block.
func (e *emitter) branch(guard ir.Expr, then, otherwise *ast.Block) *ir.Branch {
	b := &ir.Branch{If: guard, Then: e.newBlock(), Else: e.newBlock()}
	e.fillBlock(b.Then, then)
	e.fillBlock(b.Else, otherwise)
	return b
}

func (e *emitter) hold(s *ast.Hold, at path) *ir.Hold {
	h := &ir.Hold{}
	for i, part := range s.Parts {
		at := at.dot("pools").at(i)
		at.is(part.Pool.Pos)
		h.Pools = append(h.Pools, ir.HoldPart{
			Pool: e.ref(part.Pool, at.at(0)), Units: e.expr(part.Units, at.at(1)), Reserve: e.optional(part.Reserve, at.at(2)),
		})
	}
	h.Reuse = e.optional(s.Reuse, at.dot("reuse"))
	h.Body = e.newBlock()
	e.fill(h.Body, s.Body.Stmts)
	h.Cache = e.optional(s.Cache, at.dot("cache"))
	if s.Lease != nil {
		at = at.dot("lease")
		h.Lease = &ir.Lease{Pool: e.ref(s.Lease.Pool, at.at(0)), Time: e.expr(s.Lease.Time, at.at(1))}
	}
	return h
}

func (e *emitter) runStmt(s *ast.Run, at path) *ir.Run {
	run := &ir.Run{Stage: e.ref(s.Stages[0], at.dot("stage")), Mode: s.Mode}
	for i, stage := range s.Stages[1:] {
		run.Also = append(run.Also, e.ref(stage, at.dot("also").at(i)))
	}
	run.Work = e.expr(s.Work, at.dot("work"))
	if s.Growing != nil {
		growing := e.ref(s.Growing, at.dot("growing"))
		run.Growing = &growing
	}
	return run
}
