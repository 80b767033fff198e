package sim

import "math"

// A tournament finds which of its contestants, numbered from 0, is first, by
// (at, place). It is played in rounds of matches between sixteen. A settle
// changes many entries, often a third of all: they are written down one after
// the other and the matches concerned are played again once, which takes a few
// nanoseconds per entry where a heap takes twenty.
type tournament struct {
	at     []float64 // by contestant, not negative; +Inf if it does not take part
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

const matchBits = 4 // log2 of the contestants of a match

// add lets in one more contestant, which does not take part yet.
func (t *tournament) add() {
	n := int32(len(t.at))
	t.at = append(t.at, math.Inf(1))
	t.place = append(t.place, 0)
	for i := 0; ; i++ { // its way through the rounds: it is number n in round i
		match := n >> matchBits
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
			return
		}
		n = match
	}
}

// set changes a contestant's entry.
func (t *tournament) set(who int32, at float64) {
	t.at[who] = at
	t.rounds[0].mark(who >> matchBits)
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
		for _, match := range r.again {
			r.marked[match] = false
			from := match << matchBits
			to := from + 1<<matchBits
			if i == 0 {
				r.winner[match] = t.firstFrom(from, min(to, int32(len(t.at))))
			} else {
				entrants := t.rounds[i-1].winner
				r.winner[match] = t.firstOf(entrants[from:min(to, int32(len(entrants)))])
			}
			if i+1 < len(t.rounds) {
				t.rounds[i+1].mark(match >> matchBits)
			}
		}
		r.again = r.again[:0]
	}
	return t.rounds[len(t.rounds)-1].winner[0]
}

// firstFrom returns the first of the contestants from a to b-1. Times are not
// negative, so they are ordered as their bits; on those the least is found
// without a jump for each new one, which a processor could not predict.
func (t *tournament) firstFrom(a, b int32) int32 {
	entries := t.at[a:b]
	least := math.Float64bits(entries[0])
	for _, x := range entries {
		least = min(least, math.Float64bits(x))
	}
	first := int32(-1)
	for i, x := range entries {
		if math.Float64bits(x) == least {
			if who := a + int32(i); first < 0 || t.place[who] < t.place[first] {
				first = who
			}
		}
	}
	return first
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
