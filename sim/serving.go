package sim

import (
	"cmp"
	"math"
	"slices"

	"serq/ir"
	"serq/ir/result"
)

// The serving figures are those of the observations that have these names, in the
// terms of `vllm bench serve`. Most are of one observation and cost nothing while
// the run goes on. Two need what several observations say of one request: the time
// per output token counts only for requests of more than one token, and a good
// request meets all objectives. A request is found again by its session and turn;
// since a session has one request at a time, what is known of it stands with the
// session until the next one begins.

// A part is what an observation says of a request.
type part uint8

const (
	partTTFT part = iota
	partTPOT
	partE2EL
	partOutput
	partInput
	parts
)

var partNames = [parts]string{"ttft", "tpot", "e2el", "output_tokens", "input_tokens"}

// A servingStats measures the service of requests.
type servingStats struct {
	observed [parts]ir.ObserveID // -1: not observed
	parts    []part              // of each observation that is matched; parts: not matched
	done     part                // the observation that counts a request as completed

	tpot      series                // of requests of more than one output token, if they are told apart
	limits    [partE2EL + 1]float64 // of a good request, in clock units; +Inf where there is none
	good      int64                 // completed requests that meet them
	measuring bool                  // the warm-up is over
	requests  pooled[request]
}

// A request is what has been observed of a session's request so far.
type request struct {
	turn     int64
	seen     [parts]bool
	measured [parts]bool // after the warm-up
	value    [parts]float64
}

// newServing returns nil if a program observes no latency of requests.
func newServing(p *ir.Program, opt *Options) *servingStats {
	v := &servingStats{measuring: opt.Warmup == 0, tpot: newSeries("", false), done: parts}
	for i, name := range partNames {
		v.observed[i] = ir.ObserveID(slices.Index(p.Observes, name))
	}
	if !v.has(partTTFT) && !v.has(partTPOT) && !v.has(partE2EL) {
		return nil
	}
	// The first of these that is there is recorded last in the life of a request.
	for _, last := range []part{partE2EL, partOutput, partTPOT, partTTFT} {
		if v.done == parts && v.has(last) {
			v.done = last
		}
	}
	slo := cmp.Or(opt.SLO, new(result.SLO))
	for i, ms := range []*float64{partTTFT: slo.TTFT, partTPOT: slo.TPOT, partE2EL: slo.E2EL} {
		v.limits[i] = infinity
		if ms != nil {
			v.limits[i] = *ms / opt.clockUnitMS()
		}
	}
	if opt.SLO != nil || v.tellsApart() {
		v.parts = make([]part, len(p.Observes))
		for i, name := range p.Observes {
			v.parts[i] = parts
			if k := slices.Index(partNames[:partInput], name); k >= 0 {
				v.parts[i] = part(k)
			}
		}
	}
	return v
}

func (v *servingStats) has(p part) bool { return v.observed[p] >= 0 }

// tellsApart reports whether requests of one output token can be told from others.
func (v *servingStats) tellsApart() bool { return v.has(partTPOT) && v.has(partOutput) }

// record notes a sample of a session's request.
func (v *servingStats) record(s *session, o int32, turn int64, x float64) {
	if v.parts == nil || v.parts[o] == parts {
		return
	}
	p, r := v.parts[o], s.request
	if r != nil && (r.turn != turn || r.seen[p]) { // the next one has begun
		v.endRequest(s)
		r = nil
	}
	if r == nil {
		r = v.requests.get()
		*r = request{turn: turn}
		s.request = r
	}
	r.seen[p], r.measured[p], r.value[p] = true, v.measuring, x
}

// endRequest counts a session's request, of which nothing more will be observed.
func (v *servingStats) endRequest(s *session) {
	r := s.request
	if r == nil {
		return
	}
	if r.measured[partTPOT] && r.seen[partOutput] && r.value[partOutput] > 1 {
		v.tpot.add(r.value[partTPOT])
	}
	if r.measured[v.done] && v.isGood(r) {
		v.good++
	}
	s.request = nil
	v.requests.put(r)
}

// isGood reports whether a request meets the objectives.
func (v *servingStats) isGood(r *request) bool {
	for p := partTTFT; p <= partE2EL; p++ {
		if v.limits[p] == infinity || p == partTPOT && v.isSingle(r) {
			continue
		}
		if !r.seen[p] || r.value[p] > v.limits[p] {
			return false
		}
	}
	return true
}

// isSingle reports whether a request has no more than one output token, and so no
// time between tokens: it says so, or has no TPOT where no number is observed.
func (v *servingStats) isSingle(r *request) bool {
	if v.has(partOutput) {
		return r.seen[partOutput] && r.value[partOutput] <= 1
	}
	return !r.seen[partTPOT]
}

// reset begins the measured time. A request under way keeps what is known of it.
func (v *servingStats) reset() {
	v.measuring, v.good = true, 0
	v.tpot.reset()
}

