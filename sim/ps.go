package sim

import "serq/ir"

// Processor sharing by virtual time: V is the work that each job present has
// been served since the stage was last empty, and grows at φ(n)/n. A job that
// joins at V with work w ends when V reaches its tag V + w, so a change of rate
// moves no tag and an arrival or a departure costs O(log n).
// (Parekh and Gallager, IEEE/ACM Transactions on Networking 1(3), 1993.)

// A psState is a ps stage's jobs and its virtual time.
type psState struct {
	v     float64 // virtual time at since
	rate  float64 // dV/dt: each job's share
	since float64
	jobs  psHeap  // those present
	due   float64 // the announced time of the next end; +Inf without one

	unsettled bool // a job started or ended: the rate is to be set
}

func (p *psState) virtual(now float64) float64 {
	if now == p.since {
		return p.v
	}
	return p.v + p.rate*(now-p.since)
}

// work is the unfinished work of the jobs present.
func (p *psState) work(now float64) float64 {
	v, sum := p.virtual(now), 0.0
	for _, j := range p.jobs {
		sum += max(0, j.tag-v)
	}
	return sum
}

// advance brings the virtual time up to now, before the jobs present change. An
// end that is due now stays due: the virtual time is its tag, whatever rounding
// says.
func (p *psState) advance(now float64) {
	switch {
	case len(p.jobs) == 0:
		p.v = 0
	case p.due == now:
		p.v, p.due = p.jobs[0].tag, infinity // announced anew once rates are set
	default:
		p.v = min(p.virtual(now), p.jobs[0].tag)
	}
	p.since = now
}

func (m *machine) joinPs(st *stage, j *job) {
	p := &st.ps
	p.advance(m.now)
	p.jobs.push(psJob{p.v + j.work, j.place, j.id})
	m.unsettle(st)
}

// leavePs takes a job from its stage before its end. To find it takes a look at all:
// its session is preempted, and to choose the session took as much.
func (m *machine) leavePs(st *stage, j *job) {
	for i := range st.ps.jobs {
		if st.ps.jobs[i].id == j.id {
			m.takeOut(st, i)
			return
		}
	}
}

// finishPs is the next end at a ps stage.
func (m *machine) finishPs(st *stage) {
	j := m.jobs.at(st.ps.jobs[0].id)
	if m.watcher != nil {
		m.watchJob(JobEnds, j)
	}
	m.takeOut(st, 0)
	st.count(m)
	st.completed(j, m.now, j.gap)
	m.goOn(j)
}

// takeOut takes the job at an index of the heap from its stage.
func (m *machine) takeOut(st *stage, i int) {
	st.ps.advance(m.now)
	st.ps.jobs.remove(i)
	m.unsettle(st)
}

// unsettle notes that a job started or ended at a ps stage.
func (m *machine) unsettle(st *stage) {
	if !st.ps.unsettled {
		st.ps.unsettled = true
		m.unsettled = append(m.unsettled, st.id)
	}
}

// share reads the capacity after a start or an end, and announces the next end.
func (m *machine) share(st *stage) {
	p := &st.ps
	p.due, p.rate, p.unsettled = infinity, 0, false
	n := float64(len(p.jobs))
	if n == 0 {
		m.timers.stop(st.id)
		return
	}
	m.ctx[ir.N] = n
	capacity := m.eval(&st.code.capacity, &m.machineEnv)
	if !(capacity > 0) {
		capacity = m.notNegative(capacity, &st.code.capacity, &m.machineEnv, "a capacity")
	}
	p.rate = capacity / n
	first := &p.jobs[0]
	if p.rate > 0 {
		p.due = m.now + (first.tag-p.v)/p.rate
	}
	m.timers.set(p.due, first.place, evPs, st.id)
}

// A psJob is a job at a ps stage.
type psJob struct {
	tag   float64 // the virtual time of its end
	place uint64  // of its end
	id    int32
}

func (a psJob) before(b psJob) bool { return a.tag < b.tag || a.tag == b.tag && a.place < b.place }

// A psHeap is a binary min-heap of jobs by value. Its layout is part of the
// results: the unfinished work is added up in this order.
type psHeap []psJob

func (h *psHeap) push(j psJob) {
	*h = append(*h, j)
	h.up(len(*h)-1, j)
}

// remove takes out the job at index i.
func (h *psHeap) remove(i int) {
	s := *h
	last := s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if i == len(s) {
		return
	}
	from := i
	for {
		child := 2*i + 1
		if child >= len(s) {
			break
		}
		if child+1 < len(s) && s[child+1].before(s[child]) {
			child++
		}
		if !s[child].before(last) {
			break
		}
		s[i] = s[child]
		i = child
	}
	if i > from {
		s[i] = last
	} else {
		h.up(i, last)
	}
}

// up places a job, for which the i-th place is free, there or further up.
func (h *psHeap) up(i int, j psJob) {
	s := *h
	for i > 0 && j.before(s[(i-1)/2]) {
		s[i] = s[(i-1)/2]
		i = (i - 1) / 2
	}
	s[i] = j
}
