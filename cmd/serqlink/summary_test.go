package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/ir"
)

func everything(t *testing.T) *ir.Program {
	t.Helper()
	data, err := os.ReadFile("../../ir/testdata/v8/everything.json")
	if err != nil {
		t.Fatal(err)
	}
	p, found := ir.Read(data)
	if len(found) > 0 {
		t.Fatal(found)
	}
	return p
}

func TestSummary(t *testing.T) {
	const want = `
run                horizon 1000000, warmup 0.25, seed 9007199254740992, 7 arrivals, then drain
arrivals           2 preset sessions at 0, trace "corpus.csv" ordered
pools              kv: cap 100, evict lru, preempt by (position)
                   kvD[2]: cap 0.1 to inf, block 16, evict by (age, size), preempt by (-admission), queue by (waited), spills to kv, admits via E
stages             cpu: fifo(2)
                   nic[2]: ps(1e+21)
                   E: step, budget inf, cost tokens, memory kvD
                   F: step, budget 1, cost 2
                   G: step, budget 1, cost 2
code               8 blocks, 82 statements: 50 set, 18 observe, 3 run, 2 hold, 1 branch, 1 choose, 1 drop, 1 end, 1 grow, 1 load, 1 loop, 1 release, 1 turn
attributes         j, größe
observes           ttft, a "quoted"\name
gauges             load = used(kv)
shared bottleneck  cpu: run cpu, nic[1], at blocks[3][6]
                   nic[2]: run cpu, nic[1], at blocks[3][6]
`
	p := everything(t)
	p.Observes[1] = `a "quoted"\name`
	_, got, _ := strings.Cut(summary(p), "\n")
	if diff := cmp.Diff(want, "\n"+got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSummaryOfArrivals(t *testing.T) {
	p := everything(t)
	p.Trace = nil
	for want, a := range map[string]ir.Arrival{
		"poisson(0.5)":          ir.Poisson{Rate: 0.5},
		"renewal(~exp(2))":      &ir.Renewal{Gap: &ir.Sample{Dist: ir.DistExp, Args: []ir.Expr{ir.Num(2)}}},
		"closed(3)":             ir.Closed{N: 3},
		"batch(4)":              ir.Batch{N: 4},
		"none":                  ir.NoArrivals{},
		"1 preset session at 0": ir.Sessions{{}},
	} {
		if p.Arrival = a; arrivalsOf(p) != want {
			t.Errorf("got %s, want %s", arrivalsOf(p), want)
		}
	}
}

// However large the program, the summary fits a screen.
func TestSummaryFitsAScreen(t *testing.T) {
	p := everything(t)
	for i := range 10_000 {
		name := fmt.Sprintf("s%d", i)
		p.Stages = append(p.Stages, ir.Stage{Name: name, Kind: &ir.Ps{Capacity: ir.Num(1)}})
		p.Pools = append(p.Pools, ir.Pool{Name: name})
		p.Attrs = append(p.Attrs, name)
		p.Gauges = append(p.Gauges, ir.Gauge{Name: name, Expr: ir.Num(1)})
		run := &ir.Run{Stage: ir.Ref{Base: 0, Count: 1}, Work: ir.Num(1), Also: []ir.Ref{{Base: len(p.Stages) - 1, Count: 1}}}
		p.Blocks[0] = append(p.Blocks[0], run)
	}
	if n := strings.Count(summary(p), "\n"); n > 60 {
		t.Errorf("%d lines", n)
	}
}
