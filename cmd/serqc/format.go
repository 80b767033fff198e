package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"serq/cmd/internal/cli"
	"serq/frontend"
)

// format answers --fmt: the text in its canonical layout, on standard output, in the
// file of -o or, with -w, in place of what was read.
func (c *compilation) format(env *cli.Env) int {
	if wrong := c.wrongWithFormat(env); wrong != "" {
		return env.UsageError(wrong)
	}
	in, err := env.Read(env.Operand(0))
	if err != nil {
		return env.Fail(err)
	}
	text, found := frontend.Format(source(in, env.Operand(0)))
	if status := env.Report(found); status != cli.OK {
		return status
	}
	output := *c.output
	if c.inPlace {
		if text == string(in.Data) {
			return cli.OK // and the file keeps its time
		}
		output = env.Operand(0)
	}
	if err := env.Write(output, []byte(text)); err != nil {
		return env.Fail(err)
	}
	return cli.OK
}

// wrongWithFormat says what of the command line does not go with --fmt, or "".
func (c *compilation) wrongWithFormat(env *cli.Env) string {
	wrong := ""
	c.fs.Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"fmt", "write", "output", "format"}, f.Name) {
			wrong = fmt.Sprintf("--fmt compiles nothing: it takes no --%s", f.Name)
		}
	})
	switch {
	case !c.layOut:
		return "-w goes with --fmt"
	case c.inPlace && env.Operand(0) == "-":
		return "-w rewrites a file, and standard input is none"
	case c.inPlace && *c.output != "":
		return "-w rewrites the file that was read: it takes no --output"
	}
	return wrong
}
