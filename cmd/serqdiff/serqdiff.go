package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"serq/cmd/internal/cli"
	"serq/ir/diag"
	"serq/ir/result"
	"serq/oracle"
)

var command = cli.Command{
	Name:     "serqdiff",
	Operands: "EXPECTED ACTUAL",
	Purpose:  "compares a report with another one, or with an oracle file",
	About: "EXPECTED is a report or an oracle file, ACTUAL a report. One line for each\n" +
		"difference is printed, and nothing if there is none. Reports must be equal\n" +
		"unless a flag says otherwise; oracle files have their own tolerances. With\n" +
		"--oracle auto EXPECTED is the program (IR), and theory says what to expect.",
	Examples: "serqdiff old.json new.json --rtol 1e-9\n" +
		"serqdiff seed1.json seed2.json --statistical\n" +
		"serqsim mm1.json --json --dump d | serqdiff mm1.oracle.json - --dump d\n" +
		"serqsim mm1.ir.json --json | serqdiff --oracle auto mm1.ir.json -",
	MaxArgs: 2,
	Flags:   flags,
}

// A diff is one comparison, as the command line asks for it.
type diff struct {
	oracle.Options
	rename string // name of a file; "" for none
	dump   string // name of a folder; "" for none
	paired bool   // both are of replications under the same random numbers
	theory string // "auto": EXPECTED is a program; "" for none
}

func flags(fs *pflag.FlagSet) cli.Action {
	d := new(diff)
	fs.Float64Var(&d.Rel, "rtol", 0, "let figures differ by `R` times the expected value")
	fs.Float64Var(&d.Abs, "atol", 0, "let figures differ by `A`")
	fs.BoolVar(&d.Statistical, "statistical", false, "let means differ as their intervals allow; compare the rest only if --rtol or --atol is given")
	fs.StringArrayVar(&d.Ignore, "ignore", nil, "leave out what is at or below `PATH`; * is any text; repeatable")
	fs.BoolVar(&d.paired, "paired", false, "two machines under the same seed: the differences of their replications, with intervals")
	fs.StringVar(&d.rename, "rename", "", "JSON `FILE` of names in EXPECTED and what ACTUAL calls them")
	fs.StringVar(&d.theory, "oracle", "", "`auto`: EXPECTED is a program, compare with what formulas say of it")
	fs.StringVar(&d.dump, "dump", "", "the folder `DIR` with the samples of ACTUAL, for an oracle file")
	return func(_ context.Context, env *cli.Env) int { return d.run(env) }
}

func (d *diff) run(env *cli.Env) int {
	if misuse := d.misuse(env.Args); misuse != "" {
		return env.UsageError(misuse)
	}
	if d.rename != "" {
		in, err := env.Read(d.rename)
		if err != nil {
			return env.Fail(err)
		}
		var wrong diag.List
		if d.Rename, wrong = oracle.ReadRename(in.Data); wrong.HasErrors() {
			return env.Report(in.At(wrong))
		}
	}
	expected, err := env.ReadDocument(env.Args[0])
	if err != nil {
		return env.Fail(err)
	}
	in, err := env.ReadDocument(env.Args[1])
	if err != nil {
		return env.Fail(err)
	}
	actual, wrong := result.Read(in.Data)
	if wrong.HasErrors() {
		return env.Report(in.At(wrong))
	}
	switch {
	case d.theory != "":
		return d.formulas(env, expected, actual)
	case result.Is(expected.Data):
		return d.reports(env, expected, actual)
	}
	if d.paired {
		return env.UsageError("--paired compares two reports, and EXPECTED is none")
	}
	return d.oracle(env, expected, actual)
}

// misuse says what is wrong with the command line, whatever the files have in them.
func (d *diff) misuse(args []string) string {
	switch {
	case len(args) < 2:
		return "two files are compared: EXPECTED and ACTUAL"
	case args[0] == "-" && args[1] == "-":
		return "only one of the files can be the standard input"
	case !(d.Abs >= 0) || !(d.Rel >= 0): // NaN as well
		return "--atol and --rtol are at least 0"
	case d.paired && (d.Abs > 0 || d.Rel > 0 || d.Statistical || d.dump != "" || d.theory != ""):
		return "--paired goes with --ignore and --rename only"
	case slices.Contains(d.Ignore, ""):
		return "--ignore needs a path"
	case d.theory != "" && d.theory != "auto":
		return "--oracle is auto, and an oracle file is given as EXPECTED"
	case d.theory != "" && (d.Abs > 0 || d.Rel > 0 || d.Statistical || d.dump != ""):
		return "--oracle auto finds its tolerances itself, and no samples: leave out --atol, --rtol, --statistical and --dump"
	}
	return ""
}

// reports compares two reports.
func (d *diff) reports(env *cli.Env, in cli.Input, actual *result.Report) int {
	if d.dump != "" {
		return env.UsageError("--dump is for an oracle file, and EXPECTED is a report, which names no samples")
	}
	expected, wrong := result.Read(in.Data)
	if wrong.HasErrors() {
		return env.Report(in.At(wrong))
	}
	for _, name := range d.Unused(expected, actual) {
		fmt.Fprintf(env.Err, "serqdiff: warning: %s, of --ignore or --rename, matches nothing\n", name)
	}
	if d.paired {
		return d.pairs(env, expected, actual)
	}
	found, err := oracle.Compare(expected, actual, d.Options)
	return finish(env, found, err)
}

// pairs compares two machines by the differences of their replications. Those that
// may be chance are shown, but only the others make the reports different.
func (d *diff) pairs(env *cli.Env, expected, actual *result.Report) int {
	found, others, err := oracle.ComparePaired(expected, actual, d.Options)
	if err != nil {
		return finish(env, nil, err)
	}
	write := oracle.WritePairs
	if env.JSON() {
		write = oracle.WritePairsJSON
	}
	if err := write(env.Out, found, others); err != nil {
		return env.Fail(err)
	}
	if len(others) > 0 || slices.ContainsFunc(found, func(p oracle.Pair) bool { return p.Certain }) {
		return cli.Rejected
	}
	return cli.OK
}

// oracle checks a report against an oracle file.
func (d *diff) oracle(env *cli.Env, in cli.Input, actual *result.Report) int {
	if d.Abs > 0 || d.Rel > 0 || d.Statistical {
		return env.UsageError("EXPECTED is an oracle file, which has its own tolerances: leave out --atol, --rtol and --statistical")
	}
	file, wrong := oracle.ReadFile(in.Data)
	if wrong.HasErrors() {
		return env.Report(in.At(wrong))
	}
	var dump *oracle.Dump
	if d.dump != "" {
		dump = oracle.NewDump(d.dump)
	} else if file.NeedsDump() {
		return env.UsageError("EXPECTED names samples: give the folder that serqsim --dump wrote as --dump")
	}
	found, err := file.Check(actual, dump, d.Options)
	return finish(env, found, err)
}

// finish prints what was found.
func finish(env *cli.Env, found []oracle.Difference, err error) int {
	var wrong oracle.InputError
	switch {
	case errors.As(err, &wrong):
		return env.Report(diag.List{diag.Diagnostic(wrong)})
	case err != nil:
		return env.Fail(err)
	}
	write := oracle.WriteText
	if env.JSON() {
		write = oracle.WriteJSON
	}
	var out bytes.Buffer
	if err := write(&out, found); err != nil {
		return env.Fail(err)
	}
	if err := env.Write("-", out.Bytes()); err != nil {
		return env.Fail(err)
	}
	if len(found) > 0 {
		return cli.Rejected
	}
	return cli.OK
}
