package oracle

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"serq/ir"
	"serq/ir/diag"
	"serq/ir/result"
)

// A Match is what theory says about a run of a program.
type Match struct {
	Models    []Model
	Unchecked []Unchecked
	facts     []fact
	single    float64 // measured clock units of a replication
	measured  float64 // likewise of all together
}

// A Model is a formula that applies to a part of a program.
type Model struct {
	At     string `json:"at"`     // a stage, or the stages of a network
	Name   string `json:"model"`  // such as M/M/1
	Source string `json:"source"` // the formula and where it is published
}

// An Unchecked is a figure that no formula tells, with what is in the way.
type Unchecked struct {
	Path   string `json:"unchecked"`
	Reason string `json:"reason"`
}

// A fact is a figure that is known before the run, and how closely a run of a
// given length must meet it.
type fact struct {
	path     string
	value    float64
	interval bool    // the report's own interval decides; else what follows
	variance float64 // the figure's variance times the measured time, as that grows
	half     float64 // the value is known up to this
}

// Recognise finds the formulas that apply to the run of a program, which has
// passed the link rules, that a report is of. The match is nil if the list has
// errors: the report is of another program, or a feature of the program has no
// formula.
func Recognise(p *ir.Program, r *result.Report) (*Match, diag.List) {
	if r.Program != ir.Hash(p) {
		return nil, diag.List{{Code: diag.OracleOther, Severity: diag.Error, Summary: "the report is of another program than this one"}}
	}
	m := &Match{single: r.Run.End - r.Settings.Warmup}
	m.measured = m.single * float64(r.Settings.Replications)
	err := refuse(nil, "the run ended before anything was measured")
	if m.single > 0 {
		err = m.recognise(p, r)
	}
	if err == nil && len(m.facts) == 0 {
		err = refuse(nil, "no figure of the report is known: %s", m.reasons())
	}
	var refused *refusal
	if errors.As(err, &refused) {
		d := diag.Diagnostic{Code: diag.OracleNoFormula, Severity: diag.Error, Summary: "no formula applies: " + refused.why,
			Pointer: refused.at.String()}
		d.Span = statementSpan(p, d.Pointer)
		return nil, diag.List{d}
	}
	return m, nil
}

func (m *Match) recognise(p *ir.Program, r *result.Report) error {
	switch p.Arrival.(type) {
	case ir.Batch, ir.Sessions:
		return m.fluid(p, r.Settings.Warmup, r.Run.End)
	case ir.NoArrivals:
		return refuse((*ir.Path)(nil).Field("arrival"), "no session ever arrives")
	}
	w, err := followPaths(p)
	if err != nil {
		return err
	}
	if closed, ok := p.Arrival.(ir.Closed); ok {
		return m.closed(p, w, closed.N)
	}
	n, err := solveOpen(p, w)
	if err != nil {
		return err
	}
	return m.open(n)
}

func (m *Match) reasons() string {
	var out []string
	for _, u := range m.Unchecked {
		out = append(out, u.Reason)
	}
	return strings.Join(out, "; ")
}

func (m *Match) unchecked(path, reason string) {
	m.Unchecked = append(m.Unchecked, Unchecked{path, reason})
}

// steadyVisits is how many mean visits a run must last. Formulas are of the steady
// state, and intervals hold if each of the 20 batches behind them is long
// compared with what the system remembers.
const steadyVisits = 200

// lasts refuses a run that is too short for what takes so long on average.
func (m *Match) lasts(what string, long float64) error {
	if m.single < steadyVisits*long {
		return refuse(nil, "the run is too short: %s takes %.4g on average, and %.4g were measured", what, long, m.single)
	}
	return nil
}

// rounding is the relative error that the sums behind a figure may have.
const rounding = 1e-9

// confident is how many standard deviations a figure without an interval may be
// off: 99.9% of the runs stay within. The 99% of the intervals would raise alarm
// too often where a report has a dozen of such figures.
const confident = 3.29

// File is an oracle file of what is known, each figure with the tolerance that
// the length of the run allows.
func (m *Match) File() *File {
	f := new(File)
	for _, model := range m.Models {
		f.Source += fmt.Sprintf("%s: %s, %s. ", model.At, model.Name, model.Source)
	}
	for _, known := range m.facts {
		e := Expectation{Path: known.path, Value: known.value, CI: known.interval}
		if !known.interval {
			abs := known.half + confident*math.Sqrt(known.variance/m.measured) + rounding*math.Abs(known.value)
			e.Abs = &abs
		}
		f.Expect = append(f.Expect, e)
	}
	return f
}

// statementSpan is where the statement of a pointer was written, if it is known.
func statementSpan(p *ir.Program, pointer string) diag.Span {
	var block, stmt int
	if n, _ := fmt.Sscanf(pointer, "blocks[%d][%d]", &block, &stmt); n != 2 || p.Source == nil {
		return diag.Span{}
	}
	for _, s := range p.Source.Spans {
		if int(s.Block) == block && s.Stmt == stmt && s.File >= 0 && s.File < len(p.Source.Files) && s.Line > 0 && s.Column > 0 {
			return diag.Span{File: p.Source.Files[s.File], Line: s.Line, Col: s.Column}
		}
	}
	return diag.Span{}
}
