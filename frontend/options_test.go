package frontend_test

import (
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir"
)

const parametric = `let n = 2;
let m = n + 1;
def size (x) = x;
def weight () = 1;
def go (x) { run s[0] (x); }
stage s[n] : fifo (m);
workload { arrive batch (m); trace "day.csv" ordered; }
session { run s[1] (size (m) + weight ()); go (1); end; }
run { horizon 10; warmup 1; seed 3; }
`

func TestOverrides(t *testing.T) {
	horizon, warmup, seed, arrivals := 50.0, 5.0, int64(9), int64(4)
	p := mustCompile(t, strings.Replace(parametric, "batch (m)", "poisson (1)", 1), frontend.Options{
		Sets:  []string{"n=1", "n=4", "m = n * 2"},
		Defs:  []string{"size=x ^ 2 + ~exp (1)", "weight=n"},
		Trace: "night.csv",
		Run:   frontend.RunOverrides{Horizon: &horizon, Warmup: &warmup, Seed: &seed, Arrivals: &arrivals},
	})
	if len(p.Stages) != 4 || p.Stages[0].Kind != (ir.Fifo{Servers: 8}) {
		t.Errorf("stages: %v", p.Stages)
	}
	if got := ir.ExprString(p, p.Blocks[p.Session][0].(*ir.Run).Work); got != "8 ^ 2 + ~exp(1) + 4" {
		t.Errorf("work: %s", got)
	}
	if *p.Trace != "night.csv" || !p.TraceOrdered {
		t.Errorf("trace: %s, ordered %v", *p.Trace, p.TraceOrdered)
	}
	if p.Horizon != 50 || p.Warmup != 5 || p.Seed != 9 || p.Arrivals != 4 {
		t.Errorf("run: %v %v %v %v", p.Horizon, p.Warmup, p.Seed, p.Arrivals)
	}
}

func TestWrongOverrides(t *testing.T) {
	negative := int64(-1)
	tests := []struct {
		name string
		opts frontend.Options
		want string // begins the diagnostics, as text
	}{
		{"unknown constant", frontend.Options{Sets: []string{"nn=3"}}, "--set nn:1:1: error: unknown constant `nn`"},
		{"below", frontend.Options{Sets: []string{"n=m"}}, "--set n:1:3: error: the constant `m` is declared below"},
		{"not an expression", frontend.Options{Sets: []string{"n=3 +"}}, "--set n:1:6: error: expected an expression, found the end"},
		{"more than an expression", frontend.Options{Sets: []string{"n=3;"}}, "--set n:1:4: error: expected the end of the expression"},
		{"out of domain", frontend.Options{Sets: []string{"n=20_000"}}, "test.sq:6:9: error: stage `s` has 20,000 members"},
		{"a statement def", frontend.Options{Defs: []string{"go=3"}}, "--def go:1:1: error: `go` is a def of statements"},
		{"unknown name", frontend.Options{Defs: []string{"size=y"}}, "--def size:1:6: error: unknown name `y`"},
		{"seed", frontend.Options{Run: frontend.RunOverrides{Seed: &negative}}, "error: the seed is at least 0, not -1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, found := compile(parametric, tt.opts)
			if got := show(found, parametric); !strings.HasPrefix(got, tt.want) || len(found) != 1 {
				t.Errorf("got\n%s\nwant %s", got, tt.want)
			}
		})
	}
}

// The horizon may come from the command line alone.
func TestHorizonFromCommandLine(t *testing.T) {
	horizon := 5.0
	p := mustCompile(t, "session { end; }", frontend.Options{Run: frontend.RunOverrides{Horizon: &horizon}})
	if p.Horizon != 5 {
		t.Errorf("horizon %v", p.Horizon)
	}
}

// Paths in a program are relative to the file that names them.
func TestPaths(t *testing.T) {
	read := map[string]string{
		"dir/prog.sq":      "use \"lib/a.sq\";\nstage s : fifo;\nworkload { trace \"t.csv\"; }\nsession { run s (f ()); end; }\nrun { horizon 1; }\n",
		"dir/lib/a.sq":     "use \"../b.sq\";\nuse \"a.sq\";\ndef f () = g () + ~empirical (\"data.csv\", \"x\");\n",
		"dir/b.sq":         "def g () = 1;\nuse \"lib/a.sq\";\n",
		"dir/lib/data.csv": "x\n1\n",
	}
	reads := map[string]int{}
	r, found := frontend.Compile(frontend.Source{Name: "dir/prog.sq", Path: "dir/prog.sq", Text: []byte(read["dir/prog.sq"])}, frontend.Options{
		ReadFile: func(path string) ([]byte, error) {
			reads[path]++
			text, ok := read[path]
			if !ok {
				t.Errorf("read %s", path)
			}
			return []byte(text), nil
		},
	})
	if len(found) > 0 {
		t.Fatal(show(found, ""))
	}
	if *r.Program.Trace != "dir/t.csv" {
		t.Errorf("trace %s", *r.Program.Trace)
	}
	for path, n := range reads {
		if n != 1 {
			t.Errorf("%s was read %d times", path, n)
		}
	}
}
