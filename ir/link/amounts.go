package link

import (
	"fmt"
	"math"
	"slices"

	"serq/ir"
	"serq/ir/diag"
)

// epsilon absorbs rounding in amounts: a constant in [−ε, 0) is 0.
const epsilon = 1e-9

// checkAmounts demands that constant amounts are amounts.
func (c *checker) checkAmounts() {
	for i, p := range c.p.Pools {
		if p.Spill != nil {
			c.work(doc.Field("pools").Elem(i).Field("spill").Field("work"), p.Spill.Work, "a spill's work")
		}
	}
	for i, s := range c.p.Stages {
		at := doc.Field("stages").Elem(i).Field("kind")
		switch k := s.Kind.(type) {
		case *ir.Ps:
			c.amount(at.Field("Ps"), k.Capacity, "the capacity of `"+s.Name+"`")
		case *ir.Step:
			c.amount(at.Field("Step").Field("budget"), k.Budget, "the budget of `"+s.Name+"`")
			c.amount(at.Field("Step").Field("chunk"), k.Chunk, "the chunk of `"+s.Name+"`")
			c.amount(at.Field("Step").Field("cost"), k.Cost, "the cost of `"+s.Name+"`")
		}
	}
	c.stmts(func(at site, s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Hold:
			c.holdAmounts(at, s)
		case *ir.Grow:
			if !isAmount(s.Units) {
				c.amount(at.path().Field("Grow").Elem(1), s.Units, "a growth")
			}
		case *ir.Load:
			if !isAmount(s.Units) {
				c.amount(at.path().Field("Load").Elem(1), s.Units, "a load")
			}
		case *ir.Run:
			if !isWork(s.Work) {
				c.work(at.path().Field("Run").Field("work"), s.Work, "a run's work")
			}
		case *ir.Choose:
			if n, ok := ir.Constant(s.Count); ok && !(isWhole(n) && n >= 1) {
				c.report(diag.LinkAmount, at.path().Field("Choose").Field("count"),
					fmt.Sprintf("`choose %s in %s` has no candidates to choose from", c.attr(s.Var), number(n)), "Write a whole number of at least 1.")
			}
		}
	})
}

func (c *checker) holdAmounts(at site, h *ir.Hold) {
	for i, part := range h.Pools {
		if isAmount(part.Units) && isAmount(part.Reserve) {
			continue
		}
		path, name := at.path().Field("Hold").Field("pools").Elem(i), c.poolRef(part.Pool)
		c.amount(path.Elem(1), part.Units, "what a hold takes of `"+name+"`")
		c.amount(path.Elem(2), part.Reserve, "what a hold reserves of `"+name+"`")
	}
	if !isAmount(h.Reuse) || !isAmount(h.Cache) || h.Lease != nil && !isAmount(h.Lease.Time) {
		hold := at.path().Field("Hold")
		c.amount(hold.Field("reuse"), h.Reuse, "a reuse")
		c.amount(hold.Field("cache"), h.Cache, "a cache clause")
		if h.Lease != nil {
			c.amount(hold.Field("lease").Elem(1), h.Lease.Time, "a lease's time")
		}
	}
}

// isAmount reports whether an expression, which may be nil, is not a constant
// that is no amount. Paths are made only for what is not one.
func isAmount(x ir.Expr) bool {
	v, ok := ir.Constant(x)
	return !ok || v >= -epsilon
}

// isWork: work is finite besides.
func isWork(x ir.Expr) bool {
	v, ok := ir.Constant(x)
	return !ok || v >= -epsilon && !math.IsInf(v, 1)
}

func (c *checker) amount(at *ir.Path, x ir.Expr, what string) {
	if !isAmount(x) {
		c.report(diag.LinkAmount, at, what+" is "+c.constant(x), "Write a number from 0 on.")
	}
}

func (c *checker) work(at *ir.Path, x ir.Expr, what string) {
	if !isWork(x) {
		c.report(diag.LinkAmount, at, what+" is "+c.constant(x), "Write a finite number from 0 on.")
	}
}

// constant is the value of a constant, as it is written.
func (c *checker) constant(x ir.Expr) string {
	v, _ := ir.Constant(x)
	return number(v)
}

