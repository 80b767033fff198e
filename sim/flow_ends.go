package sim

import "math"

// An endTree finds the class whose end is first, by (end, place). It is a
// tournament of rounds with sixteen contestants each. A settle changes many
// ends, often a third of all; they are written down one after the other and the
// rounds concerned are played again once, which takes a few ns per changed end
// where a heap takes twenty.
type endTree struct {
	at     []float64 // by class: its announced end; +Inf if none is
	place  []uint64  // by class: the place of that end, set by the owner before the end
	rounds []endRound
}

// An endRound is one level of the tournament. The contestants of the first are
// the classes, of the others the winners of the level before.
type endRound struct {
	winner []int32 // by match: the class that won it
	again  []int32 // matches to play again, each once
	marked []bool  // by match: is in again
}

const contestants = 16

// add makes room for one more class.
func (t *endTree) add() {
	t.at = append(t.at, math.Inf(1))
	t.place = append(t.place, 0)
	n := len(t.at)
	for level := 0; ; level++ {
		if level == len(t.rounds) {
			t.rounds = append(t.rounds, endRound{})
		}
		r := &t.rounds[level]
		matches := (n + contestants - 1) / contestants
		if matches > len(r.winner) {
			r.winner = append(r.winner, int32(len(t.at)-1))
			r.marked = append(r.marked, false)
		}
		if matches == 1 && level == len(t.rounds)-1 {
			return
		}
		n = matches
	}
}

// set announces a class's end.
func (t *endTree) set(class int32, at float64) {
	t.at[class] = at
	t.rounds[0].mark(class / contestants)
}

func (r *endRound) mark(match int32) {
	if !r.marked[match] {
		r.marked[match] = true
		r.again = append(r.again, match)
	}
}

// play brings the winners up to date.
func (t *endTree) play() {
	for level := range t.rounds {
		r := &t.rounds[level]
		for _, match := range r.again {
			r.marked[match] = false
			from := match * contestants
			if level == 0 {
				r.winner[match] = t.firstOf(from, min(from+contestants, int32(len(t.at))))
			} else {
				below := t.rounds[level-1].winner
				r.winner[match] = t.firstAmong(below[from:min(from+contestants, int32(len(below)))])
			}
			if level+1 < len(t.rounds) {
				t.rounds[level+1].mark(match / contestants)
			}
		}
		r.again = r.again[:0]
	}
}

// firstOf returns the winner of the classes from a to b-1.
func (t *endTree) firstOf(a, b int32) int32 {
	first, at := a, t.at[a]
	for i, x := range t.at[a+1 : b] {
		if x <= at {
			if class := a + 1 + int32(i); x < at || t.place[class] < t.place[first] {
				first, at = class, x
			}
		}
	}
	return first
}

// firstAmong returns the winner of some classes.
func (t *endTree) firstAmong(classes []int32) int32 {
	first := classes[0]
	for _, class := range classes[1:] {
		x, at := t.at[class], t.at[first]
		if x < at || x == at && t.place[class] < t.place[first] {
			first = class
		}
	}
	return first
}

// first returns the class whose end is first; its end is +Inf if no class has
// one.
func (t *endTree) first() int32 { return t.rounds[len(t.rounds)-1].winner[0] }
