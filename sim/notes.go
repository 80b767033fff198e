package sim

import (
	"fmt"
	"strings"

	"serq/ir"
	"serq/ir/result"
)

// Figures from which on a note warns.
const (
	highUtilization = 0.95
	fewSamples      = minForCI
)

// notes says what a reader of a report should not miss.
func (m *machine) notes(r *result.Report) []string {
	var notes []string
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	switch {
	case m.partial && m.now < m.opt.Warmup:
		say("the run was stopped at %.6g, before the end of its warm-up: nothing was measured", m.now)
	case m.partial:
		say("the run was stopped at %.6g, before its end", m.now)
	}
	for i := range r.Pools {
		p, name := &r.Pools[i], m.pools[i].label()
		if p.Stuck > 0 {
			say("pool %s: %.0f sessions were preempted again without having got further (stuck)", name, p.Stuck)
		}
		if p.Rejected > 0 {
			say("pool %s: %.0f requests ask for more than it has and were rejected", name, p.Rejected)
		}
		if p.OverCap != nil {
			say("pool %s: session %d at the head of the queue of %s asks for %.6g units, more than there are, and blocks the rest",
				name, p.OverCap.Session, p.OverCap.Queue, p.OverCap.Need)
		}
	}
	for i := range r.Stages {
		st := &m.stages[i]
		if e := st.engine; e != nil && !e.running {
			if len(e.residents) > 0 {
				say("stage %s is left with %d jobs that no iteration serves", st.label(), len(e.residents))
			} else if p := m.queueOf(st); p != nil {
				say("stage %s is idle at the end, and %d wait in the queue of %s", st.label(), p.queue.len(), p.label())
			}
		}
		queues := st.code.kind == kindFifo || st.code.kind == kindStep || st.code.kind == kindShared
		if u := r.Stages[i].Utilization; queues && u > highUtilization {
			say("stage %s is %.1f%% utilised: waits there hang on the length of the run", st.label(), 100*u)
		}
	}
	notes = append(notes, m.observationNotes(r)...)
	if cycle := m.holdAndWait(); cycle != "" {
		say("%s", cycle)
	}
	return notes
}

// observationNotes warns of intervals without enough samples and of tests that
// never came true.
func (m *machine) observationNotes(r *result.Report) []string {
	var notes, few []string
	tests := observedTests(m.code.program)
	for i := range r.Observes {
		o := &r.Observes[i]
		switch {
		case o.Count > 0 && o.Count < fewSamples:
			few = append(few, o.Name)
		case o.Count >= fewSamples && tests[i] && o.Max != nil && *o.Max == 0:
			notes = append(notes, fmt.Sprintf("observation %s is a test that was never true in %.0f samples", o.Name, o.Count))
		}
	}
	if len(few) > 0 && !m.opt.Several {
		notes = append(notes, fmt.Sprintf("fewer than %d samples, so no interval: %s", fewSamples, strings.Join(few, ", ")))
	}
	return notes
}

// holdAndWait names a cycle of sessions that wait for each other's units, if
// nothing else is ever going to happen; "" otherwise.
func (m *machine) holdAndWait() string {
	if m.next() < infinity || m.live == 0 {
		return ""
	}
	live := m.liveSessions()
	for _, s := range live {
		if m.lacks(s) == nil {
			return ""
		}
	}
	w := cycleSearch{m: m, state: map[*session]int{}}
	for _, s := range live {
		if w.visit(s) {
			return fmt.Sprintf("nothing happens any more, for sessions wait in a cycle: %s", strings.Join(w.cycle, "; "))
		}
	}
	return ""
}

// lacks are the pools for whose units a session waits; nil if it waits for
// something else.
func (m *machine) lacks(s *session) []int32 {
	switch {
	case s.waiter != nil:
		out := []int32{}
		for i, id := range s.waiter.pools {
			if _, need := m.demand(s.waiter, i); m.pools[id].used+need > m.pools[id].cap+epsilon {
				out = append(out, id)
			}
		}
		return out
	case s.stalled != nil:
		return []int32{s.stalled.pool}
	case s.job != nil && s.job.growing >= 0 && !s.job.st.engine.running:
		m.lookAt(s)
		a := m.innermost(s, s.job.growing, "a growing run", nowhere)
		p := &m.pools[a.pool]
		if next := roundUp(a.position+min(1, s.job.remaining), p.code.block); p.used-a.units+next > p.cap+epsilon {
			return []int32{p.id}
		}
	}
	return nil
}

// A cycleSearch looks for a cycle among the sessions that wait, depth first.
type cycleSearch struct {
	m     *machine
	state map[*session]int // on the path: its position from 1 on; left behind: -1
	path  []string         // "session 1 waits for kv, which session 0 holds"
	cycle []string
}

func (w *cycleSearch) visit(s *session) bool {
	w.state[s] = len(w.path) + 1
	for _, id := range w.m.lacks(s) {
		p := &w.m.pools[id]
		for a := p.allocs.first; a != nil; a = a.after {
			other := a.hold.s
			if other == s && p.holders > 1 {
				continue // it is the others that it waits for
			}
			w.path = append(w.path, fmt.Sprintf("session %d waits for %s, which session %d holds", s.serial, p.label(), other.serial))
			switch at := w.state[other]; {
			case at > 0:
				w.cycle = append(w.cycle, w.path[at-1:]...)
				return true
			case at == 0 && w.visit(other):
				return true
			}
			w.path = w.path[:len(w.path)-1]
		}
	}
	w.state[s] = -1
	return false
}

// observedTests says of each observation whether it is a test (a value of 0 or
// 1) at every statement that records it.
func observedTests(p *ir.Program) []bool {
	tests := make([]bool, len(p.Observes))
	seen := make([]bool, len(p.Observes))
	for _, b := range p.Blocks {
		for _, s := range b {
			if o, ok := s.(*ir.Observe); ok {
				tests[o.Observe] = isTest(o.Value) && (tests[o.Observe] || !seen[o.Observe])
				seen[o.Observe] = true
			}
		}
	}
	return tests
}

func isTest(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Unary:
		return e.Op == ir.Not
	case *ir.Binary:
		return ir.BinaryOps[e.Op].Test
	}
	return false
}
