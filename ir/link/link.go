package link

import (
	"serq/ir"
	"serq/ir/diag"
)

// Check returns everything that is wrong with a program, sorted. A program
// without errors is one that the simulator runs without further checks. locate
// gives the source place of a path in the document, zero where it knows none;
// nil means p.Source. A path without a place takes that of the node around it.
// Check takes any program that can be decoded, however wrong, and does not
// change it.
func Check(p *ir.Program, locate func(pointer string) diag.Span) diag.List {
	c := &checker{p: p, locate: locate}
	if c.checkShape(); len(c.found) == 0 {
		c.nestBlocks()
		c.markHidden()
		c.other = c.stretch(func(k ir.StageKind) bool { return !isStep(k) })
		for _, r := range rules {
			if r.check != nil {
				r.check(c)
			}
		}
		c.checkNodes()
	}
	c.fold()
	c.found.Sort()
	if c.more {
		last := &c.found[len(c.found)-1]
		last.Notes = append(last.Notes[:len(last.Notes):len(last.Notes)], diag.Note{Text: "more is wrong, which is not listed"})
	}
	return c.found
}

// A checker is one program being judged.
type checker struct {
	p      *ir.Program
	locate func(pointer string) diag.Span
	found  diag.List
	more   bool // more was found than is listed

	nest   []nesting    // by BlockID
	order  []ir.BlockID // the blocks that are reached, each after the one it stands in
	hidden []bool       // by Slot
	other  stretch      // the stages that are not step stages
}

// checkNodes walks the program once, for all rules that look at one node at a
// time; only LinkIndex looks at others than expressions.
func (c *checker) checkNodes() {
	ir.Walk(c.p, ir.Visitor{
		Stmt: c.stmtIndices,
		Expr: func(at *ir.Path, x ir.Expr, m ir.Moment) {
			for i := range rules {
				if rules[i].expr != nil {
					rules[i].expr(c, at, x, m)
				}
			}
		},
		Pool:  func(at *ir.Path, r ir.Ref, _ ir.Moment) { c.poolIndex(at, r) },
		Stage: func(at *ir.Path, r ir.Ref, _ ir.Moment) { c.stageIndex(at, r) },
	})
}

// markHidden notes the hidden attributes; whether the list is right is a rule.
func (c *checker) markHidden() {
	c.hidden = make([]bool, len(c.p.Attrs))
	for _, s := range c.p.Hidden {
		if c.isSlot(s) {
			c.hidden[s] = true
		}
	}
}
