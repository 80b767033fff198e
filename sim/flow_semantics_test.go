package sim

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"serq/ir"
)

// Systems that are solved by hand. The ends are in the order in which they
// happen, and equal to the last bit: all of these numbers are short binary
// fractions, or one division away from them.
func TestFlowExamples(t *testing.T) {
	type flow struct {
		start   float64
		members []int32
		work    float64
	}
	type end struct {
		at  float64
		job int32
	}
	three := []flow{{0, []int32{0, 1}, 1}, {0, []int32{0}, 1}, {0, []int32{1}, 1}}
	reads := []flow{{1, []int32{0, 1}, 1}, {1, []int32{2, 0}, 1}}
	for _, test := range []struct {
		name     string
		policy   ir.Share
		capacity []float64
		flows    []flow
		ends     []end
	}{
		// Egress 1 is shared, each ingress has one flow: 1/2 each.
		{"two reads, maxmin", ir.MaxMin, []float64{1, 1, 1}, reads, []end{{3, 0}, {3, 1}}},
		{"two reads, bottleneck", ir.Bottleneck, []float64{1, 1, 1}, reads, []end{{3, 0}, {3, 1}}},
		// A = 1 stops f0 and f1 at 1/2; f2 takes the rest of B = 2.
		{"three flows, maxmin", ir.MaxMin, []float64{1, 2}, three, []end{{1 / 1.5, 2}, {2, 0}, {2, 1}}},
		// f2 gets its half of B and no more.
		{"three flows, bottleneck", ir.Bottleneck, []float64{1, 2}, three, []end{{1, 2}, {2, 0}, {2, 1}}},
		// Levels 1/2, 5/2, 9/2: the long flow and one short flow on each link.
		{"chain", ir.MaxMin, []float64{1, 3, 5},
			[]flow{{0, []int32{0, 1, 2}, 1}, {0, []int32{0}, 1}, {0, []int32{1}, 5}, {0, []int32{2}, 9}},
			[]end{{2, 0}, {2, 1}, {2, 2}, {2, 3}}},
		// 10 each; then 40/3 each; then 20 each; then 25 alone: the receiver is
		// the bottleneck until one sender is left.
		{"incast", ir.MaxMin, []float64{25, 25, 25, 25, 40},
			[]flow{{0, []int32{0, 4}, 10}, {0, []int32{1, 4}, 20}, {0, []int32{2, 4}, 30}, {0, []int32{3, 4}, 40}},
			[]end{{1, 0}, {1.75, 1}, {2.25, 2}, {2.65, 3}}},
		// The second read halves the rate of the first in the middle.
		{"late start", ir.MaxMin, []float64{1, 1, 1},
			[]flow{{0, []int32{0, 1}, 2}, {1, []int32{0, 2}, 2}}, []end{{3, 0}, {4, 1}}},
		// Every member fills at 1/3 by symmetry, whatever is subtracted first.
		{"triangle", ir.MaxMin, []float64{1, 1, 1},
			[]flow{{0, []int32{0, 1}, 1}, {0, []int32{1, 2}, 1}, {0, []int32{0, 2}, 1},
				{0, []int32{0}, 1}, {0, []int32{1}, 1}, {0, []int32{2}, 1}},
			[]end{{3, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}, {3, 5}}},
		// Nothing limits a flow on members without limit.
		{"no limit", ir.MaxMin, []float64{math.Inf(1), 1},
			[]flow{{1, []int32{0}, 5}, {1, []int32{0, 1}, 2}}, []end{{1, 0}, {3, 1}}},
		{"no limit, bottleneck", ir.Bottleneck, []float64{math.Inf(1), 1},
			[]flow{{1, []int32{0}, 5}, {1, []int32{0, 1}, 2}}, []end{{1, 0}, {3, 1}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFlows(test.policy, test.capacity)
			var got []end
			for k := 0; ; {
				now, _, ok := f.next()
				switch {
				case k < len(test.flows) && (!ok || test.flows[k].start <= now):
					x := test.flows[k]
					now = x.start
					f.start(now, x.members, x.work, int32(k), uint64(k))
					if k++; k < len(test.flows) && test.flows[k].start == now {
						continue // all that start at one instant do so before the settle
					}
				case ok:
					got = append(got, end{now, f.finish(now)})
				default:
					if !slices.Equal(got, test.ends) {
						t.Errorf("got  %v\nwant %v", got, test.ends)
					}
					return
				}
				f.settle(now)
			}
		})
	}
}

