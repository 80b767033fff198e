package sim

import (
	"fmt"
	"sync/atomic"

	"serq/ir"
	"serq/ir/result"
	"serq/sim/rng"
)

// An Options is what a run is told beside its program.
type Options struct {
	Seed        int64
	Replication int          // which of the replications of the seed, from 0
	Several     bool         // there are others, and intervals come from them all
	Horizon     float64      // clock units
	Warmup      float64      // clock units
	Arrivals    int64        // exactly so many open arrivals, then drain; 0: until the horizon
	Trace       *Trace       // the corpus that sessions replay; nil without one
	Keep        bool         // keep every sample and gauge value, for dumps
	Courses     bool         // follow pools and gauges over time, for pictures
	PlainLoop   bool         // without the fast path of decode-only iterations, its referee
	ClockUnit   string       // what a clock unit stands for in the serving figures, one of result.ClockUnits; "": s
	SLO         *result.SLO  // what a good request meets; nil without objectives
	MaxEvents   int64        // stop after so many events; 0: no limit
	Stop        *atomic.Bool // stop within a few events once it is true; may be nil
	Progress    *Progress    // told now and then how far the run has come; may be nil

	// Watch, if not nil, is told of every moment of the run, as it happens; of
	// replications, only those of the first.
	Watch func(*Moment)
}

// OptionsOf are a program's own settings.
func OptionsOf(p *ir.Program) Options {
	return Options{Seed: p.Seed, Horizon: p.Horizon, Warmup: p.Warmup, Arrivals: p.Arrivals}
}

// A Trace is a corpus of sessions, each a list of turns.
type Trace struct {
	Sessions  [][]TraceTurn // at least one
	HasForced bool          // turns assign forced, too
}

// A TraceTurn is what a turn brings: values of the attributes of these names.
type TraceTurn struct{ New, Out, Think, Forced float64 }

// Limits within which an instant must settle.
const (
	maxStatements = 1_000_000 // that a session executes without blocking
	maxReady      = 1000      // times that a session becomes ready at one instant
	maxArrivals   = 2_000_000 // sessions that arrive at one instant
)

// A machine is the state of a run.
type machine struct {
	code *code
	opt  Options
	now  float64

	queue     eventQueue
	overtaken bool   // an event in the queue may be stale
	arrival   event  // the next open one, at +Inf without one
	timers    timers // of the ps stages by their numbers, of the flows
	places    uint64 // given to events so far
	admission uint64 // arrivals and admissions numbered so far: the residents' order
	joins     uint64 // numbers joins of pool queues
	releases  uint64 // numbers releases to caches

	pools      []pool
	stages     []stage
	flows      *flows  // nil without shared stages
	dirtyPools bitset  // whose growers or queue may be served now
	unsettled  []int32 // ps stages where a job started or ended
	idleSteps  bitset  // step stages without an iteration under way that may have work
	growths    int     // growths under way: the pools are tried when they are done
	plan       *iteration

	ready     []*session // that may run, in order, from readyHead on
	readyHead int
	sessions  pooled[session]
	holds     pooled[hold]
	waiters   pooled[waiter]
	entries   pooled[entry]
	jobs      table[job]
	residents pooled[resident]
	leases    table[lease]
	live      int64 // sessions in the machine
	arrived   int64
	ended     int64
	turns     int64
	rejected  int64
	events    int64
	pauseAt   int64 // the number of events at which pause is due
	published published
	liveTime  timeAvg

	arrivalInstant float64 // of the latest arrival
	arrivalCount   int     // at that instant

	arrivals   rng.Source
	machineRng rng.Source
	arrivalEnv env        // of the gaps between arrivals
	machineEnv env        // of what no session evaluates
	turnRng    rng.Family // init and turn blocks, by session and turn
	turnStream rng.Source // of the block under way
	sessionRng rng.Family

	stack     []float64 // of the expressions
	top       int
	ctx       [ir.Position + 1]float64
	best, try []float64 // keys of a choose and the like
	units     []float64 // that an admission takes of each pool
	visits    []visit   // the stages of the flow about to start
	shared    []int32   // their numbers among the shared ones

	samples []series
	serving *servingStats // nil unless the program observes a latency of requests
	gauges  []gaugeTrack
	courses *courses // nil unless they were asked for
	partial bool
	watcher *watcher // nil unless somebody watches
	settled func()   // called when an event has settled; may be nil
}

