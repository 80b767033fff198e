package sim

// A hold is an admitted hold statement: in scope, or kept alive by a lease.
type hold struct {
	s      *session
	code   *holdCode
	number uint64 // of its admission
	parts  []alloc
}

// on is the hold's part on a pool; nil without one.
func (h *hold) on(pool int32) *alloc {
	for i := range h.parts {
		if h.parts[i].pool == pool {
			return &h.parts[i]
		}
	}
	return nil
}

// An alloc is one pool's part of a hold.
type alloc struct {
	hold     *hold
	pool     int32
	units    float64 // allocated
	position float64 // units computed: consumed from the cache, run or loaded
	moved    bool    // a growing run or a load moved the position
	held     bool    // not given back yet
	leased   bool    // kept by a lease, its scope over

	before, after *alloc // among the pool's
}

// An allocList is the allocations of a pool, in the order taken.
type allocList struct{ first, last *alloc }

func (l *allocList) add(a *alloc) {
	a.before = l.last
	if l.last == nil {
		l.first = a
	} else {
		l.last.after = a
	}
	l.last = a
}

func (l *allocList) remove(a *alloc) {
	if a.before == nil {
		l.first = a.after
	} else {
		a.before.after = a.after
	}
	if a.after == nil {
		l.last = a.before
	} else {
		a.after.before = a.before
	}
	a.before, a.after = nil, nil
}

// A lease keeps an allocation when its scope has ended.
type lease struct {
	id    int32
	epoch uint64
	alloc *alloc
	made  uint64 // the admissions numbered by then: a hold of a lower number that is still in scope is around it
}

// holding counts a session's allocations on a pool.
func (s *session) holding(pool int32) int {
	n := 0
	for _, h := range s.holds {
		if a := h.on(pool); a != nil && a.held {
			n++
		}
	}
	for _, l := range s.leases {
		if l.alloc.pool == pool && l.alloc.held {
			n++
		}
	}
	return n
}

// allocate takes an admitted part's units, for which there is room.
func (m *machine) allocate(p *pool, a *alloc) {
	if a.hold.s.holding(p.id) == 0 {
		p.holders++
		p.holdersTime.set(m.now, float64(p.holders))
	}
	a.held = true
	p.allocs.add(a)
	p.setUsed(m.now, p.used+a.units)
	m.holdsMore(p, a.hold.s, a.units)
}

// holdsMore keeps what the residents of an engine hold of its memory.
func (m *machine) holdsMore(p *pool, s *session, units float64) {
	if len(p.code.engines) == 0 || s.job == nil {
		return
	}
	if st := s.job.st; st.engine != nil && st.engine.keepsHeld && st.code.step.memory == p.id {
		st.engine.held[s.job.mode] += units
	}
}

// heldOn is the units of a pool that a session holds, in scope or leased.
func (s *session) heldOn(pool int32) float64 {
	sum := 0.0
	for _, h := range s.holds {
		if a := h.on(pool); a != nil && a.held {
			sum += a.units
		}
	}
	for _, l := range s.leases {
		if l.alloc.pool == pool && l.alloc.held {
			sum += l.alloc.units
		}
	}
	return sum
}

// innermost is the session's innermost hold on a pool. What growing and loading
// act on must still be held.
func (m *machine) innermost(s *session, pool int32, what string, at where) *alloc {
	for i := len(s.holds) - 1; i >= 0; i-- {
		if a := s.holds[i].on(pool); a != nil {
			if !a.held {
				break
			}
			return a
		}
	}
	m.fail(RuleHold, s, at, "%s on %s, which this session's innermost hold on it has released", what, m.pools[pool].label())
	return nil
}

// load moves the position by what arrived from outside.
func (m *machine) load(s *session, pool int32, units float64, at where) {
	a := m.innermost(s, pool, "a load", at)
	a.position += units
	a.moved = a.moved || units > 0
	if a.position > a.units+epsilon {
		m.fail(RuleHold, s, at, "a load of %v takes the position on %s to %v, past the allocation of %v", units, m.pools[pool].label(), a.position, a.units)
	}
}

func (s *session) popHold() *hold {
	h := s.holds[len(s.holds)-1]
	s.holds = s.holds[:len(s.holds)-1]
	return h
}

// dropHold recycles a hold that is out of scope, unless a lease keeps it.
func (m *machine) dropHold(h *hold) {
	for i := range h.parts {
		if h.parts[i].leased {
			return
		}
	}
	*h = hold{parts: h.parts[:0]}
	m.holds.put(h)
}

// endScope is the end of the innermost hold's body.
func (m *machine) endScope(s *session) {
	h := s.popHold()
	var kept *alloc
	duration := 0.0
	if h.code.leased >= 0 && h.parts[h.code.leased].held {
		kept = &h.parts[h.code.leased]
		duration = m.amount(&h.code.leaseTime, &s.env, "a lease")
	}
	m.giveBack(s, h, kept, false)
	for i := range h.parts {
		s.forget(h.parts[i].pool)
	}
	s.attrs[m.code.program.Builtins.Computed] = 0
	if kept != nil {
		m.lease(s, kept, duration)
	}
	m.dropHold(h)
	m.tryPools()
}

