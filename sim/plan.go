package sim

import (
	"slices"

	"serq/ir"
)

// planIteration decides what an engine does next: the residents are served in
// its order, then heads of the queues that it serves are admitted.
func (m *machine) planIteration(st *stage) *iteration {
	it := &st.engine.next
	*it = iteration{stage: st.id, offered: -1}
	it.budget, it.chunk = m.limits(st)
	it.left = it.budget
	m.plan = it
	if st.code.step.exclusive {
		m.planExclusive(st, it)
	} else {
		m.serveResidents(st, it, false)
		m.admitHeads(st, it)
	}
	m.plan = nil
	return it
}

// limits are an engine's budget and chunk as its residents stand. A chunk of 0 is no cap.
func (m *machine) limits(st *stage) (budget, chunk float64) {
	code := st.code.step
	v := m.totals(st, nil, code.budget.reads|code.chunk.reads)
	budget, chunk = m.eval(&code.budget, &v), m.eval(&code.chunk, &v)
	if !(budget >= 0 && chunk >= 0) {
		m.fail(RuleAmount, nil, nowhere, "%s: a budget and a chunk are not negative and not NaN, these are %v and %v", st.label(), budget, chunk)
	}
	if chunk == 0 {
		chunk = infinity
	}
	return budget, chunk
}

// serveResidents serves the residents, or only the decodes, in the engine's
// order: at each turn the least of those not yet visited.
func (m *machine) serveResidents(st *stage, it *iteration, decodesOnly bool) {
	e, code := st.engine, st.code.step
	if len(e.cohort.members) > 0 && m.serveCohort(st, it, decodesOnly) {
		return
	}
	e.order = e.order[:0]
	for _, j := range e.residents {
		if !decodesOnly || j.mode == ir.Decode {
			e.order = append(e.order, j)
		}
	}
	if len(code.keys) > 0 && code.sortsOnce {
		m.serveKeys(st, e.order)
		slices.SortStableFunc(e.order, compareJobs)
	}
	for next := 0; next < len(e.order) && it.left > epsilon && !it.ended; next++ {
		if len(code.keys) > 0 && !code.sortsOnce {
			m.bringLeast(st, e.order[next:])
		}
		if j := e.order[next]; residentAt(j, st) {
			m.serveTokens(st, it, j)
		}
	}
}

// residentAt reports whether a job noted earlier in the plan is still there: a
// preemption takes jobs away.
func residentAt(j *job, st *stage) bool { return j.s != nil && j.s.job == j && j.st == st }

// serveKeys reads the serve keys of jobs.
func (m *machine) serveKeys(st *stage, jobs []*job) {
	for _, j := range jobs {
		if residentAt(j, st) {
			m.readServeKeys(st, j)
		}
	}
}

func (m *machine) readServeKeys(st *stage, j *job) {
	code := st.code.step
	j.keys = j.keys[:0]
	for i := range code.keys {
		v := m.totals(st, j, code.keys[i].reads)
		x := m.eval(&code.keys[i], &v)
		if x != x {
			m.fail(RuleNaN, j.s, nowhere, "%s: a serve key is NaN", st.label())
		}
		j.keys = append(j.keys, x)
	}
}

func compareJobs(a, b *job) int {
	if c := compareKeys(a.keys, b.keys); c != 0 {
		return c
	}
	if a.admission < b.admission {
		return -1
	}
	return 1
}

// bringLeast moves the job with the least keys, read anew, to the front.
func (m *machine) bringLeast(st *stage, jobs []*job) {
	m.serveKeys(st, jobs)
	least := -1
	for i, j := range jobs {
		if residentAt(j, st) && (least < 0 || compareJobs(j, jobs[least]) < 0) {
			least = i
		}
	}
	if least > 0 {
		jobs[0], jobs[least] = jobs[least], jobs[0]
	}
}

// serveTokens gives a job its tokens of this iteration, if it can have any. A
// growing job first grows its hold to the position that it will reach.
func (m *machine) serveTokens(st *stage, it *iteration, j *job) {
	n := m.tokensFor(st, j, it.left, it.chunk)
	if n == 0 {
		return
	}
	if j.growing >= 0 {
		a := m.innermost(j.s, j.growing, "a growing run", nowhere)
		switch m.grow(a, roundUp(a.position+n, m.pools[a.pool].code.block)) {
		case grewItself:
			it.ended = true
			return
		case grewWaits:
			return
		}
	}
	j.tokens, j.ahead = n, st.engine.cohort.size()
	st.engine.batch = append(st.engine.batch, j)
	it.left -= n
}

