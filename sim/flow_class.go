package sim

import (
	"fmt"
	"math"
)

// A flowClass is the flows over one set of members. The zero class is unused.
type flowClass struct {
	tags    flowHeap    // its flows by tag: the virtual time at which the flow ends
	places  []flowPlace // its members, ascending
	hash    uint32
	changed bool // is in flows.changed

	sum     float64 // of the tags
	left    int     // flows that have left since the last rebase
	served  float64 // work served to all its flows since the last resetStats, up to counted
	counted float64 // virtual time
}

// A flowClock is the virtual time of a class. It is apart from the class since
// it is all that a change of rate reads and writes, and changes of rate are most
// of what happens.
type flowClock struct {
	rate  float64 // of each flow, work per clock unit; 0 from a start or end in it to the settle
	v     float64 // virtual time: work served to each flow, as of since
	since float64 // clock
	first float64 // tag of the first flow
}

// A flowPlace is where a class is found at one of its members.
type flowPlace struct{ member, seat int32 }

// flowRebase is the least number of departures between two rebases: enough to
// make the rebase of a class with few flows cost nothing.
const flowRebase = 32

// vtime returns a class's virtual time at now.
func (f *flows) vtime(id int32, now float64) float64 {
	return f.clocks[id].vtime(now, f.ends.at[id])
}

// vtime returns the virtual time at now. It is the first flow's tag when that
// flow, whose end is announced, is due, and never beyond it.
func (c *flowClock) vtime(now, end float64) float64 {
	if end == now {
		return c.first
	}
	v := c.v + float64(c.rate*(now-c.since))
	if v > c.first {
		return c.first
	}
	return v
}

// served returns the work that a class has been served since the last
// resetStats.
func (f *flows) served(id int32, now float64) float64 {
	c := &f.classes[id]
	if len(c.tags) == 0 {
		return c.served
	}
	return c.served + float64(float64(len(c.tags))*(f.vtime(id, now)-c.counted))
}

// advance brings a class's virtual time and the work served to now, before the
// set of its flows changes.
func (f *flows) advance(id int32, now float64) {
	c, clock := &f.classes[id], &f.clocks[id]
	if len(c.tags) > 0 {
		clock.v = f.vtime(id, now)
	}
	clock.since = now
	c.served += float64(float64(len(c.tags)) * (clock.v - c.counted))
	c.counted = clock.v
}

// rebase sets the virtual time back to 0. A sum that grew for the whole run
// would lose the low bits of the remaining work: after a million flows of work
// 1, six of sixteen digits. Done each time as many flows have left as are
// present, it keeps v within a few times the work of a flow and costs a
// constant per flow. A class without flows starts again at exactly 0. The order
// of the tags stays: two that differ do so by at least the grain of the larger
// one, and that of the results is no coarser.
func (f *flows) rebase(id int32) {
	c, clock := &f.classes[id], &f.clocks[id]
	c.sum = 0
	for i := range c.tags {
		c.tags[i].at -= clock.v
		c.sum += c.tags[i].at
	}
	clock.v, c.counted, c.left = 0, 0, 0
}

// classOf returns the class over the given members. A new one has no flows yet.
func (f *flows) classOf(members []int32) int32 {
	f.key = f.key[:0]
	for _, m := range members { // few: insertion is the fastest sort
		f.key = append(f.key, m)
		for i := len(f.key) - 1; i > 0 && f.key[i-1] > m; i-- {
			f.key[i-1], f.key[i] = f.key[i], f.key[i-1]
		}
	}
	hash := hashMembers(f.key)
	for i := f.table.first(hash); ; i = f.table.after(i) {
		id := f.table.slots[i] - 1
		if id < 0 {
			return f.newClass(hash)
		}
		if c := &f.classes[id]; c.hash == hash && c.over(f.key) {
			return id
		}
	}
}

// over reports whether the class is the one over the members.
func (c *flowClass) over(members []int32) bool {
	if len(members) != len(c.places) {
		return false
	}
	for i, m := range members {
		if c.places[i].member != m {
			return false
		}
	}
	return true
}