// The first policy uses what the second leaves: B of the three flows carries 2
// and 3/2 until the first end.
func TestFlowCarried(t *testing.T) {
	for policy, want := range map[ir.Share]float64{ir.MaxMin: 2, ir.Bottleneck: 1.5} {
		f := newFlows(policy, []float64{1, 2})
		f.start(0, []int32{0, 1}, 1, 0, 0)
		f.start(0, []int32{0}, 1, 1, 1)
		f.start(0, []int32{1}, 1, 2, 2)
		f.settle(0)
		if got := f.carried(1, 0.5); got != want/2 {
			t.Errorf("policy %v: carried %v by 1/2, want %v", policy, got, want/2)
		}
		if got := f.work(1, 0.5); got != 2-want/2 {
			t.Errorf("policy %v: work %v at 1/2, want %v", policy, got, 2-want/2)
		}
		f.resetStats(0.25)
		if got := f.carried(1, 0.5); got != want/4 {
			t.Errorf("policy %v: carried %v since 1/4, want %v", policy, got, want/4)
		}
	}
}

// Flows that are due at one instant end there, one after the other in the order
// of their places, although each end, a start and a stop change their rates.
func TestFlowDueStaysDue(t *testing.T) {
	f := newFlows(ir.MaxMin, []float64{1, 3})
	const due = 0.7 * 3 // three flows of 0.7 at 1/3
	f.start(0, []int32{0}, 0.7, 0, 30)
	f.start(0, []int32{0}, 0.7, 1, 10)
	f.start(0, []int32{1, 0}, 0.7, 2, 20)
	f.settle(0)
	f.start(1, []int32{1}, 100, 3, 40) // changes nothing for the others
	f.settle(1)
	at, _, _ := f.next()
	if math.Abs(at-due) > 1e-15*due {
		t.Fatalf("first end at %v, want %v", at, due)
	}
	for i, want := range []int32{1, 2, 0} {
		got, place, _ := f.next()
		if got != at || place != []uint64{10, 20, 30}[i] {
			t.Fatalf("end %d is announced for %v at place %d, want %v", i, got, place, at)
		}
		if job := f.finish(at); job != want {
			t.Fatalf("end %d is of job %d, want %d", i, job, want)
		}
		f.settle(at)
		switch i { // more changes at that instant
		case 0:
			f.start(at, []int32{0}, 50, 1, 50)
			f.settle(at)
		case 1:
			f.stop(at, 1)
			f.settle(at)
		}
	}
	if job := f.jobClass[3]; job < 0 || f.count(0) != 0 || f.count(1) != 1 {
		t.Fatalf("%d and %d flows are left, want 0 and 1", f.count(0), f.count(1))
	}
}

// However the products and sums are rounded, flows of one class with equal tags
// end at one instant, and no end is announced for the past.
func TestFlowRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for range 5000 {
		f := newFlows(ir.MaxMin, []float64{rng.Float64(), 1})
		work := rng.Float64()
		began := rng.Float64()
		for job := range int32(3) {
			f.start(began, []int32{0}, work, job, uint64(job))
		}
		f.settle(began)
		at, _, _ := f.next()
		if rng.IntN(2) == 0 {
			// A change at the last moment before: what is left is next to nothing.
			now := math.Nextafter(at, 0)
			f.start(now, []int32{0, 1}, 1, 3, 3)
			f.settle(now)
			if at, _, _ = f.next(); at < now {
				t.Fatalf("at %v an end is announced for %v", now, at)
			}
		}
		for job := range int32(3) {
			if end, _, _ := f.next(); end != at {
				t.Fatalf("flow %d ends at %v, the first at %v", job, end, at)
			}
			f.finish(at)
			f.settle(at)
		}
	}
}

