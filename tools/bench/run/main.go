// The run command measures serq beside other programs that do the same work: loops in C
// that are written for one model each, SimGrid, SimPy, and serqsim's own plain ways.
//
//	go run ./tools/bench/run [-n TIMES] [-tables work,check,scale,micro] [-rows REGEXP] [-update FILE]
//
// It prints four tables:
//
//	work   whole processes (serqc FILE | serqsim --json), from text to report, each beside its references
//	check  the ends and durations of the flows, against those that the references find
//	scale  how cost grows with the size of a model
//	micro  what go test -bench says of the parts
//
// What counts is processor time, of both processes of the pipe and with the garbage
// collector's, so that what else the machine does shows little; or the time that a
// person waits; or the most memory that was resident. A row is measured several times
// over, serq and its references back to back, and each figure is the median: a ratio is
// the median of the turns' ratios, not the ratio of the medians. All rows are measured
// once before any is measured again: what disturbs the machine for a while spoils one
// turn of every row and not every turn of one.
//
// A row that fails says so in its table; the others go on, and the exit status is 1. With
// -update a table is written as soon as it is measured, so that after an interrupt -tables
// can name those that are missing.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
)

func main() {
	times := flag.Int("n", 5, "measure each row so many `times`")
	only := flag.String("tables", "work,check,scale,micro", "make these `TABLES`")
	rows := flag.String("rows", "", "measure the rows whose name matches `REGEXP`")
	update := flag.String("update", "", "write the tables into `FILE`, each between its two marker lines")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, max(1, *times), strings.Split(*only, ","), *rows, *update); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// A table is one part of docs/performance.md.
type table struct {
	name string
	make func(b *bench, times int, match *regexp.Regexp) (text string, failed int)
}

var tables = []table{
	{"work", makeWork},
	{"check", makeCheck},
	{"scale", makeScale},
	{"micro", makeMicro},
}

func run(ctx context.Context, times int, only []string, rows, update string) error {
	match, err := regexp.Compile(rows)
	if err != nil {
		return err
	}
	if rows != "" && update != "" {
		return errors.New("-update writes whole tables: leave -rows out")
	}
	for _, name := range only {
		if !slices.ContainsFunc(tables, func(t table) bool { return t.name == name }) {
			return fmt.Errorf("there is no table %q", name)
		}
	}
	bin, err := os.MkdirTemp("", "serq-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	b := newBench(ctx, bin)
	if err := b.build(); err != nil {
		return err
	}
	failures := 0
	for _, t := range tables {
		if !slices.Contains(only, t.name) {
			continue
		}
		text, failed := t.make(b, times, match)
		failures += failed
		if err := ctx.Err(); err != nil {
			return err
		}
		fmt.Println(text)
		if update != "" {
			if err := replace(update, t.name, text); err != nil {
				return err
			}
		}
	}
	if failures > 0 {
		return fmt.Errorf("%d rows failed", failures)
	}
	return nil
}
