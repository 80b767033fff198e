package sim

import (
	"math"
	"slices"
)

// The fast path of decode-only iterations.
//
// While nobody joins or leaves an engine whose residents all decode, every
// iteration gives each of them one token, and the next differs from the last in
// three things only: the jobs that end, the holds that need another block, and
// what cost reads. An engine in this state is steady. It then counts iterations
// instead of tokens: a resident's remaining work and position are what they were
// when the state began, less or more the steps since, and are written down when
// something looks at one resident (unsteady). The jobs that end are found by a
// heap of the steps at which they do, the holds that grow in a wheel of as many
// spokes as a block has tokens: all residents advance together, so a hold that
// has just got a block needs the next one exactly that many steps later.
//
// The results are those of the plain loop to the bit. Everything that is added up
// differently is a whole number (work, positions, blocks, budget), for which the
// order of addition does not matter; where one is not, the engine is not steady.
// Whatever the plain loop does per iteration and not per resident (limits, cost,
// admissions, every draw) is done by the same code. Where a growth would not fit,
// the plain loop takes the iteration over before anything has been done.

// An engine turns steady after so many iterations in a row that had the same batch,
// between leastCalm and mostCalm: turning costs as much as an iteration or two of the
// plain loop, so every state that did not last worthwhile iterations doubles what the
// next one waits for, and one that did makes it the least again.
const (
	leastCalm  = 2
	mostCalm   = 256
	worthwhile = 8
)

// A steady is an engine's steady state. The zero value is none.
type steady struct {
	on     bool
	served bool   // the iteration planned or under way has given everyone a token
	steps  int64  // iterations ended since the state began
	order  []*job // the residents in the order in which they are served
	ends   []ending
	wheel  [][]*job // by the step at which a hold needs its next block, modulo the block
	token  float64  // when everyone had the latest token
	memory float64  // units of the engine's memory that the residents hold, as of moves
	moves  uint64   // of that pool; 0: memory is not known
}

// An ending is the step at which a job has no work left. Of one step, the jobs
// end in the order served.
type ending struct {
	step int64
	rank int
	job  *job
}

func (a ending) before(b ending) bool { return a.step < b.step || a.step == b.step && a.rank < b.rank }

// becomesSteady reports whether the code of an engine allows a steady state: the
// serve order cannot change while the same jobs decode, and nobody is passed over.
func (c *stepCode) becomesSteady() bool {
	for i := range c.keys {
		if c.keys[i].reads&^(readsAttrs|readsRank) != 0 {
			return false
		}
	}
	return c.only == nil
}

// calm counts the iterations that had the same batch of decodes, and turns the
// engine steady after enough of them. It is called when one has ended.
func (m *machine) calm(st *stage, sameBatch bool) {
	e := st.engine
	if !sameBatch || m.opt.PlainLoop || !st.code.step.becomesSteady() || e.decodes != len(e.residents) || e.decodes == 0 {
		e.calm = 0
		return
	}
	if e.calm++; e.calm >= max(e.patience, leastCalm) {
		e.calm = 0
		m.turnSteady(st)
	}
}

// learn takes how long a steady state lasted into account for the next one.
func (e *engine) learn() {
	if e.steady.steps >= worthwhile {
		e.patience = leastCalm
	} else {
		e.patience = min(2*max(e.patience, leastCalm), mostCalm)
	}
}

// turnSteady begins the steady state, if everything about the residents is whole.
func (m *machine) turnSteady(st *stage) {
	e := st.engine
	s := &e.steady
	pool := e.residents[0].growing
	block := int64(1)
	if pool >= 0 {
		b := m.pools[pool].code.block
		if !whole(b) || b < 1 || b > maxSpokes {
			return
		}
		block = int64(b)
	}
	for _, j := range e.residents {
		if j.growing != pool || !whole(j.remaining) || !j.s.hasToken || j.s.lastToken != m.now || j.s.preempted {
			return
		}
		if pool >= 0 {
			a := m.innermost(j.s, pool, "a growing run", nowhere)
			if !whole(a.position) || !whole(a.units) || math.Mod(a.units, float64(block)) != 0 || a.position > a.units {
				return
			}
			j.alloc = a
		}
	}
	s.on, s.served, s.steps, s.token, s.moves = true, false, 0, m.now, 0
	s.order = append(s.order[:0], e.residents...)
	if len(st.code.step.keys) > 0 {
		m.serveKeys(st, s.order)
		slices.SortStableFunc(s.order, compareJobs)
	}
	s.ends = s.ends[:0]
	for len(s.wheel) < int(block) {
		s.wheel = append(s.wheel, nil)
	}
	s.wheel = s.wheel[:block]
	for i := range s.wheel {
		s.wheel[i] = s.wheel[i][:0]
	}
	for rank, j := range s.order {
		j.steady = true
		s.pushEnding(ending{int64(j.remaining), rank, j})
		if pool >= 0 {
			j.due = int64(j.alloc.units - j.alloc.position)
			s.wheel[j.due%block] = append(s.wheel[j.due%block], j)
		}
	}
}

// maxSpokes bounds the wheel; pools with larger blocks are served by the plain loop.
const maxSpokes = 4096

