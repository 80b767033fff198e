package sim

import (
	"math"

	"serq/ir"
)

// A job is one visit of a session to a stage, or to several at once; or what a
// spill carries, on nobody's behalf.
type job struct {
	id        int32
	epoch     uint64
	s         *session // nil for a spill's
	stages    []int32  // that it holds; of a flow its own
	flow      []int32  // where a flow keeps them
	mode      ir.RunMode
	work      float64
	remaining float64 // on an engine: tokens not computed yet
	growing   int32   // the pool whose hold grows with it; -1: none
	joined    float64
	started   float64   // NaN until its service starts
	end       float64   // at a stage of rate 1, once started
	place     uint64    // of its end, taken when its service starts
	gaps      []float64 // by stage: since the stage's previous service start; NaN: it was the first
	admission uint64    // its place among an engine's residents
	tag       float64   // at a ps stage: the virtual time of its end
	at        int       // at a ps stage: its place in the heap
	tokens    float64   // in the batch of the iteration planned or under way; 0: not in it
	keys      []float64 // of the serve order, while an iteration is planned
	steady    bool      // part of its engine's steady state, and then:
	alloc     *alloc    // the growing hold's part; nil without one
	due       int64     // the step before which it needs its next block

	before, after *job // in a list of its stage
}

func (j *job) hasStarted() bool { return j.started == j.started }

// A jobList is jobs in the order in which they joined it.
type jobList struct {
	first, last *job
	n           int
}

func (l *jobList) add(j *job) {
	j.before = l.last
	if l.last == nil {
		l.first = j
	} else {
		l.last.after = j
	}
	l.last = j
	l.n++
}

func (l *jobList) remove(j *job) {
	if j.before == nil {
		l.first = j.after
	} else {
		j.before.after = j.after
	}
	if j.after == nil {
		l.last = j.before
	} else {
		j.after.before = j.before
	}
	j.before, j.after = nil, nil
	l.n--
}

// A stage is where time passes.
type stage struct {
	id       int32
	self     []int32 // its number, the stages of a job that is here alone
	code     *stageCode
	waiting  jobList // fifo: not in service yet
	serving  jobList // fifo, delay: in service
	waitWork float64 // fifo: work of the waiting
	ps       psState
	engine   *engine // step

	lastStart          float64 // of a service; NaN before any
	gap, service, wait estimate

	number, busy    timeAvg // jobs present; fifo: servers busy, else whether the stage is at work
	waits, services mean
}

func newStage(id int32, c *stageCode) stage {
	st := stage{id: id, self: []int32{id}, code: c, lastStart: math.NaN(), ps: psState{due: infinity}}
	if c.kind == kindStep {
		st.engine = &engine{}
	}
	return st
}

// reset forgets what was counted, at the end of the warm-up. The estimators are
// part of the machine and stay.
func (st *stage) reset(now float64) {
	st.number.reset(now)
	st.busy.reset(now)
	st.waits, st.services = mean{}, mean{}
	if st.engine != nil {
		st.engine.reset(now)
	}
}

// present is the number of jobs at a stage.
func (st *stage) present(m *machine) int {
	switch {
	case st.code.shared >= 0:
		return m.flows.count(st.code.shared)
	case st.code.kind == kindPs:
		return len(st.ps.heap)
	case st.code.kind == kindStep:
		return len(st.engine.residents)
	}
	return st.waiting.n + st.serving.n
}

// busyNow is the number in service: on fifo servers, in a running batch, else all.
func (st *stage) busyNow(m *machine) int {
	switch st.code.kind {
	case kindFifo:
		return st.serving.n
	case kindStep:
		if !st.engine.running {
			return 0
		}
		return st.engine.batched()
	}
	return st.present(m)
}

// workAt is the unfinished work at a stage.
func (m *machine) workAt(st *stage) float64 {
	switch {
	case st.code.shared >= 0:
		return m.flows.work(st.code.shared, m.now)
	case st.code.kind == kindPs:
		return st.ps.work(m.now)
	case st.code.kind == kindStep:
		sum := 0.0
		for _, j := range st.engine.residents {
			sum += j.remaining
			if j.steady {
				sum -= float64(st.engine.steady.steps)
			}
		}
		return sum
	}
	sum := st.waitWork
	for j := st.serving.first; j != nil; j = j.after {
		sum += max(0, j.end-m.now)
	}
	return sum
}

// runStatement starts a job and lets the session wait for it. Zero work
// completes at once: it never enters the stage.
func (m *machine) runStatement(s *session, i *instr) {
	m.members = append(m.members[:0], m.member(&i.ref, &s.env))
	for k := range i.also {
		m.members = append(m.members, m.member(&i.also[k], &s.env))
	}
	work := m.amount(&i.value, &s.env, "a run's work")
	if work == infinity {
		m.fail(RuleAmount, s, i.at, "a run's work is finite, this is %v", work)
	}
	growing := int32(-1)
	if i.growing.count > 0 {
		growing = m.member(&i.growing, &s.env)
	}
	if work == 0 {
		return
	}
	if growing >= 0 {
		m.innermost(s, growing, "a growing run", i.at)
	}
	s.state = stateBlocked
	s.job = m.startJob(s, m.members, work, i.mode, growing)
}

