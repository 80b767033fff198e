package oracle

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"serq/ir"
	"serq/oracle/formula"
)

// Sessions that all arrive at 0, draw nothing and share ps stages need no
// statistics: between two instants at which a flow starts or ends, everything
// moves at constant rates. The course of such a program is worked out here as on
// paper, one flow at a time, from textbook allocations over single flows.

// A fluid is that course.
type fluid struct {
	p         *ir.Program
	end       float64             // of the run
	capacity  []float64           // of a shared stage
	shared    map[ir.StageID]bool // held by some flow together with another
	clients   []*client
	now       float64
	steps     int
	values    [][]sample // by observation
	area      []float64  // by stage: time integral of the number there
	used      []float64  // likewise of the share of the capacity in use
	completed []float64  // likewise jobs that ended
}

// A client is one session.
type client struct {
	serial int64
	env    []float64 // by slot
	next   *frame
	stages []ir.StageID // of the job at hand; nil: it has ended
	left   float64      // work of the job
	rate   float64
}

// mostClients bounds the sessions: every change recomputes all rates.
const mostClients = 2000

// fluid states the facts of a batch of deterministic sessions. The error is a refusal.
func (m *Match) fluid(p *ir.Program, warmup, end float64) error {
	if warmup > 0 {
		return refuse((*ir.Path)(nil).Field("warmup"), "a batch at 0 is followed from 0 on, and there is a warm-up")
	}
	n := len(p.Stages)
	f := &fluid{p: p, end: end, capacity: make([]float64, n), shared: map[ir.StageID]bool{}, values: make([][]sample, len(p.Observes)),
		area: make([]float64, n), used: make([]float64, n), completed: make([]float64, n)}
	presets, _ := p.Arrival.(ir.Sessions)
	sessions := len(presets)
	if batch, ok := p.Arrival.(ir.Batch); ok {
		sessions = batch.N
	}
	if sessions > mostClients {
		return refuse((*ir.Path)(nil).Field("arrival"), "a batch of more than %d sessions", mostClients)
	}
	if err := f.poolsNeverFill(sessions); err != nil {
		return err
	}
	f.findShared()
	if err := f.begin(sessions, presets); err != nil {
		return err
	}
	for f.now < f.end {
		running, err := f.advance()
		if err != nil {
			return err
		}
		if !running {
			break
		}
	}
	m.course(f)
	return nil
}

// findShared finds the shared stages and the capacities.
func (f *fluid) findShared() {
	for s, stage := range f.p.Stages {
		if ps, ok := stage.Kind.(*ir.Ps); ok {
			f.capacity[s], _ = ir.Constant(ps.Capacity)
		}
	}
	for _, block := range f.p.Blocks {
		for _, s := range block {
			if run, ok := s.(*ir.Run); ok && len(run.Also) > 0 {
				for _, r := range append([]ir.Ref{run.Stage}, run.Also...) {
					for i := range r.Count {
						f.shared[ir.StageID(r.Base+i)] = true
					}
				}
			}
		}
	}
}

// begin starts every session, in the order of arrival.
func (f *fluid) begin(sessions int, presets ir.Sessions) error {
	for i := range sessions {
		c := &client{serial: int64(i), env: make([]float64, len(f.p.Attrs))}
		c.env[f.p.Builtins.Serial] = float64(i)
		f.clients = append(f.clients, c)
		c.next = &frame{block: f.p.Init}
		if err := f.proceed(c); err != nil {
			return err
		}
		if presets != nil {
			if presets[i].Turns != nil {
				return refuse((*ir.Path)(nil).Field("arrival").Field("Sessions").Elem(i).Field("turns"), "a session with a script of turns")
			}
			for _, a := range presets[i].Attrs {
				c.env[a.Slot] = a.Value
			}
		}
		c.next = &frame{block: f.p.Session}
	}
	for _, c := range f.clients {
		if err := f.proceed(c); err != nil {
			return err
		}
	}
	return nil
}

// together is how far apart two ends may be, as a share of the time to them, to
// count as one instant.
const together = 1e-12

