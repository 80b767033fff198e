package link

import (
	"fmt"
	"math"

	"serq/ir"
)

// The words of a program, for messages: they are safe on any index.

// doc is the path of the document.
var doc *ir.Path

func (c *checker) isSlot(s ir.Slot) bool { return s >= 0 && int(s) < len(c.p.Attrs) }

func (c *checker) isPool(i int) bool { return i >= 0 && i < len(c.p.Pools) }

func (c *checker) isStage(i int) bool { return i >= 0 && i < len(c.p.Stages) }

func (c *checker) attr(s ir.Slot) string { return c.expr(ir.Attr(s)) }

// stage is a member's name, as D[1].
func (c *checker) stage(i int) string {
	if !c.isStage(i) {
		return fmt.Sprintf("stage %d", i)
	}
	return member(c.p.Stages[i].Name, c.p.Stages[i].Index)
}

func member(name string, index *int) string {
	if index == nil {
		return name
	}
	return fmt.Sprintf("%s[%d]", name, *index)
}

// poolRef is a reference as it is written: kvD[j].
func (c *checker) poolRef(r ir.Ref) string { return ir.PoolString(c.p, r) }

// stageRef is a reference as it is written.
func (c *checker) stageRef(r ir.Ref) string { return ir.StageString(c.p, r) }

// expr is an expression as it is written.
func (c *checker) expr(x ir.Expr) string { return ir.ExprString(c.p, x) }

// number is a number as it is written.
func number(x float64) string { return ir.ExprString(nil, ir.Num(x)) }

// kind is what a stage is, in a program's word.
func kind(k ir.StageKind) string {
	switch k.(type) {
	case ir.Fifo:
		return "fifo"
	case *ir.Ps:
		return "ps"
	case ir.Delay:
		return "delay"
	}
	return "step"
}

// array is the range [from, to) of a list of n that is the family of a
// reference; ok is false where it is out of range, which is a rule's to say.
func array(r ir.Ref, n int) (from, to int, ok bool) {
	if r.Base < 0 || r.Count < 1 || r.Base > n || r.Count > n-r.Base {
		return 0, 0, false
	}
	return r.Base, r.Base + r.Count, true
}

// members is the part of a reference's array that it may name: one member where
// the index is constant.
func members(r ir.Ref, n int) (from, to int, ok bool) {
	from, to, ok = array(r, n)
	if !ok || r.Index == nil {
		return from, to, ok && r.Count == 1
	}
	if i, constant := ir.Constant(r.Index); constant {
		if !isMember(i, r.Count) {
			return 0, 0, false
		}
		return from + int(i), from + int(i) + 1, true
	}
	return from, to, true
}

// isMember reports whether a number is the index of a member of a family.
func isMember(i float64, count int) bool { return i >= 0 && i < float64(count) && i == math.Trunc(i) }
