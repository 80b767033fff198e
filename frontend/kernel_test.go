package frontend_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir"
	"serq/ir/diag"
	"serq/ir/link"
)

// kernelOf writes a program without sugar and demands that it compiles to the same
// IR. It returns nothing where there is no such text.
func kernelOf(t *testing.T, name, text string, opts frontend.Options) (string, diag.List) {
	t.Helper()
	r := compiled(t, name, text, opts)
	written, found := r.Kernel("")
	if len(found) > 0 {
		return "", found
	}
	again := compiled(t, "", written, frontend.Options{ReadFile: opts.ReadFile})
	r.Program.Source, again.Program.Source = nil, nil
	if want, got := ir.Encode(r.Program), ir.Encode(again.Program); !bytes.Equal(want, got) {
		t.Fatalf("%s\nis written\n%s\nand its IR was\n%s\nand is\n%s", text, written, want, got)
	}
	laidOut, found := frontend.Format(frontend.Source{Text: []byte(written)})
	if len(found) > 0 || laidOut != written {
		t.Fatalf("not in the canonical layout:\n%s", written)
	}
	return written, nil
}

// compiled compiles a program without errors; path is where it lies.
func compiled(t *testing.T, path, text string, opts frontend.Options) *frontend.Result {
	t.Helper()
	r, found := frontend.Compile(frontend.Source{Name: "test.sq", Path: path, Text: []byte(text)}, opts)
	found = append(found, r.Judge(link.Check(r.Program, r.Locate))...)
	if len(found) > 0 {
		t.Fatalf("%s\n%s", show(found, text), text)
	}
	return r
}

func TestKernel(t *testing.T) {
	for _, pattern := range []string{"testdata/programs/*.sq", "testdata/cases/*/*.sq", "../examples/*/*.sq"} {
		for _, name := range caseFiles(t, pattern) {
			if strings.Contains(name, "/errors/") || strings.Contains(name, "/lib/") {
				continue
			}
			t.Run(name, func(t *testing.T) {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if _, found := kernelOf(t, name, string(text), frontend.Options{ReadFile: os.ReadFile}); len(found) > 0 {
					t.Error(show(found, string(text)))
				}
			})
		}
	}
}

// The kernel of a program with all sugar, to the letter.
func TestKernelGolden(t *testing.T) {
	const name = "testdata/programs/two-sides.sq"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	written, found := kernelOf(t, name, string(text), frontend.Options{ReadFile: os.ReadFile})
	if len(found) > 0 {
		t.Fatal(show(found, string(text)))
	}
	golden(t, "testdata/kernel.sq", []byte(written))
}

// What has more than one way to be said, or only one that is not the obvious.
func TestKernelOf(t *testing.T) {
	session := func(s string) string {
		return "pool kv { cap 9; }\npool kvs[1] { }\nstage s : fifo;\nstage prefill : step { cost 1; }\nstage q.nic[1] : ps(1);\n" + s + "\nrun { horizon 1; }\n"
	}
	tests := []struct{ name, text, want string }{
		{"a constant below zero", session("let a = -1; session { set x = a; set y = a + -1; run s (1); }"), "let minus_1 = -1;\n"},
		{"its name is taken", session("let a = -1; session { set minus_1 = a; run s (minus_1 + 1); }"), "set minus_1 = minus_1_;"},
		{"constants alike", session("let a = -1e-7; let b = -1e22; session { set x = a; set y = b; set z = -0 * a; run s (1); }"), "let minus_1e_22 = -1e+22;\n"},
		{"names alike", session("let a = -1e-22; let b = -1e22; session { set x = a; set y = b; run s (1); }"), "let minus_1e_22_ = -1e+22;\n"},
		{"-0", session("let a = -0; session { set x = a; run s (1); }"), "set x = 0;"},
		{"-inf", session("let a = -inf; session { set x = -inf; set y = a; run s (1); }"), "set x = -inf;\n  set y = minus_inf;"},
		{"a family of one", session("session { hold kvs[0] (1) { run q.nic[0] (1); } }"), "stage q.nic[1] : ps(1);"},
		{"a stage called like a mode", session("session { run prefill decode (1); run prefill prefill (1); }"), "run prefill decode (1);\n  run prefill prefill (1);"},
		{"dotted names", session("workload { init { set q.known = 1; } hidden q.known; } session { run s (q.known); }"), "hidden q.known;"},
		{"min of min", session("session { set x = min (min (1, 2), 3, min (4, 5)); run s (1); }"), "min(1, 2, 3, min(4, 5))"},
		{"an operator of an operator", session("session { set x = 1 - (2 - 3) - -4 ^ -(5 ^ 6) ^ 7; set y = (1 < 2) == (3 ? 4 : 5); run s (1); }"),
			"1 - (2 - 3) - -4 ^ -(5 ^ 6) ^ 7;"},
		{"a draw in a power", session("session { set x = ~exp (1) ^ 2 * -~exp (2); run s (1); }"), "(~exp(1)) ^ 2 * -~exp(2)"},
		{"an empty else", session("session { branch (serial == 0) { run s (1); } else { } }"), "branch (serial == 0) { run s (1); }\n}"},
		{"nothing but the session", session("session { run s (1); }"), "session { run s (1); }\n"},
		{"decode first", session("stage e : step { cost 1; serve decode first; } session { run s (1); }"), "serve by (decoding ? 0 : 1);"},
		{"chunk inf", session("stage e : step { cost 1; chunk inf; budget 5; } session { run s (1); }"), "budget 5; cost 1; chunk inf;"},
		{"a hold's clauses", session("session { hold kv (1) reserve (2), kvs[0] (1) reuse (1) { run s (1); } cache (1) lease kv (3) }"),
			"hold kv (1) reserve (2), kvs[0] (1) reuse (1) { run s (1); } cache (1) lease kv (3);"},
		{"all of the run", "stage s : fifo; workload { arrive poisson(2); } session { run s (1); } run { horizon 9; warmup 2; seed 3; arrivals 4; }",
			"run { horizon 9; warmup 2; seed 3; arrivals 4; }"},
		{"a queue", `queue P[1] : prefill { pool kv { cap 9; } serve fifo; prefill (n) { hold kv (n) { run (n); set known = n; mark ready; } lease kv (inf); } }
queue gw : gateway { route { P[0].prefill (2); observe t = P.ready + P.known; } }
workload { arrive batch(1); session { request gw; end; } }
run { horizon 20; }`, `pool P.kv[1] { cap 9; }
stage P[1] : fifo;
workload { arrive batch(1); }
session {
  hold P.kv[0] (2) {
    run P[0] (2);
    set P.known = 2;
    set P.ready = now;
  } lease P.kv[0] (inf);
  observe t = P.ready + P.known;
  end;
}
run { horizon 20; }
`},
		{"a long sum", session("session { set x = sum i in 4_096 (i); run s (1); }"), "+ 4095;"},
		{"a long minimum", session("session { set x = min i in 4_096 (i); run s (1); }"), ", 4095);"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			written, found := kernelOf(t, "", tt.text, frontend.Options{})
			if len(found) > 0 || !strings.Contains(written, tt.want) {
				t.Errorf("%s%s\nis written\n%s\nwithout %s", show(found, tt.text), tt.text, written, tt.want)
			}
		})
	}
}

