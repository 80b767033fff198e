package resolve

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/vocabulary"
	"serq/ir"
	"serq/ir/diag"
)

var builtins = ir.BuiltinNames[:]

// call binds the arguments of a function or observable, and checks that they are
// as many and of the kinds that it takes.
func (r *resolver) call(c *ast.Call) {
	bind, ok := c.Bind.(ast.Function)
	if !ok {
		if _, wrong := c.Bind.(ast.Wrong); wrong {
			r.report.Mark(c.Pos)
		}
		return // a block size is bound
	}
	kinds := ir.Funcs[bind].Args
	numeric := ir.Func(bind) == ir.FuncMin || ir.Func(bind) == ir.FuncMax
	if len(c.Args) != len(kinds) && !(numeric && len(c.Args) > len(kinds)) {
		takes := report.Count(len(kinds), "argument")
		if numeric {
			takes = "two or more arguments"
		}
		r.error(diag.WrongArguments, c.Pos, fmt.Sprintf("`%s` takes %s, not %d", c.Func.Name, takes, len(c.Args)), signature(ir.Func(bind)))
		c.Bind = ast.Wrong{}
		return
	}
	for i, arg := range c.Args {
		kind := ir.ArgExpr
		if i < len(kinds) {
			kind = kinds[i]
		}
		if kind == ir.ArgExpr {
			r.expr(arg)
			continue
		}
		ref, isRef := arg.(*ast.Ref)
		if !isRef {
			if _, bad := arg.(*ast.BadExpr); !bad {
				r.error(diag.WrongArguments, arg.Position(), fmt.Sprintf("`%s` reads %s, and this is not the name of one", c.Func.Name, families[kind]), signature(ir.Func(bind)))
			}
			c.Bind = ast.Wrong{}
			continue
		}
		bound := *ref // the same node may stand elsewhere as a value
		c.Args[i] = &bound
		if !r.family(&bound, kind) {
			c.Bind = ast.Wrong{}
		}
	}
}

var families = map[ir.ArgKind]string{ir.ArgPool: "a pool", ir.ArgStage: "a stage"}

// signature is a hint that shows how a function is used.
func signature(f ir.Func) string {
	examples := map[ir.Func]string{
		ir.FuncMin: "min (a, b)", ir.FuncMax: "max (a, b)", ir.FuncPow: "pow (base, exponent)",
		ir.FuncPrice: "price (stage, held, work)",
	}
	if e, ok := examples[f]; ok {
		return "Write `" + e + "`."
	}
	argument := map[ir.ArgKind]string{ir.ArgExpr: "x", ir.ArgPool: "pool", ir.ArgStage: "stage"}
	return fmt.Sprintf("Write `%s (%s)`.", ir.Funcs[f].Surface, argument[ir.Funcs[f].Args[0]])
}

// draw binds the distribution and the parameters of a draw.
func (r *resolver) draw(d *ast.Draw) {
	if d.Bind != nil {
		return // the node stands in several places
	}
	dist, ok := vocabulary.Distributions[d.Dist.Name]
	if !ok {
		r.error(diag.UnknownFunction, d.Dist.Pos, fmt.Sprintf("unknown distribution `%s`", d.Dist.Name), r.distributionHint(d.Dist.Name))
		d.Bind = ast.Wrong{}
		r.exprs(d.Args)
		return
	}
	if dist == ir.DistEmpirical {
		d.Bind = r.data.empirical(r, d)
		return
	}
	d.Bind = &ast.Distribution{Dist: dist}
	params := ir.Dists[dist].Params
	if len(d.Args) != len(params) {
		r.error(diag.WrongArguments, d.Pos, fmt.Sprintf("`~%s` takes %s, not %d", d.Dist.Name, report.Count(len(params), "argument"), len(d.Args)),
			"Write `"+drawSignature(dist)+"`.")
		d.Bind = ast.Wrong{}
	}
	for _, arg := range d.Args {
		if _, isString := arg.(*ast.String); isString {
			r.error(diag.WrongArguments, arg.Position(), fmt.Sprintf("`~%s` takes numbers", d.Dist.Name), "Write `"+drawSignature(dist)+"`.")
			d.Bind = ast.Wrong{}
			continue
		}
		r.expr(arg)
	}
}

// drawSignature shows how a draw is written.
func drawSignature(dist ir.Dist) string {
	s := "~" + ir.Dists[dist].Surface + " ("
	for i, p := range ir.Dists[dist].Params {
		if i > 0 {
			s += ", "
		}
		s += p.Name
	}
	return s + ")"
}

func (r *resolver) distributionHint(name string) string {
	var names []string
	for _, d := range ir.Dists {
		names = append(names, d.Surface)
	}
	if _, ok := r.kernel.Defs[name]; ok {
		return fmt.Sprintf("`%s` is a def: write `%s (…)` without `~`.", name, name)
	}
	if hint := report.DidYouMean(name, names); hint != "" {
		return hint
	}
	hint := "The distributions are"
	for i, n := range names {
		if i > 0 {
			hint += ","
		}
		hint += " " + n
	}
	return hint + "."
}
