package sim

import (
	"fmt"
	"math"
)

var infinity = math.Inf(1)

// A pool is one counted resource at work. Allocated and cached units together
// are never more than cap, but for epsilon.
type pool struct {
	id     int32
	code   *poolCode
	cap    float64
	used   float64 // allocated units
	wanted float64 // units by which loose jobs of an engine are about to grow
	cached float64 // units of cached prefixes

	queue    waitQueue
	heaped   bool       // the queue's newcomers stand in a heap
	growers  []*session // growths that wait, in the order in which they stalled
	watching int32      // the pool for whose room the head of the queue waits; -1: none known
	watchers []int32    // the pools whose heads wait for room here
	allocs   allocList  // in the order taken
	holders  int        // sessions with an allocation
	entries  entryList  // cached prefixes, least recently released first

	usedTime, cachedTime, queueTime, holdersTime timeAvg
	waits                                        mean
	admissions, preemptions, spills, rejected    int64
	evictedEntries                               int64
	evictedUnits                                 float64
	stuck                                        map[int64]bool // serials of the sessions that were; nil before the first
}

func newPool(id int32, c *poolCode) pool {
	p := pool{id: id, code: c, cap: c.cap, watching: -1, heaped: c.queueKeys != nil}
	for i := range c.queueKeys {
		p.heaped = p.heaped && c.queueKeys[i].pure()
	}
	return p
}

// label is the name as reports show it.
func (p *pool) label() string { return label(p.code.name, p.code.index) }

func label(name string, index *int) string {
	if index == nil {
		return name
	}
	return fmt.Sprintf("%s[%d]", name, *index)
}

// reset forgets what was counted, at the end of the warm-up.
func (p *pool) reset(now float64) {
	for _, t := range []*timeAvg{&p.usedTime, &p.cachedTime, &p.queueTime, &p.holdersTime} {
		t.reset(now)
	}
	p.waits = mean{}
	p.admissions, p.preemptions, p.spills, p.rejected = 0, 0, 0, 0
	p.evictedEntries, p.evictedUnits, p.stuck = 0, 0, nil
}

// setUsed and setCached move units and keep the time averages.
func (p *pool) setUsed(now, used float64) {
	if math.Abs(used) < epsilon {
		used = 0
	}
	p.used = used
	p.usedTime.set(now, used)
}

func (p *pool) setCached(now, cached float64) {
	if p.entries.first == nil {
		cached = 0 // no rounding outlives the entries
	}
	p.cached = cached
	p.cachedTime.set(now, cached)
}

// finiteAmount evaluates units or a growth: infinitely many of them leave nothing
// to count with.
func (m *machine) finiteAmount(e *expr, s *session, what string) float64 {
	x := m.amount(e, &s.env, what)
	if x == infinity {
		m.fail(RuleAmount, s, e.at, "%s are finite, this is %v", what, x)
	}
	return x
}

// tryPools serves every pool that may have something to serve: its growers,
// then, if no stage serves it, its queue. Who is served becomes ready. It is
// called wherever units come back, once all that comes back is there; pools
// where nothing can have changed are passed over.
func (m *machine) tryPools() {
	if m.dirtyPools.n == 0 || m.growths > 0 {
		return // during a growth the units go to the growth first
	}
	for i := m.dirtyPools.next(0); i >= 0; i = m.dirtyPools.next(i + 1) {
		m.dirtyPools.remove(i)
		p := &m.pools[i]
		for len(p.growers) > 0 && m.serveGrower(p) {
		}
		if p.code.admitVia >= 0 {
			continue
		}
		for p.queue.len() > 0 && m.attempt(m.head(p), true) {
		}
		if p.code.volatile && p.queue.len() > 0 {
			m.dirtyPools.add(i)
		} else {
			m.dirtyPools.remove(i)
		}
	}
}

// watch notes that the head of a pool's queue waits for room in p.
func (m *machine) watch(queue int32, p *pool) {
	q := &m.pools[queue]
	if q.watching == p.id {
		return
	}
	q.watching = p.id
	if len(p.watchers) > len(m.pools) { // most have turned away since
		kept := p.watchers[:0]
		for _, id := range p.watchers {
			if m.pools[id].watching == p.id && id != queue {
				kept = append(kept, id)
			}
		}
		p.watchers = kept
	}
	p.watchers = append(p.watchers, queue)
}

// freed marks those who may have waited for units of p.
func (m *machine) freed(p *pool) {
	if len(p.growers) > 0 {
		m.dirtyPools.add(p.id)
	}
	for _, id := range p.watchers {
		q := &m.pools[id]
		if q.watching != p.id {
			continue
		}
		q.watching = -1
		m.dirtyPools.add(id)
	}
	p.watchers = p.watchers[:0]
}
