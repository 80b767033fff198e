package main

import (
	"bytes"
	"path/filepath"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/ir/result"
	"serq/sim"
	"serq/tools/page"
	"serq/tools/view"
)

// picture keeps what the page's charts are drawn from, if there is to be a page.
func (s *simulation) picture(run *sim.Run) {
	if s.html != "" {
		s.curves = run.Curves()
	}
}

// writePage writes the report as a page.
func (s *simulation) writePage(env *cli.Env, p *ir.Program, r *result.Report) int {
	var out bytes.Buffer
	err := page.Write(&out, &page.Page{
		Title: title(env, p), Report: r, Curves: s.curves, Figure: view.Deployment(p),
	})
	if err == nil {
		err = env.Write(s.html, out.Bytes())
	}
	if err != nil {
		return env.Fail(err)
	}
	return cli.OK
}

// title is the name of the program's text, or else of the file that was run.
func title(env *cli.Env, p *ir.Program) string {
	if p.Source != nil && len(p.Source.Files) > 0 {
		return filepath.Base(p.Source.Files[0])
	}
	if name := env.Operand(0); name != "-" {
		return filepath.Base(name)
	}
	return "standard input"
}
