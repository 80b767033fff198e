package view

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/ir"
)

// What is constant is one number, of five digits at most unless it is whole.
func TestSpell(t *testing.T) {
	p := compiled(t, tail+`stage a : fifo; session { set x = 1; set y = 2; run a (1); }`)
	x := ir.Attr(len(p.Attrs) - 2)
	num := func(v float64) ir.Expr { return ir.Num(v) }
	bin := func(op ir.BinaryOp, a, b ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: a, Y: b} }
	tests := []struct {
		x            ir.Expr
		shown, exact string
	}{
		{num(131072), "131072", "131072"},
		{num(95367.431640625), "95367", "95367.431640625"},
		{num(0.000123456789), "0.00012346", "0.000123456789"},
		{num(-2), "-2", "-2"},
		{bin(ir.Sub, x, bin(ir.Mul, num(3), num(4))), "x - 12", "x - 3 * 4"},
		{&ir.Cond{If: bin(ir.Eq, num(4), num(4)), Then: x, Else: num(1)}, "x", "4 == 4 ? x : 1"},
		{&ir.Call{Func: ir.FuncFloor, Args: []ir.Arg{{Expr: bin(ir.Div, x, bin(ir.Add, num(1), num(1)))}}}, "floor(x / 2)", "floor(x / (1 + 1))"},
	}
	for _, tt := range tests {
		if got := (wording{p, false}).spell(tt.x); got != tt.shown {
			t.Errorf("shown %q, want %q", got, tt.shown)
		}
		if got := (wording{p, true}).spell(tt.x); got != tt.exact {
			t.Errorf("exactly %q, want %q", got, tt.exact)
		}
	}
}

// The options of an engine and of a pool, those that say something.
func TestOptions(t *testing.T) {
	p := compiled(t, tail+`
		pool kv { cap 96; block 16; evict by (-age, last); preempt by (position) requeue tail; queue by (-waited); admit via E; spill tier via link (size) when (1); }
		pool slots[2] { cap 4; evict none; preempt lifo; }
		pool tier { cap inf; }
		stage link : fifo (3);
		stage E : step { budget 512; chunk 64; serve decode first; cost 1; memory kv; }
		stage F : step { budget inf; serve exclusive prefill; cost 1; }
		stage G : step { budget 8; serve only (decoding) by (remaining); cost 1; }
		session { set i = 0; hold kv (1) { run E decode (1) growing kv; } cache (1); hold slots[i] (1) { run F prefill (1); run G prefill (1); } }`)
	n := newNetwork(p)
	got := map[string][]string{}
	for _, pool := range n.pools {
		got[pool.name] = n.shown.options(pool)
	}
	for _, s := range append(n.stations, n.unmet...) {
		got[s.name] = n.shown.kind(s.kind)
	}
	want := map[string][]string{
		"kv":    {"cap 96", "block 16", "evict by (-age, last)", "preempt by (position) requeue tail", "queue by (-waited)", "admit via E", "spill to tier via link"},
		"slots": {"cap 4", "evict none", "preempt lifo"},
		"tier":  {"cap inf", "evict lru"},
		"link":  {"fifo, 3 servers"},
		"E":     {"engine", "budget 512", "chunk 64", "decode first", "memory kv"},
		"F":     {"engine", "budget inf", "exclusive prefill"},
		"G":     {"engine", "budget 8", "serve by (remaining)", "only decoding"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
