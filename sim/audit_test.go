package sim

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"serq/ir"
	"serq/ir/result"
)

// An auditor checks the invariants of a run after every event: they are numbered
// in README.md.
type auditor struct {
	m      *machine
	last   float64
	events int
}

// auditAll is how many events of a run are audited one by one; of a longer run
// every auditEvery-th after them.
const (
	auditAll   = 5_000
	auditEvery = 101
)

// audited runs a program with every event audited.
func audited(t testing.TB, p *ir.Program) (*result.Report, error) {
	t.Helper()
	opt := OptionsOf(p)
	opt.Warmup = 0 // the sums of Little's law are over the whole run
	r, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	a := &auditor{m: r.m}
	r.m.settled = func() {
		if a.events++; a.events > auditAll && a.events%auditEvery != 0 {
			return
		}
		if err := a.check(); err != nil {
			t.Fatalf("at %v after %d events: %v", r.m.now, r.m.events, err)
		}
	}
	report, err := r.Run()
	if err == nil {
		if err := a.littlesLaw(); err != nil {
			t.Errorf("at the end: %v", err)
		}
	}
	return report, err
}

// littlesLaw checks that the time average of a number is that of the times that
// made it up: at every stage the jobs' stays, in every queue the waits. A
// preemption takes jobs and waiters away uncounted.
func (a *auditor) littlesLaw() error {
	m := a.m
	for i := range m.pools {
		if m.pools[i].preemptions > 0 {
			return nil
		}
	}
	for i := range m.pools {
		p := &m.pools[i]
		waited := p.waits.sum
		for _, s := range m.liveSessions() {
			if w := s.waiter; w != nil && w.pools[0] == p.id {
				waited += m.now - w.joined
			}
		}
		if !close(p.queueTime.integral(m.now), waited) {
			return fmt.Errorf("pool %s: the queue's integral is %v, the waits %v", p.label(), p.queueTime.integral(m.now), waited)
		}
	}
	for i := range m.stages {
		st := &m.stages[i]
		stays := st.waits.sum + st.services.sum
		for id := range m.jobs.all {
			j := m.jobs.at(int32(id))
			if j.st == st && !slices.Contains(m.jobs.free, int32(id)) {
				stays += m.now - j.joined
			}
		}
		if st.code.kind != kindShared && !close(st.number.integral(m.now), stays) {
			return fmt.Errorf("stage %s: the number's integral is %v, the stays %v", st.label(), st.number.integral(m.now), stays)
		}
	}
	return nil
}

func (a *auditor) check() error {
	m := a.m
	if m.now < a.last {
		return fmt.Errorf("the clock went back from %v", a.last)
	}
	a.last = m.now
	if m.arrived != m.ended+m.live {
		return fmt.Errorf("%d arrived, %d ended and %d live", m.arrived, m.ended, m.live)
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
		if j := b.hold.s.job; j != nil && j.resident != nil && j.member && j.alloc == b {
			used += j.st.engine.cohort.growth(j)
		}
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
	for i := 1; i < len(st.ps.jobs); i++ {
		if st.ps.jobs[i].before(st.ps.jobs[(i-1)/2]) {
			return fmt.Errorf("the jobs are not in a heap")
		}
	}
	if e := st.engine; e != nil {
		inFlight := float64(e.cohort.size())
		for _, j := range e.batch {
			inFlight += j.tokens
		}
		if !close(e.scheduled, e.computed+e.lost+inFlight) {
			return fmt.Errorf("%v tokens scheduled, %v computed, %v lost, %v in flight", e.scheduled, e.computed, e.lost, inFlight)
		}
		if budget := st.code.step.budget; budget.kind == exprConst && inFlight > budget.num+epsilon {
			return fmt.Errorf("%v tokens in flight of a budget of %v", inFlight, budget.num)
		}
		for _, j := range e.batch {
			if j.tokens <= 0 || j.tokens > max(1, j.remaining+epsilon) {
				return fmt.Errorf("a job with %v left has %v tokens", j.remaining, j.tokens)
			}
		}
	}
	return nil
}

// sessions checks that everyone live waits for exactly one thing.
func (a *auditor) sessions() error {
	for _, s := range a.m.liveSessions() {
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

// The invariants hold on every example.
func TestExamplesKeepTheInvariants(t *testing.T) {
	files, err := filepath.Glob("../oracle/golden/*/*.ir.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, found := ir.Read(data)
			if found.HasErrors() {
				t.Fatal(found)
			}
			if p.Trace != nil {
				t.Skip("it replays a file")
			}
			if _, err := audited(t, p); err != nil {
				t.Error(err)
			}
		})
	}
}