// whole reports whether a number is whole and small enough for exact sums.
func whole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < 1<<52 }

// serveSteady gives every resident its token of this iteration. It reports
// whether it did; if not, nothing has been done but to end the steady state.
func (m *machine) serveSteady(st *stage, it *iteration) bool {
	e := st.engine
	s := &e.steady
	n := float64(len(s.order))
	if it.left < n || !whole(it.left) && it.left != infinity || !m.growthsFit(s) {
		m.unsteady(st)
		return false
	}
	for _, j := range s.spoke() {
		if j.due == s.steps {
			m.growSteady(s, j)
		}
	}
	s.served = true
	it.left -= n
	return true
}

// growSteady gives a hold its next block, for which there is room.
func (m *machine) growSteady(s *steady, j *job) {
	p := &m.pools[j.alloc.pool]
	before := p.moves
	m.grow(j.alloc, j.alloc.units+p.code.block)
	j.due += int64(len(s.wheel))
	s.memory += p.code.block
	if s.moves == before {
		s.moves = p.moves
	}
}

// spoke is the holds that may need a block in the iteration to come.
func (s *steady) spoke() []*job { return s.wheel[s.steps%int64(len(s.wheel))] }

// growthsFit reports whether every hold that needs a block now can have it, one
// after the other as the plain loop gives them.
func (m *machine) growthsFit(s *steady) bool {
	var p *pool
	used := 0.0
	for _, j := range s.spoke() {
		if j.due != s.steps {
			continue
		}
		if p == nil {
			p = &m.pools[j.alloc.pool]
			used = p.used
		}
		if used += p.code.block; used > p.cap+epsilon {
			return false
		}
	}
	return true
}

// endSteady is the end of a steady iteration.
func (m *machine) endSteady(st *stage) {
	e := st.engine
	s := &e.steady
	s.served = false
	s.steps++
	e.computed += float64(len(s.order))
	e.itl.add(m.now-s.token, int64(len(s.order)))
	s.token = m.now
	for len(s.ends) > 0 && s.ends[0].step == s.steps {
		j := s.popEnding().job
		s.take(j)
		m.writeDown(s, j)
		if len(s.order) == 0 {
			s.on = false
			e.learn()
		}
		m.complete(j)
	}
}

// take takes a job out of the state, but not out of its engine.
func (s *steady) take(j *job) {
	s.order = remove(s.order, j)
	s.moves = 0
	if j.alloc != nil {
		spoke := &s.wheel[j.due%int64(len(s.wheel))]
		*spoke = remove(*spoke, j)
	}
}

// writeDown gives a job and its session what the steps have brought.
func (m *machine) writeDown(s *steady, j *job) {
	steps := float64(s.steps)
	j.remaining -= steps
	if j.alloc != nil && s.steps > 0 {
		j.alloc.position += steps
		j.alloc.moved = true
	}
	j.alloc, j.steady = nil, false
	j.s.lastToken = s.token
}

// unsteady ends the steady state: from here on the residents are as the plain
// loop would have left them.
func (m *machine) unsteady(st *stage) {
	e := st.engine
	s := &e.steady
	if !s.on {
		return
	}
	s.on, e.calm = false, 0
	e.learn()
	for _, j := range s.order {
		m.writeDown(s, j)
		if s.served {
			j.tokens = 1
			e.batch = append(e.batch, j)
		}
	}
	s.served = false
}

// lookAt brings the position of a session's holds up to date.
func (m *machine) lookAt(s *session) {
	if j := s.job; j != nil && j.steady {
		m.unsteady(j.st)
	}
}

// steadyMemory is kv_decode of a steady engine. It is added up anew when
// something but the engine's own growth has moved the memory since.
func (m *machine) steadyMemory(st *stage) float64 {
	s := &st.engine.steady
	p := &m.pools[st.code.step.memory]
	if s.moves != p.moves {
		s.memory, s.moves = m.heldBy(st, p), p.moves
	}
	return s.memory
}

// heldBy is the units of a pool that the residents of an engine hold.
func (m *machine) heldBy(st *stage, p *pool) float64 {
	sum := 0.0
	for a := p.allocs.first; a != nil; a = a.after {
		if j := a.hold.s.job; j != nil && j.st == st {
			sum += a.units
		}
	}
	return sum
}

func (s *steady) pushEnding(e ending) {
	s.ends = append(s.ends, e)
	for i := len(s.ends) - 1; i > 0 && s.ends[i].before(s.ends[(i-1)/2]); i = (i - 1) / 2 {
		s.ends[i], s.ends[(i-1)/2] = s.ends[(i-1)/2], s.ends[i]
	}
}

func (s *steady) popEnding() ending {
	first, last := s.ends[0], len(s.ends)-1
	s.ends[0] = s.ends[last]
	s.ends = s.ends[:last]
	for i := 0; ; {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < last; c++ {
			if s.ends[c].before(s.ends[least]) {
				least = c
			}
		}
		if least == i {
			return first
		}
		s.ends[i], s.ends[least] = s.ends[least], s.ends[i]
		i = least
	}
}
