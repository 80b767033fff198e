package oracle

import (
	"errors"
	"math"
	"strings"
	"testing"

	"serq/ir/diag"
	"serq/ir/result"
)

func ptr[T any](x T) *T { return &x }

// report is a small report with a row of every kind.
func report() *result.Report {
	return &result.Report{
		ReportVersion: result.Version, Tool: "serqsim 0.1.0", IRVersion: 8, Program: strings.Repeat("0a", 32),
		Settings: result.Settings{Horizon: 100, Seed: 1, Replications: 1},
		Run:      result.Run{End: 100, Events: 500, Arrivals: 60, Ended: 50, MeanLive: 3.5},
		Observes: []result.Observe{{Name: "ttft", Count: 50, Mean: ptr(2.0), CI: ptr(0.1), CV2: ptr(0.5), Min: ptr(1.0), Max: ptr(9.0),
			QuantileMethod: "exact"}},
		Gauges: []result.Gauge{{Name: "depth", Mean: ptr(1.0), CI: ptr(0.2), Min: ptr(0.0), Max: ptr(3.0)}},
		Stages: []result.Stage{
			{Name: "nic", Index: ptr(0), Kind: "ps", Utilization: 0.25, Completed: 7, MeanService: ptr(2.0), Shared: true},
			{Name: "nic.latency", Kind: "delay", Completed: 8},
		},
		Pools: []result.Pool{{Name: "kv", Cap: ptr(1000.0), MeanUsed: 10}},
		Notes: []string{},
	}
}

