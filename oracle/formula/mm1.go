package formula

// An MM1 is M/M/1: Poisson arrivals at rate Lambda, exponential service at rate
// Mu > Lambda, one server, no limit. Any order that does not look at service
// times has the same means.
//
//	response = 1/(μ − λ)
//
// Source: Kleinrock, "Queueing Systems", vol. 1 (1975), §3.2.
type MM1 struct{ Lambda, Mu float64 }

// Response is the mean time from arrival to departure.
func (q MM1) Response() float64 { return 1 / (q.Mu - q.Lambda) }
