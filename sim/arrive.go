package sim

import (
	"math"

	"serq/ir"
	"serq/sim/rng"
)

// firstArrivals schedules the start of the workload.
func (m *machine) firstArrivals() {
	switch m.code.program.Arrival.(type) {
	case ir.Poisson:
		m.nextArrival(0)
	case *ir.Renewal:
		m.nextArrival(m.gap())
	case ir.Closed, ir.Batch, ir.Sessions:
		m.schedule(0, evArriveAll, 0, 0)
	}
}

// gap draws the time to the next open arrival.
func (m *machine) gap() float64 {
	gap := m.eval(&m.code.gap, &m.arrivalEnv)
	if !(gap > 0 && gap < math.Inf(1)) {
		m.fail(RuleGap, nil, nowhere, "an arrival gap is positive and finite, this one is %v", gap)
	}
	return gap
}

// nextArrival schedules the next open arrival.
func (m *machine) nextArrival(at float64) {
	m.places++
	m.arrival = event{at: at, place: m.places, what: subjectOf(evArrive, 0)}
}

// openArrival schedules the next arrival, then starts a session.
func (m *machine) openArrival() {
	if m.opt.Arrivals == 0 || m.arrived+1 < m.opt.Arrivals {
		m.nextArrival(m.now + m.gap())
	} else {
		m.arrival.at = infinity
	}
	m.arrive(nil)
}

// arriveAll starts the sessions of a closed, batch or preset workload.
func (m *machine) arriveAll() {
	switch a := m.code.program.Arrival.(type) {
	case ir.Closed:
		for range a.N {
			m.arrive(nil)
		}
	case ir.Batch:
		for range a.N {
			m.arrive(nil)
		}
	case ir.Sessions:
		for i := range a {
			m.arrive(&a[i])
		}
	}
}

// arrive starts a session: its attributes are 0, the init block runs, the preset
// overwrites.
func (m *machine) arrive(preset *ir.Preset) {
	if m.arrivalInstant != m.now {
		m.arrivalInstant, m.arrivalCount = m.now, 0
	}
	m.arrivalCount++
	if m.arrivalCount >= maxArrivals {
		m.fail(RuleInstant, nil, nowhere, "%d sessions arrived at one instant", maxArrivals)
	}
	s := m.sessions.get()
	if s.attrs == nil {
		s.env = env{s: s, attrs: make([]float64, len(m.code.program.Attrs)), rng: &s.stream}
	} else {
		clear(s.attrs)
	}
	m.admission++
	s.serial, s.admission, s.readyAt = m.arrived, m.admission, -1
	s.pc = m.code.session
	m.arrived++
	m.live++
	m.liveTime.set(m.now, float64(m.live))
	if m.code.sessionDraws {
		s.stream = m.sessionRng.Stream(s.serial, 0)
	}
	s.attrs[m.code.program.Builtins.Serial] = float64(s.serial)
	m.straight(s, &m.code.init)
	if preset != nil {
		for _, v := range preset.Attrs {
			s.attrs[v.Slot] = v.Value
		}
		s.preset = nil
		if len(preset.Turns) > 0 {
			s.preset = preset
		}
	}
	if m.opt.Trace != nil && s.preset == nil {
		s.trace = m.traceOf(s)
	}
	m.makeReady(s, true)
}

// traceOf is the trace session that a session replays: in order, or one drawn.
func (m *machine) traceOf(s *session) []TraceTurn {
	n := int64(len(m.opt.Trace.Sessions))
	if m.code.program.TraceOrdered {
		return m.opt.Trace.Sessions[s.serial%n]
	}
	choice := rng.New(m.opt.Seed, m.opt.Replication, rng.Trace, s.serial, 0)
	return m.opt.Trace.Sessions[choice.Index(n)]
}
