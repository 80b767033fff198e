package sim

import (
	"math"
	"slices"
)

// A stage is where time passes.
type stage struct {
	id       int32
	code     stageCode // a copy, to be at hand
	waiting  jobList   // fifo: not in service yet
	serving  jobList   // fifo, delay: in service; a list only of a stage that is worked, else their number
	waitWork float64   // fifo: work of the waiting
	ps       psState
	engine   *engine // step

	lastStart          float64 // of a service; NaN before any
	gap, service, wait estimate

	number, busy    timeAvg // jobs present; fifo: servers busy, else whether the stage is at work
	waits, services mean
}

func newStage(id int32, c *stageCode) stage {
	st := stage{id: id, code: *c, lastStart: math.NaN(), ps: psState{due: infinity}}
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
	switch st.code.kind {
	case kindPs:
		return len(st.ps.jobs)
	case kindShared:
		return m.flows.count(st.code.shared)
	case kindStep:
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
	switch st.code.kind {
	case kindPs:
		return st.ps.work(m.now)
	case kindShared:
		return m.flows.work(st.code.shared, m.now)
	case kindStep:
		sum := 0.0
		for _, j := range st.engine.residents {
			sum += j.remaining
			if j.member {
				sum -= float64(st.engine.cohort.steps - j.entered)
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

// count brings the time averages of a stage up to date when jobs came or went; of a
// fifo stage countFifo does.
func (st *stage) count(m *machine) {
	n := float64(st.present(m))
	st.number.set(m.now, n)
	if st.code.kind == kindPs || st.code.kind == kindDelay {
		st.busy.set(m.now, min(n, 1))
	}
}

// countFifo is count for a fifo stage.
func (st *stage) countFifo(now float64) {
	st.number.set(now, float64(st.waiting.n+st.serving.n))
	st.busy.set(now, float64(st.serving.n))
}

// setRates recomputes what changed: ps stages, in order, and flows.
func (m *machine) setRates() {
	if len(m.unsettled) > 1 {
		slices.Sort(m.unsettled) // a capacity may draw
	}
	for _, id := range m.unsettled {
		m.share(&m.stages[id])
	}
	m.unsettled = m.unsettled[:0]
	if m.flows == nil {
		return
	}
	m.flows.settle(m.now)
	at, place, ok := m.flows.next()
	if !ok {
		at = infinity
	}
	m.timers.set(at, place, evFlow, m.flowTimer())
}
