package oracle

import (
	"math"

	"serq/ir"
	"serq/oracle/formula"
)

// open states the facts of an open network. The error is a refusal.
func (m *Match) open(n *network) error {
	for _, s := range n.order {
		if err := m.lasts("a visit at "+s.name, s.wait+s.stretch*s.mean); err != nil { // 0 if that is not known
			return err
		}
		if s.model != "" {
			m.Models = append(m.Models, Model{s.name, s.model, s.source})
		} else if s.engine != nil {
			m.Models = append(m.Models, Model{s.name, "step engine", "bounds on the time in iterations, from the tokens that arrive"})
		}
		m.openStage(n, s)
	}
	m.observes(n)
	m.gauges(n)
	return nil
}

// openStage states what a stage's row must show. The rates in and out are the
// same whatever the order of service, and so is the time that a server needs:
// they need no formula but that of the visits.
func (m *Match) openStage(n *network, s *station) {
	path := "stages." + s.name
	if n.limited == nil { // else the number that gets in varies with the number inside
		m.add(fact{path: path + ".throughput", value: s.rate, variance: s.count.variance(n.rate, n.cv2)})
		m.openUtilization(n, s, path)
	}
	if _, ps := s.kind.(*ir.Ps); !ps && s.engine == nil && !s.repeats() {
		m.add(fact{path: path + ".mean_service", value: s.mean, variance: (s.second - s.mean*s.mean) / s.rate})
	}
	if s.chain == nil {
		return
	}
	m.add(fact{path: path + ".mean_number", value: s.chain.Mean(formula.Number), variance: s.chain.AsymptoticVariance(formula.Number)})
	switch kind := s.kind.(type) {
	case ir.Fifo:
		if n.limited != nil {
			m.servers(path, s.chain, kind.Servers)
		}
	case *ir.Ps:
		if _, fixed := ir.Constant(kind.Capacity); !fixed { // share of time with a job
			m.add(fact{path: path + ".utilization", value: 1 - s.chain.P(0), variance: s.chain.AsymptoticVariance(formula.Busy(1))})
		}
	}
}

// servers states how much of c servers is in use.
func (m *Match) servers(path string, chain *formula.BirthDeath, c int) {
	busy, servers := formula.Busy(c), float64(c)
	m.add(fact{path: path + ".utilization", value: chain.Mean(busy) / servers,
		variance: chain.AsymptoticVariance(busy) / (servers * servers)})
}

// openUtilization: a server is busy for as long as the work that came takes, but
// for what is left at the end.
func (m *Match) openUtilization(n *network, s *station, path string) {
	variance := s.work.variance(n.rate, n.cv2)
	work := n.rate * s.work.mean
	capacity := 0.0
	switch kind := s.kind.(type) {
	case ir.Fifo:
		capacity = float64(kind.Servers)
	case *ir.Ps:
		phi, fixed := ir.Constant(kind.Capacity)
		if !fixed {
			return
		}
		capacity = phi
	case ir.Delay:
		m.add(fact{path: path + ".mean_number", value: work, variance: variance})
		return
	case *ir.Step:
		low, high := s.engine.Utilization(s.rate*s.mean, s.rate)
		// The upper bound varies most: by its tokens and its jobs, whose deviations add at most.
		spread := (s.engine.Fixed+s.engine.PerToken)*math.Sqrt(variance) +
			s.engine.Fixed*math.Sqrt(s.count.variance(n.rate, n.cv2))
		m.add(fact{path: path + ".utilization", value: (low + high) / 2, half: (high - low) / 2, variance: spread * spread})
		return
	}
	m.add(fact{path: path + ".utilization", value: work / capacity, variance: variance / (capacity * capacity)})
}

// add states a fact, unless its tolerance is not known.
func (m *Match) add(f fact) {
	if !math.IsNaN(f.variance) && !math.IsInf(f.variance, 0) {
		f.variance = max(0, f.variance) // of a constant, rounding may leave less
		m.facts = append(m.facts, f)
	}
}

