package oracle

import (
	"errors"
	"math"
	"strings"
	"testing"

	"serq/ir/diag"
	"serq/ir/result"
)

// replicated is a report of replications that differ in the mean of ttft.
func replicated(means ...float64) *result.Report {
	var singles []result.Report
	for _, mean := range means {
		r := report()
		r.Observes[0].Mean = ptr(mean)
		singles = append(singles, *r)
	}
	return result.Merge(singles)
}

// TestComparePaired: the means vary by 10 and the differences by 1, so that only a
// comparison by pairs tells that the second machine is faster.
func TestComparePaired(t *testing.T) {
	a, b := replicated(10, 20, 30, 40), replicated(8, 19, 28, 37)
	pairs, others, err := ComparePaired(a, b, Options{})
	if err != nil || len(others) > 0 || len(pairs) != 1 {
		t.Fatalf("%v, %v, %v", pairs, others, err)
	}
	// Differences −2 −1 −2 −3: their deviation is √(2/3), t(3) is 3.182446.
	p := pairs[0]
	if p.Path != "observes.ttft.mean" || p.Expected != 25 || p.Actual != 23 || p.Difference != -2 ||
		math.Abs(p.CI-3.182446*math.Sqrt(2.0/3)/2) > 1e-6 || !p.Certain {
		t.Errorf("got %+v", p)
	}
	if got, want := p.String(), "observes.ttft.mean: 25 and 23, difference -2 ± 1.3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if found, err := Compare(a, b, Options{Statistical: true}); err != nil || len(found) > 0 {
		t.Errorf("not paired, the difference shows: %v, %v", found, err)
	}

	pairs, _, err = ComparePaired(a, replicated(9, 22, 29, 41), Options{}) // −1 2 −1 1
	if err != nil || len(pairs) != 1 || pairs[0].Certain || !strings.HasSuffix(pairs[0].String(), ", which may be chance") {
		t.Errorf("got %v, %v", pairs, err)
	}
}

func TestComparePairedOfTheSame(t *testing.T) {
	pairs, others, err := ComparePaired(replicated(1, 2, 3), replicated(1, 2, 3), Options{})
	if err != nil || len(pairs) > 0 || len(others) > 0 {
		t.Errorf("%v, %v, %v", pairs, others, err)
	}
}

// TestComparePairedTakesTheCommonReplications: a longer report has the same first ones.
func TestComparePairedTakesTheCommonReplications(t *testing.T) {
	pairs, _, err := ComparePaired(replicated(1, 2, 3, 1000), replicated(2, 3, 4), Options{})
	if err != nil || len(pairs) != 1 || pairs[0].Difference != 1 || pairs[0].CI != 0 || !pairs[0].Certain {
		t.Errorf("got %v, %v", pairs, err)
	}
}

func TestComparePairedOfDifferentRows(t *testing.T) {
	a, b := replicated(1, 2, 3), replicated(1, 2, 3)
	for k := range b.PerReplication {
		r := &b.PerReplication[k]
		r.Stages[0].Name = "link"
		r.Pools[0].Name = "memory"
		r.Gauges[0].Name = "length"
		r.Stages[1].Kind = "fifo" // no figure
		r.Run.Events += result.Count(k)
	}
	b.PerReplication[1].Observes[0].CV2 = nil
	pairs, others, err := ComparePaired(a, b, Options{
		Rename: map[string]string{"depth": "length"}, Ignore: []string{"pools"},
	})
	want := "run.events: 500 and 501, difference 1 ± 2.5, which may be chance\n" +
		"stages.nic[0]: missing\nstages.link[0]: extra\nobserves.ttft.cv2: undefined in some replications\n"
	var b2 strings.Builder
	if writeErr := WritePairs(&b2, pairs, others); err != nil || writeErr != nil || b2.String() != want {
		t.Errorf("%v, got\n%swant\n%s", err, b2.String(), want)
	}
	b2.Reset()
	if err := WritePairsJSON(&b2, pairs[:1], others[:1]); err != nil || !strings.HasPrefix(b2.String(),
		`{"path":"run.events","expected":500,"actual":501,"difference":1,"ci":2.48`) || strings.Count(b2.String(), "\n") != 2 {
		t.Errorf("%v, got %s", err, b2.String())
	}
}

func TestComparePairedRefuses(t *testing.T) {
	for name, change := range map[string]func(r *result.Report){
		"seeds":       func(r *result.Report) { r.Settings.Seed = 2 },
		"warm-ups":    func(r *result.Report) { r.Settings.Warmup = 5 },
		"arrivals":    func(r *result.Report) { r.Settings.Arrivals = ptr(int64(7)) },
		"replication": func(r *result.Report) { r.PerReplication = nil },
	} {
		b := replicated(1, 2)
		change(b)
		_, _, err := ComparePaired(replicated(1, 2), b, Options{})
		var in InputError
		if !errors.As(err, &in) || in.Code != diag.NotPaired || !strings.Contains(in.Summary, name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
