package result

import "strconv"

// A Table is a part of the report as people read it: its figures, formatted, in rows
// under the heads of columns. Whoever shows a report to people shows these.
type Table struct {
	Title   string // of what: "Stages"
	Part    string // the part of the report document that it shows: "stages"
	Columns []Column
	Rows    [][]string // a cell for each column; the first names the row
	Detail  bool       // the text report leaves the table out
}

// A Column says what the cells below it are.
type Column struct {
	Name   string // the head; that of the first column says what the rows are
	About  string // what the figure is, in a phrase; "" for the first column
	Detail bool   // the text report, whose lines are short, leaves the column out
}

func (t *Table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Tables are the tables of a report that have rows, in the order of the text report.
func Tables(r *Report) []Table {
	all := []Table{observeTable(r.Observes), gaugeTable(r.Gauges), stageTable(r.Stages), engineTable(r.Stages), poolTable(r.Pools)}
	if r.Serving != nil {
		all = append(all, latencyTable(r.Serving), rateTable(r.Serving), totalTable(r.Serving))
	}
	all = append(all, replicationTable(r))
	tables := all[:0]
	for _, t := range all {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

func observeTable(observes []Observe) Table {
	t := Table{Title: "Observations", Part: "observes", Columns: []Column{
		{Name: "observe"},
		{Name: "count", About: "samples in the measured time"},
		{Name: "mean", About: "mean of the samples"},
		{Name: "95% CI", About: "95% half-width of the mean"},
		{Name: "cv2", About: "squared coefficient of variation: variance over squared mean"},
		{Name: "min", About: "least sample", Detail: true},
		{Name: "p50", About: "median"},
		{Name: "p90", About: "90% of the samples are not greater"},
		{Name: "p95", About: "95% of the samples are not greater", Detail: true},
		{Name: "p99", About: "99% of the samples are not greater"},
		{Name: "p999", About: "99.9% of the samples are not greater", Detail: true},
		{Name: "max", About: "greatest sample", Detail: true},
		{Name: "quantiles", About: "exact, or ddsketch: to 0.1% of their value", Detail: true},
	}}
	for _, o := range observes {
		q := o.Quantiles
		t.add(o.Name, count(o.Count), optional(o.Mean, FormatValue), interval(o.CI), optional(o.CV2, FormatShare), optional(o.Min, FormatValue),
			optional(q.P50, FormatValue), optional(q.P90, FormatValue), optional(q.P95, FormatValue), optional(q.P99, FormatValue), optional(q.P999, FormatValue),
			optional(o.Max, FormatValue), o.QuantileMethod)
	}
	return t
}

func gaugeTable(gauges []Gauge) Table {
	t := Table{Title: "Gauges", Part: "gauges", Columns: []Column{
		{Name: "gauge"},
		{Name: "mean", About: "mean over the measured time"},
		{Name: "95% CI", About: "95% half-width of the mean"},
		{Name: "min", About: "least value that lasted"},
		{Name: "max", About: "greatest value that lasted"},
	}}
	for _, g := range gauges {
		t.add(g.Name, optional(g.Mean, FormatValue), interval(g.CI), optional(g.Min, FormatValue), optional(g.Max, FormatValue))
	}
	return t
}

func stageTable(stages []Stage) Table {
	t := Table{Title: "Stages", Part: "stages", Columns: []Column{
		{Name: "stage"},
		{Name: "kind", About: "fifo, ps, delay or step", Detail: true},
		{Name: "shared", About: "whether flows of several stages hold it", Detail: true},
		{Name: "number", About: "mean number of jobs present, waiting ones included"},
		{Name: "util", About: "utilisation, 0 to 1"},
		{Name: "done", About: "jobs completed"},
		{Name: "thru", About: "jobs completed per clock unit"},
		{Name: "wait", About: "mean clock units from joining to the start of service"},
		{Name: "service", About: "mean clock units from there to the end"},
		{Name: "iters", About: "iterations started, of a step stage"},
	}}
	for _, s := range stages {
		iterations, shared := "-", "-"
		if s.Iterations != nil {
			iterations = count(*s.Iterations)
		}
		if s.Shared {
			shared = "yes"
		}
		t.add(s.Label(), s.Kind, shared, FormatValue(s.MeanNumber), FormatShare(s.Utilization), count(s.Completed),
			FormatValue(s.Throughput), optional(s.MeanWait, FormatValue), optional(s.MeanService, FormatValue), iterations)
	}
	return t
}

// engineTable says where the time of the step stages went.
func engineTable(stages []Stage) Table {
	t := Table{Title: "Engines", Part: "stages", Columns: []Column{
		{Name: "engine"},
		{Name: "prefill", About: "share of the time in iterations with prefill tokens only"},
		{Name: "decode", About: "share of the time in iterations with decode tokens only"},
		{Name: "mixed", About: "share of the time in iterations with both"},
		{Name: "idle", About: "share of the time in no iteration"},
		{Name: "batch", About: "mean number of decodes in the iterations that carry one"},
		{Name: "step", About: "mean clock units that such an iteration takes"},
		{Name: "itl", About: "mean inter-token latency, clock units"},
		{Name: "itl p50", About: "its median"},
		{Name: "itl p99", About: "99% of the gaps are not longer"},
	}}
	for _, s := range stages {
		if s.Step == nil {
			continue
		}
		e := s.Step
		t.add(s.Label(), FormatShare(e.PrefillOnly), FormatShare(e.DecodeOnly), FormatShare(e.Mixed), FormatShare(e.Idle),
			optional(e.MeanDecodeBatch, FormatValue), optional(e.MeanDecodeStep, FormatValue),
			optional(e.ITL.Mean, FormatValue), optional(e.ITL.P50, FormatValue), optional(e.ITL.P99, FormatValue))
	}
	return t
}

func poolTable(pools []Pool) Table {
	t := Table{Title: "Pools", Part: "pools", Columns: []Column{
		{Name: "pool"},
		{Name: "cap", About: "units that it has", Detail: true},
		{Name: "used", About: "mean units allocated"},
		{Name: "cached", About: "mean units only cached"},
		{Name: "queue", About: "mean number of sessions waiting for an admission"},
		{Name: "holders", About: "mean number of sessions with an allocation or a lease"},
		{Name: "wait", About: "mean clock units from joining the queue to the admission"},
		{Name: "admits", About: "holds that got their units here"},
		{Name: "evicted", About: "cache entries that lost their last unit"},
		{Name: "evicted units", About: "cached units lost", Detail: true},
		{Name: "preempts", About: "holds taken back for another one's growth"},
		{Name: "spills", About: "bites of live entries that moved to another pool"},
		{Name: "rejected", About: "sessions that could never fit"},
		{Name: "stuck", About: "sessions preempted again without having come further"},
		{Name: "over cap", About: "the head of a queue that, at the end, asks for more than the pool has", Detail: true},
	}}
	for _, p := range pools {
		units, overCap := "inf", "-"
		if p.Cap != nil {
			units = setting(*p.Cap)
		}
		if o := p.OverCap; o != nil {
			overCap = "session " + strconv.FormatInt(o.Session, 10) + " in " + o.Queue + ": " + setting(o.Need)
		}
		t.add(p.Label(), units, FormatValue(p.MeanUsed), FormatValue(p.MeanCached), FormatValue(p.MeanQueue), FormatValue(p.MeanHolders),
			optional(p.MeanWait, FormatValue), count(p.Admissions), count(p.EvictedEntries), FormatValue(p.EvictedUnits), count(p.Preemptions),
			count(p.Spills), count(p.Rejected), count(p.Stuck), overCap)
	}
	return t
}

// latencyTable has the latencies that are there.
func latencyTable(s *Serving) Table {
	t := Table{Title: "Latencies", Part: "serving", Columns: []Column{
		{Name: "serving"},
		{Name: "mean", About: "mean over the requests, or over the gaps between tokens"},
		{Name: "median", About: "median, by linear interpolation"},
		{Name: "p90", About: "90th percentile, by linear interpolation"},
		{Name: "p99", About: "99th percentile, by linear interpolation"},
	}}
	for _, l := range []struct {
		name                   string
		mean, median, p90, p99 *float64
	}{
		{"TTFT [ms]", s.MeanTTFT, s.MedianTTFT, s.P90TTFT, s.P99TTFT},
		{"TPOT [ms]", s.MeanTPOT, s.MedianTPOT, s.P90TPOT, s.P99TPOT},
		{"ITL [ms]", s.MeanITL, s.MedianITL, s.P90ITL, s.P99ITL},
		{"E2EL [ms]", s.MeanE2EL, s.MedianE2EL, s.P90E2EL, s.P99E2EL},
	} {
		if l.mean != nil || l.median != nil {
			t.add(l.name, optional(l.mean, FormatValue), optional(l.median, FormatValue), optional(l.p90, FormatValue), optional(l.p99, FormatValue))
		}
	}
	return t
}

func rateTable(s *Serving) Table {
	t := Table{Title: "Rates", Part: "serving", Columns: []Column{
		{Name: "per second"},
		{Name: "requests", About: "completed requests per second"},
		{Name: "good requests", About: "of them, those that meet every objective"},
		{Name: "output tokens", About: "output tokens per second"},
		{Name: "all tokens", About: "input and output tokens per second"},
	}}
	t.add("throughput", optional(s.RequestThroughput, FormatValue), optional(s.RequestGoodput, FormatValue),
		optional(s.OutputThroughput, FormatValue), optional(s.TotalTokenThroughput, FormatValue))
	return t
}

func totalTable(s *Serving) Table {
	t := Table{Title: "Totals", Part: "serving", Detail: true, Columns: []Column{
		{Name: "in all"},
		{Name: "seconds", About: "the measured time"},
		{Name: "requests", About: "completed requests"},
		{Name: "input tokens", About: "sum of their input tokens"},
		{Name: "output tokens", About: "sum of their output tokens"},
		{Name: "TTFT ≤ [ms]", About: "the objective of a good request"},
		{Name: "TPOT ≤ [ms]", About: "the objective of a good request"},
		{Name: "E2EL ≤ [ms]", About: "the objective of a good request"},
	}}
	var slo SLO
	if s.SLO != nil {
		slo = *s.SLO
	}
	t.add("measured", setting(s.Duration), count(s.Completed), optional(s.TotalInputTokens, setting), optional(s.TotalOutputTokens, setting),
		optional(slo.TTFT, setting), optional(slo.TPOT, setting), optional(slo.E2EL, setting))
	return t
}

// replicationTable sets the replications side by side, by their means.
func replicationTable(r *Report) Table {
	t := Table{Title: "Replications", Part: "per_replication", Detail: true, Columns: []Column{
		{Name: "replication"},
		{Name: "events", About: "events that happened"},
		{Name: "ended", About: "sessions that left"},
		{Name: "mean live", About: "mean number of sessions in the system"},
	}}
	for _, o := range r.Observes {
		t.Columns = append(t.Columns, Column{Name: o.Name, About: "mean of the observation " + o.Name})
	}
	for _, g := range r.Gauges {
		t.Columns = append(t.Columns, Column{Name: g.Name, About: "mean of the gauge " + g.Name})
	}
	for i := range r.PerReplication {
		single := &r.PerReplication[i]
		row := []string{strconv.Itoa(i), count(single.Run.Events), count(single.Run.Ended), FormatShare(single.Run.MeanLive)}
		for _, o := range single.Observes {
			row = append(row, optional(o.Mean, FormatValue))
		}
		for _, g := range single.Gauges {
			row = append(row, optional(g.Mean, FormatValue))
		}
		t.add(row...)
	}
	return t
}
