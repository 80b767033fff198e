// Package constant evaluates constant expressions of the kernel: numbers,
// constants, block sizes, operators, functions and conditionals over them.
package constant

import (
	"serq/frontend/ast"
	"serq/ir"
)

// Eval returns the value of an expression, which may be NaN. If it is not
// constant, culprit is the first part that is not.
func Eval(e ast.Expr) (value float64, culprit ast.Expr) {
	switch e := e.(type) {
	case *ast.Number:
		return e.Value, nil
	case *ast.Ref:
		if c, ok := e.Bind.(ast.Constant); ok && e.Index == nil {
			return float64(c), nil
		}
	case *ast.Call:
		return call(e)
	case *ast.Unary:
		x, culprit := Eval(e.X)
		return apply(&ir.Unary{Op: e.Op, X: ir.Num(x)}), culprit
	case *ast.Binary:
		x, culprit := Eval(e.X)
		if culprit != nil {
			return 0, culprit
		}
		y, culprit := Eval(e.Y)
		return apply(&ir.Binary{Op: e.Op, X: ir.Num(x), Y: ir.Num(y)}), culprit
	case *ast.Cond:
		c, culprit := Eval(e.If)
		if culprit != nil {
			return 0, culprit
		}
		then, culprit := Eval(e.Then)
		if culprit != nil {
			return 0, culprit
		}
		otherwise, culprit := Eval(e.Else)
		if c != 0 {
			otherwise = then
		}
		return otherwise, culprit
	}
	return 0, e
}

// apply is the value of an operator or function of numbers, as the IR defines it.
func apply(e ir.Expr) float64 {
	v, ok := ir.Constant(e)
	if !ok {
		panic("BUG: an operation on numbers is not constant")
	}
	return v
}

func call(e *ast.Call) (float64, ast.Expr) {
	switch bind := e.Bind.(type) {
	case ast.BlockSize:
		return float64(bind), nil
	case ast.Function:
		f := ir.Func(bind)
		arity := len(ir.Funcs[f].Args)
		if !f.Numeric() || len(e.Args) < arity || len(e.Args) > arity && f != ir.FuncMin && f != ir.FuncMax {
			return 0, e
		}
		return function(f, e.Args)
	}
	return 0, e
}

// function applies a function to constants. min and max take further arguments one
// by one.
func function(f ir.Func, args []ast.Expr) (float64, ast.Expr) {
	arity := len(ir.Funcs[f].Args)
	values := make([]ir.Arg, 0, arity)
	for _, arg := range args {
		x, culprit := Eval(arg)
		if culprit != nil {
			return 0, culprit
		}
		values = append(values, ir.Arg{Expr: ir.Num(x)})
		if len(values) == arity {
			values = append(values[:0], ir.Arg{Expr: ir.Num(apply(&ir.Call{Func: f, Args: values}))})
		}
	}
	return float64(values[0].Expr.(ir.Num)), nil
}
