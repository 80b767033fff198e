package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/frontend/vocabulary"
	"serq/ir"
	"serq/ir/diag"
)

// admissionUse says, in a note, why a name of `at admission` is assigned.
type admissionUse string

func (name admissionUse) String() string {
	return fmt.Sprintf("`%s` is read in the body, so it is set at the body's top", string(name))
}

// hold expands a hold. Each name of `at admission` stands for its expression in
// the header; one that the body reads is set at the body's top.
func (x *expander) hold(h *ast.Hold, sc scope) *ast.Hold {
	header, bindings := x.bindings(h, sc)
	k := &ast.Hold{Pos: sc.here(h.Pos)}
	for _, part := range h.Parts {
		k.Parts = append(k.Parts, ast.HoldPart{
			Pool: x.acts(part.Pool, header), Units: x.expr(part.Units, header), Reserve: x.optional(part.Reserve, header),
		})
	}
	k.Reuse = x.optional(h.Reuse, header)
	k.Body = x.block(h.Body, sc)
	k.Cache = x.optional(h.Cache, sc)
	if h.Lease != nil {
		k.Lease = &ast.Lease{Pool: x.acts(h.Lease.Pool, sc), Time: x.expr(h.Lease.Time, sc)}
	}
	k.Body.Stmts = append(x.bodySets(k, bindings, sc), k.Body.Stmts...)
	return k
}

// bindings expands the names of `at admission`, each with those before it.
func (x *expander) bindings(h *ast.Hold, sc scope) (header scope, bindings []ast.NamedExpr) {
	header = sc
	header.header = true
	for _, b := range h.Admission {
		value := x.expr(b.Value, header)
		if !x.fresh(b.Name, header, "a name of `at admission`") {
			continue
		}
		if draws(value) {
			x.error(diag.AtAdmission, value.Position(), fmt.Sprintf("`%s` draws, and a hold's header is read again at every attempt", b.Name.Name),
				"`set` an attribute to the draw before the hold.")
		}
		header = header.with(x.newLocal(b.Name.Name, binding, value))
		bindings = append(bindings, ast.NamedExpr{Name: x.target(b.Name, sc), Value: value})
	}
	return header, bindings
}

// bodySets are the assignments of the names that the body, the cache clause or the
// lease reads.
func (x *expander) bodySets(h *ast.Hold, bindings []ast.NamedExpr, sc scope) []ast.Stmt {
	if len(bindings) == 0 {
		return nil
	}
	read := map[string]token.Pos{}
	visit := func(e ast.Expr) bool {
		if r, ok := e.(*ast.Ref); ok && r.Bind == nil {
			if _, seen := read[r.Name]; !seen {
				read[r.Name] = r.Pos
			}
		}
		return true
	}
	after := &ast.Hold{Body: h.Body, Cache: h.Cache, Lease: h.Lease}
	ast.WalkStmts([]ast.Stmt{after}, nil, visit)
	var sets []ast.Stmt
	for _, b := range bindings {
		at, ok := read[b.Name.Name]
		if !ok {
			continue
		}
		if part := liveState(b.Value); part != nil {
			x.error(diag.AtAdmission, part.Position(), fmt.Sprintf("`%s` is read in the body, so it may read only attributes and constants", b.Name.Pos.Text()),
				"Read the state in the body, or give the header a name of its own.", report.At(at, "read here"))
			x.kernel.Lost[b.Name.Name] = true
			continue
		}
		pos := b.Name.Pos.To(b.Value.Position())
		if pos.File != b.Value.Position().File || pos.End < pos.Start {
			pos = b.Name.Pos
		}
		pos.Via = &token.Use{What: admissionUse(b.Name.Pos.Text()), At: sc.here(b.Name.Pos), Here: true}
		sets = append(sets, &ast.Set{Pos: pos, Name: b.Name, Value: b.Value})
	}
	return sets
}

// liveState is the first part of an expression that reads the state of the run: an
// observable or a context variable. It is nil if there is none.
func liveState(e ast.Expr) ast.Expr {
	var found ast.Expr
	ast.Walk(e, func(part ast.Expr) bool {
		switch part := part.(type) {
		case *ast.Call:
			if f, ok := part.Bind.(ast.Function); ok && !ir.Func(f).Numeric() && found == nil {
				found = part
			}
		case *ast.Ref:
			if part.Bind == nil && vocabulary.Supplied(part.Name) == "a context variable" && found == nil {
				found = part
			}
		}
		return found == nil
	})
	return found
}