// newMachine prepares a run.
func newMachine(c *code, opt Options) *machine {
	m := &machine{
		code: c, opt: opt,
		stack:          make([]float64, 4*c.stack+16),
		dirtyPools:     newBitset(len(c.pools)),
		idleSteps:      newBitset(len(c.stages)),
		arrivals:       rng.New(opt.Seed, opt.Replication, rng.Arrivals, 0, 0),
		machineRng:     rng.New(opt.Seed, opt.Replication, rng.Machine, 0, 0),
		turnRng:        rng.FamilyOf(opt.Seed, opt.Replication, rng.Turn),
		sessionRng:     rng.FamilyOf(opt.Seed, opt.Replication, rng.Session),
		arrivalInstant: -1,
		arrival:        event{at: infinity},
		timers:         newTimers(len(c.stages) + 1),
	}
	m.arrivalEnv, m.machineEnv = env{rng: &m.arrivals}, env{rng: &m.machineRng}
	m.pools = make([]pool, len(c.pools))
	for i := range m.pools {
		m.pools[i] = newPool(int32(i), &c.pools[i])
	}
	if len(c.shared) > 0 {
		m.flows = newFlows(c.program.Share, c.shared)
	}
	m.stages = make([]stage, len(c.stages))
	for i := range m.stages {
		m.stages[i] = newStage(int32(i), &c.stages[i])
		if e, step := m.stages[i].engine, c.stages[i].step; e != nil && !opt.PlainLoop {
			e.hasCohorts = step.formsCohort()
			e.keepsHeld = step.memory >= 0 && c.pools[step.memory].wholeBlocks()
		}
	}
	m.samples = make([]series, len(c.program.Observes))
	for i := range m.samples {
		m.samples[i] = newSeries(c.program.Observes[i], opt.Keep)
	}
	if opt.Watch != nil {
		m.watcher, m.settled = newWatcher(opt.Watch, len(m.pools)), m.poolMoves
	}
	m.serving = newServing(c.program, &m.opt)
	m.gauges = make([]gaugeTrack, len(c.gauges))
	for i := range m.gauges {
		m.gauges[i] = newGaugeTrack(c.program.Gauges[i].Name, opt.Keep)
	}
	if opt.Courses {
		m.courses = newCourses(len(m.pools), len(m.gauges), opt.Horizon)
	}
	return m
}

// flowTimer is the number of the timer of the flows; those of the ps stages are the
// stages'.
func (m *machine) flowTimer() int32 { return int32(len(m.stages)) }

// schedule schedules an event; one that never happens is not kept.
func (m *machine) schedule(at float64, kind eventKind, id int32, epoch uint64) {
	m.places++
	if at < infinity {
		m.queue.push(event{at, m.places, subjectOf(kind, id), epoch})
	}
}

// stale reports whether an event has been overtaken.
func (m *machine) stale(e event) bool {
	switch e.what.kind() {
	case evFinish:
		return m.jobs.at(e.what.id()).epoch != e.epoch
	case evLease:
		return m.leases.at(e.what.id()).epoch != e.epoch
	}
	return false
}

// peek is the next event, at +Inf if there is none, and whether it is in the queue.
func (m *machine) peek() (at float64, what subject, queued bool) {
	if m.overtaken {
		m.dropStale()
	}
	e := m.arrival
	if t := m.timers.heap; len(t) > 0 && t[0].before(e) {
		e = t[0]
	}
	if q := m.queue.heap; len(q) > 0 && q[0].before(e) {
		return q[0].at, q[0].what, true
	}
	return e.at, e.what, false
}

// dropStale takes events off the queue until the first one has not been overtaken.
func (m *machine) dropStale() {
	for m.queue.len() > 0 && m.stale(m.queue.heap[0]) {
		m.queue.pop()
	}
}

// next is the time of the next event, +Inf without one.
func (m *machine) next() float64 {
	at, _, _ := m.peek()
	return at
}

