package sim

import (
	"math"
	"math/rand/v2"
	"testing"
)

// mser5 is the rule by its definition: every cut is tried, every sum made anew.
func mser5(samples []float64) (cut int) {
	var z []float64
	for i := 0; i+5 <= len(samples); i += 5 {
		z = append(z, (samples[i]+samples[i+1]+samples[i+2]+samples[i+3]+samples[i+4])/5)
	}
	least := math.Inf(1)
	for d := 0; d+5 <= len(z); d++ {
		rest := z[d:]
		mean, squares := 0.0, 0.0
		for _, x := range rest {
			mean += x / float64(len(rest))
		}
		for _, x := range rest {
			squares += (x - mean) * (x - mean)
		}
		if m := squares / float64(len(rest)*len(rest)); m < least {
			cut, least = 5*d, m
		}
	}
	return cut
}

func TestWarmupCut(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		n := 100 + random.IntN(400)
		decay, size := 5+60*random.Float64(), 20*random.Float64()
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = 10 + size*math.Exp(-float64(i)/decay) + random.NormFloat64()
		}
		want := mser5(xs)
		if cut, ok := WarmupCut(xs); cut != want || ok != (want/5 <= n/5/2) {
			t.Errorf("%d samples, transient of %v over %v: cut %d, %v; want %d", n, size, decay, cut, ok, want)
		}
	}
}

func TestWarmupCutOfPlainCases(t *testing.T) {
	step := make([]float64, 200) // 60 samples of a start-up, then two values in turn
	for i := range step {
		step[i] = float64(i / 5 % 2)
		if i < 60 {
			step[i] = 50
		}
	}
	line := make([]float64, 200) // grows as long as it runs
	for i := range line {
		line[i] = float64(i)
	}
	for _, tt := range []struct {
		name    string
		samples []float64
		cut     int
		ok      bool
	}{
		{"a step", step, 60, true},
		{"all equal", make([]float64, 100), 0, true},
		{"no steady state", line, 175, false},
		{"too few", step[:99], 0, false},
		{"none", nil, 0, false},
	} {
		if cut, ok := WarmupCut(tt.samples); cut != tt.cut || ok != tt.ok {
			t.Errorf("%s: cut %d, %v; want %d, %v", tt.name, cut, ok, tt.cut, tt.ok)
		}
	}
}
