package expand

import (
	"fmt"
	"strings"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/vocabulary"
	"serq/ir"
	"serq/ir/diag"
)

// Names inside of a queue.
//
// The queue's pools go by their short names, and in an entry they, the queue's stage
// and its NIC are those of the member that is called. What an entry assigns is the
// queue's: `set known` assigns Q.known. So that an entry can be read by itself, it
// sees nothing else of the session but what it is given: that is checked where a name
// is expanded, which is where it is known what a def's parameter stands for. A
// gateway's route is the deployment's side of a request and sees what a server sees.

// An inside is the part of a queue in which a name stands.
type inside struct {
	queue  *queue
	entry  *entry   // nil in the declarations of the queue
	member ast.Expr // the index of the member; nil in declarations and of a queue that is no family
	source *source  // behind the entry's `from`; nil without
}

// closed reports whether names stand in an entry that sees only its own.
func (in *inside) closed() bool { return in != nil && in.entry != nil && !in.entry.isRoute() }

// own gives a reference the full name of what the queue calls so, and the member's index.
func (in *inside) own(r *ast.Ref, kind ir.ArgKind) {
	if in == nil {
		return
	}
	if full := in.queue.ownName(r.Name, kind); full != "" {
		r.Name = full
		if r.Index == nil {
			r.Index = in.member
		}
	}
}

// owns reports whether an expanded reference is to a pool or stage of the member at
// hand, or to the pool of its source.
func (in *inside) owns(r *ast.Ref, kind ir.ArgKind) bool {
	if _, wrong := r.Bind.(ast.Wrong); wrong || in.isSource(r) {
		return true
	}
	return in.queue.ownName(r.Name, kind) != "" && r.Index == in.member
}

// isSource reports whether an expanded reference is the pool of the source.
func (in *inside) isSource(r *ast.Ref) bool {
	return in.source != nil && r.Name == in.source.pool.Name && r.Index == in.source.pool.Index
}

// acts expands a reference to a pool on which a statement acts. In an entry it is
// one of its own.
func (x *expander) acts(r *ast.Ref, sc scope) *ast.Ref {
	e := x.ref(r, ir.ArgPool, sc)
	if !sc.inside.closed() || sc.inside.owns(e, ir.ArgPool) || x.pools[e.Name] == nil {
		return e
	}
	name := sc.inside.queue.name
	summary := fmt.Sprintf("`%s` is not a pool of `%s`, and an entry acts only on those of its own queue", e.Name, name)
	if sc.inside.queue.pools[e.Name] != "" {
		summary = fmt.Sprintf("this may be the pool of another member, and an entry of `%s` acts only on its own", name)
	}
	x.error(diag.EntryActs, e.Pos, summary, "Within the queue its pools go by their short names, and the pool of `from` by the name that stands there.")
	e.Bind = ast.Wrong{}
	return e
}

// observed expands the pool or stage that an observable reads. In an entry it is one
// of its own.
func (x *expander) observed(r *ast.Ref, kind ir.ArgKind, sc scope) *ast.Ref {
	e := x.ref(r, kind, sc)
	declared := kind == ir.ArgPool && x.pools[e.Name] != nil || kind == ir.ArgStage && x.stages[e.Name] != nil
	if sc.inside.closed() && declared && !sc.inside.owns(e, kind) {
		x.error(diag.EntryReads, e.Pos, fmt.Sprintf("an entry of `%s` reads only its own pools and stages", sc.inside.queue.name),
			"Let the caller read it, and give the entry the value as an argument.")
		e.Bind = ast.Wrong{}
	}
	return e
}

// nameInside gives a name that is read inside of a queue its meaning there, or
// returns nil if it has none of its own.
func (x *expander) nameInside(r *ast.Ref, sc scope) *ast.Ref {
	in := sc.inside
	e := &ast.Ref{Pos: sc.here(r.Pos), Name: r.Name}
	switch {
	case in.closed() && x.assigns(in.entry)[r.Name]:
		e.Name = in.queue.name + "." + r.Name
		if sc.header {
			x.notInHeader(e, sc)
		}
	case in.entry == nil && x.queueAssigns(in.queue, r.Name):
		e.Name = in.queue.name + "." + r.Name
	case in.closed() && !x.constantAbove(r.Name, sc):
		if !x.checkVisible(e, sc) {
			e.Bind = ast.Wrong{}
			return e
		}
		return nil
	default:
		return nil
	}
	return e
}

// checkVisible checks that an entry sees a name. Of one that has no meaning anywhere
// it says nothing: others do.
func (x *expander) checkVisible(r *ast.Ref, sc scope) bool {
	in := sc.inside
	first, _, dotted := strings.Cut(r.Name, ".")
	_, isContext := vocabulary.Contexts[r.Name]
	switch {
	case r.Name == ir.Ctxs[ir.Now].Surface, x.isHidden(r.Name), dotted && x.calls(in.entry)[first], dotted && first == in.queue.name && x.assigns(in.entry)[r.Name[len(first)+1:]]:
		if sc.header {
			x.notInHeader(r, sc)
			return false
		}
		return true
	case r.Name == "cached", r.Name == "computed", isContext, in.queue.ownName(r.Name, ir.ArgExpr) != "":
		return true
	case x.pools[r.Name] != nil, x.stages[r.Name] != nil, x.queues[r.Name] != nil:
		return true // it may be passed to a def
	case !x.isAttribute(r.Name):
		return true
	}
	x.error(diag.EntryReads, r.Pos, fmt.Sprintf("`%s` of `%s` does not see `%s`, which is the session's", in.entry.item.Verb.Name, in.queue.name, r.Name),
		"Give the entry the value as an argument.", report.At(in.entry.item.Pos, "the entry starts here"))
	return false
}

