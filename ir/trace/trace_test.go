package trace

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"serq/ir/diag"
)

func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		want       *Corpus
	}{
		{"two sessions", "session,turn,new,out,think\na,1,812,95,4.5\na,2,64,230,0\nb,1,1400,12,1e-3\n",
			&Corpus{Sessions: [][]Row{{{New: 812, Out: 95, Think: 4.5}, {New: 64, Out: 230}}, {{New: 1400, Out: 12, Think: 0.001}}}}},
		{"columns in another order, forced", "forced,think,out,new,turn,session\n1,2,3,4,0,7\n0,2,3,4,5,7\n",
			&Corpus{HasForced: true, Sessions: [][]Row{{{New: 4, Out: 3, Think: 2, Forced: 1}, {New: 4, Out: 3, Think: 2}}}}},
		{"carriage returns, a byte order mark, blank lines, no newline at the end",
			"\ufeffsession,turn,new,out,think\r\n\r\n1,1,2,3,4\r\n\r\n2,1,5,6,7",
			&Corpus{Sessions: [][]Row{{{New: 2, Out: 3, Think: 4}}, {{New: 5, Out: 6, Think: 7}}}}},
		{"quoted cells, a comma in a name, spaces about numbers", "session,turn,\"new\",out,think\n\"a,b\",1,\"2\", 3 ,4\n\"a,b\",2,1,1,1\n",
			&Corpus{Sessions: [][]Row{{{New: 2, Out: 3, Think: 4}, {New: 1, Out: 1, Think: 1}}}}},
		{"sixteen digits go through the general reader", "session,turn,new,out,think\n1,1,1234567890123456,0,0\n",
			&Corpus{Sessions: [][]Row{{{New: 1234567890123456}}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, found := Read(strings.NewReader(test.text), "t.csv")
			if len(found) != 0 {
				t.Fatalf("found %v", found)
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("corpus (-want +got):\n%s", d)
			}
		})
	}
}