// advance moves to the next end of a job; running is false if there is none
// before the horizon.
func (f *fluid) advance() (running bool, err error) {
	f.setRates()
	step := math.Inf(1)
	for _, c := range f.clients {
		if c.stages != nil {
			step = min(step, c.left/c.rate)
		}
	}
	ends := f.now+step <= f.end*(1+together)
	if !ends {
		step = f.end - f.now
	}
	var ended []*client
	f.account(step)
	for _, c := range f.clients {
		if c.stages == nil {
			continue
		}
		if ends && c.left/c.rate <= step*(1+together) {
			ended = append(ended, c)
		}
		c.left -= c.rate * step
	}
	f.now += step
	for _, c := range ended {
		for _, s := range c.stages {
			f.completed[s]++
		}
		c.stages = nil
		if err := f.proceed(c); err != nil {
			return false, err
		}
	}
	return ends, nil
}

// setRates gives every job its rate.
func (f *fluid) setRates() {
	var flows [][]int
	var owners []*client
	for _, c := range f.clients {
		switch {
		case c.stages == nil:
		case f.shared[c.stages[0]]:
			flow := make([]int, len(c.stages))
			for i, s := range c.stages {
				flow[i] = int(s)
			}
			flows, owners = append(flows, flow), append(owners, c)
		default:
			c.rate = f.ownRate(c.stages[0])
		}
	}
	allocate := formula.MaxMin
	if f.p.Share == ir.Bottleneck {
		allocate = formula.Bottleneck
	}
	for i, rate := range allocate(flows, f.capacity) {
		owners[i].rate = rate
	}
}

// ownRate is the rate of each job at a stage that is not shared.
func (f *fluid) ownRate(s ir.StageID) float64 {
	ps, ok := f.p.Stages[s].Kind.(*ir.Ps)
	if !ok {
		return 1 // a delay
	}
	present := 0
	for _, c := range f.clients {
		if c.stages != nil && c.stages[0] == s {
			present++
		}
	}
	phi, _ := capacityOf(ps.Capacity)
	return phi(present) / float64(present)
}

// account adds a stretch of constant rates to the time averages.
func (f *fluid) account(step float64) {
	busy := make([]bool, len(f.area))
	for _, c := range f.clients {
		for _, s := range c.stages {
			f.area[s] += step
			busy[s] = true
			if f.shared[s] {
				f.used[s] += c.rate / f.capacity[s] * step
			}
		}
	}
	for s, b := range busy {
		if b && !f.shared[ir.StageID(s)] {
			f.used[s] += step
		}
	}
}

// model says how the sessions share.
func (f *fluid) model() Model {
	m := Model{At: fmt.Sprintf("%d sessions at 0", len(f.clients))}
	switch f.p.Share {
	case ir.ShareNone:
		m.Name, m.Source = "processor sharing", "equal shares, followed from end to end"
	case ir.MaxMin:
		m.Name, m.Source = "max-min fair flows", "progressive filling; Bertsekas and Gallager 1992, §6.5.2"
	case ir.Bottleneck:
		m.Name, m.Source = "flows at their bottleneck", "the equal share of the tightest stage"
	}
	return m
}

// course states what the report must show.
func (m *Match) course(f *fluid) {
	m.Models = append(m.Models, f.model())
	for i, samples := range f.values {
		path := "observes." + f.p.Observes[i]
		m.add(fact{path: path + ".count", value: float64(len(samples))})
		if len(samples) == 0 {
			continue
		}
		slices.SortStableFunc(samples, func(a, b sample) int {
			return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.session, b.session))
		})
		sum, least, most := 0.0, math.Inf(1), math.Inf(-1)
		for _, s := range samples {
			sum, least, most = sum+s.value, min(least, s.value), max(most, s.value)
		}
		m.add(fact{path: path + ".mean", value: sum / float64(len(samples))})
		m.add(fact{path: path + ".min", value: least})
		m.add(fact{path: path + ".max", value: most})
	}
	for s := range f.p.Stages {
		path := "stages." + stageName(f.p, ir.StageID(s))
		m.add(fact{path: path + ".completed", value: f.completed[s]})
		m.add(fact{path: path + ".mean_number", value: f.area[s] / f.end})
		m.add(fact{path: path + ".utilization", value: f.used[s] / f.end})
	}
}
