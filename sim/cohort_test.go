package sim

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"serq/ir"
	"serq/ir/result"
)

func call(f ir.Func, args ...ir.Expr) ir.Expr {
	c := &ir.Call{Func: f}
	for _, a := range args {
		c.Args = append(c.Args, ir.Arg{Expr: a})
	}
	return c
}

func binary(op ir.BinaryOp, x, y ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: x, Y: y} }

// serving is a random replica in the manner of vLLM: slots and paged memory, a
// growing prefill and decode, preemption; some with memory that is short.
func serving(r *rand.Rand) *ir.Program {
	pick := func(of ...float64) float64 { return of[r.IntN(len(of))] }
	d := newDraft(&ir.Renewal{Gap: sampled(ir.DistExp, pick(0.5, 5, 40))}, 1e9)
	d.Arrivals = 60
	if r.IntN(3) == 0 {
		d.Warmup = 50
	}
	prompt, output, known := d.attr("prompt"), d.attr("output"), d.attr("known")
	computed := ir.Attr(d.Builtins.Computed)
	block := pick(1, 4, 16)
	engine, memory := ir.StageID(0), ir.PoolID(1)
	slots := ir.Pool{Name: "slots", Cap: pick(4, 16, 64), Evict: ir.Evict{Kind: ir.EvictNone}}
	if r.IntN(3) > 0 {
		slots.AdmitVia = &engine
	}
	growing := true
	if r.IntN(5) == 0 { // memory that is not in blocks: whole amounts do not grow, and may decode together
		growing = false
	}
	kv := ir.Pool{Name: "kv", Cap: block * pick(160, 400, 4000), Block: &block}
	if r.IntN(4) == 0 { // keys that depend on the order in which holds grow
		kv.Evict = ir.Evict{Kind: ir.EvictBy, Keys: []ir.Expr{binary(ir.Mul, ir.Size, minus(call(ir.FuncMax, ir.Num(50), ir.Age), ir.Num(80)))}}
	}
	switch r.IntN(4) {
	case 0, 1:
		kv.Preempt = &ir.Preempt{Keys: []ir.Expr{&ir.Unary{Op: ir.Neg, X: ir.Admission}}}
	case 2:
		kv.Preempt = &ir.Preempt{Keys: []ir.Expr{ir.Position}, Tail: true}
	}
	step := &ir.Step{Budget: ir.Num(pick(64, 300, 1e9)), Chunk: ir.Num(pick(0, 24)), Memory: &memory}
	step.Cost = binary(ir.Add, ir.Num(1.1), binary(ir.Add,
		binary(ir.Mul, ir.Num(0.013), ir.Kvb), binary(ir.Mul, ir.Num(0.017), binary(ir.Add, ir.Ntok, ir.Attn))))
	if r.IntN(4) == 0 {
		step.Cost = binary(ir.Add, step.Cost, sampled(ir.DistExp, 0.1))
	}
	step.Serve.Keys = [][]ir.Expr{{}, {}, {output}, {ir.Remaining}, {&ir.Cond{If: ir.Decoding, Then: ir.Num(0), Else: ir.Num(1)}}}[r.IntN(5)]
	if r.IntN(6) == 0 {
		step.Serve = ir.Serve{Exclusive: true}
	}
	e := d.stage("E", step)
	think := d.stage("think", ir.Delay{})
	s, k := d.pool(slots), d.pool(kv)
	length := call(ir.FuncCeil, sampled(ir.DistExp, 30))
	if r.IntN(6) == 0 { // lengths of which nothing is whole
		length = sampled(ir.DistExp, 30)
	}
	d.init(set(prompt, length), set(output, call(ir.FuncCeil, sampled(ir.DistExp, pick(20, 100)))))
	first, done, state := d.observation("first"), d.observation("done"), d.observation("state")
	header := &ir.Cond{If: computed, Then: call(ir.FuncMax, prompt, binary(ir.Add, computed, ir.Num(1))), Else: prompt}
	rest := call(ir.FuncMax, ir.Num(0), minus(minus(output, ir.Num(1)), minus(known, prompt)))
	growth := &k
	if !growing {
		growth = nil
		d.Pools[memory].Block = nil
	}
	body := d.block(
		set(known, header),
		&ir.Run{Stage: e, Mode: ir.Prefill, Work: known, Growing: growth},
		observe(first, ir.Now),
		observe(state, &ir.Call{Func: ir.FuncWork, Args: []ir.Arg{{Stage: &e}}}),
		&ir.Run{Stage: e, Mode: ir.Decode, Work: rest, Growing: growth},
	)
	grower := ir.Num(0)
	if r.IntN(4) == 0 { // sessions that hold memory outside of the engine, and want more
		grower = ir.Num(0.2)
	}
	outside := d.block(run(think, sampled(ir.DistExp, 30)), &ir.Grow{Pool: k, Units: ir.Num(20 * block)}, run(think, sampled(ir.DistExp, 30)))
	others := d.block(&ir.Hold{Pools: []ir.HoldPart{{Pool: k, Units: ir.Num(block)}}, Body: outside}, ir.End{})
	d.session(&ir.Branch{If: sampled(ir.DistBernoulli, float64(grower)), Then: others, Else: d.block()}, &ir.Hold{
		Pools: []ir.HoldPart{{Pool: s, Units: ir.Num(1)}, {Pool: k, Units: header}},
		Body:  body, Cache: call(ir.FuncMax, ir.Num(0), minus(binary(ir.Add, prompt, output), ir.Num(1))), Reuse: ir.Num(0),
	}, observe(done, ir.Now), run(think, sampled(ir.DistExp, 3)), ir.End{})
	d.Gauges = []ir.Gauge{{Name: "busy", Expr: &ir.Call{Func: ir.FuncBusy, Args: []ir.Arg{{Stage: &e}}}}}
	return &d.Program
}

