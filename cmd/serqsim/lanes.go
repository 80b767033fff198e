package main

import "math/bits"

// A lanes is the rows of one kind of slice at a station, for instance its servers.
// Slices that overlap stand in different ones: each takes the first that is free as
// it begins, and so there are as many as there ever are slices at a time.
type lanes struct {
	name   string // "server": the rows are "server 1", "server 2" …
	order  int    // of the first row among the station's
	tracks []track
	slices []string // the name of the slice in each row, the latest one where it is free
	free   []uint64 // a bit for each row
}

// take returns the first free row, −1 if a new one is needed.
func (l *lanes) take() int {
	for w, word := range l.free {
		if word != 0 {
			i := bits.TrailingZeros64(word)
			l.free[w] &^= 1 << i
			return w<<6 + i
		}
	}
	return -1
}

// add adds a row, which is taken.
func (l *lanes) add(t track) int {
	if len(l.tracks)%64 == 0 {
		l.free = append(l.free, 0)
	}
	l.tracks, l.slices = append(l.tracks, t), append(l.slices, "")
	return len(l.tracks) - 1
}

// end begins the event that ends the slice in a row, which is free then. The event
// repeats the slice's name: some readers would not know else what it ends.
func (l *lanes) end(t *traceFile, i int, time float64) {
	l.free[i>>6] |= 1 << (i & 63)
	t.event('E', l.tracks[i], time)
	t.field("name", l.slices[i])
}

func (l *lanes) taken(i int) bool { return l.free[i>>6]&(1<<(i&63)) == 0 }
