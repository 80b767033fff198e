package main

import (
	"errors"
	"fmt"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/ir/diag"
	"serq/sim"
)

// ruleCodes is the diagnostic code of each rule that a run can break.
var ruleCodes = [...]diag.Code{
	sim.RuleAmount: diag.RunAmount, sim.RuleIndex: diag.RunIndex, sim.RuleGuard: diag.RunGuard,
	sim.RuleNaN: diag.RunNaN, sim.RuleDraw: diag.RunDraw, sim.RuleGap: diag.RunGap,
	sim.RuleInstant: diag.RunInstant, sim.RuleDrain: diag.RunDrain, sim.RuleHold: diag.RunHold,
	sim.RuleCost: diag.RunCost,
}

// A refusal is an error that is a diagnostic.
type refusal diag.Diagnostic

func (r refusal) Error() string { return r.Summary }

// fail reports why there is no report.
func fail(env *cli.Env, p *ir.Program, err error) int {
	var broken *sim.Failure
	var settings sim.SettingsError
	var refused refusal
	switch {
	case errors.As(err, &broken):
		return env.Report(diag.List{failure(p, broken, err.Error())})
	case errors.As(err, &settings):
		return env.Report(diag.List{{Code: diag.RunSettings, Severity: diag.Error, Summary: settings.Error()}})
	case errors.As(err, &refused):
		return env.Report(diag.List{diag.Diagnostic(refused)})
	}
	return env.Fail(err)
}

// failure says what a program did wrong when it ran, at the statement that did it.
func failure(p *ir.Program, f *sim.Failure, summary string) diag.Diagnostic {
	d := diag.Diagnostic{Code: ruleCodes[f.Rule], Severity: diag.Error, Summary: summary}
	if f.Block >= 0 {
		d.Pointer = fmt.Sprintf("blocks[%d][%d]", f.Block, f.Stmt)
		d.Span = statementSpan(p.Source, f.Block, f.Stmt)
	}
	return d
}

// statementSpan is where a statement was written; the zero Span if that is unknown.
func statementSpan(s *ir.Source, block, stmt int) diag.Span {
	if s == nil {
		return diag.Span{}
	}
	for _, span := range s.Spans {
		if int(span.Block) == block && span.Stmt == stmt && span.File < len(s.Files) {
			return diag.Span{File: s.Files[span.File], Line: span.Line, Col: span.Column}
		}
	}
	return diag.Span{}
}
