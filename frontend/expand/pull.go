package expand

import (
	"fmt"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// A relation is a declared `D pull P latency x share s;`.
type relation struct {
	placed[*ast.Pull]
	reader, source *queue // nil if unknown
	ok             bool   // otherwise an error is reported: no read can be written
	time           *let   // the latency; nil without
	reached        bool   // the session reaches a read, or may
}

// declarePull enters a relation, the stage of its wait and the constant of its
// latency. Both queues stand above it.
func (x *expander) declarePull(item *ast.Pull, at int) {
	r := &relation{placed: placed[*ast.Pull]{item, at}}
	x.relations = append(x.relations, r)
	r.reader, r.source = x.relatedQueue(item.Reader), x.relatedQueue(item.Source)
	r.ok = r.reader != nil && r.source != nil
	switch {
	case item.Reader.Name == item.Source.Name:
		r.ok = false
		x.error(diag.PullQueues, item.Pos, fmt.Sprintf("`%s` reads from itself", item.Reader.Name), "A relation joins two queues: the reader and the one whose KV it reads.")
	case r.ok && r.reader.pull != nil && r.reader.pull.ok:
		first := r.reader.pull.item
		x.error(diag.PullTwice, item.Pos, fmt.Sprintf("`%s` has a relation already: it pulls from `%s`", r.reader.name, first.Source.Name),
			"A queue reads from one other. For a second kind of prefill pods, declare a second queue of readers.", report.At(first.Pos, "the first stands here"))
		return
	}
	for _, q := range []*queue{r.reader, r.source} {
		if q != nil && q.item.Nic == nil && r.ok {
			r.ok = false
			if !q.item.Cut {
				x.error(diag.PullQueues, item.Pos, fmt.Sprintf("`%s` has no `nic`, and a read holds the NICs of both queues", q.name),
					fmt.Sprintf("Declare it in `%s`, after `serve`: `nic ps (bandwidth);`.", q.name), report.At(q.item.Pos, "declared here"))
			}
		}
	}
	x.relate(r)
	x.shareOf(r)
}

// relatedQueue is a queue that stands above the relation at hand, or nil.
func (x *expander) relatedQueue(name ast.Ident) *queue {
	if q := x.queues[name.Name]; q != nil {
		return q
	}
	if below, ok := x.queuesBelow[name.Name]; ok {
		x.error(diag.PullQueues, name.Pos, fmt.Sprintf("queue `%s` is declared below the relation", name.Name), "Move the relation below both queues.",
			report.At(below, "declared here"))
	} else {
		x.unknownQueue(name)
	}
	return nil
}

// relate makes a relation its reader's. The wait before a read is a stage and a
// constant of the program.
func (x *expander) relate(r *relation) {
	x.pulls[r.item.Reader.Name] = r
	if r.reader == nil {
		return
	}
	r.reader.pull = r
	if l := r.item.Latency; l != nil && r.ok {
		name := r.reader.name
		x.declareOwnStage(r.reader, ast.Ident{Pos: r.item.Pos, Name: name + ".nic.latency"}, &ast.Delay{})
		r.time = x.declareTime(name+".pull.time", l, r.at, fmt.Sprintf("the latency of `%s pull %s`", name, r.item.Source.Name))
	}
}

// shareOf makes the policy of a relation the program's.
func (x *expander) shareOf(r *relation) {
	p := r.item
	switch {
	case x.share != nil:
		x.shareTwice(p.Pos, x.share.Pos)
	case p.Policy == ir.ShareNone: // reported
		if x.pullShare == nil {
			x.pullShare = &ast.Share{Pos: p.Pos, Policy: ir.MaxMin}
		}
	case x.pullShare == nil:
		x.pullShare = &ast.Share{Pos: p.Pos, Policy: p.Policy}
	case x.pullShare.Policy != p.Policy && !x.report.Wrong(x.pullShare.Pos):
		x.error(diag.PullShare, p.Pos, fmt.Sprintf("this relation shares by %s and the program by %s", ir.Shares[p.Policy].Surface, ir.Shares[x.pullShare.Policy].Surface),
			"The policy is one for the program: every relation names the same.", report.At(x.pullShare.Pos, "the program's is given here"))
	}
}

// declareShare enters a `share` of its own.
func (x *expander) declareShare(s *ast.Share) {
	if x.pullShare != nil {
		x.shareTwice(s.Pos, x.pullShare.Pos)
	} else if once(x, "share", x.share, s) {
		x.share = s
	}
}

// shareTwice reports a `share` beside that of a relation, at the one that stands later.
func (x *expander) shareTwice(later, first token.Pos) {
	x.error(diag.PullShare, later, "a `share` of its own beside that of a relation", "Leave the `share` of its own out: the relation gives the program its policy.",
		report.At(first, "the first stands here"))
}

// checkSource checks that a source is the one from which a queue pulls.
func (x *expander) checkSource(q *queue, src *source, at token.Pos) bool {
	if q.pull == nil || !q.pull.ok || src.queue == nil || src.queue == q.pull.source {
		return true
	}
	r := q.pull.item
	x.error(diag.PullSource, at, fmt.Sprintf("`%s` pulls from `%s`, and here it is called from `%s`", q.name, r.Source.Name, src.queue.name),
		fmt.Sprintf("Call it `from %s`, or declare a queue that pulls from `%s`.", r.Source.Name, src.queue.name), report.At(r.Pos, "the relation"))
	return false
}

// read expands a transfer without `on` in an entry: it reads from the source over the
// NICs of both, after the reader's latency.
func (x *expander) read(s *ast.Serve, sc scope) []ast.Stmt {
	pos, q := sc.here(s.Pos), sc.inside.queue
	bad := []ast.Stmt{&ast.BadStmt{Pos: pos}}
	if s.From == nil {
		return bad // reported
	}
	work, amount := x.expr(s.Work, sc), x.expr(s.Amount, sc)
	if !x.checkRead(s, sc) {
		return bad
	}
	r, src := q.pull, sc.inside.source
	arrival := arrival{to: x.acts(s.To, sc), amount: amount, from: x.acts(s.From, sc)}
	switch {
	case !sc.inside.isSource(arrival.from):
		x.error(diag.PullRead, arrival.from.Pos, fmt.Sprintf("a read over `%s pull %s` takes the KV of the source", q.name, r.source.name),
			fmt.Sprintf("Write `from %s`, the name behind the entry's `from`.", sc.inside.entry.item.From.Name))
		return bad
	case sc.inside.isSource(arrival.to):
		x.error(diag.PullRead, arrival.to.Pos, "a read brings the KV into a pool of its own queue", "Write `to kv (tokens)`.")
		return bad
	}
	r.reached = r.reached || !x.alone
	at := sc.here(s.Role.Pos)
	stage := func(name string, index ast.Expr) *ast.Ref { return &ast.Ref{Pos: at, Name: name, Index: index} }
	fromNic := stage(r.source.name+".nic", src.index)
	if !r.source.family.Array {
		fromNic.Index = nil
	}
	return x.sugar(s.Role.Name, pos, func(pos token.Pos) []ast.Stmt {
		var stmts []ast.Stmt
		if r.time != nil {
			stmts = append(stmts, x.wait(pos, stage(q.name+".nic.latency", sc.inside.member), r.time))
		}
		stmts = append(stmts, &ast.Run{Pos: pos, Stages: []*ast.Ref{fromNic, stage(q.name+".nic", sc.inside.member)}, Work: work})
		return append(stmts, arrival.stmts(pos)...)
	})
}

// checkRead checks that an entry can read: its queue pulls, and it has a source.
func (x *expander) checkRead(s *ast.Serve, sc scope) bool {
	q, at := sc.inside.queue, sc.here(s.Pos)
	r := x.pulls[q.name]
	switch {
	case r != nil && !r.ok || r == nil && x.maybeReader(q.name):
		x.report.Mark(at)
	case r == nil:
		x.error(diag.PullRead, at, fmt.Sprintf("a transfer without `on`, and `%s` pulls from no queue", q.name),
			fmt.Sprintf("Declare the relation below the queues, `%s pull P share maxmin;`, or name the stages: `transfer on …`.", q.name))
	case s.Index != nil:
		x.error(diag.PullRead, at, "a read has no index: it goes over the NIC of the source and the NIC of the reader", "Write `transfer (work) from src to kv (tokens);`.")
	case sc.inside.source == nil:
		x.error(diag.PullRead, at, fmt.Sprintf("a transfer without `on` in an entry that has no source to read from"),
			"Read in `decode (…) from src { … }`, or name the stages: `transfer on …`.")
	default:
		return true
	}
	return false
}

// maybeReader reports whether a relation with an error may be that of a queue.
func (x *expander) maybeReader(name string) bool {
	return x.kernel.Lost[name] || x.maybe("pull") || slices.ContainsFunc(x.relations, func(r *relation) bool { return r.reader == nil })
}

// waits are the runs before a transfer over stages: one for each that is a link with
// a latency.
func (x *expander) waits(pos token.Pos, stages ...*ast.Ref) []ast.Stmt {
	var waits []ast.Stmt
	for _, s := range stages {
		if q := x.queues[s.Name]; q != nil && q.time != nil {
			waits = append(waits, x.wait(pos, &ast.Ref{Pos: s.Pos, Name: q.name + ".latency", Index: s.Index}, q.time))
		}
	}
	return waits
}

// wait is a run for a latency.
func (x *expander) wait(pos token.Pos, stage *ast.Ref, time *let) *ast.Run {
	work := &ast.Ref{Pos: time.item.Value.Position(), Name: time.item.Name.Name, Bind: ast.Wrong{}}
	if v, ok := x.constantValue(time); ok {
		work.Bind = ast.Constant(v)
	}
	return &ast.Run{Pos: pos, Stages: []*ast.Ref{stage}, Work: work}
}

// checkReached reports the relations over which the session never reads.
func (x *expander) checkReached() {
	w := x.workload.item
	lost := x.lostStatement(x.kernel.Session) || x.maybe("session") || x.maybe("workload") || w != nil && w.Cut
	if lost || x.session.item == nil && (w == nil || w.Session == nil) {
		return // what is missing may read
	}
	for _, r := range x.relations {
		if r.ok && r.reader.pull == r && !r.reached {
			x.error(diag.PullUnused, r.item.Pos, fmt.Sprintf("the session reaches no transfer over `%s pull %s`", r.reader.name, r.source.name),
				fmt.Sprintf("A read is `transfer (work) from src to kv (tokens);` in an entry of `%s` that is called `from %s`.", r.reader.name, r.source.name))
		}
	}
}
