package sim

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"serq/ir"
	"serq/ir/result"
	"serq/sim/rng"
)

// held is a span over which a number did not change.
func held(v float64) result.Span { return result.Span{Least: v, Greatest: v, Mean: v} }

func TestCourseByHand(t *testing.T) {
	c := newCourse(maxSpans) // spans of 1, if it is run to its horizon
	c.set(0, 2)
	c.set(1.25, 6)
	c.set(1.5, 9) // held for no time
	c.set(1.5, 4)
	c.set(3, 0)
	got := c.at(maxSpans)
	if got.Width != 1 || got.End != maxSpans || len(got.Spans) != maxSpans {
		t.Fatalf("%d spans of %v to %v", len(got.Spans), got.Width, got.End)
	}
	want := []result.Span{held(2), {Least: 2, Greatest: 6, Mean: 0.25*2 + 0.25*6 + 0.5*4}, held(4), held(0), held(0)}
	if !slices.Equal(got.Spans[:5], want) {
		t.Errorf("spans %v, want %v", got.Spans[:5], want)
	}
}

// A run that ends before its horizon has short spans, and the last one may be shorter still.
func TestCourseThatEndsEarly(t *testing.T) {
	for _, end := range []float64{1e-9, 0.3, 1, 512.25, 1023.5} {
		c := newCourse(1e9)
		c.set(0, 3)
		c.set(end/2, 5)
		got := c.at(end)
		if n := len(got.Spans); n < maxSpans/2 || n > maxSpans || float64(n)*got.Width < end || float64(n-1)*got.Width >= end {
			t.Errorf("to %v: %d spans of %v", end, n, got.Width)
		}
		first, last := got.Spans[0], got.Spans[len(got.Spans)-1]
		if near := math.Abs(last.Mean-5) < 1e-9; first != held(3) || !near || last.Least != 5 || last.Greatest != 5 {
			t.Errorf("to %v: from %v to %v", end, first, last)
		}
	}
	c := newCourse(10)
	if got := c.at(0); len(got.Spans) != 0 {
		t.Errorf("over no time: %v", got)
	}
}

// However long a run, no peak is lost, and no area.
func TestCourseKeepsPeaksAndArea(t *testing.T) {
	src := rng.New(1, 0, rng.Machine, 0, 0)
	c := newCourse(1e12)
	now, least, greatest, area := 0.0, math.Inf(1), math.Inf(-1), 0.0
	for range 100_000 {
		v := draw(src.Normal(0, 1))
		c.set(now, v)
		gap := draw(src.Exp(1))
		least, greatest, area = min(least, v), max(greatest, v), area+v*gap
		now += gap
	}
	least2, greatest2, area2 := summary(c.at(now))
	if least2 != least || greatest2 != greatest || math.Abs(area2-area) > 1e-9*now {
		t.Errorf("from %v to %v, area %v; want %v to %v, %v", least2, greatest2, area2, least, greatest, area)
	}
}

// summary returns the extremes and the integral of a course.
func summary(c result.Course) (least, greatest, area float64) {
	least, greatest = math.Inf(1), math.Inf(-1)
	for i, s := range c.Spans {
		least, greatest = min(least, s.Least), max(greatest, s.Greatest)
		area += s.Mean * min(c.Width, c.End-float64(i)*c.Width)
	}
	return least, greatest, area
}

// An infinite value is not lost, and makes no later span infinite.
func TestCourseOfInfinity(t *testing.T) {
	c := newCourse(maxSpans)
	c.set(0, infinity)
	c.set(1, 7)
	if got := c.at(maxSpans).Spans; got[0] != held(infinity) || got[1] != held(7) {
		t.Errorf("spans %v", got[:2])
	}
}

// followed runs a program and follows its courses.
func followed(t *testing.T, p *ir.Program, plain bool) (*Run, *result.Report) {
	t.Helper()
	opt := OptionsOf(p)
	opt.Courses, opt.PlainLoop, opt.Warmup = true, plain, 0
	r, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	report, err := r.Run()
	if err != nil {
		t.Skip(err)
	}
	return r, report
}

