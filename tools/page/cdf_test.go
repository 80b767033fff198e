package page

import (
	"math"
	"slices"
	"sort"
	"testing"
)

// Every point of a thinned function is one of the whole function, and those that are left
// out lie close to what is drawn: in the body within a hundredth, in the tail within a
// quarter of 1 − F.
func TestCDFsOfAllShapes(t *testing.T) {
	for name, xs := range shapes() {
		t.Run(name, func(t *testing.T) {
			slices.Sort(xs)
			c := cdfOf(newSampled(distributionOf(xs...)))
			if len(c.X) > mostPoints+1 || !slices.IsSorted(c.X) || !slices.IsSorted(c.F) {
				t.Fatalf("%d points, sorted: %v, %v", len(c.X), slices.IsSorted(c.X), slices.IsSorted(c.F))
			}
			n := len(xs)
			notGreater := func(x float64) float64 {
				return float64(sort.Search(n, func(i int) bool { return xs[i] > x })) / float64(n)
			}
			share := func(x float64) float64 { return notGreater(x) - notGreater(math.Nextafter(x, math.Inf(-1))) }
			if c.X[0] != xs[0] || c.F[0] != 0 {
				t.Errorf("begins at %v, %v", c.X[0], c.F[0])
			}
			for i := 1; i < len(c.X); i++ {
				if want := notGreater(c.X[i]); c.F[i] != want {
					t.Errorf("F(%v) = %v, want %v", c.X[i], c.F[i], want)
				}
				below, above := 1-c.F[i-1], 1-c.F[i]
				between := c.F[i] - c.F[i-1]
				if between == share(c.X[i]) { // the two are neighbours
					continue
				}
				if between > 0.01 || below < 0.01 && below/above > 1.25 {
					t.Errorf("between F = %v and %v there is no point", c.F[i-1], c.F[i])
				}
			}
			if last := len(c.X) - 1; c.X[last] != xs[n-1] || c.F[last] != 1 {
				t.Errorf("ends at %v, %v", c.X[last], c.F[last])
			}
			for _, m := range newSampled(distributionOf(xs...)).marks() {
				if !slices.Contains(c.X, m.At) {
					t.Errorf("%s = %v is not among the points", m.Name, m.At)
				}
			}
		})
	}
}

// Infinite samples have no place on the axis, but they count.
func TestCDFWithInfinity(t *testing.T) {
	inf := math.Inf(1)
	c := cdfOf(newSampled(distributionOf(-inf, 1, 2, inf)))
	if !slices.Equal(c.X, []float64{1, 1, 2}) || !slices.Equal(c.F, []float64{0.25, 0.5, 0.75}) {
		t.Errorf("points %v, %v", c.X, c.F)
	}
}
