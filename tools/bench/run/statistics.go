package main

import (
	"math"
	"slices"
)

// median returns the middle of the figures, or the mean of the two that are; of none it
// is NaN.
func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	n := len(x)
	if n == 0 {
		return math.NaN()
	}
	return (x[(n-1)/2] + x[n/2]) / 2
}

// ratio returns the median of x[i]/y[i]. What made a turn slow made both figures of it
// larger, and is gone from their ratio.
func ratio(x, y []float64) float64 {
	ratios := make([]float64, min(len(x), len(y)))
	for i := range ratios {
		ratios[i] = x[i] / y[i]
	}
	return median(ratios)
}

// slope returns by which power of n a cost grows: the slope of the line through the
// logarithms with the least squares. Both are above 0, and two n differ.
func slope(n, cost []float64) float64 {
	meanX, meanY := 0.0, 0.0
	for i := range n {
		meanX += math.Log(n[i]) / float64(len(n))
		meanY += math.Log(cost[i]) / float64(len(n))
	}
	xx, xy := 0.0, 0.0
	for i := range n {
		dx := math.Log(n[i]) - meanX
		xx += dx * dx
		xy += dx * (math.Log(cost[i]) - meanY)
	}
	return xy / xx
}
