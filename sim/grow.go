package sim

import (
	"slices"

	"serq/ir"
)

// A grown says how a growth went.
type grown uint8

const (
	grewNow    grown = iota
	grewWaits        // there is no room and nobody to preempt
	grewItself       // the grower was the victim
)

// growStatement grows the innermost hold on a pool; one that cannot waits.
func (m *machine) growStatement(s *session, pool int32, units float64, at where) {
	a := m.innermost(s, pool, "a growth", at)
	p := &m.pools[pool]
	target := roundUp(a.units+units, p.code.block)
	if m.grow(a, target) == grewWaits {
		s.stalled, s.target = a, target
		s.state = stateBlocked
		p.growers = append(p.growers, s)
		if m.watcher != nil {
			m.watcher.growth(GrowthWaits, m.now, s, false)
		}
	}
}

// grow takes an allocation to a target, preempting where the pool does.
func (m *machine) grow(a *alloc, target float64) grown {
	if target <= a.units+epsilon {
		return grewNow
	}
	p := &m.pools[a.pool]
	s := a.hold.s
	result, preempted := grewNow, false
	m.growths++
	for result == grewNow && p.used-a.units+target > p.cap+epsilon {
		victim := m.victim(p)
		if victim == nil {
			result = grewWaits
			break
		}
		if victim.hold.s == s {
			result = grewItself
		}
		m.preempt(p, victim)
		preempted = true
	}
	m.growths--
	if result == grewNow {
		m.take(p, a, target)
	}
	if preempted {
		m.tryPools()
	}
	return result
}

func (m *machine) take(p *pool, a *alloc, target float64) {
	more := target - a.units
	m.makeRoom(p, more)
	p.setUsed(m.now, p.used+more)
	a.units = target
	m.holdsMore(p, a.hold.s, more)
}

// serveGrower lets the first stalled growth of a pool have its units, if they fit.
func (m *machine) serveGrower(p *pool) bool {
	s := p.growers[0]
	a := s.stalled
	if p.used-a.units+s.target > p.cap+epsilon {
		return false
	}
	p.dropGrower(s)
	if m.watcher != nil {
		m.watcher.growth(GrowthServed, m.now, s, false)
	}
	s.stalled = nil
	m.take(p, a, s.target)
	m.makeReady(s, true)
	return true
}

// dropGrower takes a session from the growths that wait.
func (p *pool) dropGrower(s *session) {
	i := slices.Index(p.growers, s)
	p.growers = slices.Delete(p.growers, i, i+1)
}

// victim is the allocation to preempt: of the candidates the one with the least
// keys, ties to the one admitted last; nil if the pool does not preempt or there
// is nobody. Candidates hold the pool in a scope; if it is an engine's memory,
// they are its residents.
func (m *machine) victim(p *pool) *alloc {
	if !p.code.preempts {
		return nil
	}
	var chosen *alloc
	for a := p.allocs.first; a != nil; a = a.after {
		s := a.hold.s
		if a.leased || m.covered(s, a) {
			continue
		}
		m.lookAt(s)
		m.ctx[ir.Admission] = float64(a.hold.number)
		decoding := s.job != nil && s.job.mode == ir.Decode
		if len(p.code.engines) > 0 {
			if !m.residentOf(s, p.code.engines) {
				continue
			}
			m.ctx[ir.Admission] = float64(s.job.admission)
		}
		m.ctx[ir.Position], m.ctx[ir.Decoding] = a.position, truth(decoding)
		m.try = m.keysInto(m.try, p.code.victimKeys, &env{s: s, attrs: s.attrs})
		m.try = append(m.try, -m.ctx[ir.Admission])
		if chosen == nil || compareKeys(m.try, m.best) < 0 {
			chosen = a
			m.best, m.try = m.try, m.best
		}
	}
	return chosen
}

// covered reports whether the session has another held allocation on the same
// pool further in: the innermost is the one that a preemption takes.
func (m *machine) covered(s *session, a *alloc) bool {
	for i := len(s.holds) - 1; i >= 0; i-- {
		if b := s.holds[i].on(a.pool); b != nil && b.held {
			return b != a
		}
	}
	return false
}

func (m *machine) residentOf(s *session, engines []int32) bool {
	if s.job == nil {
		return false
	}
	for _, st := range engines {
		if s.job.st.id == st {
			return true
		}
	}
	return false
}
