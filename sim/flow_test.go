package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"serq/ir"
)

// near is agreement of two double-precision solvers: relative, with a floor for
// values that are 0 on one side.
func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-9*max(math.Abs(got), math.Abs(want), 1e-6)
}

// rate returns the rate of a job.
func (f *flows) rate(job int32) float64 { return f.clocks[f.jobClass[job]].rate }

// levels returns the levels of the members.
func (f *flows) levels() []float64 {
	levels := make([]float64, len(f.capacity))
	for m := range levels {
		levels[m] = f.queue.fill[m].level
	}
	return levels
}

// check fails the test unless the books are right and the rates are an
// allocation of the policy, by the inequations alone.
func (f *flows) check(t *testing.T) {
	t.Helper()
	load := make([]float64, len(f.capacity))
	count := make([]int, len(f.capacity))
	fastest := make([]float64, len(f.capacity))
	inUse := 0
	for id := range f.classes {
		c, clock := &f.classes[id], &f.clocks[id]
		if len(c.places) == 0 {
			continue
		}
		inUse++
		for i := f.table.first(c.hash); f.table.slots[i] != int32(id)+1; i = f.table.after(i) {
			if f.table.slots[i] == 0 {
				t.Fatalf("class %d cannot be found", id)
			}
		}
		for i, p := range c.places {
			if i > 0 && c.places[i-1].member >= p.member {
				t.Fatalf("class %d: members not ascending: %v", id, c.places)
			}
			if seat := f.members[p.member].seats[p.seat]; seat.class != int32(id) || int(seat.n) != len(c.tags) || clock.first != c.tags[0].at {
				t.Fatalf("class %d of %d flows: seat at member %d is %+v", id, len(c.tags), p.member, seat)
			}
			load[p.member] += clock.rate * float64(len(c.tags))
			count[p.member] += len(c.tags)
			fastest[p.member] = max(fastest[p.member], clock.rate)
		}
		if clock.rate != f.rateOf(int32(id)) || !(clock.rate > 0) {
			t.Fatalf("class %d: rate %v, least level %v", id, clock.rate, f.rateOf(int32(id)))
		}
		sum := 0.0
		for i, x := range c.tags {
			sum += x.at
			if f.jobPos[x.id] != int32(i) || f.jobClass[x.id] != int32(id) {
				t.Fatalf("class %d: job %d is not where it is noted", id, x.id)
			}
			if i > 0 && x.before(c.tags[(i-1)/4]) || x.at < clock.v {
				t.Fatalf("class %d at %v: tag %v is out of order", id, clock.v, x)
			}
		}
		if !near(sum, c.sum) {
			t.Fatalf("class %d: sum of tags %v, want %v", id, c.sum, sum)
		}
		end, place := f.ends.at[id], f.ends.place[id]
		if place != c.tags[0].place {
			t.Fatalf("class %d: announced place %d, want %d", id, place, c.tags[0].place)
		}
		if first := f.ends.first(); f.ends.at[first] > end || f.ends.at[first] == end && f.ends.place[first] > place {
			t.Fatalf("class %d ends at %v, before class %d, the first, at %v", id, end, first, f.ends.at[first])
		}
	}
	if inUse != f.table.used {
		t.Fatalf("%d classes, %d in the table", inUse, f.table.used)
	}
	for m := range f.capacity {
		if f.members[m].n != count[m] {
			t.Fatalf("member %d: %d flows noted, %d there", m, f.members[m].n, count[m])
		}
		if f.queue.fill[m].affected || len(f.affected) > 0 || f.queue.filled != 0 {
			t.Fatalf("member %d: the sweep left something behind", m)
		}
		if load[m] > f.capacity[m]*(1+1e-10) {
			t.Fatalf("member %d of capacity %v carries %v", m, f.capacity[m], load[m])
		}
	}
	if f.policy != ir.MaxMin {
		return
	}
	for id := range f.classes {
		c, rate := &f.classes[id], f.clocks[id].rate
		if len(c.places) == 0 {
			continue
		}
		if !slices.ContainsFunc(c.places, func(p flowPlace) bool {
			m := p.member
			return load[m] >= f.capacity[m]*(1-1e-10) && rate >= fastest[m]*(1-1e-10)
		}) {
			t.Fatalf("class %d at rate %v has no member that is full and where it is the fastest", id, rate)
		}
	}
}

