package link

import (
	"encoding/binary"
	"fmt"
	"math"

	"serq/ir"
	"serq/ir/diag"
)

// refs numbers references to pools so that equal ones, with equal base, count
// and index expression, have equal numbers.
type refs struct {
	numbers map[string]int
	key     []byte
}

func (t *refs) number(r ir.Ref) int {
	t.key = binary.AppendVarint(t.key[:0], int64(r.Base))
	t.key = binary.AppendVarint(t.key, int64(r.Count))
	t.key = appendExpr(t.key, r.Index)
	n, ok := t.numbers[string(t.key)]
	if !ok {
		if t.numbers == nil {
			t.numbers = map[string]int{}
		}
		n = len(t.numbers)
		t.numbers[string(t.key)] = n
	}
	return n
}

// appendExpr appends bytes that are the same for equal expressions only: a tag
// and what follows from it.
func appendExpr(b []byte, x ir.Expr) []byte {
	word := func(tag byte, n int) { b = binary.AppendUvarint(append(b, tag), uint64(n)) }
	real := func(x float64) { b = binary.BigEndian.AppendUint64(b, math.Float64bits(x)) }
	switch x := x.(type) {
	case nil:
		return append(b, '.')
	case ir.Num:
		b = append(b, 'n')
		real(float64(x))
	case ir.Attr:
		word('a', int(x))
	case ir.Ctx:
		word('c', int(x))
	case *ir.Unary:
		word('u', int(x.Op))
		b = appendExpr(b, x.X)
	case *ir.Binary:
		word('b', int(x.Op))
		b = appendExpr(appendExpr(b, x.X), x.Y)
	case *ir.Cond:
		b = appendExpr(appendExpr(appendExpr(append(b, '?'), x.If), x.Then), x.Else)
	case *ir.Sample:
		word('s', int(x.Dist))
		word('v', len(x.Values))
		for _, v := range x.Values {
			real(v)
		}
		word('(', len(x.Args))
		for _, a := range x.Args {
			b = appendExpr(b, a)
		}
	case *ir.Call:
		word('f', int(x.Func))
		word('(', len(x.Args))
		for _, a := range x.Args {
			for _, r := range []*ir.Ref{a.Pool, a.Stage} {
				if r == nil {
					b = append(b, '-')
					continue
				}
				word('r', r.Base)
				word('*', r.Count)
				b = appendExpr(b, r.Index)
			}
			b = appendExpr(b, a.Expr)
		}
	}
	return b
}

// A poolUse is a reference to a pool that acts on a hold of an equal reference.
type poolUse struct {
	ref  ir.Ref
	word string // grow, load, release, growing or lease
}

// use is the statement's use of a hold around it, if it is one.
func use(s ir.Stmt) (u poolUse, ok bool) {
	switch s := s.(type) {
	case *ir.Grow:
		return poolUse{s.Pool, "grow"}, true
	case *ir.Load:
		return poolUse{s.Pool, "load"}, true
	case *ir.Release:
		return poolUse{s.Pool, "release"}, true
	case *ir.Run:
		if s.Growing != nil {
			return poolUse{*s.Growing, "growing"}, true
		}
	}
	return poolUse{}, false
}

// path is where the reference stands in the statement.
func (u poolUse) path(at site) *ir.Path {
	switch u.word {
	case "grow":
		return at.path().Field("Grow").Elem(0)
	case "load":
		return at.path().Field("Load").Elem(0)
	case "release":
		return at.path().Field("Release")
	case "growing":
		return at.path().Field("Run").Field("growing")
	}
	return at.path().Field("Hold").Field("lease").Elem(0)
}

