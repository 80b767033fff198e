package sim

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/ir"
	"serq/ir/result"
)

func replicate(t *testing.T, p *ir.Program, n, jobs int) []result.Report {
	t.Helper()
	reports, err := Lower(p).Replicate(OptionsOf(p), 0, n, jobs, func(int, *Run) error { return nil })
	if err != nil || len(reports) != n {
		t.Fatalf("%d reports, %v", len(reports), err)
	}
	return reports
}

// TestReplicationsOnSeveralGoroutines demands the same reports for any number of
// them, and those of single runs.
func TestReplicationsOnSeveralGoroutines(t *testing.T) {
	for name, p := range map[string]*ir.Program{
		"queue": queueing(ir.Fifo{Servers: 2}, 1.5, 2000),
		"ps":    queueing(&ir.Ps{Capacity: ir.Num(1)}, 0.7, 2000),
		"vLLM":  serving(rand.New(rand.NewPCG(7, 7))),
	} {
		alone, together := replicate(t, p, 9, 1), replicate(t, p, 9, 4)
		if diff := cmp.Diff(alone, together); diff != "" {
			t.Errorf("%s: on 1 goroutine - and on 4 +\n%s", name, diff)
		}
		opt := OptionsOf(p)
		opt.Replication = 5
		run, err := New(p, opt)
		if err != nil {
			t.Fatal(err)
		}
		single, err := run.Run()
		if err != nil {
			t.Fatal(err)
		}
		single.Notes = alone[5].Notes // of too few samples in a single run
		if diff := cmp.Diff(*single, alone[5]); diff != "" {
			t.Errorf("%s: single run - and replication +\n%s", name, diff)
		}
		if cmp.Equal(alone[0].Run, alone[1].Run) {
			t.Errorf("%s: two replications are the same", name)
		}
	}
}

// TestReplicationsGoOn demands that further replications are those that would have
// been run at once.
func TestReplicationsGoOn(t *testing.T) {
	p := queueing(ir.Fifo{Servers: 1}, 0.5, 500)
	rest, err := Lower(p).Replicate(OptionsOf(p), 3, 2, 2, func(int, *Run) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(replicate(t, p, 5, 2)[3:], rest); diff != "" {
		t.Error(diff)
	}
}

// TestTheFirstFailureCounts runs a program that fails in some replications only.
func TestTheFirstFailureCounts(t *testing.T) {
	d := newDraft(ir.Batch{N: 1}, 10)
	d.session(run(d.stage("s", ir.Delay{}), sampled(ir.DistUniform, -0.1, 1)), ir.End{})
	var want string
	for _, jobs := range []int{1, 2, 7} {
		_, err := Lower(&d.Program).Replicate(OptionsOf(&d.Program), 0, 100, jobs, func(int, *Run) error { return nil })
		var f *Failure
		if !errors.As(err, &f) || f.Rule != RuleAmount || !strings.HasPrefix(err.Error(), "replication ") {
			t.Fatalf("failed with %v", err)
		}
		if want == "" {
			want = err.Error()
		}
		if err.Error() != want {
			t.Errorf("%d jobs: %q, and with 1: %q", jobs, err, want)
		}
	}
}

func TestReplicationsCutShort(t *testing.T) {
	p := queueing(ir.Fifo{Servers: 1}, 0.5, 500)
	var stop atomic.Bool
	opt := OptionsOf(p)
	opt.Stop = &stop
	reports, err := Lower(p).Replicate(opt, 0, 10, 1, func(k int, _ *Run) error {
		stop.Store(k == 3)
		return nil
	})
	if err != nil || len(reports) != 4 || reports[3].Run.Partial {
		t.Errorf("stopped after 4: %d reports, %v", len(reports), err)
	}
	handed := 0 // replication 0, of which there is a report
	reports, err = Lower(p).Replicate(opt, 0, 10, 3, func(k int, _ *Run) error {
		handed += k + 1
		return nil
	})
	if err != nil || len(reports) != 1 || !reports[0].Run.Partial || handed != 1 {
		t.Errorf("stopped at once: %d reports, %d handed over, %v", len(reports), handed, err)
	}
	reports, err = Lower(p).Replicate(opt, 10, 10, 3, nil)
	if err != nil || len(reports) != 0 {
		t.Errorf("stopped before more: %d reports, %v", len(reports), err)
	}
}

func TestReplicationsReportBugs(t *testing.T) {
	defer func() {
		if r, ok := recover().(string); !ok || !strings.Contains(r, "out of order") || !strings.Contains(r, "replicate_test.go") {
			t.Errorf("recovered %v", r)
		}
	}()
	p := queueing(ir.Fifo{Servers: 1}, 0.5, 50)
	Lower(p).Replicate(OptionsOf(p), 0, 2, 2, func(int, *Run) error { panic("out of order") })
	t.Error("a panic is lost")
}
