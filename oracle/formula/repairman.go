package formula

// A Repairman is the machine repairman, M/M/C//N: N machines that run for an
// exponential time of mean Think and then need an exponential repair of mean
// Service by one of C repairers. Of the machines, n are down:
//
//	birth(n) = (N − n)/Think, death(n) = min(n, C)/Service
//
// Source: Kleinrock, "Queueing Systems", vol. 1 (1975), §3.9; Jaiswal, "Priority
// Queues" (1968), ch. 2.
type Repairman struct {
	N, C           int // ≥ 1
	Think, Service float64
}

// Chain is the number of machines that are down.
func (q Repairman) Chain() (*BirthDeath, error) {
	return NewBirthDeath(func(n int) float64 { return float64(q.N-n) / q.Think },
		servers(q.C, 1/q.Service), q.N)
}

// Throughput is how many machines go down, and come up again, in a clock unit.
func (q Repairman) Throughput(chain *BirthDeath) float64 { return chain.Mean(Busy(q.C)) / q.Service }
