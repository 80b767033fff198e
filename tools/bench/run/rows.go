package main

import "fmt"

// A row is one model, which serq runs from its text to its report.
type row struct {
	name     string
	program  string   // below tools/bench/programs
	args     []string // for serqc
	flags    []string // for serqsim
	sweep    bool     // the program is run by sweep, and the arguments are for it
	presets  int      // bytes of preset sessions in the place of the program's arrival; 0: none
	quantity quantity
	unit     string  // what a figure is of, as "job"; "": the whole run
	limit    float64 // what serq must not exceed, as the quantity; 0: none
	beside   []reference
}

// A reference does the same work as a row, or as much of it as is needed to know what a
// job costs.
type reference struct {
	name   string
	source string   // below tools/bench; "": serq itself, with other flags and the same report
	args   []string // for the program, or for serqsim in the place of the row's flags
	target target
}

// A target is what serq's figure may be as a share of the reference's: 4 is at most four
// times as long, 0.02 at least fifty times as fast. 0: there is none.
type target float64

const (
	million    = 1e6
	tenMillion = "10000000"

	// simpyJobs are fewer than serq runs, which would take minutes: what a job costs does
	// not depend on their number.
	simpyJobs = "300000"

	// ofIdeal is within a tenth of twice as fast, on two processors.
	ofIdeal = 1 / 1.8
)

var rows = []row{
	{name: "M/M/1, 10 million jobs", program: "mmc.sq", unit: "job", beside: []reference{
		{"C: heap of events, ziggurat", "mmc.c", []string{"1", tenMillion}, 4},
		{"SimPy", "mm1_simpy.py", []string{simpyJobs}, 1.0 / 50},
	}},
	{name: "M/M/1000, 10 million jobs", program: "mmc.sq", args: []string{"--set", "c=1000"}, unit: "job", beside: []reference{
		{"C: heap of events, ziggurat", "mmc.c", []string{"1000", tenMillion}, 3},
	}},
	{name: "M/M/1-PS, 1 million jobs", program: "ps.sq", unit: "job", beside: []reference{
		{"C: virtual clock and heap", "ps.c", []string{"1000000"}, 4},
	}},
	star(16, 1000, 6250, reference{"C: classes", "flow_class.c", nil, 1}, 10_000, 20_000),
	star(16, 10_000, 6250, reference{"C: classes", "flow_class.c", nil, 1}, 1_000, 500),
	star(64, 1000, 1750, reference{"C: classes", "flow_class.c", nil, 1}, 5_000, 10_000),
	star(512, 256, 550, reference{"C: components", "flow_component.c", nil, 2}, 10_000, 100_000),
	{
		name: "engine of 256 residents, 100,000 requests of 1,000 tokens", program: "decode.sq",
		quantity: perToken, unit: "token", limit: 1000,
		beside: []reference{{name: "serqsim --plain-loop", args: []string{"--plain-loop"}}},
	},
	{
		name: "the same, 1,000 requests of 100,000 tokens: long stretches of decodes only", program: "decode.sq",
		args: []string{"--set", "answer=1e5", "--horizon", "4e5"}, quantity: perToken, unit: "token", limit: 1000,
		beside: []reference{{name: "serqsim --plain-loop", args: []string{"--plain-loop"}, target: 1.0 / 20}},
	},
	{
		name: "engine of 256 residents, 100,000 requests, prefill-heavy", program: "prefill.sq", unit: "request",
		beside: []reference{{name: "serqsim --plain-loop", args: []string{"--plain-loop"}}},
	},
	{name: "a million open sessions over prefill and decode instances", program: "pd.sq", quantity: memory, limit: 1e9},
	{name: "50 MB of IR, 100,000 preset sessions, read, checked and started", program: "presets.sq", presets: 50 * million, quantity: work, limit: 10e9},
	{name: "start-up of a small program, the whole pipe", program: "small.sq", quantity: wait, limit: 50e6},
	{
		name: "8 replications of a million jobs, two at a time", program: "mmc.sq", args: []string{"--arrivals", "1000000"},
		flags: []string{"--replications", "8", "--jobs", "2"}, quantity: wait,
		beside: []reference{{name: "one at a time", args: []string{"--replications", "8", "--jobs", "1"}, target: ofIdeal}},
	},
	{
		name: "a sweep of 8 points of a million jobs, two at a time", program: "mmc.sq", sweep: true,
		args:  []string{"--set", "c=1:8:1", "--figure", "observes.response.mean"},
		flags: []string{"--jobs", "2", "--", "--arrivals", "1000000"}, quantity: wait,
		beside: []reference{{name: "one at a time", args: []string{"--jobs", "1", "--", "--arrivals", "1000000"}, target: ofIdeal}},
	},
}

// star is a row of about 100,000 flows, beside the loop in C that suits it and the numbers
// of flows given of the naive loop and of SimGrid, which are much slower. Horizon is the
// time that the flows take.
func star(nics, inFlight int, horizon float64, loop reference, naive, simgrid int) row {
	sizes := func(flows int) []string {
		return []string{fmt.Sprint(nics), fmt.Sprint(inFlight), fmt.Sprint(inFlight + flows)}
	}
	loop.args = sizes(100_000)
	return row{
		name:    fmt.Sprintf("100,000 flows over %d×%d NICs, %s in flight", nics, nics, grouped(inFlight)),
		program: "star.sq",
		unit:    "flow",
		args: []string{
			"--set", fmt.Sprintf("n=%d", nics), "--set", fmt.Sprintf("k=%d", inFlight),
			"--horizon", fmt.Sprint(horizon),
		},
		beside: []reference{
			loop,
			{"C: naive, all flows and links", "flow_naive.c", sizes(naive), 0},
			{"SimGrid", "flow_simgrid.cpp", sizes(simgrid), 0},
		},
	}
}
