package oracle_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/oracle"
)

// TestCases runs programs whose figures are known, and lets serqdiff judge.
func TestCases(t *testing.T) {
	for _, folder := range []string{"flows", "pools", "queues", "stages", "step", "stats"} {
		for _, program := range cases(t, folder, ".sq") {
			name := strings.TrimSuffix(program, ".sq")
			t.Run(folder+"/"+filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				var file oracle.File
				readJSON(t, name+".json", &file)
				report, dump := simulate(t, mustRun(t, nil, "serqc", append([]string{program}, file.Args...)...))
				if o := run(t, nil, "serqdiff", name+".json", report, "--dump", dump); o.status != 0 {
					t.Errorf("serqdiff: exit status %d\n%s%s", o.status, o.stdout, o.stderr)
				}
				if file.SameReportAs != "" {
					testSpellings(t, program, file, "1", "7")
				}
			})
		}
	}
}

// testSpellings demands that two programs have the same report, to the last bit, once
// the names are read across: every count, observation, pool row and stage row.
func testSpellings(t *testing.T, program string, file oracle.File, seeds ...string) {
	t.Helper()
	names, err := json.Marshal(file.Rename)
	if err != nil {
		t.Fatal(err)
	}
	rename := filepath.Join(t.TempDir(), "rename.json")
	if err := os.WriteFile(rename, names, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, seed := range seeds {
		report := func(program string) string {
			path, _ := simulate(t, mustRun(t, nil, "serqc", program, "--seed", seed))
			return path
		}
		other := filepath.Join(filepath.Dir(program), file.SameReportAs)
		if o := run(t, nil, "serqdiff", report(program), report(other), "--rename", rename); o.status != 0 {
			t.Errorf("seed %s: exit status %d\n%s%s", seed, o.status, o.stdout, o.stderr)
		}
	}
}

// A refusal is what NAME.json expects of a program that is wrong.
type refusal struct {
	Program string
	Tool    string
	Exit    int
	Line    int      // 0 where Lines or Pointer is given
	Lines   []int    // each has a diagnostic
	Pointer string   // in IR, where no line is known
	Says    []string // each in the text of a diagnostic at one of the places
}

// A diagnostic is what --format json prints.
type diagnostic struct {
	Code, Severity, Message, Hint, Pointer string
	Location                               struct{ Line int }
	Related                                []struct{ Message string }
}

func (d diagnostic) text() string {
	s := d.Message + "\n" + d.Hint
	for _, r := range d.Related {
		s += "\n" + r.Message
	}
	return s
}

// TestErrors runs programs that must be refused.
func TestErrors(t *testing.T) {
	for _, folder := range []string{"errors", "errors-ir"} {
		for _, file := range cases(t, folder, ".json") {
			if strings.HasSuffix(file, ".ir.json") {
				continue // a program
			}
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			t.Run(folder+"/"+name, func(t *testing.T) {
				t.Parallel()
				testRefusal(t, file)
			})
		}
	}
}

func testRefusal(t *testing.T, file string) {
	var want refusal
	readJSON(t, file, &want)
	o := run(t, nil, want.Tool, "--format", "json", filepath.Join(filepath.Dir(file), want.Program))
	if o.status != want.Exit {
		t.Errorf("exit status %d, want %d", o.status, want.Exit)
	}
	if len(o.stdout) > 0 {
		t.Errorf("a refused program was written:\n%s", o.stdout)
	}
	want.judge(t, diagnostics(t, o.stderr))
}

// judge demands a diagnostic at every place, and every word at one of them.
func (want refusal) judge(t *testing.T, found []diagnostic) {
	t.Helper()
	lines := want.Lines
	if want.Line > 0 {
		lines = []int{want.Line}
	}
	var text strings.Builder
	at := func(place any, here func(d diagnostic) bool) {
		n := text.Len()
		for _, d := range found {
			if d.Severity == "error" && here(d) {
				text.WriteString(d.text() + "\n")
			}
		}
		if text.Len() == n {
			t.Errorf("no error at %v", place)
		}
	}
	for _, line := range lines {
		at(line, func(d diagnostic) bool { return d.Location.Line == line })
	}
	if want.Pointer != "" {
		at(want.Pointer, func(d diagnostic) bool { return d.Pointer == want.Pointer })
	}
	for _, word := range want.Says {
		if !strings.Contains(text.String(), word) {
			t.Errorf("nothing there says %q", word)
		}
	}
	if t.Failed() {
		t.Logf("found: %+v", found)
	}
}

// diagnostics reads JSON lines.
func diagnostics(t *testing.T, lines []byte) []diagnostic {
	t.Helper()
	var out []diagnostic
	for in := bufio.NewScanner(bytes.NewReader(lines)); in.Scan(); {
		var d diagnostic
		if err := json.Unmarshal(in.Bytes(), &d); err != nil {
			t.Fatalf("%s: %v", in.Bytes(), err)
		}
		out = append(out, d)
	}
	return out
}
