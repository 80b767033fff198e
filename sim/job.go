package sim

import (
	"math"

	"serq/ir"
)

// A job is one visit of a session to a stage, or to several at once; or what a
// spill carries, on nobody's behalf.
type job struct {
	id        int32
	growing   int32 // the pool whose hold grows with it; -1: none
	epoch     uint64
	s         *session // nil for a spill's
	st        *stage   // where it is; of a flow the first of its stages
	flow      []visit  // of a flow: its stages, in the order of the run; else empty
	mode      ir.RunMode
	work      float64
	joined    float64
	started   float64 // NaN until its service starts
	gap       float64 // since the previous service start at the stage, NaN if it was the first; where the stage is estimated
	end       float64 // at a stage of rate 1, once started
	place     uint64  // of its end, taken when its service starts
	*resident         // on an engine; nil elsewhere, where a million jobs may be at once

	before, after *job // in a list of its stage
}

// A resident is what a job has on an engine.
type resident struct {
	remaining float64   // tokens not computed yet, up to the steps of a cohort
	admission uint64    // its place among the residents
	tokens    float64   // in the batch of the iteration planned or under way; 0: not in it
	keys      []float64 // of the serve order, while an iteration is planned or it is a member
	ahead     int       // members of the cohort that are served before it
	member    bool      // of the engine's cohort, and then:
	entered   int64     // the steps that there had been
	last      int64     // the steps that there will have been when it ends
	alloc     *alloc    // the growing hold's part; nil without one
	first     int64     // the step for which it needs its first block
}

