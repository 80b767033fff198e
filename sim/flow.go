package sim

import (
	"fmt"
	"math"

	"serq/ir"
)

// Flows over shared stages.
//
// A flow is a job that holds one or more members (stages of capacity φ_m) from
// its start to its end. At every instant the rates r_f satisfy
//
//	r_f > 0                                  every flow moves
//	Σ r_f over the flows f at m  ≤  φ_m      no member carries more than it can
//
// and the policy picks one solution. share.go states which and finds it.
//
// All flows over the same set of members have the same rate at every instant,
// so they are one class. A class has a virtual time v, the work that each of
// its flows has been served since the class was last empty: a flow of work w
// that starts at v ends when v reaches its tag v + w, and the order of the tags
// never changes, whatever the rate does. Nothing is ever done per flow except
// at its own start and end, which makes the cost of an event independent of how
// many flows are present.
//
// A class announces the end of its first flow. The announced time is computed
// when the class's rate or its set of flows changes and at no other moment: a
// class that a change elsewhere leaves alone keeps its announced end to the
// bit. An end that is announced for now stays due now, whatever else happens
// now; v then moves to the tag exactly instead of through a product of rate and
// time, so flows with equal tags end at the same instant.
//
// The order of use is: any number of starts, stops and one finish at one
// instant, then settle, then next.

// A flows is the shared stages of a program and the flows that they carry.
type flows struct {
	policy   ir.Share
	capacity []float64 // by member: φ_m, work per clock unit, > 0
	members  []flowMember

	classes []flowClass
	clocks  []flowClock // by class
	unused  []int32     // classes that can be taken again
	table   flowTable   // the classes in use, by their members
	key     []int32     // scratch: the members of the flow that starts, ascending

	jobClass []int32    // by job: its class; -1 if it is not a flow
	jobPos   []int32    // by job: its index in its class's heap
	ends     tournament // the classes by the end that they announce

	changed []int32 // classes in which a flow started or left since the last settle
	touched []int32 // their members

	sharing
}

// A flowMember is one shared stage.
type flowMember struct {
	seats   []flowSeat // of the classes that hold it, in no particular order
	several int        // seats of classes of more than two members
	n       int        // flows at it
	touched bool       // is in flows.touched
	carried float64    // work that classes which no longer exist served here since the last resetStats
}

// A flowSeat is a class at a member. It repeats what the filling reads about
// the class, so that a scan over a member stays within one array.
type flowSeat struct {
	class int32
	// peer is where the rate to which the other members hold the class is found,
	// as a level of levelQueue.fill: the other member of a class of two, the
	// commonest by far; for a class of one the number after the last member, a
	// member that nobody holds and that is never full; and for a class of more
	// the seat's own place, which capSeveral sets.
	peer int32
	n    float64 // flows in the class
}

// newFlows returns the members of the given capacities, which are above 0,
// without flows.
func newFlows(policy ir.Share, capacity []float64) *flows {
	f := &flows{policy: policy, capacity: capacity, members: make([]flowMember, len(capacity)), table: newFlowTable()}
	f.sharing.init(len(capacity))
	return f
}

// start adds a flow of the given work > 0 over distinct members, at least one,
// in any order. job is a handle: small, and free to be used again once the flow
// has ended. place orders ends at equal times.
func (f *flows) start(now float64, members []int32, work float64, job int32, place uint64) {
	id := f.classOf(members)
	c := &f.classes[id]
	f.advance(id, now)
	for int(job) >= len(f.jobClass) {
		f.jobClass = append(f.jobClass, -1)
		f.jobPos = append(f.jobPos, -1)
	}
	if f.jobClass[job] >= 0 {
		panic(fmt.Sprintf("BUG: job %d starts a second flow", job))
	}
	f.jobClass[job] = id
	tag := f.clocks[id].v + work
	c.tags.push(flowItem{tag, place, job}, f.jobPos)
	c.sum += tag
	f.resize(id)
}

// next returns the time and the place of the earliest end; ok is false without
// flows.
func (f *flows) next() (at float64, place uint64, ok bool) {
	if len(f.classes) == 0 {
		return 0, 0, false
	}
	id := f.ends.first()
	at = f.ends.at[id]
	return at, f.ends.place[id], at < math.Inf(1)
}

