package expand

import (
	"fmt"
	"math"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/constant"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// An entry is an entry of a queue.
type entry struct {
	item    *ast.Entry
	queue   *queue
	active  bool            // it is being expanded
	cyclic  bool            // it reaches itself, which is reported
	size    *float64        // statements of the kernel, once counted
	assigns map[string]bool // what its statements set, by the names in it; nil until asked for
	calls   map[string]bool // the queues whose entries its statements call; likewise
	checked state
	body    []ast.Stmt // its statements for any caller, once checked
}

func (e *entry) isRoute() bool { return e.item.Verb.Name == "route" }

// A source is what stands behind the `from` of an entry.
type source struct {
	queue *queue   // nil where any may call
	pool  *ast.Ref // that gives the KV
	index ast.Expr // of the member; 0 of a queue that is no family
}

// entryUse says, in a note, where an entry is called.
type entryUse struct{ queue, verb string }

func (u entryUse) String() string {
	return fmt.Sprintf("in `%s` of `%s`, which is called here", u.verb, u.queue)
}

// entryCall expands the call of an entry to its statements. After those of a
// transfer the KV is in its place.
func (x *expander) entryCall(c *ast.EntryCall, sc scope) []ast.Stmt {
	bad := []ast.Stmt{&ast.BadStmt{Pos: sc.here(c.Pos)}}
	if sc.side == initBlock || sc.side == turnBlock {
		return bad // reported
	}
	q, member, ok := x.member(c.Queue, sc)
	args := x.exprs(c.Args, sc)
	if !ok || !x.checkCall(q, c, sc) {
		x.attempted(q)
		return bad
	}
	from, ok := x.from(q, c, sc)
	if !ok || !x.checkArguments(q, member, args, from, c, sc) {
		x.attempted(q)
		return bad
	}
	if c.Verb.Name == "transfer" {
		return x.transferCall(q, member, args, from, c, sc)
	}
	return x.enterEntry(q.entry(c.Verb.Name, c.From != nil), member, args, from, sc.here(c.Pos), sc)
}

// attempted takes note of a call with an error: it may be what was to read.
func (x *expander) attempted(q *queue) {
	if q != nil && q.pull != nil {
		q.pull.reached = true
	}
}

// member finds the queue that a reference names, and the index of the member, nil
// if the queue is no family.
func (x *expander) member(r *ast.Ref, sc scope) (*queue, ast.Expr, bool) {
	e := x.ref(r, ir.ArgStage, sc)
	if _, wrong := e.Bind.(ast.Wrong); wrong {
		return nil, nil, false
	}
	q := x.queues[e.Name]
	switch {
	case q == nil:
		x.unknownQueue(ast.Ident{Pos: e.Pos, Name: e.Name})
		return nil, nil, false
	case q.family.Array && e.Index == nil:
		x.error(diag.ArrayIndex, e.Pos, fmt.Sprintf("`%s` is a family: which member?", q.name), fmt.Sprintf("Write `%s[i]`.", q.name),
			report.At(q.item.Name.Pos, "declared here"))
		return q, nil, false
	case !q.family.Array && e.Index != nil:
		x.error(diag.ArrayIndex, e.Index.Position(), fmt.Sprintf("`%s` is not a family", q.name), fmt.Sprintf("Write `%s`, or declare it as a family: `%s[1]`.", q.name, q.name),
			report.At(q.item.Name.Pos, "declared here"))
		return q, nil, false
	}
	return q, e.Index, x.checkMember(q, e.Index)
}

// checkMember checks that a family has a member, as far as its index is known.
func (x *expander) checkMember(q *queue, index ast.Expr) bool {
	if index == nil || q.family.Wrong {
		return true
	}
	i, culprit := constant.Eval(index)
	if culprit != nil || i >= 0 && i < float64(q.family.Count) && i == math.Floor(i) {
		return true
	}
	x.error(diag.LinkIndex, index.Position(), fmt.Sprintf("`%s` has no member %g", q.name, i), fmt.Sprintf("Its members are the whole numbers from 0 to %d.", q.family.Count-1),
		report.At(q.item.Name.Pos, "declared here"))
	return false
}

// unknownQueue reports a name that no queue has.
func (x *expander) unknownQueue(name ast.Ident) {
	if x.kernel.Lost[name.Name] || x.kernel.LostName || x.maybe("queue") {
		x.report.Mark(name.Pos)
		return
	}
	summary := fmt.Sprintf("unknown queue `%s`", name.Name)
	if x.stages[name.Name] != nil {
		summary = fmt.Sprintf("`%s` is a stage where a queue should stand", name.Name)
	} else if x.pools[name.Name] != nil {
		summary = fmt.Sprintf("`%s` is a pool where a queue should stand", name.Name)
	}
	x.error(diag.UnknownQueue, name.Pos, summary, report.DidYouMean(name.Name, sortedKeys(x.queues)))
}

// checkCall checks that a queue has the entry that is called, with what follows it.
func (x *expander) checkCall(q *queue, c *ast.EntryCall, sc scope) bool {
	at, verb := sc.here(c.Verb.Pos), c.Verb.Name
	from := verb == "decode" && c.From != nil
	e := q.entry(verb, from)
	declared := report.At(q.item.Name.Pos, "declared here")
	switch {
	case e == nil && q.item.Cut:
		x.report.Mark(at)
	case verb == "route":
		x.error(diag.EntryCall, at, "a route is requested, not called", fmt.Sprintf("Write `request %s;`.", q.name))
	case verb == "transfer" && (c.From == nil || c.To == nil):
		x.error(diag.TransferEnds, at, "a transfer without `from … to …`",
			fmt.Sprintf("Write `%s.transfer (work) from P to Q (tokens);`, where P gives the KV and Q takes it.", c.Queue.Pos.Text()))
	case verb == "prefill" && c.From != nil:
		x.error(diag.EntryCall, sc.here(c.From.Pos), "a prefill takes no KV `from` elsewhere", "`decode (…) from P[i]` and `transfer (…) from P to Q (n)` do.")
	case verb != "transfer" && c.To != nil:
		x.error(diag.EntryCall, sc.here(c.To.Pos), fmt.Sprintf("`to` belongs to a transfer, not to `%s`", verb), "The entry itself says where the KV arrives.")
	case verb == "transfer" && e == nil && q.has("link"):
		return q.item.Serve != nil // otherwise an error is reported
	case e == nil && q.entry(verb, !from) != nil && from:
		x.error(diag.EntryCall, at, fmt.Sprintf("the entry `decode` of `%s` takes no KV from elsewhere", q.name),
			"Declare `decode (prompt) from src { … }` in the queue, or leave the `from` out.", report.At(q.entry(verb, false).item.Pos, "declared here"))
	case e == nil && q.entry(verb, !from) != nil:
		x.error(diag.EntryCall, at, fmt.Sprintf("`decode` of `%s` is called without `from`", q.name),
			"Say whose KV it takes: `from P[i]`.", report.At(q.entry(verb, true).item.Pos, "declared here"))
	case e == nil:
		x.error(diag.EntryCall, at, fmt.Sprintf("`%s` has no entry `%s`", q.name, verb), x.entriesOf(q), declared)
	default:
		return true
	}
	return false
}

// entriesOf is a hint that names the entries of a queue.
func (x *expander) entriesOf(q *queue) string {
	if len(q.entries) == 0 {
		return ""
	}
	hint := "Its entries:"
	for i, e := range q.entries {
		if i > 0 {
			hint += ","
		}
		hint += " `" + e.item.Pos.Text() + "`"
	}
	return hint + "."
}

// checkArguments checks the arguments of a call: as many as there are parameters,
// and none draws, because each stands wherever the entry reads it.
func (x *expander) checkArguments(q *queue, member ast.Expr, args []ast.Expr, from *source, c *ast.EntryCall, sc scope) bool {
	params, at := 1, q.item.Pos // of a link without an entry
	if e := q.entry(c.Verb.Name, c.Verb.Name == "decode" && from != nil); e != nil {
		params, at = len(e.item.Params), e.item.Pos
	}
	if len(args) != params {
		x.error(diag.WrongArguments, sc.here(c.Pos), fmt.Sprintf("`%s` of `%s` takes %s, not %d", c.Verb.Name, q.name, report.Count(params, "argument"), len(args)), "",
			report.At(at, "declared here"))
		return false
	}
	given := slices.Clone(args)
	if member != nil {
		given = append(given, member)
	}
	if from != nil {
		given = append(given, from.index)
	}
	for _, a := range given {
		if draws(a) {
			x.error(diag.DrawTwice, a.Position(), "this draws, and an argument of an entry stands wherever the entry reads it",
				"`set` an attribute to the draw and pass the attribute.")
			return false
		}
	}
	return true
}

// enterEntry expands the statements of an entry for a member, the arguments of its
// parameters and a source, called or requested at a place.
func (x *expander) enterEntry(e *entry, member ast.Expr, args []ast.Expr, from *source, at token.Pos, sc scope) []ast.Stmt {
	if e.active || e.cyclic {
		x.entryCycle(e, at)
		return []ast.Stmt{&ast.BadStmt{Pos: at}}
	}
	e.active = true
	defer func() { e.active = false }()
	inner, params := x.entryScope(e, member, args, from)
	inner.via = &token.Use{What: entryUse{e.queue.name, e.item.Verb.Name}, At: at}
	if e.isRoute() {
		inner.via.What = requestUse(e.queue.name)
	}
	stmts := x.stmts(e.item.Body.Stmts, inner)
	reads := parameterReads(params)
	for _, index := range indexes(member, from) {
		for _, name := range namesIn(index) {
			reads[name] = index.Position()
		}
	}
	x.checkCapture(e.item.Verb.Name, reads, stmts)
	return stmts
}

// entryCycle reports an entry that reaches itself, once for all that are on the way.
func (x *expander) entryCycle(e *entry, at token.Pos) {
	if e.cyclic {
		x.report.Mark(at)
		return
	}
	x.error(diag.DefCycle, at, fmt.Sprintf("`%s` of `%s` reaches itself", e.item.Verb.Name, e.queue.name),
		"An entry is replaced by its statements, so it cannot recur; use `loop`.", report.At(e.item.Pos, "declared here"))
	for _, q := range x.queueList {
		for _, e := range q.entries {
			e.cyclic = e.cyclic || e.active
		}
	}
}

func indexes(member ast.Expr, from *source) []ast.Expr {
	var list []ast.Expr
	if member != nil {
		list = append(list, member)
	}
	if from != nil {
		list = append(list, from.index)
	}
	return list
}

// entryScope is the scope of an entry's statements.
func (x *expander) entryScope(e *entry, member ast.Expr, args []ast.Expr, from *source) (inner scope, params []*local) {
	inner = in(e.queue.placed)
	inner.side = entrySide
	inner.inside = &inside{queue: e.queue, entry: e, member: member, source: from}
	self := member
	if self == nil {
		self = &ast.Number{Pos: e.item.Verb.Pos}
	}
	if !e.isRoute() {
		inner = inner.with(x.newLocal("self", memberIndex, self))
	}
	if from != nil && e.item.From != nil {
		inner = inner.with(x.newLocal(e.item.From.Name, sourcePool, from.pool))
	}
	for i, p := range e.item.Params[:len(args)] {
		l := x.newLocal(p.Name, entryParameter, args[i])
		inner = inner.with(l)
		params = append(params, l)
	}
	return inner, params
}

// transferCall expands `L[i].transfer (n) from src to kv (m);`: the entry's
// statements, or those of a transfer over a link without an entry, and the arrival.
func (x *expander) transferCall(q *queue, member ast.Expr, args []ast.Expr, from *source, c *ast.EntryCall, sc scope) []ast.Stmt {
	arrival := arrival{to: x.acts(c.To, sc), amount: x.expr(c.Amount, sc), from: from.pool}
	if e := q.entry("transfer", false); e != nil {
		stmts := x.enterEntry(e, member, args, nil, sc.here(c.Pos), sc)
		return append(stmts, arrival.stmts(sc.here(c.Pos))...)
	}
	stage := &ast.Ref{Pos: sc.here(c.Queue.Pos), Name: q.name, Index: member}
	return x.sugar("transfer", sc.here(c.Pos), func(pos token.Pos) []ast.Stmt {
		stmts := x.waits(pos, stage)
		stmts = append(stmts, &ast.Run{Pos: pos, Stages: []*ast.Ref{stage}, Work: args[0]})
		return append(stmts, arrival.stmts(pos)...)
	})
}

// mark expands `mark m;`.
func (x *expander) mark(m *ast.Mark, sc scope) ast.Stmt {
	pos := sc.here(m.Pos)
	if sc.inside == nil {
		x.error(diag.StmtNotHere, pos, "`mark` stands only in the entry of a queue", fmt.Sprintf("Write `set %s = now;`.", m.Name.Name))
		return &ast.BadStmt{Pos: pos}
	}
	name := x.target(m.Name, sc)
	if sc.inside.entry.isRoute() {
		name.Name = sc.inside.queue.name + "." + m.Name.Name
	}
	return &ast.Set{Pos: pos, Name: name, Value: &ast.Ref{Pos: pos, Name: ir.Ctxs[ir.Now].Surface}}
}
