package sim

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"serq/ir"
	"serq/ir/result"
)

// A draft is a program that a test writes: its blocks are init, turn and the
// session's, then those of nested statements.
type draft struct{ ir.Program }

func newDraft(arrival ir.Arrival, horizon float64) *draft {
	return &draft{ir.Program{
		Version: ir.Version, Attrs: ir.BuiltinNames[:], Arrival: arrival, Turn: 1, Session: 2, Horizon: horizon, Seed: 1,
		Builtins: ir.Builtins{Serial: 1, TurnNo: 2, New: 3, Out: 4, Think: 5, More: 6, Forced: 7, Computed: 8},
		Blocks:   make([][]ir.Stmt, 3),
	}}
}

func (d *draft) attr(name string) ir.Attr {
	d.Attrs = append(d.Attrs[:len(d.Attrs):len(d.Attrs)], name)
	return ir.Attr(len(d.Attrs) - 1)
}

func (d *draft) observation(name string) ir.ObserveID {
	d.Observes = append(d.Observes, name)
	return ir.ObserveID(len(d.Observes) - 1)
}

func (d *draft) stage(name string, kind ir.StageKind) ir.Ref {
	d.Stages = append(d.Stages, ir.Stage{Name: name, Kind: kind})
	return ir.Ref{Base: len(d.Stages) - 1, Count: 1}
}

func (d *draft) pool(p ir.Pool) ir.Ref {
	d.Pools = append(d.Pools, p)
	return ir.Ref{Base: len(d.Pools) - 1, Count: 1}
}

func (d *draft) init(s ...ir.Stmt)    { d.Blocks[0] = s }
func (d *draft) session(s ...ir.Stmt) { d.Blocks[2] = s }

func (d *draft) block(s ...ir.Stmt) ir.BlockID {
	d.Blocks = append(d.Blocks, s)
	return ir.BlockID(len(d.Blocks) - 1)
}

func sampled(d ir.Dist, args ...float64) ir.Expr {
	s := &ir.Sample{Dist: d}
	for _, a := range args {
		s.Args = append(s.Args, ir.Num(a))
	}
	return s
}

func set(a ir.Attr, e ir.Expr) ir.Stmt          { return &ir.Set{Slot: ir.Slot(a), Value: e} }
func observe(o ir.ObserveID, e ir.Expr) ir.Stmt { return &ir.Observe{Observe: o, Value: e} }
func run(st ir.Ref, work ir.Expr) ir.Stmt       { return &ir.Run{Stage: st, Work: work} }
func minus(x, y ir.Expr) ir.Expr                { return &ir.Binary{Op: ir.Sub, X: x, Y: y} }

// queueing is a program whose sessions visit one stage and observe their response times.
func queueing(kind ir.StageKind, rate, horizon float64) *ir.Program {
	d := newDraft(ir.Poisson{Rate: rate}, horizon)
	size, t0 := d.attr("s"), d.attr("t0")
	svc, response := d.stage("svc", kind), d.observation("response")
	d.init(set(size, sampled(ir.DistExp, 1)))
	d.session(set(t0, ir.Now), run(svc, size), observe(response, minus(ir.Now, t0)), ir.End{})
	return &d.Program
}

func simulate(t testing.TB, p *ir.Program) *result.Report {
	t.Helper()
	r, err := New(p, OptionsOf(p))
	if err != nil {
		t.Fatal(err)
	}
	report, err := r.Run()
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestMM1(t *testing.T) {
	r := simulate(t, queueing(ir.Fifo{Servers: 1}, 0.8, 400_000))
	o := r.Observes[0]
	if d := *o.Mean - 5; d > 1.37**o.CI || -d > 1.37**o.CI {
		t.Errorf("mean response %v ± %v, want 5", *o.Mean, *o.CI)
	}
}

func BenchmarkMM1(b *testing.B) {
	p := queueing(ir.Fifo{Servers: 1}, 0.8, 1e12)
	p.Arrivals = int64(b.N)
	simulate(b, p)
}

func BenchmarkMM1000(b *testing.B) {
	p := queueing(ir.Fifo{Servers: 1000}, 800, 1e12)
	p.Arrivals = int64(b.N)
	simulate(b, p)
}

func BenchmarkMM1PS(b *testing.B) {
	p := queueing(&ir.Ps{Capacity: ir.Num(1)}, 0.8, 1e12)
	p.Arrivals = int64(b.N)
	simulate(b, p)
}

// An instant may take long; a run that is told to stop does so within it.
func TestStopWithinAnInstant(t *testing.T) {
	d := newDraft(ir.Batch{N: 1}, 10)
	j := d.attr("j")
	d.session(&ir.Choose{Var: ir.Slot(j), Count: ir.Num(1 << 30), Keys: []ir.Expr{j}}, ir.End{})
	opt := OptionsOf(&d.Program)
	opt.Stop = new(atomic.Bool)
	r, err := New(&d.Program, opt)
	if err != nil {
		t.Fatal(err)
	}
	r.m.settled = func() { t.Error("the instant went by") }
	time.AfterFunc(20*time.Millisecond, func() { opt.Stop.Store(true) })
	report, err := r.Run()
	if err != nil {
		t.Fatal(err)
	}
	if !report.Run.Partial {
		t.Error("the report is not partial")
	}
}

// A run that is stopped within its warm-up has measured nothing.
func TestStopWithinTheWarmup(t *testing.T) {
	p := queueing(ir.Fifo{Servers: 1}, 0.8, 1000)
	opt := OptionsOf(p)
	opt.Warmup, opt.MaxEvents, opt.Keep = 900, 20, true
	r, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	report, err := r.Run()
	if err != nil {
		t.Fatal(err)
	}
	samples := 0
	r.Samples(0, func(Sample) { samples++ })
	if o, st := report.Observes[0], report.Stages[0]; o.Count != 0 || st.Completed != 0 || samples != 0 || st.MeanWait != nil {
		t.Errorf("%v samples, %v completed, %d dumped", o.Count, st.Completed, samples)
	}
	if len(report.Notes) == 0 || !strings.Contains(report.Notes[0], "warm-up") {
		t.Errorf("the notes are %q", report.Notes)
	}
}
