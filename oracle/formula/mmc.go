package formula

import "math"

// An MMC is M/M/c: Poisson arrivals at rate Lambda, C servers that each serve
// exponential jobs at rate Mu, one queue in order of arrival. With a = λ/μ < C:
//
//	B(0) = 1, B(k) = a B(k−1) / (k + a B(k−1))     Erlang B
//	P(wait) = B(C) / (1 − a/C (1 − B(C)))          Erlang C
//	wait = P(wait) / (Cμ − λ)
//
// Source: Kleinrock, "Queueing Systems", vol. 1 (1975), §3.5; the recursion is
// in Cooper, "Introduction to Queueing Theory" (1981), eq. 3.7.
type MMC struct {
	Lambda, Mu float64
	C          int // ≥ 1
}

// ErlangC is the probability that an arrival has to wait.
func (q MMC) ErlangC() float64 {
	a, b := q.Lambda/q.Mu, 1.0
	for k := 1; k <= q.C; k++ {
		b = a * b / (float64(k) + a*b)
	}
	return b / (1 - a/float64(q.C)*(1-b))
}

// Wait is the mean time in the queue, over all jobs.
func (q MMC) Wait() float64 { return q.ErlangC() / (float64(q.C)*q.Mu - q.Lambda) }

// Chain is the number in the queue and in service.
func (q MMC) Chain() (*BirthDeath, error) {
	return NewBirthDeath(func(int) float64 { return q.Lambda }, servers(q.C, q.Mu), math.MaxInt)
}

// servers is the death rate of c servers of rate mu.
func servers(c int, mu float64) func(n int) float64 {
	return func(n int) float64 { return mu * float64(min(n, c)) }
}
