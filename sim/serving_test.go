package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"serq/ir"
	"serq/ir/result"
)

// closeTo reports whether a figure is a value up to rounding.
func closeTo(got *float64, want float64) bool {
	return got != nil && math.Abs(*got-want) <= 1e-12*math.Abs(want)
}

func expect(t *testing.T, name string, got *float64, want float64) {
	t.Helper()
	if !closeTo(got, want) {
		shown := math.NaN()
		if got != nil {
			shown = *got
		}
		t.Errorf("%s is %v, want %v", name, shown, want)
	}
}

// requestLog is a program that replays requests, given by when their first token
// and their last one come after the previous request, and by what is observed of
// them then: ttft at the first token, the rest at the last.
//
//	        first  last   ttft  tpot  out  e2el  in
//	s0 t1   at 5   at 15  0.1   0.02  5    0.3   100
//	s0 t2   at 20  at 25  0.3   0.04  3    0.5   200
//	s1 t1   at 2   at 5   9     9     9    9     9     before the warm-up's end at 10
//	s1 t2   at 25  at 26  0.2   0.9   1    0.2   50
//	s1 t3   at 36  at 37  0.15  0.06  2    0.4   70
//	s2 t1   at 90  never  0.25                         the horizon is 100
func requestLog() *draft {
	d := newDraft(nil, 100)
	d.Warmup = 10
	wait := d.stage("wait", ir.Delay{})
	first, last := d.attr("first"), d.attr("last")
	ttft, tpot, out, e2el, in := d.attr("a"), d.attr("b"), d.attr("c"), d.attr("d"), d.attr("e")
	row := func(values ...float64) (turn []ir.SlotValue) {
		for i, v := range values {
			turn = append(turn, ir.SlotValue{Slot: ir.Slot(int(first) + i), Value: v})
		}
		return turn
	}
	d.Arrival = ir.Sessions{
		{Turns: [][]ir.SlotValue{row(5, 10, 0.1, 0.02, 5, 0.3, 100), row(5, 5, 0.3, 0.04, 3, 0.5, 200)}},
		{Turns: [][]ir.SlotValue{row(2, 3, 9, 9, 9, 9, 9), row(20, 1, 0.2, 0.9, 1, 0.2, 50), row(10, 1, 0.15, 0.06, 2, 0.4, 70)}},
		{Turns: [][]ir.SlotValue{row(90, 20, 0.25, 1, 1, 1, 1)}},
	}
	done := d.block(ir.End{})
	another := d.block()
	request := d.block(
		ir.Turn{}, run(wait, first), observe(d.observation("ttft"), ttft),
		run(wait, last), observe(d.observation("tpot"), tpot), observe(d.observation("output_tokens"), out),
		observe(d.observation("e2el"), e2el), observe(d.observation("input_tokens"), in),
		&ir.Branch{If: &ir.Binary{Op: ir.Eq, X: ir.Attr(d.Builtins.More), Y: ir.Num(0)}, Then: done, Else: another},
	)
	d.session(&ir.Loop{Body: request})
	return d
}

func serve(t *testing.T, p *ir.Program, change func(*Options)) *result.Serving {
	t.Helper()
	opt := OptionsOf(p)
	change(&opt)
	r, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	report, err := r.Run()
	if err != nil {
		t.Fatal(err)
	}
	return report.Serving
}

