package ir

import (
	"math"
	"testing"
)

func TestConstant(t *testing.T) {
	num := func(x float64) Expr { return Num(x) }
	bin := func(op BinaryOp, x, y float64) Expr { return &Binary{op, num(x), num(y)} }
	call := func(f Func, xs ...float64) Expr {
		c := &Call{Func: f}
		for _, x := range xs {
			c.Args = append(c.Args, Arg{Expr: num(x)})
		}
		return c
	}
	inf, nan := math.Inf(1), math.NaN()
	tests := []struct {
		name string
		e    Expr
		want float64
	}{
		{"number", num(3), 3},
		{"-x", &Unary{Neg, num(3)}, -3},
		{"!x", &Unary{Not, num(3)}, 0},
		{"+", bin(Add, 3, 4), 7}, {"-", bin(Sub, 3, 4), -1}, {"*", bin(Mul, 3, 4), 12}, {"/", bin(Div, 3, 4), 0.75},
		{"x/0", bin(Div, 1, 0), inf}, {"0/0", bin(Div, 0, 0), nan}, {"^", bin(Pow, 2, 10), 1024},
		{"<", bin(Lt, 1, 2), 1}, {"<=", bin(Le, 2, 2), 1}, {">", bin(Gt, 1, 2), 0}, {">=", bin(Ge, 1, 2), 0},
		{"==", bin(Eq, 2, 2), 1}, {"!=", bin(Ne, 2, 2), 0}, {"NaN == NaN", bin(Eq, nan, nan), 0},
		{"&&", bin(And, 2, 3), 1}, {"&& 0", bin(And, 2, 0), 0}, {"||", bin(Or, 0, 3), 1}, {"|| 0", bin(Or, 0, 0), 0},
		{"then", &Cond{num(2), num(5), num(6)}, 5}, {"else", &Cond{num(0), num(5), num(6)}, 6},
		{"min", call(FuncMin, 3, 4), 3}, {"max", call(FuncMax, 3, 4), 4},
		{"min of a NaN", call(FuncMin, nan, 4), nan}, {"max of a NaN", call(FuncMax, 4, nan), nan},
		{"abs", call(FuncAbs, -3), 3}, {"floor", call(FuncFloor, -1.5), -2}, {"ceil", call(FuncCeil, -1.5), -1},
		{"sqrt", call(FuncSqrt, 9), 3}, {"exp", call(FuncExp, 0), 1}, {"ln", call(FuncLn, 1), 0}, {"pow", call(FuncPow, 3, 2), 9},
	}
	for _, test := range tests {
		v, ok := Constant(test.e)
		if !ok || v != test.want && !(math.IsNaN(v) && math.IsNaN(test.want)) {
			t.Errorf("%s: %v %v, want %v", test.name, v, ok, test.want)
		}
	}
}

// TestConstantOf: whatever is read at a run is no constant, wherever it stands,
// and neither is a broken node.
func TestConstantOf(t *testing.T) {
	reads := []Expr{nil, Attr(0), Ctx(0), &Sample{Dist: DistDet, Args: []Expr{Num(1)}},
		&Call{FuncQueue, []Arg{{Stage: &Ref{Count: 1}}}}, &Call{FuncMin, []Arg{{Expr: Num(1)}}}, &Call{FuncAbs, []Arg{{Pool: &Ref{}}}},
		&Call{Func(200), []Arg{{Expr: Num(1)}}}, &Unary{UnaryOp(9), Num(1)}, &Binary{BinaryOp(99), Num(1), Num(1)}}
	for _, r := range reads {
		for _, e := range []Expr{r, &Unary{Neg, r}, &Binary{Add, r, Num(1)}, &Binary{Or, Num(1), r},
			&Cond{r, Num(1), Num(1)}, &Cond{Num(0), r, Num(1)}, &Cond{Num(1), Num(1), r}, &Call{FuncMin, []Arg{{Expr: Num(1)}, {Expr: r}}}} {
			if v, ok := Constant(e); ok {
				t.Errorf("%#v is %v, not a constant", e, v)
			}
		}
	}
}