// A flow that a change does not reach keeps its announced end to the bit, even
// in the same component.
func TestFlowEndIsKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 200 {
		// Members 0 and 1 are slow, 2 is fast: flows over 0 are never stopped by
		// 2, so what comes and goes over 1 and 2 is nothing to them.
		f := newFlows(ir.MaxMin, []float64{rng.Float64(), rng.Float64(), 100})
		f.start(0, []int32{0, 2}, 1, 0, 0)
		f.start(0, []int32{0, 2}, 2, 1, 1)
		f.settle(0)
		class := f.jobClass[0]
		want := f.ends.at[class]
		now := 0.0
		for i := range uint64(10) {
			now += rng.Float64() / 100
			f.start(now, []int32{1, 2}, 100, int32(2+i), 2+i)
			f.settle(now)
		}
		f.stop(now, 5)
		f.settle(now)
		if got := f.ends.at[class]; got != want {
			t.Fatalf("end moves from %v to %v", want, got)
		}
	}
}

// Flows that come and go within one instant leave no trace, in whatever order
// the sums are taken afterwards.
func TestFlowLevelsAreKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	capacity := spread(12, 0.3)(rng)
	f := newFlows(ir.MaxMin, capacity)
	for job := range int32(60) {
		f.start(0, pair(rng, 12), 1, job, uint64(job))
	}
	f.settle(0)
	for job := range int32(20) { // shuffles the classes at their members
		f.stop(0, job)
		f.settle(0)
	}
	ends, levels := slices.Clone(f.ends.at), f.levels()
	for range 200 {
		now := rng.Float64() * 0.01
		f.start(now, pair(rng, 12), 1, 0, 0)
		f.stop(now, 0)
		f.settle(now)
		if !slices.Equal(levels, f.levels()) {
			t.Fatalf("levels %v become %v", levels, f.levels())
		}
	}
	for job := range int32(60) {
		if class := f.jobClass[job]; class >= 0 && !near(f.ends.at[class], ends[class]) {
			t.Fatalf("job %d ends at %v, before at %v", job, f.ends.at[class], ends[class])
		}
	}
}

// Flows whose rates are equal on paper have rates that are equal to the bit: the
// levels are computed once more in fractions.
func TestFlowEqualRates(t *testing.T) {
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 6))
		capacity := make([]float64, 2+rng.IntN(6))
		for m := range capacity {
			capacity[m] = float64(1+rng.IntN(12)) / 10
		}
		f := newFlows(ir.MaxMin, capacity)
		var members [][]int32
		for job := range 1 + rng.IntN(14) {
			members = append(members, choose(rng, len(capacity), 1+rng.IntN(2)))
			f.start(0, members[job], 1, int32(job), uint64(job))
		}
		f.settle(0)
		byRate := map[string]float64{}
		for job, want := range fractionRates(capacity, members) {
			got := f.rate(int32(job))
			if first, seen := byRate[want.String()]; seen && got != first {
				t.Fatalf("seed %d: rates %v and %v, both %v", seed, got, first, want)
			}
			byRate[want.String()] = got
			if exact, _ := want.Float64(); !near(got, exact) {
				t.Fatalf("seed %d: rate %v, want %v", seed, got, want)
			}
		}
	}
	// So do they if one is known before and stays: A stops at 1/3, and then B at
	// (1 − 1/3)/2, which is more by one bit.
	f := newFlows(ir.MaxMin, []float64{1, 1})
	f.start(0, []int32{0, 1}, 1, 0, 0)
	f.start(0, []int32{0}, 1, 1, 1)
	f.start(0, []int32{0}, 1, 2, 2)
	f.start(0, []int32{1}, 1, 3, 3)
	f.settle(0)
	f.start(0, []int32{1}, 1, 4, 4)
	f.settle(0)
	for job := range int32(5) {
		if got := f.rate(job); got != 1.0/3 {
			t.Errorf("job %d has rate %v, want 1/3", job, got)
		}
	}
}

