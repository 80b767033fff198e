package formula

// An MG1 is M/G/1: Poisson arrivals at rate Lambda, one server, independent
// service times with the moments Mean = E[S] and Second = E[S²], in order of
// arrival, no limit.
//
//	wait = λE[S²] / (2(1 − λE[S]))       Pollaczek-Khinchine
//
// It needs no more than the two moments; without a second one the wait is
// infinite. Source: Kleinrock, "Queueing Systems", vol. 1 (1975), eq. 5.69.
type MG1 struct{ Lambda, Mean, Second float64 }

// Stable reports whether there is a steady state.
func (q MG1) Stable() bool { return q.Lambda*q.Mean < 1 }

// Wait is the mean time in the queue.
func (q MG1) Wait() float64 { return q.Lambda * q.Second / (2 * (1 - q.Lambda*q.Mean)) }
