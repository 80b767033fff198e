package sim

import (
	"testing"

	"serq/ir"
)

// Once a run is under way, a session more costs no allocation: twice as many, from the
// same busy stages, take as many but for the slices that double.
func TestRunDoesNotAllocate(t *testing.T) {
	for name, kind := range map[string]ir.StageKind{"fifo": ir.Fifo{Servers: 3}, "delay": ir.Delay{}, "ps": &ir.Ps{Capacity: ir.Num(3)}} {
		p := queueing(kind, 2, 1e9)
		allocs := func(arrivals int64) float64 {
			p.Arrivals = arrivals
			return testing.AllocsPerRun(2, func() { simulate(t, p) })
		}
		if few, many := allocs(20_000), allocs(40_000); many-few > 100 {
			t.Errorf("%s: %v allocations for 20,000 sessions, %v for 40,000", name, few, many)
		}
	}
}

// Neither does an engine: twice the time, the same allocations but for those of the
// slices that double.
func TestEngineDoesNotAllocate(t *testing.T) {
	for _, plain := range []bool{false, true} {
		iterations := [2]int64{}
		allocs := [2]float64{}
		for i, horizon := range []float64{100, 200} {
			p := replica(32, 20, 30, horizon)
			opt := OptionsOf(p)
			opt.PlainLoop = plain
			allocs[i] = testing.AllocsPerRun(2, func() {
				r, err := New(p, opt)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := r.Run(); err != nil {
					t.Fatal(err)
				}
				iterations[i] = r.m.stages[0].engine.iterations
			})
		}
		if more := iterations[1] - iterations[0]; more < 3000 || allocs[1]-allocs[0] > 50 {
			t.Errorf("plain %v: %v allocations for %v iterations", plain, allocs, iterations)
		}
	}
}
