package ir

// An Expr is an expression. The set is closed.
// Wire form: {"Num": 3}, {"Attr": 9}, {"Ctx": "Now"}, {"Binary": ["Add", a, b]}.
type Expr interface{ isExpr() }

func (Num) isExpr()     {}
func (Attr) isExpr()    {}
func (Ctx) isExpr()     {}
func (*Sample) isExpr() {}
func (*Call) isExpr()   {}
func (*Unary) isExpr()  {}
func (*Binary) isExpr() {}
func (*Cond) isExpr()   {}

// Num is a number; may be ±Inf, never NaN.
type Num float64

// Attr reads an attribute of the session at hand.
type Attr Slot

// Sample draws from a distribution.
type Sample struct {
	Dist   Dist
	Values []float64 // for Empirical: sorted, at least one
	Args   []Expr
}

// Call applies a function, or reads an observable of a pool or stage.
type Call struct {
	Func Func
	Args []Arg
}

// An Arg is an argument of a Call: exactly one field is set.
// Wire form: {"Expr": e}, {"Pool": ref}, {"Stage": ref}.
type Arg struct {
	Expr  Expr
	Pool  *Ref
	Stage *Ref
}

// Unary applies an operator of one operand.
type Unary struct {
	Op UnaryOp
	X  Expr
}

// Binary applies an operator of two operands. And and Or stop at the first that decides.
type Binary struct {
	Op   BinaryOp
	X, Y Expr
}

// Cond is Then where If is not 0, else Else.
type Cond struct {
	If, Then, Else Expr
}