// fractionRates fills without rounding; capacities are tenths.
func fractionRates(capacity []float64, flows [][]int32) []*big.Rat {
	free := make([]*big.Rat, len(capacity))
	for m, c := range capacity {
		free[m] = big.NewRat(int64(math.Round(10*c)), 10)
	}
	rates := make([]*big.Rat, len(flows))
	for left := len(flows); left > 0; {
		least, at := new(big.Rat), -1
		for m := range free {
			n := int64(0)
			for k, members := range flows {
				if rates[k] == nil && slices.Contains(members, int32(m)) {
					n++
				}
			}
			if n == 0 {
				continue
			}
			if level := new(big.Rat).Quo(free[m], big.NewRat(n, 1)); at < 0 || level.Cmp(least) < 0 {
				least, at = level, m
			}
		}
		for k, members := range flows {
			if rates[k] != nil || !slices.Contains(members, int32(at)) {
				continue
			}
			rates[k] = least
			left--
			for _, m := range members {
				free[m].Sub(free[m], least)
			}
		}
	}
	return rates
}

// A class that is never empty does not let its virtual time grow with the run.
func TestFlowRebase(t *testing.T) {
	f := newFlows(ir.MaxMin, []float64{1})
	const inFlight = 50
	for job := range int32(inFlight) {
		f.start(0, []int32{0}, 1+float64(job)/inFlight, job, uint64(job))
	}
	f.settle(0)
	for k := range uint64(20_000) {
		now, _, _ := f.next()
		job := f.finish(now)
		f.start(now, []int32{0}, 1.5, job, inFlight+k)
		f.settle(now)
		if v := f.clocks[0].v; v > 5 {
			t.Fatalf("virtual time %v after %d flows of work 1.5", v, k)
		}
	}
}

// After warm-up, flows that come and go allocate nothing, in few classes with
// many flows and in classes that live for one flow.
func TestFlowsDoNotAllocate(t *testing.T) {
	for _, policy := range []ir.Share{ir.MaxMin, ir.Bottleneck} {
		for _, size := range []struct{ nics, inFlight int }{{4, 200}, {64, 100}} {
			work := makeWorkload(size.nics, 50_000)
			f := newFlows(policy, starCapacity(size.nics))
			for k := range size.inFlight {
				f.start(0, work[k].members[:], work[k].work, int32(k), uint64(k))
			}
			f.settle(0)
			next := size.inFlight
			step := func() {
				now, _, _ := f.next()
				job := f.finish(now)
				w := &work[next]
				f.start(now, w.members[:], w.work, job, uint64(next))
				f.settle(now)
				if next%7 == 0 {
					f.stop(now, job)
					f.start(now, w.members[:], w.work, job, uint64(next))
					f.settle(now)
				}
				next++
			}
			for next < 40_000 {
				step()
			}
			// A class's heap may still meet its largest number of flows so far.
			if allocs := testing.AllocsPerRun(5000, step); allocs > 0.01 {
				t.Errorf("policy %v, %d NICs: %v allocations per flow", policy, size.nics, allocs)
			}
		}
	}
}

// The same starts and ends in the same order give the same bits.
func TestFlowsAreDeterministic(t *testing.T) {
	work := makeWorkload(16, 5_000)
	if a, b := runClosed(16, 300, work), runClosed(16, 300, work); a != b {
		t.Errorf("the last flow ends at %v and at %v", a, b)
	}
}
