package formula

// An MMCK is M/M/c/K: as MMC, but an arrival that finds K in the queue and in
// service is lost. It always has a steady state.
//
//	p(n) ∝ Π λ/(min(k, C)μ), k = 1..n, n ≤ K
//	P(loss) = p(K)                       arrivals see time averages
//	response = mean number / (λ(1 − p(K)))
//
// Source: Kleinrock, "Queueing Systems", vol. 1 (1975), §3.6 to §3.8; PASTA:
// Wolff, Oper. Res. 30 (1982).
type MMCK struct {
	Lambda, Mu float64
	C, K       int // 1 ≤ C; 1 ≤ K
}

// Chain is the number in the queue and in service.
func (q MMCK) Chain() (*BirthDeath, error) {
	return NewBirthDeath(func(int) float64 { return q.Lambda }, servers(q.C, q.Mu), q.K)
}

// Loss is the share of the arrivals that are lost.
func (q MMCK) Loss(chain *BirthDeath) float64 { return chain.P(q.K) }

// Response is the mean time from arrival to departure of the jobs that got in.
func (q MMCK) Response(chain *BirthDeath) float64 {
	return chain.Mean(Number) / (q.Lambda * (1 - q.Loss(chain)))
}
