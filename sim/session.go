package sim

import (
	"cmp"
	"slices"

	"serq/ir"
	"serq/sim/rng"
)

// A session is one client in the machine.
type session struct {
	env        // of its own statements
	pc         int32
	state      sessionState
	preempted  bool    // since its latest token
	hasToken   bool    // it has had a token
	readyCount int32   // how often it became ready
	row        int32   // the next one of the preset or trace
	readyAt    float64 // at this, the latest such instant
	serial     int64
	admission  uint64 // of its latest hold admission; of its arrival before any
	turns      int64  // made

	job     *job     // that it waits for
	waiter  *waiter  // its place in a pool's queue
	stalled *alloc   // its growth that waits
	target  float64  // what the stalled allocation grows to
	holds   []*hold  // in scope, outermost first
	leases  []*lease // in the order made
	entries *entry   // its cached prefixes, live and dead, in all pools
	request *request // what its current request has observed, if that is matched

	preset      *ir.Preset   // with turns, which it makes; nil without one
	trace       []TraceTurn  // whose turns it makes
	stream      rng.Source   // of its own statements
	lastToken   float64      // the time of its latest token
	preemptedAt []preemption // its previous preemptions, by pool
}

// A preemption is a position at which a session was preempted in a pool.
type preemption struct {
	pool     int32
	position float64
}

type sessionState uint8

const (
	stateNew sessionState = iota
	stateReady
	stateRunning
	stateBlocked
	stateEnded // what it had is being given back
	stateGone  // only its cached prefixes remember it
)

func (s sessionState) isLive() bool {
	return s == stateReady || s == stateRunning || s == stateBlocked
}

// liveEntry is the session's usable prefix on a pool; nil without one.
func (s *session) liveEntry(pool int32) *entry {
	for e := s.entries; e != nil; e = e.nextOwn {
		if e.pool == pool && !e.dead {
			return e
		}
	}
	return nil
}

// forget drops a pool from the previous preemptions.
func (s *session) forget(pool int32) {
	for i := range s.preemptedAt {
		if s.preemptedAt[i].pool == pool {
			s.preemptedAt = append(s.preemptedAt[:i], s.preemptedAt[i+1:]...)
			return
		}
	}
}

// liveSessions returns the sessions in the machine, in serial order. It looks at all
// that ever were, which costs less at the end than to keep them in a list.
func (m *machine) liveSessions() []*session {
	var live []*session
	for _, block := range m.sessions.blocks {
		for i := range block {
			if s := &block[i]; s.state.isLive() {
				live = append(live, s)
			}
		}
	}
	slices.SortFunc(live, func(a, b *session) int { return cmp.Compare(a.serial, b.serial) })
	return live
}

// makeReady lets a session run again: in its turn, or at once on the word of an
// engine that admits it.
func (m *machine) makeReady(s *session, inTurn bool) {
	if s.readyAt != m.now {
		s.readyAt, s.readyCount = m.now, 0
	}
	s.readyCount++
	if s.readyCount >= maxReady {
		m.fail(RuleInstant, s, m.code.instrs[s.pc].at, "the session became ready %d times at one instant", maxReady)
	}
	s.state = stateReady
	if inTurn {
		m.ready = append(m.ready, s)
	}
}

// notReady takes a session that is ready back.
func (m *machine) notReady(s *session) {
	i := m.readyHead + slices.Index(m.ready[m.readyHead:], s)
	m.ready = slices.Delete(m.ready, i, i+1)
}

// runSession executes a session until it blocks or ends.
func (m *machine) runSession(s *session) {
	s.state = stateRunning
	i := &m.code.instrs[s.pc]
	for executed := 1; ; executed++ {
		if executed >= maxStatements {
			m.endless(s, i)
		}
		switch i.op {
		case iSet:
			s.attrs[i.slot] = m.eval(&i.value, &s.env)
		case iObserve:
			m.record(s, i, m.eval(&i.value, &s.env))
		case iBranch:
			switch x := m.eval(&i.value, &s.env); x {
			case 0:
				i = i.jump
				continue
			case 1:
			default:
				m.noGuard(s, i, x)
			}
		case iJump:
			i = i.jump
			executed--
			continue
		case iTurn:
			m.turn(s)
		case iChoose:
			m.choose(s, i)
		case iRun:
			s.pc = i.pc + 1
			if m.runStatement(s, i); s.state != stateRunning {
				return
			}
		case iEnd:
			s.pc = i.pc + 1
			m.endSession(s)
			return
		default:
			s.pc = i.pc + 1
			if m.act(s, i); s.state != stateRunning {
				return
			}
		}
		i = i.next
	}
}

func (m *machine) endless(s *session, i *instr) {
	m.fail(RuleInstant, s, i.at, "the session executed %d statements without blocking", maxStatements)
}

func (m *machine) noGuard(s *session, i *instr, x float64) {
	m.fail(RuleGuard, s, i.at, "a guard is 0 or 1, this is %v", x)
}

