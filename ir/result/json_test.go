package result

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/ir/diag"
)

// document is a report as JSON.
func document(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWriteJSON(t *testing.T) {
	golden(t, "everything.json", string(document(t, everything())))
}

// TestRoundTrip demands that a report is read as it was written, to the bit.
func TestRoundTrip(t *testing.T) {
	awkward := everything()
	awkward.Run.MeanLive, awkward.Run.End = math.Nextafter(0.1, 1), math.MaxFloat64
	awkward.Observes[0].Mean, awkward.Observes[1].Mean = ptr(5e-324), ptr(math.Copysign(0, -1))
	replications := everything()
	replications.PerReplication = []Report{*everything(), *twoReads()}
	for name, r := range map[string]*Report{"everything": everything(), "two reads": twoReads(), "awkward": awkward, "replications": replications} {
		text := document(t, r)
		got, found := Read(text)
		if found != nil {
			t.Errorf("%s: %v", name, found)
			continue
		}
		if diff := cmp.Diff(text, document(t, got)); diff != "" {
			t.Errorf("%s changed (-written +read):\n%s", name, diff)
		}
		want := withLists(*r)
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("%s changed (-written +read):\n%s", name, diff)
		}
	}
}

func TestWriteJSONRefusesWhatJSONHasNot(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		r := twoReads()
		r.Run.MeanLive = x
		if WriteJSON(new(bytes.Buffer), r) == nil {
			t.Errorf("%v was written", x)
		}
	}
}

func TestWritingLeavesTheReportAlone(t *testing.T) {
	r := &Report{PerReplication: []Report{{}}}
	document(t, r)
	if r.Observes != nil || r.PerReplication[0].Notes != nil {
		t.Error("a list was filled in")
	}
}

func TestReadRefuses(t *testing.T) {
	good := string(document(t, everything()))
	if !Is([]byte(good)) {
		t.Error("a report is not taken for one")
	}
	for _, tt := range []struct {
		name, old, new string
		code           diag.Code
		pointer        string
		says           string
	}{
		{"another version first", `"report_version": 1`, `"report_version": 2, "new": []`, diag.ReportVersion, "report_version", "version 2"},
		{"no version", `"report_version": 1,`, ``, diag.ReportVersion, "report_version", "no report_version"},
		{"a text for a version", `"report_version": 1`, `"report_version": "1"`, diag.ReportVersion, "report_version", "no report_version"},
		{"an unknown field", `"ended"`, `"Ended"`, diag.ReportShape, "run", "unknown: 'Ended'"},
		{"a text for a number", `"mean_live": 12.3456`, `"mean_live": "12.3456"`, diag.ReportShape, "run.mean_live", "number"},
		{"half a count", `"turns": 3000`, `"turns": 3000.5`, diag.ReportShape, "run.turns", "3000.5"},
		{"half a session", `"session": 7`, `"session": 7.5`, diag.ReportShape, "pools[0].over_cap.session", "integer"},
		{"a negative count", `"turns": 3000`, `"turns": -1`, diag.ReportShape, "run.turns", ">= 0"},
		{"null where there is always a number", `"mean_live": 12.3456`, `"mean_live": null`, diag.ReportShape, "run.mean_live", "null"},
		{"a kind that does not exist", `"kind": "step"`, `"kind": "loop"`, diag.ReportShape, "stages[2].kind", `"step"`},
		{"a field of a nested object", `"queue": "kv"`, `"kew": "kv"`, diag.ReportShape, "pools[0].over_cap", "queue"},
		{"a number beyond float64", `"mean_live": 12.3456`, `"mean_live": 1e99999999`, diag.ReportJSON, "", "number 1e99999999 is out of range"},
		{"a serial number beyond int64", `"session": 7`, `"session": 1e300`, diag.ReportShape, "", "session"},
		{"a broken end", "\n}\n", "\n", diag.ReportJSON, "", "ends too early"},
		{"two documents", "\n}\n", "\n}\n{}", diag.ReportJSON, "", "follows"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(good, tt.old) {
				t.Fatalf("the report has no %s", tt.old)
			}
			r, found := Read([]byte(strings.Replace(good, tt.old, tt.new, 1)))
			if r != nil || !found.HasErrors() {
				t.Fatal("it was taken")
			}
			if !slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
				return d.Code == tt.code && d.Pointer == tt.pointer && strings.Contains(d.Summary, tt.says)
			}) {
				t.Errorf("got %v", found)
			}
		})
	}
}

// FuzzRead demands that what is read can be written, and is then read as the same.
func FuzzRead(f *testing.F) {
	for _, r := range []*Report{everything(), twoReads()} {
		var b bytes.Buffer
		if err := WriteJSON(&b, r); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, found := Read(data)
		if (r == nil) != found.HasErrors() {
			t.Fatalf("%v with %v", r, found)
		}
		if r == nil {
			return
		}
		again, found := Read(document(t, r))
		if diff := cmp.Diff(r, again); diff != "" || found != nil {
			t.Errorf("%v\n%s", found, diff)
		}
		if err := WriteText(new(bytes.Buffer), r); err != nil {
			t.Error(err)
		}
	})
}
