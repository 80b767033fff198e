// The run command measures serq as whole processes (serqc FILE | serqsim --json),
// in turns, several times over, in one go on one machine: beside a reference loop
// written in C for the same model, beside serqsim's own plain loop, or alone. What
// counts is processor time, of both processes of the pipe and with the garbage
// collector's, so that what else the machine does shows little; or the time that a
// person waits; or the most memory that was resident.
//
//	go run ./tools/bench/run [-n TIMES] [-rows REGEXP] [-update FILE]
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
)

// A row is one model.
type row struct {
	name     string
	program  string   // below tools/bench/programs
	args     []string // for serqc
	loop     []string // the C file below tools/bench, without .c, and its arguments; nil: none
	jobs     float64  // of the loop
	plain    bool     // beside serqsim --plain-loop in the place of a C loop
	presets  bool     // with 50 MB of preset sessions, read and started
	quantity quantity
	target   string
}

// A quantity is what a row measures of serq.
type quantity uint8

const (
	perJob quantity = iota // processor time a job (a session that ended)
	work                   // processor time of serqsim
	wait                   // time from start to end
	memory                 // most memory resident in serqsim
)

var rows = []row{
	{name: "M/M/1, 10 million jobs", program: "mmc.sq", loop: []string{"mmc", "1", "10000000"}, jobs: 1e7, target: "4 ×"},
	{name: "M/M/1000, 10 million jobs", program: "mmc.sq", args: []string{"--set", "c=1000"}, loop: []string{"mmc", "1000", "10000000"}, jobs: 1e7, target: "3 ×"},
	{name: "M/M/1-PS, 1 million jobs", program: "ps.sq", loop: []string{"ps", "1000000"}, jobs: 1e6, target: "4 ×"},
	star("flows over 16×16 NICs, 1,000 in flight", 16, 1000, 6250, "flow_class", "1 ×"),
	star("flows over 16×16 NICs, 10,000 in flight", 16, 10_000, 6250, "flow_class", "1 ×"),
	star("flows over 64×64 NICs, 1,000 in flight", 64, 1000, 1750, "flow_class", "1 ×"),
	star("flows over 512×512 NICs, 256 in flight", 512, 256, 550, "flow_component", "2 ×"),
	{name: "engine of 256 residents, 100,000 requests of 1,000 tokens", program: "decode.sq", plain: true, target: "1 ms a job"},
	{name: "the same, 1,000 requests of 100,000 tokens: long stretches of decodes only", program: "decode.sq", args: []string{"--set", "answer=1e5", "--horizon", "4e5"}, plain: true, target: "0.05 ×"},
	{name: "engine of 256 residents, 100,000 requests, prefill-heavy", program: "prefill.sq", plain: true},
	{name: "a million open sessions over prefill and decode instances", program: "pd.sq", quantity: memory, target: "1 GB"},
	{name: "50 MB of IR, 100,000 preset sessions, read and started", program: "presets.sq", presets: true, quantity: work, target: "10 s"},
	{name: "start-up of a small program", program: "small.sq", quantity: wait, target: "50 ms"},
}

// star is a row of about 100,000 flows.
func star(name string, nics, inFlight int, horizon float64, solver, target string) row {
	return row{
		name: name, program: "star.sq",
		args: []string{
			"--set", fmt.Sprintf("n=%d", nics), "--set", fmt.Sprintf("k=%d", inFlight),
			"--horizon", fmt.Sprint(horizon),
		},
		loop: []string{solver, fmt.Sprint(nics), fmt.Sprint(inFlight), "100000"}, jobs: 1e5, target: target,
	}
}

func main() {
	times := flag.Int("n", 3, "measure each row so many `times` and take the best")
	only := flag.String("rows", "", "measure the rows whose name matches `REGEXP`")
	update := flag.String("update", "", "write the table into `FILE`, between its two marker lines")
	flag.Parse()
	if err := run(*times, *only, *update); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(times int, only, update string) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	bin, err := os.MkdirTemp("", "serq-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	b := bench{source: filepath.Join("tools", "bench"), bin: bin}
	if err := b.build(); err != nil {
		return err
	}
	measured := []*measurement{}
	for _, r := range rows {
		if match.MatchString(r.name) {
			measured = append(measured, &measurement{row: r, reference: math.Inf(1), serq: math.Inf(1)})
		}
	}
	// All rows once, then all rows again: what disturbs the machine for a while
	// spoils one turn of every row and not every turn of one.
	for turn := range times {
		for _, m := range measured {
			fmt.Fprintf(os.Stderr, "turn %d of %d: %s\n", turn+1, times, m.row.name)
			if err := b.measure(m); err != nil {
				return fmt.Errorf("%s: %w", m.row.name, err)
			}
		}
	}
	text := table(measured, times)
	fmt.Print(text)
	if update == "" {
		return nil
	}
	return replace(update, text)
}
