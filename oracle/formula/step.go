package formula

// An Engine serves batches: an iteration carries at most Budget tokens and takes
// Fixed + PerToken·tokens clock units, both ≥ 0.
//
// Serving a token costs least in a full batch, and most alone; a job of w tokens
// needs at most ⌈w⌉ iterations of its own. So tokens that arrive at rate r with
// jobs at rate j keep the engine busy for a share of the time between
//
//	r(Fixed/Budget + PerToken)   and   r(Fixed + PerToken) + j·Fixed
//
// whatever the batches are, as long as nothing is computed twice. Source: the
// accounting above; the saturated case is Bailey's bulk service with a linear
// batch time, as in Inoue, "Queueing analysis of GPU-based inference servers
// with dynamic batching", Performance Evaluation 147 (2021), §3.
type Engine struct {
	Budget          float64 // tokens, > 0
	Fixed, PerToken float64 // clock units
}

// Capacity is the most tokens per clock unit, in full batches.
func (e Engine) Capacity() float64 { return 1 / (e.Fixed/e.Budget + e.PerToken) }

// Utilization returns the bounds on the share of time in an iteration.
func (e Engine) Utilization(tokens, jobs float64) (low, high float64) {
	low = tokens / e.Capacity()
	high = tokens*(e.Fixed+e.PerToken) + jobs*e.Fixed
	return low, min(1, high)
}
