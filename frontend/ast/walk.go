package ast

import (
	"fmt"

	"serq/ir"
)

// Walk calls visit for an expression and, where it returns true, for those within
// it. Of the pool or stage that an observable of the kernel reads, only the index
// is an expression.
func Walk(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	switch e := e.(type) {
	case *Number, *String, *BadExpr:
	case *Ref:
		Walk(e.Index, visit)
	case *Call:
		for i, arg := range e.Args {
			if r, ok := arg.(*Ref); ok && e.takesFamily(i) {
				Walk(r.Index, visit)
			} else {
				Walk(arg, visit)
			}
		}
	case *Draw:
		walkAll(e.Args, visit)
	case *Unary:
		Walk(e.X, visit)
	case *Binary:
		Walk(e.X, visit)
		Walk(e.Y, visit)
	case *Cond:
		Walk(e.If, visit)
		Walk(e.Then, visit)
		Walk(e.Else, visit)
	case *Aggregate:
		Walk(e.Count, visit)
		Walk(e.Body, visit)
	default:
		panic(fmt.Sprintf("BUG: unexpected expression %T", e))
	}
}

// takesFamily reports whether an argument of a bound call is a pool or stage.
func (c *Call) takesFamily(arg int) bool {
	switch bind := c.Bind.(type) {
	case BlockSize:
		return true
	case Function:
		kinds := ir.Funcs[bind].Args
		return arg < len(kinds) && kinds[arg] != ir.ArgExpr
	}
	return false
}

func walkAll(es []Expr, visit func(Expr) bool) {
	for _, e := range es {
		Walk(e, visit)
	}
}

// WalkStmts calls stmt, unless it is nil, for statements and those in their
// blocks, in the order written, and visits their expressions as Walk does.
func WalkStmts(stmts []Stmt, stmt func(Stmt), visit func(Expr) bool) {
	w := walker{stmt, visit}
	w.stmts(stmts)
}

type walker struct {
	stmt  func(Stmt)
	visit func(Expr) bool
}

func (w walker) stmts(stmts []Stmt) {
	for _, s := range stmts {
		if w.stmt != nil {
			w.stmt(s)
		}
		w.children(s)
	}
}

func (w walker) block(b *Block) {
	if b != nil {
		w.stmts(b.Stmts)
	}
}

func (w walker) exprs(es ...Expr) { walkAll(es, w.visit) }

func (w walker) refs(refs ...*Ref) {
	for _, r := range refs {
		if r != nil {
			Walk(r.Index, w.visit)
		}
	}
}

func (w walker) children(s Stmt) {
	switch s := s.(type) {
	case *Turn, *End, *Request, *Mark:
	case *Set:
		w.exprs(s.Value)
	case *Observe:
		w.exprs(s.Value)
	case *Hold:
		w.hold(s)
	case *Grow:
		w.refs(s.Pool)
		w.exprs(s.Units)
	case *Load:
		w.refs(s.Pool)
		w.exprs(s.Units)
	case *Drop:
		w.refs(s.Pool)
	case *Release:
		w.refs(s.Pool)
	case *Run:
		w.refs(s.Stages...)
		w.exprs(s.Work)
		w.refs(s.Growing)
	case *Branch:
		w.exprs(s.If)
		w.block(s.Then)
		w.block(s.Else)
	case *Loop:
		w.block(s.Body)
	case *Choose:
		w.exprs(s.Count)
		w.exprs(s.Keys...)
	case *CallStmt:
		w.exprs(s.Args...)
	case *EntryCall:
		w.refs(s.Queue)
		w.exprs(s.Args...)
		w.refs(s.From, s.To)
		w.exprs(s.Amount)
	case *Serve:
		w.exprs(s.Index)
		w.refs(s.On...)
		w.exprs(s.Work)
		w.refs(s.Growing, s.From, s.To)
		w.exprs(s.Amount)
	case *BadStmt:
		w.block(s.Body)
	default:
		panic(fmt.Sprintf("BUG: unexpected statement %T", s))
	}
}

func (w walker) hold(h *Hold) {
	for _, part := range h.Parts {
		w.refs(part.Pool)
		w.exprs(part.Units, part.Reserve)
	}
	w.exprs(h.Reuse)
	for _, b := range h.Admission {
		w.exprs(b.Value)
	}
	w.block(h.Body)
	w.exprs(h.Cache)
	if h.Lease != nil {
		w.refs(h.Lease.Pool)
		w.exprs(h.Lease.Time)
	}
}