func (m *machine) lease(s *session, a *alloc, duration float64) {
	id, l := m.leases.get()
	a.leased = true
	l.id, l.alloc, l.made = id, a, m.admission
	s.leases = append(s.leases, l)
	m.schedule(m.now+duration, evLease, id, l.epoch)
}

// endLease is a lease whose time is up, or that a release ends.
func (m *machine) endLease(l *lease) {
	m.giveBackLease(l)
	m.tryPools()
}

func (m *machine) giveBackLease(l *lease) {
	a, h := l.alloc, l.alloc.hold
	s := h.s
	m.overtaken = true // unless its time is up
	m.release(a, m.cacheLimit(h), false)
	for i := range s.leases {
		if s.leases[i] == l {
			s.leases = append(s.leases[:i], s.leases[i+1:]...)
			break
		}
	}
	a.leased = false
	l.epoch++
	l.alloc = nil
	m.leases.put(l.id)
	m.dropHold(h)
}

// releaseStatement gives back the innermost held allocation on a pool, else ends
// the latest lease on it; with neither it does nothing.
func (m *machine) releaseStatement(s *session, pool int32) {
	for i := len(s.holds) - 1; i >= 0; i-- {
		if a := s.holds[i].on(pool); a != nil && a.held {
			m.release(a, m.cacheLimit(s.holds[i]), false)
			m.tryPools()
			return
		}
	}
	for i := len(s.leases) - 1; i >= 0; i-- {
		if s.leases[i].alloc.pool == pool {
			m.endLease(s.leases[i])
			return
		}
	}
}

// cacheLimit is what a hold's cache clause says now; negative without one.
func (m *machine) cacheLimit(h *hold) float64 {
	if h.code.cache == nil {
		return -1
	}
	return m.amount(h.code.cache, &h.s.env, "a cache clause")
}

// giveBack releases whatever a hold still has, but for what a lease keeps.
func (m *machine) giveBack(s *session, h *hold, kept *alloc, preempted bool) {
	limit, read := -1.0, false
	for i := range h.parts {
		a := &h.parts[i]
		if !a.held || a == kept {
			continue
		}
		if !read {
			limit, read = m.cacheLimit(h), true
		}
		m.release(a, limit, preempted)
	}
}

// release gives an allocation back. With a limit (not negative), what was
// computed of it becomes the session's live entry, in whole blocks.
func (m *machine) release(a *alloc, limit float64, preempted bool) {
	p, s := &m.pools[a.pool], a.hold.s
	a.held = false
	p.allocs.remove(a)
	p.setUsed(m.now, p.used-a.units)
	m.holdsMore(p, s, -a.units)
	if s.holding(p.id) == 0 {
		p.holders--
		p.holdersTime.set(m.now, float64(p.holders))
	}
	m.freed(p)
	if limit < 0 || !p.code.keepsCache {
		return
	}
	computed := a.units
	if a.moved || preempted {
		computed = a.position
	}
	if units := roundDown(min(limit, computed, a.units), p.code.block); units > 0 {
		m.cache(p, s, units)
	}
}

// preempt takes a hold from its session, with the holds inside it and the leases
// made in them, and lets it join again.
func (m *machine) preempt(p *pool, a *alloc) {
	victim := a.hold
	s := victim.s
	m.lookAt(s)
	position := a.position
	p.preemptions++
	m.noteStuck(p, s, position)
	s.preempted = true
	m.interrupt(s)
	for {
		h := s.popHold()
		m.giveBack(s, h, nil, true)
		if h == victim {
			break
		}
		m.dropHold(h)
	}
	for i := 0; i < len(s.leases); {
		if l := s.leases[i]; l.made >= victim.number {
			m.giveBackLease(l)
		} else {
			i++
		}
	}
	code := victim.code
	m.dropHold(victim)
	s.attrs[m.code.program.Builtins.Computed] = position
	s.pc = code.pc
	m.join(s, code, !p.code.tail)
}

// noteStuck counts a session that is preempted where it was already: at a
// position not past that of its previous preemption here, no hold of its on the
// pool having ended in between.
func (m *machine) noteStuck(p *pool, s *session, position float64) {
	for i := range s.preemptedAt {
		if q := &s.preemptedAt[i]; q.pool == p.id {
			if position <= q.position {
				if p.stuck == nil {
					p.stuck = map[int64]bool{}
				}
				p.stuck[s.serial] = true
			}
			q.position = position
			return
		}
	}
	s.preemptedAt = append(s.preemptedAt, preemption{p.id, position})
}

// interrupt ends whatever a session is doing: a job, a wait, a turn to run.
func (m *machine) interrupt(s *session) {
	if m.plan != nil {
		m.plan.preempted = true
	}
	if m.watcher != nil {
		m.watcher.interrupted(m.now, s)
	}
	if j := s.job; j != nil {
		s.job = nil
		m.overtaken = true
		m.leave(j)
		m.dropJob(j)
	}
	if w := s.waiter; w != nil {
		m.leaveQueue(w)
		m.putWaiter(w)
	}
	if a := s.stalled; a != nil {
		m.pools[a.pool].dropGrower(s)
		s.stalled = nil
	}
	if s.state == stateReady {
		m.notReady(s)
	}
	s.state = stateBlocked
}
