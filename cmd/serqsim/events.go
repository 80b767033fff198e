package main

import (
	"encoding/json"
	"slices"
	"strconv"

	"serq/ir"
	"serq/sim"
)

// A recording is the events of a run on their way to a file.
//
// Every stage and every pool is a process of the file, in the order of declaration.
// What happens there is slices in its rows: see rowKinds. A wait that is over at the
// instant at which it begins is none, and of several movements of a pool at one
// instant only the last is seen; so both are held back until the clock moves on.
type recording struct {
	trace   *traceFile
	program *ir.Program
	stages  []station
	pools   []station
	tids    int // numbers given to processes and rows so far

	now     float64
	shown   map[sliceKey][]seat
	waits   []heldWait       // that began now
	held    map[sliceKey]int // their places in waits
	moved   []int32          // the pools that moved now
	arrows  int64            // flows of several stages so far
	written int64            // events, those counted that will end the slices shown
	limit   int64
	cutAt   *float64 // when the limit was reached; nil before
}

// A station is a stage or a pool.
type station struct {
	pid    int
	label  string // name[i], quoted as in JSON
	name   string // of a run there that has no other; without the quotes
	rows   [len(rowKinds)]lanes
	was    occupancy // of a pool: what the file says
	is     occupancy // and what is to be written when the clock moves on
	queued bool      // in recording.moved
}

// An occupancy is what the counters of a pool show.
type occupancy struct {
	used, cached float64
	queue        int
}

// The kinds of rows of a station, in their order.
const (
	rowIterations = iota
	rowJobs       // in service
	rowWaits      // for service, or for units
	rowGrowths    // that wait
)

// rowKinds says for which moments there are rows, and what they are called. Servers
// are those of a fifo.
var rowKinds = [...]string{rowIterations: "iterations", rowJobs: "job", rowWaits: "waiting", rowGrowths: "growth"}

// A sliceKey finds a slice that is under way: the moment that it began with and the
// number of the job, session or stage.
type sliceKey struct {
	what sim.What
	id   int64
}

// A seat is a row that a slice is in.
type seat struct {
	lanes *lanes
	row   int
}

// A heldWait is a wait that began at the present instant; over if it has ended, too.
type heldWait struct {
	key    sliceKey
	moment sim.Moment
	over   bool
}

// newRecording begins the file of a program's run.
func newRecording(t *traceFile, p *ir.Program, limit int64) *recording {
	r := &recording{trace: t, program: p, limit: limit, shown: map[sliceKey][]seat{}, held: map[sliceKey]int{}}
	for i := range p.Stages {
		st := &p.Stages[i]
		kind, server := stageKind(st.Kind), rowKinds[rowJobs]
		if kind == "fifo" {
			server = "server"
		}
		r.stages = append(r.stages, r.station(st.Name, st.Index, kind, server))
	}
	for i := range p.Pools {
		r.pools = append(r.pools, r.station(p.Pools[i].Name, p.Pools[i].Index, "pool", ""))
	}
	r.tids = len(r.stages) + len(r.pools) // no row has the number of a process
	for i := range r.pools {
		r.pools[i].was = occupancy{-1, -1, -1}
		r.move(int32(i), occupancy{})
	}
	return r
}

func stageKind(k ir.StageKind) string {
	switch k.(type) {
	case ir.Fifo:
		return "fifo"
	case *ir.Ps:
		return "ps"
	case ir.Delay:
		return "delay"
	case *ir.Step:
		return "step"
	}
	panic("BUG: stage kind")
}

// station gives a stage or a pool its process.
func (r *recording) station(name string, index *int, kind, server string) station {
	label := name
	if index != nil {
		label += "[" + strconv.Itoa(*index) + "]"
	}
	r.tids++
	s := station{pid: r.tids, label: quoted(label), name: quoted(name)}
	s.name = s.name[1 : len(s.name)-1]
	for k := range s.rows {
		s.rows[k] = lanes{name: rowKinds[k], order: k * rowsPerKind}
	}
	s.rows[rowJobs].name = server
	t := r.trace
	t.metadata('M', track{pid: s.pid})
	t.field("name", "process_name")
	t.value("name", label+" ("+kind+")")
	t.done()
	t.metadata('M', track{pid: s.pid})
	t.field("name", "process_sort_index")
	t.int("sort_index", int64(s.pid))
	t.done()
	return s
}

