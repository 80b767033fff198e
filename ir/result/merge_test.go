package result

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMeanInterval(t *testing.T) {
	for _, tt := range []struct {
		xs         []float64
		mean, half float64
	}{
		{[]float64{1, 2, 3, 4}, 2.5, 3.182446 * math.Sqrt(5.0/3) / 2}, // t quantiles from a table
		{[]float64{-1, 1}, 0, 12.706205},
		{[]float64{0.1, 0.1, 0.1}, 0.1, 0},
		{[]float64{1e300, 1e300}, 1e300, 0},
	} {
		mean, half := MeanInterval(tt.xs)
		if mean != tt.mean || math.Abs(half-tt.half) > 1e-6*tt.half {
			t.Errorf("%v: %v ± %v, want %v ± %v", tt.xs, mean, half, tt.mean, tt.half)
		}
	}
	if q := StudentT(0.99, 19); math.Abs(q-2.860935) > 1e-6 {
		t.Errorf("t(19) at 99%% is %v", q)
	}
}

// TestMergeOfTheSame demands that no figure is lost or changed where all agree.
func TestMergeOfTheSame(t *testing.T) {
	single := everything()
	single.Run.MeanLive = 0.1 // three of which add up to more than 0.3
	got := Merge([]Report{*single, *single, *single})
	want := everything()
	want.Run.MeanLive = 0.1
	want.Settings.Replications = 3
	want.PerReplication = []Report{*single, *single, *single}
	for i := range want.Observes {
		if o := &want.Observes[i]; o.Mean != nil {
			o.CI = ptr(0.0)
		}
	}
	want.Gauges[0].CI = ptr(0.0)
	for i := range want.Notes {
		want.Notes[i] += " (in 3 of 3 replications)"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestMerge(t *testing.T) {
	a, b, c := everything(), everything(), everything()
	a.Run.Ended, b.Run.Ended, c.Run.Ended = 1, 2, 4
	a.Run.Partial, b.Run.Partial, c.Run.Partial = false, true, false
	a.Observes[0].Mean, b.Observes[0].Mean, c.Observes[0].Mean = ptr(1.0), ptr(2.0), ptr(3.0)
	b.Observes[0].QuantileMethod = "ddsketch"
	c.Observes[1].Mean = nil
	a.Gauges[0].Mean = nil
	*b.Stages[2].Iterations++
	b.Stages[2].MeanWait = nil
	a.Pools[0].OverCap = nil
	c.Pools[0].OverCap.Session = 9
	b.Serving.MeanTTFT, c.Serving.P99E2EL = ptr(180.25), nil
	a.Notes = []string{"stage E[1] is 96.5% utilised"}
	b.Notes = []string{"stage E[0] is 97.0% utilised", "other"}
	c.Notes = []string{"stage E[1] is 98.5% utilised"}

	r := Merge([]Report{*a, *b, *c})
	if math.Abs(float64(r.Run.Ended)-7.0/3) > 1e-15 || math.Abs(float64(*r.Stages[2].Iterations)-123456-1.0/3) > 1e-9 {
		t.Errorf("counts are %v and %v", r.Run.Ended, *r.Stages[2].Iterations)
	}
	if !r.Run.Partial || r.Settings.Replications != 3 || len(r.PerReplication) != 3 {
		t.Errorf("partial %v of %d replications, %d reports", r.Run.Partial, r.Settings.Replications, len(r.PerReplication))
	}
	o := r.Observes[0]
	if *o.Mean != 2 || math.Abs(*o.CI-4.302653/math.Sqrt(3)) > 1e-6 || o.QuantileMethod != "ddsketch" {
		t.Errorf("%v ± %v by %s", *o.Mean, *o.CI, o.QuantileMethod)
	}
	if r.Observes[1].Mean != nil || r.Observes[1].CI != nil || r.Gauges[0].Mean != nil || r.Gauges[0].CI != nil ||
		r.Stages[2].MeanWait != nil || r.Serving.P99E2EL != nil {
		t.Error("a figure is there that one replication lacks")
	}
	if *r.Serving.MeanTTFT != 160.25 {
		t.Errorf("mean TTFT %v", *r.Serving.MeanTTFT)
	}
	if over := r.Pools[0].OverCap; over == nil || over.Session != 7 || over.Need != 100001 {
		t.Errorf("over cap: %v", over)
	}
	want := []string{
		"stage E[1] is 96.5% utilised (in 2 of 3 replications)",
		"stage E[0] is 97.0% utilised (in 1 of 3 replications)",
		"other (in 1 of 3 replications)",
		"observation bytes has a mean in 2 of 3 replications only, and so none over all",
		"gauge depth has a mean in 2 of 3 replications only, and so none over all",
	}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q", r.Notes)
	}

	again, found := Read(document(t, r))
	if diff := cmp.Diff(r, again); found != nil || diff != "" {
		t.Errorf("%v\n%s", found, diff)
	}
}
