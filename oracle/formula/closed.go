package formula

import "math"

// A Station is one of a closed network: a visit's mean work, all visits of a
// round together, is Demand, and n jobs are served at rate Rate(n) in all.
type Station struct {
	Demand float64             // > 0
	Rate   func(n int) float64 // 1 for a server, n for a delay, min(n, c) for c servers, φ(n) for ps
}

// Closed is a closed network of product form (Gordon and Newell; Baskett,
// Chandy, Muntz and Palacios): n jobs go round over the stations. A station is a
// delay or processor sharing, with any distribution of the work, or serves in order of
// arrival exponential work that is the same for all. With
//
//	f(k; j) = Π Demand(k)/Rate(k; i), i = 1..j
//	G(m) = Σ Π f(k; j(k)) over all j(1) + j(2) + … = m
//
// the throughput is G(n−1)/G(n) rounds per clock unit, and the mean number at k is
// Σ j f(k; j) G₋ₖ(n−j) / G(n), G₋ₖ being the G of the others. Source: Buzen,
// "Computational algorithms for closed queueing networks with exponential
// servers", CACM 16 (1973); Baskett et al., JACM 22 (1975).
func Closed(n int, stations []Station) (throughput float64, numbers []float64) {
	logs := make([][]float64, len(stations))
	for k, s := range stations {
		logs[k] = s.logs(n)
	}
	all := convolveAll(logs, -1, n)
	numbers = make([]float64, len(stations))
	for k := range stations {
		others := convolveAll(logs, k, n)
		for j := 1; j <= n; j++ {
			numbers[k] += float64(j) * math.Exp(logs[k][j]+others[n-j]-all[n])
		}
	}
	return math.Exp(all[n-1] - all[n]), numbers
}

// logs returns ln f(j), j = 0..n: f itself leaves the range of a float64.
func (s Station) logs(n int) []float64 {
	f := make([]float64, n+1)
	for j := 1; j <= n; j++ {
		f[j] = f[j-1] + math.Log(s.Demand/s.Rate(j))
	}
	return f
}

// convolveAll returns ln G of the stations but one; skip −1 leaves none out.
func convolveAll(logs [][]float64, skip, n int) []float64 {
	g := make([]float64, n+1)
	for m := 1; m <= n; m++ {
		g[m] = math.Inf(-1)
	}
	for k, f := range logs {
		if k != skip {
			g = convolve(g, f)
		}
	}
	return g
}

// convolve returns the logarithms of a convolution, from those of its parts.
func convolve(f, g []float64) []float64 {
	out := make([]float64, len(f))
	for m := range out {
		top := math.Inf(-1)
		for j := 0; j <= m; j++ {
			top = max(top, f[j]+g[m-j])
		}
		sum := 0.0
		for j := 0; j <= m; j++ {
			sum += math.Exp(f[j] + g[m-j] - top) // top is finite: g[0] and the f before it are
		}
		out[m] = top + math.Log(sum)
	}
	return out
}
