package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir/diag"
)

// A def is a declared def.
type def struct {
	placed[*ast.Def]
	cyclic bool // it reaches itself, or its body is wrong: its uses are not expanded
	lost   bool // what it assigns is among the lost names
	size   *float64
}

// defUse says, in a note, where a def is used.
type defUse string

func (name defUse) String() string { return fmt.Sprintf("in `%s`, which is used here", string(name)) }

// exprDef expands the use of an expression def.
func (x *expander) exprDef(d *def, c *ast.Call, sc scope) ast.Expr {
	inner, args, ok := x.apply(d, c.Func, c.Args, c.Pos, sc)
	if !ok {
		return &ast.BadExpr{Pos: sc.here(c.Pos)}
	}
	if d.item.Value == nil {
		x.error(diag.DefKind, sc.here(c.Func.Pos), fmt.Sprintf("`%s` is a def of statements and has no value", c.Func.Name), "Use it as a statement of its own.",
			report.At(d.item.Name.Pos, "defined here"))
		return &ast.BadExpr{Pos: sc.here(c.Pos)}
	}
	e := x.expr(d.item.Value, inner)
	x.checkDraws(d, args)
	return e
}

// stmtDef expands the use of a statement def.
func (x *expander) stmtDef(c *ast.CallStmt, sc scope) []ast.Stmt {
	d := x.defs[c.Def.Name]
	if d == nil {
		x.unknownStatement(c, sc)
		return []ast.Stmt{&ast.BadStmt{Pos: sc.here(c.Pos)}}
	}
	inner, args, ok := x.apply(d, c.Def, c.Args, c.Pos, sc)
	if !ok {
		x.loseDef(c.Def.Name)
		return []ast.Stmt{&ast.BadStmt{Pos: sc.here(c.Pos)}}
	}
	if d.item.Body == nil {
		x.error(diag.DefKind, sc.here(c.Def.Pos), fmt.Sprintf("`%s` is a def of an expression and does nothing by itself", c.Def.Name), "Use it in an expression.",
			report.At(d.item.Name.Pos, "defined here"))
		return []ast.Stmt{&ast.BadStmt{Pos: sc.here(c.Pos)}}
	}
	stmts := x.stmts(d.item.Body.Stmts, inner)
	x.checkDraws(d, args)
	x.checkCapture(d.item.Name.Name, parameterReads(args), stmts)
	return stmts
}

func (x *expander) unknownStatement(c *ast.CallStmt, sc scope) {
	at := sc.here(c.Def.Pos)
	if x.kernel.Lost[c.Def.Name] || x.kernel.LostName {
		x.report.Mark(at)
		return
	}
	x.loseDef(diag.Suggest(c.Def.Name, sortedKeys(x.defs)))
	hint := report.DidYouMean(c.Def.Name, sortedKeys(x.defs))
	if hint == "" {
		hint = report.DidYouMean(c.Def.Name, statementNames)
	}
	x.error(diag.UnknownFunction, at, fmt.Sprintf("unknown statement `%s`", c.Def.Name), hint)
}

// statementNames are the statements that look like a call when they are misspelt.
var statementNames = []string{"hold", "run", "branch", "grow", "load", "prefill", "decode", "transfer", "tool", "release", "set", "observe"}

// apply gives the parameters of a def their arguments. It returns the scope of the body.
func (x *expander) apply(d *def, name ast.Ident, args []ast.Expr, at token.Pos, sc scope) (inner scope, params []*local, ok bool) {
	if d.at >= sc.at {
		x.error(diag.DeclaredBelow, sc.here(name.Pos), fmt.Sprintf("`%s` is defined below", name.Name), "Move the def above its use.",
			report.At(d.item.Name.Pos, "defined here"))
		return scope{}, nil, false
	}
	if d.cyclic {
		x.report.Mark(sc.here(at))
		return scope{}, nil, false
	}
	values := x.exprs(args, sc)
	if len(args) != len(d.item.Params) {
		x.error(diag.WrongArguments, sc.here(at), fmt.Sprintf("`%s` takes %s, not %d", name.Name, report.Count(len(d.item.Params), "argument"), len(args)), "",
			report.At(d.item.Pos, "defined here"))
		return scope{}, nil, false
	}
	inner = scope{at: sc.at, side: sc.side, inside: sc.inside, header: sc.header, index: sc.index, via: &token.Use{What: defUse(name.Name), At: sc.here(at)}}
	for i, p := range d.item.Params {
		l := x.newLocal(p.Name, parameter, values[i])
		inner = inner.with(l)
		params = append(params, l)
	}
	return inner, params, true
}

// newLocal is a name for an expanded expression.
func (x *expander) newLocal(name string, kind localKind, value ast.Expr) *local {
	l := &local{name: name, kind: kind, value: value}
	l.size, l.depth = measure(value)
	return l
}

