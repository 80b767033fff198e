package sim

import (
	"testing"

	"serq/ir"
)

// The parts of the event loop, each alone; BenchmarkMM1 and its like are the whole.

// An operation is the next of 1,000 pending events and a new one.
func BenchmarkQueue(b *testing.B) {
	var q eventQueue
	gaps := scattered(1000)
	for i, gap := range gaps {
		q.push(event{at: gap, place: uint64(i)})
	}
	for b.Loop() {
		e := q.pop()
		e.at += gaps[e.place%1000]
		e.place++
		q.push(e)
	}
}

// An operation sets one of 100 timers anew.
func BenchmarkTimers(b *testing.B) {
	ts := newTimers(100)
	gaps := scattered(1000)
	for i := range int32(100) {
		ts.set(gaps[i], uint64(i), evPs, i)
	}
	place := uint64(100)
	for b.Loop() {
		first := ts.heap[0]
		place++
		ts.set(first.at+gaps[place%1000], place, evPs, first.what.id())
	}
}

// An operation evaluates an expression of seven leaves: (x + 2y) / max(z, 1) − 0.5x.
func BenchmarkEval(b *testing.B) {
	d := newDraft(ir.Batch{N: 1}, 1)
	x, y, z := d.attr("x"), d.attr("y"), d.attr("z")
	m := newMachine(lower(&d.Program), Options{})
	l := lowering{code: m.code, at: nowhere}
	e := l.expr(minus(
		&ir.Binary{
			Op: ir.Div,
			X:  &ir.Binary{Op: ir.Add, X: x, Y: &ir.Binary{Op: ir.Mul, X: ir.Num(2), Y: y}},
			Y:  &ir.Call{Func: ir.FuncMax, Args: []ir.Arg{{Expr: z}, {Expr: ir.Num(1)}}},
		},
		&ir.Binary{Op: ir.Mul, X: ir.Num(0.5), Y: x},
	))
	m.stack = make([]float64, 4*m.code.stack)
	v := env{attrs: make([]float64, len(d.Attrs))}
	v.attrs[x], v.attrs[y], v.attrs[z] = 3, 4, 4
	for b.Loop() {
		if m.eval(&e, &v) != 1.25 {
			b.Fatal("not (3 + 8)/4 − 1.5")
		}
	}
}

// An operation is a job that joins a ps stage of 100 and the first one's end.
func BenchmarkPs(b *testing.B) {
	p := psState{due: infinity}
	works := scattered(1000)
	n := uint64(0)
	join := func() {
		p.advance(p.since)
		n++
		p.jobs.push(psJob{p.v + works[n%1000], n, int32(n)})
	}
	for range 100 {
		join()
	}
	for b.Loop() {
		p.advance(p.since)
		p.v = p.jobs[0].tag
		p.jobs.remove(0)
		join()
	}
}

// scattered are n numbers between 0 and 1, in no order.
func scattered(n int) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = float64(i*7919%n) / float64(n) // 7919 is prime
	}
	return xs
}
