package sim

import (
	"math"

	"serq/ir"
)

// An entry is a cached prefix: at most one live one per session and pool, which
// its session may use again, and dead ones, which only take up room.
type entry struct {
	pool   int32
	s      *session
	attrs  []float64 // as at its release, where eviction reads attributes
	units  float64
	time   float64 // of its release
	number uint64  // of its release
	dead   bool

	before, after *entry // in the pool, by release
	nextOwn       *entry // of its session
}

// An entryList is a pool's entries, the least recently released first.
type entryList struct{ first, last *entry }

func (l *entryList) add(e *entry) {
	e.before = l.last
	if l.last == nil {
		l.first = e
	} else {
		l.last.after = e
	}
	l.last = e
}

func (l *entryList) remove(e *entry) {
	if e.before == nil {
		l.first = e.after
	} else {
		e.before.after = e.after
	}
	if e.after == nil {
		l.last = e.before
	} else {
		e.after.before = e.before
	}
	e.before, e.after = nil, nil
}

// cache makes units the session's live entry; an older one turns dead.
func (m *machine) cache(p *pool, s *session, units float64) {
	if older := s.liveEntry(p.id); older != nil {
		older.dead = true
	}
	m.addEntry(p, s, units, s.attrs)
}

func (m *machine) addEntry(p *pool, s *session, units float64, attrs []float64) *entry {
	e := m.entries.get()
	m.releases++
	e.pool, e.s, e.units, e.time, e.number = p.id, s, units, m.now, m.releases
	if p.code.snapshots {
		e.attrs = append(e.attrs, attrs...)
	}
	e.nextOwn, s.entries = s.entries, e
	p.entries.add(e)
	p.setCached(m.now, p.cached+units)
	return e
}

// removeEntry takes an entry out of its pool and from its session.
func (m *machine) removeEntry(e *entry) {
	p, s := &m.pools[e.pool], e.s
	p.entries.remove(e)
	p.setCached(m.now, p.cached-e.units)
	for link := &s.entries; ; link = &(*link).nextOwn {
		if *link == e {
			*link = e.nextOwn
			break
		}
	}
	if s.state == stateGone && s.entries == nil {
		m.recycle(s)
	}
	*e = entry{attrs: e.attrs[:0]}
	m.entries.put(e)
}

// consume takes whole blocks of the session's own entry, so many units at most;
// the rest of it turns dead. It returns what it took.
func (m *machine) consume(p *pool, s *session, most float64) float64 {
	e := s.liveEntry(p.id)
	if e == nil {
		return 0
	}
	taken := roundDown(min(most, e.units), p.code.block)
	e.units -= taken
	e.dead = true
	p.setCached(m.now, p.cached-taken)
	if e.units <= epsilon {
		m.removeEntry(e)
	}
	return taken
}

// makeRoom evicts cached prefixes until so many units fit next to the rest: by
// entry, or by block from an entry's tail.
func (m *machine) makeRoom(p *pool, units float64) {
	for p.used+units+p.cached > p.cap+epsilon && p.entries.first != nil {
		e := m.evictee(p)
		bite := e.units
		if p.code.block > 0 {
			bite = min(bite, p.code.block)
		}
		if p.code.spill != nil && !e.dead {
			m.spill(p, e, bite)
		}
		p.evictedUnits += bite
		e.units -= bite
		p.setCached(m.now, p.cached-bite)
		if e.units <= epsilon {
			m.removeEntry(e)
			p.evictedEntries++
		}
	}
}

// evictee is the entry that goes next.
func (m *machine) evictee(p *pool) *entry {
	if p.code.evictKeys == nil {
		return p.entries.first
	}
	var chosen *entry
	for e := p.entries.first; e != nil; e = e.after {
		v := m.entryEnv(e, e.units)
		m.try = m.keysInto(m.try, p.code.evictKeys, &v)
		if chosen == nil || compareKeys(m.try, m.best) < 0 { // ties to the earliest released
			chosen = e
			m.best, m.try = m.try, m.best
		}
	}
	return chosen
}

// entryEnv sets what eviction may read of an entry. Its attributes are its
// session's, or as at its release once the session has ended.
func (m *machine) entryEnv(e *entry, size float64) env {
	m.ctx[ir.Size], m.ctx[ir.Age], m.ctx[ir.Last] = size, m.now-e.time, e.time
	m.ctx[ir.Queued] = truth(e.s.waiter != nil)
	v := env{s: e.s, attrs: e.s.attrs, rng: &m.machineRng}
	if e.s.state >= stateEnded {
		v.attrs = e.attrs
	}
	return v
}

// spill sends a bite of a live entry to the session's entry in the tier, cut to
// what the tier can hold, and lets a job of nobody's carry it.
func (m *machine) spill(p *pool, e *entry, bite float64) {
	c := p.code.spill
	v := m.entryEnv(e, bite)
	if when := m.eval(&c.when, &v); when == 0 {
		return
	}
	work := m.amount(&c.work, &v, "a spill's work")
	p.spills++
	if tier := &m.pools[c.to]; tier.code.keepsCache {
		if units := roundDown(min(bite, max(0, tier.cap-tier.used)), tier.code.block); units > 0 {
			m.makeRoom(tier, units)
			m.addToTier(tier, e, units, v.attrs)
		}
	}
	if work > 0 {
		m.startJob(nil, &m.stages[c.via], work, ir.Plain, -1)
	}
}

// addToTier adds units to the session's live entry in a tier, which counts as
// released now.
func (m *machine) addToTier(tier *pool, from *entry, units float64, attrs []float64) {
	there := from.s.liveEntry(tier.id)
	if there == nil {
		m.addEntry(tier, from.s, units, attrs)
		return
	}
	m.releases++
	there.units += units
	there.time, there.number = m.now, m.releases
	tier.entries.remove(there)
	tier.entries.add(there)
	tier.setCached(m.now, tier.cached+units)
}

// finite reports whether a number is one.
func finite(x float64) bool { return !math.IsInf(x, 0) && x == x }
