package frontend_test

import (
	"os"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir"
	"serq/ir/diag"
	"serq/ir/link"
)

// Whatever the text, compiling ends without a panic, every place lies within the
// file, and a program without errors has an IR that reads back the same.
func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"testdata/cases/*/*.sq", "testdata/programs/*.sq"} {
		for _, name := range caseFiles(f, pattern) {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	for _, name := range caseFiles(f, "testdata/errors*.sq") {
		errors, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range chunks(string(errors)) {
			f.Add(chunk)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, found := frontend.Compile(frontend.Source{Name: "test.sq", Text: []byte(text)}, frontend.Options{ReadFile: readFile})
		judged := r.Judge(link.Check(r.Program, r.Locate))
		for _, d := range append(found, judged...) {
			checkSpan(t, text, d.Span)
			for _, n := range d.Notes {
				checkSpan(t, text, n.Span)
			}
		}
		if len(found)+len(judged) > 0 {
			return
		}
		if len(r.Program.Blocks) > 10_000 || len(text) > 10_000 {
			return // what is left is slow and finds nothing
		}
		encoded := ir.Encode(r.Program)
		p, found := ir.Read(encoded)
		if len(found) > 0 {
			t.Fatalf("the IR is refused:\n%s\n%s", show(found, text), encoded)
		}
		if again := ir.Encode(p); string(again) != string(encoded) {
			t.Fatalf("the IR changes when it is read:\n%s\n%s", encoded, again)
		}
	})
}

// checkSpan demands that a place is a stretch of the text.
func checkSpan(t *testing.T, text string, s diag.Span) {
	t.Helper()
	if s.File != "test.sq" {
		return
	}
	lines := strings.Split(text, "\n")
	inside := func(line, col int) bool {
		return line >= 1 && line <= len(lines) && col >= 1 && col <= len([]rune(lines[line-1]))+1
	}
	if !inside(s.Line, s.Col) || !inside(s.EndLine, s.EndCol) || s.EndLine < s.Line || s.EndLine == s.Line && s.EndCol < s.Col {
		t.Fatalf("the span %+v is not in the text %q", s, text)
	}
}
