package link

import (
	"fmt"

	"serq/ir"
	"serq/ir/diag"
)

// checkIndices demands that whatever is referred to by number is there. What
// statements and expressions refer to is looked at in the walk of all nodes:
// stmtIndices, attrIndex, poolIndex, stageIndex.
func (c *checker) checkIndices() {
	for _, root := range c.roots() {
		c.inRange(doc.Field(root.field), "block", int(root.block), len(c.p.Blocks))
	}
	c.checkBuiltins()
	for i, s := range c.p.Hidden {
		c.slot(doc.Field("hidden").Elem(i), s)
	}
	for i, p := range c.p.Pools {
		at := doc.Field("pools").Elem(i)
		if p.Spill != nil {
			c.inRange(at.Field("spill").Field("to"), "pool", int(p.Spill.To), len(c.p.Pools))
			c.inRange(at.Field("spill").Field("via"), "stage", int(p.Spill.Via), len(c.p.Stages))
		}
		if p.AdmitVia != nil {
			c.inRange(at.Field("admit_via"), "stage", int(*p.AdmitVia), len(c.p.Stages))
		}
	}
	for i, s := range c.p.Stages {
		if k, ok := s.Kind.(*ir.Step); ok && k.Memory != nil {
			c.inRange(doc.Field("stages").Elem(i).Field("kind").Field("Step").Field("memory"), "pool", int(*k.Memory), len(c.p.Pools))
		}
	}
	c.eachPreset(func(at func() *ir.Path, v ir.SlotValue) {
		if !c.isSlot(v.Slot) {
			c.slot(at(), v.Slot)
		}
	})
}

func (c *checker) attrIndex(at *ir.Path, x ir.Expr, _ ir.Moment) {
	if a, ok := x.(ir.Attr); ok && !c.isSlot(ir.Slot(a)) {
		c.slot(at.Field("Attr"), ir.Slot(a))
	}
}

func (c *checker) poolIndex(at *ir.Path, r ir.Ref) {
	c.ref(at, r, "pool", len(c.p.Pools), func(i int) string { return c.p.Pools[i].Name })
}

func (c *checker) stageIndex(at *ir.Path, r ir.Ref) {
	c.ref(at, r, "stage", len(c.p.Stages), func(i int) string { return c.p.Stages[i].Name })
}

func (c *checker) stmtIndices(at *ir.Path, b ir.BlockID, i int, s ir.Stmt) {
	for j, body := range ir.Bodies(s) {
		if !c.isBlock(body) {
			c.inRange(bodyPath(site{b, i}, s, j), "block", int(body), len(c.p.Blocks))
		}
	}
	switch s := s.(type) {
	case *ir.Set:
		if !c.isSlot(s.Slot) {
			c.slot(at.Field("Set").Elem(0), s.Slot)
		}
	case *ir.Observe:
		c.inRange(at.Field("Observe").Elem(0), "observation", int(s.Observe), len(c.p.Observes))
	case *ir.Choose:
		c.slot(at.Field("Choose").Field("var"), s.Var)
	}
}

// inRange demands an index into a list of n.
func (c *checker) inRange(at *ir.Path, what string, i, n int) {
	if i < 0 || i >= n {
		c.report(diag.LinkIndex, at, fmt.Sprintf("there is no %s %d", what, i), counted(n, what))
	}
}

func (c *checker) slot(at *ir.Path, s ir.Slot) { c.inRange(at, "attribute", int(s), len(c.p.Attrs)) }

// counted says how many there are, as a hint.
func counted(n int, what string) string {
	switch n {
	case 0:
		return fmt.Sprintf("The program has no %s.", what)
	case 1:
		return fmt.Sprintf("The program has one %s, number 0.", what)
	}
	return fmt.Sprintf("The program has %d of them, numbers 0 to %d.", n, n-1)
}

// ref demands a member of a family that is there.
func (c *checker) ref(at *ir.Path, r ir.Ref, what string, n int, name func(int) string) {
	if r.Count < 1 || r.Base < 0 || r.Base >= n || r.Count > n-r.Base {
		c.report(diag.LinkIndex, at, fmt.Sprintf("there is no family of %d members from %s %d on", r.Count, what, r.Base), counted(n, what))
		return
	}
	if r.Index == nil {
		if r.Count != 1 {
			c.report(diag.LinkIndex, at, fmt.Sprintf("`%s` has %d members and no index says which is meant", name(r.Base), r.Count),
				fmt.Sprintf("Write `%s[…]` with an index from 0 to %d.", name(r.Base), r.Count-1))
		}
		return
	}
	if i, ok := ir.Constant(r.Index); ok && !isMember(i, r.Count) {
		c.report(diag.LinkIndex, at.Field("index"), fmt.Sprintf("`%s` has no member %s", name(r.Base), number(i)),
			fmt.Sprintf("Its members are the whole numbers from 0 to %d.", r.Count-1))
	}
}

// checkBuiltins demands a slot of its own for each built-in attribute.
func (c *checker) checkBuiltins() {
	taken := map[ir.Slot]string{}
	for i, s := range c.builtins() {
		at := doc.Field(builtinFields[i])
		c.slot(at, s)
		if other, ok := taken[s]; ok {
			c.report(diag.LinkIndex, at, fmt.Sprintf("%s and %s are one attribute, `%s`", other, builtinFields[i], c.attr(s)),
				"Every built-in attribute has a slot of its own.")
		}
		taken[s] = builtinFields[i]
	}
}

// builtins are the slots of the built-in attributes, in the order of ir.BuiltinNames.
func (c *checker) builtins() [len(ir.BuiltinNames)]ir.Slot {
	b := c.p.Builtins
	return [...]ir.Slot{b.Cached, b.Serial, b.TurnNo, b.New, b.Out, b.Think, b.More, b.Forced, b.Computed}
}

// builtinFields are the fields that say where the built-in attributes are.
var builtinFields = [len(ir.BuiltinNames)]string{"slot_cached", "slot_serial", "slot_turn", "slot_new", "slot_out", "slot_think",
	"slot_more", "slot_forced", "slot_computed"}

// eachPreset calls f for every value that a preset session or turn gives; at makes
// its path, as there may be millions of them.
func (c *checker) eachPreset(f func(at func() *ir.Path, v ir.SlotValue)) {
	sessions, _ := c.p.Arrival.(ir.Sessions)
	for i, preset := range sessions {
		session := func() *ir.Path { return doc.Field("arrival").Field("Sessions").Elem(i) }
		for k, v := range preset.Attrs {
			f(func() *ir.Path { return session().Field("attrs").Elem(k).Elem(0) }, v)
		}
		for t, row := range preset.Turns {
			for k, v := range row {
				f(func() *ir.Path { return session().Field("turns").Elem(t).Elem(k).Elem(0) }, v)
			}
		}
	}
}
