package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"serq/cmd/internal/cli"
	"serq/frontend"
	"serq/frontend/ast"
	"serq/ir"
	"serq/ir/link"
)

var command = cli.Command{
	Name:     "serqc",
	Operands: "[FILE|-]",
	Purpose:  "compiles a program (text) to IR",
	About: "Everything that is wrong is reported in one run, in the order of the source, and\n" +
		"then nothing is written. Paths in a program are relative to the file that names\n" +
		"them; the IR names the trace as the working directory sees it.",
	Examples: "serqc egress.sq | serqsim\n" +
		"serqc pd.sq --set ND=8 --def size='~exp (512)' -o pd8.ir.json\n" +
		"serqc --check --format json pd.sq\n" +
		"serqc --emit kernel pd.sq\n" +
		"serqc --fmt -w pd.sq",
	MaxArgs: 1,
	Flags:   flags,
}

// A compilation is one call of serqc.
type compilation struct {
	fs          *pflag.FlagSet
	sets, defs  []string
	horizon     float64
	warmup      float64
	seed        int64
	arrivals    int64
	trace       string
	inlineTrace bool
	check       bool
	strip       bool
	compact     bool
	emit        string
	layOut      bool
	inPlace     bool
	output      *string
}

func flags(fs *pflag.FlagSet) cli.Action {
	c := &compilation{fs: fs}
	fs.StringArrayVar(&c.sets, "set", nil, "give a constant another value: `NAME=EXPR`")
	fs.StringArrayVar(&c.defs, "def", nil, "give an expression def another body: `NAME=EXPR`")
	fs.Float64Var(&c.horizon, "horizon", 0, "end the run at time `T`")
	fs.Float64Var(&c.warmup, "warmup", 0, "measure from time `T` on")
	fs.Int64Var(&c.seed, "seed", 0, "run with seed `N`")
	fs.Int64Var(&c.arrivals, "arrivals", 0, "let exactly `N` sessions arrive, then drain")
	fs.StringVar(&c.trace, "trace", "", "replay the trace in `FILE` instead of the program's")
	fs.BoolVar(&c.inlineTrace, "inline-trace", false, "write an ordered trace under batch(n) into the IR")
	fs.BoolVar(&c.check, "check", false, "write nothing: only check")
	fs.BoolVar(&c.strip, "strip", false, "leave out where statements were written")
	fs.BoolVar(&c.compact, "compact", false, "write IR without white space")
	fs.StringVar(&c.emit, "emit", "ir", "write the IR, the program without sugar or the tree: `ir|kernel|ast`")
	fs.BoolVar(&c.layOut, "fmt", false, "write the program, or a library, in the canonical layout")
	fs.BoolVarP(&c.inPlace, "write", "w", false, "with --fmt: rewrite the file")
	c.output = cli.Output(fs)
	return c.run
}

func (c *compilation) run(_ context.Context, env *cli.Env) int {
	if c.layOut || c.inPlace {
		return c.format(env)
	}
	for flag, texts := range map[string][]string{"--set": c.sets, "--def": c.defs} {
		for _, text := range texts {
			name, _, ok := strings.Cut(text, "=")
			if !ok {
				return env.UsageError(fmt.Sprintf("%s takes NAME=EXPR, not %q", flag, text))
			}
			env.Remember(frontend.FlagFile(flag, name), []byte(text))
		}
	}
	if !slices.Contains([]string{"ir", "kernel", "ast"}, c.emit) {
		return env.UsageError(fmt.Sprintf("--emit is ir, kernel or ast, not %q", c.emit))
	}
	settings := cli.Settings{Seed: c.seed, Arrivals: c.arrivals, Horizon: c.horizon, Warmup: c.warmup}
	if wrong := settings.Misuse(c.fs); wrong != "" {
		return env.UsageError(wrong)
	}
	in, err := env.Read(env.Operand(0))
	if err != nil {
		return env.Fail(err)
	}
	src := source(in, env.Operand(0))
	if c.emit == "ast" {
		return c.emitTree(env, src)
	}
	return c.compile(env, src)
}

// source is the text that an operand names.
func source(in cli.Input, operand string) frontend.Source {
	src := frontend.Source{Name: in.Name, Text: in.Data}
	if operand != "-" {
		src.Path = operand
	}
	return src
}

// emitTree writes the tree of the program as it is written.
func (c *compilation) emitTree(env *cli.Env, src frontend.Source) int {
	prog, found := frontend.Parse(src)
	if status := env.Report(found); status != cli.OK {
		return status
	}
	var out bytes.Buffer
	if err := ast.Dump(&out, prog); err != nil {
		return env.Fail(err)
	}
	return c.write(env, out.Bytes())
}

func (c *compilation) compile(env *cli.Env, src frontend.Source) int {
	compiled, found := frontend.Compile(src, c.options())
	p := compiled.Program
	if c.inlineTrace && !found.HasErrors() {
		status, wrong := inlineTrace(env, p, compiled.Locate)
		if status != cli.OK {
			return status
		}
		found = append(found, wrong...)
	}
	found = append(found, compiled.Judge(link.Check(p, compiled.Locate))...)
	found.Sort()
	if found.HasErrors() && bytes.HasPrefix(bytes.TrimSpace(src.Text), []byte("{")) {
		found = found[:1] // the others are of reading it further
		found[0].Hint = "This looks like IR, which is compiled already: give it to serqlink or serqsim."
	}
	if status := env.Report(found); status != cli.OK {
		return status
	}
	if c.emit == "kernel" {
		return c.emitKernel(env, compiled)
	}
	if c.strip {
		p.Source = nil
	}
	if c.compact {
		return c.write(env, ir.EncodeCompact(p))
	}
	return c.write(env, ir.Encode(p))
}

// emitKernel writes the program as text without sugar.
func (c *compilation) emitKernel(env *cli.Env, compiled *frontend.Result) int {
	dir := ""
	if *c.output != "" && *c.output != "-" {
		dir = filepath.Dir(*c.output)
	}
	text, found := compiled.Kernel(dir)
	if status := env.Report(found); status != cli.OK {
		return status
	}
	return c.write(env, []byte(text))
}

func (c *compilation) options() frontend.Options {
	opts := frontend.Options{ReadFile: os.ReadFile, Sets: c.sets, Defs: c.defs, Trace: c.trace}
	if c.fs.Changed("horizon") {
		opts.Run.Horizon = &c.horizon
	}
	if c.fs.Changed("warmup") {
		opts.Run.Warmup = &c.warmup
	}
	if c.fs.Changed("seed") {
		opts.Run.Seed = &c.seed
	}
	if c.fs.Changed("arrivals") {
		opts.Run.Arrivals = &c.arrivals
	}
	return opts
}

func (c *compilation) write(env *cli.Env, data []byte) int {
	if c.check {
		return cli.OK
	}
	if err := env.Write(*c.output, data); err != nil {
		return env.Fail(err)
	}
	return cli.OK
}
