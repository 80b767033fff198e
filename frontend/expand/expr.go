package expand

import (
	"fmt"
	"strings"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/frontend/vocabulary"
	"serq/ir"
	"serq/ir/diag"
)

// Limits of what expansion makes. An expression that sugar nests deeper, or a
// program that it makes larger, is one that went wrong: everything that walks the
// tree after this, and every reader of the IR, can rely on it.
const (
	maxDepth = 5_000     // levels of constructs within each other
	maxNodes = 2_000_000 // nodes of all expressions together
)

// expr expands an expression.
func (x *expander) expr(e ast.Expr, sc scope) ast.Expr {
	if !x.enter(e.Position(), sc) {
		return &ast.BadExpr{Pos: sc.here(e.Position())}
	}
	defer x.leave()
	pos := sc.here(e.Position())
	switch e := e.(type) {
	case *ast.Number:
		return &ast.Number{Pos: pos, Value: e.Value}
	case *ast.String:
		return &ast.String{Pos: pos, Value: e.Value}
	case *ast.Ref:
		return x.name(e, sc)
	case *ast.Call:
		return x.call(e, sc)
	case *ast.Draw:
		return &ast.Draw{Pos: pos, Dist: ident(e.Dist, sc), Args: x.exprs(e.Args, sc)}
	case *ast.Unary:
		return &ast.Unary{Pos: pos, Op: e.Op, X: x.expr(e.X, sc)}
	case *ast.Binary:
		return &ast.Binary{Pos: pos, Op: e.Op, X: x.expr(e.X, sc), Y: x.expr(e.Y, sc)}
	case *ast.Cond:
		return &ast.Cond{Pos: pos, If: x.expr(e.If, sc), Then: x.expr(e.Then, sc), Else: x.expr(e.Else, sc)}
	case *ast.Aggregate:
		return x.aggregate(e, sc)
	case *ast.BadExpr:
		return &ast.BadExpr{Pos: pos}
	}
	panic(fmt.Sprintf("BUG: unexpected expression %T", e))
}

func (x *expander) exprs(es []ast.Expr, sc scope) []ast.Expr {
	var expanded []ast.Expr
	for _, e := range es {
		expanded = append(expanded, x.expr(e, sc))
	}
	return expanded
}

func ident(id ast.Ident, sc scope) ast.Ident {
	return ast.Ident{Pos: sc.here(id.Pos), Name: id.Name}
}

// enter counts one more node and one more level, until leave. It returns false
// where there are too many.
func (x *expander) enter(at token.Pos, sc scope) bool {
	if x.full {
		return false
	}
	x.grow(1, 1, at, sc)
	if x.full {
		return false
	}
	x.depth++
	return true
}

func (x *expander) leave() { x.depth-- }

// grow counts the nodes of an expression, and checks that its levels are not too many here.
func (x *expander) grow(nodes, levels int, at token.Pos, sc scope) {
	x.size += nodes
	if x.depth+levels > maxDepth && !x.full {
		x.full = true
		x.error(diag.TooDeep, sc.here(at), fmt.Sprintf("nested more than %s levels deep after expansion", report.Thousands(maxDepth)), "Name parts of it with `set`.")
	}
	if x.size > maxNodes && !x.full {
		x.full = true
		x.error(diag.TooLarge, sc.here(at), fmt.Sprintf("the expressions of the program have more than %s terms after expansion", report.Thousands(maxNodes)),
			"A def that reads a parameter twice doubles its argument: `set` an attribute to the value instead.")
	}
}

// name expands a name in an expression. Sugar's own names and constants get their
// meaning here; what is left is bound later.
func (x *expander) name(r *ast.Ref, sc scope) ast.Expr {
	if l := sc.local(r.Name); l != nil && r.Index == nil {
		l.reads++
		x.grow(l.size, l.depth, r.Pos, sc)
		return sc.read(l, r)
	}
	if sc.inside != nil && r.Index == nil {
		if e := x.nameInside(r, sc); e != nil {
			return e
		}
	}
	kind := ir.ArgExpr
	if x.constantAbove(r.Name, sc) {
		kind = noFamily
	}
	e := x.ref(r, kind, sc)
	if c := x.constants[e.Name]; c != nil && c.at < sc.at && e.Index == nil && e.Bind == nil && sc.local(r.Name) == nil {
		if v, ok := x.constantValue(c); ok {
			e.Bind = ast.Constant(v)
		} else {
			e.Bind = ast.Wrong{}
		}
	}
	return e
}

// read is what a name that sugar gives stands for where it is read. The source of an
// entry is its pool, and in an index its member.
func (sc scope) read(l *local, r *ast.Ref) ast.Expr {
	if l.kind != sourcePool {
		return l.value
	}
	if sc.index {
		return sc.inside.source.index
	}
	pool := *l.value.(*ast.Ref)
	pool.Pos = sc.here(r.Pos)
	return &pool
}

// noFamily is the kind of a name that stands for no pool or stage.
const noFamily = ir.ArgKind(255)

