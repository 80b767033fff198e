package sim

import (
	"math"
	"slices"

	"serq/ir"
)

// The fast path of decodes.
//
// The decodes of an engine advance together: an iteration gives each of them one
// token. Those that do so until they end, or until something goes wrong, are the
// engine's cohort. An iteration that serves it counts a step and touches no member:
// what a member has left, where the position of its hold is and what the hold has
// grown to follow from the steps since it entered. A heap tells the step at which a
// member ends, and as a hold that has just got a block needs the next one exactly a
// block of steps later, how many of them grow in a step is a number kept by the step
// modulo the block. So an iteration costs the same however many decode, and who enters
// or leaves costs a search.
//
// Prefills, and decodes that have had no token here yet, are loose: they are served
// one by one, in the engine's order, among the members.
//
// The results are those of the plain loop to the bit. What is added up in another order
// is whole (work, positions, blocks, budget), so that the order does not matter; what
// is not stays loose. What the plain loop does per iteration and not per resident
// (limits, cost, admissions, every draw) is done by the same code. Where a member could
// get no token, or a growth would not fit, the cohort dissolves before anything has
// been done, and the plain loop takes the iteration over. It dissolves, too, when
// something looks at what a member has got.

// A cohort is the residents of an engine that advance together.
type cohort struct {
	members []*job  // in the order in which they are served
	served  bool    // the iteration planned or under way gives each of them a token
	steps   int64   // iterations that served it and have ended; it never goes back
	grown   int64   // steps for which the holds have grown: steps, or one more
	latest  float64 // when everyone had the latest token
	marks   []mark  // a heap, the least step first
	ending  []*job  // the members that end with the step under way

	pool  int32   // the one on which everyone's hold grows; −1: none does
	block int64   // of that pool; 1 without
	needs []int32 // how many holds need a block for a step, by the step modulo the block

	since    int64 // the step at which the first member entered
	rest     int   // iterations to go before anyone enters
	patience int   // how many there were to go the last time
}

// A mark is the step before which a member needs its first block, or at which it ends.
type mark struct {
	step int64
	job  *job
}

// A cohort that dissolves young has cost more than it saved. So each that did doubles
// the iterations for which the next one waits, up to mostPatience; one that lasted for
// worthwhile steps starts that anew.
const (
	mostPatience = 256
	worthwhile   = 8
)

// maxBlock bounds the blocks that a cohort's holds may grow by.
const maxBlock = 4096

// whole reports whether a number is whole and small enough for exact sums.
func whole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < 1<<52 }

// wholeBlocks reports whether the units of a pool are whole, and their sums exact.
func (c *poolCode) wholeBlocks() bool {
	return whole(c.block) && c.block >= 1 && c.block <= maxBlock && c.cap < 1<<52
}

// formsCohort reports whether the code of an engine allows a cohort: the order of
// serving does not change while the same jobs decode, and nobody is passed over.
func (c *stepCode) formsCohort() bool {
	for i := range c.keys {
		if c.keys[i].reads&^(readsAttrs|readsRank) != 0 {
			return false
		}
	}
	return c.only == nil
}

// enter lets the decodes of a batch that has just had its tokens into the cohort.
func (m *machine) enter(st *stage, batch []*job) {
	e := st.engine
	c := &e.cohort
	if c.rest > 0 {
		c.rest--
		return
	}
	entered := false
	for _, j := range batch {
		if j.s == nil || j.mode != ir.Decode || !whole(j.remaining) || !m.growsAlong(c, j) {
			continue
		}
		m.readServeKeys(st, j)
		c.add(j)
		entered = true
	}
	if entered {
		c.latest, c.grown = m.now, c.steps
		e.loose = slices.DeleteFunc(e.loose, func(j *job) bool { return j.member })
	}
}

// growsAlong reports whether a job's hold grows as those of the members do, which is
// as that of the first of them does.
func (m *machine) growsAlong(c *cohort, j *job) bool {
	if len(c.members) > 0 && j.growing != c.pool {
		return false
	}
	block := int64(1)
	j.alloc = nil
	if j.growing >= 0 {
		code := m.pools[j.growing].code
		if !code.wholeBlocks() {
			return false
		}
		block = int64(code.block)
		j.alloc = m.innermost(j.s, j.growing, "a growing run", nowhere)
		if !whole(j.alloc.position) || j.alloc.position > j.alloc.units {
			return false
		}
	}
	if len(c.members) == 0 {
		c.pool, c.block, c.since = j.growing, block, c.steps
		for int64(len(c.needs)) < block {
			c.needs = append(c.needs, 0)
		}
	}
	return true
}

