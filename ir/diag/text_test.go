package diag

import (
	"encoding/json"
	"strings"
	"testing"
)

func text(t *testing.T, d Diagnostic, source string) string {
	t.Helper()
	var b strings.Builder
	err := List{d}.WriteText(&b, func(file string) ([]byte, bool) { return []byte(source), file == "a.sq" })
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteText(t *testing.T) {
	at := func(line, col, endLine, endCol int) Diagnostic {
		return Diagnostic{Code: "SQ0203", Severity: Error, Summary: `unknown stage "cpuu"`,
			Span: Span{"a.sq", line, col, endLine, endCol}}
	}
	const head = `error: unknown stage "cpuu" [SQ0203]` + "\n"
	tests := []struct {
		name   string
		d      Diagnostic
		source string
		want   string
	}{
		{"span", at(2, 5, 2, 9), "x\nrun cpuu (1);\ny", "a.sq:2:5: " + head + "   2 | run cpuu (1);\n     |     ^~~~\n"},
		{"point", at(1, 3, 0, 0), "run cpuu", "a.sq:1:3: " + head + "   1 | run cpuu\n     |   ^\n"},
		{"tabs", at(1, 3, 1, 5), "\t\tab\t;", "a.sq:1:3: " + head + "   1 | \t\tab\t;\n     | \t\t^~\n"},
		{"characters, not bytes", at(1, 3, 1, 5), "éø ab", "a.sq:1:3: " + head + "   1 | éø ab\n     |   ^~\n"},
		{"several lines", at(1, 3, 3, 2), "abcd\nefgh\nijkl", "a.sq:1:3: " + head + "   1 | abcd\n     |   ^~\n"},
		{"clipped", at(1, 3, 1, 99), "abcd", "a.sq:1:3: " + head + "   1 | abcd\n     |   ^~\n"},
		{"end of line", at(1, 5, 1, 5), "abcd\n", "a.sq:1:5: " + head + "   1 | abcd\n     |     ^\n"},
		{"end of file", at(2, 1, 0, 0), "abcd\n", "a.sq:2:1: " + head + "   2 | \n     | ^\n"},
		{"carriage return", at(1, 1, 1, 3), "ab\r\ncd", "a.sq:1:1: " + head + "   1 | ab\n     | ^~\n"},
		{"past the file", at(9, 1, 0, 0), "abcd\n", "a.sq:9:1: " + head},
		{"control characters", at(1, 2, 1, 3), "\x1b[1m", "a.sq:1:2: " + head + "   1 | �[1m\n     |  ^\n"},
		{"no source", Diagnostic{Code: "SQ0203", Severity: Error, Summary: `unknown stage "cpuu"`, Span: Span{File: "b.sq", Line: 1, Col: 1}}, "", "b.sq:1:1: " + head},
		{"pointer, hint and notes", Diagnostic{Code: "SQ0403", Severity: Warning, Summary: "s", Hint: "H.", Span: Span{File: "-"},
			Pointer: "blocks[3][1].Run", Notes: []Note{{"first here", Span{"a.sq", 1, 1, 1, 3}}, {Text: "bare"}}}, "ab",
			"-: warning: s [SQ0403]\n    at blocks[3][1].Run\n    hint: H.\n    note: a.sq:1:1: first here\n   1 | ab\n     | ^~\n    note: bare\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := text(t, tt.d, tt.source); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// A long line is shown in part, with the place inside the part and the caret under it.
func TestWriteTextLongLine(t *testing.T) {
	line := strings.Repeat("x", 1_000_000) + "BAD" + strings.Repeat("y", 1_000_000)
	d := Diagnostic{Code: "SQ0101", Severity: Error, Summary: "s", Span: Span{"a.sq", 1, 1_000_001, 1, 1_000_004}}
	rows := strings.Split(text(t, d, line), "\n")
	if len(rows) < 3 || len(rows[1]) > 200 {
		t.Fatalf("the excerpt is not short: %d rows", len(rows))
	}
	shown, marks := []rune(rows[1]), []rune(rows[2])
	var under []rune
	for i, m := range marks {
		if m == '^' || m == '~' {
			under = append(under, shown[i])
		}
	}
	if string(under) != "BAD" {
		t.Errorf("marked %q, want BAD, in\n%s\n%s", string(under), rows[1], rows[2])
	}
	if !strings.HasPrefix(rows[1], "   1 | …") || !strings.HasSuffix(rows[1], "…") {
		t.Errorf("the cut ends are not marked: %s", rows[1])
	}
}

func TestWriteJSON(t *testing.T) {
	l := List{
		{Code: "SQ0203", Severity: Error, Summary: "a < b", Hint: "h", Span: Span{"a.sq", 2, 5, 2, 9},
			Notes: []Note{{"n", Span{"b.sq", 1, 1, 0, 0}}}},
		{Code: "SQ0401", Severity: Warning, Summary: "m", Pointer: "blocks[0]"},
	}
	var b strings.Builder
	if err := l.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	want := `{"code":"SQ0203","severity":"error","message":"a < b","location":{"file":"a.sq","line":2,"column":5},` +
		`"end":{"file":"a.sq","line":2,"column":9},"hint":"h","related":[{"message":"n","location":{"file":"b.sq","line":1,"column":1}}]}` + "\n" +
		`{"code":"SQ0401","severity":"warning","message":"m","pointer":"blocks[0]"}` + "\n"
	if b.String() != want {
		t.Errorf("got  %s\nwant %s", b.String(), want)
	}
	for line := range strings.Lines(b.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

func TestSuggest(t *testing.T) {
	known := []string{"cap", "block", "evict", "preempt", "admit_via", "Lru", "cached", "computed"}
	for word, want := range map[string]string{
		"capp": "cap", "cpa": "cap", "CAP": "cap", "lru": "Lru", "admitvia": "admit_via", "prempt": "preempt",
		"evitc": "evict", "comptued": "computed", "": "", "x": "", "horizon": "", "warmup": "", "xxxxx": "", "cap": "",
		strings.Repeat("cap", 1000): "",
	} {
		if got := Suggest(word, known); got != want {
			t.Errorf("Suggest(%.20q) = %q, want %q", word, got, want)
		}
	}
	if got := Suggest("kw", []string{"ku", "kv"}); got != "ku" {
		t.Errorf("of two equally close candidates got %q, want the first", got)
	}
}
