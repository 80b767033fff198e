package sim

import (
	"math"
	"math/bits"
)

// A tournament finds which of its contestants, numbered from 0, is first, by
// (at, place). It is played in rounds of matches between eight. A settle
// changes many entries, often most of all: they are written down one after the
// other and the matches concerned are played again once, which takes a
// nanosecond or two per entry where a heap takes twenty. A match finds the least
// time and no more; whose it is, is looked up once, from the last match back to
// the contestants.
type tournament struct {
	at     []float64 // by contestant, not negative; +Inf if it does not take part; whole matches
	place  []uint64  // by contestant: orders equal at; to be set before at
	rounds []round
	leader int32 // the first as of the latest look
}

// A round is one level of a tournament. Its entries are the times of the
// contestants or, but for the first round, what the round before has found.
type round struct {
	least []float64 // by match: the least of its entries; filled up with +Inf to whole matches
	again matchSet  // to be played again
}

// A matchSet is a set of the matches of a round.
type matchSet []uint64

func (s matchSet) add(match int32) { s[match>>6] |= 1 << (match & 63) }

const (
	matchBits = 3 // log2 of the entries of a match
	matchSize = 1 << matchBits
)

// add lets in one more contestant, which does not take part yet.
func (t *tournament) add() {
	n := int32(len(t.place))
	t.place = append(t.place, 0)
	if int(n) == len(t.at) {
		t.at = appendMatch(t.at)
	}
	for i := 0; ; i++ { // its way through the rounds: it is number n in round i
		match := n >> matchBits
		if i == len(t.rounds) {
			t.rounds = append(t.rounds, round{})
		}
		r := &t.rounds[i]
		if int(match) == len(r.least) {
			r.least = appendMatch(r.least)
		}
		if int(match>>6) == len(r.again) {
			r.again = append(r.again, 0)
		}
		r.again.add(match)
		if i == len(t.rounds)-1 && match == 0 {
			return
		}
		n = match
	}
}

// appendMatch appends the entries of a match in which nobody takes part yet.
func appendMatch(entries []float64) []float64 {
	for range matchSize {
		entries = append(entries, math.Inf(1))
	}
	return entries
}

// set changes a contestant's entry.
func (t *tournament) set(who int32, at float64) {
	t.at[who] = at
	t.rounds[0].again.add(who >> matchBits)
}

// first returns the contestant that is first. If none takes part it is one of
// those whose entry is +Inf. There must be a contestant.
func (t *tournament) first() int32 {
	played := false
	entries := t.at
	for i := range t.rounds {
		r := &t.rounds[i]
		var next matchSet
		if i+1 < len(t.rounds) {
			next = t.rounds[i+1].again
		}
		for w, again := range r.again {
			if again != 0 {
				played = true
				r.again[w] = 0
				r.play(int32(w<<6), again, entries, next)
			}
		}
		entries = r.least
	}
	if played {
		last := len(t.rounds) - 1
		t.leader = t.firstAt(t.rounds[last].least[0], last, 0)
	}
	return t.leader
}

// play plays the matches from number on whose bits are set, and notes those of
// the next round, if there is one, that they are entries of. Times are not
// negative, so they are ordered as their bits; on those the least is found
// without a jump for each new one, which a processor could not predict.
func (r *round) play(number int32, again uint64, entries []float64, next matchSet) {
	least := r.least
	for ; again != 0; again &= again - 1 {
		match := number + int32(bits.TrailingZeros64(again))
		e := (*[matchSize]float64)(entries[match<<matchBits:])
		a := min(math.Float64bits(e[0]), math.Float64bits(e[1]))
		b := min(math.Float64bits(e[2]), math.Float64bits(e[3]))
		c := min(math.Float64bits(e[4]), math.Float64bits(e[5]))
		d := min(math.Float64bits(e[6]), math.Float64bits(e[7]))
		least[match] = math.Float64frombits(min(min(a, b), min(c, d)))
		if len(next) > 0 {
			next.add(match >> matchBits)
		}
	}
}

// firstAt returns the first of the contestants whose time is the least of a
// match.
func (t *tournament) firstAt(least float64, round int, match int32) int32 {
	if least > math.MaxFloat64 {
		return 0
	}
	entries := t.at
	if round > 0 {
		entries = t.rounds[round-1].least
	}
	first := int32(-1)
	from := match << matchBits
	for i, at := range entries[from : from+matchSize] {
		if at != least {
			continue
		}
		who := from + int32(i)
		if round > 0 {
			who = t.firstAt(least, round-1, who)
		}
		if first < 0 || t.place[who] < t.place[first] {
			first = who
		}
	}
	return first
}