// size is the number of members in the batch planned or under way: all or none.
func (c *cohort) size() int {
	if c.served {
		return len(c.members)
	}
	return 0
}

// add lets a job enter.
func (c *cohort) add(j *job) {
	c.members = slices.Insert(c.members, c.rank(j), j)
	j.member, j.entered, j.last = true, c.steps, c.steps+int64(j.remaining)
	c.push(mark{j.last, j})
	if j.alloc == nil {
		return
	}
	j.first = c.steps + int64(j.alloc.units-j.alloc.position)
	switch {
	case j.first < c.steps+c.block:
		c.needs[j.first%c.block]++
	case j.first < j.last:
		c.push(mark{j.first, j})
	}
}

// rank is how many members are served before a job.
func (c *cohort) rank(j *job) int {
	n := len(c.members)
	if n == 0 || compareJobs(c.members[n-1], j) < 0 {
		return n
	}
	i, _ := slices.BinarySearchFunc(c.members, j, compareJobs)
	return i
}

// step is the end of an iteration that served the cohort. Who ends with it is in
// c.ending, in the order served, with its rank.
func (c *cohort) step(now float64) {
	c.served = false
	c.steps++
	c.latest = now
	c.ending = c.ending[:0]
	for len(c.marks) > 0 && c.marks[0].step == c.steps {
		j := c.pop().job
		if j.last == c.steps {
			j.ahead = c.rank(j)
			c.ending = append(c.ending, j)
		} else {
			c.needs[j.first%c.block]++
		}
	}
	if len(c.ending) > 1 {
		slices.SortFunc(c.ending, compareJobs)
	}
}

// leave takes a member that has ended out of the cohort.
func (c *cohort) leave(j *job) {
	at := c.rank(j)
	c.members = slices.Delete(c.members, at, at+1)
	if j.alloc != nil && (j.first < j.entered+c.block || j.first < j.last) {
		c.needs[j.first%c.block]--
	}
	c.writeDown(j)
}

// writeDown gives a job and its session what the steps since it entered have brought.
func (c *cohort) writeDown(j *job) {
	steps := float64(c.steps - j.entered)
	j.remaining -= steps
	if a := j.alloc; a != nil {
		a.units += c.growth(j)
		if steps > 0 {
			a.position += steps
			a.moved = true
		}
	}
	j.alloc, j.member = nil, false
	j.s.lastToken = c.latest
}

// growth is the units by which a member's hold has grown since it entered.
func (c *cohort) growth(j *job) float64 {
	if j.alloc == nil || c.grown <= j.first {
		return 0
	}
	return float64(((c.grown-1-j.first)/c.block + 1) * c.block)
}

// dissolve ends a cohort: from here on its members are as the plain loop would have
// left them.
func (m *machine) dissolve(st *stage) {
	e := st.engine
	c := &e.cohort
	if len(c.members) == 0 {
		return
	}
	if c.steps-c.since >= worthwhile {
		c.patience = 0
	} else {
		c.patience = min(2*max(c.patience, 1), mostPatience)
	}
	c.rest = c.patience
	if c.served {
		e.batch, e.spare = c.mergedWith(e.batch, e.spare[:0]), e.batch
	}
	for _, j := range c.members {
		c.writeDown(j)
	}
	c.served = false
	c.members, c.marks = c.members[:0], c.marks[:0]
	clear(c.needs)
	e.loose = append(e.loose[:0], e.residents...)
}

// mergedWith appends the members, with their tokens, and a batch of loose jobs to out,
// in the order served.
func (c *cohort) mergedWith(batch, out []*job) []*job {
	passed := 0
	pass := func(n int) {
		for _, j := range c.members[passed:n] {
			j.tokens = 1
			out = append(out, j)
		}
		passed = n
	}
	for _, j := range batch {
		pass(j.ahead)
		out = append(out, j)
	}
	pass(len(c.members))
	return out
}

// lookAt brings a session's job and holds up to date.
func (m *machine) lookAt(s *session) {
	if j := s.job; j != nil && j.resident != nil && j.member {
		m.dissolve(j.st)
	}
}

func (c *cohort) push(x mark) {
	h := append(c.marks, x)
	i := len(h) - 1
	for i > 0 && x.step < h[(i-1)/2].step {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = x
	c.marks = h
}

func (c *cohort) pop() mark {
	h := c.marks
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	c.marks = h
	for i := 0; len(h) > 0; {
		child := 2*i + 1
		if child+1 < len(h) && h[child+1].step < h[child].step {
			child++
		}
		if child >= len(h) || last.step <= h[child].step {
			h[i] = last
			break
		}
		h[i] = h[child]
		i = child
	}
	return first
}