// reportOf runs a program and returns its report, with every sample, as bytes.
func reportOf(t *testing.T, p *ir.Program, plain bool, audit func(*machine)) string {
	t.Helper()
	opt := OptionsOf(p)
	opt.Keep, opt.PlainLoop = true, plain
	r, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if audit != nil {
		r.m.settled = func() { audit(r.m) }
	}
	report, err := r.Run()
	if err != nil {
		return err.Error()
	}
	var out bytes.Buffer
	if err := result.WriteJSON(&out, report); err != nil {
		t.Fatal(err)
	}
	for o := range p.Observes {
		r.Samples(ir.ObserveID(o), func(s Sample) { fmt.Fprintln(&out, s) })
	}
	return out.String()
}

// The plain loop is the referee of the fast path: the same bytes both ways.
func TestCohortIsThePlainLoop(t *testing.T) {
	together, mixed, preemptions := 0, 0, int64(0)
	for seed := range uint64(400) {
		p := serving(rand.New(rand.NewPCG(seed, 0)))
		plain := reportOf(t, p, true, nil)
		fast := reportOf(t, p, false, func(m *machine) {
			if e := m.stages[0].engine; e.cohort.served {
				together++
				if len(e.batch) > 0 {
					mixed++
				}
			}
			preemptions += m.pools[1].preemptions
		})
		if fast != plain {
			t.Fatalf("seed %d: the fast path differs from the plain loop", seed)
		}
	}
	if together < 10_000 || mixed < 1000 || preemptions == 0 {
		t.Errorf("%d events with a cohort, %d among loose jobs, %d preemptions: the programs test too little", together, mixed, preemptions)
	}
	t.Logf("%d events with a cohort, %d among loose jobs", together, mixed)
}

