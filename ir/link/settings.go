package link

import (
	"fmt"
	"math"
	"slices"

	"serq/ir"
	"serq/ir/diag"
)

const (
	maxSeed     = 1 << 53   // whole numbers up to here are exact in JSON readers
	maxSessions = 1_000_000 // that a closed or batch workload starts at once
)

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// checkSettings judges the run.
func (c *checker) checkSettings() {
	if h := c.p.Horizon; !isFinite(h) || h <= 0 {
		c.report(diag.LinkSettings, doc.Field("horizon"), "the horizon is "+number(h), "Write a finite time after 0.")
	}
	switch w := c.p.Warmup; {
	case !isFinite(w) || w < 0:
		c.report(diag.LinkSettings, doc.Field("warmup"), "the warm-up ends at "+number(w), "Write a finite time from 0 on.")
	case isFinite(c.p.Horizon) && c.p.Horizon > 0 && w >= c.p.Horizon:
		c.report(diag.LinkSettings, doc.Field("warmup"),
			fmt.Sprintf("the warm-up ends at %s and the horizon is %s: nothing is measured", number(w), number(c.p.Horizon)),
			"Write a `warmup` before the horizon.")
	}
	if s := c.p.Seed; s < 0 || s > maxSeed {
		c.report(diag.LinkSettings, doc.Field("seed"), fmt.Sprintf("the seed is %d", s), "Write a whole number from 0 to 2^53.")
	}
}

// checkArrival judges the arrival process.
func (c *checker) checkArrival() {
	at := doc.Field("arrival")
	open := false
	switch a := c.p.Arrival.(type) {
	case ir.Poisson:
		open = true
		if !isFinite(a.Rate) || a.Rate <= 0 {
			c.report(diag.LinkArrival, at.Field("Poisson"), "`poisson` arrivals at a rate of "+number(a.Rate),
				"Write a finite rate above 0, or `arrive none`.")
		}
	case *ir.Renewal:
		open = true
		if gap, ok := ir.Constant(a.Gap); ok && (!isFinite(gap) || gap <= 0) {
			c.report(diag.LinkArrival, at.Field("Renewal"), "`renewal` arrivals with a gap of "+number(gap), "Write a finite gap above 0.")
		}
	case ir.Closed:
		c.population(at.Field("Closed"), "closed", a.N)
	case ir.Batch:
		c.population(at.Field("Batch"), "batch", a.N)
	}
	switch n := c.p.Arrivals; {
	case n < 0:
		c.report(diag.LinkArrival, doc.Field("arrivals"), fmt.Sprintf("the run is of %d arrivals", n), "Write a whole number from 1 on.")
	case n > 0 && !open:
		c.report(diag.LinkArrival, doc.Field("arrivals"), "`arrivals` counts the sessions of an open workload, and this one is not open",
			"Leave it out, or write `arrive poisson(…)` or `renewal(…)`.")
	}
}

func (c *checker) population(at *ir.Path, word string, n int) {
	if n < 1 || n > maxSessions {
		c.report(diag.LinkArrival, at, fmt.Sprintf("`%s(%d)` has no sensible number of sessions", word, n), "Write a whole number from 1 to a million.")
	}
}

// gapRead refuses what a renewal gap cannot read: it is drawn outside of any
// session and of the machine's state, so that the arrivals of a seed are the
// same whatever the deployment.
func (c *checker) gapRead(at *ir.Path, x ir.Expr, m ir.Moment) {
	if m != ir.AtRenewal {
		return
	}
	reads := false
	switch x := x.(type) {
	case ir.Attr, ir.Ctx:
		reads = true
	case *ir.Call:
		reads = !x.Func.Numeric()
	}
	if reads {
		c.report(diag.LinkArrival, at, "a renewal gap reads `"+c.expr(x)+"`", "It reads numbers, functions of them and draws only.")
	}
}

// checkRows judges the values that preset sessions and their turns give.
func (c *checker) checkRows() {
	b := c.p.Builtins
	machines := []ir.Slot{b.Serial, b.TurnNo, b.Cached, b.Computed, b.More}
	c.eachPreset(func(at func() *ir.Path, v ir.SlotValue) {
		switch {
		case !c.isSlot(v.Slot): // an index out of range
		case slices.Contains(machines, v.Slot):
			c.report(diag.LinkRows, at(), "a preset session sets `"+c.attr(v.Slot)+"`",
				"The machine sets `serial`, `turn_no`, `cached`, `computed` and `more` itself: leave it out.")
		case !isFinite(v.Value):
			c.report(diag.LinkRows, at(), fmt.Sprintf("a preset session sets `%s` to %s", c.attr(v.Slot), number(v.Value)), "Write a finite number.")
		}
	})
}

// checkSizes judges the sizes of pools and stages.
func (c *checker) checkSizes() {
	for i, p := range c.p.Pools {
		at := doc.Field("pools").Elem(i)
		if !(p.Cap >= 0) {
			c.report(diag.LinkSize, at.Field("cap"), fmt.Sprintf("`%s` has a cap of %s", p.Name, number(p.Cap)), "Write a `cap` from 0 on, `inf` included.")
		}
		if b := p.Block; b != nil && (!isFinite(*b) || *b <= 0) {
			c.report(diag.LinkSize, at.Field("block"), fmt.Sprintf("`%s` has blocks of %s", p.Name, number(*b)),
				"Write a finite `block` above 0, or leave it out for any amount.")
		}
	}
	for i, s := range c.p.Stages {
		if k, ok := s.Kind.(ir.Fifo); ok && k.Servers < 1 {
			c.report(diag.LinkSize, doc.Field("stages").Elem(i).Field("kind").Field("Fifo"),
				fmt.Sprintf("`%s` has %d servers", s.Name, k.Servers), "Write `fifo(c)` with at least one server.")
		}
	}
}
