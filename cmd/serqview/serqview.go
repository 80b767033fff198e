package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/tools/view"
)

var command = cli.Command{
	Name:     "serqview",
	Operands: "[FILE|-]",
	Purpose:  "draws a program (IR) as SVG",
	About: "The deployment is the row of stations that sessions meet, with the ways between\n" +
		"them and the pools that are held on the way. The session is a flow chart of its\n" +
		"statements. Either stands alone or inside a page, in light and in dark, and is\n" +
		"the same for the same program, to the byte.",
	Examples: "serqc mm1.sq | serqview -o mm1.svg\n" +
		"serqview mm1.ir.json --view session > session.svg",
	MaxArgs: 1,
	Flags:   flags,
}

// figures are the views by name.
var figures = map[string]func(*ir.Program) []byte{
	"deployment": view.Deployment,
	"session":    view.Session,
}

// A viewing is one call of serqview.
type viewing struct {
	view   string
	output *string
}

func flags(fs *pflag.FlagSet) cli.Action {
	v := new(viewing)
	fs.StringVar(&v.view, "view", "deployment", "what is drawn: `deployment|session`")
	v.output = cli.Output(fs)
	return v.run
}

func (v *viewing) run(_ context.Context, env *cli.Env) int {
	figure, ok := figures[v.view]
	if !ok {
		return env.UsageError(fmt.Sprintf("--view is deployment or session, not %q", v.view))
	}
	in, err := env.ReadDocument(env.Operand(0))
	if err != nil {
		return env.Fail(err)
	}
	p, found := env.Program(in, ir.Read)
	if status := env.Report(found); status != cli.OK {
		return status
	}
	if err := env.Write(*v.output, figure(p)); err != nil {
		return env.Fail(err)
	}
	return cli.OK
}
