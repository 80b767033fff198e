package oracle

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"serq/ir/diag"
)

// dumpOf writes a dump with one file.
func dumpOf(t *testing.T, name, text string) *Dump {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return NewDump(dir)
}

func TestCheck(t *testing.T) {
	zero, third := ptr(0.0), ptr(1.0/3)
	expect := []Expectation{
		{Path: "observes.ttft.count", Value: 50.0, Abs: zero},
		{Path: "observes.ttft.mean", Value: 2.137, CI: true}, // 1.37 × 0.1
		{Path: "observes.ttft.mean", Value: 1.8, CI: true},
		{Path: "observes.ttft.cv2", Value: 0.5, CI: true}, // no interval
		{Path: "gauges.depth.mean", Value: 1.01, Rel: ptr(0.01)},
		{Path: "gauges.depth.mean", Value: 1.1, Rel: ptr(0.05)},
		{Path: "stages.nic[0].mean_service", Value: nil, Abs: zero},
		{Path: "stages.nic.latency.completed", Value: 8.0, Abs: zero},
		{Path: "stages.nic[1].completed", Value: 8.0, Abs: zero},
		{Path: "pools.kv.mean_wait", Value: nil, Abs: zero},
		{Path: "pools.kv.cap", Value: nil, Rel: third},
		{Path: "stages.nic[0].shared", Value: true, Abs: zero},
		{Path: "stages.nic[0].kind", Value: "fifo", Abs: ptr(1.0)},
		{Path: "samples.ttft[0]", Value: 7.0, Abs: zero}, // by time, then session, then place in the file
		{Path: "samples.ttft[1]", Value: 5.0, Abs: zero},
		{Path: "samples.ttft[2]", Value: 6.0, Abs: zero},
		{Path: "samples.ttft[3]", Value: 4.0, Abs: zero},
		{Path: "samples.ttft[4]", Value: 4.0, Abs: ptr(1e9)}, // infinite
		{Path: "samples.ttft[5]", Value: 4.0, Abs: zero},
		{Path: "samples.nothing[0]", Value: 4.0, Abs: zero},
		{Path: "samples.ttft", Value: 4.0, Abs: zero},
	}
	dump := dumpOf(t, "ttft.csv", "time,session,turn,value\n2,1,1,4\n1,10,1,5\n1,10,2,6\n1,9,1,7\n3,1,1,+Inf\n")
	f := &File{Expect: expect}
	if !f.NeedsDump() {
		t.Error("samples need a dump")
	}
	found, err := f.Check(report(), dump, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `observes.ttft.mean: expected 1.8, got 2, tolerance 0.137, missed by 0.063
observes.ttft.cv2: expected 0.5, got 0.5, no interval: too few samples
gauges.depth.mean: expected 1.1, got 1, tolerance 0.055, missed by 0.045
stages.nic[0].mean_service: expected null, got 2
stages.nic[1].completed: missing
pools.kv.cap: expected null, got 1000
stages.nic[0].kind: expected "fifo", got "ps"
samples.ttft[4]: expected 4, got inf, tolerance 1e+09, missed by +Inf
samples.ttft[5]: missing
samples.nothing[0]: missing
samples.ttft: missing
`
	if got := lines(found); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCheckNeedsAFiniteInterval(t *testing.T) {
	r := report()
	r.Observes[0].CI = nil
	f := &File{Expect: []Expectation{{Path: "observes.ttft.mean", Value: 2.0, CI: true}}}
	found, err := f.Check(r, nil, Options{})
	if err != nil || len(found) != 1 || found[0].Kind != NoInterval {
		t.Errorf("got %v, %v: an interval that holds every number proves nothing", found, err)
	}
}

func TestCheckRenamesAndIgnores(t *testing.T) {
	f := &File{Expect: []Expectation{
		{Path: "samples.start[0]", Value: 5.0, Abs: ptr(0.0)},
		{Path: "stages.link[0].completed", Value: 7.0, Abs: ptr(0.0)},
		{Path: "run.events", Value: 1.0, Abs: ptr(0.0)},
	}}
	dump := dumpOf(t, "ttft.csv", "time,session,turn,value\n1,0,0,5\n")
	found, err := f.Check(report(), dump, Options{
		Rename: map[string]string{"start": "ttft", "link": "nic"}, Ignore: []string{"run"}})
	if err != nil || len(found) > 0 {
		t.Errorf("got %v, %v", found, err)
	}
}

func TestDumpErrors(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		line       int
	}{
		{"no header", "1,0,0,5\n", 1},
		{"an empty file", "", 1},
		{"an open quotation", "time,session,turn,value\n1,0,0,\"5\n", 2},
		{"another header", "time,value\n1,5\n", 1},
		{"NaN", "time,session,turn,value\n1,0,0,5\n1,0,0,NaN\n", 3},
		{"a cell too few", "time,session,turn,value\n1,0,5\n", 2},
		{"words", "time,session,turn,value\nsoon,0,0,5\n", 2},
		{"half a session", "time,session,turn,value\n1,0.5,0,5\n", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := dumpOf(t, "x.csv", tt.text).Samples("x")
			var in InputError
			if !errors.As(err, &in) || in.Code != diag.DumpRow || in.Span.Line != tt.line {
				t.Errorf("got %#v, want %s at line %d", err, diag.DumpRow, tt.line)
			}
		})
	}
	if _, err := NewDump(t.TempDir()).Samples("x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file gave %v", err)
	}
	if xs, err := dumpOf(t, "x.csv", "time,session,turn,value\n").Samples("x"); err != nil || len(xs) != 0 {
		t.Errorf("no samples gave %v, %v", xs, err)
	}
}

func TestTolerance(t *testing.T) {
	for _, tt := range []struct {
		abs, rel float64
		expected any
		want     float64
	}{
		{0, 0, 5.0, 0}, {1, 0, 5.0, 1}, {0, 0.1, -5.0, 0.5}, {1, 0.1, 5.0, 1}, {0.1, 0.1, 5.0, 0.5}, {0.5, 0.1, nil, 0.5},
		{0.5, 0.1, math.Inf(1), 0.5},
	} {
		if got := tolerance(tt.abs, tt.rel, tt.expected); got != tt.want {
			t.Errorf("tolerance(%v, %v, %v) = %v, want %v", tt.abs, tt.rel, tt.expected, got, tt.want)
		}
	}
}
