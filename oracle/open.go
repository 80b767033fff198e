package oracle

import (
	"math"

	"serq/ir"
)

// A network is the stages that the sessions of a program visit.
type network struct {
	p        *ir.Program
	paths    []path
	rate     float64 // sessions per clock unit that arrive; of a closed network, rounds
	cv2      float64 // squared coefficient of variation of the gaps
	stations map[ir.StageID]*station
	order    []*station // by stage
	limited  *limited   // nil: no stage turns anybody away
}

// solveOpen solves a network whose sessions arrive one by one. The error is a refusal.
func solveOpen(p *ir.Program, w *walk) (*network, error) {
	if w.endless {
		return nil, refuse(nil, "sessions arrive and never leave")
	}
	n := &network{p: p, paths: w.done, stations: map[ir.StageID]*station{}}
	behind := ""
	switch a := p.Arrival.(type) {
	case ir.Poisson:
		n.rate, n.cv2 = a.Rate, 1
	case *ir.Renewal:
		gap := w.evaluate(&state{}, a.Gap)
		if !gap.isAmount() || !(gap.law.variance() < math.Inf(1)) {
			return nil, refuse((*ir.Path)(nil).Field("arrival").Field("Renewal"), "the gap between arrivals has no known variance")
		}
		n.rate, n.cv2 = 1/gap.law.mean, gap.law.variance()/(gap.law.mean*gap.law.mean)
		if !gap.law.exponential {
			behind = "the gaps between sessions are not exponential"
		}
	}
	if err := n.findLimit(behind); err != nil {
		return nil, err
	}
	n.gather()
	return n, n.solve(behind)
}

// gather collects the visits of each stage.
func (n *network) gather() {
	for stage := range n.p.Stages {
		s := &station{stage: ir.StageID(stage), name: stageName(n.p, ir.StageID(stage)), kind: n.p.Stages[stage].Kind}
		sum, squares := 0.0, 0.0
		for _, p := range n.paths {
			count, work := 0.0, constant(0)
			for _, v := range p.visits {
				if v.stage != s.stage {
					continue
				}
				count++
				work = work.plus(v.work)
				rate := n.rate * p.prob
				s.visits = append(s.visits, weighted{v, rate})
				s.rate += rate
				sum += rate * v.work.mean
				squares += rate * v.work.second
			}
			s.count.mean += p.prob * count
			s.count.second += p.prob * count * count
			s.work.mean += p.prob * work.mean
			s.work.second += p.prob * work.second
		}
		if len(s.visits) > 0 {
			s.mean, s.second = sum/s.rate, squares/s.rate
			n.stations[s.stage] = s
			n.order = append(n.order, s)
		}
	}
}

// solve solves the stations, those first whose departures are other stations' arrivals.
func (n *network) solve(behind string) error {
	disturbed := n.disturbed(behind)
	cyclic := n.cyclic()
	for _, s := range n.order {
		s.poisson = disturbed[s.stage] == "" && !cyclic[s.stage]
		if n.isLimited(s.stage) {
			n.limited.solve(s)
		} else if err := s.solve(disturbed[s.stage]); err != nil {
			return err
		}
		if !s.poisson {
			s.chain = nil // its numbers have the chain's probabilities, but move otherwise
		}
	}
	return nil
}

// disturbed returns the stages at which arrivals do not see the steady state as
// a Poisson process would, with the reason. Departures of a station that is
// not reversible are such arrivals, wherever they go.
func (n *network) disturbed(behind string) map[ir.StageID]string {
	out := map[ir.StageID]string{}
	if behind != "" {
		for _, s := range n.order {
			out[s.stage] = behind
		}
		return out
	}
	for changed := true; changed; {
		changed = false
		for _, p := range n.paths {
			from := ""
			for _, v := range p.visits {
				s := n.stations[v.stage]
				if from != "" && out[v.stage] == "" {
					out[v.stage], changed = from, true
				}
				if from == "" && (out[v.stage] != "" || n.isLimited(v.stage) || !s.isReversible()) {
					from = "they come from " + s.name
				}
			}
		}
	}
	return out
}

// cyclic returns the stages that are on a cycle of the routes or behind one: what
// they send can come back, so that the flow into them is not Poisson even where
// the probabilities are as if it were.
func (n *network) cyclic() map[ir.StageID]bool {
	next := map[ir.StageID]map[ir.StageID]bool{} // and what follows later on the path
	for _, s := range n.order {
		next[s.stage] = map[ir.StageID]bool{}
	}
	for _, p := range n.paths {
		for i := 1; i < len(p.visits); i++ {
			next[p.visits[i-1].stage][p.visits[i].stage] = true
		}
	}
	reaches := func(from ir.StageID) map[ir.StageID]bool {
		found := map[ir.StageID]bool{}
		var visit func(ir.StageID)
		visit = func(s ir.StageID) {
			for to := range next[s] {
				if !found[to] {
					found[to] = true
					visit(to)
				}
			}
		}
		visit(from)
		return found
	}
	out := map[ir.StageID]bool{}
	for _, s := range n.order {
		if reached := reaches(s.stage); reached[s.stage] {
			out[s.stage] = true
			for to := range reached {
				out[to] = true
			}
		}
	}
	return out
}
