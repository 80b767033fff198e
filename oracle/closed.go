package oracle

import (
	"fmt"
	"math"
	"strings"

	"serq/ir"
	"serq/oracle/formula"
)

// mostCustomers bounds the sessions of a closed network; solving it takes a time
// of stations² × sessions².
const mostCustomers = 1000

// closed states the facts of a closed network: its sessions go round, and one
// that ends is replaced at once. The error is a refusal.
func (m *Match) closed(p *ir.Program, w *walk, sessions int) error {
	arrival := (*ir.Path)(nil).Field("arrival").Field("Closed")
	if sessions > mostCustomers {
		return refuse(arrival, "a closed network of more than %d sessions", mostCustomers)
	}
	n := &network{p: p, paths: w.done, rate: 1, stations: map[ir.StageID]*station{}}
	n.gather() // at one round per clock unit
	if len(n.order) == 0 {
		return refuse(nil, "a round visits no stage")
	}
	if err := n.roundIsProductForm(); err != nil {
		return err
	}
	parts := make([]formula.Station, len(n.order))
	for k, s := range n.order {
		parts[k] = formula.Station{Demand: s.rate * s.mean, Rate: s.serviceRate()}
	}
	throughput, numbers := formula.Closed(sessions, parts)
	if err := m.lasts("a round", float64(sessions)/throughput); err != nil {
		return err
	}
	var at []string
	for k, s := range n.order {
		at = append(at, s.name)
		s.rate *= throughput
		time := numbers[k] / s.rate // of a visit
		if _, fifo := s.kind.(ir.Fifo); fifo {
			s.wait, s.stretch = time-s.mean, 1
		} else {
			s.stretch = time / s.mean
		}
	}
	m.add(fact{path: "run.mean_live", value: float64(sessions)})
	if !m.repairman(n, sessions) {
		m.Models = append(m.Models, Model{strings.Join(at, ", "), fmt.Sprintf("closed product-form network of %d sessions", sessions),
			"normalising constants; Buzen 1973, Baskett et al. 1975"})
	}
	m.observes(n)
	m.gauges(n)
	return nil
}

// roundIsProductForm refuses a network that is not of product form, or that may
// not forget how it began.
func (n *network) roundIsProductForm() error {
	spread := false
	for _, p := range n.paths {
		if p.gate != nil {
			return refuse(nil, "the number at a stage decides a branch of a closed network")
		}
	}
	for _, s := range n.order {
		for _, v := range s.visits {
			spread = spread || v.work.spread
		}
		switch kind := s.kind.(type) {
		case ir.Fifo:
			if !s.isExponential() {
				return refuse(nil, "stage %s serves in order of arrival, and its work is not independent and exponential with one mean", s.name)
			}
		case *ir.Ps:
			if _, why := capacityOf(kind.Capacity); why != "" {
				return refuse(nil, "the capacity of %s %s", s.name, why)
			}
		case *ir.Step:
			return refuse(nil, "no formula gives the time at a step engine: %s", s.name)
		}
		switch {
		case s.repeats():
			return refuse(nil, "the work at %s depends on other draws of the session", s.name)
		case math.IsInf(s.second, 1):
			return refuse(nil, "the work at %s has an infinite second moment, so that no interval holds", s.name)
		}
	}
	if !spread {
		return refuse(nil, "no work has a density: the sessions may stay in step for ever, as they began")
	}
	return nil
}

// serviceRate is the rate at which n jobs are served in all.
func (s *station) serviceRate() func(n int) float64 {
	switch kind := s.kind.(type) {
	case ir.Fifo:
		return func(n int) float64 { return float64(min(n, kind.Servers)) }
	case *ir.Ps:
		phi, _ := capacityOf(kind.Capacity)
		return phi
	}
	return func(n int) float64 { return float64(n) }
}

// repairman states what only the machine repairman tells: how much the time
// averages vary. It is the network of one exponential delay and one exponential
// server stage, each visited once a round.
func (m *Match) repairman(n *network, sessions int) bool {
	if len(n.order) != 2 || len(n.paths) != 1 || len(n.paths[0].visits) != 2 {
		return false
	}
	think, repair := n.order[0], n.order[1]
	if _, ok := think.kind.(ir.Delay); !ok {
		think, repair = repair, think
	}
	_, thinks := think.kind.(ir.Delay)
	fifo, serves := repair.kind.(ir.Fifo)
	if !thinks || !serves || !think.isExponential() {
		return false
	}
	q := formula.Repairman{N: sessions, C: fifo.Servers, Think: think.mean, Service: repair.mean}
	chain, err := q.Chain()
	if err != nil {
		return false
	}
	m.Models = append(m.Models, Model{think.name + ", " + repair.name,
		fmt.Sprintf("machine repairman M/M/%d//%d", q.C, q.N), "birth and death; Kleinrock 1975, §3.9"})
	number, variance := chain.Mean(formula.Number), chain.AsymptoticVariance(formula.Number)
	m.add(fact{path: "stages." + repair.name + ".mean_number", value: number, variance: variance})
	m.add(fact{path: "stages." + think.name + ".mean_number", value: float64(sessions) - number, variance: variance})
	m.servers("stages."+repair.name, chain, q.C)
	// Departures vary by the rate at which they happen and by chance: the standard
	// deviations add at most.
	rate := q.Throughput(chain)
	spread := math.Sqrt(chain.AsymptoticVariance(formula.Busy(q.C)))/q.Service + math.Sqrt(rate)
	for _, s := range n.order {
		m.add(fact{path: "stages." + s.name + ".throughput", value: rate, variance: spread * spread})
	}
	return true
}
