// Package resolve binds the names of a kernel to what they stand for: attributes,
// context variables, pools and stages, distributions. It checks that functions and
// draws have their arguments, and evaluates what must be constant.
//
// After it every name and call of the kernel is bound; an expression in a constant
// position is a Number or, where it has an error, a BadExpr; and a statement that
// names something unknown is a BadStmt.
package resolve

import (
	"fmt"
	"slices"
	"strings"

	"serq/frontend/ast"
	"serq/frontend/constant"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/frontend/vocabulary"
	"serq/ir/diag"
)

// Kernel resolves a kernel in place. readFile reads the data of empirical
// distributions.
func Kernel(k *ast.Kernel, readFile func(path string) ([]byte, error), rep *report.Report) {
	r := &resolver{kernel: k, report: rep, attributes: map[string]ast.Ident{}, data: &data{readFile: readFile, tables: map[string]*table{}}}
	for _, root := range [][]ast.Stmt{k.Init, k.Turn, k.Session, k.Unused} {
		ast.WalkStmts(root, r.declare, func(ast.Expr) bool { return false })
	}
	r.variables()
	for _, p := range k.Pools {
		r.pool(p)
	}
	for _, s := range k.Stages {
		r.stage(s)
	}
	r.arrive(k.Arrive)
	k.Init, k.Turn, k.Session = r.stmts(k.Init), r.stmts(k.Turn), r.stmts(k.Session)
	r.stmts(k.Unused)
	k.Hidden = slices.DeleteFunc(k.Hidden, func(name ast.Ident) bool { return !r.isAttribute(name) })
	for _, g := range k.Gauges {
		r.expr(g.Value)
	}
	r.run(k.Run)
}

type resolver struct {
	kernel     *ast.Kernel
	report     *report.Report
	attributes map[string]ast.Ident // those that the program assigns, and where it does first
	data       *data
}

func (r *resolver) error(code diag.Code, at token.Pos, summary, hint string, notes ...diag.Note) {
	r.report.Error(code, at, summary, hint, notes...)
}

// declare enters the attribute that a statement assigns.
func (r *resolver) declare(s ast.Stmt) {
	var name ast.Ident
	switch s := s.(type) {
	case *ast.Set:
		name = s.Name
	case *ast.Choose:
		name = s.Name
	default:
		return
	}
	if _, ok := r.attributes[name.Name]; ok {
		return
	}
	r.attributes[name.Name] = name
	if what := vocabulary.Supplied(name.Name); what != "" && !vocabulary.IsBuiltin(name.Name) {
		r.error(diag.NameTaken, name.Pos, fmt.Sprintf("`%s` is %s and cannot be an attribute", name.Name, what), "Choose another name.")
	}
	if c, ok := r.kernel.Constants[name.Name]; ok {
		r.error(diag.NameTaken, name.Pos, fmt.Sprintf("`%s` is a constant and cannot be assigned", name.Name), "Choose another name for the attribute.",
			report.At(c.Pos, "declared here"))
	}
}

// variables reports the variables of aggregates that are attributes too.
func (r *resolver) variables() {
	for _, v := range r.kernel.Variables {
		if a, ok := r.attributes[v.Name]; ok {
			r.error(diag.NotFresh, v.Pos, fmt.Sprintf("`%s` is an attribute and cannot be the variable of an aggregate", v.Name),
				"Choose a name that has no meaning yet.", report.At(a.Pos, "assigned here"))
		}
	}
}

// isAttribute reports a hidden name that no attribute has.
func (r *resolver) isAttribute(name ast.Ident) bool {
	if _, ok := r.attributes[name.Name]; ok || vocabulary.IsBuiltin(name.Name) {
		return true
	}
	r.unknownName(&ast.Ref{Pos: name.Pos, Name: name.Name})
	return false
}

// expr binds the names of an expression.
func (r *resolver) expr(e ast.Expr) {
	ast.Walk(e, func(part ast.Expr) bool {
		switch part := part.(type) {
		case *ast.Ref:
			r.name(part)
		case *ast.Call:
			r.call(part)
			return false
		case *ast.Draw:
			r.draw(part)
			return false
		}
		return true
	})
}

func (r *resolver) exprs(es []ast.Expr) {
	for _, e := range es {
		r.expr(e)
	}
}

// name binds a name that is read as a value.
func (r *resolver) name(ref *ast.Ref) {
	if ref.Bind != nil {
		return
	}
	_, assigned := r.attributes[ref.Name]
	ctx, isContext := vocabulary.Contexts[ref.Name]
	switch {
	case ref.Index != nil:
		r.notAValue(ref)
		ref.Bind = ast.Wrong{}
	case isContext:
		ref.Bind = ast.Context(ctx)
	case assigned || vocabulary.IsBuiltin(ref.Name):
		ref.Bind = ast.Attribute{}
	default:
		r.unknownName(ref)
		ref.Bind = ast.Wrong{}
	}
}

