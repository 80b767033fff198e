package schema

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"a": 1}`, ""},
		{" [1, 2]\n", ""},
		{``, "1:1: the document ends too early"},
		{"{\"a\": 1,\n", "2:1: the document ends too early"},
		{`{"a": [{"b": 1, "b": 2}]}`, `1:19: the key "b" stands twice in one object`},
		{`{"a": {"b": 1}, "c": {"b": 1}}`, ""},
		{`[1e99999999]`, "1:11: number 1e99999999 is out of range"},
		{`{"a": 1} {}`, "1:10: something follows the end of the document"},
		{"{\n  \"é\": nan}", "2:9: invalid character 'a' in literal null (expecting 'u')"},
	} {
		_, err := Parse([]byte(tt.text))
		got := ""
		if err != nil {
			got = fmt.Sprintf("%d:%d: %s", err.Line, err.Col, err.Msg)
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"program": "a.sq", "expect": [{"path": "run.end", "value": null, "abs": 0}], "source": "by hand"}`, ""},
		{`{"program": "a.sq", "expect": []}`, ": missing: 'source'"},
		{`{"program": "a.sq", "expect": [{"path": "run.end", "valeu": 3, "abs": -1}], "source": "x", "rename": {"a/b~ c": 1}}`,
			"expect[0]: missing: 'value'; expect[0]: unknown: 'valeu'; expect[0].abs: must be >= 0 but found -1; " +
				"rename.a/b~ c: expected string, but got number"},
		{`{"program": "a.sq", "expect": [], "source": "x", "d": 1, "b', 'c": 1, "a": 1, "e": 1, "c": 1}`, `: unknown: 'a', 'b\', \'c', 'c', 'd', 'e'`},
		{`[]`, ": expected object, but got array"},
	} {
		doc, err := Parse([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range Oracle.Check(doc) {
			got = append(got, v.Path+": "+v.Msg)
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, s, tt.want)
		}
	}
}

// Every embedded schema is a good one.
func TestSchemasCompile(t *testing.T) {
	for name, d := range map[string]Document{"IR": IR, "Report": Report, "Oracle": Oracle} {
		if len(d.Check(map[string]any{})) == 0 {
			t.Errorf("%s takes an empty object", name)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		document("ir.v8.schema.json").compile()
	}
}