// measure counts the nodes of an expression and its levels.
func measure(e ast.Expr) (size, depth int) {
	var walk func(ast.Expr) int
	walk = func(e ast.Expr) int {
		deepest := 0
		ast.Walk(e, func(part ast.Expr) bool {
			if part == e {
				size++
				return true
			}
			deepest = max(deepest, walk(part))
			return false
		})
		return deepest + 1
	}
	return size, walk(e)
}

// checkDraws refuses an argument that draws where the body reads it not exactly
// once: read twice, it would be two draws.
func (x *expander) checkDraws(d *def, args []*local) {
	for _, l := range args {
		reads := l.reads + l.refs
		if reads == 1 || !draws(l.value) {
			continue
		}
		times := fmt.Sprintf("%d times", reads)
		if reads == 0 {
			times = "never"
		}
		x.error(diag.DrawTwice, l.value.Position(), fmt.Sprintf("this draws, and `%s` reads its parameter `%s` %s", d.item.Name.Name, l.name, times),
			"`set` an attribute to the draw and pass the attribute.", report.At(d.item.Name.Pos, "defined here"))
	}
}

func draws(e ast.Expr) bool {
	found := false
	ast.Walk(e, func(part ast.Expr) bool {
		_, draw := part.(*ast.Draw)
		found = found || draw
		return !found
	})
	return found
}

// checkCapture refuses an argument that reads an attribute which the body assigns:
// in the body it might read the new value, while at the call it looks like the old.
// reads are the attributes that the arguments read, each with such an argument.
func (x *expander) checkCapture(name string, reads map[string]token.Pos, body []ast.Stmt) {
	if len(reads) == 0 {
		return
	}
	ast.WalkStmts(body, func(s ast.Stmt) {
		target := assigned(s)
		at, read := reads[target.Name]
		if !read {
			return
		}
		delete(reads, target.Name)
		x.error(diag.Capture, at, fmt.Sprintf("the argument reads `%s`, which `%s` assigns", target.Name, name),
			"`set` another attribute to the value and pass that.", report.At(target.Pos, "assigned here"))
	}, func(ast.Expr) bool { return false })
}

// parameterReads is what the arguments of parameters read.
func parameterReads(args []*local) map[string]token.Pos {
	reads := map[string]token.Pos{}
	for _, l := range args {
		for _, name := range attributeReads(l) {
			reads[name] = l.value.Position()
		}
	}
	return reads
}

// attributeReads lists what an argument reads that may be an attribute. One that
// the body took only for the name of a pool or stage reads its index.
func attributeReads(l *local) []string {
	e := l.value
	if r, ok := e.(*ast.Ref); ok && l.reads == 0 {
		e = r.Index
	}
	return namesIn(e)
}

// namesIn lists the names in an expression that are bound to nothing yet.
func namesIn(e ast.Expr) []string {
	var names []string
	ast.Walk(e, func(part ast.Expr) bool {
		if r, ok := part.(*ast.Ref); ok && r.Bind == nil {
			names = append(names, r.Name)
		}
		return true
	})
	return names
}

// assigned is the attribute that a statement assigns; its name is empty if none.
func assigned(s ast.Stmt) ast.Ident {
	switch s := s.(type) {
	case *ast.Set:
		return s.Name
	case *ast.Choose:
		return s.Name
	}
	return ast.Ident{}
}

// checkDefCycles finds the defs that reach themselves.
func (x *expander) checkDefCycles() {
	state := map[*def]state{}
	var visit func(d *def)
	follow := func(from *def, name ast.Ident) {
		to := x.defs[name.Name]
		if to == nil {
			return
		}
		if state[to] == evaluating {
			x.error(diag.DefCycle, name.Pos, fmt.Sprintf("`%s` reaches itself", to.item.Name.Name), "A def is replaced by its body, so it cannot recur; use `loop`.",
				report.At(to.item.Name.Pos, "defined here"))
			from.cyclic, to.cyclic = true, true
			return
		}
		visit(to)
		from.cyclic = from.cyclic || to.cyclic
	}
	visit = func(d *def) {
		if state[d] != notYet {
			return
		}
		state[d] = evaluating
		calls := func(e ast.Expr) bool {
			if c, ok := e.(*ast.Call); ok {
				follow(d, c.Func)
			}
			return true
		}
		ast.Walk(d.item.Value, calls)
		if d.item.Body != nil {
			ast.WalkStmts(d.item.Body.Stmts, func(s ast.Stmt) {
				if c, ok := s.(*ast.CallStmt); ok {
					follow(d, c.Def)
				}
			}, calls)
		}
		state[d] = done
	}
	for _, name := range sortedKeys(x.defs) {
		visit(x.defs[name])
	}
}
