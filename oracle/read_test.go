package oracle

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/ir/diag"
	"serq/ir/result"
)

func TestReadFile(t *testing.T) {
	f, found := ReadFile([]byte(`{"program": "mm1.sq", "args": ["--seed", "2"], "source": "by hand", "expect": [
		{"path": "run.end", "value": 10, "abs": 0}, {"path": "pools.kv.mean_wait", "value": null, "rel": 0.5},
		{"path": "observes.x.mean", "value": 2, "ci": true}, {"path": "run.partial", "value": false, "abs": 0}]}`))
	if found != nil {
		t.Fatal(found)
	}
	if e := f.Expect; len(e) != 4 || e[0].Value != 10.0 || *e[0].Abs != 0 || e[1].Value != nil || *e[1].Rel != 0.5 || !e[2].CI || e[3].Value != false {
		t.Errorf("got %+v", e)
	}
	if f.NeedsDump() {
		t.Error("no sample needs a dump")
	}
}

func TestReadFileRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		code       diag.Code
		pointer    string
		says       string
	}{
		{"an ending", `{"program": "a.sq"`, diag.OracleJSON, "", "neither a report nor an oracle file"},
		{"an unknown field", `{"program": "a.sq", "expect": [], "source": "x", "expected": []}`, diag.OracleShape, "", "expected"},
		{"a number out of range", `{"program": "a.sq", "expect": [{"path": "run.end", "value": 1e999, "abs": 0}], "source": "x"}`,
			diag.OracleJSON, "", "number 1e999 is out of range"},
		{"a key twice", `{"program": 1, "program": "a.sq", "expect": [], "source": "x"}`, diag.OracleJSON, "", "\"program\" stands twice"},
		{"no tolerance", `{"program": "a.sq", "expect": [{"path": "run.end", "value": 1}], "source": "x"}`,
			diag.OracleTolerance, "expect[0]", "run.end has 0"},
		{"two tolerances", `{"program": "a.sq", "expect": [{"path": "run.end", "value": 1, "abs": 1, "rel": 1}], "source": "x"}`,
			diag.OracleTolerance, "expect[0]", "run.end has 2"},
		{"nothing", `{"program": "a.sq", "expect": [], "source": "x"}`, diag.OracleEmpty, "expect", "no figure"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, found := ReadFile([]byte(tt.text))
			if f != nil || len(found) != 1 {
				t.Fatalf("got %v, %v", f, found)
			}
			if d := found[0]; d.Code != tt.code || d.Pointer != tt.pointer || !strings.Contains(d.Summary, tt.says) {
				t.Errorf("got %s at %q: %s", d.Code, d.Pointer, d.Summary)
			}
		})
	}
	_, found := ReadFile([]byte(`{"program": "a.sq", "expect": [], "source": "x", "same_report_as": "b.sq"}`))
	if len(found) != 1 || !strings.Contains(found[0].Hint, "b.sq") {
		t.Errorf("no hint at the other program: %v", found)
	}
}

func TestReadRename(t *testing.T) {
	m, found := ReadRename([]byte(`{"nicP": "P.nic", "P": "nicP"}`))
	if found != nil || len(m) != 2 || m["nicP"] != "P.nic" {
		t.Errorf("got %v, %v", m, found)
	}
	for _, text := range []string{`{"a": "x", "b": "x"}`, `{"a": 1}`, `null`, `[]`, `{`, `{"a": "x", "a": "y"}`} {
		if m, found := ReadRename([]byte(text)); m != nil || !found.HasErrors() || found[0].Code != diag.RenameShape {
			t.Errorf("%s gave %v, %v", text, m, found)
		}
	}
}

// TestExamples reads the example of each code of this package and of reports.
func TestExamples(t *testing.T) {
	dump := func(text string) diag.List {
		_, err := dumpOf(t, "x.csv", text).Samples("x")
		wrong, _ := err.(InputError)
		return diag.List{diag.Diagnostic(wrong)}
	}
	for code, read := range map[diag.Code]func(text string) diag.List{
		diag.ReportJSON: readReport, diag.ReportVersion: readReport, diag.ReportShape: readReport,
		diag.OracleJSON: readOracle, diag.OracleShape: readOracle, diag.OracleTolerance: readOracle, diag.OracleEmpty: readOracle,
		diag.RenameShape: func(text string) diag.List { _, found := ReadRename([]byte(text)); return found },
		diag.DumpRow:     dump,
	} {
		x, ok := diag.Explain(code)
		if !ok {
			t.Errorf("%s has no explanation", code)
			continue
		}
		found := read(x.Example)
		if len(found) == 0 {
			t.Errorf("the example of %s is accepted", code)
		}
		for _, d := range found {
			if d.Code != code {
				t.Errorf("the example of %s gives %s: %s", code, d.Code, d.Summary)
			}
		}
	}
}

func readReport(text string) diag.List { _, found := result.Read([]byte(text)); return found }
func readOracle(text string) diag.List { _, found := ReadFile([]byte(text)); return found }

// TestCaseFiles demands that the oracle files of the cases are such.
func TestCaseFiles(t *testing.T) {
	for _, folder := range []string{"flows", "pools", "stages", "stats", "step"} {
		names, _ := filepath.Glob(filepath.Join("testdata", "cases", folder, "*.json"))
		if len(names) == 0 {
			t.Errorf("no cases in %s", folder)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, found := ReadFile(data); found != nil {
				t.Errorf("%s: %v", name, found)
			}
		}
	}
}

// FuzzReadFile demands that what is accepted can be checked.
func FuzzReadFile(f *testing.F) {
	f.Add([]byte(`{"program": "a.sq", "expect": [{"path": "samples.ttft[0]", "value": 1, "abs": 1}], "source": "x"}`))
	f.Add([]byte(`{"program": "a.sq", "expect": [{"path": "observes.ttft.mean", "value": "x", "ci": true}], "source": "x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, found := ReadFile(data)
		if (file == nil) != found.HasErrors() {
			t.Fatalf("%v with %v", file, found)
		}
		if file == nil {
			return
		}
		dump := &Dump{values: map[string][]float64{"ttft": {1}}}
		differences, err := file.Check(report(), dump, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range differences {
			if _, err := json.Marshal(d); err != nil || d.String() == "" {
				t.Errorf("%+v cannot be shown: %v", d, err)
			}
		}
	})
}