// act executes an instruction that moves units, and may block the session.
func (m *machine) act(s *session, i *instr) {
	switch i.op {
	case iHold:
		m.join(s, i.hold, false)
	case iScope:
		m.endScope(s)
	case iGrow:
		m.growStatement(s, m.member(&i.ref, &s.env), m.finiteAmount(&i.value, s, "units to grow by"), i.at)
	case iLoad:
		m.load(s, m.member(&i.ref, &s.env), m.amount(&i.value, &s.env, "a load"), i.at)
	case iDrop:
		if e := s.liveEntry(m.member(&i.ref, &s.env)); e != nil {
			m.removeEntry(e)
		}
	case iRelease:
		m.releaseStatement(s, m.member(&i.ref, &s.env))
	default:
		panic("BUG: instruction")
	}
}

// record takes a sample of an observation.
func (m *machine) record(s *session, i *instr, v float64) {
	if v != v {
		m.fail(RuleNaN, s, i.at, "the observation %s is NaN", m.code.program.Observes[i.slot])
	}
	if m.serving != nil {
		m.serving.record(s, i.slot, s.turns, v)
	}
	if m.opt.Keep {
		m.samples[i.slot].addKept(m.now, s.serial, int64(s.attrs[m.code.program.Builtins.TurnNo]), v)
		return
	}
	m.samples[i.slot].add(v)
}

// choose sets an attribute to the candidate with the least keys, ties to the
// smallest. Each key is read with the attribute set to the candidate.
func (m *machine) choose(s *session, i *instr) {
	n := m.eval(&i.value, &s.env)
	if !(n >= 1 && n <= 1<<31-1) || n != float64(int64(n)) {
		m.fail(RuleIndex, s, i.at, "a choose counts a whole number of candidates, at least 1; this is %v", n)
	}
	chosen := 0.0
	for j := 0.0; j < n; j++ {
		if int64(j)%lookEvery == lookEvery-1 {
			m.lookAtStop()
		}
		s.attrs[i.slot] = j
		m.try = m.keysInto(m.try, i.keys, &s.env)
		if j == 0 || compareKeys(m.try, m.best) < 0 {
			chosen = j
			m.best, m.try = m.try, m.best
		}
	}
	s.attrs[i.slot] = chosen
}

// turn makes the next turn: a row of the session's script or trace sets its
// attributes, then the turn block runs.
func (m *machine) turn(s *session) {
	b := &m.code.program.Builtins
	m.turns++
	s.turns++
	s.attrs[b.TurnNo]++
	switch {
	case s.preset != nil:
		more := 0.0
		if turns := s.preset.Turns; int(s.row) < len(turns) {
			for _, v := range turns[s.row] {
				s.attrs[v.Slot] = v.Value
			}
			s.row++
			more = truth(int(s.row) < len(turns))
		}
		s.attrs[b.More] = more
	case int(s.row) < len(s.trace):
		t := &s.trace[s.row]
		s.attrs[b.New], s.attrs[b.Out], s.attrs[b.Think] = t.New, t.Out, t.Think
		if m.opt.Trace.HasForced {
			s.attrs[b.Forced] = t.Forced
		}
		s.row++
		s.attrs[b.More] = truth(int(s.row) < len(s.trace))
	default:
		s.attrs[b.More] = 0
	}
	m.straight(s, &m.code.turn)
}

// straight runs the init or the turn block, which only set and observe, with the
// stream of the session's turn.
func (m *machine) straight(s *session, b *straightCode) {
	if b.draws {
		m.turnStream = m.turnRng.Stream(s.serial, s.turns)
		s.env.rng = &m.turnStream
	}
	for k := range b.instrs {
		i := &b.instrs[k]
		x := m.eval(&i.value, &s.env)
		if i.op == iSet {
			s.attrs[i.slot] = x
		} else {
			m.record(s, i, x)
		}
	}
	if b.draws {
		s.env.rng = &s.stream
	}
}

// endSession gives back what a session has, its holds innermost first, then its
// leases in the order made.
func (m *machine) endSession(s *session) {
	for len(s.holds) > 0 {
		h := s.popHold()
		m.giveBack(s, h, nil, false)
		m.dropHold(h)
	}
	for len(s.leases) > 0 {
		m.giveBackLease(s.leases[0])
	}
	if m.serving != nil {
		m.serving.endRequest(s)
	}
	s.state = stateEnded
	m.live--
	m.liveTime.set(m.now, float64(m.live))
	m.ended++
	if m.dirtyPools.n > 0 {
		m.tryPools()
	}
	if s.entries == nil {
		m.recycle(s)
	} else {
		s.state = stateGone
	}
	if m.code.closed {
		m.arrive(nil)
	}
}

// recycle gives an ended session back that no cached prefix remembers.
func (m *machine) recycle(s *session) {
	s.state, s.row, s.turns = stateNew, 0, 0
	s.preempted, s.hasToken, s.preemptedAt = false, false, s.preemptedAt[:0]
	m.sessions.put(s)
}
