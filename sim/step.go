package sim

import (
	"slices"

	"serq/ir"
)

// An engine is a step stage at work.
type engine struct {
	residents []*job // in the order of admission
	loose     []*job // those that are not in the cohort, in the same order
	cohort    cohort
	decodes   int    // among the residents
	running   bool   // an iteration is under way
	batch     []*job // loose jobs of the iteration planned or under way, in the order served
	spare     []*job // the other batch slice
	order     []*job // jobs while they are served
	next      iteration
	measured  bool // a budget_left is being read outside an iteration

	hasCohorts bool                   // decodes may enter the cohort
	keepsHeld  bool                   // held is kept; without, memory is summed up where it is read
	held       [ir.Decode + 1]float64 // units of the engine's memory that the sessions of residents hold, by mode

	scheduled, computed, lost float64 // tokens of all batches: what did not end with its iteration was a victim's

	phase                        phase
	prefillOnly, decodeOnly, mix timeAvg
	iterations                   int64
	decodeBatch, decodeStep      mean
	itl                          tally
}

// A phase is what an iteration carries.
type phase uint8

const (
	phaseIdle phase = iota // nothing, or an iteration that only preempted
	phasePrefill
	phaseDecode
	phaseMixed
)

func (e *engine) reset(now float64) {
	e.prefillOnly.reset(now)
	e.decodeOnly.reset(now)
	e.mix.reset(now)
	e.iterations, e.decodeBatch, e.decodeStep = 0, mean{}, mean{}
	e.itl.reset()
}

// An iteration is one being planned.
type iteration struct {
	stage     int32
	budget    float64
	left      float64 // of the budget
	chunk     float64 // most prefill tokens of a job; +Inf: no cap
	offered   float64 // what budget_left reads while an exclusive prefill is sought; −1: left
	preempted bool
	ended     bool // a grower preempted itself: nobody else is served
}

func (m *machine) joinEngine(st *stage, j *job) {
	e := st.engine
	j.resident = m.residents.get()
	j.remaining, j.admission = j.work, j.s.admission
	e.residents, e.loose = with(e.residents, j), with(e.loose, j)
	if j.mode == ir.Decode {
		e.decodes++
	}
	if e.keepsHeld {
		e.held[j.mode] += j.s.heldOn(st.code.step.memory)
	}
	m.idleSteps.add(st.id)
	if m.watcher != nil {
		m.watchJob(JobWaits, j)
	}
}

// leaveEngine takes a job from its engine. The tokens of one that was served
// already return to the budget; those of a running batch are lost.
func (m *machine) leaveEngine(st *stage, j *job) {
	e := st.engine
	if j.member {
		m.dissolve(st)
	}
	e.residents, e.loose = without(e.residents, j), without(e.loose, j)
	if j.mode == ir.Decode {
		e.decodes--
	}
	if e.keepsHeld {
		e.held[j.mode] -= j.s.heldOn(st.code.step.memory)
	}
	if j.tokens == 0 {
		return
	}
	e.batch = slices.DeleteFunc(e.batch, func(b *job) bool { return b == j })
	if m.plan != nil && m.plan.stage == st.id {
		m.plan.left += j.tokens
	} else {
		e.lost += j.tokens
	}
	j.tokens = 0
}

// with and without add a job to jobs in the order of admission, and take it away if
// it is there.
func with(jobs []*job, j *job) []*job {
	return slices.Insert(jobs, placeIn(jobs, j), j)
}

func without(jobs []*job, j *job) []*job {
	if i := placeIn(jobs, j); i < len(jobs) && jobs[i] == j {
		return slices.Delete(jobs, i, i+1)
	}
	return jobs
}

