package resolve

import (
	"fmt"
	"math"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/constant"
	"serq/frontend/report"
	"serq/ir"
	"serq/ir/diag"
)

// family binds a reference to a member of a pool or stage. It returns false where
// there is an error, in the reference or in what it names.
func (r *resolver) family(ref *ast.Ref, kind ir.ArgKind) bool {
	f := r.named(ref, kind)
	if f == nil {
		return false
	}
	switch {
	case f.Array && ref.Index == nil:
		r.error(diag.ArrayIndex, ref.Pos, fmt.Sprintf("`%s` is an array of %d: which member?", f.Name, f.Count), fmt.Sprintf("Write `%s[i]`, with i from 0 to %d.", f.Name, f.Count-1),
			report.At(f.Pos, "declared here"))
		return false
	case !f.Array && ref.Index != nil:
		r.error(diag.ArrayIndex, ref.Index.Position(), fmt.Sprintf("`%s` is not an array", f.Name), fmt.Sprintf("Write `%s`, or declare it as an array: `%s[1]`.", f.Name, f.Name),
			report.At(f.Pos, "declared here"))
		return false
	case ref.Index != nil:
		r.index(ref)
	}
	ref.Bind = f
	return true
}

// index binds an index. A constant one becomes its number.
func (r *resolver) index(ref *ast.Ref) {
	r.expr(ref.Index)
	if v, culprit := constant.Eval(ref.Index); culprit == nil {
		pos := ref.Index.Position()
		if math.IsNaN(v) {
			r.error(diag.BadConstant, pos, "the index is not a number", "")
			ref.Index = &ast.BadExpr{Pos: pos}
			return
		}
		ref.Index = &ast.Number{Pos: pos, Value: v}
	}
}

// named finds the pool or stage of a reference, or returns nil and reports it. What
// has an error in its declaration is not found, and nothing is said.
func (r *resolver) named(ref *ast.Ref, kind ir.ArgKind) *ast.Family {
	switch bind := ref.Bind.(type) {
	case ast.Wrong:
		return nil
	case *ast.Family:
		return bind // the source of an entry that is checked by itself
	}
	names, other, what, otherWhat, lost := r.kernel.PoolNames, r.kernel.StageNames, "pool", "stage", r.kernel.LostPool
	if kind == ir.ArgStage {
		names, other, what, otherWhat, lost = other, names, otherWhat, what, r.kernel.LostStage
	}
	f := names[ref.Name]
	switch {
	case f != nil && !f.Wrong:
		return f
	case f != nil, lost && other[ref.Name] == nil:
		r.report.Mark(ref.Pos)
	case !r.lost(ref):
		known := make([]string, 0, len(names))
		for name := range names {
			known = append(known, name)
		}
		slices.Sort(known)
		summary, hint := fmt.Sprintf("unknown %s `%s`", what, ref.Name), report.DidYouMean(ref.Name, known)
		if other[ref.Name] != nil {
			summary = fmt.Sprintf("`%s` is a %s where a %s should stand", ref.Name, otherWhat, what)
		} else if hint == "" && len(known) == 0 {
			hint = fmt.Sprintf("The program declares no %s.", what)
		}
		r.error(diag.UnknownFamily, ref.Pos, summary, hint)
	}
	ref.Bind = ast.Wrong{}
	return nil
}

// join binds a reference from the members of one family to those of another:
// member to member, or all to a family of one.
func (r *resolver) join(from *ast.Family, ref *ast.Ref, kind ir.ArgKind) bool {
	to := r.named(ref, kind)
	if to == nil || from.Wrong {
		ref.Bind = ast.Wrong{}
		return false
	}
	if to.Count != 1 && to.Count != from.Count {
		r.error(diag.FamiliesDiffer, ref.Pos, fmt.Sprintf("`%s` has %d members and `%s` %d: they do not pair up", from.Name, from.Count, to.Name, to.Count),
			"Families of equal size are joined member to member, and any to a family of one.", report.At(to.Pos, "declared here"))
		ref.Bind = ast.Wrong{}
		return false
	}
	ref.Bind = to
	return true
}
