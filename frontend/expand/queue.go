package expand

import (
	"fmt"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/ir"
	"serq/ir/diag"
)

// A queue is a declared queue. Its pools and stages are among those of the program,
// under their full names.
type queue struct {
	placed[*ast.Queue]
	name    string
	family  *ast.Family       // its members
	pools   map[string]string // full names of its pools, by the short and the full one
	stages  map[string]bool   // full names of its stages
	entries []*entry
	pull    *relation // by which it reads; nil without
	time    *let      // the latency of a link; nil without
}

// verbs are the verb of the entry of each role.
var verbs = map[string]string{"gateway": "route", "prefill": "prefill", "decode": "decode", "link": "transfer"}

func (q *queue) has(role string) bool {
	return slices.ContainsFunc(q.item.Roles, func(r ast.Ident) bool { return r.Name == role })
}

// entry is the entry of a verb, called with or without a source; nil if there is none.
func (q *queue) entry(verb string, from bool) *entry {
	for _, e := range q.entries {
		if e.item.Verb.Name == verb && (e.item.From != nil) == from {
			return e
		}
	}
	return nil
}

// declareQueue enters a queue, its pools and stages, and the constant of its latency.
func (x *expander) declareQueue(item *ast.Queue, at int) {
	name := item.Name.Name
	if first := x.queues[name]; first != nil {
		x.declaredTwice(item.Name, first.item.Name.Pos)
		return
	}
	q := &queue{
		placed: placed[*ast.Queue]{item, at}, name: name, pools: map[string]string{}, stages: map[string]bool{},
		family: &ast.Family{Pos: item.Name.Pos, Name: name, Count: 1, Array: item.Size != nil},
	}
	for _, e := range item.Entries {
		q.entries = append(q.entries, &entry{item: e, queue: q})
	}
	x.queues[name], x.queueList = q, append(x.queueList, q)
	if item.Cut {
		x.kernel.Lost[name] = true // so are the names of its parts
	}
	for _, p := range item.Pools {
		x.declareOwnPool(q, p)
	}
	if s := item.Serve; s != nil {
		x.declareOwnStage(q, item.Name, s.Kind)
	}
	if s := item.Nic; s != nil {
		x.declareOwnStage(q, ast.Ident{Pos: s.Pos, Name: name + ".nic"}, s.Kind)
	}
	if s := item.Serve; s != nil && s.Latency != nil {
		wait := ast.Ident{Pos: s.Latency.Position(), Name: name + ".latency"}
		x.declareOwnStage(q, wait, &ast.Delay{})
		q.time = x.declareTime(wait.Name+".time", s.Latency, at, fmt.Sprintf("the latency of `%s`", name))
	}
	x.checkQueue(q)
}

func (x *expander) declareOwnPool(q *queue, item *ast.Pool) {
	own := *item
	own.Name.Name = q.name + "." + item.Name.Name
	q.pools[item.Name.Name], q.pools[own.Name.Name] = own.Name.Name, own.Name.Name
	if f := x.declareFamily(x.kernel.PoolNames, own.Name, q.item.Size); f != nil {
		p := &pool{placed: placed[*ast.Pool]{&own, q.at}, family: f, queue: q}
		x.pools[f.Name], x.poolList = p, append(x.poolList, p)
	}
}

func (x *expander) declareOwnStage(q *queue, name ast.Ident, kind ast.StageKind) {
	q.stages[name.Name] = true
	x.declareStage(&ast.Stage{Pos: name.Pos, Name: name, Size: q.item.Size, Kind: kind}, q.at, q)
}

// declareTime enters a latency as a constant. Its name has dots and a word that no
// queue's pool or stage has, so that nothing in an entry can be called by it.
func (x *expander) declareTime(name string, value ast.Expr, at int, what string) *let {
	id := ast.Ident{Pos: value.Position(), Name: name}
	if x.nameUsed(id) {
		return nil
	}
	c := &let{placed: placed[*ast.Let]{&ast.Let{Pos: value.Position(), Name: id, Value: value}, at}, what: what, wait: true}
	x.constants[name] = c
	x.kernel.Constants[name] = id
	return c
}

