package sim

import "math"

// Max-min fairness after a change.
//
// Progressive filling raises the rates of all flows together; when a member is
// full, its flows stop and the others go on. The level of a member is the rate
// at which it stopped its flows. What happens at a level depends only on what
// happens below it. So a change can be followed upwards: refill sweeps the
// level from 0 and works out again only the members that the change reaches,
// each in the order of its level. All others keep their level, and the flows
// that they stop keep their rate.
//
// Seen from a member m, its other members hold the flows of a class to the cap
//
//	cap = min λ_o over the other members o of the class
//
// and the level at which m fills solves
//
//	Σ n · min(λ, cap) over the classes at m  =  φ_m
//
// whose left side rises with λ, less steeply from each cap on. Every member
// keeps an account for this equation. It splits the classes at a rate: those
// with a cap below it count as capped, the rest as open, and
//
//	(φ_m − Σ n · cap over the capped) / Σ n over the open                  (1)
//
// is the root of a line that meets the left side at the split and lies nowhere
// below it. So (1) is never above the level at which m fills, for any split,
// and is that level if no capped class has a cap above (1) and no open one a
// cap below. If it is not, (1) is a better split (Newton's method for a concave
// function: from below it rises to the root, in as many steps as it passes
// caps). A change of one cap changes the account in a few operations.
//
// The members where flows started or ended are affected first. An affected
// member is pending until its new level is known, and keeps its old level in
// the meantime. It needs attention when the sweep reaches
//
//   - the level at which it fills, by its account: now it does fill, and its
//     level is final; or
//   - its old level, if that comes first: it used to fill there and does not
//     now, so its level reads +Inf until it does.
//
// Either way its level changes, at the sweep or above, and so do the caps that
// it imposes on others. They are told; a member whose account changes by that
// becomes affected. The account of a member that is final is no more touched,
// since its caps below its level are from members that are final too or not
// affected. And a change that brings a member to its old level ends there.
//
// A pending member whose level changes costs a scan or two over its classes;
// an affected one whose level does not is told of each class that changes, and
// all others cost nothing.

// A fillState is where a member stands in a sweep.
type fillState uint8

const (
	outside fillState = iota // not affected
	pending                  // affected, new level at or above the sweep
	final                    // affected, new level known
)

// A filling is a member's account of its classes. Between two changes the split
// is the member's level.
type filling struct {
	free   float64 // capacity less the rates of the capped flows
	open   float64 // number of flows that are not capped
	split  float64 // a class is capped if its cap is below
	lo     float64 // no capped class has a higher cap
	passed bool    // pending and the sweep is past the old level, or there is none
}

const (
	// sameLevel is the relative difference up to which two levels are one. A
	// level is a capacity less a sum over the flows of a member: with some
	// thousand of them, a thousand roundings of 1e-16 and some cancellation.
	// It makes members fill together that do so on paper.
	sameLevel = 1e-12

	// overfull is the relative excess over its capacity that a member may carry
	// for the sake of sameLevel.
	overfull = 1e-11
)

// same reports whether two levels differ by rounding only.
func same(x, y float64) bool { return math.Abs(x-y) <= sameLevel*min(x, y) }

// refill finds the max-min levels after a change at the touched members, and
// sets the rates that they change.
func (f *flows) refill(now float64) {
	f.sweep = 0
	for _, m := range f.touched {
		f.splitAt(m, f.was[m])
		f.affect(m)
	}
	for len(f.pending) > 0 {
		m := f.pending[0].id
		fills := f.fillLevel(m)
		at := fills
		if !f.fill[m].passed {
			at = min(fills, f.was[m])
		}
		switch {
		case math.IsInf(at, 1): // not full unless a cap is lifted
			f.pending.remove(0, f.pos)
		case at > f.pending[0].at: // later than was known
			f.pending[0].at = at
			f.pending.down(0, f.pos)
		case at < fills:
			f.sweep = at
			f.pass(m)
		default:
			f.sweep = at
			f.fillUp(now, m)
		}
	}
	for _, m := range f.affected {
		if fill := &f.fill[m]; fill.split != f.level[m] {
			f.splitAt(m, f.level[m])
		}
	}
}

// affect makes a member pending.
func (f *flows) affect(m int32) {
	f.state[m] = pending
	f.affected = append(f.affected, m)
	f.fill[m].passed = math.IsInf(f.was[m], 1)
	f.await(m)
}