// notInHeader reports what the header of an entry's hold may not read.
func (x *expander) notInHeader(r *ast.Ref, sc scope) {
	x.error(diag.EntryReads, r.Pos, fmt.Sprintf("the header of a hold in an entry does not read `%s`", r.Pos.Text()),
		"It reads the parameters, the pools and stages of the queue, constants, `cached` and `computed`; `at admission` names a part of it.")
}

// target is the name that a statement assigns: in an entry, the queue's.
func (x *expander) target(name ast.Ident, sc scope) ast.Ident {
	x.checkTarget(name, sc)
	id := ident(name, sc)
	if !sc.inside.closed() {
		return id
	}
	q := sc.inside.queue.name
	what := vocabulary.Supplied(name.Name)
	if c := x.constants[name.Name]; c != nil {
		x.error(diag.NameTaken, id.Pos, fmt.Sprintf("`%s` is a constant and cannot be assigned", name.Name), "Choose another name.",
			report.At(c.item.Name.Pos, "declared here"))
	} else if what != "" && (!vocabulary.IsBuiltin(name.Name) || name.Name == "cached" || name.Name == "computed") {
		x.error(diag.NameTaken, id.Pos, fmt.Sprintf("`%s` is %s and cannot be an attribute of `%s`", name.Name, what, q), "Choose another name.")
	}
	id.Name = q + "." + name.Name
	return id
}

func (x *expander) constantAbove(name string, sc scope) bool {
	c := x.constants[name]
	return c != nil && c.at < sc.at
}

// isHidden reports whether the client hides an attribute from the scheduler, or may:
// where the list has an error, which is reported, every name may be in it.
func (x *expander) isHidden(name string) bool {
	if x.workload.item == nil {
		return false
	}
	for _, h := range x.workload.item.Hidden {
		if h.Name == name || !x.isAttribute(h.Name) {
			return true
		}
	}
	return x.workload.item.Cut
}

// isAttribute reports whether the session has an attribute, or anything in the
// program assigns one of the name.
func (x *expander) isAttribute(name string) bool {
	if vocabulary.IsBuiltin(name) {
		return true
	}
	if x.attributes == nil {
		x.attributes = map[string]bool{}
		into := func(b *ast.Block) { x.assignments(b, x.attributes, map[*def]bool{}) }
		if w := x.workload.item; w != nil {
			into(w.Init)
			into(w.Turn)
			if w.Session != nil {
				into(w.Session.Body)
			}
		}
		if x.session.item != nil {
			into(x.session.item.Body)
		}
		if x.server.item != nil {
			into(x.server.item.Body)
		}
		for _, q := range x.queueList {
			for _, e := range q.entries {
				if e.isRoute() {
					into(e.item.Body)
					continue
				}
				for name := range x.assigns(e) {
					x.attributes[q.name+"."+name] = true
				}
			}
		}
	}
	return x.attributes[name]
}

// assigns are the names that an entry's statements assign, those of the defs that it
// uses included.
func (x *expander) assigns(e *entry) map[string]bool {
	if e.assigns == nil {
		e.assigns = map[string]bool{}
		x.assignments(e.item.Body, e.assigns, map[*def]bool{})
	}
	return e.assigns
}

// queueAssigns reports whether an entry of the queue assigns a name.
func (x *expander) queueAssigns(q *queue, name string) bool {
	for _, e := range q.entries {
		if !e.isRoute() && x.assigns(e)[name] {
			return true
		}
	}
	return false
}

// assignments collects the names that statements assign. It looks into defs, each once.
func (x *expander) assignments(b *ast.Block, into map[string]bool, seen map[*def]bool) {
	if b == nil {
		return
	}
	ast.WalkStmts(b.Stmts, func(s ast.Stmt) {
		switch s := s.(type) {
		case *ast.Set:
			into[s.Name.Name] = true
		case *ast.Choose:
			into[s.Name.Name] = true
		case *ast.Mark:
			into[s.Name.Name] = true
		case *ast.Hold:
			for _, b := range s.Admission {
				into[b.Name.Name] = true
			}
		case *ast.CallStmt:
			if d := x.defs[s.Def.Name]; d != nil && d.item.Body != nil && !seen[d] {
				seen[d] = true
				x.assignments(d.item.Body, into, seen)
			}
		}
	}, func(ast.Expr) bool { return false })
}

// calls are the queues whose entries an entry's statements call.
func (x *expander) calls(e *entry) map[string]bool {
	if e.calls == nil {
		e.calls = map[string]bool{}
		ast.WalkStmts(e.item.Body.Stmts, func(s ast.Stmt) {
			if c, ok := s.(*ast.EntryCall); ok {
				e.calls[c.Queue.Name] = true
			}
		}, func(ast.Expr) bool { return false })
	}
	return e.calls
}