func TestServingKeepsTheInvariants(t *testing.T) {
	programs := uint64(300)
	if os.Getenv("SERQ_LONG") != "" {
		programs = 5000
	}
	for seed := range programs {
		_, err := audited(t, serving(rand.New(rand.NewPCG(seed, 0))))
		var f *Failure
		if err != nil && !(errors.As(err, &f) && f.Rule == RuleDrain) { // memory that is short, and nobody preempted
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// replica is an engine with paged memory and more clients than its slots, whose prompts
// and answers have about so many tokens.
func replica(slots int, prompt, answer, horizon float64) *ir.Program {
	d := newDraft(ir.Closed{N: slots + slots/4}, horizon)
	memory, block, engine := ir.PoolID(1), 16.0, ir.StageID(0)
	e := d.stage("E", &ir.Step{
		Budget: ir.Num(2048), Chunk: ir.Num(0), Serve: ir.Serve{Keys: []ir.Expr{}}, Memory: &memory,
		Cost: binary(ir.Add, ir.Num(0.01), binary(ir.Add, binary(ir.Mul, ir.Num(1e-5), ir.Ntok), binary(ir.Mul, ir.Num(1e-7), ir.Kvb))),
	})
	s := d.pool(ir.Pool{Name: "slots", Cap: float64(slots), Evict: ir.Evict{Kind: ir.EvictNone}, AdmitVia: &engine})
	k := d.pool(ir.Pool{Name: "kv", Cap: 1e9, Block: &block})
	tokens := d.attr("tokens")
	d.init(set(tokens, call(ir.FuncCeil, sampled(ir.DistExp, prompt))))
	d.session(&ir.Hold{
		Pools: []ir.HoldPart{{Pool: s, Units: ir.Num(1)}, {Pool: k, Units: tokens}},
		Body: d.block(
			&ir.Run{Stage: e, Mode: ir.Prefill, Work: tokens, Growing: &k},
			&ir.Run{Stage: e, Mode: ir.Decode, Work: sampled(ir.DistGeometric, answer), Growing: &k},
		),
	}, ir.End{})
	return &d.Program
}

// A cohort lasts: prefills come and go beside it, its members end and others enter.
func TestCohortLasts(t *testing.T) {
	iterations, loose, alone := 0, 0, 0
	reportOf(t, replica(64, 50, 100, 300), false, func(m *machine) {
		e := m.stages[0].engine
		if iterations++; iterations < 100 {
			return
		}
		loose += e.decodes - len(e.cohort.members)
		if !e.cohort.served || e.cohort.patience > 0 {
			alone++
		}
	})
	if iterations < 5000 || alone > 0 || loose > 2*iterations {
		t.Errorf("of %d iterations %d had no cohort, and on the average %v decodes were loose", iterations, alone, float64(loose)/float64(iterations))
	}
}

// decoding is an engine of so many residents that decode all the time.
func decoding(residents int, requests int64) *ir.Program {
	d := newDraft(&ir.Renewal{Gap: ir.Num(1e-9)}, 1e12)
	d.Arrivals = requests
	memory, block := ir.PoolID(1), 16.0
	e := d.stage("E", &ir.Step{
		Budget: ir.Num(8192), Chunk: ir.Num(0), Serve: ir.Serve{Keys: []ir.Expr{}}, Memory: &memory,
		Cost: binary(ir.Add, ir.Num(0.01), binary(ir.Mul, ir.Num(1e-7), ir.Kvb)),
	})
	slots := d.pool(ir.Pool{Name: "slots", Cap: float64(residents), Evict: ir.Evict{Kind: ir.EvictNone}})
	k := d.pool(ir.Pool{Name: "kv", Cap: 1e9, Block: &block})
	body := d.block(
		&ir.Run{Stage: e, Mode: ir.Prefill, Work: ir.Num(100), Growing: &k},
		&ir.Run{Stage: e, Mode: ir.Decode, Work: ir.Num(1000), Growing: &k},
	)
	d.session(&ir.Hold{Pools: []ir.HoldPart{{Pool: slots, Units: ir.Num(1)}, {Pool: k, Units: ir.Num(100)}}, Body: body}, ir.End{})
	return &d.Program
}

// The engine with 256 residents; an operation is a token of a resident.
func BenchmarkDecode(b *testing.B) {
	for _, plain := range []bool{false, true} {
		b.Run(map[bool]string{false: "cohort", true: "plain"}[plain], func(b *testing.B) {
			p := decoding(256, int64(max(256, b.N/1000)))
			opt := OptionsOf(p)
			opt.PlainLoop = plain
			r, err := New(p, opt)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := r.Run(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// An engine whose 256 residents decode and do not end; an operation is an iteration, of
// the cohort or of the plain loop.
func BenchmarkIteration(b *testing.B) {
	for _, plain := range []bool{false, true} {
		b.Run(map[bool]string{false: "cohort", true: "plain"}[plain], func(b *testing.B) {
			p := decoding(256, 256)
			for i := range p.Blocks {
				for _, s := range p.Blocks[i] {
					if r, ok := s.(*ir.Run); ok && r.Mode == ir.Decode {
						r.Work = ir.Num(b.N)
					}
				}
			}
			opt := OptionsOf(p)
			opt.PlainLoop = plain
			r, err := New(p, opt)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := r.Run(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
