package formula

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestAllocations(t *testing.T) {
	tests := []struct {
		name               string
		flows              [][]int
		capacity           []float64
		maxmin, bottleneck []float64
	}{
		{"one flow, two stages", [][]int{{0, 1}}, []float64{3, 2}, []float64{2}, []float64{2}},
		{"what a slow flow leaves", [][]int{{0, 1}, {0}, {1}}, []float64{1, 2}, []float64{0.5, 0.5, 1.5}, []float64{0.5, 0.5, 1}},
		{"incast", [][]int{{0, 2}, {1, 2}, {0, 3}}, []float64{1, 1, 1, 1}, []float64{0.5, 0.5, 0.5}, []float64{0.5, 0.5, 0.5}},
		{"parking lot", [][]int{{0, 1, 2}, {0}, {1}, {2}}, []float64{1, 2, 4}, []float64{0.5, 0.5, 1.5, 3.5}, []float64{0.5, 0.5, 1, 2}},
		{"no flow", nil, []float64{1}, nil, nil},
	}
	for _, tt := range tests {
		for _, policy := range []struct {
			name string
			got  []float64
			want []float64
		}{{"max-min", MaxMin(tt.flows, tt.capacity), tt.maxmin}, {"bottleneck", Bottleneck(tt.flows, tt.capacity), tt.bottleneck}} {
			for i, want := range policy.want {
				near(t, tt.name+", "+policy.name, policy.got[i], want)
			}
		}
	}
}

// TestMaxMinIsFair: no stage is over its capacity, and every flow has a stage that
// is full and at which no flow has more.
func TestMaxMinIsFair(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		capacity := make([]float64, 2+r.IntN(6))
		for s := range capacity {
			capacity[s] = 0.1 + 10*r.Float64()
		}
		flows := make([][]int, 1+r.IntN(20))
		for i := range flows {
			flows[i] = r.Perm(len(capacity))[:1+r.IntN(min(3, len(capacity)))]
		}
		rates := MaxMin(flows, capacity)
		used, most := make([]float64, len(capacity)), make([]float64, len(capacity))
		for i, stages := range flows {
			for _, s := range stages {
				used[s] += rates[i]
				most[s] = max(most[s], rates[i])
			}
		}
		for s := range capacity {
			if used[s] > capacity[s]*(1+1e-9) {
				t.Fatalf("stage %d of capacity %v carries %v: %v", s, capacity[s], used[s], flows)
			}
		}
		for i, stages := range flows {
			bound := false
			for _, s := range stages {
				bound = bound || used[s] > capacity[s]*(1-1e-9) && rates[i] > most[s]*(1-1e-9)
			}
			if !bound || math.IsInf(rates[i], 0) {
				t.Fatalf("flow %d at rate %v could have more: %v, %v", i, rates[i], flows, capacity)
			}
		}
	}
}