func TestServing(t *testing.T) {
	s := serve(t, &requestLog().Program, func(*Options) {})
	if s.ClockUnit != "s" || s.Duration != 90 || s.Completed != 4 || s.RequestGoodput != nil || s.SLO != nil {
		t.Errorf("clock %q, duration %v, completed %v, goodput %v", s.ClockUnit, s.Duration, s.Completed, s.RequestGoodput)
	}
	expect(t, "input tokens", s.TotalInputTokens, 420)
	expect(t, "output tokens", s.TotalOutputTokens, 11)
	expect(t, "request throughput", s.RequestThroughput, 4.0/90)
	expect(t, "output throughput", s.OutputThroughput, 11.0/90)
	expect(t, "total throughput", s.TotalTokenThroughput, 431.0/90)

	// 0.15 0.2 0.25 0.3: P90 at 2.7, P99 at 2.97 of 0 to 3.
	expect(t, "mean ttft", s.MeanTTFT, 225)
	expect(t, "median ttft", s.MedianTTFT, 225)
	expect(t, "p90 ttft", s.P90TTFT, 285)
	expect(t, "p99 ttft", s.P99TTFT, 298.5)
	// 0.02 0.04 0.06, for 0.9 is of a request of one output token.
	expect(t, "mean tpot", s.MeanTPOT, 40)
	expect(t, "median tpot", s.MedianTPOT, 40)
	expect(t, "p90 tpot", s.P90TPOT, 56)
	expect(t, "p99 tpot", s.P99TPOT, 59.6)
	// 0.2 0.3 0.4 0.5
	expect(t, "mean e2el", s.MeanE2EL, 350)
	expect(t, "p90 e2el", s.P90E2EL, 470)
	if s.MeanITL != nil || s.P99ITL != nil {
		t.Error("there are gaps between tokens without an engine")
	}
}

func TestServingWithoutOutputTokens(t *testing.T) {
	d := requestLog()
	d.Observes[2] = "tokens"
	s := serve(t, &d.Program, func(*Options) {})
	expect(t, "mean tpot", s.MeanTPOT, 255) // 0.02 0.04 0.06 0.9
	if s.TotalOutputTokens != nil || s.OutputThroughput != nil || s.TotalTokenThroughput != nil || s.TotalInputTokens == nil {
		t.Error("output tokens are counted that nothing observes")
	}
}

func TestGoodput(t *testing.T) {
	ms := func(x float64) *float64 { return &x }
	for _, tt := range []struct {
		name string
		slo  result.SLO
		good float64
	}{
		// The ttft of s0 t1 came before the end of the warm-up and counts all the same.
		{"ttft", result.SLO{TTFT: ms(200)}, 3},
		{"a little less", result.SLO{TTFT: ms(199.9)}, 2},
		{"tpot, which a single token meets", result.SLO{TPOT: ms(50)}, 3},
		{"e2el", result.SLO{E2EL: ms(300)}, 2},
		{"all", result.SLO{TTFT: ms(200), TPOT: ms(50), E2EL: ms(5000)}, 2},
		{"none", result.SLO{TTFT: ms(1)}, 0},
	} {
		s := serve(t, &requestLog().Program, func(o *Options) { o.SLO = &tt.slo })
		expect(t, tt.name, s.RequestGoodput, tt.good/90)
	}
}

// Where nothing says how many tokens a request has, one without a TPOT has a single one.
func TestGoodputWhereSingleTokensHaveNoTPOT(t *testing.T) {
	limit := 50.0
	d := requestLog()
	d.Observes[2] = "tokens"
	tokens := d.Blocks[5][5].(*ir.Observe).Value
	several, single := d.block(d.Blocks[5][4]), d.block()
	d.Blocks[5][4] = &ir.Branch{If: &ir.Binary{Op: ir.Gt, X: tokens, Y: ir.Num(1)}, Then: several, Else: single}
	s := serve(t, &d.Program, func(o *Options) { o.SLO = &result.SLO{TPOT: &limit} })
	expect(t, "goodput", s.RequestGoodput, 3.0/90)
	expect(t, "mean tpot", s.MeanTPOT, 40)
}

func TestClockUnit(t *testing.T) {
	limit := 0.2
	s := serve(t, &requestLog().Program, func(o *Options) { o.ClockUnit, o.SLO = "ms", &result.SLO{TTFT: &limit} })
	if s.ClockUnit != "ms" || math.Abs(s.Duration-0.09) > 1e-15 {
		t.Errorf("clock %q, duration %v", s.ClockUnit, s.Duration)
	}
	expect(t, "mean ttft", s.MeanTTFT, 0.225)
	expect(t, "goodput", s.RequestGoodput, 3/0.09)
}

