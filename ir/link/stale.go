package link

import (
	"fmt"
	"slices"

	"serq/ir"
	"serq/ir/diag"
)

// A taint says why an attribute holds state of the machine as it was.
type taint struct {
	set     site    // the statement that gives it, or nowhere
	through ir.Slot // the attribute that it took it over from; -1 if it reads the state itself
	state   ir.Expr // what it reads of the state, if so
}

// checkStale demands that the header of a hold, which is read at every attempt
// to admit, reads the state of pools and stages itself and not as it was when
// some set read it. A choose is exempt, and so is an index: a choice of a member
// is made once.
func (c *checker) checkStale() {
	stale := c.taints()
	c.stmts(func(at site, s ir.Stmt) {
		h, ok := s.(*ir.Hold)
		if !ok {
			return
		}
		for i, part := range h.Pools {
			c.staleReads(part.Units, "units", stale, func() *ir.Path { return at.path().Field("Hold").Field("pools").Elem(i).Elem(1) })
			c.staleReads(part.Reserve, "reserve", stale, func() *ir.Path { return at.path().Field("Hold").Field("pools").Elem(i).Elem(2) })
		}
		c.staleReads(h.Reuse, "reuse", stale, func() *ir.Path { return at.path().Field("Hold").Field("reuse") })
	})
}

// staleReads judges one expression of a header, which stands at a path.
func (c *checker) staleReads(x ir.Expr, words string, stale []taint, at func() *ir.Path) {
	var seen []ir.Slot
	eachRead(x, func(x ir.Expr) {
		a, ok := x.(ir.Attr)
		if s := ir.Slot(a); ok && c.isSlot(s) && stale[s].set != nowhere && !slices.Contains(seen, s) {
			seen = append(seen, s)
			c.report(diag.LinkStale, at(), fmt.Sprintf("the %s of a hold read `%s`, which was set from `%s` and is out of date when the hold is admitted",
				words, c.attr(s), c.origin(s, stale)),
				fmt.Sprintf("Read the state when the hold is admitted: write `at admission (%s = …)` after the units.", c.attr(s)),
				c.note(stale[s].set.path(), "set here"))
		}
	})
}

// origin says what state an attribute holds.
func (c *checker) origin(s ir.Slot, stale []taint) string {
	for stale[s].through >= 0 {
		s = stale[s].through
	}
	return c.expr(stale[s].state)
}

// taints finds, per attribute, a set that gives it state of the machine, directly
// or through other attributes.
func (c *checker) taints() []taint {
	taints := make([]taint, len(c.p.Attrs))
	for s := range taints {
		taints[s].set = nowhere
	}
	type flow struct {
		to  ir.Slot
		set site
	}
	into := make([][]flow, len(c.p.Attrs)) // per attribute, the sets that read it
	var found []ir.Slot                    // tainted, and what they are read by not yet looked at
	add := func(s ir.Slot, t taint) {
		if taints[s].set == nowhere {
			taints[s] = t
			found = append(found, s)
		}
	}
	c.stmts(func(at site, s ir.Stmt) {
		set, ok := s.(*ir.Set)
		if !ok || !c.isSlot(set.Slot) {
			return
		}
		eachRead(set.Value, func(x ir.Expr) {
			switch x := x.(type) {
			case ir.Attr:
				if c.isSlot(ir.Slot(x)) {
					into[x] = append(into[x], flow{set.Slot, at})
				}
			case *ir.Call:
				if !x.Func.Numeric() {
					add(set.Slot, taint{set: at, through: -1, state: x})
				}
			}
		})
	})
	for len(found) > 0 {
		s := found[len(found)-1]
		found = found[:len(found)-1]
		for _, f := range into[s] {
			add(f.to, taint{set: f.set, through: s})
		}
	}
	return taints
}

// eachRead calls f for an expression and all in it, but for the indices of references.
func eachRead(x ir.Expr, f func(x ir.Expr)) {
	f(x)
	switch x := x.(type) {
	case *ir.Sample:
		for _, a := range x.Args {
			eachRead(a, f)
		}
	case *ir.Call:
		for _, a := range x.Args {
			if a.Expr != nil {
				eachRead(a.Expr, f)
			}
		}
	case *ir.Unary:
		eachRead(x.X, f)
	case *ir.Binary:
		eachRead(x.X, f)
		eachRead(x.Y, f)
	case *ir.Cond:
		eachRead(x.If, f)
		eachRead(x.Then, f)
		eachRead(x.Else, f)
	}
}