// run is the event loop.
func (m *machine) run() {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stop:
			m.partial, m.top = true, 0
		default:
			panic(p)
		}
	}()
	if m.opt.Warmup > 0 {
		m.schedule(m.opt.Warmup, evWarmup, 0, 0)
	}
	m.firstArrivals()
	m.settle()
	for {
		at, what, queued := m.peek()
		if at > m.opt.Horizon || m.live == 0 && m.drained() {
			break
		}
		if m.events >= m.pauseAt && m.pause() {
			m.partial = true
			return
		}
		if queued {
			m.queue.pop()
		}
		m.now = at
		m.events++
		m.happen(what)
		m.settle()
		if m.settled != nil {
			m.settled()
		}
	}
	m.finish()
}

// A stop is how a run leaves the midst of an instant when it is told to stop.
type stop struct{}

// lookEvery is how many sessions or candidates of one instant go by between two
// looks at whether the run is to stop: an instant may take long.
const lookEvery = 1 << 12

// lookAtStop leaves the instant if the run is to stop. Run's caller sees a report
// of what had happened by then.
func (m *machine) lookAtStop() {
	if m.opt.Stop != nil && m.opt.Stop.Load() {
		panic(stop{})
	}
}

// happen is the event itself, before the machine settles. A timer that goes off is
// set anew, or stopped, by the time that the machine has settled.
func (m *machine) happen(what subject) {
	switch kind, id := what.kind(), what.id(); kind {
	case evWarmup:
		m.endWarmup()
	case evArrive:
		m.openArrival()
	case evArriveAll:
		m.arriveAll()
	case evFinish:
		m.complete(m.jobs.at(id))
	case evPs:
		m.finishPs(&m.stages[id])
	case evFlow:
		m.finishFlow()
	case evIteration:
		m.endIteration(&m.stages[id])
	case evLease:
		m.endLease(m.leases.at(id))
	default:
		panic(fmt.Sprintf("BUG: event kind %d", kind))
	}
}

// settle lets everything happen that an event makes possible at its instant.
func (m *machine) settle() {
	for {
		for m.readyHead < len(m.ready) {
			if m.readyHead++; m.readyHead%lookEvery == 0 {
				m.lookAtStop()
			}
			m.runSession(m.ready[m.readyHead-1])
		}
		m.ready, m.readyHead = m.ready[:0], 0
		if m.dirtyPools.n > 0 {
			m.tryPools()
			if len(m.ready) > 0 {
				continue
			}
		}
		if m.idleSteps.n == 0 {
			break
		}
		m.setRates() // an engine looks at what happens next
		if !m.startIterations() {
			break
		}
	}
	if len(m.unsettled) > 0 || m.flows != nil {
		m.setRates()
	}
	if len(m.gauges) > 0 || m.courses != nil {
		m.follow()
	}
}

// follow takes the values of what is followed over time.
func (m *machine) follow() {
	for i := range m.gauges {
		v := m.eval(&m.code.gauges[i], &env{})
		if v != v {
			m.fail(RuleNaN, nil, nowhere, "the gauge %s is NaN", m.code.program.Gauges[i].Name)
		}
		m.gauges[i].set(m.now, v)
	}
	if m.courses != nil {
		m.courses.record(m)
	}
}

// drained reports whether the last of a limited number of sessions has left.
func (m *machine) drained() bool {
	return m.opt.Arrivals > 0 && m.arrived == m.opt.Arrivals && m.live == 0
}

// finish ends a run that was not cut short.
func (m *machine) finish() {
	switch {
	case m.opt.Arrivals == 0:
		m.now = m.opt.Horizon
	case !m.drained():
		m.fail(RuleDrain, nil, nowhere, "%d of %d sessions arrived and %d of them are still there at the horizon %v; the horizon must be later, or without arrivals",
			m.arrived, m.opt.Arrivals, m.live, m.opt.Horizon)
	case m.now <= m.opt.Warmup:
		m.fail(RuleDrain, nil, nowhere, "the last of %d sessions left at %v, and the warm-up ends at %v: nothing was measured",
			m.opt.Arrivals, m.now, m.opt.Warmup)
	}
}

// endWarmup forgets what was counted so far.
func (m *machine) endWarmup() {
	for i := range m.pools {
		m.pools[i].reset(m.now)
	}
	for i := range m.stages {
		m.stages[i].reset(m.now)
	}
	if m.flows != nil {
		m.flows.resetStats(m.now)
	}
	for i := range m.samples {
		m.samples[i].reset()
	}
	if m.serving != nil {
		m.serving.reset()
	}
	for i := range m.gauges {
		m.gauges[i].reset(m.now)
	}
	m.liveTime.reset(m.now)
}
