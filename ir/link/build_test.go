package link

import "serq/ir"

// A builder makes programs for tests around one deployment: its session is
// written by the test, and anything else can be changed.
type builder struct{ *ir.Program }

// Slots of the attributes.
const (
	cached ir.Slot = iota
	serial
	turnNo
	newTokens
	outTokens
	think
	more
	forced
	computed
	j
	u
	x
)

// Stages, by number.
const (
	svc     = 0 // fifo
	nicA    = 1 // ps(1)
	nicB    = 2 // ps(2), a family of two
	engine  = 4 // step
	delay   = 5
	engines = 6 // step, a family of two
	dyn     = 8 // ps(min(present, 2))
	stopped = 9 // ps(0)
)

// Pools, by number.
const (
	kv     = 0 // cap 10
	kvD    = 1 // a family of two: caps 20 and 40 in blocks of 16
	slots  = 3 // evict none
	paged  = 4 // preempt lifo
	pagedD = 5 // preempt lifo, a family of two
)

func newBuilder() *builder {
	pool := func(name string, limit float64) ir.Pool { return ir.Pool{Name: name, Cap: limit} }
	stage := func(name string, k ir.StageKind) ir.Stage { return ir.Stage{Name: name, Kind: k} }
	step := func() *ir.Step {
		return &ir.Step{Budget: num(8), Cost: num(1), Chunk: num(0), Serve: ir.Serve{Keys: []ir.Expr{}}}
	}
	lifo := func() *ir.Preempt { return &ir.Preempt{Keys: []ir.Expr{&ir.Unary{Op: ir.Neg, X: ir.Admission}}} }
	b := &builder{&ir.Program{
		Version: ir.Version,
		Attrs:   append(append([]string{}, ir.BuiltinNames[:]...), "j", "u", "x"),
		Builtins: ir.Builtins{Cached: cached, Serial: serial, TurnNo: turnNo, New: newTokens, Out: outTokens, Think: think,
			More: more, Forced: forced, Computed: computed},
		Observes: []string{"done"},
		Pools: []ir.Pool{pool("kv", 10), pool("kvD", 20), pool("kvD", 40), pool("slots", 4),
			pool("paged", 64), pool("pagedD", 64), pool("pagedD", 64)},
		Stages: []ir.Stage{stage("svc", ir.Fifo{Servers: 1}), stage("nicA", &ir.Ps{Capacity: num(1)}),
			stage("nicB", &ir.Ps{Capacity: num(2)}), stage("nicB", &ir.Ps{Capacity: num(2)}), stage("E", step()), stage("z", ir.Delay{}),
			stage("F", step()), stage("F", step()),
			stage("dyn", &ir.Ps{Capacity: call(ir.FuncMin, ir.N, num(2))}), stage("stopped", &ir.Ps{Capacity: num(0)})},
		Arrival: ir.Batch{N: 1},
		Init:    0, Turn: 1, Session: 2, Blocks: make([][]ir.Stmt, 3),
		Horizon: 10, Seed: 1,
	}}
	for i := range 2 {
		size := 16.0
		b.Pools[kvD+i].Index, b.Pools[kvD+i].Block = &i, &size
		b.Pools[pagedD+i].Index, b.Pools[pagedD+i].Preempt = &i, lifo()
		b.Stages[nicB+i].Index, b.Stages[engines+i].Index = &i, &i
	}
	b.Pools[slots].Evict.Kind = ir.EvictNone
	b.Pools[paged].Preempt = lifo()
	return b
}

// session writes the session's block. Bodies made before it have their numbers
// from 3 on, in the order made.
func (b *builder) session(stmts ...ir.Stmt) { b.Blocks[b.Session] = stmts }

func (b *builder) block(stmts ...ir.Stmt) ir.BlockID {
	b.Blocks = append(b.Blocks, stmts)
	return ir.BlockID(len(b.Blocks) - 1)
}

func (b *builder) hold(pool ir.Ref, units ir.Expr, body ...ir.Stmt) *ir.Hold {
	return &ir.Hold{Pools: []ir.HoldPart{{Pool: pool, Units: units}}, Body: b.block(body...)}
}

func (b *builder) loop(body ...ir.Stmt) *ir.Loop { return &ir.Loop{Body: b.block(body...)} }

func (b *builder) branch(guard ir.Expr, then, other []ir.Stmt) *ir.Branch {
	return &ir.Branch{If: guard, Then: b.block(then...), Else: b.block(other...)}
}

func (b *builder) step(i int) *ir.Step { return b.Stages[i].Kind.(*ir.Step) }

func num(v float64) ir.Expr { return ir.Num(v) }

func attr(s ir.Slot) ir.Expr { return ir.Attr(s) }

func add(a, b ir.Expr) ir.Expr { return &ir.Binary{Op: ir.Add, X: a, Y: b} }

func draw(d ir.Dist, args ...ir.Expr) ir.Expr { return &ir.Sample{Dist: d, Args: args} }

func exp1() ir.Expr { return draw(ir.DistExp, num(1)) }

// call applies a function to expressions.
func call(f ir.Func, args ...ir.Expr) ir.Expr {
	c := &ir.Call{Func: f}
	for _, a := range args {
		c.Args = append(c.Args, ir.Arg{Expr: a})
	}
	return c
}

func ofPool(f ir.Func, r ir.Ref) ir.Expr { return &ir.Call{Func: f, Args: []ir.Arg{{Pool: &r}}} }

func ofStage(f ir.Func, r ir.Ref) ir.Expr { return &ir.Call{Func: f, Args: []ir.Arg{{Stage: &r}}} }

func one(base int) ir.Ref { return ir.Ref{Base: base, Count: 1} }

func two(base int, index ir.Expr) ir.Ref { return ir.Ref{Base: base, Count: 2, Index: index} }

func run(stage ir.Ref, work ir.Expr) *ir.Run { return &ir.Run{Stage: stage, Work: work} }

func flow(work ir.Expr, stages ...ir.Ref) *ir.Run {
	return &ir.Run{Stage: stages[0], Work: work, Also: stages[1:]}
}

func set(s ir.Slot, v ir.Expr) *ir.Set { return &ir.Set{Slot: s, Value: v} }

func choose(s ir.Slot, n float64, key ir.Expr) *ir.Choose {
	return &ir.Choose{Var: s, Count: num(n), Keys: []ir.Expr{key}}
}

func serve(i int) *ir.Run { return run(one(i), num(1)) }
