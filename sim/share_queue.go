package sim

import (
	"math"
	"math/bits"
)

// A levelQueue holds the affected members by the level at which they next need
// attention, never below the sweep. Nearly every entry changes several times
// before it is first, which a heap would pay for each time. Here the entries are
// in buckets, sixteen to an octave of levels: a change costs a few operations,
// mostly without leaving the bucket, and the first is the least of the few in
// the first bucket that has any.
type levelQueue struct {
	entries []levelEntry
	head    [buckets]int32 // by bucket: one of its entries, if its bit is set
	filled  uint64         // bit b: bucket b is not empty
	base    uint64         // the bits of the level at which the buckets start
}

// A levelEntry is an affected member in the order of attention.
type levelEntry struct {
	at         float64 // level; +Inf: needs none
	next, prev int32   // entries in the same bucket, or -1
	bucket     int8    // -1: in none
}

const (
	buckets    = 64
	overflow   = buckets - 1 // has all levels from four octaves above the base on
	bucketBits = 52 - 6      // positive floats are ordered as their bits, of which 52 are less than an octave
)

// add makes an entry that needs no attention.
func (q *levelQueue) add() int32 {
	q.entries = append(q.entries, levelEntry{at: math.Inf(1), bucket: -1})
	return int32(len(q.entries) - 1)
}

// set changes the level of an entry.
func (q *levelQueue) set(i int32, at float64) {
	e := &q.entries[i]
	e.at = at
	if b := q.bucketOf(at); b != e.bucket {
		q.unlink(i)
		q.link(i, b)
	}
}

func (q *levelQueue) bucketOf(at float64) int8 {
	x := math.Float64bits(at)
	switch {
	case x < q.base:
		return 0
	case at > math.MaxFloat64:
		return -1
	}
	return int8(min((x-q.base)>>bucketBits, overflow))
}

func (q *levelQueue) link(i int32, b int8) {
	e := &q.entries[i]
	e.bucket, e.next, e.prev = b, -1, -1
	if b < 0 {
		return
	}
	if q.filled&(1<<b) != 0 {
		e.next = q.head[b]
		q.entries[e.next].prev = i
	}
	q.head[b] = i
	q.filled |= 1 << b
}

func (q *levelQueue) unlink(i int32) {
	e := &q.entries[i]
	if e.bucket < 0 {
		return
	}
	if e.next >= 0 {
		q.entries[e.next].prev = e.prev
	}
	switch {
	case e.prev >= 0:
		q.entries[e.prev].next = e.next
	case e.next >= 0:
		q.head[e.bucket] = e.next
	default:
		q.filled &^= 1 << e.bucket
	}
}

// first returns the entry with the least level, or -1 if none needs attention.
func (q *levelQueue) first() int32 {
	if q.filled == 0 {
		return -1
	}
	b := bits.TrailingZeros64(q.filled)
	first := q.leastIn(b)
	if b == overflow { // go on from here
		q.base = math.Float64bits(q.entries[first].at)
		for i := q.head[overflow]; i >= 0; {
			next := q.entries[i].next
			q.set(i, q.entries[i].at)
			i = next
		}
	}
	return first
}

func (q *levelQueue) leastIn(bucket int) int32 {
	least := q.head[bucket]
	for i := q.entries[least].next; i >= 0; i = q.entries[i].next {
		if q.entries[i].at < q.entries[least].at {
			least = i
		}
	}
	return least
}

// clear drops all entries. None must need attention.
func (q *levelQueue) clear() {
	q.entries = q.entries[:0]
	q.base = 0 // far below all levels; the first look finds a better one
}
