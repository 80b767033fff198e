package sim

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/ir/result"
	"serq/sim/rng"
)

func TestTimeAvg(t *testing.T) {
	var a timeAvg
	a.set(2, 3) // 0 over [0, 2)
	a.set(4, 5) // 3 over [2, 4)
	if got := a.integral(6); got != 6+10 {
		t.Errorf("integral %v, want 16", got)
	}
	a.reset(6)
	a.set(7, 1) // 5 over [6, 7), then 1
	if got := a.average(6, 10); got != (5+3)/4.0 {
		t.Errorf("average %v, want 2", got)
	}
	if got := a.average(6, 6); got != 0 {
		t.Errorf("average over no time: %v", got)
	}
}

type change struct{ time, value float64 }

func trackOf(keep bool, warmup float64, changes ...change) *gaugeTrack {
	g := newGaugeTrack("g", keep)
	for _, c := range changes {
		if warmup > 0 && c.time >= warmup {
			g.reset(warmup)
			warmup = 0
		}
		g.set(c.time, c.value)
	}
	return &g
}

func TestGaugeByHand(t *testing.T) {
	f := func(x float64) *float64 { return &x }
	inf, nan := math.Inf(1), math.NaN()
	// 1 on [0, 10), 3 on [10, 20): ten windows each way; the mean of windows is 2,
	// their sample variance 20/19.
	step := 2.093 * math.Sqrt(20.0/19/20)
	// 1 on [0, 0.5), 0 until 20: one window has 1/2, 19 have 0; mean 1/40, sample
	// variance (1/4 − 20/1600)/19.
	spike := 2.093 * math.Sqrt((0.25-0.0125)/19/20)
	tests := []struct {
		name    string
		warmup  float64
		changes []change
		end     float64
		want    result.Gauge
	}{
		{"constant", 0, []change{{0, 4}}, 16, result.Gauge{Mean: f(4), CI: f(0), Min: f(4), Max: f(4)}},
		{"a step", 0, []change{{0, 1}, {10, 3}}, 20, result.Gauge{Mean: f(2), CI: f(step), Min: f(1), Max: f(3)}},
		{"a step after the warm-up", 100, []change{{0, 7}, {50, 9}, {100, 1}, {110, 3}}, 120,
			result.Gauge{Mean: f(2), CI: f(step), Min: f(1), Max: f(3)}},
		{"a change within a window", 0, []change{{0, 1}, {0.5, 0}}, 20,
			result.Gauge{Mean: f(1.0 / 40), CI: f(spike), Min: f(0), Max: f(1)}},
		{"held for no time", 0, []change{{0, 1}, {10, 99}, {10, 3}, {20, 50}}, 20,
			result.Gauge{Mean: f(2), CI: f(step), Min: f(1), Max: f(3)}},
		{"infinite for a while", 0, []change{{0, 1}, {3, inf}, {4, 2}}, 20, result.Gauge{Min: f(1)}},
		{"infinite for no time", 0, []change{{0, inf}, {0, 4}}, 16, result.Gauge{Mean: f(4), CI: f(0), Min: f(4), Max: f(4)}},
		{"undefined for a while", 0, []change{{0, 1}, {3, nan}, {4, 2}}, 20, result.Gauge{}},
		{"no measured time", 10, []change{{0, 1}, {10, 2}}, 10, result.Gauge{}},
	}
	for _, tt := range tests {
		tt.want.Name = "g"
		if diff := cmp.Diff(tt.want, trackOf(false, tt.warmup, tt.changes...).report(tt.end), nearly); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// The dump has the value at the end of the warm-up and every change; of one instant
// the last, and nothing where that is no change.
func TestGaugeKept(t *testing.T) {
	g := trackOf(true, 5, change{0, 1}, change{3, 2}, change{5, 4}, change{6, 7}, change{6, 8}, change{7, 9}, change{7, 8}, change{8, 8}, change{9, 1})
	if want := []gaugeChange{{5, 4}, {6, 8}, {9, 1}}; !slices.Equal(g.kept, want) {
		t.Errorf("kept %v, want %v", g.kept, want)
	}
	if g := trackOf(true, 0, change{0, 3}, change{2, 4}); !slices.Equal(g.kept, []gaugeChange{{0, 3}, {2, 4}}) {
		t.Errorf("kept %v from the start", g.kept)
	}
}

// A gauge that changes more often than there are points: the mean and the extremes
// are exact, and the interval nearly.
func TestGaugeBeyondPoints(t *testing.T) {
	src := rng.New(1, 0, rng.Machine, 0, 0)
	g := newGaugeTrack("g", true)
	now, level := 0.0, 0.0
	for range 5 * maxPoints {
		level += draw(src.Normal(0, 1)) - level*1e-5
		g.set(now, level)
		now += draw(src.Exp(1))
	}
	// Full after 1, 2 and 4 times as many changes as there are points.
	if len(g.points) > maxPoints || g.every != 8 {
		t.Fatalf("%d points, one in %d changes", len(g.points), g.every)
	}
	got := g.report(now)

	// The referee adds up the kept track, window by window.
	width := now / batches
	var means [batches]float64
	least, greatest := math.Inf(1), math.Inf(-1)
	for i, c := range g.kept {
		until := now
		if i+1 < len(g.kept) {
			until = g.kept[i+1].time
		}
		least, greatest = min(least, c.value), max(greatest, c.value)
		for w := int(c.time / width); w < batches && float64(w)*width < until; w++ {
			from, to := max(c.time, float64(w)*width), min(until, float64(w+1)*width)
			means[w] += c.value * max(0, to-from) / width
		}
	}
	if mean := momentsOf(means[:]).mean; math.Abs(*got.Mean-mean) > 1e-9*math.Abs(mean) {
		t.Errorf("mean %v, want %v", *got.Mean, mean)
	}
	if *got.Min != least || *got.Max != greatest {
		t.Errorf("from %v to %v, want %v to %v", *got.Min, *got.Max, least, greatest)
	}
	if want := *halfWidth(&means); math.Abs(*got.CI-want) > 1e-4*want {
		t.Errorf("half-width %v, want %v", *got.CI, want)
	}
}
