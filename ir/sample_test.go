package ir

import "math"

func ptr[T any](v T) *T { return &v }

// everything is a program with every variant of every sum and every key. It makes
// no sense to a linker.
func everything() *Program {
	inf := Num(math.Inf(1))
	kv := Ref{Base: 0, Count: 1}
	kvD := Ref{Base: 1, Count: 2, Index: Attr(9)}
	cpu := Ref{Base: 0, Count: 1}
	nic := Ref{Base: 1, Count: 2, Index: Num(1)}
	p := &Program{
		Version:  Version,
		Attrs:    append(BuiltinNames[:len(BuiltinNames):len(BuiltinNames)], "j", "größe"),
		Observes: []string{"ttft", `a "quoted"\name` + "\t\n\x01"},
		Pools: []Pool{
			{Name: "kv", Cap: 100, Preempt: &Preempt{Keys: []Expr{Position}}},
			{Name: "kvD", Index: ptr(0), Cap: math.Inf(1), Block: ptr(16.0), Evict: Evict{EvictBy, []Expr{Age, Size}},
				Preempt: &Preempt{Keys: []Expr{&Unary{Neg, Admission}}, Tail: true}, Queue: []Expr{Waited},
				Spill: &Spill{To: 0, Via: 1, Work: Size, When: Num(1)}, AdmitVia: ptr(StageID(3))},
			{Name: "kvD", Index: ptr(1), Cap: 0.1, Evict: Evict{Kind: EvictNone}},
		},
		Stages: []Stage{
			{Name: "cpu", Kind: Fifo{2}},
			{Name: "nic", Index: ptr(0), Kind: &Ps{Num(1e21)}},
			{Name: "nic", Index: ptr(1), Kind: Delay{}},
			{Name: "E", Kind: &Step{Budget: inf, Cost: Ntok, Chunk: Num(0), Serve: Serve{Keys: []Expr{}}, Only: Decoding, Memory: ptr(PoolID(1))}},
			{Name: "F", Kind: &Step{Budget: Num(1), Cost: Num(2), Chunk: Num(3), Serve: Serve{Exclusive: true}}},
			{Name: "G", Kind: &Step{Budget: Num(1), Cost: Num(2), Chunk: Num(3), Serve: Serve{Keys: []Expr{Remaining}}}},
		},
		Arrival:      Sessions{{Attrs: []SlotValue{{9, 0.5}}, Turns: [][]SlotValue{{{3, 1e-7}}, nil}}, {}},
		Trace:        ptr("corpus.csv"),
		TraceOrdered: true,
		Init:         0, Turn: 1, Session: 2,
		Horizon: 1e6, Warmup: 0.25, Seed: maxSeed, Arrivals: 7,
		Builtins: Builtins{0, 1, 2, 3, 4, 5, 6, 7, 8},
		Hidden:   []Slot{4}, Share: Bottleneck,
		Gauges: []Gauge{{"load", &Call{FuncUsed, []Arg{{Pool: &kv}}}}},
		Source: &Source{Files: []string{"a.sq"}, Spans: []SourceSpan{{2, 0, 10, 5, 0}, {2, 1, 11, 5, 0}}},
	}
	var draws []Stmt
	for d := range Dists {
		s := &Sample{Dist: Dist(d), Args: []Expr{}}
		if s.Dist == DistEmpirical {
			s.Values = []float64{-1, 2.5}
		}
		for range Dists[d].Params {
			s.Args = append(s.Args, Num(0.5))
		}
		draws = append(draws, &Set{9, s})
	}
	var words []Stmt
	for f := range Funcs {
		c := &Call{Func: Func(f)}
		for _, kind := range Funcs[f].Args {
			c.Args = append(c.Args, map[ArgKind]Arg{ArgExpr: {Expr: Attr(10)}, ArgPool: {Pool: &kvD}, ArgStage: {Stage: &nic}}[kind])
		}
		words = append(words, &Set{10, c})
	}
	for c := range Ctxs {
		words = append(words, &Observe{1, Ctx(c)})
	}
	for op := range UnaryOps {
		words = append(words, &Set{9, &Unary{UnaryOp(op), Num(-1)}})
	}
	for op := range BinaryOps {
		words = append(words, &Set{9, &Binary{BinaryOp(op), Attr(1), Num(2)}})
	}
	p.Blocks = [][]Stmt{nil, draws, {
		&Hold{
			Pools: []HoldPart{{kv, Num(10), nil}, {kvD, Attr(3), Num(20)}}, Reuse: Num(5), Body: 3, Cache: inf,
			Lease: &Lease{kvD, inf},
		},
		&Hold{Pools: []HoldPart{{kv, Num(1), nil}}, Body: 4},
		&Choose{9, Num(2), []Expr{Attr(9), Num(math.Inf(-1))}},
		&Branch{&Cond{Attr(6), Num(1), Num(0)}, 5, 6},
		&Loop{7},
		Turn{}, End{},
	}, {
		&Grow{kvD, Num(1)}, &Load{kvD, Num(2)}, &Drop{kv}, &Release{kvD},
		&Run{Stage: Ref{Base: 3, Count: 1}, Mode: Prefill, Work: Num(1), Growing: &kvD},
		&Run{Stage: Ref{Base: 3, Count: 1}, Mode: Decode, Work: Num(1)},
		&Run{Stage: cpu, Work: Num(1), Also: []Ref{nic}},
	}, nil, nil, nil, words}
	return p
}

// arrivals are the arrival processes that everything leaves out.
var arrivals = []Arrival{Poisson{0.5}, &Renewal{&Sample{Dist: DistExp, Args: []Expr{Num(2)}}}, Closed{3}, Batch{4}, NoArrivals{}}
