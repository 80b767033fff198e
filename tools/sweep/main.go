// The sweep command runs a program at every point of a grid and makes a table of the
// figures that the reports have there, a line for each point:
//
//	go run ./tools/sweep PROGRAM --set np=1,2,4 --set rate=1:5:0.5 --figure observes.ttft.mean -o table.csv
//
// See docs/replications.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"

	"github.com/spf13/pflag"
)

const usage = `sweep: runs a program at every point of a grid

Usage: sweep PROGRAM [flags] [-- FLAGS OF SERQSIM]

The points are all combinations of the values of --set; those of the last one change
fastest. The table has a line for each point in this order, and the same bytes
whatever --jobs says. If a run fails there is no table.

Flags:
%s
Examples:
  sweep pd.sq --set NP=2:6:1 --figure observes.ttft.mean --figure stages.D[0].utilization
  sweep pd.sq --set NP=2,3 --set rate=8:16:2 --figure serving.p99_ttft_ms -o pd.csv -- --replications 5

serqc and serqsim are taken from the folder of sweep or of SERQ_BIN, or else found on PATH.

Exit status: 0 done; 1 a run failed or has no such figure; 2 command line wrong or
file not usable; 130 interrupted.
`

// Exit statuses, those of the other commands.
const (
	statusFailed      = 1
	statusUsage       = 2
	statusInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	fs := pflag.NewFlagSet("sweep", pflag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed here
	fs.SortFlags = false
	sets := fs.StringArray("set", nil, "`NAME=VALUES`: a constant's values, as A,B,… or FROM:TO:STEP; repeatable")
	figures := fs.StringArray("figure", nil, "`PATH` of a figure, as serqdiff names it; repeatable")
	jobs := fs.Int("jobs", runtime.NumCPU(), "run `K` points at a time")
	asJSON := fs.Bool("json", false, "write an object on each line instead of CSV")
	output := fs.StringP("output", "o", "", "write to `FILE` instead of standard output")
	wrong := func(err error) int {
		fmt.Fprintf(errs, "sweep: %v (see --help)\n", err)
		return statusUsage
	}
	if err := fs.Parse(args); errors.Is(err, pflag.ErrHelp) {
		fmt.Fprintf(out, usage, fs.FlagUsages())
		return 0
	} else if err != nil {
		return wrong(err)
	}
	operands, simFlags := fs.Args(), []string(nil)
	if n := fs.ArgsLenAtDash(); n >= 0 {
		operands, simFlags = operands[:n], operands[n:]
	}
	switch {
	case len(operands) != 1:
		return wrong(errors.New("one program is wanted"))
	case len(*figures) == 0:
		return wrong(errors.New("no --figure is wanted: the table would be empty"))
	case *jobs < 1:
		return wrong(errors.New("--jobs is at least 1"))
	}
	axes, err := parseAxes(*sets)
	if err != nil {
		return wrong(err)
	}
	s := sweep{program: operands[0], axes: axes, figures: *figures, simFlags: simFlags}
	if s.serqc, s.serqsim, err = tools(); err != nil {
		return wrong(err)
	}
	rows, err := s.run(ctx, *jobs)
	switch {
	case ctx.Err() != nil:
		return statusInterrupted
	case err != nil:
		fmt.Fprintf(errs, "sweep: %v\n", err)
		return statusFailed
	}
	text := s.csv(rows)
	if *asJSON {
		text = s.jsonLines(rows)
	}
	if *output == "" {
		_, err = out.Write(text)
	} else {
		err = writeWhole(*output, text)
	}
	if err != nil {
		return wrong(err)
	}
	return 0
}
