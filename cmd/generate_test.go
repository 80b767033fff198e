package cmd

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator writes random valid programs: every kind of pool, stage, statement
// and arrival, put together so that the link rules hold.
type generator struct {
	*rand.Rand
	strings.Builder
	depth   int
	holding bool // inside a hold: what its index reads may not change
	paged   bool // inside a hold of kv
}

// generate is the program of a seed.
func generate(seed uint64) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	g.machine()
	g.workload()
	g.write("session {\n")
	g.write("set i = floor (~uniform (0, 2));\nset known = 1;\nrun nic[i], uplink (need);\n")
	if g.chance(0.5) {
		g.write("loop {\n")
		g.statements(4)
		g.write("run z (~exp (1));\nbranch with (0.4) { end; }\n}\n")
	} else {
		g.statements(6)
	}
	g.write("observe done = now;\n}\n")
	fmt.Fprintf(g, "gauge level = used (kv) + queue (E);\nrun { horizon 60; warmup %s; seed %d; }\n", g.pick("0", "0", "15"), seed%1000)
	return g.String()
}

func (g *generator) write(s string)           { g.WriteString(s) }
func (g *generator) chance(p float64) bool    { return g.Float64() < p }
func (g *generator) pick(of ...string) string { return of[g.IntN(len(of))] }

func (g *generator) machine() {
	fmt.Fprintf(g, "pool kv { cap %d; %s %s %s %s }\n", 16*(1+g.IntN(6)),
		g.pick("", "block 4;", "block 16;"),
		g.pick("evict lru;", "evict by (size);", "evict by (-age, last);", "evict none;"),
		g.pick("preempt none;", "preempt lifo;", "preempt by (position);", "preempt by (-decoding, admission) requeue tail;"),
		g.pick("", "queue by (need);", "queue by (-waited);"))
	fmt.Fprintf(g, "pool slot[2] { cap %d; evict none; %s }\n", 1+g.IntN(3), g.pick("", "queue by (-need);"))
	fmt.Fprintf(g, "pool seats { cap 2; evict none; %s }\n", g.pick("", "admit via E;"))
	fmt.Fprintf(g, "stage z : delay;\nstage svc : fifo (%d);\nstage cpu : ps (%s);\n", 1+g.IntN(3), g.pick("1", "min (present, 2)", "2 / present"))
	fmt.Fprintf(g, "stage nic[2] : ps (%d);\nstage uplink : ps (%d);\nshare %s;\n", 1+g.IntN(4), 1+g.IntN(4), g.pick("maxmin", "bottleneck"))
	fmt.Fprintf(g, "stage E : step { budget %s; chunk %s; cost %s; memory kv; %s }\n",
		g.pick("inf", "8", "4 + residents"), g.pick("0", "3"),
		g.pick("0.5", "0.1 + 0.01 * tokens", "0.2 + 0.001 * kv_decode + 0.01 * attention", "~exp (0.3)"),
		g.pick("", "serve decode first;", "serve by (remaining);", "serve exclusive prefill;", "serve only (decoders > 0 ? decoding : !decoding);"))
}

func (g *generator) workload() {
	fmt.Fprintf(g, "workload {\narrive %s;\n", g.pick("poisson (0.7)", "renewal (~erlang (2, 1.5))", "batch (9)", "closed (4)"))
	fmt.Fprintf(g, "init { set need = ceil (%s); set demand = %s; }\nturn { set demand = ~exp (1); }\n}\n",
		g.pick("~exp (6)", "~uniform (1, 12)", "~geometric (5)", "~poisson (4) + 1"), g.pick("~h2 (1, 3)", "~gamma (1, 0.5)", "~det (0.7)"))
}

func (g *generator) statements(n int) {
	g.depth++
	for range 1 + g.IntN(n) {
		g.statement()
	}
	g.depth--
}

func (g *generator) statement() {
	switch kind := g.IntN(12); {
	case kind == 0 && !g.holding:
		g.write("turn;\nobserve turns = turn_no;\n")
	case kind == 1:
		fmt.Fprintf(g, "run %s (%s);\n", g.pick("z", "svc", "cpu"), g.pick("demand", "0.5", "~exp (0.5)", "need / 10"))
	case kind == 2:
		fmt.Fprintf(g, "run %s (%s);\n", g.pick("nic[i], uplink", "uplink, nic[i]", "nic[i]", "uplink"), g.pick("demand", "need / 3", "1"))
	case kind == 3 && !g.holding:
		fmt.Fprintf(g, "choose i in 2 by (%s);\n", g.pick("queue (nic[i])", "work (nic[i]), -i", "queued (slot[i]) + used (slot[i])", "~uniform (0, 1)"))
	case kind == 4 && g.depth < 4:
		fmt.Fprintf(g, "branch %s {\n", g.pick("(need > 4)", "with (0.3)", "(serial == 0 || queue (svc) < 2)"))
		g.statements(2)
		g.write("} else {\n")
		g.statements(2)
		g.write("}\n")
	case kind == 5 && g.depth < 4:
		g.hold(fmt.Sprintf("hold %s {\n", g.pick("slot[i] (1)", "seats (1)", "slot[i] (1), seats (1)")), "}\n")
	case kind <= 8 && g.depth < 4 && !g.paged:
		g.pagedHold()
	case kind == 9 && g.paged:
		fmt.Fprintf(g, "grow kv (%d);\n", 1+g.IntN(6))
	case kind == 10 && g.paged:
		fmt.Fprintf(g, "run E %s (%s) growing kv;\n", g.pick("prefill", "decode"), g.pick("need", "3", "30"))
	case kind == 11:
		fmt.Fprintf(g, "run E %s (%s);\n", g.pick("prefill", "decode"), g.pick("need", "2"))
	default:
		fmt.Fprintf(g, "observe x = %s;\n", g.pick("now", "est_rho (svc)", "used (kv) + cachedin (kv)", "price (cpu, 1, demand)", "min (budget_left (E), 99)"))
	}
}

// pagedHold holds kv, with one of the clauses, and may keep a lease.
func (g *generator) pagedHold() {
	g.paged = true
	cache := g.pick("", "", "cache (need)", "cache (100)")
	reuse := ""
	if cache != "" {
		reuse = g.pick("", "reuse (need - 1)")
	}
	lease := g.pick("", "", "lease kv (inf)", "lease kv (~exp (2))")
	g.hold(fmt.Sprintf("hold kv (%s) %s {\nset known = max (computed, 1);\n", g.pick("need", "need + computed", "need) reserve (need + 4"), reuse), fmt.Sprintf("} %s %s;\n", cache, lease))
	g.paged = false
	if lease != "" && g.chance(0.5) {
		g.write("run z (1);\nrelease kv;\n")
	}
	if g.chance(0.2) {
		g.write("drop kv;\n")
	}
}

func (g *generator) hold(head, tail string) {
	outer := g.holding
	g.holding = true
	g.write(head)
	g.statements(3)
	g.write(tail)
	g.holding = outer
}
