// Package kernel writes a program as text without sugar: constants are numbers,
// defs and the server stand where they were used, and families have their size.
// Compiled, the text is the same program again, but for where its statements were
// written.
//
// That holds of every program that was compiled from text. A document that was made
// otherwise may number its attributes and blocks in another order than the text
// does; then the text is the same program in normal form. And it may say what
// no text says (preset sessions, names like `9`), which is refused.
package kernel

import (
	"strings"

	"serq/frontend/format"
	"serq/frontend/lex"
	"serq/frontend/parse"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// Options is what a document does not say.
type Options struct {
	// Dir is the folder that the text will lie in: paths are relative to it. "" is the
	// working directory, to which the paths of the document are relative.
	Dir string

	// Column tells in which column of which CSV file the values of an empirical
	// distribution were found. Without it there are none.
	Column func(values []float64) (path, column string, ok bool)
}

// Text writes a program, which keeps the link rules. The list is why there is no text.
func Text(p *ir.Program, opts Options) (string, diag.List) {
	w := &writer{p: p, opts: opts, negatives: map[uint64]string{}}
	w.spelling = ir.Spelling{Negative: w.negative, Values: w.values}
	if _, preset := p.Arrival.(ir.Sessions); preset {
		w.refuse((*ir.Path)(nil).Field("arrival"), "the sessions are in the document, and text has no such list",
			"Leave out --inline-trace: the text then names the trace.")
		return "", w.found
	}
	w.families()
	w.names()
	w.references()
	if w.found.HasErrors() {
		return "", w.found
	}
	w.program()
	if w.found.HasErrors() {
		return "", w.found
	}
	return w.layOut()
}

// A writer writes one program.
type writer struct {
	p        *ir.Program
	opts     Options
	spelling ir.Spelling
	pools    families
	stages   families

	out       strings.Builder
	lets      strings.Builder   // the constants
	negatives map[uint64]string // their names, by the bits of their values
	found     diag.List
}

// refuse reports a part of the document that text cannot say.
func (w *writer) refuse(at *ir.Path, summary, hint string) {
	w.found = append(w.found, diag.Diagnostic{
		Code: diag.NoText, Severity: diag.Error, Summary: summary, Hint: hint, Pointer: at.String(),
	})
}

// layOut reads the text once more: what sugar nested deeper than text may be, or put
// into longer chains, only the parser can tell.
func (w *writer) layOut() (string, diag.List) {
	f := token.NewFile("", "", w.lets.String()+w.out.String())
	var rep report.Report
	parse.File(f, &rep)
	for _, d := range rep.List() {
		w.refuse(nil, "the program is too large for text: "+d.Summary, "Sugar can nest deeper than text: `set` attributes to the values of parts.")
		return "", w.found
	}
	return format.Text(f, lex.Tokens(f, &rep)), nil
}

// put writes texts.
func (w *writer) put(texts ...string) {
	for _, s := range texts {
		w.out.WriteString(s)
	}
}

func (w *writer) expr(x ir.Expr) string { return w.spelling.Expr(w.p, x) }

func (w *writer) pool(r ir.Ref) string { return w.spelling.Pool(w.p, r) }

func (w *writer) stage(r ir.Ref) string { return w.spelling.Stage(w.p, r) }

func (w *writer) number(v float64) string { return w.expr(ir.Num(v)) }

// exprs is a list in parentheses.
func (w *writer) exprs(xs []ir.Expr) string {
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = w.expr(x)
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
