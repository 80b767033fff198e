package sim

import (
	"fmt"
	"math"

	"serq/ir"
	"serq/sim/rng"
)

// Epsilon absorbs rounding in amounts, never in times or keys: in rounding to
// blocks, in "fits", in "over the cap", in growth and eviction, and in the work
// and budget left on an engine.
const epsilon = 1e-9

// An env is what an expression may read beside the machine: a session, the
// attributes to read (the session's own, or those that an entry kept), and a
// stream. A session's own statements read its env; keys and the like make one.
type env struct {
	s     *session // nil where there is none
	attrs []float64
	rng   *rng.Source
}

// eval evaluates an expression.
func (m *machine) eval(e *expr, v *env) float64 {
	switch e.kind {
	case exprConst:
		return e.num
	case exprAttr:
		return v.attrs[e.slot]
	case exprAttrPlus:
		return v.attrs[e.slot] + e.num
	case exprNow:
		return m.now
	case exprSince:
		return m.now - v.attrs[e.slot]
	case exprExp:
		return e.num * v.rng.E() // link has judged a constant mean
	}
	return m.exec(e, v)
}

// exec runs the stack machine. Stack pictures: what an operation takes → what it
// leaves, the top at the right. An evaluation may start another one (a
// budget_left reads serve keys), which works above it on the same stack.
func (m *machine) exec(e *expr, v *env) float64 {
	if m.top+m.code.stack > len(m.stack) {
		m.stack = append(m.stack, make([]float64, len(m.stack)+m.code.stack)...)
	}
	stack, base := m.stack, m.top
	top := base // the first free place
	for pc := 0; pc < len(e.code); pc++ {
		o := &e.code[pc]
		switch o.code {
		case opNum: // → num
			stack[top] = o.num
			top++
		case opAttr: // → attribute
			stack[top] = v.attrs[o.n]
			top++
		case opNow: // → now
			stack[top] = m.now
			top++
		case opCtx: // → variable
			stack[top] = m.ctx[o.n]
			top++
		case opNeg: // x → −x
			stack[top-1] = -stack[top-1]
		case opNot: // x → 1 if x is 0, else 0
			stack[top-1] = truth(stack[top-1] == 0)
		case opBool:
			stack[top-1] = truth(stack[top-1] != 0)
		case opJump:
			pc = int(o.n) - 1
		case opJumpZero:
			top--
			if stack[top] == 0 {
				pc = int(o.n) - 1
			}
		case opAndJump:
			if stack[top-1] == 0 {
				pc = int(o.n) - 1
			} else {
				top--
			}
		case opOrJump:
			if stack[top-1] != 0 {
				stack[top-1], pc = 1, int(o.n)-1
			} else {
				top--
			}
		case opAdd: // x y → x + y, and so on
			top--
			stack[top-1] += stack[top]
		case opSub:
			top--
			stack[top-1] -= stack[top]
		case opMul:
			top--
			stack[top-1] *= stack[top]
		case opDiv:
			top--
			stack[top-1] /= stack[top]
		case opLt:
			top--
			stack[top-1] = truth(stack[top-1] < stack[top])
		case opLe:
			top--
			stack[top-1] = truth(stack[top-1] <= stack[top])
		case opGt:
			top--
			stack[top-1] = truth(stack[top-1] > stack[top])
		case opGe:
			top--
			stack[top-1] = truth(stack[top-1] >= stack[top])
		case opEq:
			top--
			stack[top-1] = truth(stack[top-1] == stack[top])
		case opNe:
			top--
			stack[top-1] = truth(stack[top-1] != stack[top])
		case opMin: // NaN if either is
			top--
			stack[top-1] = min(stack[top-1], stack[top])
		case opMax:
			top--
			stack[top-1] = max(stack[top-1], stack[top])
		case opPow:
			top--
			stack[top-1] = math.Pow(stack[top-1], stack[top])
		case opAbs, opFloor, opCeil, opSqrt, opExp, opLn: // x → f(x)
			stack[top-1] = numeric(o.code, stack[top-1])
		case opDraw: // parameters → a draw
			n := len(ir.Dists[o.n].Params)
			top -= n
			stack[top] = m.draw(e, v, ir.Dist(o.n), stack[top:top+n])
			top++
		case opEmpirical: // → a draw
			stack[top] = v.rng.Empirical(m.code.tables[o.n])
			top++
		default: // numbers, index if it varies → observable
			id := o.n
			if o.m > 0 {
				top--
				id = m.index(e.at, v, stack[top], o.n, o.m)
			}
			var a, b float64
			if o.code == opPrice {
				top -= 2
				a, b = stack[top], stack[top+1]
			}
			m.top = top
			x := m.observable(o.code, id, v, a, b)
			stack, m.top = m.stack, base // the stack may have moved
			stack[top] = x
			top++
		}
	}
	return stack[base]
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func numeric(code opCode, x float64) float64 {
	switch code {
	case opAbs:
		return math.Abs(x)
	case opFloor:
		return math.Floor(x)
	case opCeil:
		return math.Ceil(x)
	case opSqrt:
		return math.Sqrt(x)
	case opExp:
		return math.Exp(x)
	case opLn:
		return math.Log(x)
	}
	panic(fmt.Sprintf("BUG: numeric operation %d", code))
}

// observable reads a pool or a stage. a and b are a price's numbers.
func (m *machine) observable(code opCode, id int32, v *env, a, b float64) float64 {
	switch code {
	case opUsed:
		return m.pools[id].used
	case opFree:
		return m.pools[id].cap - m.pools[id].used
	case opCachedIn:
		if e := v.s.liveEntry(id); e != nil {
			return e.units
		}
		return 0
	case opHolders:
		return float64(m.pools[id].holders)
	case opQueued:
		return float64(m.pools[id].queue.len())
	case opBudgetLeft:
		return m.budgetLeft(&m.stages[id])
	}
	st := &m.stages[id]
	switch code {
	case opQueue:
		return float64(st.present(m))
	case opBusy:
		return float64(st.busyNow(m))
	case opWork:
		return m.workAt(st)
	case opEstLambda:
		return st.rate()
	case opEstRho:
		return st.rho()
	case opEstWait:
		return st.wait.value
	case opPrice:
		return st.price(a, b)
	}
	panic(fmt.Sprintf("BUG: observable %d", code))
}

// draw samples a distribution; parameters outside its domain fail the run.
func (m *machine) draw(e *expr, v *env, d ir.Dist, p []float64) float64 {
	x, ok := 0.0, true
	switch d {
	case ir.DistExp:
		x, ok = v.rng.Exp(p[0])
	case ir.DistDet:
		x, ok = v.rng.Det(p[0])
	case ir.DistUniform:
		x, ok = v.rng.Uniform(p[0], p[1])
	case ir.DistErlang:
		x, ok = v.rng.Erlang(p[0], p[1])
	case ir.DistH2:
		x, ok = v.rng.H2(p[0], p[1])
	case ir.DistBernoulli:
		x, ok = v.rng.Bernoulli(p[0])
	case ir.DistNormal:
		x, ok = v.rng.Normal(p[0], p[1])
	case ir.DistLogNormal:
		x, ok = v.rng.LogNormal(p[0], p[1])
	case ir.DistGamma:
		x, ok = v.rng.Gamma(p[0], p[1])
	case ir.DistPareto:
		x, ok = v.rng.Pareto(p[0], p[1])
	case ir.DistGeometric:
		x, ok = v.rng.Geometric(p[0])
	case ir.DistPoisson:
		x, ok = v.rng.Poisson(p[0])
	default:
		panic("BUG: distribution")
	}
	if !ok {
		m.fail(RuleDraw, v.s, e.at, "~%s has no draw for the parameters %v", ir.Dists[d].Surface, p)
	}
	return x
}

// index is a member of a family for the value of an index expression.
func (m *machine) index(at where, v *env, i float64, first, count int32) int32 {
	if !(i >= 0 && i < float64(count)) || i != math.Floor(i) {
		m.fail(RuleIndex, v.s, at, "an index is a whole number from 0 to %d, this is %v", count-1, i)
	}
	return first + int32(i)
}

// member resolves a reference.
func (m *machine) member(r *ref, v *env) int32 {
	if r.index == nil {
		return r.first
	}
	return m.indexed(r, v)
}

func (m *machine) indexed(r *ref, v *env) int32 {
	return m.index(r.index.at, v, m.eval(r.index, v), r.first, r.count)
}

// amount evaluates a work, units, a growth, a load or the like: not negative
// (but for rounding) and not NaN.
func (m *machine) amount(e *expr, v *env, what string) float64 {
	return m.notNegative(m.eval(e, v), e, v, what)
}

// notNegative is the value x of an expression as an amount.
func (m *machine) notNegative(x float64, e *expr, v *env, what string) float64 {
	if x >= 0 {
		return x
	}
	if x >= -epsilon {
		return 0
	}
	m.fail(RuleAmount, v.s, e.at, "%s is not negative and not NaN, this is %v", what, x)
	return 0
}

// keysInto evaluates keys into dst[:len(keys)].
func (m *machine) keysInto(dst []float64, keys []expr, v *env) []float64 {
	dst = dst[:0]
	for i := range keys {
		x := m.eval(&keys[i], v)
		if x != x {
			m.fail(RuleNaN, v.s, keys[i].at, "a key is NaN")
		}
		dst = append(dst, x)
	}
	return dst
}

// compareKeys orders keys lexicographically.
func compareKeys(a, b []float64) int {
	for i := range a {
		switch {
		case a[i] < b[i]:
			return -1
		case a[i] > b[i]:
			return 1
		}
	}
	return 0
}

// roundUp and roundDown round units to whole blocks; a block of 0 leaves them.
func roundUp(units, block float64) float64 {
	if block == 0 || math.IsInf(units, 0) {
		return units
	}
	return math.Ceil(units/block-epsilon) * block
}

func roundDown(units, block float64) float64 {
	if block == 0 || math.IsInf(units, 0) {
		return units
	}
	return math.Floor(units/block+epsilon) * block
}
