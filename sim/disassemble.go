package sim

import (
	"fmt"
	"strings"

	"serq/ir"
)

// Disassemble shows a program as it was lowered: the numbered instructions, with
// every expression as its flat code in postfix.
func Disassemble(p *ir.Program) string {
	d := disassembly{code: lower(p)}
	c := d.code
	for i := range c.pools {
		d.printf("pool %d %s cap %v%s\n", i, label(c.pools[i].name, c.pools[i].index), c.pools[i].cap, flag(c.pools[i].volatile, " volatile"))
	}
	for i := range c.stages {
		st := &c.stages[i]
		d.printf("stage %d %s %s", i, label(st.name, st.index), stageKindNames[st.kind])
		if st.kind == kindPs || st.kind == kindShared {
			d.printf(" %s", d.expr(&st.capacity))
		}
		if st.step != nil {
			d.printf(" budget %s chunk %s cost %s", d.expr(&st.step.budget), d.expr(&st.step.chunk), d.expr(&st.step.cost))
		}
		d.printf("%s\n", flag(st.kind == kindShared, " shared"))
	}
	for i := range c.gauges {
		d.printf("gauge %s %s\n", p.Gauges[i].Name, d.expr(&c.gauges[i]))
	}
	for pc := range c.instrs {
		switch int32(pc) {
		case c.init.pc:
			d.printf("init:\n")
		case c.turn.pc:
			d.printf("turn:\n")
		case c.session:
			d.printf("session:\n")
		}
		d.printf("%5d  %s\n", pc, d.instr(&c.instrs[pc]))
	}
	return d.String()
}

type disassembly struct {
	strings.Builder
	code *code
}

func (d *disassembly) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

func flag(on bool, text string) string {
	if on {
		return text
	}
	return ""
}

func (d *disassembly) instr(i *instr) string {
	switch i.op {
	case iTurn:
		return "turn"
	case iEnd:
		return "end"
	case iSet:
		return fmt.Sprintf("set %s %s", d.attr(i.slot), d.expr(&i.value))
	case iObserve:
		return fmt.Sprintf("observe %s %s", d.code.program.Observes[i.slot], d.expr(&i.value))
	case iHold:
		return d.hold(i.hold)
	case iScope:
		return fmt.Sprintf("scope of %d", i.hold.pc)
	case iGrow:
		return fmt.Sprintf("grow %s %s", d.pool(&i.ref), d.expr(&i.value))
	case iLoad:
		return fmt.Sprintf("load %s %s", d.pool(&i.ref), d.expr(&i.value))
	case iDrop:
		return "drop " + d.pool(&i.ref)
	case iRelease:
		return "release " + d.pool(&i.ref)
	case iRun:
		s := "run " + d.stage(&i.ref)
		r := i.run
		if r == nil {
			return s + " " + d.expr(&i.value)
		}
		for k := range r.also {
			s += ", " + d.stage(&r.also[k])
		}
		s += flag(r.mode != ir.Plain, " "+ir.RunModes[r.mode]) + " " + d.expr(&i.value)
		if r.growing.count > 0 {
			s += " growing " + d.pool(&r.growing)
		}
		return s
	case iBranch:
		return fmt.Sprintf("unless %s go to %d", d.expr(&i.value), i.to)
	case iJump:
		return fmt.Sprintf("go to %d", i.to)
	case iChoose:
		return fmt.Sprintf("choose %s in %s by %s", d.attr(i.slot), d.expr(&i.value), d.exprs(i.keys))
	}
	panic(fmt.Sprintf("BUG: instruction %d", i.op))
}

func (d *disassembly) hold(h *holdCode) string {
	s := "hold"
	for i := range h.parts {
		part := &h.parts[i]
		s += " " + d.pool(&part.pool) + " " + d.expr(&part.units)
		if part.reserve != nil {
			s += " reserve " + d.expr(part.reserve)
		}
	}
	if h.reuse != nil {
		s += " reuse " + d.expr(h.reuse)
	}
	if h.cache != nil {
		s += " cache " + d.expr(h.cache)
	}
	if h.leased >= 0 {
		s += " lease " + d.pool(&h.parts[h.leased].pool) + " " + d.expr(&h.leaseTime)
	}
	return s + flag(h.live, " live")
}

func (d *disassembly) attr(slot int32) string { return d.code.program.Attrs[slot] }

func (d *disassembly) pool(r *ref) string  { return d.ref("pool", r) }
func (d *disassembly) stage(r *ref) string { return d.ref("stage", r) }

// ref shows a member by its number, or a family as the range of its members.
func (d *disassembly) ref(what string, r *ref) string {
	if r.index == nil {
		return fmt.Sprintf("%s %d", what, r.first)
	}
	return fmt.Sprintf("%s %d..%d%s", what, r.first, r.first+r.count-1, d.expr(r.index))
}

func (d *disassembly) exprs(es []expr) string {
	s := make([]string, len(es))
	for i := range es {
		s[i] = d.expr(&es[i])
	}
	return strings.Join(s, " ")
}

// expr shows an expression: [now attr 3 -].
func (d *disassembly) expr(e *expr) string {
	switch e.kind {
	case exprConst:
		return fmt.Sprintf("[%v]", e.num)
	case exprAttr:
		return fmt.Sprintf("[%s]", d.attr(e.slot))
	case exprAttrPlus:
		return fmt.Sprintf("[%s + %v]", d.attr(e.slot), e.num)
	case exprNow:
		return "[now]"
	case exprSince:
		return fmt.Sprintf("[now - %s]", d.attr(e.slot))
	case exprExp:
		return fmt.Sprintf("[~exp %v]", e.num)
	}
	words := make([]string, len(e.code))
	for i := range e.code {
		words[i] = d.op(&e.code[i])
	}
	return "[" + strings.Join(words, " ") + "]"
}

var opNames = [...]string{
	opNow: "now", opNeg: "neg", opNot: "!", opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opPow: "^",
	opLt: "<", opLe: "<=", opGt: ">", opGe: ">=", opEq: "==", opNe: "!=", opBool: "bool",
	opJump: "jump", opJumpZero: "jump-if-0", opAndJump: "and-jump", opOrJump: "or-jump",
	opMin: "min", opMax: "max", opAbs: "abs", opFloor: "floor", opCeil: "ceil", opSqrt: "sqrt", opExp: "exp", opLn: "ln",
	opQueue: "queue", opBusy: "busy", opWork: "work", opEstLambda: "est_lambda", opEstRho: "est_rho", opEstWait: "est_wait",
	opPrice: "price", opBudgetLeft: "budget_left",
	opUsed: "used", opFree: "free", opCachedIn: "cachedin", opHolders: "holders", opQueued: "queued",
	opEmpirical: "~empirical",
}

func (d *disassembly) op(o *op) string {
	switch o.code {
	case opNum:
		return fmt.Sprint(o.num)
	case opAttr:
		return d.attr(o.n)
	case opCtx:
		return ir.Ctxs[o.n].Surface
	case opDraw:
		return "~" + ir.Dists[o.n].Surface
	case opJump, opJumpZero, opAndJump, opOrJump, opEmpirical:
		return fmt.Sprintf("%s:%d", opNames[o.code], o.n)
	}
	if o.code < opQueue {
		return opNames[o.code]
	}
	if o.m == 0 {
		return fmt.Sprintf("%s:%d", opNames[o.code], o.n)
	}
	return fmt.Sprintf("%s:%d..%d", opNames[o.code], o.n, o.n+o.m-1)
}
