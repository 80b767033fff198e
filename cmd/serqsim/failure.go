package main

import (
	"errors"
	"fmt"

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

// failure says what a program did wrong when it ran, at the statement that did it.
func failure(p *ir.Program, err error) diag.Diagnostic {
	var f *sim.Failure
	if !errors.As(err, &f) {
		panic(err) // sim.Run fails in no other way
	}
	d := diag.Diagnostic{Code: ruleCodes[f.Rule], Severity: diag.Error, Summary: f.Error()}
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