// The courses agree with the report, are the same without the engines' fast path,
// and change nothing.
func TestCoursesAreThoseOfTheReport(t *testing.T) {
	queued, preempted := 0.0, 0.0
	for seed := range uint64(60) {
		p := serving(rand.New(rand.NewPCG(seed, 0)))
		p.Warmup = 0
		p.Gauges = []ir.Gauge{{Name: "work", Expr: &ir.Call{Func: ir.FuncWork, Args: []ir.Arg{{Stage: &ir.Ref{Count: 1}}}}}}
		run := func(t *testing.T) {
			r, report := followed(t, p, false)
			curves := r.Curves()
			pools, gauges := curves.Pools, curves.Gauges
			for i, pool := range report.Pools {
				for _, c := range []struct {
					what   string
					course result.Course
					mean   float64
				}{{"used", pools[i].Used, pool.MeanUsed}, {"cached", pools[i].Cached, pool.MeanCached}, {"queue", pools[i].Queue, pool.MeanQueue}} {
					if _, _, area := summary(c.course); math.Abs(area/report.Run.End-c.mean) > 1e-9*max(1, c.mean) {
						t.Errorf("%s of %s: mean %v, want %v", c.what, pool.Name, area/report.Run.End, c.mean)
					}
				}
				queued += pool.MeanQueue
				preempted += float64(pool.Preemptions)
			}
			for i, g := range report.Gauges {
				if least, greatest, _ := summary(gauges[i]); g.Min == nil || least != *g.Min || greatest != *g.Max {
					t.Errorf("%s from %v to %v, want %v to %v", g.Name, least, greatest, g.Min, g.Max)
				}
			}
			plain, _ := followed(t, p, true)
			if !reflect.DeepEqual(plain.Curves(), curves) {
				t.Error("the plain loop has other curves")
			}
			if without := simulate(t, p); !reflect.DeepEqual(without, report) {
				t.Error("without courses the report is another")
			}
		}
		if !t.Run("", run) {
			t.Fatalf("seed %d", seed)
		}
	}
	if queued == 0 || preempted == 0 {
		t.Error("nobody queued or was preempted: the programs test nothing")
	}
}

// A distribution is the samples: it has the report's quantiles. Beyond the samples
// that are kept it is as exact as the report is.
func TestDistribution(t *testing.T) {
	for _, n := range []int{0, 1, 1000, exactLimit + 5000} {
		s := newSeries("x", false)
		src := rng.New(1, 0, rng.Machine, int64(n), 0)
		for range n {
			s.add(math.Floor(draw(src.Normal(0, 100))))
		}
		row := s.observe()
		var values []float64
		var below []int64 // how many samples are not greater
		total := int64(0)
		for _, l := range s.distribution() {
			total += l.Count
			values, below = append(values, l.Value), append(below, total)
		}
		if total != int64(row.Count) || !slices.IsSorted(values) {
			t.Fatalf("%d samples: %d, sorted: %v", n, total, slices.IsSorted(values))
		}
		if n == 0 {
			continue
		}
		if values[0] != *row.Min || values[len(values)-1] != *row.Max {
			t.Errorf("%d samples from %v to %v, want %v to %v", n, values[0], values[len(values)-1], *row.Min, *row.Max)
		}
		for q, want := range map[float64]*float64{0.5: row.Quantiles.P50, 0.99: row.Quantiles.P99, 0.999: row.Quantiles.P999} {
			i, _ := slices.BinarySearch(below, rank(q, total))
			if values[i] != *want {
				t.Errorf("%d samples: quantile %v is %v, want %v", n, q, values[i], *want)
			}
		}
	}
}

// Of replications the first is followed.
func TestReplicationsFollowTheFirst(t *testing.T) {
	p := queueing(ir.Fifo{Servers: 1}, 0.5, 500)
	p.Gauges = []ir.Gauge{{Name: "g", Expr: ir.Now}}
	opt := OptionsOf(p)
	opt.Courses = true
	var seen atomic.Int64
	_, err := Lower(p).Replicate(opt, 0, 4, 2, func(k int, r *Run) error {
		seen.Add(1)
		if (r.m.courses != nil) != (k == 0) {
			t.Errorf("replication %d has courses: %v", k, k != 0)
		}
		return nil
	})
	if err != nil || seen.Load() != 4 {
		t.Errorf("%d replications, %v", seen.Load(), err)
	}
}
