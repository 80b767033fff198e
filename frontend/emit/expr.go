package emit

import (
	"fmt"

	"serq/frontend/ast"
	"serq/ir"
)

// placeholder is what a part with an error becomes.
const placeholder = ir.Num(1)

func (e *emitter) expr(x ast.Expr, at path) ir.Expr {
	at.is(x.Position())
	switch x := x.(type) {
	case *ast.Number:
		return ir.Num(x.Value)
	case *ast.Ref:
		return e.name(x)
	case *ast.Call:
		return e.call(x, at)
	case *ast.Draw:
		return e.draw(x, at.dot("Sample"))
	case *ast.Unary:
		return &ir.Unary{Op: x.Op, X: e.expr(x.X, at.dot("Unary").at(1))}
	case *ast.Binary:
		at = at.dot("Binary")
		return &ir.Binary{Op: x.Op, X: e.expr(x.X, at.at(1)), Y: e.expr(x.Y, at.at(2))}
	case *ast.Cond:
		at = at.dot("Cond")
		return &ir.Cond{If: e.expr(x.If, at.at(0)), Then: e.expr(x.Then, at.at(1)), Else: e.expr(x.Else, at.at(2))}
	case *ast.BadExpr:
		return placeholder
	}
	panic(fmt.Sprintf("BUG: %T in the kernel", x))
}

// exprs writes a list; one that is absent stays so.
func (e *emitter) exprs(xs []ast.Expr, at path) []ir.Expr {
	if xs == nil {
		return nil
	}
	out := make([]ir.Expr, len(xs))
	for i, x := range xs {
		out[i] = e.expr(x, at.at(i))
	}
	return out
}

// optional writes an expression that may be absent.
func (e *emitter) optional(x ast.Expr, at path) ir.Expr {
	if x == nil {
		return nil
	}
	return e.expr(x, at)
}

func (e *emitter) name(x *ast.Ref) ir.Expr {
	switch bind := x.Bind.(type) {
	case ast.Constant:
		return ir.Num(bind)
	case ast.Attribute:
		return ir.Attr(e.slot(x.Name))
	case ast.Context:
		return ir.Ctx(bind)
	case ast.Wrong:
		return placeholder
	}
	panic(fmt.Sprintf("BUG: `%s` is bound to %T", x.Name, x.Bind))
}

// call writes a call. Min and Max of more than two arguments nest to the left.
func (e *emitter) call(x *ast.Call, at path) ir.Expr {
	switch bind := x.Bind.(type) {
	case ast.BlockSize:
		return ir.Num(bind)
	case ast.Function:
		f := ir.Func(bind)
		kinds := ir.Funcs[f].Args
		if len(x.Args) > len(kinds) {
			return e.nest(f, x.Args, at)
		}
		at = at.dot("Call").at(1)
		args := make([]ir.Arg, len(x.Args))
		for i, arg := range x.Args {
			args[i] = e.arg(arg, kinds[i], at.at(i))
		}
		return &ir.Call{Func: f, Args: args}
	case ast.Wrong:
		return placeholder
	}
	panic(fmt.Sprintf("BUG: `%s` is bound to %T", x.Func.Name, x.Bind))
}

// nest writes f(a, b, c) as f(f(a, b), c).
func (e *emitter) nest(f ir.Func, args []ast.Expr, at path) ir.Expr {
	last := len(args) - 1
	inner := at.dot("Call").at(1)
	var first ir.Expr
	if last == 1 {
		first = e.expr(args[0], inner.at(0).dot("Expr"))
	} else {
		first = e.nest(f, args[:last], inner.at(0).dot("Expr"))
	}
	return &ir.Call{Func: f, Args: []ir.Arg{{Expr: first}, {Expr: e.expr(args[last], inner.at(1).dot("Expr"))}}}
}

func (e *emitter) arg(x ast.Expr, kind ir.ArgKind, at path) ir.Arg {
	switch kind {
	case ir.ArgPool:
		ref := e.ref(x.(*ast.Ref), at.dot("Pool"))
		return ir.Arg{Pool: &ref}
	case ir.ArgStage:
		ref := e.ref(x.(*ast.Ref), at.dot("Stage"))
		return ir.Arg{Stage: &ref}
	}
	return ir.Arg{Expr: e.expr(x, at.dot("Expr"))}
}

func (e *emitter) draw(x *ast.Draw, at path) ir.Expr {
	d, ok := x.Bind.(*ast.Distribution)
	if !ok {
		return placeholder
	}
	s := &ir.Sample{Dist: d.Dist, Values: d.Values, Args: []ir.Expr{}}
	if d.Dist != ir.DistEmpirical {
		s.Args = append(s.Args, e.exprs(x.Args, at.at(1))...)
	}
	return s
}

// ref writes a reference. The range is the whole family, whatever the index.
func (e *emitter) ref(r *ast.Ref, at path) ir.Ref {
	at.is(r.Pos)
	f := r.Bind.(*ast.Family)
	return ir.Ref{Base: f.Base, Count: f.Count, Index: e.optional(r.Index, at.dot("index"))}
}
