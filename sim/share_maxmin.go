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
// member is pending until its new level is known. Meanwhile it stands by a
// level, first its old one, and the caps that it imposes on others follow from
// that. It needs attention when the sweep reaches
//
//   - the level at which it fills, by its account: then it does fill, and its
//     level is final; or
//   - the level that it stands by, if that comes first: as it does not fill
//     there, it now stands by the one at which it would fill.
//
// Either way the other members of the classes at m are told when the level
// changes; one whose account changes by that becomes affected. All that changes
// is at or above the sweep. So the account of a final member, and of one that
// is not affected and has a level below the sweep, is no more touched: each of
// the caps below its level is such a level itself. A change that brings a
// member to its old level ends there.
//
// A pending member whose level changes costs a scan or two over its classes; an
// affected one whose level does not is told of each class that changes; all
// others cost nothing.

// A filling is what is known of a member: its level, which is all that the
// policy bottleneck uses; its account of its classes; and its place in the order
// of attention. The account is made anew when flows start or end at the member,
// so roundings do not add up. Between two changes the split of a full member is
// its level. It has the size of a cache line.
type filling struct {
	level float64 // λ_m, in (0, +Inf]; during a change, what a pending member stands by

	free  float64 // capacity less the rates of the capped flows
	open  float64 // number of flows that are not capped
	split float64 // a class is capped if its cap is below
	lo    float64 // no capped class has a higher cap

	at         float64 // level at which it needs attention; +Inf: it needs none
	next, prev int32   // in the ring of its bucket
	bucket     uint32
	affected   bool // is in sharing.affected
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

// same reports whether a finite level differs from another by rounding only.
func same(level, other float64) bool {
	d, most := level-other, sameLevel*level
	return -most <= d && d <= most
}

// refill finds the max-min levels after a change at the touched members, and
// sets the rates that they change.
func (f *flows) refill(now float64) {
	f.sweep = 0
	f.queue.restart()
	for _, m := range f.touched {
		f.splitAt(m, f.queue.fill[m].level)
		f.await(m)
	}
	for {
		m := f.queue.first()
		if m < 0 {
			break
		}
		fill := &f.queue.fill[m]
		fills := f.fillLevel(m)
		at := fills
		if fill.level < at {
			at = fill.level
		}
		switch {
		case at > fill.at:
			f.queue.set(m, at) // +Inf: it is not full unless a cap is lifted
		case at < fills:
			f.sweep = at
			f.stand(m, fills)
		default:
			f.sweep = at
			f.fillUp(now, m)
		}
	}
	for _, m := range f.affected {
		f.queue.fill[m].affected = false
	}
	f.affected = f.affected[:0]
}

// await puts a member, which is pending from now on, into the order of attention
// by its account. It may stay there when it turns out to fill later, but not
// when it turns out to fill sooner.
func (f *flows) await(m int32) {
	fill := &f.queue.fill[m]
	if !fill.affected {
		f.affect(fill, m)
	}
	f.queue.set(m, lesser(greater(f.reach(fill, m), f.sweep), fill.level))
}

func (f *flows) affect(fill *filling, m int32) {
	fill.affected = true
	n := len(f.affected)
	f.affected = f.affected[:n+1] // it has room for all; append would cost the loops around a call
	f.affected[n] = m
}

// greater and lesser return one of two levels, of which the second is not
// negative, without a jump: floats of which one is not negative are ordered as
// their bits.
func greater(x, level float64) float64 {
	return math.Float64frombits(uint64(max(int64(math.Float64bits(x)), int64(math.Float64bits(level)))))
}

func lesser(x, level float64) float64 {
	return math.Float64frombits(uint64(min(int64(math.Float64bits(x)), int64(math.Float64bits(level)))))
}

// stand lets a pending member, whose level the sweep has reached, stand by a
// higher one.
func (f *flows) stand(m int32, level float64) {
	f.queue.fill[m].level = level
	f.queue.set(m, level)
	f.recap(m, f.unstopped(m), f.sweep, level)
}

// fillUp makes a pending member full at the sweep. It stops the classes that
// nothing stopped before.
func (f *flows) fillUp(now float64, m int32) {
	fill := &f.queue.fill[m]
	stood, level := fill.level, f.sweep
	fill.level, fill.at = level, math.Inf(1)
	f.queue.move(m, none)
	if fill.lo >= level {
		f.splitAt(m, level)
	}
	fill.split = level // has the same classes below it
	seats := f.unstopped(m)
	f.setRates(now, seats, level)
	if stood != level {
		f.recap(m, seats, stood, level)
	}
}

// unstopped returns the seats at m of the classes that no other member stops
// below the sweep, in a slice that the next call uses again. Which ones these
// are is unpredictable, so the loop is written to need no jump for it.
func (f *flows) unstopped(m int32) []flowSeat {
	member := &f.members[m]
	if member.several > 0 {
		f.capSeveral(m)
	}
	seats, fills, found, sweep := member.seats, f.queue.fill, f.found, f.sweep
	n := 0
	for i := range seats {
		s := &seats[i]
		found[n] = *s
		if fills[uint32(s.peer)].level >= sweep {
			n++
		}
	}
	return found[:n]
}

// recap tells the other members of some classes at m that m's level changes.
func (f *flows) recap(m int32, seats []flowSeat, from, to float64) {
	if f.members[m].several > 0 {
		f.recapSeveral(m, seats, from, to)
		return
	}
	// Without a call the loop keeps what it needs in registers, so those that
	// change the bucket are moved after it.
	fills, base, sweep, told := f.queue.fill, f.queue.base, f.sweep, f.told
	n := 0
	for i := range seats {
		s := &seats[i]
		fill := &fills[uint32(s.peer)]
		if from >= fill.split && to >= fill.split {
			continue
		}
		fill.recap(s.n, from, to)
		if !fill.affected {
			f.affect(fill, s.peer)
		} else if to < from {
			continue
		}
		fill.at = lesser(greater(f.reach(fill, s.peer), sweep), fill.level)
		told[n] = s.peer
		if bucketOf(fill.at, base) != fill.bucket {
			n++
		}
	}
	for _, peer := range told[:n] {
		f.queue.move(peer, bucketOf(fills[peer].at, base))
	}
}

// recapSeveral does so where there may be classes of several among them.
func (f *flows) recapSeveral(m int32, seats []flowSeat, from, to float64) {
	for i := range seats {
		s := &seats[i]
		places := f.classes[s.class].places
		for _, p := range places {
			if p.member == m {
				continue
			}
			others := f.leastLevel(s.class, m, p.member)
			fill := &f.queue.fill[p.member]
			from, to := min(from, others), min(to, others)
			if from == to || from >= fill.split && to >= fill.split {
				continue
			}
			fill.recap(s.n, from, to)
			if to > from || !fill.affected || len(places) > 2 {
				f.await(p.member)
			}
		}
	}
}

// recap moves n flows from one cap to another in the account.
func (fill *filling) recap(n, from, to float64) {
	if from < fill.split {
		fill.free += float64(n * from)
		fill.open += n
	}
	if to < fill.split {
		fill.free -= float64(n * to)
		fill.open -= n
		fill.lo = greater(fill.lo, to)
	}
}

// reach returns (1), +Inf if the capped flows leave some capacity free and no
// other is there to use it, 0 if they take more than there is.
func (f *flows) reach(fill *filling, m int32) float64 {
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
	fill := &f.queue.fill[m]
	level := f.reach(fill, m)
	if level < f.sweep {
		level = f.sweep
	}
	for fill.lo > level*(1+sameLevel) || fill.split*(1+sameLevel) < level {
		f.splitAt(m, level)
		level = max(f.reach(fill, m), level)
	}
	// Of the values that are the same up to rounding, the one that it stands by
	// leaves the most as it is; one at which others fill keeps equal rates equal.
	switch {
	case level > math.MaxFloat64:
		return level
	case same(level, fill.level):
		return fill.level
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
// higher one that makes no difference. Which classes are capped is
// unpredictable, so the loop decides it by a mask and not by a jump: levels are
// positive floats, which are ordered as their bits.
func (f *flows) splitAt(m int32, split float64) {
	member, fill := &f.members[m], &f.queue.fill[m]
	if member.several > 0 {
		f.capSeveral(m)
	}
	seats, fills, at := member.seats, f.queue.fill, math.Float64bits(split)
	free, open := f.capacity[m], 0.0
	lo, hi := uint64(0), math.Float64bits(math.Inf(1))
	for i := range seats {
		s := &seats[i]
		x := math.Float64bits(fills[uint32(s.peer)].level)
		capped := uint64(int64(x-at) >> 63) // all ones if x < at, else 0
		hi = min(hi, x|capped)
		x &= capped // the cap, or 0
		free -= float64(s.n * math.Float64frombits(x))
		open += math.Float64frombits(math.Float64bits(s.n) &^ capped)
		lo = max(lo, x)
	}
	fill.free, fill.open = free, open
	fill.split, fill.lo = math.Float64frombits(hi), math.Float64frombits(lo)
}
