package result

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes the report for people: a line on the run, then a table of
// the observations, the gauges, the stages, the engines, the pools and the service
// of requests, as far as the run has any, then the notes.
func WriteText(w io.Writer, r *Report) error {
	var b strings.Builder
	writeRun(&b, r)
	writeObserves(&b, r.Observes)
	writeGauges(&b, r.Gauges)
	writeStages(&b, r.Stages)
	writeEngines(&b, r.Stages)
	writePools(&b, r.Pools)
	if r.Serving != nil {
		writeServing(&b, r.Serving)
	}
	writeNotes(&b, r.Notes)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeRun(b *strings.Builder, r *Report) {
	fmt.Fprintf(b, "run: horizon %s end %s warmup %s seed %d events %s arrivals %s ended %s turns %s mean live %s",
		setting(r.Settings.Horizon), setting(r.Run.End), setting(r.Settings.Warmup), r.Settings.Seed,
		count(r.Run.Events), count(r.Run.Arrivals), count(r.Run.Ended), count(r.Run.Turns), share(r.Run.MeanLive))
	if n := r.Settings.Replications; n > 1 {
		fmt.Fprintf(b, " replications %d", n)
	}
	if r.Run.Partial {
		b.WriteString(" partial")
	}
	b.WriteByte('\n')
}

func writeObserves(b *strings.Builder, observes []Observe) {
	t := table{header: []string{"observe", "count", "mean", "95% CI", "cv2", "p50", "p90", "p99"}}
	for _, o := range observes {
		q := o.Quantiles
		t.add(o.Name, count(o.Count), optional(o.Mean, value), interval(o.CI), optional(o.CV2, share),
			optional(q.P50, value), optional(q.P90, value), optional(q.P99, value))
	}
	t.write(b)
}

func writeGauges(b *strings.Builder, gauges []Gauge) {
	t := table{header: []string{"gauge", "mean", "95% CI", "min", "max"}}
	for _, g := range gauges {
		t.add(g.Name, optional(g.Mean, value), interval(g.CI), optional(g.Min, value), optional(g.Max, value))
	}
	t.write(b)
}

func writeStages(b *strings.Builder, stages []Stage) {
	t := table{header: []string{"stage", "number", "util", "done", "thru", "wait", "service", "iters"}}
	for _, s := range stages {
		iterations := "-"
		if s.Iterations != nil {
			iterations = count(*s.Iterations)
		}
		t.add(member(s.Name, s.Index), value(s.MeanNumber), share(s.Utilization), count(s.Completed),
			value(s.Throughput), optional(s.MeanWait, value), optional(s.MeanService, value), iterations)
	}
	t.write(b)
}

// writeEngines says where the time of the step stages went.
func writeEngines(b *strings.Builder, stages []Stage) {
	t := table{header: []string{"engine", "prefill", "decode", "mixed", "idle", "batch", "step", "itl", "itl p50", "itl p99"}}
	for _, s := range stages {
		if s.Step == nil {
			continue
		}
		e := s.Step
		t.add(member(s.Name, s.Index), share(e.PrefillOnly), share(e.DecodeOnly), share(e.Mixed), share(e.Idle),
			optional(e.MeanDecodeBatch, value), optional(e.MeanDecodeStep, value),
			optional(e.ITL.Mean, value), optional(e.ITL.P50, value), optional(e.ITL.P99, value))
	}
	t.write(b)
}

func writePools(b *strings.Builder, pools []Pool) {
	t := table{header: []string{"pool", "used", "cached", "queue", "holders", "wait", "admits",
		"evicted", "preempts", "spills", "rejected", "stuck"}}
	for _, p := range pools {
		t.add(member(p.Name, p.Index), value(p.MeanUsed), value(p.MeanCached), value(p.MeanQueue), value(p.MeanHolders),
			optional(p.MeanWait, value), count(p.Admissions), count(p.EvictedEntries), count(p.Preemptions),
			count(p.Spills), count(p.Rejected), count(p.Stuck))
	}
	t.write(b)
}

func writeNotes(b *strings.Builder, notes []string) {
	if len(notes) > 0 {
		b.WriteByte('\n')
	}
	for _, n := range notes {
		b.WriteString("note: " + n + "\n")
	}
}
