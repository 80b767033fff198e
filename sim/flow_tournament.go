package sim

import "math"

// A tournament finds which of its contestants, numbered from 0, is first, by
// (at, place). It is played in rounds of matches. A settle changes many entries,
// often a third of all: they are written down one after the other and the
// matches concerned are played again once, which takes a few nanoseconds per
// entry where a heap takes twenty.
type tournament struct {
	size   uint8     // log2 of the contestants of a match: more where more entries change at a time
	at     []float64 // by contestant; +Inf if it does not take part
	place  []uint64  // by contestant: orders equal at; to be set before at
	rounds []round
}

// A round is one level of a tournament. It is played by all contestants or, but
// for the first, by the winners of the round before.
type round struct {
	winner []int32 // by match: the contestant that won it
	again  []int32 // matches to play again, each once
	marked []bool  // by match: is in again
}

// add lets in one more contestant, which does not take part yet, and returns
// its number.
func (t *tournament) add(place uint64) int32 {
	who := len(t.at)
	t.at = append(t.at, math.Inf(1))
	t.place = append(t.place, place)
	for i, n := 0, int32(who); ; i++ { // its way through the rounds: number n in round i
		match := n >> t.size
		if i == len(t.rounds) {
			t.rounds = append(t.rounds, round{})
		}
		r := &t.rounds[i]
		if int(match) == len(r.winner) {
			r.winner = append(r.winner, 0)
			r.marked = append(r.marked, false)
		}
		r.mark(match)
		if len(r.winner) == 1 {
			return int32(who)
		}
		n = match
	}
}

// clear dismisses all contestants.
func (t *tournament) clear() {
	t.at, t.place = t.at[:0], t.place[:0]
	for i := range t.rounds {
		r := &t.rounds[i]
		r.winner, r.again, r.marked = r.winner[:0], r.again[:0], r.marked[:0]
	}
}

// set changes a contestant's entry.
func (t *tournament) set(who int32, at float64) {
	t.at[who] = at
	t.rounds[0].mark(who >> t.size)
}

func (r *round) mark(match int32) {
	if !r.marked[match] {
		r.marked[match] = true
		r.again = append(r.again, match)
	}
}

// first returns the contestant that is first. If none takes part it is one of
// those whose entry is +Inf. There must be a contestant.
func (t *tournament) first() int32 {
	for i := range t.rounds {
		r := &t.rounds[i]
		last := len(r.winner) == 1
		for _, match := range r.again {
			r.marked[match] = false
			from := match << t.size
			to := from + 1<<t.size
			if i == 0 {
				r.winner[match] = t.firstFrom(from, min(to, int32(len(t.at))))
			} else {
				entrants := t.rounds[i-1].winner
				r.winner[match] = t.firstOf(entrants[from:min(to, int32(len(entrants)))])
			}
			if !last {
				t.rounds[i+1].mark(match >> t.size)
			}
		}
		r.again = r.again[:0]
		if last {
			return r.winner[0]
		}
	}
	panic("BUG: a tournament without contestants")
}

// firstFrom returns the first of the contestants from a to b-1. Inlined, its
// loop would run on variables in memory and take three times as long.
//
//go:noinline
func (t *tournament) firstFrom(a, b int32) int32 {
	entries := t.at[a:b]
	first, at := 0, entries[0]
	for i, x := range entries {
		if x <= at && (x < at || t.place[int(a)+i] < t.place[int(a)+first]) {
			first, at = i, x
		}
	}
	return a + int32(first)
}

// firstOf returns the first of some contestants.
func (t *tournament) firstOf(entrants []int32) int32 {
	first := entrants[0]
	for _, who := range entrants[1:] {
		x, at := t.at[who], t.at[first]
		if x < at || x == at && t.place[who] < t.place[first] {
			first = who
		}
	}
	return first
}
