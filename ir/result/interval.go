package result

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// MeanInterval returns the mean of at least two independent values and the
// half-width of its 95% interval, t(n−1)·s/√n. Equal values give exactly that
// value and 0.
func MeanInterval(xs []float64) (mean, half float64) {
	mean, deviation := spread(xs)
	n := float64(len(xs))
	return mean, StudentT(0.95, len(xs)-1) * deviation / math.Sqrt(n)
}

// StudentT returns the value that Student's t with so many degrees of freedom (≥ 1)
// exceeds in absolute value with probability 1 − confidence.
func StudentT(confidence float64, freedom int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile((1 + confidence) / 2)
}

// spread returns the mean and the sample standard deviation of at least one value.
// It sums distances from the first one, which are 0 where values are equal.
func spread(xs []float64) (mean, deviation float64) {
	n := float64(len(xs))
	for _, x := range xs {
		mean += x - xs[0]
	}
	mean = xs[0] + mean/n
	squares := 0.0
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(squares / max(1, n-1))
}
