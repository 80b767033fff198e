package formula

import (
	"fmt"
	"math"
)

// A BirthDeath is a birth-and-death process in steady state: a queue whose
// number n goes up at rate Birth(n) and down at rate Death(n), by one at a time.
//
// Its probabilities are p(n) = p(0)·Π birth(k−1)/death(k), k = 1..n. Source:
// Kleinrock, "Queueing Systems", vol. 1 (1975), eq. 3.11.
type BirthDeath struct {
	p     []float64 // probability of n
	birth func(n int) float64
}

// mostStates bounds the states of a process: M/M/1 at 99.99% utilisation has
// 400,000 that matter.
const mostStates = 1_000_000

// lost is the probability of the states that may be left out.
const lost = 1e-16

// NewBirthDeath solves a process with the states 0 to last, which may be
// math.MaxInt. Without a last state, birth(n)/death(n+1) must not grow with n.
// The error says that there is no steady state, or none within reach.
func NewBirthDeath(birth, death func(n int) float64, last int) (*BirthDeath, error) {
	logs := []float64{0} // ln p(n)/p(0), since p(0) may be below what a float64 can hold
	highest, sum := 0.0, 1.0
	for n := 0; n < last; n++ {
		ratio := birth(n) / death(n+1)
		if !(ratio > 0) { // no way up
			break
		}
		next := logs[n] + math.Log(ratio)
		if rest := math.Exp(next-highest) / (1 - ratio); last == math.MaxInt && ratio < 1 && rest < lost*sum {
			break
		}
		if len(logs) == mostStates {
			return nil, fmt.Errorf("the number in the queue has no distribution within %d states", mostStates)
		}
		logs = append(logs, next)
		if next > highest {
			sum *= math.Exp(highest - next)
			highest = next
		}
		sum += math.Exp(next - highest)
	}
	b := &BirthDeath{make([]float64, len(logs)), birth}
	for n, l := range logs {
		b.p[n] = math.Exp(l-highest) / sum
	}
	return b, nil
}

// P returns the probability of n in the queue.
func (b *BirthDeath) P(n int) float64 {
	if n < 0 || n >= len(b.p) {
		return 0
	}
	return b.p[n]
}

// Mean returns the mean of a function of the number in the queue.
func (b *BirthDeath) Mean(f func(n int) float64) float64 {
	sum := 0.0
	for n, p := range b.p {
		sum += p * f(n)
	}
	return sum
}

// AsymptoticVariance returns the σ² of a time average of f: over a long time t,
// the average is normal around Mean(f) with variance σ²/t. With
// S(n) = Σ p(i)(f(i) − Mean(f)), i ≤ n, it is
//
//	σ² = 2 Σ S(n)² / (birth(n) p(n))
//
// Source: Whitt, "Asymptotic formulas for Markov processes with applications to
// simulation", Oper. Res. 40 (1992), prop. 1.
func (b *BirthDeath) AsymptoticVariance(f func(n int) float64) float64 {
	mean := b.Mean(f)
	sum, below := 0.0, 0.0
	for n, p := range b.p[:len(b.p)-1] {
		below += p * (f(n) - mean)
		if flow := b.birth(n) * p; flow > 0 { // 0: too rare for a float64
			sum += below / flow * below
		}
	}
	return 2 * sum
}

// Number is the f of a mean number.
func Number(n int) float64 { return float64(n) }

// Busy is the f of the mean number of busy servers, of c.
func Busy(c int) func(n int) float64 {
	return func(n int) float64 { return float64(min(n, c)) }
}
