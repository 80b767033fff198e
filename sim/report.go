package sim

import (
	"serq/ir"
	"serq/ir/result"
)

// report writes down what was measured, up to now.
func (m *machine) report() *result.Report {
	if m.now < m.opt.Warmup { // it was stopped before anything was measured
		m.endWarmup()
	}
	span := max(0, m.now-m.opt.Warmup)
	p := m.code.program
	r := &result.Report{
		ReportVersion: result.Version,
		IRVersion:     ir.Version,
		Settings: result.Settings{
			Horizon: m.opt.Horizon, Warmup: m.opt.Warmup, Seed: m.opt.Seed, Replications: 1,
		},
		Run: result.Run{
			End: m.now, Events: result.Count(m.events), Arrivals: result.Count(m.arrived),
			Ended: result.Count(m.ended), Turns: result.Count(m.turns),
			MeanLive: m.liveTime.average(m.opt.Warmup, m.now), Rejected: result.Count(m.rejected), Partial: m.partial,
		},
		Observes: make([]result.Observe, len(p.Observes)),
		Gauges:   make([]result.Gauge, len(m.gauges)),
		Stages:   make([]result.Stage, len(m.stages)),
		Pools:    make([]result.Pool, len(m.pools)),
		Notes:    []string{},
	}
	if m.opt.Arrivals > 0 {
		r.Settings.Arrivals = &m.opt.Arrivals
	}
	for i := range m.samples {
		r.Observes[i] = m.samples[i].observe()
	}
	for i := range m.gauges {
		r.Gauges[i] = m.gauges[i].report(m.now)
	}
	for i := range m.stages {
		r.Stages[i] = m.reportStage(&m.stages[i], span)
	}
	overCaps := m.overCaps()
	for i := range m.pools {
		r.Pools[i] = m.reportPool(&m.pools[i])
		r.Pools[i].OverCap = overCaps[i]
	}
	r.Serving = m.reportServing(span)
	r.Notes = append(r.Notes, m.notes(r)...)
	return r
}

// over is a total over a span of time; 0 over none.
func over(total, span float64) float64 {
	if span <= 0 {
		return 0
	}
	return total / span
}

func (m *machine) reportStage(st *stage, span float64) result.Stage {
	r := result.Stage{
		Name: st.code.name, Index: st.code.index, Kind: stageKindNames[st.code.kind],
		MeanNumber:  st.number.average(m.opt.Warmup, m.now),
		Utilization: st.busy.average(m.opt.Warmup, m.now),
		Completed:   result.Count(st.services.count), Throughput: over(float64(st.services.count), span),
		MeanWait: st.waits.value(), MeanService: st.services.value(),
		Shared: st.code.kind == kindShared,
	}
	if st.code.kind == kindFifo {
		r.Utilization /= float64(st.code.servers)
	}
	if r.Shared {
		r.Utilization = over(m.flows.carried(st.code.shared, m.now), span*m.code.shared[st.code.shared])
	}
	if e := st.engine; e != nil {
		step := &result.Step{
			PrefillOnly:     e.prefillOnly.average(m.opt.Warmup, m.now),
			DecodeOnly:      e.decodeOnly.average(m.opt.Warmup, m.now),
			Mixed:           e.mix.average(m.opt.Warmup, m.now),
			MeanDecodeBatch: e.decodeBatch.value(), MeanDecodeStep: e.decodeStep.value(),
			ITL: e.itl.itl(),
		}
		step.Idle = 1 - step.PrefillOnly - step.DecodeOnly - step.Mixed
		iterations := result.Count(e.iterations)
		r.Step, r.Iterations = step, &iterations
	}
	return r
}

func (m *machine) reportPool(p *pool) result.Pool {
	return result.Pool{
		Name: p.code.name, Index: p.code.index, Cap: figure(p.cap),
		MeanUsed:    p.usedTime.average(m.opt.Warmup, m.now),
		MeanCached:  p.cachedTime.average(m.opt.Warmup, m.now),
		MeanQueue:   p.queueTime.average(m.opt.Warmup, m.now),
		MeanHolders: p.holdersTime.average(m.opt.Warmup, m.now),
		MeanWait:    p.waits.value(), Admissions: result.Count(p.admissions),
		EvictedEntries: result.Count(p.evictedEntries), EvictedUnits: p.evictedUnits,
		Preemptions: result.Count(p.preemptions), Spills: result.Count(p.spills), Rejected: result.Count(p.rejected),
		Stuck: result.Count(len(p.stuck)),
	}
}

// overCaps says of each pool which head of a queue still asks for more of it than
// its cap, the first one in the order of the queues; nil where there is none.
func (m *machine) overCaps() []*result.OverCap {
	out := make([]*result.OverCap, len(m.pools))
	for i := range m.pools {
		queue := &m.pools[i]
		if queue.queue.len() == 0 {
			continue
		}
		w := m.head(queue)
		for k, id := range w.pools {
			if _, need := m.demand(w, k); need > m.pools[id].cap+epsilon && out[id] == nil {
				out[id] = &result.OverCap{Queue: queue.label(), Session: w.s.serial, Need: need}
			}
		}
	}
	return out
}