// tokensFor is what a job could have of the budget that is left: one for a
// decode, up to the chunk and its work for a prefill.
func (m *machine) tokensFor(st *stage, j *job, left, chunk float64) float64 {
	if left <= epsilon {
		return 0
	}
	if only := st.code.step.only; only != nil {
		if v := m.totals(st, j, only.reads); m.eval(only, &v) == 0 {
			return 0
		}
	}
	if j.mode == ir.Decode {
		return truth(left >= 1-epsilon)
	}
	return min(j.remaining, left, chunk)
}

// admitHeads admits heads of the engine's queues while budget is left. Each runs
// until it blocks, and is served at once if it came here.
func (m *machine) admitHeads(st *stage, it *iteration) {
	for it.left > epsilon && !it.preempted {
		s := m.admitHead(st)
		if s == nil {
			return
		}
		if j := s.job; j != nil && j.st == st {
			m.serveTokens(st, it, j)
		}
	}
}

// admitHead admits and runs the head of the first queue; nil if there is none or
// it does not fit.
func (m *machine) admitHead(st *stage) *session {
	p := m.queueOf(st)
	if p == nil {
		return nil
	}
	w := m.head(p)
	s := w.s
	if !m.attempt(w, false) {
		return nil
	}
	m.runSession(s)
	return s
}

// planExclusive lets one prefill run alone, or else the decodes, unless the queue
// has a prefill to run alone.
func (m *machine) planExclusive(st *stage, it *iteration) {
	e := st.engine
	e.order = e.order[:0]
	for _, j := range e.loose {
		if j.mode == ir.Prefill {
			e.order = append(e.order, j)
		}
	}
	for _, j := range e.order {
		if len(e.batch) == 0 && !it.ended && residentAt(j, st) {
			m.serveTokens(st, it, j)
		}
	}
	if len(e.batch) > 0 || it.ended {
		return
	}
	hadPrefill := len(e.order) > 0
	m.serveResidents(st, it, true)
	for !hadPrefill && it.left > epsilon && !it.preempted {
		it.offered = it.budget
		s := m.admitHead(st)
		it.offered = -1
		if s == nil {
			return
		}
		j := s.job
		if j == nil || j.st != st {
			continue
		}
		if j.mode == ir.Prefill {
			m.takeOver(st, it, j)
			return
		}
		m.serveTokens(st, it, j)
	}
}

// takeOver gives a waiting prefill what it can have of the whole budget; the
// decodes leave the batch, and come back if it can have nothing.
func (m *machine) takeOver(st *stage, it *iteration, prefill *job) {
	e := st.engine
	if !m.growthFits(prefill, m.tokensFor(st, prefill, it.budget, it.chunk)) {
		m.dissolve(st)
	}
	e.order = append(e.order[:0], e.batch...)
	for _, j := range e.batch {
		j.tokens = 0
	}
	e.batch = e.batch[:0]
	served := e.cohort.served
	e.cohort.served = false
	it.left = it.budget
	m.serveTokens(st, it, prefill)
	if len(e.batch) > 0 {
		return
	}
	e.cohort.served = served
	for _, j := range e.order {
		if residentAt(j, st) {
			j.tokens = 1
			e.batch = append(e.batch, j)
		}
	}
}

// budgetLeft is the budget that is left at this point of the engine's plan;
// outside one, what serving the residents would leave, growth and admissions
// ignored.
func (m *machine) budgetLeft(st *stage) float64 {
	if m.plan != nil && m.plan.stage == st.id {
		if m.plan.offered >= 0 {
			return m.plan.offered
		}
		return m.plan.left
	}
	e, code := st.engine, st.code.step
	if e.measured {
		m.fail(RuleCost, nil, nowhere, "budget_left(%s) reads itself through a serve key", st.label())
	}
	e.measured = true
	saved := m.ctx // of the expression that reads this
	left, chunk := m.limits(st)
	e.order = append(e.order[:0], e.residents...)
	order := e.order
	if code.exclusive {
		if i := slices.IndexFunc(order, func(j *job) bool { return j.mode == ir.Prefill }); i >= 0 {
			order = order[i : i+1]
		}
	} else if len(code.keys) > 0 {
		m.serveKeys(st, order)
		slices.SortStableFunc(order, compareJobs)
	}
	for _, j := range order {
		left -= m.tokensFor(st, j, left, chunk)
	}
	m.ctx, e.measured = saved, false
	return max(0, left)
}