// ref expands a reference to a pool or stage, or with ir.ArgExpr to either. A
// parameter stands for the name that was passed, with its index.
func (x *expander) ref(r *ast.Ref, kind ir.ArgKind, sc scope) *ast.Ref {
	e := &ast.Ref{Pos: sc.here(r.Pos), Name: r.Name}
	if r.Index != nil {
		index := sc
		index.index = true
		e.Index = x.expr(r.Index, index)
	}
	first, rest, dotted := strings.Cut(r.Name, ".")
	l := sc.local(r.Name)
	if l == nil && dotted {
		l = sc.local(first)
	} else {
		rest = ""
	}
	if l == nil {
		sc.inside.own(e, kind)
		return e
	}
	l.refs++
	passed, ok := l.value.(*ast.Ref)
	switch {
	case l.kind == entryParameter:
		x.error(diag.WrongArguments, e.Pos, fmt.Sprintf("`%s` is used as a pool or stage, and a parameter of an entry is a value", l.name), "")
		e.Bind = ast.Wrong{}
		return e
	case !ok:
		if _, bad := l.value.(*ast.BadExpr); !bad {
			x.error(diag.WrongArguments, l.value.Position(), fmt.Sprintf("`%s` is used as a pool or stage, and this is not the name of one", l.name), "",
				report.At(e.Pos, "used here"))
		}
		e.Bind = ast.Wrong{}
		return e
	case passed.Index != nil && (e.Index != nil || rest != ""):
		x.error(diag.ArrayIndex, e.Pos, fmt.Sprintf("`%s` stands for `%s`, which has an index already", l.name, passed.Text()), "")
		e.Bind = ast.Wrong{}
		return e
	}
	if l.kind != sourcePool {
		e.Pos = passed.Pos
	}
	e.Name = passed.Name
	switch passed.Bind.(type) {
	case ast.Wrong, *ast.Family:
		e.Bind = passed.Bind
	}
	if rest != "" {
		e.Name += "." + rest
	}
	if passed.Index != nil {
		e.Index = passed.Index
	}
	return e
}

func (x *expander) optionalRef(r *ast.Ref, kind ir.ArgKind, sc scope) *ast.Ref {
	if r == nil {
		return nil
	}
	return x.ref(r, kind, sc)
}

// optionalPool expands a reference to a pool on which a statement acts, if there is one.
func (x *expander) optionalPool(r *ast.Ref, sc scope) *ast.Ref {
	if r == nil {
		return nil
	}
	return x.acts(r, sc)
}

func (x *expander) stageRefs(rs []*ast.Ref, sc scope) []*ast.Ref {
	var expanded []*ast.Ref
	for _, r := range rs {
		expanded = append(expanded, x.ref(r, ir.ArgStage, sc))
	}
	return expanded
}

// call expands the use of an expression def, or binds a function.
func (x *expander) call(c *ast.Call, sc scope) ast.Expr {
	if d := x.defs[c.Func.Name]; d != nil {
		return x.exprDef(d, c, sc)
	}
	call := &ast.Call{Pos: sc.here(c.Pos), Func: ident(c.Func, sc)}
	bind := vocabulary.Functions[c.Func.Name]
	for i, arg := range c.Args {
		call.Args = append(call.Args, x.arg(arg, argKind(bind, i), sc))
	}
	switch bind := bind.(type) {
	case ast.Function:
		call.Bind = bind
	case ast.BlockSize:
		call.Bind = x.blockSize(call, sc)
	default:
		call.Bind = ast.Wrong{}
		x.unknownFunction(call.Func)
	}
	return call
}

// argKind is what a function takes as an argument.
func argKind(bind ast.Binding, i int) ir.ArgKind {
	switch bind := bind.(type) {
	case ast.Function:
		if kinds := ir.Funcs[bind].Args; i < len(kinds) {
			return kinds[i]
		}
	case ast.BlockSize:
		return ir.ArgPool
	}
	return ir.ArgExpr
}

// arg expands an argument of a function.
func (x *expander) arg(arg ast.Expr, kind ir.ArgKind, sc scope) ast.Expr {
	if r, ok := arg.(*ast.Ref); ok && kind != ir.ArgExpr && sc.inside != nil {
		return x.observed(r, kind, sc)
	}
	return x.expr(arg, sc)
}

func (x *expander) unknownFunction(f ast.Ident) {
	if x.kernel.Lost[f.Name] || x.kernel.LostName {
		x.report.Mark(f.Pos)
		return
	}
	known := append(sortedKeys(x.defs), sortedKeys(vocabulary.Functions)...)
	hint := report.DidYouMean(f.Name, known)
	_, draw := vocabulary.Distributions[f.Name]
	switch {
	case draw:
		hint = fmt.Sprintf("Write `~%s (…)`: a draw has `~` before its distribution.", f.Name)
	case f.Name == "sum":
		hint = "Write `sum j in n (e)` to add over an array."
	case x.pools[f.Name] != nil || x.stages[f.Name] != nil:
		hint = fmt.Sprintf("A member of an array is `%s[…]`.", f.Name)
	case x.constants[f.Name] != nil:
		hint = fmt.Sprintf("`%s` is a constant; a product is written with `*`.", f.Name)
	}
	x.error(diag.UnknownFunction, f.Pos, fmt.Sprintf("unknown function `%s`", f.Name), hint)
}