// placeIn is the index in jobs, in the order of admission, at which a job stands or would.
func placeIn(jobs []*job, j *job) int {
	low, high := 0, len(jobs)
	if high > 0 && jobs[high-1].admission < j.admission {
		return high // most newcomers are the last
	}
	for low < high {
		if mid := (low + high) / 2; jobs[mid].admission < j.admission {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// startIterations starts the idle engines that have work, in order, unless
// another event is pending at this very instant: a scheduler step sees every
// arrival up to it. It returns true as soon as one has made a session ready.
func (m *machine) startIterations() bool {
	if m.idleSteps.n == 0 {
		return false
	}
	for i := m.idleSteps.next(0); i >= 0; i = m.idleSteps.next(i + 1) {
		st := &m.stages[i]
		if st.engine.running || len(st.engine.residents) == 0 && m.queueOf(st) == nil {
			m.idleSteps.remove(i)
			continue
		}
		if m.next() == m.now {
			return false
		}
		m.iterate(st)
		if len(m.ready) > 0 {
			return true
		}
	}
	return false
}

// queueOf is the first pool that the engine serves and that has a waiter; nil without one.
func (m *machine) queueOf(st *stage) *pool {
	for _, id := range st.code.step.pools {
		if m.pools[id].queue.len() > 0 {
			return &m.pools[id]
		}
	}
	return nil
}

// iterate plans an iteration and starts it, unless its batch is empty.
func (m *machine) iterate(st *stage) {
	e := st.engine
	it := m.planIteration(st)
	if e.batched() == 0 && !it.preempted {
		return
	}
	cost, decodes := m.cost(st)
	for _, j := range e.batch {
		if !j.hasStarted() {
			m.begin(j)
		}
	}
	e.running = true
	e.iterations++
	if m.watcher != nil {
		m.iterationStarts(st)
	}
	switch {
	case e.batched() == 0:
		e.phase = phaseIdle
	case decodes == 0:
		e.phase = phasePrefill
	case decodes == e.batched():
		e.phase = phaseDecode
	default:
		e.phase = phaseMixed
	}
	m.notePhase(st)
	if decodes > 0 {
		e.decodeBatch.add(float64(decodes))
		e.decodeStep.add(cost)
	}
	m.schedule(m.now+cost, evIteration, st.id, 0)
}

// batched is the number of jobs in the batch planned or under way.
func (e *engine) batched() int {
	return e.cohort.size() + len(e.batch)
}

func (m *machine) notePhase(st *stage) {
	e := st.engine
	e.prefillOnly.set(m.now, truth(e.phase == phasePrefill))
	e.decodeOnly.set(m.now, truth(e.phase == phaseDecode))
	e.mix.set(m.now, truth(e.phase == phaseMixed))
	st.busy.set(m.now, truth(e.phase != phaseIdle))
}

// cost evaluates how long the planned batch takes, and counts its decodes.
func (m *machine) cost(st *stage) (cost float64, decodes int) {
	e, code := st.engine, st.code.step
	decodes = e.cohort.size()
	tokens, prefilled, attention := float64(decodes), 0.0, 0.0
	for _, j := range e.batch {
		tokens += j.tokens
		if j.mode == ir.Decode {
			decodes++
			continue
		}
		prefilled += j.tokens
		attention += j.tokens * (m.computedBefore(j) + j.tokens/2)
	}
	e.scheduled += tokens
	m.ctx[ir.Nres], m.ctx[ir.Ndec] = float64(len(e.residents)), float64(decodes)
	m.ctx[ir.Ntok], m.ctx[ir.Npre], m.ctx[ir.Attn] = tokens, prefilled, attention
	if code.cost.reads&readsMemory != 0 {
		m.memoryTotals(st, true)
	}
	cost = m.eval(&code.cost, &env{rng: &m.machineRng})
	if !(cost >= 0 && cost < infinity) || cost == 0 && tokens > 0 {
		m.fail(RuleCost, nil, nowhere, "%s: an iteration of %v tokens takes a finite time above 0, this one %v", st.label(), tokens, cost)
	}
	return cost, decodes
}

// computedBefore is what is computed before a prefill chunk: the hold's
// position if the job grows one, else the job's own progress.
func (m *machine) computedBefore(j *job) float64 {
	if j.growing < 0 {
		return j.work - j.remaining
	}
	return m.innermost(j.s, j.growing, "a growing run", nowhere).position
}

// totals sets the variables that an engine's expressions read of its residents,
// and of one of them if there is one at hand.
func (m *machine) totals(st *stage, j *job, r reads) env {
	m.ctx[ir.Nres], m.ctx[ir.Ndec] = float64(len(st.engine.residents)), float64(st.engine.decodes)
	if r&readsMemory != 0 {
		m.memoryTotals(st, false)
	}
	if j == nil {
		return env{rng: &m.machineRng}
	}
	m.ctx[ir.Decoding] = truth(j.mode == ir.Decode)
	m.ctx[ir.Admission], m.ctx[ir.Remaining] = float64(j.admission), j.remaining
	return env{s: j.s, attrs: j.s.attrs, rng: &m.machineRng}
}

// memoryTotals sets kv_decode and kv_prefill: the units of the engine's memory
// that the sessions of its jobs hold, of all or of the scheduled ones.
func (m *machine) memoryTotals(st *stage, scheduled bool) {
	decode, prefill := 0.0, 0.0
	id := st.code.step.memory
	switch e := st.engine; {
	case e.keepsHeld:
		decode, prefill = m.heldBy(st, scheduled)
	case id >= 0:
		for a := m.pools[id].allocs.first; a != nil; a = a.after {
			j := a.hold.s.job
			if j == nil || j.st != st || scheduled && j.tokens == 0 && !(j.member && e.cohort.served) {
				continue
			}
			if j.mode == ir.Decode {
				decode += a.units
			} else {
				prefill += a.units
			}
		}
	}
	m.ctx[ir.Kvb], m.ctx[ir.Kvp] = decode, prefill
}

// heldBy is what memoryTotals sums up, from what an engine keeps.
func (m *machine) heldBy(st *stage, scheduled bool) (decode, prefill float64) {
	e, id := st.engine, st.code.step.memory
	held := e.held
	switch {
	case !scheduled:
	case len(e.cohort.members) > 0 && !e.cohort.served:
		held = [ir.Decode + 1]float64{}
		for _, j := range e.batch {
			held[j.mode] += j.s.heldOn(id)
		}
	default:
		for _, j := range e.loose {
			if j.tokens == 0 {
				held[j.mode] -= j.s.heldOn(id)
			}
		}
	}
	return held[ir.Decode], held[ir.Prefill]
}

// endIteration counts the tokens of a batch, in its order, and completes the
// jobs that have no work left.
func (m *machine) endIteration(st *stage) {
	e := st.engine
	e.running, e.phase = false, phaseIdle
	if m.watcher != nil {
		m.watcher.iterationEnds(m.now, st)
	}
	m.notePhase(st)
	m.idleSteps.add(st.id)
	batch := e.batch
	e.batch, e.spare = e.spare[:0], batch
	c := &e.cohort
	ended := cohortStep{members: c.size(), gap: m.now - c.latest}
	if ended.members > 0 {
		c.step(m.now)
		e.computed += float64(ended.members)
		ended.ending = c.ending
	}
	for _, j := range batch {
		m.pass(st, &ended, j.ahead)
		j.remaining -= j.tokens
		e.computed += j.tokens
		if j.growing >= 0 {
			a := m.innermost(j.s, j.growing, "a growing run", nowhere)
			a.position += j.tokens
			a.moved = true
		}
		j.tokens = 0
		done := j.remaining <= epsilon
		if j.mode == ir.Decode || done {
			m.token(st, j, &ended.gaps)
		}
		if done {
			m.complete(j)
		}
	}
	m.pass(st, &ended, ended.members)
	e.itl.add(ended.gaps.gap, ended.gaps.n)
	if e.hasCohorts && (ended.members > 0 || len(c.members) == 0) {
		m.enter(st, batch)
	}
}

// A gapRun is equal gaps of tokens in a row. They are counted together, as those of
// a cohort are: sums of floats depend on how they are taken.
type gapRun struct {
	gap float64
	n   int64
}

// add takes n more gaps, of which the engine counts those before if they differ.
func (g *gapRun) add(e *engine, gap float64, n int64) {
	if gap != g.gap && n > 0 {
		e.itl.add(g.gap, g.n)
		*g = gapRun{gap: gap}
	}
	g.n += n
}

// token is one of a session's tokens: it closes a gap since the previous one,
// unless a prefill starts the series anew.
func (m *machine) token(st *stage, j *job, gaps *gapRun) {
	s := j.s
	if s.hasToken && (j.mode == ir.Decode || s.preempted) {
		gaps.add(st.engine, m.now-s.lastToken, 1)
	}
	s.hasToken, s.lastToken, s.preempted = true, m.now, false
}

// label is the name as reports show it.
func (st *stage) label() string { return label(st.code.name, st.code.index) }
