package ir

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestExprString(t *testing.T) {
	one := 1
	p := &Program{
		Attrs:  []string{"a", "b"},
		Pools:  []Pool{{Name: "kv"}, {Name: "kvD", Index: new(int)}, {Name: "kvD", Index: &one}},
		Stages: []Stage{{Name: "E"}},
	}
	a, b := Attr(0), Attr(1)
	bin := func(op BinaryOp, x, y Expr) Expr { return &Binary{op, x, y} }
	tests := []struct {
		x    Expr
		want string
	}{
		{Num(3), "3"},
		{Num(math.Inf(1)), "inf"},
		{bin(Sub, bin(Sub, a, b), Num(1)), "a - b - 1"},
		{bin(Sub, a, bin(Sub, b, Num(1))), "a - (b - 1)"},
		{bin(Mul, bin(Add, a, b), Num(2)), "(a + b) * 2"},
		{bin(Add, bin(Mul, a, b), Num(-2)), "a * b + -2"},
		{bin(Pow, bin(Pow, a, b), Num(2)), "(a ^ b) ^ 2"},
		{bin(Pow, a, bin(Pow, b, Num(2))), "a ^ b ^ 2"},
		{bin(Pow, Num(-2), a), "(-2) ^ a"},
		{bin(Pow, Num(2), Num(-1)), "2 ^ -1"},
		{&Unary{Neg, bin(Pow, a, Num(2))}, "-a ^ 2"},
		{bin(Pow, &Unary{Neg, a}, Num(2)), "(-a) ^ 2"},
		{&Unary{Not, bin(And, a, b)}, "!(a && b)"},
		{bin(Or, bin(And, a, b), bin(Lt, a, Num(1))), "a && b || a < 1"},
		{bin(And, a, bin(Or, a, b)), "a && (a || b)"},
		{bin(Eq, bin(Lt, a, b), Num(1)), "(a < b) == 1"},
		{&Cond{bin(Gt, a, Num(0)), a, &Cond{b, Num(1), Num(2)}}, "a > 0 ? a : b ? 1 : 2"},
		{&Cond{&Cond{a, b, Num(0)}, Num(1), Num(2)}, "(a ? b : 0) ? 1 : 2"},
		{&Sample{Dist: DistUniform, Args: []Expr{a, bin(Add, b, Num(1))}}, "~uniform(a, b + 1)"},
		{&Sample{Dist: DistEmpirical, Values: []float64{1, 2}}, "~empirical(2 values)"},
		{&Call{FuncUsed, []Arg{{Pool: &Ref{Base: 1, Count: 2, Index: a}}}}, "used(kvD[a])"},
		{&Call{FuncUsed, []Arg{{Pool: &Ref{Count: 1}}}}, "used(kv)"},
		{&Call{FuncPrice, []Arg{{Stage: &Ref{Count: 1}}, {Expr: a}, {Expr: b}}}, "price(E, a, b)"},
		{&Call{FuncMax, []Arg{{Expr: &Call{FuncMax, []Arg{{Expr: a}, {Expr: b}}}}, {Expr: Num(1)}}}, "max(a, b, 1)"},
		{&Call{FuncMax, []Arg{{Expr: &Call{FuncMin, []Arg{{Expr: a}, {Expr: b}}}}, {Expr: Num(1)}}}, "max(min(a, b), 1)"},
		{&Call{FuncMin, []Arg{{Expr: a}, {Expr: &Call{FuncMin, []Arg{{Expr: b}, {Expr: Num(1)}}}}}}, "min(a, min(b, 1))"},
		{Remaining, "remaining"},
		{Attr(7), "attribute 7"},
		{&Call{FuncQueue, []Arg{{Stage: &Ref{Base: 9, Count: 1}}}}, "queue(stage 9)"},
	}
	for _, tt := range tests {
		if got := ExprString(p, tt.x); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// A text says everything, in its own words.
func TestSpelling(t *testing.T) {
	p := &Program{Attrs: []string{"a"}, Pools: []Pool{{Name: "kv", Index: new(int)}}, Stages: []Stage{{Name: "E"}}}
	s := Spelling{
		Negative: func(v float64) string { return fmt.Sprintf("minus%g", -v) },
		Values:   func(values []float64) string { return fmt.Sprintf(`"file", "%g"`, values[0]) },
	}
	long := strings.Repeat("1 + ", 1000) + "1"
	var sum Expr = Num(1)
	for range 1000 {
		sum = &Binary{Add, sum, Num(1)}
	}
	tests := []struct {
		x    Expr
		want string
	}{
		{Num(-2), "minus2"},
		{&Binary{Pow, Num(-2), &Unary{Neg, Num(2)}}, "minus2 ^ -2"},
		{Num(math.Copysign(0, -1)), "minus0"},
		{Num(math.Inf(-1)), "minus+Inf"},
		{&Unary{Neg, Num(math.Inf(1))}, "-inf"},
		{&Sample{Dist: DistEmpirical, Values: []float64{3, 4}}, `~empirical("file", "3")`},
		{sum, long},
	}
	for _, tt := range tests {
		if got := s.Expr(p, tt.x); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	if got := s.Pool(p, Ref{Count: 1, Index: sum}); got != "kv["+long+"]" {
		t.Error(got)
	}
	if got := s.Stage(p, Ref{Count: 1}); got != "E" {
		t.Error(got)
	}
}

// A message shows the beginning of an expression however large it is.
func TestExprStringIsShort(t *testing.T) {
	var x Expr = Num(1)
	for range 100_000 {
		x = &Binary{Add, x, &Call{FuncMax, []Arg{{Expr: Num(1)}, {Expr: Num(2)}}}}
	}
	got := ExprString(&Program{}, x)
	if len(got) > printLimit+len("…") || !strings.HasSuffix(got, "…") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