// startJob lets a job join its stages.
func (m *machine) startJob(s *session, stages []int32, work float64, mode ir.RunMode, growing int32) *job {
	id, j := m.jobs.get()
	j.id, j.s, j.mode, j.work, j.remaining, j.growing = id, s, mode, work, work, growing
	j.joined, j.started, j.gaps = m.now, math.NaN(), j.gaps[:0]
	st := &m.stages[stages[0]]
	if j.stages = st.self; len(stages) > 1 {
		j.flow = append(j.flow[:0], stages...)
		j.stages = j.flow
	}
	switch {
	case st.code.shared >= 0:
		m.startFlow(j)
	case st.code.kind == kindPs:
		m.begin(j)
		m.joinPs(st, j)
	case st.code.kind == kindStep:
		m.joinEngine(st, j)
	case st.code.kind == kindDelay:
		m.serve(st, j)
	case st.serving.n < st.code.servers:
		m.serve(st, j)
	default:
		st.waiting.add(j)
		st.waitWork += work
	}
	m.countAt(j)
	return j
}

// countAt brings the time averages of a job's stages up to date.
func (m *machine) countAt(j *job) {
	for _, id := range j.stages {
		st := &m.stages[id]
		n := st.present(m)
		st.number.set(m.now, float64(n))
		switch {
		case st.code.kind == kindFifo:
			st.busy.set(m.now, float64(st.serving.n))
		case st.code.kind != kindStep && st.code.shared < 0:
			st.busy.set(m.now, truth(n > 0))
		}
	}
}

// begin is the start of a job's service: its end takes its place.
func (m *machine) begin(j *job) {
	m.places++
	j.place, j.started = m.places, m.now
	for _, id := range j.stages {
		st := &m.stages[id]
		j.gaps = append(j.gaps, m.now-st.lastStart)
		st.lastStart = m.now
	}
}

// serve begins a job's service at rate 1.
func (m *machine) serve(st *stage, j *job) {
	m.begin(j)
	j.end = m.now + j.work
	st.serving.add(j)
	m.scheduleAs(j.end, j.place, evFinish, j.id, j.epoch)
}

// leave takes a job, done or not, from its stages.
func (m *machine) leave(j *job) {
	j.epoch++ // its end, if scheduled, is stale
	st := &m.stages[j.stages[0]]
	switch {
	case st.code.shared >= 0:
		m.flows.stop(m.now, j.id)
	case st.code.kind == kindPs:
		m.leavePs(st, j)
	case st.code.kind == kindStep:
		m.leaveEngine(st, j)
	case j.hasStarted():
		st.serving.remove(j)
		if next := st.waiting.first; next != nil && st.code.kind == kindFifo {
			st.waiting.remove(next)
			st.waitWork -= next.work
			if st.waiting.n == 0 {
				st.waitWork = 0 // no rounding outlives the queue
			}
			m.serve(st, next)
		}
	default:
		st.waiting.remove(j)
		st.waitWork -= j.work
	}
	m.countAt(j)
}

// complete ends a job that is done: it leaves and its session goes on.
func (m *machine) complete(j *job) {
	m.leave(j)
	m.completed(j)
}

// completed counts a job that is done and has left, and lets its session go on.
func (m *machine) completed(j *job) {
	wait, service := j.started-j.joined, m.now-j.started
	for k, id := range j.stages {
		st := &m.stages[id]
		st.waits.add(wait)
		st.services.add(service)
		st.wait.fold(wait)
		st.service.fold(service)
		if gap := j.gaps[k]; gap == gap {
			st.gap.fold(gap)
		}
	}
	s := j.s
	m.dropJob(j)
	if s != nil {
		s.job = nil
		m.makeReady(s, true)
	}
}

func (m *machine) dropJob(j *job) {
	j.s = nil
	m.jobs.put(j.id)
}

// startFlow lets a job hold all its stages at once.
func (m *machine) startFlow(j *job) {
	m.begin(j)
	m.shared = m.shared[:0]
	for _, id := range j.stages {
		m.shared = append(m.shared, m.stages[id].code.shared)
	}
	m.flows.start(m.now, m.shared, j.work, j.id, j.place)
}

// finishFlow is the end of a flow.
func (m *machine) finishFlow() {
	j := m.jobs.at(m.flows.finish(m.now))
	m.flowAt = infinity // the event is gone
	m.countAt(j)
	m.completed(j)
}

// setRates recomputes what changed: ps stages, in order, and flows.
func (m *machine) setRates() {
	for m.dirtyPs.n > 0 {
		i := m.dirtyPs.next(0)
		m.dirtyPs.remove(i)
		m.share(&m.stages[i])
	}
	if m.flows == nil {
		return
	}
	m.flows.settle(m.now)
	at, place, ok := m.flows.next()
	if !ok {
		at = infinity
	}
	if at != m.flowAt || place != m.flowPlace {
		m.flowEpoch++
		m.flowAt, m.flowPlace = at, place
		m.scheduleAs(at, place, evFlow, 0, m.flowEpoch)
	}
}

// An estimate is an exponential average; the first sample sets it.
type estimate struct {
	value float64 // 0 before any sample
	any   bool
}

// estimateWeight is the weight of a new sample.
const estimateWeight = 0.01

func (e *estimate) fold(x float64) {
	if !e.any {
		e.value, e.any = x, true
		return
	}
	e.value += estimateWeight * (x - e.value)
}

// rate is the estimated arrival rate, the inverse of the mean gap between service starts.
func (st *stage) rate() float64 {
	if !st.gap.any {
		return 0
	}
	return 1 / st.gap.value
}

// rho is the estimated utilisation, below 1.
func (st *stage) rho() float64 {
	if !st.gap.any || !st.service.any {
		return 0
	}
	return min(st.rate()*st.service.value, 0.99)
}

// price is the delay that a job of size d, taken after work h of its batch,
// expects for itself and inflicts on those behind it, under the estimated load.
func (st *stage) price(h, d float64) float64 {
	rate, rho := st.rate(), st.rho()
	return d + rate*((h+d)*(h+d)-h*h)/(2*(1-rho)) + rate*st.wait.value*d/(1-rho)
}
