package main

import (
	"fmt"
	"regexp"
	"strings"
)

// A growth is how the cost of a row grows with one size of its model.
type growth struct {
	name  string
	sizes []int
	row   func(n int) row
}

var growths = []growth{
	{"open sessions over prefill and decode instances: memory", []int{10_000, 100_000, 1_000_000}, func(n int) row {
		return row{program: "pd.sq", args: set("sessions", n), quantity: memory}
	}},
	{"flows in flight over 16×16 NICs: a flow", []int{100, 1000, 10_000, 100_000}, func(n int) row {
		return row{program: "star.sq", args: set("k", n, "--horizon", "3000")} // 48,000 flows
	}},
	{"NICs on each side, four flows in flight on each: a flow", []int{8, 32, 128, 512}, func(n int) row {
		return row{program: "star.sq", args: set("n", n, "--set", fmt.Sprintf("k=%d", 4*n), "--horizon", fmt.Sprint(50_000/n))}
	}},
	{"NICs on each side, half of them busy: a flow", []int{8, 64, 512, 4096}, func(n int) row {
		return row{program: "star.sq", args: set("n", n, "--set", fmt.Sprintf("k=%d", n/2), "--horizon", fmt.Sprint(200_000/n))}
	}},
	{"pods behind a router: a request", []int{10, 100, 1000}, func(n int) row {
		return row{program: "pods.sq", args: set("pods", n, "--arrivals", "20000")}
	}},
	{"preset sessions of eight turns: to read, check and start them", []int{1000, 10_000, 100_000}, func(n int) row {
		return row{program: "presets.sq", presets: 500 * n, quantity: work}
	}},
	{"turns of a session, the prefix reused: a turn", []int{10, 100, 1000, 10_000}, func(n int) row {
		return row{program: "turns.sq", args: set("turns", n, "--set", fmt.Sprintf("sessions=%d", 500_000/n)), quantity: perSample}
	}},
	{"prefixes in a full cache: a request", []int{100, 1000, 10_000, 100_000}, func(n int) row {
		return row{program: "lru.sq", args: set("prefixes", n)}
	}},
	{"waiting in the queue of a pool: a job", []int{100, 1000, 10_000, 100_000}, func(n int) row {
		return row{program: "queue.sq", args: set("clients", n)}
	}},
	{"the same, ordered by a key: a job", []int{100, 1000, 10_000, 100_000}, func(n int) row {
		return row{program: "queue_by.sq", args: set("clients", n, "--horizon", "2e4")}
	}},
	{"residents of an engine: a token", []int{16, 64, 256, 1024}, func(n int) row {
		return row{program: "decode.sq", args: set("seats", n, "--horizon", "2000"), quantity: perToken}
	}},
}

// set gives a program's constant a value.
func set(name string, n int, more ...string) []string {
	return append([]string{"--set", fmt.Sprintf("%s=%d", name, n)}, more...)
}

// makeScale measures each growth at its sizes, at most three times, and makes the table:
// a slope is made of several figures already.
func makeScale(b *bench, times int, match *regexp.Regexp) (string, int) {
	var measured []*measurement
	var chosen []growth
	for _, g := range growths {
		if !match.MatchString(g.name) {
			continue
		}
		chosen = append(chosen, g)
		for _, n := range g.sizes {
			r := g.row(n)
			r.name = fmt.Sprintf("%s, %s", g.name, grouped(n))
			measured = append(measured, newMeasurement(&r))
		}
	}
	times = min(times, 3)
	header := header(times)
	failed := b.turns(measured, times)
	return header + scaleTable(chosen, measured), failed
}

// scaleTable has a line for each growth; the measurements are those of its sizes, one
// growth's after the other's.
func scaleTable(growths []growth, measured []*measurement) string {
	var t strings.Builder
	t.WriteString("| what grows | | | | | slope |\n|---|--:|--:|--:|--:|--:|\n")
	for _, g := range growths {
		of := measured[:len(g.sizes)]
		measured = measured[len(g.sizes):]
		fmt.Fprintf(&t, "| %s |", g.name)
		var n, cost []float64
		for i, m := range of {
			if m.err != nil {
				fmt.Fprintf(&t, " %s: failed: %s |", grouped(g.sizes[i]), cell(m.err.Error()))
				continue
			}
			n, cost = append(n, float64(g.sizes[i])), append(cost, median(m.serq))
			fmt.Fprintf(&t, " %s: %s |", grouped(g.sizes[i]), m.row.text(cost[len(cost)-1]))
		}
		t.WriteString(strings.Repeat(" |", 4-len(of)))
		if len(n) < 2 {
			t.WriteString(" |\n")
		} else {
			fmt.Fprintf(&t, " %.2f |\n", slope(n, cost))
		}
	}
	return t.String()
}
