package link

import (
	"fmt"

	"serq/ir"
	"serq/ir/diag"
)

// A site is the place of a statement.
type site struct {
	block ir.BlockID
	stmt  int
}

// nowhere is the site of what stands in no statement.
var nowhere = site{block: -1}

// path is the path of a statement.
func (s site) path() *ir.Path {
	return doc.Field("blocks").Elem(int(s.block)).Elem(s.stmt)
}

// A nesting is where a block stands.
type nesting struct {
	reached bool
	up      site // the statement whose body it is; nowhere for a root
	body    int  // which of that statement's bodies
	hold    site // the innermost hold in whose body it stands, or nowhere
}

// A root is a block that is entered from outside.
type root struct {
	field string // of the program, that names it
	block ir.BlockID
}

func (c *checker) roots() []root {
	return []root{{"init", c.p.Init}, {"turn", c.p.Turn}, {"session", c.p.Session}}
}

// nestBlocks finds out how the blocks nest. A block that is entered twice counts
// where it is entered first; that, like an index out of range, is for a rule.
func (c *checker) nestBlocks() {
	c.nest = make([]nesting, len(c.p.Blocks))
	for _, root := range c.roots() {
		c.enter(root.block, nesting{up: nowhere, hold: nowhere})
	}
	for k := 0; k < len(c.order); k++ { // order grows
		b := c.order[k]
		for i, s := range c.p.Blocks[b] {
			at := site{b, i}
			hold := c.nest[b].hold
			if _, ok := s.(*ir.Hold); ok {
				hold = at
			}
			for j, body := range ir.Bodies(s) {
				c.enter(body, nesting{up: at, body: j, hold: hold})
			}
		}
	}
}

func (c *checker) enter(b ir.BlockID, n nesting) {
	if c.isBlock(b) && !c.nest[b].reached {
		n.reached = true
		c.nest[b] = n
		c.order = append(c.order, b)
	}
}

// isEntered reports whether a block is entered from this body of this statement.
func (c *checker) isEntered(b ir.BlockID, from site, body int) bool {
	return c.isBlock(b) && c.nest[b].reached && c.nest[b].up == from && c.nest[b].body == body
}

func (c *checker) isBlock(b ir.BlockID) bool { return b >= 0 && int(b) < len(c.p.Blocks) }

// stmts calls f for every statement that is reached, a block at a time.
func (c *checker) stmts(f func(at site, s ir.Stmt)) {
	for _, b := range c.order {
		for i, s := range c.p.Blocks[b] {
			f(site{b, i}, s)
		}
	}
}

// walk calls enter for every statement that is reached, in the order of the
// program, and leave when the body of a hold is over.
func (c *checker) walk(enter func(at site, s ir.Stmt), leave func(at site, h *ir.Hold)) {
	type frame struct {
		block ir.BlockID
		next  int
		hold  site // the hold whose body this is, or nowhere
	}
	var stack []frame
	for _, root := range c.roots() {
		if c.isEntered(root.block, nowhere, 0) {
			stack = append(stack, frame{root.block, 0, nowhere})
		}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(c.p.Blocks[f.block]) {
				hold := f.hold
				stack = stack[:len(stack)-1]
				if hold != nowhere {
					leave(hold, c.stmt(hold).(*ir.Hold))
				}
				continue
			}
			at := site{f.block, f.next}
			f.next++
			s := c.stmt(at)
			enter(at, s)
			hold := nowhere
			h, isHold := s.(*ir.Hold)
			if isHold {
				hold = at
			}
			bodies := ir.Bodies(s)
			entered := false
			for j := len(bodies) - 1; j >= 0; j-- { // the first one is on top
				if c.isEntered(bodies[j], at, j) {
					stack = append(stack, frame{bodies[j], 0, hold})
					entered = true
				}
			}
			if isHold && !entered {
				leave(at, h)
			}
		}
	}
}

func (c *checker) stmt(at site) ir.Stmt { return c.p.Blocks[at.block][at.stmt] }

// checkTree demands that the blocks form a tree: each is entered once.
func (c *checker) checkTree() {
	const hint = "Every block is the body of one statement, or init, turn or session: write a copy where it is needed twice."
	for i, root := range c.roots() {
		for _, other := range c.roots()[:i] {
			if c.isBlock(root.block) && root.block == other.block {
				c.report(diag.LinkTree, doc.Field(root.field),
					fmt.Sprintf("block %d is %s and %s", root.block, other.field, root.field), hint)
			}
		}
	}
	c.stmts(func(at site, s ir.Stmt) {
		for j, body := range ir.Bodies(s) {
			if c.isBlock(body) && !c.isEntered(body, at, j) {
				c.report(diag.LinkTree, bodyPath(at, s, j), fmt.Sprintf("block %d is entered from more than one place", body), hint)
			}
		}
	})
	first, n := 0, 0
	for b := range c.nest {
		if !c.nest[b].reached {
			if n == 0 {
				first = b
			}
			n++
		}
	}
	if n > 0 {
		summary := fmt.Sprintf("block %d is never entered", first)
		if n > 1 {
			summary += fmt.Sprintf(", nor are %d others", n-1)
		}
		c.report(diag.LinkTree, doc.Field("blocks").Elem(first), summary, "Leave out what no statement refers to.")
	}
}

// bodyPath is the path of the reference to a statement's body.
func bodyPath(at site, s ir.Stmt, body int) *ir.Path {
	switch s.(type) {
	case *ir.Hold:
		return at.path().Field("Hold").Field("body")
	case *ir.Branch:
		return at.path().Field("Branch").Elem(1 + body)
	}
	return at.path().Field("Loop")
}