// rowsPerKind keeps the rows of one kind of a station together.
const rowsPerKind = 1_000_000

func quoted(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return string(data)
}

// watch takes the next moment of the run.
func (r *recording) watch(mo *sim.Moment) {
	if r.cutAt != nil {
		return
	}
	if mo.Time > r.now {
		r.flush()
		r.now = mo.Time
	}
	switch mo.What {
	case sim.JobWaits:
		r.holdBack(sliceKey{sim.JobWaits, int64(mo.Job)}, mo)
	case sim.JobStarts:
		r.end(sliceKey{sim.JobWaits, int64(mo.Job)}, nil)
		r.begin(sliceKey{sim.JobStarts, int64(mo.Job)}, mo)
	case sim.JobEnds:
		r.end(sliceKey{sim.JobWaits, int64(mo.Job)}, mo)
		r.end(sliceKey{sim.JobStarts, int64(mo.Job)}, mo)
	case sim.HoldWaits:
		r.holdBack(sliceKey{sim.HoldWaits, mo.Session}, mo)
	case sim.HoldAdmitted:
		r.end(sliceKey{sim.HoldWaits, mo.Session}, mo)
	case sim.GrowthWaits:
		r.holdBack(sliceKey{sim.GrowthWaits, mo.Session}, mo)
	case sim.GrowthServed:
		r.end(sliceKey{sim.GrowthWaits, mo.Session}, mo)
	case sim.IterationStarts:
		r.begin(sliceKey{sim.IterationStarts, int64(mo.Stage)}, mo)
	case sim.IterationEnds:
		r.end(sliceKey{sim.IterationStarts, int64(mo.Stage)}, mo)
	case sim.PoolMoves:
		r.move(mo.Pool, occupancy{mo.Used, mo.Cached, mo.Queue})
	}
}

// holdBack holds a wait back until it has lasted.
func (r *recording) holdBack(k sliceKey, mo *sim.Moment) {
	w := heldWait{key: k, moment: *mo}
	w.moment.Stages, w.moment.Pools, w.moment.Units = slices.Clone(mo.Stages), slices.Clone(mo.Pools), slices.Clone(mo.Units)
	r.held[k] = len(r.waits)
	r.waits = append(r.waits, w)
}

func (r *recording) move(pool int32, is occupancy) {
	p := &r.pools[pool]
	p.is = is
	if !p.queued {
		p.queued = true
		r.moved = append(r.moved, pool)
	}
}

// flush writes what was held back at the instant that has passed.
func (r *recording) flush() {
	r.writeCounters()
	for i := range r.waits {
		if w := &r.waits[i]; !w.over {
			r.begin(w.key, &w.moment)
		}
	}
	r.waits = r.waits[:0]
	clear(r.held)
}

// writeCounters writes the counters of the pools that have moved.
func (r *recording) writeCounters() {
	for _, i := range r.moved {
		p := &r.pools[i]
		p.queued = false
		if p.is.used != p.was.used || p.is.cached != p.was.cached {
			if !r.take(1) {
				return
			}
			r.trace.event('C', track{pid: p.pid}, r.now)
			r.trace.field("name", "units")
			r.trace.number("used", p.is.used)
			r.trace.number("cached", p.is.cached)
			r.trace.done()
		}
		if p.is.queue != p.was.queue {
			if !r.take(1) {
				return
			}
			r.trace.event('C', track{pid: p.pid}, r.now)
			r.trace.field("name", "queue")
			r.trace.int("waiting", int64(p.is.queue))
			r.trace.done()
		}
		p.was = p.is
	}
	r.moved = r.moved[:0]
}

// take makes room for so many events. If the limit does not allow them, the file is
// cut here, and there is none.
func (r *recording) take(events int64) bool {
	if r.cutAt == nil && r.written+events > r.limit {
		now := r.now
		r.cutAt = &now
		r.cutSlices()
	}
	if r.cutAt != nil {
		return false
	}
	r.written += events
	return true
}

