package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"serq/frontend"
	"serq/ir"
	"serq/ir/result"
	"serq/sim"
)

// compile compiles a program that is right.
func compile(t *testing.T, text string) *ir.Program {
	t.Helper()
	r, found := frontend.Compile(frontend.Source{Name: "test.sq", Text: []byte(text)}, frontend.Options{})
	if found.HasErrors() {
		t.Fatal(found)
	}
	return r.Program
}

// mm1 is M/M/1 at a utilisation of 0.9: its mean response time is 10.
const mm1 = `stage svc : fifo;
workload { arrive poisson(0.9); init { set s = ~exp(1); } }
session { set t0 = now; run svc (s); observe response = now - t0; end; }
run { horizon 22000; warmup 2000; }
`

// TestUntilCI demands that runs which end when their interval is short enough are
// right about as often as the interval says: at most one of ten intervals of 95%
// misses. A rule that ends runs where the interval is short by chance does worse.
// With SERQ_LONG=1 intervals are of 1%, from hundreds of replications, which takes a minute.
func TestUntilCI(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rel, seeds, most := 0.05, 10, 1
	if os.Getenv("SERQ_LONG") != "" {
		rel = 0.01
	}
	p := compile(t, mm1)
	missed := 0
	for seed := range seeds {
		opt := sim.OptionsOf(p)
		opt.Seed, opt.Stop = int64(seed+1), new(atomic.Bool)
		s := &simulation{replications: 1, untilCI: rel, maxReplications: 1000}
		r, err := s.measure(p, opt)
		if err != nil {
			t.Fatal(err)
		}
		o := r.Observes[0]
		if *o.CI > rel**o.Mean || r.Settings.Replications < fewestReplications || r.Settings.Replications == 1000 {
			t.Errorf("seed %d ended after %d replications at %v ± %v", seed, r.Settings.Replications, *o.Mean, *o.CI)
		}
		if math.Abs(*o.Mean-10) > *o.CI {
			missed++
			t.Logf("seed %d: %v ± %v, from %d replications", seed, *o.Mean, *o.CI, r.Settings.Replications)
		}
	}
	if missed > most {
		t.Errorf("%d of %d intervals miss the true mean", missed, seeds)
	}
}

func TestEnough(t *testing.T) {
	observe := func(name string, mean, ci float64) result.Observe {
		return result.Observe{Name: name, Count: 50, Mean: &mean, CI: &ci}
	}
	for _, tt := range []struct {
		name     string
		n        int
		observes []result.Observe
		want     int
		says     string
	}{
		{"all below", 10, []result.Observe{observe("a", 10, 0.05), observe("b", -10, 0.1)}, 10, "10 replications: the half-width of b, the widest, is 0.01 of"},
		{"half as many again", 20, []result.Observe{observe("a", 10, 0.1), observe("b", 10, 0.12)}, 29, ""}, // 20·1.2² = 28.8
		{"a tenth at least", 100, []result.Observe{observe("a", 10, 0.101)}, 110, ""},
		{"twice at most", 10, []result.Observe{observe("a", 10, 5)}, 20, ""},
		{"the limit at most", 190, []result.Observe{observe("a", 10, 5)}, 200, ""},
		{"at the limit", 200, []result.Observe{observe("a", 10, 5)}, 200, "200 replications, the limit, are not enough: the half-width of a is 0.5"},
		{"a mean of nothing", 10, []result.Observe{observe("a", 0, 1)}, 20, ""},
		{"always 0", 10, []result.Observe{observe("a", 0, 0)}, 10, "is 0 of its mean"},
		{"not in every replication", 10, []result.Observe{{Name: "a", Count: 0.5}}, 20, ""},
		{"never", 10, []result.Observe{{Name: "a"}, observe("b", 1, 0.001)}, 10, "half-width of b"},
		{"none at all", 10, []result.Observe{{Name: "a"}}, 10, "no observation has a sample"},
	} {
		s := &simulation{untilCI: 0.01, maxReplications: 200}
		got, note := s.enough(&result.Report{Settings: result.Settings{Replications: tt.n}, Observes: tt.observes})
		if got != tt.want || !strings.Contains(note, tt.says) || (note == "") != (tt.says == "") {
			t.Errorf("%s: %d, %q; want %d, %q", tt.name, got, note, tt.want, tt.says)
		}
	}
}

// TestWarmupAuto runs a queue that starts with 400 jobs at once, which are served
// after 200 clock units: from then on the mean response time is 2.
func TestWarmupAuto(t *testing.T) {
	p := compile(t, `stage svc : fifo;
workload { arrive poisson(0.5); init { set s = serial == 0 ? 200 : ~exp(1); } }
session { set t0 = now; run svc (s); observe response = now - t0; end; }
run { horizon 20000; }
`)
	opt := sim.OptionsOf(p)
	opt.Stop = new(atomic.Bool)
	s := &simulation{replications: 4, warmup: warmup{auto: true}}
	r, err := s.measure(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if w := r.Settings.Warmup; w < 200 || w > 1200 {
		t.Errorf("the warm-up ends at %v", w)
	}
	for i := range r.PerReplication {
		if r.PerReplication[i].Settings.Warmup != r.Settings.Warmup {
			t.Errorf("replication %d has a warm-up of its own", i)
		}
	}
	if !strings.HasPrefix(r.Notes[0], fmt.Sprintf("warm-up %.6g, chosen by MSER-5", r.Settings.Warmup)) {
		t.Errorf("the notes are %q", r.Notes)
	}
	if o := r.Observes[0]; math.Abs(*o.Mean-2) > 2**o.CI {
		t.Errorf("the mean is %v ± %v, want 2", *o.Mean, *o.CI)
	}
}
