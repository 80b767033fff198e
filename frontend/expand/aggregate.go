package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/vocabulary"
	"serq/ir"
	"serq/ir/diag"
)

// maxTerms is the most terms that the aggregates of a program are written out to.
const maxTerms = 4096

// aggregate writes `max j in n (e)` out: max (max (e[0], e[1]), e[2]), and so on.
func (x *expander) aggregate(a *ast.Aggregate, sc scope) ast.Expr {
	pos := sc.here(a.Pos)
	bad := &ast.BadExpr{Pos: pos}
	fresh := x.fresh(a.Var, sc, "the variable of an aggregate")
	n, ok := x.whole(a.Count, sc, fmt.Sprintf("the count of `%s %s in`", a.Op.Name, a.Var.Name))
	switch {
	case !ok || !fresh:
		return bad
	case n < 1:
		x.error(diag.BadConstant, sc.here(a.Count.Position()), fmt.Sprintf("an aggregate has at least one term, not %s", report.Thousands(n)), "")
		return bad
	case x.terms+n > maxTerms:
		summary := fmt.Sprintf("an aggregate of %s terms: a program writes out at most %s", report.Thousands(n), report.Thousands(maxTerms))
		if x.terms > 0 {
			summary = fmt.Sprintf("an aggregate of %s terms, after %s of others: a program writes out at most %s", report.Thousands(n), report.Thousands(x.terms), report.Thousands(maxTerms))
		}
		x.error(diag.TooManyTerms, pos, summary, "")
		return bad
	}
	x.terms += n
	x.kernel.Variables = append(x.kernel.Variables, ident(a.Var, sc))
	x.depth += n // the first term stands deepest
	defer func() { x.depth -= n }()

	var result ast.Expr
	for i := range n {
		j := &ast.Number{Pos: sc.here(a.Var.Pos), Value: float64(i)}
		term := x.expr(a.Body, sc.with(&local{name: a.Var.Name, kind: variable, value: j, size: 1, depth: 1}))
		if result == nil {
			result = term
			continue
		}
		if a.Op.Name == "sum" {
			result = &ast.Binary{Pos: pos, Op: ir.Add, X: result, Y: term}
		} else {
			result = &ast.Call{Pos: pos, Func: ident(a.Op, sc), Args: []ast.Expr{result, term}, Bind: vocabulary.Functions[a.Op.Name]}
		}
	}
	return result
}

// fresh checks a name that sugar gives: it means nothing yet. That it is no
// attribute is checked when those are known.
func (x *expander) fresh(name ast.Ident, sc scope, what string) bool {
	at := sc.here(name.Pos)
	const hint = "Choose a name that has no meaning yet."
	if token := vocabulary.Supplied(name.Name); token != "" {
		x.error(diag.NotFresh, at, fmt.Sprintf("`%s` is %s and cannot be %s", name.Name, token, what), hint)
		return false
	}
	if l := sc.local(name.Name); l != nil {
		x.error(diag.NotFresh, at, fmt.Sprintf("`%s` is %s already", name.Name, localKinds[l.kind]), hint)
		return false
	}
	if c := x.constants[name.Name]; c != nil {
		x.error(diag.NotFresh, at, fmt.Sprintf("`%s` is a constant and cannot be %s", name.Name, what), hint, report.At(c.item.Name.Pos, "declared here"))
		return false
	}
	return true
}
