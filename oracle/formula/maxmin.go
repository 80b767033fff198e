package formula

import "math"

// MaxMin returns the max-min fair rates of flows: flow i uses the stages flows[i],
// each once and at least one, and stage s has the capacity capacity[s] > 0.
//
// Progressive filling: all rates rise together; when a stage is full, its flows
// stop; the others go on. An allocation is max-min fair exactly if every flow has
// a stage that is full and at which no flow has more. Source: Bertsekas and
// Gallager, "Data Networks" (1992), §6.5.2.
//
// Three flows over A (1) and B (2): over both 1/2, over A alone 1/2, over B alone 3/2.
func MaxMin(flows [][]int, capacity []float64) []float64 {
	rates := make([]float64, len(flows))
	left := append([]float64(nil), capacity...)
	stopped := make([]bool, len(flows))
	for running := len(flows); running > 0; {
		count := countFlows(flows, stopped, len(capacity))
		rise, tightest := math.Inf(1), -1
		for s, n := range count {
			if n > 0 && left[s]/float64(n) < rise {
				rise, tightest = left[s]/float64(n), s
			}
		}
		for i, stages := range flows {
			if !stopped[i] {
				rates[i] += rise
				for _, s := range stages {
					left[s] -= rise
				}
			}
		}
		for i, stages := range flows {
			if !stopped[i] && isFull(stages, left, capacity, tightest) {
				stopped[i] = true
				running--
			}
		}
	}
	return rates
}

// full is how much of a capacity may be left at a stage that is full: what
// rounding leaves behind.
const full = 1e-12

// isFull reports whether a flow's stages include one that is full; tightest is,
// whatever rounding says.
func isFull(stages []int, left, capacity []float64, tightest int) bool {
	for _, s := range stages {
		if s == tightest || left[s] <= full*capacity[s] {
			return true
		}
	}
	return false
}

// Bottleneck returns each flow's equal share of the tightest of its stages: the
// least capacity[s]/n(s), n(s) being the flows at s.
func Bottleneck(flows [][]int, capacity []float64) []float64 {
	count := countFlows(flows, make([]bool, len(flows)), len(capacity))
	rates := make([]float64, len(flows))
	for i, stages := range flows {
		rates[i] = math.Inf(1)
		for _, s := range stages {
			rates[i] = min(rates[i], capacity[s]/float64(count[s]))
		}
	}
	return rates
}

// countFlows returns how many flows that have not stopped each stage has.
func countFlows(flows [][]int, stopped []bool, stages int) []int {
	count := make([]int, stages)
	for i, on := range flows {
		if !stopped[i] {
			for _, s := range on {
				count[s]++
			}
		}
	}
	return count
}