// A topology makes members and the sets of them that flows hold.
type topology struct {
	name     string
	capacity func(rng *rand.Rand) []float64
	members  func(rng *rand.Rand, n int) []int32
}

func spread(n int, decades float64) func(rng *rand.Rand) []float64 {
	return func(rng *rand.Rand) []float64 {
		capacity := make([]float64, n)
		for i := range capacity {
			capacity[i] = math.Pow(10, decades*(rng.Float64()-0.5))
		}
		return capacity
	}
}

func equal(n int) func(rng *rand.Rand) []float64 {
	return func(rng *rand.Rand) []float64 {
		return slices.Repeat([]float64{float64(1 + rng.IntN(3))}, n)
	}
}

func choose(rng *rand.Rand, n, k int) []int32 {
	var members []int32
	for _, m := range rng.Perm(n)[:k] {
		members = append(members, int32(m))
	}
	return members
}

func pair(rng *rand.Rand, n int) []int32 {
	return []int32{int32(rng.IntN(n / 2)), int32(n/2 + rng.IntN(n/2))}
}

func oneToFour(rng *rand.Rand, n int) []int32 { return choose(rng, n, 1+rng.IntN(min(4, n))) }

var topologies = []topology{
	{"one member", equal(1), func(*rand.Rand, int) []int32 { return []int32{0} }},
	{"two members", spread(2, 1), oneToFour},
	{"star of equal NICs", equal(8), pair},
	{"star of NICs", spread(12, 1), pair},
	{"star of NICs, decades", spread(12, 6), pair},
	{"large star", spread(60, 0.5), pair},
	{"one sender", spread(9, 1), func(rng *rand.Rand, n int) []int32 { return []int32{int32(1 + rng.IntN(n-1)), 0} }},
	{"chain", spread(10, 1), func(rng *rand.Rand, n int) []int32 {
		from := rng.IntN(n)
		var members []int32
		for m := from; m < min(n, from+1+rng.IntN(5)); m++ {
			members = append(members, int32(m))
		}
		return members
	}},
	{"any one to four of equals", equal(7), oneToFour},
	{"any one to four", spread(7, 2), oneToFour},
	{"any one to four, decades", spread(15, 8), oneToFour},
	{"pairs and singles", spread(10, 1), func(rng *rand.Rand, n int) []int32 {
		if rng.IntN(3) == 0 {
			return []int32{int32(rng.IntN(n))}
		}
		return choose(rng, n, 2)
	}},
}

func forEachTopology(t *testing.T, test func(t *testing.T, policy ir.Share, top topology, seed uint64)) {
	for _, policy := range []ir.Share{ir.MaxMin, ir.Bottleneck} {
		for i, top := range topologies {
			t.Run(fmt.Sprintf("%s/%s", map[ir.Share]string{ir.MaxMin: "maxmin", ir.Bottleneck: "bottleneck"}[policy], top.name),
				func(t *testing.T) {
					for seed := range uint64(25) {
						test(t, policy, top, seed<<8+uint64(i))
					}
				})
		}
	}
}