// lines renders differences as serqdiff prints them.
func lines(found []Difference) string {
	var b strings.Builder
	if err := WriteText(&b, found); err != nil {
		panic(err)
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name   string
		change func(r *result.Report)
		o      Options
		want   string
	}{
		{"the same", func(*result.Report) {}, Options{}, ""},
		{"who wrote it does not count", func(r *result.Report) {
			r.Tool, r.Program, r.IRVersion, r.Notes = "other 2", strings.Repeat("ff", 32), 9, []string{"busy"}
		}, Options{}, ""},
		{"the least difference counts", func(r *result.Report) { r.Run.MeanLive = math.Nextafter(3.5, 4) }, Options{},
			"run.mean_live: expected 3.5, got 3.5000000000000004, tolerance 0, missed by 4.44e-16\n"},
		{"by either tolerance", func(r *result.Report) {
			r.Run.MeanLive = 3.535  // within 2% of 3.5
			r.Pools[0].MeanUsed = 0 // within 10
			r.Pools[0].MeanCached = 10.5
		}, Options{Abs: 10, Rel: 0.02}, "pools.kv.mean_cached: expected 0, got 10.5, tolerance 10, missed by 0.5\n"},
		{"undefined against a number, whatever the tolerance", func(r *result.Report) { r.Stages[0].MeanService = nil }, Options{Abs: 100},
			"stages.nic[0].mean_service: expected 2, got null\n"},
		{"a number against infinite", func(r *result.Report) { r.Pools[0].Cap = nil; r.Gauges[0].CI = nil }, Options{Rel: 1},
			"gauges.depth.ci: expected 0.2, got null\npools.kv.cap: expected 1000, got null\n"},
		{"texts and truths", func(r *result.Report) { r.Stages[0].Kind = "fifo"; r.Stages[0].Shared = false }, Options{Abs: 1},
			"stages.nic[0].kind: expected \"ps\", got \"fifo\"\nstages.nic[0].shared: expected true, got false\n"},
		{"a part that was absent", func(r *result.Report) { r.Pools[0].OverCap = &result.OverCap{Queue: "kv", Session: 3, Need: 1001} }, Options{},
			"pools.kv.over_cap.queue: expected null, got \"kv\"\npools.kv.over_cap.session: expected null, got 3\n" +
				"pools.kv.over_cap.need: expected null, got 1001\n"},
		{"settings", func(r *result.Report) { r.Settings.Seed = 2 }, Options{},
			"settings.seed: expected 1, got 2, tolerance 0, missed by 1\n"},
		{"rows that are missing and extra", func(r *result.Report) {
			r.Stages[0].Index = ptr(1)
			r.Gauges = nil
		}, Options{}, "gauges.depth: missing\nstages.nic[0]: missing\nstages.nic[1]: extra\n"},
		{"statistical: within the joint interval", func(r *result.Report) {
			r.Observes[0].Mean, r.Observes[0].CI = ptr(2.19), ptr(0.1) // 1.37·√2·0.1 = 0.1937…
			r.Run.Events, r.Settings.Seed, r.Stages[0].Utilization = 700, 2, 0.3
		}, Options{Statistical: true}, ""},
		{"statistical: beyond it", func(r *result.Report) { r.Observes[0].Mean = ptr(2.2) }, Options{Statistical: true},
			"observes.ttft.mean: expected 2, got 2.2, tolerance 0.193747, missed by 0.00625\n"},
		{"statistical: too few samples tell nothing", func(r *result.Report) {
			r.Observes[0].Mean, r.Observes[0].CI = ptr(5.0), nil
		}, Options{Statistical: true}, "observes.ttft.mean: expected 2, got 5, no interval: too few samples\n"},
		{"statistical: other figures by a tolerance, if there is one", func(r *result.Report) {
			r.Stages[0].Utilization, r.Run.Events = 0.3, 510
		}, Options{Statistical: true, Rel: 0.1}, "stages.nic[0].utilization: expected 0.25, got 0.3, tolerance 0.025, missed by 0.025\n"},
		{"ignored", func(r *result.Report) {
			r.Stages = nil
			r.Run.Events, r.Run.Ended = 1, 1
			r.Observes[0].Quantiles.P50 = ptr(1.0)
			r.Pools[0].MeanUsed = 1
		}, Options{Ignore: []string{"stages.nic[0]", "stages.nic.latency", "run.e*s", "observes.*.quantiles"}},
			"run.ended: expected 50, got 1, tolerance 0, missed by 49\npools.kv.mean_used: expected 10, got 1, tolerance 0, missed by 9\n"},
		{"a path ignores what is below it, not what it begins", func(r *result.Report) {
			r.Stages[0].Completed, r.Stages[1].Completed = 1, 1
		}, Options{Ignore: []string{"stages.nic"}}, ""},
		{"a longer word is another path", func(r *result.Report) { r.Run.Ended = 1 }, Options{Ignore: []string{"run.end"}},
			"run.ended: expected 50, got 1, tolerance 0, missed by 49\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			actual := report()
			tt.change(actual)
			found, err := Compare(report(), actual, tt.o)
			if err != nil {
				t.Fatal(err)
			}
			if got := lines(found); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestRename(t *testing.T) {
	actual := report()
	actual.Stages[0].Name, actual.Stages[1].Name = "D.nic", "D.wait"
	actual.Stages[0].Completed = 9
	actual.Pools[0].Name, actual.Pools[0].Index = "D.kv", ptr(2)
	actual.Observes[0].Name, actual.Gauges[0].Name = "first", "len"
	found, err := Compare(report(), actual, Options{Rename: map[string]string{
		"nic": "D.nic", "nic.latency": "D.wait", "kv": "D.kv[2]", "ttft": "first", "depth": "len",
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := "stages.nic[0].completed: expected 7, got 9, tolerance 0, missed by 2\n"
	if got := lines(found); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}

	_, err = Compare(report(), report(), Options{Rename: map[string]string{"nic.latency": "nic[0]"}})
	var in InputError
	if !errors.As(err, &in) || in.Code != diag.RenameClash || !strings.Contains(err.Error(), "stages.nic.latency") {
		t.Errorf("a clash gave %v", err)
	}
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	err := WriteJSON(&b, []Difference{
		*differ("run.end", 1.0, 2.5, 1),
		*differ("stages.a.mean_wait", nil, 2.0, 1),
		*differ("samples.x[0]", math.Inf(1), 2.0, 1),
		{Path: "pools.kv", Kind: Missing},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"path":"run.end","kind":"differs","expected":1,"actual":2.5,"tolerance":1,"missed_by":0.5}
{"path":"stages.a.mean_wait","kind":"differs","expected":null,"actual":2,"tolerance":null,"missed_by":null}
{"path":"samples.x[0]","kind":"differs","expected":"inf","actual":2,"tolerance":1,"missed_by":null}
{"path":"pools.kv","kind":"missing","expected":null,"actual":null,"tolerance":null,"missed_by":null}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// TestFewReplications: with 2 degrees of freedom, the 99% interval is 9.925/4.303
// times as wide as the 95% one, and with many it is no narrower than by batches.
func TestFewReplications(t *testing.T) {
	for _, tt := range []struct {
		replications int
		half99       float64
	}{{1, 0.137}, {3, 0.230656}, {500, 0.137}} {
		r := report()
		r.Settings.Replications = tt.replications
		for _, off := range []float64{-1e-4, 1e-4} {
			f := File{Expect: []Expectation{{Path: "observes.ttft.mean", Value: 2 + tt.half99 + off, CI: true}}}
			found, err := f.Check(r, nil, Options{})
			if err != nil || (len(found) == 0) != (off < 0) {
				t.Errorf("%d replications, %v beyond %v: %v %v", tt.replications, off, tt.half99, found, err)
			}
		}
	}
}
