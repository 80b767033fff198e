package sim

// WarmupCut says how many of the first samples of a run belong to its start-up: the
// truncation rule MSER-5. The samples are averaged in batches of 5, and of all
// places to cut, that one is chosen which gives the mean of the rest the least
// standard error, Σ(z − z̄)²/(n − d)² over the n − d batches after the cut. So a
// transient is cut as long as the bias that it adds outweighs what its samples are
// worth. ok is false where that cannot be said: there are fewer than 20 batches, or
// the best place is in the second half, so that no steady state is in sight.
//
// Cuts that leave fewer than 5 batches are not considered: so few agree by chance.
//
// Sources: K. P. White, "An effective truncation heuristic for bias reduction in
// simulation output", Simulation 69 (1997); K. P. White, M. J. Cobb, S. C. Spratt,
// "A comparison of five steady-state truncation heuristics for simulation", Winter
// Simulation Conference 2000.
func WarmupCut(samples []float64) (cut int, ok bool) {
	const size, fewest, left = 5, 20, 5
	n := len(samples) / size
	if n < fewest {
		return 0, false
	}
	best, least := 0, infinity
	var rest moments // of the batches from d on
	for d := n - 1; d >= 0; d-- {
		batch := samples[d*size : (d+1)*size]
		rest.merge(moments{count: 1, mean: sum(batch) / size})
		if k := float64(rest.count); k >= left && rest.m2/(k*k) <= least { // of equal ones the earliest
			best, least = d, rest.m2/(k*k)
		}
	}
	return best * size, 2*best <= n
}
