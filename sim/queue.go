package sim

import "math/bits"

// An event is something that happens at a time. It has four fields of a word, no
// more, so that the compiler moves it through registers: a fifth field, or a
// narrow one, makes every move a copy in memory that stalls on the stores before it.
type event struct {
	at    float64 // clock units
	place uint64  // taken when scheduled; for a job's end, when its service starts
	what  subject
	epoch uint64 // stale if that of the stage, job or lease has moved on
}

// A subject is what happens (an eventKind) and to which stage, job or lease.
type subject uint64

func subjectOf(kind eventKind, id int32) subject { return subject(kind)<<32 | subject(uint32(id)) }

func (s subject) kind() eventKind { return eventKind(s >> 32) }
func (s subject) id() int32       { return int32(uint32(s)) }

type eventKind uint8

const (
	evWarmup    eventKind = iota // measuring starts
	evArrive                     // one open arrival
	evArriveAll                  // all sessions of a closed, batch or preset workload
	evFinish                     // the end of a job at a fifo or delay stage
	evPs                         // the next end at a ps stage
	evFlow                       // the next end of a flow
	evIteration                  // the end of an engine's iteration
	evLease                      // the end of a lease
)

// before is the order of events, the only one.
func (e event) before(f event) bool {
	return e.at < f.at || e.at == f.at && e.place < f.place
}

// An eventQueue is a 4-ary min-heap of events by value: no interface and no
// allocation per event, and half the levels of a binary heap.
type eventQueue struct{ heap []event }

func (q *eventQueue) len() int { return len(q.heap) }

func (q *eventQueue) push(e event) {
	q.heap = append(q.heap, e)
	h := q.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

// pop takes the first event off. The queue is not empty.
func (q *eventQueue) pop() event {
	h := q.heap
	first := h[0]
	last := h[len(h)-1]
	h = h[:len(h)-1]
	q.heap = h
	if len(h) == 0 {
		return first
	}
	i := 0
	for {
		child := 4*i + 1
		if child >= len(h) {
			break
		}
		least := child
		for c := child + 1; c < child+4 && c < len(h); c++ {
			if h[c].before(h[least]) {
				least = c
			}
		}
		if !h[least].before(last) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = last
	return first
}

// A bitset is a set of small numbers that is walked in their order.
type bitset struct {
	words []uint64
	n     int
}

func newBitset(size int) bitset { return bitset{words: make([]uint64, (size+63)/64)} }

func (b *bitset) add(i int32) {
	w, bit := &b.words[i>>6], uint64(1)<<(i&63)
	if *w&bit == 0 {
		*w |= bit
		b.n++
	}
}

func (b *bitset) remove(i int32) {
	w, bit := &b.words[i>>6], uint64(1)<<(i&63)
	if *w&bit != 0 {
		*w &^= bit
		b.n--
	}
}

// next is the least member from i on; -1 if there is none.
func (b *bitset) next(i int32) int32 {
	for w := int(i >> 6); w < len(b.words); w++ {
		word := b.words[w]
		if w == int(i>>6) {
			word &= ^uint64(0) << (i & 63)
		}
		if word != 0 {
			return int32(w<<6 + bits.TrailingZeros64(word))
		}
	}
	return -1
}
