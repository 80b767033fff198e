package link

import (
	"fmt"
	"slices"

	"serq/ir"
	"serq/ir/diag"
)

// An index of a hold is read when the hold joins its queue, and again by each
// grow, load or release inside. Both must name one member. Two rules see to it:
// checkHoldIndex for what changes in between, checkPreemptedIndex for a hold
// whose statement runs again after a preemption.

// indexSlots are the attributes that the indices of a hold read, each once.
func (c *checker) indexSlots(h *ir.Hold) []ir.Slot {
	var slots []ir.Slot
	v := ir.Visitor{Expr: func(_ *ir.Path, x ir.Expr, _ ir.Moment) {
		if a, ok := x.(ir.Attr); ok && c.isSlot(ir.Slot(a)) {
			slots = append(slots, ir.Slot(a))
		}
	}}
	for _, part := range h.Pools {
		ir.WalkExpr(nil, part.Pool.Index, ir.AtStmt, v)
	}
	slices.Sort(slots)
	return slices.Compact(slots)
}

// checkHoldIndex demands that the index of a hold stays what it is while its body runs.
func (c *checker) checkHoldIndex() {
	pins := make([][]site, len(c.p.Attrs)) // per attribute the holds around here whose index reads it
	var all []site                         // those holds, once for each of their attributes
	unpin := func(_ site, h *ir.Hold) {
		slots := c.indexSlots(h)
		for _, s := range slots {
			pins[s] = pins[s][:len(pins[s])-1]
		}
		all = all[:len(all)-len(slots)]
	}
	changes := func(at site, what string, s ir.Slot) {
		if !c.isSlot(s) || len(pins[s]) == 0 {
			return
		}
		hold := pins[s][len(pins[s])-1]
		c.report(diag.LinkHoldIndex, at.path(), fmt.Sprintf("%s changes `%s`, which the index of the hold around it reads", what, c.attr(s)),
			"Copy it into an attribute of its own with `set`, before the hold, and use that as the index.", c.note(hold.path(), "the hold"))
	}
	c.walk(func(at site, s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			changes(at, "`set`", s.Slot)
		case *ir.Choose:
			changes(at, "`choose`", s.Var)
		case ir.Turn:
			if len(all) > 0 {
				c.report(diag.LinkHoldIndex, at.path(), "`turn` changes the attributes, one of which the index of the hold around it reads",
					"End the hold before the next turn.", c.note(all[len(all)-1].path(), "the hold"))
			}
		case *ir.Hold:
			changes(at, "a hold", c.p.Builtins.Cached)
			changes(at, "a hold", c.p.Builtins.Computed)
			for _, slot := range c.indexSlots(s) {
				pins[slot] = append(pins[slot], at)
				all = append(all, at)
			}
			if s.Lease != nil {
				c.readAgain(at, poolUse{s.Lease.Pool, "lease"})
			}
		}
		if u, ok := use(s); ok {
			c.readAgain(at, u)
		}
	}, unpin)
}

// readAgain demands that an index gives the same member when it is read again.
func (c *checker) readAgain(at site, u poolUse) {
	switch u.ref.Index.(type) {
	case nil, ir.Num:
		return
	}
	ir.WalkExpr(u.path(at).Field("index"), u.ref.Index, ir.AtStmt, ir.Visitor{Expr: func(at *ir.Path, x ir.Expr, _ ir.Moment) {
		moves := false
		switch x := x.(type) {
		case ir.Ctx, *ir.Sample:
			moves = true
		case *ir.Call:
			moves = !x.Func.Numeric()
		case ir.Attr: // what an admission or a preemption of the hold itself sets
			moves = ir.Slot(x) == c.p.Builtins.Cached || ir.Slot(x) == c.p.Builtins.Computed
		}
		if moves {
			c.report(diag.LinkHoldIndex, at, fmt.Sprintf("`%s %s` reads `%s` again, which may name another member than the hold did", u.word, c.poolRef(u.ref), c.expr(x)),
				"Choose the member with `set` or `choose` before the hold, and use that attribute as the index in both places.")
		}
	}})
}

// checkPreemptedIndex demands that a hold which a preemption takes away asks for
// the same member when its statement runs again.
func (c *checker) checkPreemptedIndex() {
	preempting := c.countPools(func(p *ir.Pool) bool { return p.Preempt != nil })
	type scope struct{ start, end int } // numbers of statements, in the order of the walk
	type question struct {
		hold  site
		outer site // the outermost hold that is preempted with it
		slot  ir.Slot
	}
	var (
		number    int
		scopes    = map[site]scope{}
		sets      = make([][]int, len(c.p.Attrs)) // per attribute the statements that set it
		turns     []int
		outer     []site // per hold around here, the outermost that may be preempted, or nowhere
		questions []question
	)
	c.walk(func(at site, s ir.Stmt) {
		number++
		switch s := s.(type) {
		case *ir.Set:
			if c.isSlot(s.Slot) {
				sets[s.Slot] = append(sets[s.Slot], number)
			}
		case *ir.Choose:
			if c.isSlot(s.Var) {
				sets[s.Var] = append(sets[s.Var], number)
			}
		case ir.Turn:
			turns = append(turns, number)
		case *ir.Hold:
			out := nowhere
			if len(outer) > 0 {
				out = outer[len(outer)-1]
			}
			if out == nowhere && slices.ContainsFunc(s.Pools, func(p ir.HoldPart) bool { return preempting.any(p.Pool) }) {
				out = at
			}
			outer = append(outer, out)
			scopes[at] = scope{start: number}
			if out != nowhere {
				for _, slot := range c.indexSlots(s) {
					questions = append(questions, question{at, out, slot})
				}
			}
		}
	}, func(at site, _ *ir.Hold) {
		outer = outer[:len(outer)-1]
		scopes[at] = scope{scopes[at].start, number}
	})
	within := func(numbers []int, in scope) bool {
		i, _ := slices.BinarySearch(numbers, in.start+1)
		return i < len(numbers) && numbers[i] <= in.end
	}
	for _, q := range questions {
		b, in := c.p.Builtins, scopes[q.outer]
		why := ""
		switch {
		case q.slot == b.Cached || q.slot == b.Computed:
			why = "which a preemption changes"
		case q.outer != q.hold && within(sets[q.slot], in):
			why = "which is set in the body of a hold that is preempted with it"
		case q.outer != q.hold && within(turns, in):
			why = "which a `turn` in the body of a hold that is preempted with it may change"
		default:
			continue // what its own body changes is checkHoldIndex's
		}
		c.report(diag.LinkPreemptedIndex, q.hold.path(), fmt.Sprintf("the index of a hold that may be preempted reads `%s`, %s", c.attr(q.slot), why),
			"The statement runs again after a preemption and must ask for the same member: set the index before the outermost hold that may be preempted.",
			c.note(q.outer.path(), "the outermost hold that may be preempted"))
	}
}

// counts answers, for a property of pools, whether a reference may name one that has it.
type counts []int // [i]: how many of the first i pools have it

func (c *checker) countPools(has func(p *ir.Pool) bool) counts {
	sum := make(counts, len(c.p.Pools)+1)
	for i := range c.p.Pools {
		sum[i+1] = sum[i]
		if has(&c.p.Pools[i]) {
			sum[i+1]++
		}
	}
	return sum
}

func (s counts) any(r ir.Ref) bool {
	from, to, ok := members(r, len(s)-1)
	return ok && s[to] > s[from]
}
