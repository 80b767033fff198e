package sim

import (
	"math"
	"math/bits"
)

// A levelQueue has the affected members by the level at which they next need
// attention, never below the sweep. Nearly every entry changes several times
// before it is first, which a heap would pay for each time. Here the entries are
// in buckets, 64 to an octave of levels: a change costs a few operations, often
// without leaving the bucket, and the first is the least of the few in the first
// bucket that has any.
//
// The lists have heads that are entries themselves and there is one of the
// members that need no attention, so that no case is to be told from another:
// which one it is could not be predicted.
//
// The lists are rings through heads of their own, and there is one for who needs
// no attention, so that moving an entry has no cases: which one it is could not
// be predicted.
type levelQueue struct {
	fill   []filling // by member; then the heads of the buckets; then what does not stand in the order
	heads  int32     // where the heads start
	filled uint64    // bit b: bucket b is not empty
	base   uint64    // the bits of the level at which the buckets start
}

const (
	overflow   = 63           // the last bucket has all levels from an octave above the base on
	none       = overflow + 1 // holds who needs no attention
	bucketBits = 52 - 6       // positive floats are ordered as their bits, of which 52 are less than an octave
)

// newLevelQueue returns a queue of n members that need no attention.
func newLevelQueue(n int) levelQueue {
	q := levelQueue{fill: make([]filling, n+none+1), heads: int32(n)}
	for i := range q.fill {
		fill := &q.fill[i]
		fill.at, fill.bucket, fill.next, fill.prev = math.Inf(1), none, int32(i), int32(i)
	}
	for m := range int32(n) {
		q.move(m, none)
	}
	return q
}

// set changes the level at which a member needs attention.
func (q *levelQueue) set(m int32, at float64) {
	fill := &q.fill[m]
	fill.at = at
	if b := bucketOf(at, q.base); b != fill.bucket {
		q.move(m, b)
	}
}

func bucketOf(at float64, base uint64) uint32 {
	above := int64(math.Float64bits(at)-base) >> bucketBits // below 0 too
	b := uint32(max(0, min(above, overflow)))
	if at > math.MaxFloat64 {
		b = none
	}
	return b
}

// move puts a member in front of the others in another bucket.
func (q *levelQueue) move(m int32, to uint32) {
	entries := q.fill
	e := &entries[m]
	entries[e.next].prev = e.prev
	entries[e.prev].next = e.next
	from := q.heads + int32(e.bucket)
	empty := uint64(0)
	if entries[from].next == from {
		empty = 1
	}
	q.filled = q.filled&^(empty<<e.bucket) | 1<<to // none has no bit
	at := q.heads + int32(to)
	head := &entries[at]
	e.bucket, e.next, e.prev = to, head.next, at
	entries[head.next].prev = m
	head.next = m
}

// first returns the member with the least level, or -1 if none needs attention.
func (q *levelQueue) first() int32 {
	if q.filled == 0 {
		return -1
	}
	b := int32(bits.TrailingZeros64(q.filled))
	first := q.leastIn(b)
	if b == overflow { // go on from here
		q.base = math.Float64bits(q.fill[first].at)
		for m := q.fill[q.heads+overflow].next; m != q.heads+overflow; {
			next := q.fill[m].next
			q.set(m, q.fill[m].at)
			m = next
		}
	}
	return first
}

// leastIn returns the member with the least level in a bucket that is not empty.
func (q *levelQueue) leastIn(b int32) int32 {
	entries, head := q.fill, q.heads+b
	least := entries[head].next
	at := entries[least].at
	for m := entries[least].next; m != head; m = entries[m].next {
		if x := entries[m].at; x < at {
			least, at = m, x
		}
	}
	return least
}

// restart prepares an empty queue for levels from 0 on.
func (q *levelQueue) restart() {
	q.base = 0 // far below all levels; the first look finds a better one
}
