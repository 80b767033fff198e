package main

import (
	"context"

	"github.com/spf13/pflag"

	"serq/cmd/internal/cli"
	"serq/ir"
)

var command = cli.Command{
	Name:     "serqlink",
	Operands: "[FILE|-]",
	Purpose:  "checks a program (IR) and writes it in normal form",
	About: "Every rule is checked: the version, the shape of the document and what the\n" +
		"program says. If one is broken, nothing is written but the list of all that is\n" +
		"wrong, each with its path in the document and, where the IR says so, its place\n" +
		"in the program text. Normal form changes layout, key order and how numbers are\n" +
		"written, and nothing else.",
	Examples: "python3 gen.py | serqlink | serqsim\n" +
		"serqlink old.ir.json --upgrade -o new.ir.json\n" +
		"serqc egress.sq | serqlink --summary",
	MaxArgs: 1,
	Flags:   flags,
}

// A linking is one call of serqlink.
type linking struct {
	upgrade, summary, strip, compact bool
	output                           *string
}

func flags(fs *pflag.FlagSet) cli.Action {
	l := new(linking)
	fs.BoolVar(&l.upgrade, "upgrade", false, "take IR of version 7, too, and write version 8")
	fs.BoolVar(&l.summary, "summary", false, "write what the program is, for people, instead of IR")
	fs.BoolVar(&l.strip, "strip", false, "leave out where statements were written")
	fs.BoolVar(&l.compact, "compact", false, "write IR without white space")
	l.output = cli.Output(fs)
	return l.run
}

func (l *linking) run(_ context.Context, env *cli.Env) int {
	in, err := env.ReadDocument(env.Operand(0))
	if err != nil {
		return env.Fail(err)
	}
	read := ir.Read
	if l.upgrade {
		read = ir.Upgrade
	}
	p, found := env.Program(in, read)
	if status := env.Report(found); status != cli.OK {
		return status
	}
	if err := env.Write(*l.output, l.product(p)); err != nil {
		return env.Fail(err)
	}
	return cli.OK
}

func (l *linking) product(p *ir.Program) []byte {
	if l.summary {
		return []byte(summary(p))
	}
	if l.strip {
		p.Source = nil
	}
	if l.compact {
		return ir.EncodeCompact(p)
	}
	return ir.Encode(p)
}
