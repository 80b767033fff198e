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
	heap  []*job  // by (tag, place)
	due   float64 // the announced time of the next end; +Inf without one
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
	for _, j := range p.heap {
		sum += max(0, j.tag-v)
	}
	return sum
}

// advance brings the virtual time up to now. An end that is due now stays due:
// the virtual time is its tag, whatever rounding says.
func (p *psState) advance(now float64) {
	switch {
	case len(p.heap) == 0:
		p.v = 0
	case p.due == now:
		p.v, p.due = p.heap[0].tag, infinity // announced anew once rates are set
	default:
		p.v = min(p.virtual(now), p.heap[0].tag)
	}
	p.since = now
}

func (m *machine) joinPs(st *stage, j *job) {
	p := &st.ps
	p.advance(m.now)
	j.tag = p.v + j.work
	j.at = len(p.heap)
	p.heap = append(p.heap, j)
	p.up(j.at)
	m.dirtyPs.add(st.id)
}

func (m *machine) leavePs(st *stage, j *job) {
	p := &st.ps
	p.advance(m.now)
	at, last := j.at, len(p.heap)-1
	p.swap(at, last)
	p.heap[last] = nil
	p.heap = p.heap[:last]
	if at < last {
		p.down(at)
		p.up(at)
	}
	m.dirtyPs.add(st.id)
}

// finishPs is the next end at a ps stage.
func (m *machine) finishPs(st *stage) { m.complete(st.ps.heap[0]) }

// share reads the capacity after a start or an end, and announces the next end.
func (m *machine) share(st *stage) {
	p := &st.ps
	p.advance(m.now)
	p.due, p.rate = infinity, 0
	n := float64(len(p.heap))
	if n == 0 {
		m.timers.stop(st.id)
		return
	}
	m.ctx[ir.N] = n
	p.rate = m.amount(&st.code.capacity, &m.machineEnv, "a capacity") / n
	first := p.heap[0]
	if p.rate > 0 {
		p.due = m.now + (first.tag-p.v)/p.rate
	}
	m.timers.set(p.due, first.place, evPs, st.id)
}

func psBefore(a, b *job) bool { return a.tag < b.tag || a.tag == b.tag && a.place < b.place }

func (p *psState) swap(i, j int) {
	h := p.heap
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

func (p *psState) up(i int) {
	for i > 0 && psBefore(p.heap[i], p.heap[(i-1)/2]) {
		p.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
}

func (p *psState) down(i int) {
	for {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(p.heap); c++ {
			if psBefore(p.heap[c], p.heap[least]) {
				least = c
			}
		}
		if least == i {
			return
		}
		p.swap(i, least)
		i = least
	}
}