// begin shows a slice from now on, in a row of each place that it is at.
func (r *recording) begin(k sliceKey, mo *sim.Moment) {
	var at []*station
	row := rowJobs
	switch k.what {
	case sim.JobWaits:
		row = rowWaits
		fallthrough
	case sim.JobStarts:
		for _, i := range mo.Stages {
			at = append(at, &r.stages[i])
		}
	case sim.HoldWaits:
		at, row = append(at, &r.pools[mo.Pools[0]]), rowWaits
	case sim.GrowthWaits:
		at, row = append(at, &r.pools[mo.Pools[0]]), rowGrowths
	case sim.IterationStarts:
		at, row = append(at, &r.stages[mo.Stage]), rowIterations
	}
	several := len(at) > 1
	events := 2 * len(at)
	if several {
		events += len(at)
		r.arrows++
	}
	if !r.take(int64(events)) {
		return
	}
	seats := make([]seat, len(at))
	for i, st := range at {
		seats[i] = r.sit(st, row)
		r.trace.event('B', seats[i].track(), r.now)
		seats[i].lanes.slices[seats[i].row] = r.describe(mo, at)
		r.trace.done()
	}
	if several {
		for i, s := range seats {
			r.arrow(s.track(), i == 0, i == len(seats)-1)
		}
	}
	r.shown[k] = seats
}

func (s seat) track() track { return s.lanes.tracks[s.row] }

// sit finds a free row for a slice. A new one is introduced first.
func (r *recording) sit(st *station, kind int) seat {
	l := &st.rows[kind]
	if i := l.take(); i >= 0 {
		return seat{l, i}
	}
	r.tids++
	at := track{st.pid, r.tids}
	i := l.add(at)
	name := l.name
	if kind != rowIterations {
		name += " " + strconv.Itoa(i+1)
	}
	r.trace.metadata('M', at)
	r.trace.field("name", "thread_name")
	r.trace.value("name", name)
	r.trace.done()
	r.trace.metadata('M', at)
	r.trace.field("name", "thread_sort_index")
	r.trace.int("sort_index", int64(l.order+i))
	r.trace.done()
	return seat{l, i}
}

// arrow is one point of the arrow that leads through the slices of a flow.
func (r *recording) arrow(at track, first, last bool) {
	phase := byte('t')
	if first {
		phase = 's'
	} else if last {
		phase = 'f'
	}
	r.trace.event(phase, at, r.now)
	r.trace.field("name", "flow")
	r.trace.field("cat", "flow")
	r.trace.id(r.arrows)
	if last {
		r.trace.field("bp", "e") // the slice that it is in, not the next one
	}
	r.trace.done()
}

// end ends a slice that is shown, and forgets one that is held back. How it ended is
// said where the moment does.
func (r *recording) end(k sliceKey, mo *sim.Moment) {
	if i, ok := r.held[k]; ok {
		r.waits[i].over = true
		delete(r.held, k)
		return
	}
	seats, ok := r.shown[k]
	if !ok {
		return
	}
	delete(r.shown, k)
	for _, s := range seats {
		s.lanes.end(r.trace, s.row, r.now)
		if mo != nil && mo.Preempted {
			r.trace.value("preempted", true)
		} else if mo != nil && mo.What == sim.HoldAdmitted {
			r.units("units", mo)
		}
		r.trace.done()
	}
}

// cutSlices ends all slices that are shown, and says that they go on.
func (r *recording) cutSlices() {
	for _, stations := range [][]station{r.stages, r.pools} {
		for i := range stations {
			for k := range stations[i].rows {
				l := &stations[i].rows[k]
				for row := range l.tracks {
					if l.taken(row) {
						l.end(r.trace, row, r.now)
						r.trace.value("cut", true)
						r.trace.done()
					}
				}
			}
		}
	}
	clear(r.shown)
}

// An about is what the file says of itself.
type about struct {
	Tool        string   `json:"tool"`
	Program     string   `json:"program"` // sha256 of the canonical IR
	Seed        int64    `json:"seed"`
	Replication int      `json:"replication"` // of the seed: always the first
	ClockUnit   string   `json:"clock_unit"`
	End         float64  `json:"end"`    // clock units: how far the file goes
	Events      int64    `json:"events"` // without those of phase M
	Limit       int64    `json:"limit"`  // of events
	CutAt       *float64 `json:"cut_at"` // clock units: where the limit was reached; null if it was not
}

// close ends the file at the last moment of the run.
func (r *recording) close(seed int64, clockUnit string) error {
	a := about{Tool: toolName, Program: ir.Hash(r.program), Seed: seed, ClockUnit: clockUnit, Limit: r.limit}
	if r.cutAt == nil {
		r.writeCounters()
		r.cutSlices()
	}
	a.End, a.Events, a.CutAt = r.now, r.written, r.cutAt
	return r.trace.commit(a)
}