// TestReadRefuses gives each fault its code, line and column.
func TestReadRefuses(t *testing.T) {
	const head = "session,turn,new,out,think\n"
	tests := []struct{ name, text, want string }{
		{"nothing", "", "SQ0601 1:1 the trace is empty"},
		{"missing columns", "session,turn,new\n1,1,1\n", "SQ0601 1:1 the header does not name out, think"},
		{"a column twice", "session,turn,new,new,out,think\n", "SQ0601 1:1 the header names new twice"},
		{"no rows", head, "SQ0604 1:1 the trace has no rows"},
		{"too few cells", head + "1,1,2,3\n", "SQ0602 2:1 the line has 4 cells and the header 5"},
		{"negative", head + "1,1,2,-3,0\n", `SQ0602 2:7 out is a finite number of at least 0, not "-3"`},
		{"not a number", head + "1,1,x,3,0\n", `SQ0602 2:5 new is a finite number of at least 0, not "x"`},
		{"empty cell", head + "1,1,1,3,\n", `SQ0602 2:9 think is a finite number of at least 0, not ""`},
		{"infinite", head + "1,1,1,3,inf\n", `SQ0602 2:9 think is a finite number of at least 0, not "inf"`},
		{"NaN", head + "1,1,1,3,NaN\n", `SQ0602 2:9 think is a finite number of at least 0, not "NaN"`},
		{"half a turn", head + "1,1.5,1,3,0\n", "SQ0602 2:3 turn is a whole number, not 1.5"},
		{"forced", "session,turn,new,out,think,forced\n1,1,1,1,1,2\n", "SQ0602 2:11 forced is 0 or 1, not 2"},
		{"no session", head + ",1,1,3,0\n", "SQ0602 2:1 a session has no name"},
		{"quotation", head + "\"a,1,1,3,0\n", `SQ0602 2:1 a broken quotation: extraneous or missing " in quoted-field`},
		{"a session in two places", head + "a,1,1,1,1\nb,1,1,1,1\na,2,1,1,1\n",
			"SQ0603 4:1 session a stands in two places: its first row is on line 2"},
		{"turns out of order", head + "a,2,1,1,1\na,1,1,1,1\n", "SQ0603 3:3 turn 1 of session a stands after its turn 2"},
		{"a turn twice", head + "a,1,1,1,1\n\na,1,1,1,1\n", "SQ0603 4:3 turn 1 of session a stands after its turn 1"},
		{"columns count characters", head + "äöü,1,1,x,1\n", `SQ0602 2:9 out is a finite number of at least 0, not "x"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, found := Read(strings.NewReader(test.text), "t.csv")
			if len(found) != 1 {
				t.Fatalf("found %v, want one diagnostic", found)
			}
			d := found[0]
			if got := fmt.Sprintf("%s %d:%d %s", d.Code, d.Span.Line, d.Span.Col, d.Summary); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if d.Span.File != "t.csv" || c != nil {
				t.Errorf("file %q, corpus %v", d.Span.File, c)
			}
		})
	}
}

func TestReadWarnsOfOtherColumns(t *testing.T) {
	c, found := Read(strings.NewReader("session,turn,new,out,think,forcd\na,1,1,1,1,1\n"), "t.csv")
	if c == nil || len(found) != 1 || found[0].Severity != diag.Warning || found[0].Span.Col != 28 {
		t.Errorf("corpus %v, found %+v", c, found)
	}
}

// TestReadReportsEveryLine: one wrong line does not hide the next, up to a bound.
func TestReadReportsEveryLine(t *testing.T) {
	_, found := Read(strings.NewReader("session,turn,new,out,think\na,1,x,y,1\nb,1,1,1\n"), "t.csv")
	if len(found) != 3 {
		t.Errorf("found %d, want 3: %v", len(found), found)
	}
	_, found = Read(strings.NewReader("session,turn,new,out,think\n"+strings.Repeat("no,trace\n", 1000)), "t.csv")
	if len(found) != maxErrors {
		t.Errorf("found %d, want %d", len(found), maxErrors)
	}
}

// TestReadIsBounded: an endless line is refused, not read to its end.
func TestReadIsBounded(t *testing.T) {
	for _, start := range []string{"", "session,turn,new,out,think\n", "session,turn,new,out,think\n\""} {
		_, found := Read(io.MultiReader(strings.NewReader(start), zeros{}), "t.csv")
		if len(found) != 1 || found[0].Code != diag.TraceTooLarge || found[0].Span.Line != 1+strings.Count(start, "\n") {
			t.Errorf("after %q: found %v", start, found)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestReadFails(t *testing.T) {
	r := io.MultiReader(strings.NewReader("session,turn,new,out,think\na,1,1,1,1\n"), iotest.ErrReader(errors.New("disk on fire")))
	c, found := Read(r, "t.csv")
	if c != nil || len(found) != 1 || found[0].Code != diag.TraceUnreadable || !strings.Contains(found[0].Summary, "disk on fire") {
		t.Errorf("corpus %v, found %v", c, found)
	}
}

// TestExamples: the example of a code shows that code.
func TestExamples(t *testing.T) {
	for code, e := range diag.Explanations {
		if code < "SQ0601" || code > "SQ0619" || e.Example == "" {
			continue
		}
		if _, found := Read(strings.NewReader(e.Example), "t.csv"); len(found) != 1 || found[0].Code != code {
			t.Errorf("%s: found %v", code, found)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("session,turn,new,out,think\na,1,1,1,1\n")
	f.Add("\ufeffsession,turn,new,out,think,forced\r\n\"a\",1,1,1,1,0\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, found := Read(strings.NewReader(text), "t.csv")
		if (c == nil) != found.HasErrors() {
			t.Fatalf("corpus %v, found %v", c, found)
		}
		for _, d := range found {
			if d.Span.Line < 1 || d.Span.Col < 1 || d.Span.Line > strings.Count(text, "\n")+1 {
				t.Errorf("span %v outside the file", d.Span)
			}
		}
		if c == nil {
			return
		}
		for _, s := range c.Sessions {
			if len(s) == 0 {
				t.Error("a session without turns")
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	text.WriteString("session,turn,new,out,think\n")
	const rows = 100_000
	for i := range rows {
		fmt.Fprintf(&text, "%d,%d,%d,%d,%.3f\n", i/4, i%4, i%5000, i%300, float64(i%977)/7)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, found := Read(strings.NewReader(text.String()), "t.csv"); len(found) != 0 {
			b.Fatal(found)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
}