// Paths are relative to where the text will lie.
func TestKernelPaths(t *testing.T) {
	whole, err := filepath.Abs("testdata/programs/lengths.csv")
	if err != nil {
		t.Fatal(err)
	}
	const program = `stage s : fifo; workload { arrive batch(1); trace "T"; } session { turn; run s (~empirical("F", "prompt")); } run { horizon 1; }`
	tests := []struct{ path, dir, trace, want, wantTrace string }{
		{"testdata/programs/p.sq", "", "day.csv", "testdata/programs/lengths.csv", "testdata/programs/day.csv"},
		{"testdata/programs/p.sq", "testdata/programs", "day.csv", "lengths.csv", "day.csv"},
		{"testdata/programs/p.sq", "other", "../day.csv", "../testdata/programs/lengths.csv", "../testdata/day.csv"},
		{"testdata/programs/p.sq", "other", "/data/day.csv", "../testdata/programs/lengths.csv", "/data/day.csv"},
		{"testdata/programs/p.sq", filepath.Dir(whole) + "/x", "day.csv", "../lengths.csv", "../day.csv"},
	}
	for _, tt := range tests {
		text := strings.NewReplacer("T", tt.trace, "F", "lengths.csv").Replace(program)
		r := compiled(t, tt.path, text, frontend.Options{ReadFile: os.ReadFile})
		written, found := r.Kernel(tt.dir)
		if len(found) > 0 || !strings.Contains(written, `("`+tt.want+`", "prompt")`) || !strings.Contains(written, `trace "`+tt.wantTrace+`";`) {
			t.Errorf("%+v: %s%s", tt, show(found, ""), written)
		}
	}
}

// What there is no text for.
func TestNoKernel(t *testing.T) {
	deep := "def d0 (x) = x;\n"
	for i := range 4 {
		deep += strings.NewReplacer("A", string(rune('0'+i+1)), "B", string(rune('0'+i))).Replace(
			"def dA (x) = dB (" + strings.Repeat("1 - (", 280) + "x" + strings.Repeat(")", 280) + ");\n")
	}
	text := deep + "stage s : fifo;\nsession { set y = 1; run s (d4 (y)); }\nrun { horizon 1; }\n"
	_, found := kernelOf(t, "", text, frontend.Options{})
	if len(found) != 1 || found[0].Code != diag.NoText || !strings.Contains(found[0].Summary, "nested more than 1000 levels deep") {
		t.Errorf("%v", found)
	}
	r := compiled(t, "", "stage s : fifo; workload { arrive batch(1); trace \"a\"; } session { turn; run s (1); } run { horizon 1; }",
		frontend.Options{Trace: "a\"b.csv"})
	if _, found := r.Kernel(""); len(found) != 1 || found[0].Code != diag.NoText || found[0].Span.Line != 1 || found[0].Pointer != "" {
		t.Errorf("%v", found)
	}
}

func FuzzKernel(f *testing.F) {
	for _, pattern := range []string{"testdata/cases/*/*.sq", "testdata/programs/*.sq", "../examples/*/*.sq"} {
		for _, name := range caseFiles(f, pattern) {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 10_000 {
			return
		}
		r, found := frontend.Compile(frontend.Source{Name: "test.sq", Text: []byte(text)}, frontend.Options{ReadFile: readFile})
		if len(found) > 0 || link.Check(r.Program, r.Locate).HasErrors() || len(r.Program.Blocks) > 10_000 {
			return
		}
		kernelOf(t, "", text, frontend.Options{ReadFile: readFile})
	})
}
