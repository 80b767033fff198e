package oracle_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"serq/ir/result"
	"serq/oracle"
)

// counts are the figures that two implementations must have exactly; the others
// differ in rounding.
var counts = map[string]bool{
	"events": true, "arrivals": true, "ended": true, "turns": true, "rejected": true, "count": true, "completed": true,
	"admissions": true, "evicted_entries": true, "preemptions": true, "spills": true, "stuck": true,
}

// Two implementations sum in different orders, so that figures agree to this.
const (
	generatedRel = 1e-6
	generatedAbs = 1e-9 // of figures near 0
)

// TestGenerated runs the generated programs and compares with what another
// implementation says of them.
func TestGenerated(t *testing.T) {
	for _, program := range cases(t, "random", ".ir.json") {
		name := strings.TrimSuffix(program, ".ir.json")
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			ir, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			reportFile, dump := simulate(t, ir)
			compareFigures(t, expectations(t, name+".report.json"), reportFile)
			compareSamples(t, name+".samples.csv", dump)
		})
	}
}

func compareFigures(t *testing.T, want *oracle.File, reportFile string) {
	t.Helper()
	data, err := os.ReadFile(reportFile)
	if err != nil {
		t.Fatal(err)
	}
	report, found := result.Read(data)
	if found.HasErrors() {
		t.Fatal(found)
	}
	differences, err := want.Check(report, nil, oracle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Error(d)
	}
}

// expectations makes an oracle file of a report's figures, of which there may be
// fewer than a report has.
func expectations(t *testing.T, name string) *oracle.File {
	t.Helper()
	var doc map[string]any
	readJSON(t, name, &doc)
	f := new(oracle.File)
	for _, part := range slices.Sorted(maps.Keys(doc)) {
		rows, isTable := doc[part].([]any)
		if !isTable {
			addFigures(f, part, doc[part].(map[string]any))
			continue
		}
		for _, r := range rows {
			row := r.(map[string]any)
			path := part + "." + row["name"].(string)
			if index, ok := row["index"].(float64); ok {
				path += fmt.Sprintf("[%v]", index)
			}
			delete(row, "name")
			delete(row, "index")
			if row["step"] == nil {
				delete(row, "step") // absent, which has no figure of its own
			}
			addFigures(f, path, row)
		}
	}
	if len(f.Expect) < 30 {
		t.Fatalf("%s has only %d figures", name, len(f.Expect))
	}
	return f
}

func addFigures(f *oracle.File, path string, figures map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(figures)) {
		path, v := path+"."+key, figures[key]
		if nested, ok := v.(map[string]any); ok {
			addFigures(f, path, nested)
			continue
		}
		tolerance := 0.0
		if x, ok := v.(float64); ok && !counts[key] {
			tolerance = generatedRel*math.Abs(x) + generatedAbs
		}
		f.Expect = append(f.Expect, oracle.Expectation{Path: path, Value: v, Abs: &tolerance})
	}
}

// A sampleRow is one row of a dump: time, turn, value.
type sampleRow [3]float64

// compareSamples compares each session's samples, in its order: sessions that
// act at one instant may do so in either order.
func compareSamples(t *testing.T, expected, dump string) {
	t.Helper()
	want := map[string]map[string][]sampleRow{} // by observation, then session
	for _, row := range readCSV(t, expected, "observation,time,session,turn,value") {
		if want[row[0]] == nil {
			want[row[0]] = map[string][]sampleRow{}
		}
		addSample(t, want[row[0]], row[1:])
	}
	for name, bySession := range want {
		got := map[string][]sampleRow{}
		for _, row := range readCSV(t, filepath.Join(dump, name+".csv"), "time,session,turn,value") {
			addSample(t, got, row)
		}
		if len(got) != len(bySession) {
			t.Errorf("%s has samples of %d sessions, want %d", name, len(got), len(bySession))
		}
		for session, rows := range bySession {
			if !slices.EqualFunc(rows, got[session], closeRows) {
				t.Errorf("%s of session %s (time, turn, value):\n got %v\nwant %v", name, session, got[session], rows)
			}
		}
	}
}

func closeRows(a, b sampleRow) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > generatedRel*math.Abs(a[i])+generatedAbs {
			return false
		}
	}
	return true
}

// addSample adds a row of time, session, turn, value.
func addSample(t *testing.T, to map[string][]sampleRow, row []string) {
	t.Helper()
	to[row[1]] = append(to[row[1]], sampleRow{number(t, row[0]), number(t, row[2]), number(t, row[3])})
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// readCSV returns the rows below a header.
func readCSV(t *testing.T, name, header string) [][]string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 || strings.Join(rows[0], ",") != header {
		t.Fatalf("%s: %v, want the header %s", name, err, header)
	}
	return rows[1:]
}