// checkAssign demands that a program leaves the machine's own attributes alone.
func (c *checker) checkAssign() {
	b := c.p.Builtins
	machines := []ir.Slot{b.Cached, b.Serial, b.TurnNo, b.Computed}
	check := func(at *ir.Path, word string, s ir.Slot) {
		if slices.Contains(machines, s) && c.isSlot(s) {
			c.report(diag.LinkAssign, at, fmt.Sprintf("`%s` assigns `%s`, which the machine sets", word, c.attr(s)), "Write another name.")
		}
	}
	c.stmts(func(at site, s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			check(at.path().Field("Set").Elem(0), "set", s.Slot)
		case *ir.Choose:
			check(at.path().Field("Choose").Field("var"), "choose", s.Var)
		}
	})
}

// checkGuards demands that a constant guard is a test.
func (c *checker) checkGuards() {
	c.stmts(func(at site, s ir.Stmt) {
		b, ok := s.(*ir.Branch)
		if !ok {
			return
		}
		if v, ok := ir.Constant(b.If); ok && v != 0 && v != 1 {
			c.report(diag.LinkGuard, at.path().Field("Branch").Elem(0), fmt.Sprintf("the guard of a branch is %s, not 0 or 1", number(v)),
				fmt.Sprintf("A branch is a test: write a comparison, or `branch with (%s)` for a draw.", number(v)))
		}
	})
}

// checkTooBig demands that a constant amount fits a pool that it may be of.
func (c *checker) checkTooBig() {
	limits, caps := c.largest(most), c.largest(func(p *ir.Pool) float64 { return p.Cap })
	fits := func(at site, part, elem int, r ir.Ref, x ir.Expr, word string) {
		v, ok := ir.Constant(x)
		if !ok {
			return
		}
		from, to, ok := members(r, len(c.p.Pools))
		if !ok || !(v > limits.in(from, to)) {
			return
		}
		name := c.poolRef(r)
		of := "`" + name + "` has"
		if to > from+1 {
			of = fmt.Sprintf("no member of `%s` has more than", c.p.Pools[from].Name)
		}
		path := at.path().Field("Hold").Field("pools").Elem(part).Elem(elem)
		c.report(diag.LinkTooBig, path, fmt.Sprintf("`hold %s` %s %s and can never fit: %s %s", name, word, number(v), of, number(caps.in(from, to))),
			"Raise the pool's cap or ask for less; units count in whole blocks.")
	}
	c.stmts(func(at site, s ir.Stmt) {
		h, ok := s.(*ir.Hold)
		if !ok {
			return
		}
		for i, part := range h.Pools {
			fits(at, i, 1, part.Pool, part.Units, "takes")
			fits(at, i, 2, part.Pool, part.Reserve, "reserves")
		}
	})
}

// most is the most that a pool can ever give: in whole blocks within the cap,
// both up to ε. Where the cap or block is wrong there is no telling.
func most(p *ir.Pool) float64 {
	switch {
	case math.IsNaN(p.Cap) || p.Block != nil && !(*p.Block > 0):
		return math.Inf(1)
	case p.Block == nil || math.IsInf(p.Cap, 1):
		return p.Cap + epsilon
	}
	return (math.Floor((p.Cap+epsilon) / *p.Block) + epsilon) * *p.Block // u for which ⌈u/b − ε⌉·b ≤ cap + ε
}

// A rangeMax answers which is the largest of a range of numbers: [k][i] is the
// largest of the 2^k numbers from i on.
type rangeMax [][]float64

func (c *checker) largest(of func(p *ir.Pool) float64) rangeMax {
	level := make([]float64, len(c.p.Pools))
	for i := range level {
		level[i] = of(&c.p.Pools[i])
	}
	m := rangeMax{level}
	for width := 1; 2*width <= len(level); width *= 2 {
		last := m[len(m)-1]
		next := make([]float64, len(level)-2*width+1)
		for i := range next {
			next[i] = max(last[i], last[i+width])
		}
		m = append(m, next)
	}
	return m
}

func (m rangeMax) in(from, to int) float64 {
	k := 0
	for 2<<k <= to-from {
		k++
	}
	return max(m[k][from], m[k][to-1<<k])
}