// Without turns a session's requests are told apart by what they observe again.
func TestRequestsWithoutTurns(t *testing.T) {
	limit := 2500.0
	d := newDraft(ir.Batch{N: 1}, 10)
	wait, n := d.stage("wait", ir.Delay{}), d.attr("n")
	ttft, e2el := d.observation("ttft"), d.observation("e2el")
	next := &ir.Binary{Op: ir.Add, X: n, Y: ir.Num(1)}
	d.session(&ir.Loop{Body: d.block(set(n, next), run(wait, ir.Num(1)), observe(ttft, n), run(wait, ir.Num(1)), observe(e2el, n))})
	s := serve(t, &d.Program, func(o *Options) { o.SLO = &result.SLO{TTFT: &limit} })
	if s.Completed != 5 {
		t.Errorf("%v requests, want 5", s.Completed)
	}
	expect(t, "goodput", s.RequestGoodput, 0.2) // those with n = 1 and 2
}

func TestServingOnlyWhereItIsObserved(t *testing.T) {
	d := requestLog()
	for i := range d.Observes {
		d.Observes[i] += "_"
	}
	if s := serve(t, &d.Program, func(*Options) {}); s != nil {
		t.Errorf("serving figures of other observations: %v", s)
	}
	d.Observes[0] = "ttft"
	opt := OptionsOf(&d.Program)
	if v := newServing(&d.Program, &opt); v.parts != nil {
		t.Error("requests are matched for a single latency")
	}
}

// Two engines, of steps of 1 s and 2 s; a session on each with three output tokens,
// the first of which is its prefill's.
func TestServingOfEngines(t *testing.T) {
	d := newDraft(ir.Batch{N: 2}, 10)
	cost := func(x float64) *ir.Step {
		return &ir.Step{Budget: ir.Num(math.Inf(1)), Cost: ir.Num(x), Chunk: ir.Num(0), Serve: ir.Serve{Keys: []ir.Expr{}}}
	}
	d.stage("E", cost(1))
	d.stage("E", cost(2))
	e := ir.Ref{Base: 0, Count: 2, Index: ir.Attr(d.Builtins.Serial)}
	first := d.attr("first")
	d.session(
		&ir.Run{Stage: e, Mode: ir.Prefill, Work: ir.Num(4)}, set(first, ir.Now), observe(d.observation("ttft"), ir.Now),
		&ir.Run{Stage: e, Mode: ir.Decode, Work: ir.Num(2)}, observe(d.observation("e2el"), ir.Now),
		observe(d.observation("tpot"), &ir.Binary{Op: ir.Div, X: minus(ir.Now, first), Y: ir.Num(2)}),
		observe(d.observation("output_tokens"), ir.Num(3)), ir.End{},
	)
	s := serve(t, &d.Program, func(*Options) {})
	expect(t, "mean ttft", s.MeanTTFT, 1500)
	expect(t, "mean tpot", s.MeanTPOT, 1500)
	expect(t, "median e2el", s.MedianE2EL, 4500)
	expect(t, "mean itl", s.MeanITL, 1500) // 1 1 2 2
	expect(t, "median itl", s.MedianITL, 1500)
	expect(t, "p90 itl", s.P90ITL, 2000)
	expect(t, "output throughput", s.OutputThroughput, 0.6)
}

// TestManyLatencies compares figures of sketches with those of the samples.
func TestManyLatencies(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	long := newSeries("", false)
	var left, right tally
	var all []float64
	for range exactLimit + 2000 {
		x := random.ExpFloat64()
		all = append(all, x)
		long.add(x)
		if x < 1 {
			left.add(x, 1)
		} else {
			right.add(x, 1)
		}
	}
	left.fold()
	gaps := new(tally)
	gaps.merge(&right)
	gaps.merge(&left)
	if gaps.sketch == nil || long.folded == nil {
		t.Fatal("nothing is sketched")
	}
	ordered := sorted(all)
	want := latencyOf(sum(all)/float64(len(all)), int64(len(all)), func(r int64) float64 { return ordered[r-1] }, 1000)
	for name, got := range map[string]latency{"series": long.latency(1000), "tally": gaps.latency(1000)} {
		for i, pair := range [][2]*float64{{got.mean, want.mean}, {got.median, want.median}, {got.p90, want.p90}, {got.p99, want.p99}} {
			if math.Abs(*pair[0] / *pair[1] - 1) > sketchAccuracy {
				t.Errorf("%s: figure %d is %v, want %v", name, i, *pair[0], *pair[1])
			}
		}
	}
	if total := long.total(); math.Abs(total/sum(all)-1) > 1e-12 {
		t.Errorf("the total is %v, want %v", total, sum(all))
	}
}
