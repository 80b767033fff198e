package sim

import (
	"testing"

	"serq/ir"
)

// What a run has published never lags behind by more than publishEvery events, and
// in the end it is all.
func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(*Options)
	}{
		{"horizon", func(o *Options) {}},
		{"events", func(o *Options) { o.MaxEvents = 3*publishEvery + 17 }},
		{"arrivals", func(o *Options) { o.Arrivals = 10_000 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := queueing(ir.Fifo{Servers: 1}, 0.8, 2e4)
			opt := OptionsOf(p)
			opt.Progress = new(Progress)
			tt.set(&opt)
			run, err := New(p, opt)
			if err != nil {
				t.Fatal(err)
			}
			heard := 0.0
			run.m.settled = func() {
				lag := run.m.events - opt.Progress.Events()
				if lag < 0 || lag > publishEvery {
					t.Fatalf("after %d events %d were published", run.m.events, opt.Progress.Events())
				}
				now, runs := opt.Progress.Now(), opt.Progress.Runs()
				if now > run.m.now || runs < heard || runs > 1 {
					t.Fatalf("at %v the time is %v, and %v runs are done after %v", run.m.now, now, runs, heard)
				}
				heard = runs
			}
			r, err := run.Run()
			if err != nil {
				t.Fatal(err)
			}
			if heard < 0.5 {
				t.Errorf("at the end of the run a share of %v was done", heard)
			}
			if got := opt.Progress; got.Runs() != 1 || got.Events() != int64(r.Run.Events) || got.Now() != r.Run.End {
				t.Errorf("%v runs, %d events, time %v; want 1, %v, %v", got.Runs(), got.Events(), got.Now(), r.Run.Events, r.Run.End)
			}
		})
	}
}

// Replications add up.
func TestProgressOfReplications(t *testing.T) {
	p := queueing(ir.Fifo{Servers: 1}, 0.8, 2e4)
	opt := OptionsOf(p)
	opt.Horizon, opt.Progress = 2e3, new(Progress)
	reports, err := Lower(p).Replicate(opt, 0, 5, 2, func(int, *Run) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	events := 0.0
	for i := range reports {
		events += float64(reports[i].Run.Events)
	}
	if got := opt.Progress; got.Runs() != 5 || float64(got.Events()) != events {
		t.Errorf("%v runs, %d events; want 5, %v", got.Runs(), got.Events(), events)
	}
}
