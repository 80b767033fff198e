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
