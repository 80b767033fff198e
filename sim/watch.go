package sim

import "serq/ir"

// A What is what a Moment is about.
type What uint8

const (
	JobWaits        What = iota // a job joins a stage and has to wait for its service
	JobStarts                   // its service starts
	JobEnds                     // it is done; or it was preempted, perhaps while it waited
	HoldWaits                   // a hold joins the queue of a pool
	HoldAdmitted                // it gets its units; or it was preempted while it waited
	GrowthWaits                 // a growth finds no room
	GrowthServed                // it gets its units; or it was preempted while it waited
	IterationStarts             // of an engine
	IterationEnds
	PoolMoves // what a pool has allocated or cached, or how many wait there, has changed
	RunEnds   // nothing comes after it
)

// A Moment is one thing that happens in a run, as Options.Watch is told of it. Only
// the fields of its kind mean something; the slices are the engine's own and hold
// until the watcher returns.
type Moment struct {
	What What
	Time float64 // clock units; never less than that of the one before

	// Of a job.
	Job    int32 // a number that no other job has until this one ends
	Stages []int32
	Mode   ir.RunMode
	Work   float64

	// Of a job, a hold or a growth.
	Session   int64 // its serial number; −1 for the job of a spill
	Turn      int64 // turns that the session had made
	Preempted bool  // this is how it ends

	// Of a hold, the pools that it names, the one in whose queue it stands first, and
	// of each what it needs as it joins, or gets as it is admitted; −1 where that
	// depends on the state at its admission. Of a growth its pool and the units more.
	Pools []int32
	Units []float64

	// Of an iteration.
	Stage           int32
	Prefill, Decode float64 // tokens of its batch
	Decodes         int     // jobs of its batch that decode
	Batch           int     // all jobs of its batch
	Residents       int     // all jobs at the engine

	// Of a pool.
	Pool         int32
	Used, Cached float64 // units
	Queue        int     // holds that wait
}

// A watcher tells Options.Watch what happens. The machine has none unless somebody
// watches, and then does nothing more than look whether it has one.
type watcher struct {
	tell   func(*Moment)
	moment Moment
	stages []int32   // scratch: of the job told of
	units  []float64 // scratch: of the hold told of
	pools  []occupancy
}

// An occupancy is what was last told of a pool.
type occupancy struct {
	used, cached float64
	queue        int
}

func newWatcher(tell func(*Moment), pools int) *watcher {
	return &watcher{tell: tell, pools: make([]occupancy, pools)}
}

// watchJob tells of a job that waits, starts or is done. It stands apart from the
// places that it is called from, so that a run that nobody watches pays for the
// comparison there and for nothing else.
//
//go:noinline
func (m *machine) watchJob(what What, j *job) { m.watcher.job(what, m.now, j, false) }

func (w *watcher) job(what What, now float64, j *job, preempted bool) {
	w.stages = w.stages[:0]
	if j.st.code.kind != kindShared {
		w.stages = append(w.stages, j.st.id)
	} else {
		for k := range j.flow {
			w.stages = append(w.stages, j.flow[k].st.id)
		}
	}
	w.moment = Moment{What: what, Time: now, Job: j.id, Stages: w.stages, Mode: j.mode, Work: j.work,
		Session: -1, Preempted: preempted}
	if j.s != nil {
		w.moment.Session, w.moment.Turn = j.s.serial, j.s.turns
	}
	w.tell(&w.moment)
}

// holdWaits tells of a hold that has joined a queue. What depends on nothing but the
// session and was read already, to see whether it can ever fit, is read once more.
func (m *machine) holdWaits(v *waiter) {
	w := m.watcher
	w.units = w.units[:0]
	for i := range v.hold.parts {
		part := &v.hold.parts[i]
		need := -1.0
		if part.units.pure() && (part.reserve == nil || part.reserve.pure()) {
			_, need = m.demand(v, i)
		}
		w.units = append(w.units, need)
	}
	w.hold(HoldWaits, m.now, v, false)
}

// holdAdmitted tells of a hold that gets the units, before they are rounded to blocks.
func (m *machine) holdAdmitted(v *waiter) {
	m.watcher.units = append(m.watcher.units[:0], m.units...)
	for i, id := range v.pools {
		m.watcher.units[i] = roundUp(m.watcher.units[i], m.pools[id].code.block)
	}
	m.watcher.hold(HoldAdmitted, m.now, v, false)
}

// hold tells of a hold's place in a queue, of w.units of each of its pools.
func (w *watcher) hold(what What, now float64, v *waiter, preempted bool) {
	w.moment = Moment{What: what, Time: now, Session: v.s.serial, Turn: v.s.turns, Preempted: preempted,
		Pools: v.pools, Units: w.units}
	w.tell(&w.moment)
}

// growth tells of a growth that has to wait, or no longer.
func (w *watcher) growth(what What, now float64, s *session, preempted bool) {
	w.stages, w.units = append(w.stages[:0], s.stalled.pool), append(w.units[:0], s.target-s.stalled.units)
	w.moment = Moment{What: what, Time: now, Session: s.serial, Turn: s.turns, Preempted: preempted,
		Pools: w.stages, Units: w.units}
	w.tell(&w.moment)
}

// interrupted tells of a session that is preempted, and so of what it was doing.
func (w *watcher) interrupted(now float64, s *session) {
	switch {
	case s.job != nil:
		w.job(JobEnds, now, s.job, true)
	case s.waiter != nil:
		w.units = w.units[:0]
		w.hold(HoldAdmitted, now, s.waiter, true)
	case s.stalled != nil:
		w.growth(GrowthServed, now, s, true)
	}
}

// iterationStarts tells of an iteration for which cost has just been read, and so
// of what its batch carries.
func (m *machine) iterationStarts(st *stage) {
	w, tokens, prefill := m.watcher, m.ctx[ir.Ntok], m.ctx[ir.Npre]
	w.moment = Moment{What: IterationStarts, Time: m.now, Stage: st.id, Prefill: prefill, Decode: tokens - prefill,
		Decodes: int(m.ctx[ir.Ndec]), Batch: st.engine.batched(), Residents: len(st.engine.residents)}
	w.tell(&w.moment)
}

func (w *watcher) iterationEnds(now float64, st *stage) {
	w.moment = Moment{What: IterationEnds, Time: now, Stage: st.id}
	w.tell(&w.moment)
}

// poolMoves tells of the pools that an event has left otherwise than they were.
func (m *machine) poolMoves() {
	w := m.watcher
	for i := range m.pools {
		p := &m.pools[i]
		is := occupancy{p.used, p.cached, p.queue.len()}
		if is == w.pools[i] {
			continue
		}
		w.pools[i] = is
		w.moment = Moment{What: PoolMoves, Time: m.now, Pool: p.id, Used: is.used, Cached: is.cached, Queue: is.queue}
		w.tell(&w.moment)
	}
}

func (w *watcher) runEnds(now float64) {
	w.moment = Moment{What: RunEnds, Time: now}
	w.tell(&w.moment)
}
