package formula

import "math"

// A Sharing is M/G/1-PS and its relatives: Poisson arrivals at rate Lambda, jobs
// of mean work Work, of which n are served at rate Capacity(n)/n each.
//
// The number present does not depend on the distribution of the work beyond its
// mean (insensitivity), so it is that of a birth-and-death process:
//
//	p(n) ∝ Π λ·Work/Capacity(k), k = 1..n
//
// and a job of work x stays x·(E[T]/Work) on average. With a constant capacity φ
// and ρ = λ·Work/φ, E[T] = Work/(φ(1 − ρ)). Source: Kelly, "Reversibility and
// Stochastic Networks" (1979), §3.3; Cohen, "The multiple phase service network
// with generalized processor sharing", Acta Informatica 12 (1979).
type Sharing struct {
	Lambda, Work float64
	Capacity     func(n int) float64
}

// Chain is the number present. Only if the work is exponential does it move as
// this process moves; otherwise it has the same probabilities.
func (q Sharing) Chain() (*BirthDeath, error) {
	return NewBirthDeath(func(int) float64 { return q.Lambda },
		func(n int) float64 { return q.Capacity(n) / q.Work }, math.MaxInt)
}

// MG1PS is M/G/1-PS with a constant capacity: the mean response.
func MG1PS(lambda, work, capacity float64) float64 {
	return work / (capacity - lambda*work)
}
