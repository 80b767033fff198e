package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestExamples sends every example through the whole pipe, twice, the second time
// without the fast path of its engines and without a page: the reports have the same bytes. What comes out is compared with the goldens, with what is known
// about the model (PROGRAM.oracle.json, if it is there), and with the formulas, if
// there are any for the program. The folder lib has libraries, which the programs use.
func TestExamples(t *testing.T) {
	programs, err := filepath.Glob("../examples/*/*.sq")
	if err != nil || len(programs) == 0 {
		t.Fatalf("%d examples, %v", len(programs), err)
	}
	for _, path := range programs {
		dir, file := filepath.Split(path)
		if filepath.Base(dir) == "lib" {
			continue
		}
		name := strings.TrimSuffix(file, ".sq")
		t.Run(filepath.Base(dir)+"/"+name, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(dir + "README.md"); err != nil {
				t.Error("an example has a README")
			}
			out := t.TempDir()
			dump, compiled, report := filepath.Join(out, "dump"), filepath.Join(out, "ir.json"), filepath.Join(out, "report.json")
			program := mustShell(t, dir, "serqc "+file+" --strip -o "+compiled+"; cat "+compiled)
			run := "serqc " + file + " | serqlink | serqsim --json --dump " + dump
			page := filepath.Join(out, "page.html")
			first := mustShell(t, dir, run+" --html "+page)
			if info, err := os.Stat(page); err != nil || info.Size() >= 2<<20 {
				t.Errorf("the page: %v, %v", info, err)
			}
			if second := mustShell(t, dir, run+" --plain-loop"); !bytes.Equal(first, second) {
				t.Error("another run, with the plain loop, gave another report")
			}
			if err := os.WriteFile(report, first, 0o666); err != nil {
				t.Fatal(err)
			}
			golden := newGolden(t, filepath.Base(dir), name)
			golden.compareIR(t, program)
			golden.compareReport(t, report, first)
			if _, err := os.Stat(dir + name + ".oracle.json"); err == nil {
				mustShell(t, dir, "serqdiff "+name+".oracle.json "+report+" --dump "+dump)
			}
			_, stderr, err := shell(t, dir, "serqdiff --oracle auto "+compiled+" "+report)
			if err != nil && !bytes.Contains(stderr, []byte("[SQ0640]")) { // no formula applies
				t.Errorf("serqdiff --oracle auto: %v\n%s", err, stderr)
			}
		})
	}
}

// A golden is the files ../oracle/golden/EXAMPLE/PROGRAM.ir.json and .report.json,
// which SERQ_UPDATE=1 writes. stem is their common part.
type golden struct{ stem string }

func newGolden(t *testing.T, example, program string) golden {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "oracle", "golden", example))
	if err != nil {
		t.Fatal(err)
	}
	if update() {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return golden{filepath.Join(dir, program)}
}

// compareIR demands the same bytes: the normal form of a program is one.
func (g golden) compareIR(t *testing.T, program []byte) {
	t.Helper()
	name := g.stem + ".ir.json"
	if update() {
		if err := os.WriteFile(name, program, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || !bytes.Equal(program, want) {
		t.Errorf("the program compiles to another IR than %s (%v)", name, err)
	}
}

// compareReport lets serqdiff judge.
func (g golden) compareReport(t *testing.T, report string, data []byte) {
	t.Helper()
	name := g.stem + ".report.json"
	if update() {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mustShell(t, ".", "serqdiff "+comparison()+" "+name+" "+report)
}

// TestGoldensHaveExamples finds goldens whose example is gone.
func TestGoldensHaveExamples(t *testing.T) {
	goldens, err := filepath.Glob("../oracle/golden/*/*.json")
	if err != nil || len(goldens) == 0 {
		t.Fatalf("%d goldens, %v", len(goldens), err)
	}
	for _, path := range goldens {
		dir, file := filepath.Split(path)
		name := strings.TrimSuffix(strings.TrimSuffix(file, ".report.json"), ".ir.json")
		if _, err := os.Stat(filepath.Join("..", "examples", filepath.Base(dir), name+".sq")); err != nil {
			t.Errorf("%s is of no example", path)
		}
	}
}

// comparison is how closely a report must agree with one from an amd64 machine.
// Elsewhere the compiler may round x*y + z once instead of twice, and one last bit
// in a sum can make a queue take another course.
func comparison() string {
	if runtime.GOARCH == "amd64" {
		return ""
	}
	return "--statistical"
}

// mustShell runs a command line that must succeed, and returns its output.
func mustShell(t *testing.T, dir, line string) []byte {
	t.Helper()
	stdout, stderr, err := shell(t, dir, line)
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", line, err, stdout, stderr)
	}
	return stdout
}
