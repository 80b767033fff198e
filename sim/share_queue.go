package sim

import (
	"math"
	"math/bits"
)

// A levelQueue holds the affected members by the level at which they next need
// attention, never below the sweep. Nearly every entry changes several times
// before it is first, which a heap would pay for each time. Here the entries are
// in buckets, 64 to an octave of levels: a change costs a few operations, often
// without leaving the bucket, and the first is the least of the few in the first
// bucket that has any.
//
// The lists have heads that are entries themselves and there is one of the
// members that need no attention, so that no case is to be told from another:
// which one it is could not be predicted.
type levelQueue struct {
	entries []levelEntry // the heads of the buckets, then the members
	filled  uint64       // bit b: bucket b is not empty
	base    uint64       // the bits of the level at which the buckets start
}

// A levelEntry is a member in the order of attention, or the head of a bucket.
type levelEntry struct {
	at         float64 // level; +Inf: needs none
	next, prev int32   // entries of the same bucket, in a ring
	bucket     uint32
}

const (
	overflow   = 63           // the last bucket has all levels from an octave above the base on
	none       = overflow + 1 // holds who needs no attention
	heads      = none + 1
	bucketBits = 52 - 6 // positive floats are ordered as their bits, of which 52 are less than an octave
)

// newLevelQueue returns a queue of n members that need no attention.
func newLevelQueue(n int) levelQueue {
	q := levelQueue{entries: make([]levelEntry, heads+n)}
	for i := range q.entries {
		e := &q.entries[i]
		*e = levelEntry{at: math.Inf(1), next: int32(i), prev: int32(i), bucket: none}
		if i >= heads {
			q.move(int32(i), none)
		}
	}
	return q
}

// at returns the level of a member.
func (q *levelQueue) at(m int32) float64 { return q.entries[heads+m].at }

// set changes the level of a member.
func (q *levelQueue) set(m int32, at float64) { q.put(heads+m, at) }

// put changes the level of an entry.
func (q *levelQueue) put(i int32, at float64) {
	e := &q.entries[i]
	e.at = at
	if b := bucketOf(at, q.base); b != e.bucket {
		q.move(i, b)
	}
}

// setAll changes the levels of members, one after the other.
func (q *levelQueue) setAll(members []int32, at []float64) {
	entries, base := q.entries, q.base
	for k, m := range members {
		e := &entries[heads+m]
		e.at = at[k]
		if b := bucketOf(at[k], base); b != e.bucket {
			q.move(heads+m, b)
		}
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

// move puts an entry in front of the others in another bucket.
func (q *levelQueue) move(i int32, to uint32) {
	entries := q.entries
	e := &entries[i]
	entries[e.next].prev = e.prev
	entries[e.prev].next = e.next
	from := e.bucket
	empty := uint64(0)
	if entries[from].next == int32(from) {
		empty = 1
	}
	head := &entries[to]
	e.bucket, e.next, e.prev = to, head.next, int32(to)
	entries[head.next].prev = i
	head.next = i
	q.filled = q.filled&^(empty<<from) | 1<<to // none has no bit
}

// first returns the member with the least level, or -1 if none needs attention.
func (q *levelQueue) first() int32 {
	if q.filled == 0 {
		return -1
	}
	b := int32(bits.TrailingZeros64(q.filled))
	first := q.leastIn(b)
	if b == overflow { // go on from here
		q.base = math.Float64bits(q.entries[first].at)
		for i := q.entries[overflow].next; i != overflow; {
			next := q.entries[i].next
			q.put(i, q.entries[i].at)
			i = next
		}
	}
	return first - heads
}

// leastIn returns the entry with the least level in a bucket that is not empty.
func (q *levelQueue) leastIn(b int32) int32 {
	least := q.entries[b].next
	at := q.entries[least].at
	for i := q.entries[least].next; i != b; i = q.entries[i].next {
		if x := q.entries[i].at; x < at {
			least, at = i, x
		}
	}
	return least
}

// restart prepares an empty queue for levels from 0 on.
func (q *levelQueue) restart() {
	q.base = 0 // far below all levels; the first look finds a better one
}
