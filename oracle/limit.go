package oracle

import (
	"fmt"

	"serq/ir"
	"serq/oracle/formula"
)

// A limited is a stage that turns sessions away: the IR of M/M/c/K is a branch on
// the number at the stage, taken when the session arrives, with the only visit
// behind it. (A pool makes those wait that it has no room for, and so is no K.)
type limited struct {
	stage    ir.StageID
	model    string
	chain    *formula.BirthDeath
	response float64
}

func (n *network) isLimited(stage ir.StageID) bool {
	return n.limited != nil && n.limited.stage == stage
}

// findLimit solves a limited stage, if there is one, and gives each path behind
// its gate the probability of the gate's answer. The error is a refusal.
func (n *network) findLimit(behind string) error {
	var g *gate
	for _, p := range n.paths {
		if p.gate != nil {
			g = p.gate
		}
	}
	if g == nil {
		return nil
	}
	s := &station{stage: g.stage, name: stageName(n.p, g.stage), kind: n.p.Stages[g.stage].Kind}
	for _, p := range n.paths {
		visits, ok := p.behind(g)
		if !ok {
			return refuse(nil, "not every session is let in at stage %s by one test of the number there, right before its only visit", s.name)
		}
		for _, v := range visits {
			s.mean = v.work.mean
			s.visits = append(s.visits, weighted{v, n.rate * p.prob})
			s.rate += n.rate * p.prob
		}
	}
	fifo, ok := s.kind.(ir.Fifo)
	if !ok || !s.isExponential() || s.rate == 0 || behind != "" {
		return refuse(nil, "a limit on the number at stage %s has a formula only for exponential work in order of arrival, and Poisson sessions", s.name)
	}
	q := formula.MMCK{Lambda: s.rate, Mu: 1 / s.mean, C: fifo.Servers, K: g.limit}
	chain, err := q.Chain()
	if err != nil {
		return refuse(nil, "stage %s: %v", s.name, err)
	}
	n.limited = &limited{g.stage, fmt.Sprintf("M/M/%d/%d", q.C, q.K), chain, q.Response(chain)}
	loss := q.Loss(chain)
	for i, p := range n.paths {
		switch {
		case p.gate == nil:
		case p.gate.in:
			n.paths[i].prob *= 1 - loss
		default:
			n.paths[i].prob *= loss
		}
	}
	return nil
}

// behind returns the visits that a path makes at a gate's stage; ok is false
// if a visit there does not follow the gate at once, or it is not the same gate.
func (p path) behind(g *gate) (visits []visit, ok bool) {
	for i, v := range p.visits {
		if v.stage == g.stage {
			visits = append(visits, v)
			if i > 0 {
				return nil, false
			}
		}
	}
	in := p.gate != nil && p.gate.in
	same := p.gate == nil || p.gate.stage == g.stage && p.gate.limit == g.limit
	return visits, same && in == (len(visits) == 1)
}

// solve fills in the stage's station.
func (l *limited) solve(s *station) {
	s.formula(l.model, "p(n) ∝ Π λ/(min(k, c)μ), n ≤ K, PASTA; Kleinrock 1975, §3.6 to §3.8", l.response-s.mean, 1)
	s.chain = l.chain
	s.poisson = true
}
