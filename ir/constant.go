package ir

import "math"

// Constant is the value of an expression over numbers only: operators,
// functions and conditionals, without an attribute, a context variable, a draw
// or an observable. Whatever else ok is false. Arithmetic is IEEE, so a constant
// may be infinite or NaN.
func Constant(e Expr) (v float64, ok bool) {
	switch e := e.(type) {
	case Num:
		return float64(e), true
	case *Unary:
		if x, ok := Constant(e.X); ok {
			return unary(e.Op, x)
		}
	case *Binary:
		x, ok := Constant(e.X)
		if !ok {
			return 0, false
		}
		if y, ok := Constant(e.Y); ok {
			return binary(e.Op, x, y)
		}
	case *Cond:
		test, ok1 := Constant(e.If)
		then, ok2 := Constant(e.Then)
		other, ok3 := Constant(e.Else)
		if test == 0 {
			then = other
		}
		return then, ok1 && ok2 && ok3
	case *Call:
		return constantCall(e)
	}
	return 0, false
}

func unary(op UnaryOp, x float64) (v float64, ok bool) {
	switch op {
	case Neg:
		return -x, true
	case Not:
		return truth(x == 0), true
	}
	return 0, false
}

func binary(op BinaryOp, x, y float64) (v float64, ok bool) {
	switch op {
	case Add:
		return x + y, true
	case Sub:
		return x - y, true
	case Mul:
		return x * y, true
	case Div:
		return x / y, true
	case Pow:
		return math.Pow(x, y), true
	case Lt:
		return truth(x < y), true
	case Le:
		return truth(x <= y), true
	case Gt:
		return truth(x > y), true
	case Ge:
		return truth(x >= y), true
	case Eq:
		return truth(x == y), true
	case Ne:
		return truth(x != y), true
	case And:
		return truth(x != 0 && y != 0), true
	case Or:
		return truth(x != 0 || y != 0), true
	}
	return 0, false
}

func constantCall(e *Call) (v float64, ok bool) {
	if !e.Func.Numeric() || len(e.Args) != len(Funcs[e.Func].Args) {
		return 0, false
	}
	var args [2]float64
	for i, a := range e.Args {
		if args[i], ok = Constant(a.Expr); !ok {
			return 0, false
		}
	}
	x, y := args[0], args[1]
	switch e.Func {
	case FuncMin:
		return min(x, y), true // NaN if either is
	case FuncMax:
		return max(x, y), true
	case FuncAbs:
		return math.Abs(x), true
	case FuncFloor:
		return math.Floor(x), true
	case FuncCeil:
		return math.Ceil(x), true
	case FuncSqrt:
		return math.Sqrt(x), true
	case FuncExp:
		return math.Exp(x), true
	case FuncLn:
		return math.Log(x), true
	case FuncPow:
		return math.Pow(x, y), true
	}
	return 0, false
}

// truth is the number of a test's answer.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