// checkQueue checks that a queue has what its roles ask for, and nothing else.
func (x *expander) checkQueue(q *queue) {
	item := q.item
	for i, r := range item.Roles {
		if slices.ContainsFunc(item.Roles[:i], func(o ast.Ident) bool { return o.Name == r.Name }) {
			x.error(diag.GivenTwice, r.Pos, fmt.Sprintf("the role `%s` is given twice", r.Name), "Keep one of the two.")
			continue
		}
		verb := verbs[r.Name]
		without := !slices.ContainsFunc(q.entries, func(e *entry) bool { return e.item.Verb.Name == verb })
		switch {
		case !without || item.Cut:
		case r.Name != "link":
			x.error(diag.QueueParts, r.Pos, fmt.Sprintf("`%s` is a %s and has no entry `%s`", q.name, r.Name, verb), "Write "+entryForms[verb]+" at the end of the queue.")
		case item.Serve == nil:
			x.error(diag.QueueParts, r.Pos, fmt.Sprintf("`%s` is a link without an entry and has no `serve`", q.name), "A transfer over it costs what its `serve` says: `serve ps (…);`.")
		}
	}
	if item.Size != nil && q.has("gateway") {
		x.error(diag.QueueParts, item.Size.Position(), fmt.Sprintf("`%s` is a gateway, and a gateway is no family", q.name), "Remove the size: there is one way in.")
	}
	if s := item.Serve; s != nil && s.Latency != nil && (!q.has("link") || q.entry("transfer", false) != nil) {
		x.error(diag.QueueParts, s.Latency.Position(), fmt.Sprintf("the `latency` of `%s` is read by nothing: it belongs to a link without an entry", q.name),
			"In an entry, `run` a delay. The wait before a read is the relation's: `D pull P latency x share s;`.")
	}
	for i, e := range q.entries {
		x.checkEntryHead(q, e.item, q.entries[:i])
	}
}

// entryForms show how the entry of a verb is written.
var entryForms = map[string]string{
	"route": "`route { … }`", "prefill": "`prefill (prompt) { … }`",
	"decode": "`decode (prompt) { … }` or `decode (prompt) from src { … }`", "transfer": "`transfer (n) { … }`",
}

// checkEntryHead checks an entry's verb, and that each of its names has one meaning.
func (x *expander) checkEntryHead(q *queue, e *ast.Entry, above []*entry) {
	verb := e.Verb.Name
	if !slices.ContainsFunc(q.item.Roles, func(r ast.Ident) bool { return verbs[r.Name] == verb }) {
		x.error(diag.QueueParts, e.Verb.Pos, fmt.Sprintf("no role of `%s` has the entry `%s`", q.name, verb), "The entries are `route` of a gateway, `prefill`, `decode`, and `transfer` of a link.")
	}
	for _, first := range above {
		if first.item.Verb.Name == verb && (first.item.From != nil) == (e.From != nil) {
			x.error(diag.GivenTwice, e.Verb.Pos, fmt.Sprintf("`%s` has a second entry `%s`", q.name, verb), "Keep one of the two.",
				report.At(first.item.Verb.Pos, "the first stands here"))
		}
	}
	if verb == "route" && len(e.Params) > 0 {
		x.error(diag.QueueParts, e.Params[0].Pos, "`route` has no parameters", "It reads the attributes of the request.")
	}
	if e.From != nil && verb != "decode" {
		x.error(diag.QueueParts, e.From.Pos, fmt.Sprintf("`%s` has no `from`", verb), "Only `decode (prompt) from src` takes the KV that another entry leased.")
	}
	names := e.Params
	if e.From != nil {
		names = append(slices.Clip(names), *e.From)
	}
	for i, n := range names {
		k := slices.IndexFunc(names[:i], func(o ast.Ident) bool { return o.Name == n.Name })
		switch {
		case k >= 0:
			x.declaredTwice(n, names[k].Pos)
		case n.Name == "self":
			x.error(diag.NotFresh, n.Pos, "`self` is the index of the member in an entry", "Choose another name.")
		case q.pools[n.Name] != "":
			x.error(diag.NotFresh, n.Pos, fmt.Sprintf("`%s` is a pool of `%s` already", n.Name, q.name), "Choose another name.")
		}
	}
}

// ownName is the full name of a pool or stage of the queue, "" of any other name.
func (q *queue) ownName(name string, kind ir.ArgKind) string {
	if full := q.pools[name]; full != "" && kind != ir.ArgStage {
		return full
	}
	if q.stages[name] && kind != ir.ArgPool {
		return name
	}
	return ""
}

// options is the scope of a queue's declarations.
func (q *queue) options() scope {
	sc := in(q.placed)
	sc.inside = &inside{queue: q}
	return sc
}
