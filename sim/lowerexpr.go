package sim

import (
	"fmt"

	"serq/ir"
)

func (l *lowering) exprs(es []ir.Expr) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = l.expr(e)
	}
	return out
}

func (l *lowering) optional(e ir.Expr) *expr {
	if e == nil {
		return nil
	}
	out := l.expr(e)
	return &out
}

// expr lowers one expression and recognises the common shapes.
func (l *lowering) expr(e ir.Expr) expr {
	g := exprLowering{lowering: l}
	g.expr(e)
	out := expr{kind: exprCode, code: g.code, reads: g.reads, at: l.at}
	l.code.stack = max(l.code.stack, g.deepest)
	l.drew = l.drew || g.reads&draws != 0
	switch c := g.code; {
	case len(c) == 1 && c[0].code == opNum:
		out.kind, out.num, out.code = exprConst, c[0].num, nil
	case len(c) == 1 && c[0].code == opAttr:
		out.kind, out.slot, out.code = exprAttr, c[0].n, nil
	case len(c) == 1 && c[0].code == opNow:
		out.kind, out.code = exprNow, nil
	case len(c) == 2 && c[0].code == opNum && c[1].code == opDraw && c[1].n == int32(ir.DistExp):
		out.kind, out.num, out.code = exprExp, c[0].num, nil
	case len(c) == 3 && c[0].code == opNow && c[1].code == opAttr && c[2].code == opSub:
		out.kind, out.slot, out.code = exprSince, c[1].n, nil
	case len(c) == 3 && c[0].code == opAttr && c[1].code == opNum && c[2].code == opAdd:
		out.kind, out.slot, out.num, out.code = exprAttrPlus, c[0].n, c[1].num, nil
	case len(c) == 3 && c[0].code == opAttr && c[1].code == opNum && c[2].code == opSub:
		out.kind, out.slot, out.num, out.code = exprAttrPlus, c[0].n, -c[1].num, nil
	}
	return out
}

// An exprLowering is the code of one expression while it grows.
type exprLowering struct {
	*lowering
	code           []op
	depth, deepest int
	reads          reads
}

// emit appends an operation that changes the depth of the stack by so much.
func (g *exprLowering) emit(o op, change int) int {
	g.code = append(g.code, o)
	g.depth += change
	g.deepest = max(g.deepest, g.depth)
	return len(g.code) - 1
}

func (g *exprLowering) land(jump int) { g.code[jump].n = int32(len(g.code)) }

var binaryOps = [...]opCode{
	ir.Add: opAdd, ir.Sub: opSub, ir.Mul: opMul, ir.Div: opDiv, ir.Pow: opPow,
	ir.Lt: opLt, ir.Le: opLe, ir.Gt: opGt, ir.Ge: opGe, ir.Eq: opEq, ir.Ne: opNe,
}

func (g *exprLowering) expr(e ir.Expr) {
	switch e := e.(type) {
	case ir.Num:
		g.emit(op{code: opNum, num: float64(e)}, 1)
	case ir.Attr:
		g.reads |= readsAttrs
		g.emit(op{code: opAttr, n: int32(e)}, 1)
	case ir.Ctx:
		g.context(e)
	case *ir.Unary:
		g.expr(e.X)
		if n, ok := e.X.(ir.Num); ok && e.Op == ir.Neg {
			g.code[len(g.code)-1].num = -float64(n)
		} else {
			g.emit(op{code: [...]opCode{ir.Neg: opNeg, ir.Not: opNot}[e.Op]}, 0)
		}
	case *ir.Binary:
		g.binary(e)
	case *ir.Cond:
		g.expr(e.If)
		no := g.emit(op{code: opJumpZero}, -1)
		g.expr(e.Then)
		end := g.emit(op{code: opJump}, -1)
		g.land(no)
		g.expr(e.Else)
		g.land(end)
	case *ir.Sample:
		g.sample(e)
	case *ir.Call:
		g.call(e)
	default:
		panic(fmt.Sprintf("BUG: lowering of %T", e))
	}
}

