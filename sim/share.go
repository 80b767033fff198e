package sim

import (
	"math"

	"serq/ir"
)

// Sharing: the rates of the flows.
//
// Both policies are stated by a level λ_m > 0 for every member m, the most that
// a flow may get there, and give each flow the least level of its members:
//
//	r_f = min λ_m over the members m of f
//
// bottleneck: λ_m = φ_m / n_m, the equal share of the n_m flows at m. A flow
// that is held back at one member leaves its share unused at the others.
//
// maxmin: λ_m solves
//
//	Σ r_f over the flows f at m  =  φ_m      if m is full (λ_m < ∞)
//	Σ r_f over the flows f at m  <  φ_m      if not       (λ_m = ∞)
//
// so that every flow has a member that is full and at which no flow is faster:
// its rate could only rise at the cost of a flow that has no more than it.
// These allocations are the max-min fair ones, and there is exactly one (D.
// Bertsekas, R. Gallager, Data Networks, 2nd ed., section 6.5.2).
//
// Example. A of capacity 1 carries f1 and f2, B of capacity 2 carries f1 and
// f3. bottleneck: λ_A = 1/2, λ_B = 1; rates 1/2, 1/2, 1, and B carries 3/2.
// maxmin: λ_A = 1/2, λ_B = 3/2; rates 1/2, 1/2, 3/2, and B carries 2.

// A sharing is the levels of the members and what a change of them needs.
type sharing struct {
	queue levelQueue // what is known of the members; the affected ones in the order of attention

	// Of maxmin, during a change.
	affected []int32    // members whose level may change, each once
	sweep    float64    // all that happens below this level is final
	found    []flowSeat // scratch of unstopped
	told     []int32    // of recap
}

// init makes the levels of n members without flows. The member after them is
// the one that nobody holds: it is never full.
func (s *sharing) init(n int) {
	s.queue = newLevelQueue(n + 1)
	for i := range s.queue.fill {
		s.queue.fill[i].level = math.Inf(1)
	}
	s.affected = make([]int32, 0, n)
}

// share finds the levels after a change in the number of flows at the touched
// members, and sets the rates that they change.
func (f *flows) share(now float64) {
	if f.policy == ir.MaxMin {
		f.refill(now)
	} else {
		f.divide(now)
	}
}

// divide finds the levels of bottleneck.
func (f *flows) divide(now float64) {
	for _, m := range f.touched {
		f.queue.fill[m].level = f.capacity[m] / float64(f.members[m].n) // +Inf without flows
	}
	for _, m := range f.touched {
		seats := f.members[m].seats
		for i := range seats {
			f.setRates(now, seats[i:i+1], f.rateOf(seats[i].class))
		}
	}
}

// rateOf returns the rate of a class: the least level of its members.
func (f *flows) rateOf(id int32) float64 {
	return f.leastLevel(id, -1, -1)
}

// leastLevel returns the least level of a class's members other than p and q.
func (f *flows) leastLevel(id, p, q int32) float64 {
	least := math.Inf(1)
	for _, at := range f.classes[id].places {
		if at.member != p && at.member != q {
			least = min(least, f.queue.fill[at.member].level)
		}
	}
	return least
}

// ownPeer returns flowSeat.peer of a seat of a class of several, at any member.
func (f *flows) ownPeer(seat int32) int32 {
	peer := int(f.queue.heads) + none + 1 + int(seat)
	for len(f.queue.fill) <= peer {
		f.queue.fill = append(f.queue.fill, filling{})
	}
	return int32(peer)
}

// capSeveral finds the caps that the classes of several have at m. Scans over its
// seats then find the caps of all classes in one way, without a jump.
func (f *flows) capSeveral(m int32) {
	for _, s := range f.members[m].seats {
		if int(s.peer) > len(f.capacity) {
			f.queue.fill[s.peer].level = f.leastLevel(s.class, m, -1)
		}
	}
}

// makeRoom makes the scratch large enough for a member with so many seats.
func (s *sharing) makeRoom(seats int) {
	if len(s.found) < seats {
		s.found = make([]flowSeat, 2*seats)
		s.told = make([]int32, 2*seats)
	}
}