// notAValue reports `a[i]` where a value must stand.
func (r *resolver) notAValue(ref *ast.Ref) {
	if r.lost(ref) {
		return
	}
	summary := fmt.Sprintf("`%s[…]` is not a value", ref.Name)
	hint := "Only pools and stages are arrays."
	if r.kernel.StageNames[ref.Name] != nil {
		hint = fmt.Sprintf("`%s` is a stage: read `queue (%s[…])`, `work (%[1]s[…])` and the like.", ref.Name, ref.Name)
	} else if r.kernel.PoolNames[ref.Name] != nil {
		hint = fmt.Sprintf("`%s` is a pool: read `used (%s[…])`, `free (%[1]s[…])` and the like.", ref.Name, ref.Name)
	}
	r.error(diag.UnknownName, ref.Pos, summary, hint)
}

// unknownName reports a name that no value has.
func (r *resolver) unknownName(ref *ast.Ref) {
	if r.lost(ref) {
		return
	}
	k := r.kernel
	summary, hint := fmt.Sprintf("unknown name `%s`", ref.Name), ""
	c, isConstant := k.Constants[ref.Name]
	_, isFunction := vocabulary.Functions[ref.Name]
	_, isDef := k.Defs[ref.Name]
	switch {
	case isConstant:
		r.error(diag.DeclaredBelow, ref.Pos, fmt.Sprintf("the constant `%s` is declared below", ref.Name), "Move its `let` above.",
			report.At(c.Pos, "declared here"))
		return
	case isFunction:
		summary, hint = fmt.Sprintf("`%s` is a function and not a value", ref.Name), fmt.Sprintf("Write `%s (…)`.", ref.Name)
	case isDef:
		summary, hint = fmt.Sprintf("`%s` is a def and not a value", ref.Name), fmt.Sprintf("Write `%s (…)`.", ref.Name)
	default:
		if hint = report.DidYouMean(ref.Name, r.values()); hint != "" {
			break
		}
		switch {
		case k.StageNames[ref.Name] != nil:
			summary, hint = fmt.Sprintf("`%s` is a stage and not a value", ref.Name), fmt.Sprintf("Read `queue (%s)`, `work (%s)` and the like.", ref.Name, ref.Name)
		case k.PoolNames[ref.Name] != nil:
			summary, hint = fmt.Sprintf("`%s` is a pool and not a value", ref.Name), fmt.Sprintf("Read `used (%s)`, `free (%s)` and the like.", ref.Name, ref.Name)
		default:
			hint = fmt.Sprintf("An attribute is a name that a `set` or `choose` assigns, a constant one that a `let` above declares.")
		}
	}
	r.error(diag.UnknownName, ref.Pos, summary, hint)
}

// values are the names that can be read as a value.
func (r *resolver) values() []string {
	var names []string
	for name := range r.attributes {
		names = append(names, name)
	}
	for name := range r.kernel.Constants {
		names = append(names, name)
	}
	for name := range vocabulary.Contexts {
		names = append(names, name)
	}
	slices.Sort(names)
	return append(names, builtins...)
}

// lost reports whether a name may belong to a declaration or an assignment that has an
// error: then nothing can be said of it. Of a name of a queue each part may.
func (r *resolver) lost(ref *ast.Ref) bool {
	first, rest, dotted := strings.Cut(ref.Name, ".")
	if r.kernel.LostName || r.kernel.Lost[ref.Name] || dotted && (r.kernel.Lost[first] || r.kernel.Lost[rest]) {
		r.report.Mark(ref.Pos)
		return true
	}
	return false
}

// fold replaces an expression that must be constant by its value. An absent one stays so.
func (r *resolver) fold(e *ast.Expr, what string) (value float64, ok bool) {
	if *e == nil {
		return 0, false
	}
	pos := (*e).Position()
	r.expr(*e)
	value, ok = constant.Number(*e, what, r.report, nil)
	*e = &ast.BadExpr{Pos: pos}
	if ok {
		*e = &ast.Number{Pos: pos, Value: value}
	}
	return value, ok
}

// foldWhole is fold for a whole number from least to most.
func (r *resolver) foldWhole(e *ast.Expr, what string, least, most int) {
	if *e == nil {
		return
	}
	pos := (*e).Position()
	r.expr(*e)
	n, ok := constant.Whole(*e, what, r.report, nil)
	if ok && n < least {
		r.error(diag.BadConstant, pos, fmt.Sprintf("%s is at least %d, not %s", what, least, report.Thousands(n)), "")
		ok = false
	}
	if ok && n > most {
		r.error(diag.BadConstant, pos, fmt.Sprintf("%s is at most %s, not %s", what, report.Thousands(most), report.Thousands(n)), "")
		ok = false
	}
	*e = &ast.BadExpr{Pos: pos}
	if ok {
		*e = &ast.Number{Pos: pos, Value: float64(n)}
	}
}
