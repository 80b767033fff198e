package oracle

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"serq/ir"
	"serq/ir/diag"
	"serq/ir/result"
)

// TestRecognise gives every program at hand to Recognise: it finds figures that
// an oracle file can hold, or it says what is in the way.
func TestRecognise(t *testing.T) {
	var files []string
	for _, pattern := range []string{"golden/*/*.ir.json", "testdata/cases/random/*.ir.json", "testdata/vllm/*.ir.json"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%d files %s, %v", len(found), pattern, err)
		}
		files = append(files, found...)
	}
	known := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, wrong := ir.Read(data)
		if wrong.HasErrors() {
			t.Fatalf("%s: %v", file, wrong)
		}
		m, found := Recognise(p, reportOf(p))
		if m == nil {
			if len(found) != 1 || found[0].Code != diag.OracleNoFormula || found[0].Severity != diag.Error {
				t.Errorf("%s: %v", file, found)
			}
			continue
		}
		known++
		if len(m.Models) == 0 {
			t.Errorf("%s: figures without a model", file)
		}
		for _, e := range m.File().Expect {
			v, ok := e.Value.(float64)
			if !ok || math.IsNaN(v) || math.IsInf(v, 0) || e.tolerances() != 1 || e.Abs != nil && !(*e.Abs >= 0) {
				t.Errorf("%s expects %+v", file, e)
			}
		}
	}
	if known < 10 {
		t.Errorf("formulas for %d of %d programs", known, len(files))
	}
}

// reportOf is a report that a run of the program, as it stands, could have.
func reportOf(p *ir.Program) *result.Report {
	return &result.Report{Program: ir.Hash(p), Settings: result.Settings{Horizon: p.Horizon, Warmup: p.Warmup, Replications: 1},
		Run: result.Run{End: p.Horizon}}
}

// TestTolerances: a run that is four times as long has to be twice as close, and
// so do four replications.
func TestTolerances(t *testing.T) {
	p := &ir.Program{Version: ir.Version, Attrs: ir.BuiltinNames[:], Stages: []ir.Stage{{Name: "svc", Kind: ir.Fifo{Servers: 1}}},
		Arrival: ir.Poisson{Rate: 0.5}, Init: 0, Turn: 1, Session: 2, Horizon: 1000,
		Blocks: [][]ir.Stmt{nil, nil, {&ir.Run{Stage: ir.Ref{Count: 1}, Work: &ir.Sample{Dist: ir.DistExp, Args: []ir.Expr{ir.Num(1)}}}}}}
	tolerances := func(horizon float64, replications int) map[string]float64 {
		r := reportOf(p)
		r.Run.End, r.Settings.Replications = horizon, replications
		m, found := Recognise(p, r)
		if found != nil {
			t.Fatal(found)
		}
		out := map[string]float64{}
		for _, e := range m.File().Expect {
			out[e.Path] = *e.Abs
		}
		return out
	}
	short, long, four := tolerances(1000, 1), tolerances(4000, 1), tolerances(1000, 4)
	// λE[S²] = 1 for the utilisation, 2ρ(1+ρ)/(1−ρ)⁴ = 24 for the number.
	for path, variance := range map[string]float64{
		"stages.svc.throughput": 0.5, "stages.svc.utilization": 1, "stages.svc.mean_number": 24, "stages.svc.mean_service": 2,
	} {
		want := confident * math.Sqrt(variance/1000)
		if math.Abs(short[path]-want) > 1e-6*want {
			t.Errorf("%s has the tolerance %v, want %v", path, short[path], want)
		}
		if math.Abs(long[path]*2-want) > 1e-6*want || long[path] != four[path] {
			t.Errorf("%s: %v four times as long, %v in four replications, want %v", path, long[path], four[path], want/2)
		}
	}
	if len(short) != 4 {
		t.Errorf("figures: %v", short)
	}
}