// reportServing writes down the serving figures; nil if there are none.
func (m *machine) reportServing(span float64) *result.Serving {
	v := m.serving
	if v == nil {
		return nil
	}
	for _, s := range m.liveSessions() {
		v.endRequest(s)
	}
	unit := m.opt.clockUnit()
	r := &result.Serving{
		ClockUnit: unit.Name, Duration: span * unit.Seconds, SLO: m.opt.SLO,
		Completed: result.Count(m.samples[v.observed[v.done]].count()),
	}
	rate := func(total float64) *float64 {
		if r.Duration == 0 {
			return nil
		}
		return figure(total / r.Duration)
	}
	r.RequestThroughput = rate(float64(r.Completed))
	if m.opt.SLO != nil {
		r.RequestGoodput = rate(float64(v.good))
	}
	if v.has(partInput) {
		r.TotalInputTokens = figure(m.samples[v.observed[partInput]].total())
	}
	if v.has(partOutput) {
		total := m.samples[v.observed[partOutput]].total()
		r.TotalOutputTokens, r.OutputThroughput = figure(total), rate(total)
	}
	if r.TotalInputTokens != nil && r.TotalOutputTokens != nil {
		r.TotalTokenThroughput = rate(*r.TotalInputTokens + *r.TotalOutputTokens)
	}

	ms := m.opt.clockUnitMS()
	latency := func(p part) latency {
		switch {
		case !v.has(p):
			return latency{}
		case p == partTPOT && v.tellsApart():
			return v.tpot.latency(ms)
		}
		return m.samples[v.observed[p]].latency(ms)
	}
	ttft, tpot, e2el, itl := latency(partTTFT), latency(partTPOT), latency(partE2EL), m.pooledGaps().latency(ms)
	r.MeanTTFT, r.MedianTTFT, r.P90TTFT, r.P99TTFT = ttft.mean, ttft.median, ttft.p90, ttft.p99
	r.MeanTPOT, r.MedianTPOT, r.P90TPOT, r.P99TPOT = tpot.mean, tpot.median, tpot.p90, tpot.p99
	r.MeanITL, r.MedianITL, r.P90ITL, r.P99ITL = itl.mean, itl.median, itl.p90, itl.p99
	r.MeanE2EL, r.MedianE2EL, r.P90E2EL, r.P99E2EL = e2el.mean, e2el.median, e2el.p90, e2el.p99
	return r
}

// A latency is the figures of one of the latencies, nil without samples.
type latency struct{ mean, median, p90, p99 *float64 }

// latencyOf finds the figures of n ≥ 1 samples, in clock units of so many
// milliseconds.
func latencyOf(mean float64, n int64, at func(rank int64) float64, ms float64) latency {
	q := func(q float64) *float64 { return figure(ms * between(q, n, at)) }
	return latency{figure(ms * mean), q(0.5), q(0.9), q(0.99)}
}

// between returns the q-quantile of n ≥ 1 samples by linear interpolation: the
// value at q·(n−1) on the line through the sorted samples, counted from 0. This is
// NumPy's default, and so what benchmarks of serving report; it differs from the
// quantiles of observations, which are samples.
func between(q float64, n int64, at func(rank int64) float64) float64 {
	position := q * float64(n-1)
	below := math.Floor(position)
	low := at(int64(below) + 1)
	if position == below {
		return low // and there may be no sample above
	}
	return low + (at(int64(below)+2)-low)*(position-below)
}

// total is the sum of all samples.
func (s *series) total() float64 {
	total := sum(s.recent)
	if s.folded != nil {
		total += s.folded.moments.mean * float64(s.folded.moments.count)
	}
	return total
}

// latency returns the figures of samples that are latencies.
func (s *series) latency(ms float64) latency {
	if s.count() == 0 {
		return latency{}
	}
	if s.folded == nil {
		ordered := sorted(s.recent)
		at := func(rank int64) float64 { return ordered[rank-1] }
		return latencyOf(momentsOf(s.recent).mean, s.count(), at, ms)
	}
	s.foldRecent()
	return latencyOf(s.folded.moments.mean, s.count(), s.folded.at, ms)
}

// latency returns the figures of gaps between tokens.
func (t *tally) latency(ms float64) latency {
	if t.count == 0 {
		return latency{}
	}
	return latencyOf(t.sum/float64(t.count), t.count, t.finder(), ms)
}

// pooledGaps are the inter-token gaps of all engines together.
func (m *machine) pooledGaps() *tally {
	all := new(tally)
	for i := range m.stages {
		if e := m.stages[i].engine; e != nil {
			all.merge(&e.itl)
		}
	}
	return all
}

// merge adds the samples of another tally.
func (t *tally) merge(o *tally) {
	t.count += o.count
	t.sum += o.sum
	t.runs = append(t.runs, o.runs...)
	if len(t.runs) > exactLimit || o.sketch != nil {
		t.fold()
	}
	if o.sketch != nil {
		t.sketch.merge(o.sketch)
	}
}

// merge adds the values of another sketch.
func (s *sketch) merge(o *sketch) {
	s.positive.MergeWith(o.positive)
	s.negative.MergeWith(o.negative)
	s.zero += o.zero
	s.minusInf += o.minusInf
	s.plusInf += o.plusInf
}

// clockUnit is what a clock unit stands for; a second unless something was chosen.
func (o *Options) clockUnit() result.ClockUnit {
	name := cmp.Or(o.ClockUnit, "s")
	i := slices.IndexFunc(result.ClockUnits, func(u result.ClockUnit) bool { return u.Name == name })
	return result.ClockUnits[i]
}

// clockUnitMS is how many milliseconds a clock unit has.
func (o *Options) clockUnitMS() float64 { return 1000 * o.clockUnit().Seconds }