// finish takes the flow whose end next announced off its members; now is the
// announced time.
func (f *flows) finish(now float64) (job int32) {
	id := f.ends.first()
	if at := f.ends.at[id]; at != now {
		panic(fmt.Sprintf("BUG: a flow that ends at %v is finished at %v", at, now))
	}
	job = f.classes[id].tags[0].id
	f.stop(now, job)
	return job
}

// stop takes a flow off its members, before its end or at it.
func (f *flows) stop(now float64, job int32) {
	id := f.jobClass[job]
	f.jobClass[job] = -1
	c := &f.classes[id]
	f.advance(id, now)
	i := f.jobPos[job]
	c.sum -= c.tags[i].at
	c.tags.remove(int(i), f.jobPos)
	f.ends.at[id] = math.Inf(1) // of what is now the first flow: not known before the settle
	c.left++
	if len(c.tags) == 0 || c.left >= max(flowRebase, len(c.tags)) {
		f.rebase(id)
	}
	f.resize(id)
}

// resize notes that the set of flows in a class has changed.
func (f *flows) resize(id int32) {
	c := &f.classes[id]
	n := len(c.tags)
	clock := &f.clocks[id]
	clock.rate = 0 // its virtual time is as of now, and its end is to be announced again
	if n > 0 {
		clock.first = c.tags[0].at
		f.ends.place[id] = c.tags[0].place
	}
	if !c.changed {
		c.changed = true
		f.changed = append(f.changed, id)
	}
	for _, p := range c.places {
		m := &f.members[p.member]
		seat := &m.seats[p.seat]
		m.n += n - int(seat.n)
		seat.n = float64(n)
		if !m.touched {
			m.touched = true
			f.touched = append(f.touched, p.member)
		}
	}
}

// settle finds the rates that hold from now on, after the starts and ends since
// the last settle, and announces the ends that follow from them.
func (f *flows) settle(now float64) {
	if len(f.changed) == 0 {
		return
	}
	// Only now does an empty class go: at one instant a flow may end and the
	// next one over the same members start.
	kept := f.changed[:0]
	for _, id := range f.changed {
		c := &f.classes[id]
		c.changed = false
		if len(c.tags) > 0 {
			kept = append(kept, id)
		} else {
			f.dismiss(id)
		}
	}
	f.changed = kept
	f.share(now)
	for _, id := range f.changed {
		p := f.classes[id].places[0]
		f.setRates(now, f.members[p.member].seats[p.seat:p.seat+1], f.rateOf(id))
	}
	for _, m := range f.touched {
		f.members[m].touched = false
	}
	f.changed, f.touched = f.changed[:0], f.touched[:0]
}

// setRates gives classes, by a seat of each, the rate that they have from now on
// and announces their ends, unless they have that rate already.
func (f *flows) setRates(now float64, seats []flowSeat, rate float64) {
	clocks, ends, again := f.clocks, f.ends.at, f.ends.rounds[0].again
	for i := range seats {
		id := seats[i].class
		c := &clocks[id]
		if c.rate == rate {
			continue
		}
		v := c.vtime(now, ends[id])
		c.v, c.since, c.rate = v, now, rate
		ends[id] = now + (c.first-v)/rate
		again.add(id >> matchBits)
	}
}

// count returns the number of flows at member m.
func (f *flows) count(m int32) int { return f.members[m].n }

// work returns the remaining work of the flows at member m together.
func (f *flows) work(m int32, now float64) float64 {
	sum := 0.0
	for _, s := range f.members[m].seats {
		sum += f.classes[s.class].sum - float64(s.n*f.vtime(s.class, now))
	}
	return max(0, sum)
}

// carried returns the work that member m has served since the last resetStats:
// the integral of the sum of the rates there.
func (f *flows) carried(m int32, now float64) float64 {
	sum := f.members[m].carried
	for _, s := range f.members[m].seats {
		sum += f.served(s.class, now)
	}
	return sum
}

// resetStats starts the count of carried again.
func (f *flows) resetStats(now float64) {
	for m := range f.members {
		f.members[m].carried = 0
	}
	for id := range f.classes {
		// Taking back what has been served, instead of advancing v to now,
		// leaves the simulation undisturbed.
		f.classes[id].served -= f.served(int32(id), now)
	}
}
