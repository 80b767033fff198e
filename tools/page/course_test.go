package page

import (
	"math"
	"math/rand/v2"
	"testing"

	"serq/ir/result"
)

// randomCourse is a course of n spans, of which the last one is shorter.
func randomCourse(r *rand.Rand, n int) result.Course {
	c := result.Course{Width: 0.5, End: 0.5 * (float64(n) - 0.25)}
	for range n {
		mean := 10 * r.Float64()
		c.Spans = append(c.Spans, result.Span{Least: mean - r.Float64(), Mean: mean, Greatest: mean + r.ExpFloat64()})
	}
	return c
}

func summary(c result.Course) (least, greatest, area float64) {
	least, greatest = math.Inf(1), math.Inf(-1)
	for i, s := range c.Spans {
		least, greatest = min(least, s.Least), max(greatest, s.Greatest)
		area += s.Mean * min(c.Width, c.End-float64(i)*c.Width)
	}
	return least, greatest, area
}

func TestCoarserKeepsPeaksAndArea(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 100, 511} {
		fine := randomCourse(r, n)
		coarse := coarser(fine)
		least, greatest, area := summary(fine)
		least2, greatest2, area2 := summary(coarse)
		if len(coarse.Spans) != (n+1)/2 || least != least2 || greatest != greatest2 || math.Abs(area-area2) > 1e-9*area {
			t.Errorf("%d spans: %d of %v to %v, area %v; were %v to %v, area %v", n, len(coarse.Spans), least2, greatest2, area2, least, greatest, area)
		}
	}
}

func TestThin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n, want := range map[int]int{1: 512, 70: 512, 100: 256, 1000: 64, 3000: 64} {
		courses := make([]*result.Course, n)
		for i := range courses {
			c := randomCourse(r, 512)
			courses[i] = &c
		}
		thin(courses)
		if got := len(courses[0].Spans); got != want || len(courses[n-1].Spans) != want {
			t.Errorf("%d courses: %d spans each, want %d", n, got, want)
		}
	}
}
