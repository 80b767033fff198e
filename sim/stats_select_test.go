package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSelectionIsASort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shapes := map[string]func(i, n int) float64{
		"random":    func(int, int) float64 { return r.ExpFloat64() },
		"few":       func(int, int) float64 { return float64(r.IntN(3)) },
		"equal":     func(int, int) float64 { return 7 },
		"ascending": func(i, _ int) float64 { return float64(i) },
		"falling":   func(i, n int) float64 { return float64(n - i) },
		"organ":     func(i, n int) float64 { return float64(min(i, n-i)) },
		"infinite":  func(i, _ int) float64 { return []float64{math.Inf(-1), 0, math.Inf(1)}[i%3] },
		"signed":    func(int, int) float64 { return math.Exp(20*r.NormFloat64()) * float64(1-2*r.IntN(2)) },
		"zeros":     func(i, _ int) float64 { return []float64{math.Copysign(0, -1), 1, -1, 0}[i%4] },
	}
	for name, at := range shapes {
		for _, n := range []int{1, 2, 3, 24, 25, 26, 100, 1000, 20_000} {
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = at(i, n)
			}
			want := sorted(xs)
			s := selectionOf(xs)
			ranks := []int64{1, int64(n+1) / 2, int64(n+1) / 2, int64(n), int64(n)}
			for range 5 {
				ranks = append(ranks, 1+r.Int64N(int64(n)))
			}
			slices.Sort(ranks)
			for _, rank := range ranks {
				if got := s.at(rank); got != want[rank-1] {
					t.Fatalf("%s of %d: rank %d is %v, want %v", name, n, rank, got, want[rank-1])
				}
			}
			if got := sorted(s.xs); !slices.Equal(got, want) {
				t.Fatalf("%s of %d: the values are others", name, n)
			}
		}
	}
}

// Values that occurred several times are found as if each were there so often.
func TestWeightedSelectionIsASort(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, 24, 25, 26, 100, 5000} {
		for _, distinct := range []int{1, 3, 1 << 30} {
			s := weightedSelection{}
			all := []float64{}
			for range n {
				w := weighted{float64(r.IntN(distinct)), 1 + r.Int64N(5)}
				s.runs = append(s.runs, w)
				for range w.n {
					all = append(all, w.value)
				}
			}
			slices.Sort(all)
			ranks := []int64{1, int64(len(all)), int64(len(all))}
			for range 10 {
				ranks = append(ranks, 1+r.Int64N(int64(len(all))))
			}
			for _, rank := range ranks {
				if got := s.at(rank); got != all[rank-1] {
					t.Fatalf("%d runs of %d values: rank %d is %v, want %v", n, distinct, rank, got, all[rank-1])
				}
			}
		}
	}
}
