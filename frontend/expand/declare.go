package expand

import (
	"fmt"
	"maps"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/parse"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/frontend/vocabulary"
	"serq/ir/diag"
)

// declare enters every item under its name, in the order written.
func (x *expander) declare(items []ast.Item) {
	for _, it := range items {
		if q, ok := it.(*ast.Queue); ok {
			x.queuesBelow[q.Name.Name] = q.Name.Pos
		}
	}
	for at, it := range items {
		switch it := it.(type) {
		case *ast.Let:
			x.declareLet(it, at)
		case *ast.Def:
			x.declareDef(it, at)
		case *ast.Pool:
			if f := x.declareFamily(x.kernel.PoolNames, it.Name, it.Size); f != nil {
				p := &pool{placed: placed[*ast.Pool]{it, at}, family: f}
				x.pools[f.Name], x.poolList = p, append(x.poolList, p)
			}
		case *ast.Stage:
			x.declareStage(it, at, nil)
		case *ast.Queue:
			x.declareQueue(it, at)
		case *ast.Pull:
			x.declarePull(it, at)
		case *ast.Share:
			x.declareShare(it)
		case *ast.Workload:
			if once(x, "workload", x.workload.item, it) {
				x.workload = placed[*ast.Workload]{it, at}
			}
		case *ast.Session:
			if once(x, "session", x.session.item, it) {
				x.session = placed[*ast.Session]{it, at}
			}
		case *ast.Server:
			if once(x, "server", x.server.item, it) {
				x.server = placed[*ast.Server]{it, at}
			}
		case *ast.RunOptions:
			if once(x, "run", x.options.item, it) {
				x.options = placed[*ast.RunOptions]{it, at}
			}
		case *ast.Gauge:
			x.gaugeList = append(x.gaugeList, placed[*ast.Gauge]{it, at})
		case *ast.BadItem:
			x.badItems = append(x.badItems, it.Word)
		}
	}
}

// declareStage enters a stage, perhaps a queue's.
func (x *expander) declareStage(it *ast.Stage, at int, q *queue) {
	if f := x.declareFamily(x.kernel.StageNames, it.Name, it.Size); f != nil {
		_, f.Step = it.Kind.(*ast.Step)
		_, f.Wrong = it.Kind.(*ast.BadKind)
		s := &stage{placed: placed[*ast.Stage]{it, at}, family: f, queue: q}
		x.stages[f.Name], x.stageList = s, append(x.stageList, s)
	}
}

// lose enters what a def or the server assigns among the lost names, where its use
// has an error, and so does what it uses.
func (x *expander) lose(stmts []ast.Stmt) {
	ast.WalkStmts(stmts, func(s ast.Stmt) {
		x.kernel.Lost[assigned(s).Name] = true
		switch s := s.(type) {
		case *ast.CallStmt:
			x.loseDef(s.Def.Name)
		case *ast.Request:
			x.loseDef("request")
		}
	}, func(ast.Expr) bool { return false })
}

// loseDef is lose for a def, or for the server under the name `request`, which no
// def can have.
func (x *expander) loseDef(name string) {
	switch d := x.defs[name]; {
	case name == "request" && x.server.item != nil && !x.serverLost:
		x.serverLost = true
		x.lose(x.server.item.Body.Stmts)
	case d != nil && d.item.Body != nil && !d.lost:
		d.lost = true
		x.lose(d.item.Body.Stmts)
	}
}

// maybe reports whether an item of this kind may be among those with an error.
func (x *expander) maybe(word string) bool {
	return slices.ContainsFunc(x.badItems, func(w string) bool { return w == word || !parse.IsItem(w) })
}

// once reports a second item of which a program has one.
func once[T interface {
	comparable
	Position() token.Pos
}](x *expander, what string, first, second T) bool {
	var none T
	if first == none {
		return true
	}
	x.error(diag.GivenTwice, second.Position(), fmt.Sprintf("a second `%s`: a program has one", what), "Keep one of the two.",
		report.At(first.Position(), "the first stands here"))
	return false
}

func (x *expander) declareLet(l *ast.Let, at int) {
	if what := vocabulary.Supplied(l.Name.Name); what != "" && !token.IsKeyword(l.Name.Name) {
		x.error(diag.NameTaken, l.Name.Pos, fmt.Sprintf("`%s` is %s and cannot be a constant", l.Name.Name, what), "Choose another name.")
	}
	if x.nameUsed(l.Name) {
		return
	}
	x.constants[l.Name.Name] = &let{placed: placed[*ast.Let]{l, at}}
	x.kernel.Constants[l.Name.Name] = l.Name
}

func (x *expander) declareDef(d *ast.Def, at int) {
	if _, ok := vocabulary.Functions[d.Name.Name]; ok {
		x.error(diag.NameTaken, d.Name.Pos, fmt.Sprintf("`%s` is a function of the language and cannot be a def", d.Name.Name), "Choose another name.")
		return
	}
	if x.nameUsed(d.Name) {
		return
	}
	for i, p := range d.Params {
		same := func(q ast.Ident) bool { return q.Name == p.Name }
		if k := slices.IndexFunc(d.Params[:i], same); k >= 0 {
			x.error(diag.DeclaredTwice, p.Pos, fmt.Sprintf("`%s` has two parameters `%s`", d.Name.Name, p.Name), "",
				report.At(d.Params[k].Pos, "the first stands here"))
		}
	}
	x.defs[d.Name.Name] = &def{placed: placed[*ast.Def]{d, at}}
	x.kernel.Defs[d.Name.Name] = d.Name
}

// nameUsed reports a constant or def whose name one has already.
func (x *expander) nameUsed(name ast.Ident) bool {
	var first token.Pos
	if c := x.constants[name.Name]; c != nil {
		first = c.item.Name.Pos
	} else if d := x.defs[name.Name]; d != nil {
		first = d.item.Name.Pos
	} else {
		return false
	}
	x.declaredTwice(name, first)
	return true
}

// declareFamily enters a pool or stage, or returns nil if there is one of the name.
func (x *expander) declareFamily(names map[string]*ast.Family, name ast.Ident, size ast.Expr) *ast.Family {
	if first := names[name.Name]; first != nil {
		x.declaredTwice(name, first.Pos)
		return nil
	}
	f := &ast.Family{Pos: name.Pos, Name: name.Name, Count: 1, Array: size != nil}
	names[name.Name] = f
	return f
}

// declaredTwice reports a name that something has already.
func (x *expander) declaredTwice(name ast.Ident, first token.Pos) {
	x.error(diag.DeclaredTwice, name.Pos, fmt.Sprintf("`%s` is declared twice", name.Name), "Choose another name for one of the two.",
		report.At(first, "first declared here"))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