// observes states the means of the observations.
func (m *Match) observes(n *network) {
	type total struct {
		sum, count float64
		same       bool // all values are one number
		first      float64
		why        string
	}
	totals := make([]total, len(n.p.Observes))
	for _, way := range n.paths {
		for _, seen := range way.seen {
			t := &totals[seen.observe]
			v, why := n.meanOf(seen.value, way.visits)
			if why != "" {
				t.why = why
				continue
			}
			if t.count == 0 {
				t.first, t.same = v, true
			}
			t.same = t.same && seen.value.isConstant() && v == t.first
			t.sum += way.prob * v
			t.count += way.prob
		}
	}
	for i, t := range totals {
		figure := "observes." + n.p.Observes[i] + ".mean"
		switch {
		case t.why != "":
			m.unchecked(figure, t.why)
		case t.count == 0:
			m.unchecked(figure, "it is not observed again and again")
		case t.same:
			m.add(fact{path: figure, value: t.first})
		default:
			m.facts = append(m.facts, fact{path: figure, value: t.sum / t.count, interval: true})
		}
	}
}

// meanOf is the mean of a value on a path; why says why it is not known.
func (n *network) meanOf(v value, visits []visit) (mean float64, why string) {
	if v.why != "" {
		return 0, v.why
	}
	if math.IsInf(v.law.second, 0) {
		return 0, "it has an infinite second moment, so that no interval holds"
	}
	passed := 0.0 // factor of the time of a visit: of the clocks read after it
	for _, k := range v.clocks {
		passed += k
	}
	if math.Abs(passed) > rounding {
		return 0, "it is a time of the clock, not a duration"
	}
	if v.per != nil {
		return n.slowdown(v, visits)
	}
	mean = v.law.mean
	for i, visit := range visits {
		if passed -= v.clocks[i]; math.Abs(passed) < rounding {
			continue
		}
		s := n.stations[visit.stage]
		if s.why != "" {
			return 0, s.why
		}
		mean += passed * s.sojourn(visit)
	}
	return mean, ""
}

// slowdown is the mean of (the time of a visit)/(its work): under processor
// sharing and at a delay, a visit's mean time is proportional to its work.
func (n *network) slowdown(v value, visits []visit) (mean float64, why string) {
	const other = "it divides by what is drawn, and is not the time of one visit over its work"
	for i, visit := range visits {
		k := v.clocks[i+1]
		if len(v.clocks) != 2 || k == 0 || v.clocks[i] != -k || !v.per.law.is(visit.work) {
			continue
		}
		switch s := n.stations[visit.stage]; {
		case s.why != "":
			return 0, s.why
		case s.wait == 0:
			return k * s.stretch, ""
		}
		return 0, other
	}
	return 0, other
}

// gauges states the means of the gauges that read the number at a stage.
func (m *Match) gauges(n *network) {
	for _, g := range n.p.Gauges {
		figure := "gauges." + g.Name + ".mean"
		call, ok := g.Expr.(*ir.Call)
		if !ok || call.Func != ir.FuncQueue && call.Func != ir.FuncBusy {
			m.unchecked(figure, "it is not the number at a stage")
			continue
		}
		stage := ir.StageID(call.Args[0].Stage.Base)
		if x := call.Args[0].Stage.Index; x != nil {
			index, _ := ir.Constant(x) // a gauge's indices are numbers
			stage += ir.StageID(index)
		}
		number, why := n.numberAt(stage, call.Func)
		if why != "" {
			m.unchecked(figure, why)
			continue
		}
		m.facts = append(m.facts, fact{path: figure, value: number, interval: true})
	}
}

// numberAt is the mean of queue or busy at a stage; why says why it is not known.
func (n *network) numberAt(stage ir.StageID, query ir.Func) (number float64, why string) {
	s := n.stations[stage]
	if s == nil {
		return 0, "" // nobody comes here
	}
	if _, fifo := s.kind.(ir.Fifo); fifo && query == ir.FuncBusy {
		return s.rate * s.mean, s.why
	}
	return s.number(), s.why
}
