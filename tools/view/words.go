package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"serq/ir"
)

// A wording says in words what is in a program: for a figure, where a number has five
// digits at most, or exactly.
type wording struct {
	program *ir.Program
	exact   bool
}

// spell is an expression as a program says it, whole.
func (w wording) spell(x ir.Expr) string {
	if !w.exact {
		x = folded(x)
	}
	return w.spelling().Expr(w.program, x)
}

func (w wording) spelling() ir.Spelling {
	return ir.Spelling{
		Negative: number,
		Values:   func(values []float64) string { return fmt.Sprintf("%d values", len(values)) },
	}
}

func number(v float64) string { return ir.ExprString(nil, ir.Num(v)) }

// keys is a key or a list of them: what `by` is followed by.
func (w wording) keys(keys []ir.Expr) string {
	spelled := make([]string, len(keys))
	for i, k := range keys {
		spelled[i] = w.spell(k)
	}
	return "(" + strings.Join(spelled, ", ") + ")"
}

// reads lists the observables in some expressions, each once.
func (w wording) reads(xs []ir.Expr) []string {
	var all []string
	note := func(what, of string) {
		if s := what + "(" + of + ")"; !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, x := range xs {
		ir.WalkExpr(nil, folded(x), ir.AtStmt, ir.Visitor{Expr: func(_ *ir.Path, x ir.Expr, _ ir.Moment) {
			call, ok := x.(*ir.Call)
			if !ok || len(call.Args) == 0 {
				return
			}
			name := ir.Funcs[call.Func].Surface
			switch a := call.Args[0]; {
			case a.Pool != nil:
				note(name, w.program.Pools[a.Pool.Base].Name)
			case a.Stage != nil:
				note(name, w.program.Stages[a.Stage.Base].Name)
			}
		}})
	}
	return all
}

// condition says when a session goes along an arrow; "" if always.
func (w wording) condition(a *arrow) string {
	var words []string
	for _, way := range a.ways {
		if len(way) == 0 {
			return ""
		}
		words = append(words, w.guards(way))
	}
	return strings.Join(words, " or ")
}

// guards says when a session goes through all of some branches.
func (w wording) guards(way []guard) string {
	var all ir.Expr
	for _, g := range way {
		x := g.branch.If
		if !g.then {
			x = negated(x)
		}
		if all == nil {
			all = x
		} else {
			all = &ir.Binary{Op: ir.And, X: all, Y: x}
		}
	}
	if p, ok := probability(all); ok {
		return "with " + w.spell(ir.Num(p))
	}
	return w.spell(all)
}

var opposite = map[ir.BinaryOp]ir.BinaryOp{
	ir.Lt: ir.Ge, ir.Ge: ir.Lt, ir.Gt: ir.Le, ir.Le: ir.Gt, ir.Eq: ir.Ne, ir.Ne: ir.Eq,
}

// negated is a test that holds where x does not.
func negated(x ir.Expr) ir.Expr {
	switch y := x.(type) {
	case *ir.Unary:
		if y.Op == ir.Not {
			return y.X
		}
	case *ir.Binary:
		if op, ok := opposite[y.Op]; ok {
			return &ir.Binary{Op: op, X: y.X, Y: y.Y}
		}
	case *ir.Sample:
		if p, ok := probability(y); ok {
			return &ir.Sample{Dist: ir.DistBernoulli, Args: []ir.Expr{ir.Num(1 - p)}}
		}
	}
	return &ir.Unary{Op: ir.Not, X: x}
}

// probability is that of a branch by chance.
func probability(x ir.Expr) (p float64, ok bool) {
	if s, is := x.(*ir.Sample); is && s.Dist == ir.DistBernoulli && len(s.Args) == 1 {
		return ir.Constant(s.Args[0])
	}
	return 0, false
}

// arrival says how sessions come, a line each.
func (w wording) arrival() []string {
	var lines []string
	switch a := w.program.Arrival.(type) {
	case ir.Poisson:
		lines = append(lines, "poisson("+w.spell(ir.Num(a.Rate))+")")
	case *ir.Renewal:
		lines = append(lines, "renewal("+w.spell(a.Gap)+")")
	case ir.Closed:
		lines = append(lines, fmt.Sprintf("closed(%d)", a.N))
	case ir.Batch:
		lines = append(lines, fmt.Sprintf("batch(%d)", a.N))
	case ir.Sessions:
		lines = append(lines, fmt.Sprintf("%d given", len(a)))
	default:
		lines = append(lines, "none")
	}
	if t := w.program.Trace; t != nil {
		lines = append(lines, "trace "+*t)
	}
	return lines
}

// kind says what kind of stage it is and with which options, a word group each.
func (w wording) kind(k ir.StageKind) []string {
	switch k := k.(type) {
	case ir.Fifo:
		if k.Servers != 1 {
			return []string{fmt.Sprintf("fifo, %d servers", k.Servers)}
		}
		return []string{"fifo"}
	case *ir.Ps:
		return []string{"ps(" + w.spell(k.Capacity) + ")"}
	case *ir.Step:
		return w.step(k)
	}
	return []string{"delay"}
}

func (w wording) step(k *ir.Step) []string {
	words := []string{"engine", "budget " + w.spell(k.Budget)}
	if chunk, ok := k.Chunk.(ir.Num); !ok || chunk != 0 && !math.IsInf(float64(chunk), 1) {
		words = append(words, "chunk "+w.spell(k.Chunk))
	}
	switch {
	case k.Serve.Exclusive:
		words = append(words, "exclusive prefill")
	case len(k.Serve.Keys) == 1 && w.spell(k.Serve.Keys[0]) == "decoding ? 0 : 1":
		words = append(words, "decode first")
	case len(k.Serve.Keys) > 0:
		words = append(words, "serve by "+w.keys(k.Serve.Keys))
	}
	if k.Only != nil {
		words = append(words, "only "+w.spell(k.Only))
	}
	if k.Memory != nil {
		words = append(words, "memory "+w.poolName(*k.Memory))
	}
	return words
}

func (w wording) poolName(id ir.PoolID) string {
	return ir.PoolString(w.program, ir.Ref{Base: int(id), Count: 1})
}

// options says what a pool is like, a word group each.
func (w wording) options(p *pool) []string {
	capacity := w.spell(ir.Num(p.least))
	if p.most != p.least {
		capacity += " to " + w.spell(ir.Num(p.most))
	}
	words := []string{"cap " + capacity}
	if p.Block != nil {
		words = append(words, "block "+w.spell(ir.Num(*p.Block)))
	}
	switch p.Evict.Kind {
	case ir.EvictLRU:
		words = append(words, "evict lru")
	case ir.EvictBy:
		words = append(words, "evict by "+w.keys(p.Evict.Keys))
	case ir.EvictNone:
		words = append(words, "evict none")
	}
	if p.Preempt != nil {
		words = append(words, "preempt "+w.preempt(p.Preempt))
	}
	if len(p.Queue) > 0 {
		words = append(words, "queue by "+w.keys(p.Queue))
	}
	if p.AdmitVia != nil {
		words = append(words, "admit via "+w.stageName(*p.AdmitVia))
	}
	if p.Spill != nil {
		words = append(words, "spill to "+w.poolName(p.Spill.To)+" via "+w.stageName(p.Spill.Via))
	}
	return words
}

func (w wording) preempt(p *ir.Preempt) string {
	by := "by " + w.keys(p.Keys)
	if by == "by (-admission)" {
		by = "lifo"
	}
	if p.Tail {
		by += " requeue tail"
	}
	return by
}

func (w wording) stageName(id ir.StageID) string {
	return ir.StageString(w.program, ir.Ref{Base: int(id), Count: 1})
}

// modeWord says what a job is to an engine.
func modeWord(m ir.RunMode) string { return strings.ToLower(ir.RunModes[m]) }

// transfer says who reads, after which wait, and how reads share the NICs, a line each.
func (w wording) transfer(t transfer) []string {
	var lines []string
	if t.reader != "" {
		lines = append(lines, t.reader+" pulls from "+t.source)
	}
	if t.latency != nil {
		lines = append(lines, "latency "+w.spell(t.latency))
	}
	if t.reader != "" {
		lines = append(lines, "share "+w.share())
	}
	return lines
}

func (n *network) placeName(at place) string {
	switch at {
	case entry:
		return "arrival"
	case exit:
		return "end"
	}
	return n.stations[at].name
}

// share is the policy by which flows share stages.
func (w wording) share() string { return ir.Shares[w.program.Share].Surface }
