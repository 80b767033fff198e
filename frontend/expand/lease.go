package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// from finds what stands behind the `from` of a call: the pool that the entries of a
// queue lease, or, for a transfer, any pool. It is nil where there is no `from`.
func (x *expander) from(q *queue, c *ast.EntryCall, sc scope) (*source, bool) {
	r := c.From
	if r == nil {
		return nil, true
	}
	if l := sc.local(r.Name); l != nil && l.kind == sourcePool && r.Index == nil {
		l.refs++
		return sc.inside.source, x.checkSource(q, sc.inside.source, sc.here(r.Pos))
	}
	if c.Verb.Name == "transfer" {
		e := x.ref(r, ir.ArgPool, sc)
		if x.queues[e.Name] == nil || x.pools[e.Name] != nil {
			pool := x.acts(r, sc)
			src := &source{pool: pool, index: pool.Index}
			if src.index == nil {
				src.index = &ast.Number{Pos: pool.Pos}
			}
			return src, true
		}
	}
	of, member, ok := x.member(r, sc)
	if !ok {
		return nil, false
	}
	src := x.source(of, member, sc.here(r.Pos))
	if !x.checkSource(q, src, sc.here(r.Pos)) {
		return nil, false
	}
	if why := x.leased(of, src); why != "" {
		if why == unknownLease {
			x.report.Mark(sc.here(r.Pos))
		} else {
			x.error(diag.NoLease, sc.here(r.Pos), why, "An entry leaves its KV to a reader with `hold kv (…) { … } lease kv (inf);`.", report.At(of.item.Name.Pos, "declared here"))
		}
		return nil, false
	}
	return src, true
}

// source is a member of a queue that gives KV.
func (x *expander) source(q *queue, member ast.Expr, at token.Pos) *source {
	src := &source{queue: q, index: member, pool: &ast.Ref{Pos: at, Index: member}}
	if member == nil {
		src.index = &ast.Number{Pos: at}
	}
	return src
}

// unknownLease is why a lease cannot be known: an error is reported.
const unknownLease = "unknown"

// leased finds the pool of a source: the one that every path through every entry of
// its queue leases. Otherwise it says why there is none.
func (x *expander) leased(q *queue, src *source) (why string) {
	pools := map[string]bool{}
	for _, e := range q.entries {
		body, ok := x.checked(e)
		if !ok {
			return fmt.Sprintf("this stands in an entry of `%s` itself, whose lease begins when it ends", q.name)
		}
		l := leases{queue: q, pools: pools, lost: q.item.Cut, known: x.pools}
		always := l.stmts(body)
		switch {
		case l.lost:
			return unknownLease
		case len(l.pools) == 0:
			return fmt.Sprintf("`%s` of `%s` leases no pool, so that there is no KV to take", e.item.Verb.Name, q.name)
		case !always:
			return fmt.Sprintf("not every path through `%s` of `%s` leases `%s`", e.item.Verb.Name, q.name, sortedKeys(pools)[0])
		case len(pools) > 1:
			names := sortedKeys(pools)
			return fmt.Sprintf("the entries of `%s` lease `%s` and `%s`: which has the KV?", q.name, names[0], names[1])
		}
	}
	switch {
	case len(q.entries) == 0 && q.item.Cut:
		return unknownLease
	case len(q.entries) == 0:
		return fmt.Sprintf("`%s` has no entry that leases its KV", q.name)
	}
	src.pool.Name = sortedKeys(pools)[0]
	return ""
}

// leases looks for the leases of a queue's pools in expanded statements.
type leases struct {
	queue *queue
	pools map[string]bool
	lost  bool // what has an error may be one
	known map[string]*pool
}

// stmts collects the pools and reports whether every path leases one. A loop without
// an end has no path through it.
func (l *leases) stmts(stmts []ast.Stmt) bool {
	always := false
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.Hold:
			always = l.stmts(s.Body.Stmts) || always
			if s.Lease == nil {
				continue
			}
			name := s.Lease.Pool.Name
			l.lost = l.lost || l.known[name] == nil
			if l.queue.pools[name] != "" {
				l.pools[name] = true
				always = true
			}
		case *ast.Branch:
			then := l.stmts(s.Then.Stmts)
			otherwise := s.Else != nil && l.stmts(s.Else.Stmts)
			always = then && otherwise || always
		case *ast.Loop:
			l.stmts(s.Body.Stmts)
			always = true
		case *ast.BadStmt:
			l.lost = true
		}
	}
	return always
}

// checkEntries expands every entry by itself, called or not, for any member, any
// arguments and any source: an error in it is found where it stands.
func (x *expander) checkEntries() {
	for _, q := range x.queueList {
		for _, e := range q.entries {
			if body, ok := x.checked(e); ok {
				x.kernel.Unused = append(x.kernel.Unused, body...)
			}
		}
	}
}

// checked is an entry's statements for any caller. They are not those of the program,
// and do not count against its limits. It is false where they are being expanded.
func (x *expander) checked(e *entry) ([]ast.Stmt, bool) {
	if e.checked == done {
		return e.body, true
	}
	if e.active {
		return nil, false
	}
	statements, size, terms, alone := x.statements, x.size, x.terms, x.alone
	x.statements, x.alone = 0, true
	defer func() { x.statements, x.size, x.terms, x.alone = statements, size, terms, alone }()
	if !x.fits(e.item.Body) {
		x.full = true
	} else {
		e.active = true
		member, args, from := x.anyCaller(e)
		sc, _ := x.entryScope(e, member, args, from)
		e.body = x.stmts(e.item.Body.Stmts, sc)
		e.active = false
	}
	e.checked = done
	return e.body, true
}

// anyCaller is the member, arguments and source of which only the kind is known.
func (x *expander) anyCaller(e *entry) (member ast.Expr, args []ast.Expr, from *source) {
	anyValue := func(name ast.Ident) ast.Expr { return &ast.Ref{Pos: name.Pos, Name: name.Name, Bind: ast.Parameter{}} }
	if e.queue.family.Array {
		member = &ast.Ref{Pos: e.item.Verb.Pos, Name: "self", Bind: ast.Parameter{}}
	}
	for _, p := range e.item.Params {
		args = append(args, anyValue(p))
	}
	if e.item.From == nil {
		return member, args, nil
	}
	name := *e.item.From
	if r := e.queue.pull; r != nil && r.ok {
		from = x.source(r.source, nil, name.Pos)
		if r.source.family.Array {
			from = x.source(r.source, anyValue(name), name.Pos)
		}
		if x.leased(r.source, from) == "" {
			return member, args, from
		}
	}
	pool := &ast.Family{Pos: name.Pos, Name: name.Name, Count: 1, Array: true}
	from = &source{index: anyValue(name), pool: &ast.Ref{Pos: name.Pos, Name: name.Name, Index: anyValue(name), Bind: pool}}
	if r := e.queue.pull; r != nil && r.ok {
		from.queue = r.source
	}
	return member, args, from
}
