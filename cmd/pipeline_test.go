package cmd

import (
	"bytes"
	"errors"
	"testing"

	"serq/frontend"
	"serq/ir"
	"serq/ir/link"
	"serq/ir/result"
	"serq/sim"
	"serq/tools/view"
)

// FuzzPipeline takes random valid programs from text to report. Each links, reads
// back from its document, runs without a panic and with the same report twice,
// with the fast path of its engine and without, watched and not. It can be drawn, too.
func FuzzPipeline(f *testing.F) {
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		text := generate(seed)
		r, found := frontend.Compile(frontend.Source{Name: "generated.sq", Text: []byte(text)}, frontend.Options{})
		if found = append(found, r.Judge(link.Check(r.Program, r.Locate))...); found.HasErrors() {
			t.Fatalf("a valid program is refused: %v\n%s", found, text)
		}
		p, found := ir.Read(ir.Encode(r.Program))
		if found.HasErrors() {
			t.Fatalf("what serqc writes does not read: %v\n%s", found, text)
		}
		view.Deployment(p)
		view.Session(p)
		first := reportOf(t, p, false, nil)
		for _, plain := range []bool{false, true} {
			check := newMomentCheck()
			if again := reportOf(t, p, plain, check); !bytes.Equal(again, first) {
				t.Fatalf("another report (plain loop: %v)\n%s", plain, text)
			}
			if check.wrong != "" {
				t.Fatalf("a watcher is told what cannot be: %s (plain loop: %v)\n%s", check.wrong, plain, text)
			}
		}
	})
}

// reportOf is the report of a run, or how it failed; check, if there is one, watches it.
func reportOf(t *testing.T, p *ir.Program, plain bool, check *momentCheck) []byte {
	t.Helper()
	opt := sim.OptionsOf(p)
	opt.PlainLoop, opt.MaxEvents = plain, 20_000
	if check != nil {
		opt.Watch = check.watch
	}
	run, err := sim.New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	report, err := run.Run()
	var failure *sim.Failure
	if errors.As(err, &failure) {
		return []byte(failure.Error())
	}
	if check != nil {
		check.compare(report)
	}
	report.Tool, report.Program = "test", ir.Hash(p)
	var out bytes.Buffer
	if err := result.WriteJSON(&out, report); err != nil {
		t.Fatal(err)
	}
	if _, found := result.Read(out.Bytes()); found.HasErrors() {
		t.Fatalf("the report does not read: %v", found)
	}
	return out.Bytes()
}