// await puts a pending member into the order of attention, or forward in it.
func (f *flows) await(m int32) {
	at := max(f.reach(m), f.sweep)
	if !f.fill[m].passed {
		at = min(at, f.was[m])
	}
	if i := f.pos[m]; i < 0 {
		if at < math.Inf(1) {
			f.pending.push(flowItem{at, uint64(m), m}, f.pos)
		}
	} else if at < f.pending[i].at {
		f.pending[i].at = at
		f.pending.up(int(i), f.pos)
	}
}

// pass takes the sweep past the old level of a member that no longer fills
// there. The classes that it stopped, and that nothing else stops, go on.
func (f *flows) pass(m int32) {
	f.fill[m].passed = true
	f.level[m] = math.Inf(1)
	f.recap(m, f.sweep, math.Inf(1))
}

// fillUp makes a pending member full at the sweep. It stops the classes that
// nothing stopped before.
func (f *flows) fillUp(now float64, m int32) {
	f.pending.remove(int(f.pos[m]), f.pos)
	was, level := f.level[m], f.sweep
	f.state[m] = final
	f.level[m] = level
	if fill := &f.fill[m]; fill.lo < level {
		fill.split = level // the same classes are below it
	} else {
		f.splitAt(m, level)
		fill.split = level
	}
	for i := range f.members[m].seats {
		s := &f.members[m].seats[i]
		if f.capAt(m, s) >= level && f.classes[s.class].rate != level {
			f.setRate(now, s.class, level)
		}
	}
	if was != level {
		f.recap(m, was, level)
	}
}

// recap tells the other members of the classes at m that m's level, which is
// not below the sweep, changes.
func (f *flows) recap(m int32, from, to float64) {
	seats := f.members[m].seats
	for i := range seats {
		s := &seats[i]
		if s.peer >= 0 {
			if f.level[s.peer] >= f.sweep { // otherwise it stops the class before m does
				f.recapAt(s.peer, s.n, from, to)
			}
			continue
		}
		for _, p := range f.classes[s.class].places {
			if p.member != m {
				others := f.leastLevel(s.class, m, p.member)
				f.recapAt(p.member, s.n, min(from, others), min(to, others))
			}
		}
	}
}

// recapAt moves n flows in the account of a member from one cap to another.
func (f *flows) recapAt(m int32, n, from, to float64) {
	fill := &f.fill[m]
	if from >= fill.split && to >= fill.split || from == to {
		return
	}
	if from < fill.split {
		fill.free += float64(n * from)
		fill.open += n
	}
	if to < fill.split {
		fill.free -= float64(n * to)
		fill.open -= n
		if to > fill.lo {
			fill.lo = to
		}
	}
	switch {
	case f.state[m] == outside:
		f.affect(m)
	case to > from: // otherwise it fills no sooner
		f.await(m)
	}
}

// reach returns (1), +Inf if the capped flows leave some capacity free and no
// other is there to use it, 0 if they take more than there is.
func (f *flows) reach(m int32) float64 {
	fill := &f.fill[m]
	switch {
	case fill.open > 0:
		return fill.free / fill.open
	case fill.free >= -overfull*f.capacity[m]:
		return math.Inf(1)
	}
	return 0
}

// fillLevel returns the level at which a pending member fills as things stand,
// not below the sweep.
func (f *flows) fillLevel(m int32) float64 {
	fill := &f.fill[m]
	level := max(f.reach(m), f.sweep)
	for fill.lo > level*(1+sameLevel) || fill.split*(1+sameLevel) < level {
		f.splitAt(m, level)
		level = max(f.reach(m), level)
	}
	// Of the values that are the same up to rounding, the old level leaves the
	// most as it is; a level at which others fill keeps equal rates equal.
	switch {
	case !fill.passed && same(level, f.was[m]):
		return f.was[m]
	case same(level, f.sweep):
		return f.sweep
	case same(level, fill.lo):
		return max(fill.lo, f.sweep)
	case same(level, fill.split):
		return max(fill.split, f.sweep)
	}
	return level
}

// splitAt makes a member's account, with the classes split at a rate, or at any
// higher one that makes no difference.
func (f *flows) splitAt(m int32, split float64) {
	free, open, lo, hi := f.capacity[m], 0.0, 0.0, math.Inf(1)
	seats := f.members[m].seats
	for i := range seats {
		s := &seats[i]
		limit := f.capAt(m, s)
		if limit < split {
			free -= float64(s.n * limit)
			if limit > lo {
				lo = limit
			}
		} else {
			open += s.n
			if limit < hi {
				hi = limit
			}
		}
	}
	fill := &f.fill[m]
	fill.free, fill.open, fill.split, fill.lo = free, open, hi, lo
}