// A visit is one of the stages of a flow.
type visit struct {
	st  *stage
	gap float64 // as a job's
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

// runStatement starts a job and lets the session wait for it. Zero work
// completes at once: it never enters the stage.
func (m *machine) runStatement(s *session, i *instr) {
	st := &m.stages[m.member(&i.ref, &s.env)]
	if i.run != nil {
		m.runAs(s, st, i)
		return
	}
	if work := m.work(s, i); work > 0 {
		s.state = stateBlocked
		s.job = m.startJob(s, st, work, ir.Plain, -1)
	}
}

// runAs is a run in a mode, of several stages, or one that grows.
func (m *machine) runAs(s *session, st *stage, i *instr) {
	if len(i.run.also) > 0 {
		m.visits = append(m.visits, visit{st: st})
		for k := range i.run.also {
			m.visits = append(m.visits, visit{st: &m.stages[m.member(&i.run.also[k], &s.env)]})
		}
	}
	work, growing := m.work(s, i), int32(-1)
	if i.run.growing.count > 0 {
		growing = m.member(&i.run.growing, &s.env)
	}
	if work == 0 {
		m.visits = m.visits[:0]
		return
	}
	if growing >= 0 {
		m.innermost(s, growing, "a growing run", i.at)
	}
	s.state = stateBlocked
	s.job = m.startJob(s, st, work, i.run.mode, growing)
}

// work is the work of a run: an amount, and finite.
func (m *machine) work(s *session, i *instr) float64 {
	work := m.eval(&i.value, &s.env)
	if work > 0 && work < math.Inf(1) {
		return work
	}
	if work = m.notNegative(work, &i.value, &s.env, "a run's work"); work > 0 {
		m.fail(RuleAmount, s, i.at, "a run's work is finite, this is %v", work)
	}
	return 0
}

// startJob lets a job join a stage, or start as a flow over m.visits.
func (m *machine) startJob(s *session, st *stage, work float64, mode ir.RunMode, growing int32) *job {
	id, j := m.jobs.get()
	j.id, j.s, j.st, j.mode, j.work, j.growing = id, s, st, mode, work, growing
	j.joined, j.started = m.now, math.NaN()
	switch st.code.kind {
	case kindFifo:
		if st.serving.n < st.code.servers {
			m.serve(st, j)
		} else {
			st.waiting.add(j)
			st.waitWork += work
			if m.watcher != nil {
				m.watchJob(JobWaits, j)
			}
		}
		st.countFifo(m.now)
		return j
	case kindPs:
		m.begin(j)
		m.joinPs(st, j)
	case kindShared:
		m.startFlow(j)
		return j
	case kindDelay:
		m.serve(st, j)
	case kindStep:
		m.joinEngine(st, j)
	}
	st.count(m)
	return j
}

// begin is the start of a job's service: its end takes its place.
func (m *machine) begin(j *job) {
	m.places++
	j.place, j.started = m.places, m.now
	if st := j.st; st.code.estimated {
		j.gap, st.lastStart = m.now-st.lastStart, m.now
	}
	if m.watcher != nil {
		m.watchJob(JobStarts, j)
	}
}

// serve begins a job's service at rate 1.
func (m *machine) serve(st *stage, j *job) {
	m.begin(j)
	j.end = m.now + j.work
	if st.code.worked {
		st.serving.add(j)
	} else {
		st.serving.n++
	}
	m.queue.push(event{j.end, j.place, subjectOf(evFinish, j.id), j.epoch})
}

// stopServing is the end of a job's service at rate 1.
func (st *stage) stopServing(j *job) {
	if st.code.worked {
		st.serving.remove(j)
	} else {
		st.serving.n--
	}
}

// startFlow lets a job hold its stages, one or several, at once.
func (m *machine) startFlow(j *job) {
	j.flow = append(j.flow[:0], m.visits...)
	m.visits = m.visits[:0]
	if len(j.flow) == 0 {
		j.flow = append(j.flow, visit{st: j.st})
	}
	m.begin(j)
	m.shared = m.shared[:0]
	for k := range j.flow {
		v := &j.flow[k]
		v.gap = j.gap
		if k > 0 {
			v.gap, v.st.lastStart = m.now-v.st.lastStart, m.now
		}
		m.shared = append(m.shared, v.st.code.shared)
	}
	m.flows.start(m.now, m.shared, j.work, j.id, j.place)
	m.countFlow(j)
}

func (m *machine) countFlow(j *job) {
	for k := range j.flow {
		j.flow[k].st.count(m)
	}
}

// leave takes a job, done or not, from its stages.
func (m *machine) leave(j *job) {
	st := j.st
	switch st.code.kind {
	case kindFifo:
		m.leaveFifo(st, j)
		return
	case kindPs:
		m.leavePs(st, j)
	case kindShared:
		m.flows.stop(m.now, j.id)
		m.countFlow(j)
		return
	case kindDelay:
		j.epoch++ // its end, if still scheduled, is stale
		st.stopServing(j)
	case kindStep:
		m.leaveEngine(st, j)
	}
	st.count(m)
}

// leaveFifo takes a job from the line or from its server, who goes on to the next.
func (m *machine) leaveFifo(st *stage, j *job) {
	j.epoch++ // its end, if still scheduled, is stale
	if j.hasStarted() {
		st.stopServing(j)
		if next := st.waiting.first; next != nil {
			st.leaveWaiting(next)
			m.serve(st, next)
		}
	} else {
		st.leaveWaiting(j)
	}
	st.countFifo(m.now)
}

func (st *stage) leaveWaiting(j *job) {
	st.waiting.remove(j)
	st.waitWork -= j.work
	if st.waiting.n == 0 {
		st.waitWork = 0 // no rounding outlives the queue
	}
}

// complete ends a job that is done: it leaves and its session goes on.
func (m *machine) complete(j *job) {
	if m.watcher != nil {
		m.watchJob(JobEnds, j)
	}
	m.leave(j)
	j.st.completed(j, m.now, j.gap)
	m.goOn(j)
}

// finishFlow is the end of a flow. It counts once at every stage that it held.
func (m *machine) finishFlow() {
	j := m.jobs.at(m.flows.finish(m.now))
	if m.watcher != nil {
		m.watchJob(JobEnds, j)
	}
	m.countFlow(j)
	for k := range j.flow {
		j.flow[k].st.completed(j, m.now, j.flow[k].gap)
	}
	m.goOn(j)
}

// completed counts a job that is done.
func (st *stage) completed(j *job, now, gap float64) {
	wait, service := j.started-j.joined, now-j.started
	st.waits.add(wait)
	st.services.add(service)
	if !st.code.estimated {
		return
	}
	st.wait.fold(wait)
	st.service.fold(service)
	if gap == gap {
		st.gap.fold(gap)
	}
}

// goOn lets the session of a job that is done run again.
func (m *machine) goOn(j *job) {
	s := j.s
	m.dropJob(j)
	if s != nil {
		s.job = nil
		m.makeReady(s, true)
	}
}

func (m *machine) dropJob(j *job) {
	j.s = nil
	if r := j.resident; r != nil {
		*r, j.resident = resident{keys: r.keys[:0]}, nil
		m.residents.put(r)
	}
	m.jobs.put(j.id)
}