func (g *exprLowering) binary(e *ir.Binary) {
	g.expr(e.X)
	switch e.Op {
	case ir.And, ir.Or:
		jump := g.emit(op{code: [...]opCode{ir.And: opAndJump, ir.Or: opOrJump}[e.Op]}, -1)
		g.expr(e.Y)
		g.emit(op{code: opBool}, 0)
		g.land(jump)
	default:
		g.expr(e.Y)
		g.emit(op{code: binaryOps[e.Op]}, -1)
	}
}

// contextReads says what each context variable makes an expression depend on.
var contextReads = [...]reads{
	ir.Now: readsClock, ir.Waited: readsClock, ir.Age: readsClock,
	ir.Size: readsJob, ir.Last: readsJob, ir.Queued: readsJob,
	ir.N: readsTotals, ir.Nres: readsTotals, ir.Ndec: readsTotals, ir.Ntok: readsTotals, ir.Npre: readsTotals, ir.Attn: readsTotals,
	ir.Kvb: readsMemory, ir.Kvp: readsMemory,
	ir.Decoding: readsRank, ir.Admission: readsRank, ir.Remaining: readsJob, ir.Position: readsJob,
}

func (g *exprLowering) context(c ir.Ctx) {
	g.reads |= contextReads[c]
	if c == ir.Now {
		g.emit(op{code: opNow}, 1)
		return
	}
	g.emit(op{code: opCtx, n: int32(c)}, 1)
}

func (g *exprLowering) sample(e *ir.Sample) {
	g.reads |= draws
	if e.Dist == ir.DistEmpirical {
		g.lowering.code.tables = append(g.lowering.code.tables, e.Values)
		g.emit(op{code: opEmpirical, n: int32(len(g.lowering.code.tables) - 1)}, 1)
		return
	}
	for _, a := range e.Args {
		g.expr(a)
	}
	g.emit(op{code: opDraw, n: int32(e.Dist)}, 1-len(e.Args))
}

var callOps = [...]opCode{
	ir.FuncMin: opMin, ir.FuncMax: opMax, ir.FuncAbs: opAbs, ir.FuncFloor: opFloor, ir.FuncCeil: opCeil,
	ir.FuncSqrt: opSqrt, ir.FuncExp: opExp, ir.FuncLn: opLn, ir.FuncPow: opPow,
	ir.FuncQueue: opQueue, ir.FuncBusy: opBusy, ir.FuncWork: opWork, ir.FuncEstLambda: opEstLambda,
	ir.FuncEstRho: opEstRho, ir.FuncEstWait: opEstWait, ir.FuncPrice: opPrice, ir.FuncBudgetLeft: opBudgetLeft,
	ir.FuncUsed: opUsed, ir.FuncFree: opFree, ir.FuncCachedIn: opCachedIn, ir.FuncHolders: opHolders, ir.FuncQueued: opQueued,
}

// call lowers a function of numbers, or an observable: its member's index, if it
// has one that varies, is pushed after the numbers.
func (g *exprLowering) call(e *ir.Call) {
	o := op{code: callOps[e.Func]}
	change := 1
	var member *ir.Ref
	for _, a := range e.Args {
		switch {
		case a.Expr != nil:
			g.expr(a.Expr)
			change--
		case a.Pool != nil:
			member = a.Pool
		default:
			member = a.Stage
		}
	}
	switch e.Func {
	case ir.FuncEstLambda, ir.FuncEstRho, ir.FuncEstWait, ir.FuncPrice:
		g.lowering.estimated = append(g.lowering.estimated, *member)
	case ir.FuncWork:
		g.lowering.worked = append(g.lowering.worked, *member)
	}
	if member != nil {
		g.reads |= readsState
		o.n = int32(member.Base)
		switch index := member.Index.(type) {
		case nil:
		case ir.Num:
			o.n += int32(index)
		default:
			g.expr(index)
			o.m = int32(member.Count)
			change--
		}
	}
	g.emit(o, change)
}
