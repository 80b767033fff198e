package formula

import "math"

// An MM1 is M/M/1: Poisson arrivals at rate Lambda, exponential service at rate
// Mu, one server, no limit. Any order that does not look at service times has
// the same means.
//
//	response = 1/(μ − λ)
//
// Source: Kleinrock, "Queueing Systems", vol. 1 (1975), §3.2.
type MM1 struct{ Lambda, Mu float64 }

// Stable reports whether there is a steady state.
func (q MM1) Stable() bool { return q.Lambda < q.Mu }

// Response is the mean time from arrival to departure.
func (q MM1) Response() float64 { return 1 / (q.Mu - q.Lambda) }

// Number is the mean number waiting and in service: ρ/(1 − ρ).
func (q MM1) Number() float64 { return q.Lambda / (q.Mu - q.Lambda) }

// NumberVariance is the asymptotic variance of the number's time average,
// 2ρ(1+ρ)/(μ(1−ρ)⁴). Source: Whitt, "Planning queueing simulations", Management
// Science 35 (1989), eq. 24.
func (q MM1) NumberVariance() float64 {
	rho := q.Lambda / q.Mu
	return 2 * rho * (1 + rho) / (q.Mu * math.Pow(1-rho, 4))
}
