package sim

import (
	"slices"

	"serq/ir"
)

// serveCohort serves the members of an engine's cohort and its loose jobs, or only the
// decodes among them, in the engine's order. It reports whether it did; if not,
// nothing has been done but to dissolve the cohort.
func (m *machine) serveCohort(st *stage, it *iteration, decodesOnly bool) bool {
	e := st.engine
	c := &e.cohort
	e.order = e.order[:0]
	for _, j := range e.loose {
		if !decodesOnly || j.mode == ir.Decode {
			e.order = append(e.order, j)
		}
	}
	if len(st.code.step.keys) > 0 {
		m.serveKeys(st, e.order)
		slices.SortStableFunc(e.order, compareJobs)
	}
	left, ok := m.allot(st, it)
	for _, j := range e.order {
		if j.growing >= 0 {
			m.pools[j.growing].wanted = 0
		}
		if !ok {
			j.tokens = 0
		}
	}
	if !ok {
		m.dissolve(st)
		return false
	}
	m.growCohort(st)
	for _, j := range e.order {
		if j.tokens == 0 {
			continue
		}
		if j.growing >= 0 {
			a := m.innermost(j.s, j.growing, "a growing run", nowhere)
			m.grow(a, roundUp(a.position+j.tokens, m.pools[a.pool].code.block))
		}
		e.batch = append(e.batch, j)
	}
	c.served = true
	it.left = left
	return true
}

// allot gives the loose jobs in e.order the tokens that they get of an iteration's
// budget, and notes how many members are served before each of them. It returns what
// is left, and whether every member has its token and every hold can grow.
func (m *machine) allot(st *stage, it *iteration) (left float64, ok bool) {
	e := st.engine
	c := &e.cohort
	left = it.left
	if !whole(left) && left != infinity {
		return left, false
	}
	needs := c.needsNow()
	if needs > 0 {
		if p := &m.pools[c.pool]; p.used+needs > p.cap+epsilon {
			return left, false
		}
	}
	passed := 0
	for _, j := range e.order {
		j.ahead = c.rank(j)
		if left -= float64(j.ahead - passed); left < 0 {
			return left, false
		}
		passed = j.ahead
		n := m.tokensFor(st, j, left, it.chunk)
		if n == 0 {
			continue
		}
		if passed < len(c.members) && !whole(n) || j.growing >= 0 && !m.canGrow(c, j, n, needs) {
			return left, false
		}
		j.tokens = n
		left -= n
	}
	left -= float64(len(c.members) - passed)
	return left, left >= 0
}

// needsNow is the units by which the members' holds grow for the step to come.
func (c *cohort) needsNow() float64 {
	if c.pool < 0 || c.grown > c.steps {
		return 0
	}
	return float64(int64(c.needs[c.steps%c.block]) * c.block)
}

// canGrow reports whether the hold of a loose job can grow for n tokens, next to the
// growth of the members and of the loose jobs before it, in whatever order they grow.
func (m *machine) canGrow(c *cohort, j *job, n, needs float64) bool {
	a := m.innermost(j.s, j.growing, "a growing run", nowhere)
	p := &m.pools[a.pool]
	more := roundUp(a.position+n, p.code.block) - a.units
	if more <= epsilon {
		return true
	}
	if !p.code.wholeBlocks() || needs > 0 && !(p.code.evictsInOrder() && m.pools[c.pool].code.evictsInOrder()) {
		return false
	}
	p.wanted += more
	total := p.used + p.wanted
	if p.id == c.pool {
		total += needs
	}
	return total <= p.cap+epsilon
}

// growthFits reports whether the hold of a job can grow for n tokens more.
func (m *machine) growthFits(j *job, n float64) bool {
	if j.growing < 0 {
		return true
	}
	a := m.innermost(j.s, j.growing, "a growing run", nowhere)
	p := &m.pools[a.pool]
	return p.used-a.units+max(a.units, roundUp(a.position+n, p.code.block)) <= p.cap+epsilon
}

// evictsInOrder reports whether what is evicted for several growths does not hang on
// the order in which they grow.
func (c *poolCode) evictsInOrder() bool { return c.evictKeys == nil && c.spill == nil }

// growCohort gives the holds of the members the blocks that they need for the step
// to come, for which there is room.
func (m *machine) growCohort(st *stage) {
	c := &st.engine.cohort
	needs := c.needsNow()
	c.grown = c.steps + 1
	if needs == 0 {
		return
	}
	p := &m.pools[c.pool]
	if st.code.step.memory == p.id {
		st.engine.held[ir.Decode] += needs
	}
	bite := needs
	if !p.code.evictsInOrder() {
		bite = p.code.block
	}
	for ; needs > 0; needs -= bite {
		m.makeRoom(p, bite)
		p.setUsed(m.now, p.used+bite)
	}
}

// A cohortStep is the end of an iteration for the members of a cohort, whose turns come
// among those of the loose jobs.
type cohortStep struct {
	members int // that the iteration served; 0: the cohort was not
	passed  int // members whose turn is over
	gap     float64
	ending  []*job // members that end, those to come
	gaps    gapRun
}

// pass lets members have their turn, up to the rank of a loose job.
func (m *machine) pass(st *stage, ended *cohortStep, rank int) {
	if ended.passed >= ended.members {
		return
	}
	ended.gaps.add(st.engine, ended.gap, int64(rank-ended.passed))
	ended.passed = rank
	for len(ended.ending) > 0 && ended.ending[0].ahead < rank {
		j := ended.ending[0]
		ended.ending = ended.ending[1:]
		st.engine.cohort.leave(j)
		m.complete(j)
	}
}