// checkOutsideHold demands that what acts on a hold stands inside one of an
// equal reference; a release also where some hold leases it.
func (c *checker) checkOutsideHold() {
	var table refs
	leased := map[int]bool{}
	c.stmts(func(_ site, s ir.Stmt) {
		if h, ok := s.(*ir.Hold); ok && h.Lease != nil {
			leased[table.number(h.Lease.Pool)] = true
		}
	})
	around := map[int]int{} // how many holds around here are of a reference
	change := func(h *ir.Hold, by int) {
		for _, part := range h.Pools {
			around[table.number(part.Pool)] += by
		}
	}
	c.walk(func(at site, s ir.Stmt) {
		if h, ok := s.(*ir.Hold); ok {
			change(h, 1)
			return
		}
		u, ok := use(s)
		if !ok {
			return
		}
		isRelease := u.word == "release"
		if n := table.number(u.ref); around[n] > 0 || isRelease && leased[n] {
			return
		}
		name := c.poolRef(u.ref)
		hint := fmt.Sprintf("Write it in the body of `hold %s (…) { … }`, with the index as it is there.", name)
		if isRelease {
			hint = fmt.Sprintf("Write it in the body of `hold %s (…) { … }`, or where such a hold has `lease %s (…)` and is over.", name, name)
		}
		c.report(diag.LinkOutsideHold, u.path(at), fmt.Sprintf("`%s %s` stands in no hold of `%s`", u.word, name, name), hint)
	}, func(_ site, h *ir.Hold) { change(h, -1) })
}

// checkHoldPools demands that a hold names each pool once and leases one of them.
func (c *checker) checkHoldPools() {
	c.stmts(func(at site, s ir.Stmt) {
		h, ok := s.(*ir.Hold)
		if !ok {
			return
		}
		var table refs
		own, member := map[int]bool{}, map[int]bool{}
		for i, part := range h.Pools {
			n := table.number(part.Pool)
			from, to, ok := members(part.Pool, len(c.p.Pools))
			single := ok && to == from+1
			if own[n] || single && member[from] {
				c.report(diag.LinkHoldPools, at.path().Field("Hold").Field("pools").Elem(i).Elem(0),
					fmt.Sprintf("a hold names `%s` twice", c.poolRef(part.Pool)), "Write the pool once, with the sum of the units.")
			}
			own[n] = true
			if single {
				member[from] = true
			}
		}
		if h.Lease != nil && !own[table.number(h.Lease.Pool)] {
			c.report(diag.LinkHoldPools, at.path().Field("Hold").Field("lease").Elem(0),
				fmt.Sprintf("a hold leases `%s`, which it does not name", c.poolRef(h.Lease.Pool)),
				"A lease keeps what the hold has of one of its own pools, with the same index.")
		}
	})
}

// checkReuse demands a cache clause where there is a reuse clause.
func (c *checker) checkReuse() {
	c.stmts(func(at site, s ir.Stmt) {
		if h, ok := s.(*ir.Hold); ok && h.Reuse != nil && h.Cache == nil {
			c.report(diag.LinkReuse, at.path().Field("Hold").Field("reuse"), "a hold has `reuse` and no `cache`",
				"Only a hold with a cache clause looks at the session's prefix: write `cache (0)` to keep none.")
		}
	})
}

// checkCached demands that cached is read where it says what the hold around it consumed.
func (c *checker) checkCached() {
	inside := func(hold site) ir.Visitor {
		return ir.Visitor{Expr: func(at *ir.Path, x ir.Expr, _ ir.Moment) {
			if a, ok := x.(ir.Attr); ok && ir.Slot(a) == c.p.Builtins.Cached {
				c.report(diag.LinkCached, at, "`cached` is read in a hold that has no `cache` clause, and is always 0 there",
					"Write `cache (…)` after the hold's body, or read `cached` before the hold.", c.note(hold.path(), "the innermost hold around it"))
			}
		}}
	}
	lacks := func(hold site) bool { return hold != nowhere && c.stmt(hold).(*ir.Hold).Cache == nil }
	c.stmts(func(at site, s ir.Stmt) {
		h, isHold := s.(*ir.Hold)
		if lacks(c.nest[at.block].hold) {
			outer := s
			if isHold { // what is read when its body is over stands in this hold itself
				header := *h
				header.Cache, header.Lease = nil, nil
				outer = &header
			}
			ir.WalkStmt(at.path(), outer, inside(c.nest[at.block].hold))
		}
		if isHold && h.Cache == nil && h.Lease != nil {
			ir.WalkExpr(at.path().Field("Hold").Field("lease").Elem(1), h.Lease.Time, ir.AtStmt, inside(at))
		}
	})
}
