package sim

import (
	"math"
	"testing"

	"serq/sim/rng"
)

// The timers against a table of what is set.
func TestTimers(t *testing.T) {
	const n = 40
	src := rng.New(1, 0, rng.Machine, 0, 0)
	timers := newTimers(n)
	set := map[int32]event{}
	check := func(step int) {
		t.Helper()
		if len(timers.heap) != len(set) {
			t.Fatalf("step %d: %d timers are set, want %d", step, len(timers.heap), len(set))
		}
		for i, e := range timers.heap {
			id := e.what.id()
			if e != set[id] || timers.index[id] != int32(i) {
				t.Fatalf("step %d: timer %d holds %v at index %d of %d, want %v", step, id, e, i, timers.index[id], set[id])
			}
			if i > 0 && e.before(timers.heap[0]) {
				t.Fatalf("step %d: timer %d is before the first one", step, id)
			}
		}
	}
	for step := range 20_000 {
		id := int32(src.Index(n))
		at := float64(src.Index(30)) // ties are often
		switch src.Index(4) {
		case 0:
			timers.stop(id)
			delete(set, id)
		case 1:
			timers.set(math.Inf(1), uint64(step), evPs, id)
			delete(set, id)
		default:
			timers.set(at, uint64(step), evPs, id)
			set[id] = event{at: at, place: uint64(step), what: subjectOf(evPs, id)}
		}
		check(step)
	}
	// They go off in their order.
	for last := (event{}); len(timers.heap) > 0; {
		e := timers.heap[0]
		if e.before(last) {
			t.Fatalf("%v goes off after %v", e, last)
		}
		last = e
		timers.stop(e.what.id())
	}
}

func TestTimersDoNotAllocate(t *testing.T) {
	timers := newTimers(100)
	step := 0
	if n := testing.AllocsPerRun(1000, func() {
		step++
		timers.set(float64(step*7%13), uint64(step), evPs, int32(step%100))
		timers.stop(int32(step * 3 % 100))
	}); n > 0 {
		t.Errorf("%v allocations a step", n)
	}
}