// newClass makes the class over f.key.
func (f *flows) newClass(hash uint32) int32 {
	var id int32
	if n := len(f.unused); n > 0 {
		id, f.unused = f.unused[n-1], f.unused[:n-1]
	} else {
		id = int32(len(f.classes))
		f.classes = append(f.classes, flowClass{})
		f.clocks = append(f.clocks, flowClock{})
		f.ends.add()
	}
	c := &f.classes[id]
	c.hash = hash
	for i, m := range f.key {
		if i > 0 && m == f.key[i-1] {
			panic(fmt.Sprintf("BUG: a flow holds member %d twice", m))
		}
		member := &f.members[m]
		seat := int32(len(member.seats))
		c.places = append(c.places, flowPlace{m, seat})
		member.seats = append(member.seats, flowSeat{class: id, peer: f.peer(i, seat)})
		f.makeRoom(len(member.seats))
		if len(f.key) > 2 {
			member.several++
		}
	}
	f.table.insert(hash, id, f.classes)
	return id
}

// peer returns flowSeat.peer of a seat at the i-th member of f.key.
func (f *flows) peer(i int, seat int32) int32 {
	switch len(f.key) {
	case 1:
		return int32(len(f.capacity))
	case 2:
		return f.key[1-i]
	}
	return f.ownPeer(seat)
}

// dismiss takes a class without flows off its members and makes it unused.
func (f *flows) dismiss(id int32) {
	c := &f.classes[id]
	f.ends.set(id, math.Inf(1))
	f.table.remove(c.hash, id, f.classes)
	for _, p := range c.places {
		m := &f.members[p.member]
		m.carried += c.served
		if len(c.places) > 2 {
			m.several--
		}
		last := len(m.seats) - 1
		moved := m.seats[last]
		if int(moved.peer) > len(f.capacity) {
			moved.peer = f.ownPeer(p.seat)
		}
		m.seats[p.seat] = moved
		m.seats = m.seats[:last]
		if int(p.seat) != last {
			f.classes[moved.class].sitAt(p.member, p.seat)
		}
	}
	*c = flowClass{places: c.places[:0], tags: c.tags[:0]} // keeps the memory
	f.clocks[id] = flowClock{}
	f.unused = append(f.unused, id)
}

// sitAt notes that the class's seat at a member has moved.
func (c *flowClass) sitAt(member, seat int32) {
	for i := range c.places {
		if c.places[i].member == member {
			c.places[i].seat = seat
		}
	}
}

// A flowTable finds classes by the hash of their members: open addressing with
// linear probing, at most half full.
type flowTable struct {
	slots []int32 // class + 1; 0: free
	used  int
}

func newFlowTable() flowTable { return flowTable{slots: make([]int32, 64)} }

func (t *flowTable) first(hash uint32) int { return int(hash) & (len(t.slots) - 1) }
func (t *flowTable) after(i int) int       { return (i + 1) & (len(t.slots) - 1) }

func (t *flowTable) insert(hash uint32, id int32, classes []flowClass) {
	if t.used++; 2*t.used > len(t.slots) {
		old := t.slots
		t.slots = make([]int32, 2*len(old))
		for _, s := range old {
			if s > 0 {
				t.put(classes[s-1].hash, s)
			}
		}
	}
	t.put(hash, id+1)
}

func (t *flowTable) put(hash uint32, slot int32) {
	i := t.first(hash)
	for t.slots[i] != 0 {
		i = t.after(i)
	}
	t.slots[i] = slot
}

// remove frees the class's slot and moves back those behind it that it kept
// from their own, so that no mark is needed where it was.
func (t *flowTable) remove(hash uint32, id int32, classes []flowClass) {
	i := t.first(hash)
	for t.slots[i] != id+1 {
		i = t.after(i)
	}
	t.used--
	mask := len(t.slots) - 1
	for j := t.after(i); t.slots[j] != 0; j = t.after(j) {
		home := t.first(classes[t.slots[j]-1].hash)
		if (j-home)&mask >= (j-i)&mask {
			t.slots[i] = t.slots[j]
			i = j
		}
	}
	t.slots[i] = 0
}

// hashMembers mixes member numbers by the multiplier of 64-bit Fibonacci
// hashing (Knuth, The Art of Computer Programming 3, section 6.4).
func hashMembers(members []int32) uint32 {
	h := uint64(len(members))
	for _, m := range members {
		h = (h ^ uint64(m)) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	return uint32(h)
}