// Flows start and leave at random, several at one instant at times. After every
// settle all rates are the referee's.
func TestFlowRates(t *testing.T) {
	forEachTopology(t, func(t *testing.T, policy ir.Share, top topology, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		capacity := top.capacity(rng)
		f, r := newFlows(policy, capacity), newReferee(policy, capacity)
		target := rng.IntN(40)
		var present, free []int32
		for job := range int32(80) {
			free = append(free, job)
		}
		for step := range 150 {
			now := float64(step) * 1e-12 // no flow ends of itself
			for range 1 + rng.IntN(3) {
				if rng.IntN(target+1) < len(present) {
					i := rng.IntN(len(present))
					job := present[i]
					present = slices.Delete(present, i, i+1)
					free = append(free, job)
					f.stop(now, job)
					r.leave(now, job)
				} else {
					job := free[0]
					free, present = free[1:], append(present, job)
					members := top.members(rng, len(capacity))
					f.start(now, members, 1, job, uint64(step))
					r.start(now, members, 1, job, uint64(step))
				}
			}
			f.settle(now)
			r.settle(now)
			f.check(t)
			for _, x := range r.flows {
				if got := f.rate(x.job); !near(got, x.rate) {
					t.Fatalf("seed %d, step %d: flow over %v has rate %v, want %v", seed, step, x.members, got, x.rate)
				}
			}
			for m := range capacity {
				n := 0
				for _, x := range r.flows {
					if slices.Contains(x.members, int32(m)) {
						n++
					}
				}
				if got := f.count(int32(m)); got != n {
					t.Fatalf("seed %d, step %d: %d flows at %d, want %d", seed, step, got, m, n)
				}
			}
		}
	})
}

// Flows of random work start at random times, some are stopped; every end, the
// remaining work and the carried work are those of a simulation of single flows.
func TestFlowTrajectories(t *testing.T) {
	forEachTopology(t, func(t *testing.T, policy ir.Share, top topology, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 2))
		capacity := top.capacity(rng)
		f, r := newFlows(policy, capacity), newReferee(policy, capacity)
		var free []int32
		for job := range int32(100) {
			free = append(free, job)
		}
		load := rng.Float64() * 4
		now, arrive := 0.0, 0.0
		resetAt := 0.0
		for place := uint64(0); place < 200 || len(r.flows) > 0; {
			end := r.next()
			at, _, ok := f.next()
			if ok != (end != nil) || ok && !near(at-now, end.end-now) && !near(at, end.end) {
				t.Fatalf("seed %d at %v: next end %v %v, want %+v", seed, now, at, ok, end)
			}
			if place < 200 && len(free) > 0 && (end == nil || arrive < end.end) {
				now = max(now, arrive) // it may have waited for a free job
				arrive += rng.ExpFloat64() / load
				job := free[0]
				free = free[1:]
				members := top.members(rng, len(capacity))
				work := rng.ExpFloat64()
				f.start(now, members, work, job, place)
				r.start(now, members, work, job, place)
				place++
			} else if rng.IntN(10) == 0 {
				// Each side keeps its own clock at the ends; between them they
				// are told the same time.
				now += (end.end - now) * rng.Float64()
				job := r.flows[rng.IntN(len(r.flows))].job
				free = append(free, job)
				f.stop(now, job)
				r.leave(now, job)
			} else {
				job := f.finish(at)
				if job != end.job && !near(end.end, at) {
					t.Fatalf("seed %d at %v: job %d ends, want %d", seed, at, job, end.job)
				}
				now = max(at, end.end)
				free = append(free, job)
				r.leave(now, job)
			}
			f.settle(now)
			r.settle(now)
			f.check(t)
			if at, _, ok := f.next(); ok && at < now {
				t.Fatalf("seed %d at %v: an end is announced for %v", seed, now, at)
			}
			if rng.IntN(50) == 0 {
				resetAt = now
				f.resetStats(now)
				clear(r.carried)
			}
			for m := range int32(len(capacity)) {
				remaining := 0.0
				for _, x := range r.flows {
					if slices.Contains(x.members, m) {
						remaining += x.remaining
					}
				}
				if got := f.work(m, now); math.Abs(got-remaining) > 1e-9*(1+remaining) {
					t.Fatalf("seed %d at %v: work at %d is %v, want %v", seed, now, m, got, remaining)
				}
				carried := f.carried(m, now)
				if math.Abs(carried-r.carried[m]) > 1e-9*(1+r.carried[m]) || carried > capacity[m]*(now-resetAt)*(1+1e-9)+1e-9 {
					t.Fatalf("seed %d at %v: %d has carried %v, want %v", seed, now, m, carried, r.carried[m])
				}
			}
		}
		if _, _, ok := f.next(); ok {
			t.Fatalf("seed %d: flows are left", seed)
		}
	})
}
