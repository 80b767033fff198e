package formula

// An MG1 is M/G/1: Poisson arrivals at rate Lambda, one server, independent
// service times with the moments Mean = E[S] and Second = E[S²], in order of
// arrival, no limit, λE[S] < 1.
//
//	wait = λE[S²] / (2(1 − λE[S]))       Pollaczek-Khinchine
//
// It needs no more than the two moments; without a second one the wait is
// infinite. Source: Kleinrock, "Queueing Systems", vol. 1 (1975), eq. 5.69.
type MG1 struct{ Lambda, Mean, Second float64 }

// Wait is the mean time in the queue.
func (q MG1) Wait() float64 { return q.Lambda * q.Second / (2 * (1 - q.Lambda*q.Mean)) }
