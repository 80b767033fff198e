package sim

import (
	"fmt"
	"testing"

	"serq/ir"
)

// star is the program of tools/bench/programs/star.sq: so many sessions, each a flow
// of exponential work from a random one of n senders to a random one of n receivers,
// and a new session when one ends.
func star(n, sessions int, horizon float64) *ir.Program {
	d := newDraft(ir.Closed{N: sessions}, horizon)
	d.Share = ir.MaxMin
	i, j := d.attr("i"), d.attr("j")
	nics := func(name string, index ir.Expr) ir.Ref {
		family := ir.Ref{Base: len(d.Stages), Count: n, Index: index}
		for k := range n {
			d.Stages = append(d.Stages, ir.Stage{Name: name, Index: &k, Kind: &ir.Ps{Capacity: ir.Num(1)}})
		}
		return family
	}
	tx, rx := nics("tx", i), nics("rx", j)
	nic := func() ir.Expr {
		return &ir.Call{Func: ir.FuncFloor, Args: []ir.Arg{{Expr: sampled(ir.DistUniform, 0, float64(n))}}}
	}
	d.session(
		set(i, nic()), set(j, nic()),
		&ir.Run{Stage: tx, Also: []ir.Ref{rx}, Work: sampled(ir.DistExp, 1)},
		ir.End{})
	return &d.Program
}

// The flows of a session, with all that the machine does around the solver, but for
// the start of a process.
func BenchmarkStar(b *testing.B) {
	for _, size := range []struct {
		nics, sessions int
		horizon        float64
	}{{16, 1_000, 1_250}, {16, 10_000, 1_250}, {64, 1_000, 350}, {512, 256, 550}} {
		b.Run(fmt.Sprintf("%dx%d_%d", size.nics, size.nics, size.sessions), func(b *testing.B) {
			p := star(size.nics, size.sessions, size.horizon)
			ended := 0.0
			for b.Loop() {
				ended += float64(simulate(b, p).Run.Ended)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/ended, "ns/flow")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// A session that is a flow, ends and is replaced costs no allocation.
func TestStarDoesNotAllocate(t *testing.T) {
	allocs := func(horizon float64) float64 {
		p := star(8, 100, horizon)
		return testing.AllocsPerRun(1, func() { simulate(t, p) })
	}
	if short, long := allocs(500), allocs(1500); long-short > 100 {
		t.Errorf("%v allocations for 4,000 flows, %v for 12,000", short, long)
	}
}
