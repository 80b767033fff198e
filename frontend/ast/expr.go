package ast

import (
	"serq/frontend/token"
	"serq/ir"
)

// An Expr is an expression. The set is closed.
type Expr interface {
	Position() token.Pos
	isExpr()
}

func (*Number) isExpr()    {}
func (*Ref) isExpr()       {}
func (*Call) isExpr()      {}
func (*Draw) isExpr()      {}
func (*String) isExpr()    {}
func (*Unary) isExpr()     {}
func (*Binary) isExpr()    {}
func (*Cond) isExpr()      {}
func (*Aggregate) isExpr() {}
func (*BadExpr) isExpr()   {}

// Number is a number, `inf` included.
type Number struct {
	token.Pos
	Value float64
}

// Ref is a name, perhaps dotted, perhaps of a member of an array: in an
// expression an attribute, a constant, a parameter or a context variable;
// elsewhere a pool or a stage.
type Ref struct {
	token.Pos
	Name  string
	Index Expr    // nil without `[…]`
	Bind  Binding // nil until it is resolved
}

// Call applies a function, an observable or an expression def.
type Call struct {
	token.Pos
	Func Ident
	Args []Expr
	Bind Binding // a Function or a BlockSize; nil until it is resolved
}

// Draw samples a distribution.
type Draw struct {
	token.Pos
	Dist Ident
	Args []Expr
	Bind Binding // a *Distribution; nil until it is resolved
}

// String is a string. Only the arguments of a draw can be one.
type String struct {
	token.Pos
	Value string
}

// Unary applies an operator of one operand.
type Unary struct {
	token.Pos
	Op ir.UnaryOp
	X  Expr
}

// Binary applies an operator of two operands.
type Binary struct {
	token.Pos
	Op   ir.BinaryOp
	X, Y Expr
}

// Cond is `If ? Then : Else`.
type Cond struct {
	token.Pos
	If, Then, Else Expr
}

// Aggregate is `max j in n (e)`, and with `min` and `sum`. Sugar: it is written out.
type Aggregate struct {
	token.Pos
	Op    Ident // max, min or sum
	Var   Ident
	Count Expr
	Body  Expr
}

// BadExpr stands where an expression has an error, which is reported.
type BadExpr struct{ token.Pos }

// An Ident is a name where it stands.
type Ident struct {
	token.Pos
	Name string
}
