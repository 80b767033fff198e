package sim

import (
	"fmt"
	"math"
	"testing"

	"serq/ir"
	"serq/ir/result"
)

// An auditor checks the invariants of a run after every event: they are numbered
// in README.md.
type auditor struct {
	m    *machine
	last float64
}

// audited runs a program with every event audited.
func audited(t testing.TB, p *ir.Program) (*result.Report, error) {
	t.Helper()
	r, err := New(p, OptionsOf(p))
	if err != nil {
		t.Fatal(err)
	}
	a := &auditor{m: r.m}
	r.m.audit = func() {
		if err := a.check(); err != nil {
			t.Fatalf("at %v after %d events: %v", r.m.now, r.m.events, err)
		}
	}
	return r.Run()
}

func (a *auditor) check() error {
	m := a.m
	if m.now < a.last {
		return fmt.Errorf("the clock went back from %v", a.last)
	}
	a.last = m.now
	if m.arrived != m.ended+int64(m.live.n) {
		return fmt.Errorf("%d arrived, %d ended and %d live", m.arrived, m.ended, m.live.n)
	}
	for i := range m.pools {
		if err := a.pool(&m.pools[i]); err != nil {
			return fmt.Errorf("pool %s: %w", m.pools[i].label(), err)
		}
	}
	for i := range m.stages {
		if err := a.stage(&m.stages[i]); err != nil {
			return fmt.Errorf("stage %s: %w", m.stages[i].label(), err)
		}
	}
	return a.sessions()
}

func (a *auditor) pool(p *pool) error {
	used, cached, holders := 0.0, 0.0, map[*session]bool{}
	for b := p.allocs.first; b != nil; b = b.after {
		if !b.held || b.pool != p.id || b.hold.s == nil {
			return fmt.Errorf("allocation of %v is not held", b.units)
		}
		used += b.units
		holders[b.hold.s] = true
	}
	live := map[*session]bool{}
	for e := p.entries.first; e != nil; e = e.after {
		cached += e.units
		if !e.dead {
			if live[e.s] {
				return fmt.Errorf("session %d has two live entries", e.s.serial)
			}
			live[e.s] = true
		}
		if e.units <= 0 {
			return fmt.Errorf("entry of %v units", e.units)
		}
	}
	switch {
	case !close(used, p.used) || !close(cached, p.cached):
		return fmt.Errorf("used %v cached %v, the lists hold %v and %v", p.used, p.cached, used, cached)
	case used+cached > p.cap+1e-6*max(1, used):
		return fmt.Errorf("%v allocated and %v cached, more than %v", used, cached, p.cap)
	case len(holders) != p.holders:
		return fmt.Errorf("%d holders counted, %d there", p.holders, len(holders))
	}
	return nil
}

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(a), math.Abs(b)) }

func (a *auditor) stage(st *stage) error {
	n := st.present(a.m)
	if n != int(st.number.value) {
		return fmt.Errorf("%d jobs present, %v counted", n, st.number.value)
	}
	if st.code.kind == kindFifo && st.waiting.n > 0 && st.serving.n < st.code.servers {
		return fmt.Errorf("%d jobs wait while %d of %d servers are busy", st.waiting.n, st.serving.n, st.code.servers)
	}
	for i := 1; i < len(st.ps.heap); i++ {
		if psBefore(st.ps.heap[i], st.ps.heap[(i-1)/2]) {
			return fmt.Errorf("the jobs are not in a heap")
		}
	}
	if e := st.engine; e != nil && e.running {
		for _, j := range e.batch {
			if j.tokens <= 0 || j.tokens > j.remaining+epsilon {
				return fmt.Errorf("a job with %v left has %v tokens", j.remaining, j.tokens)
			}
		}
	}
	return nil
}

// sessions checks that everyone live waits for exactly one thing.
func (a *auditor) sessions() error {
	for s := a.m.live.first; s != nil; s = s.after {
		n := 0
		for _, waits := range []bool{s.waiter != nil, s.stalled != nil, s.job != nil} {
			if waits {
				n++
			}
		}
		if s.state != stateBlocked || n != 1 {
			return fmt.Errorf("session %d in state %d waits for %d things", s.serial, s.state, n)
		}
	}
	return nil
}
