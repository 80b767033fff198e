package frontend_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir"
	"serq/ir/diag"
	"serq/ir/link"
)

// files are what the programs of tests name: the paths of ReadFile.
var files = map[string]string{
	"stages.sq":   "stage s : fifo;\n",
	"lengths.csv": "prompt,output\n30,3\n10,1\n20,2\n",
	"lib/defs.sq": "def shortest (n, family) { choose i in n by (queued (family[i])); }\ndef blend (a, b) = a + b;\n",
}

func readFile(path string) ([]byte, error) {
	if text, ok := files[path]; ok {
		return []byte(text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// compile compiles and links as serqc does.
func compile(text string, opts frontend.Options) (*ir.Program, diag.List) {
	opts.ReadFile = readFile
	r, found := frontend.Compile(frontend.Source{Name: "test.sq", Text: []byte(text)}, opts)
	found = append(found, r.Judge(link.Check(r.Program, r.Locate))...)
	found.Sort()
	return r.Program, found
}

// mustCompile is compile of a program without errors.
func mustCompile(t *testing.T, text string, opts frontend.Options) *ir.Program {
	t.Helper()
	p, found := compile(text, opts)
	if len(found) > 0 {
		t.Fatalf("%s\n%s", show(found, text), text)
	}
	return p
}

func show(found diag.List, text string) string {
	var b strings.Builder
	found.WriteText(&b, func(name string) ([]byte, bool) {
		if name == "test.sq" {
			return []byte(text), true
		}
		return []byte(files[name]), files[name] != ""
	})
	return b.String()
}

// golden compares with a file, or writes it under SERQ_UPDATE=1.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if os.Getenv("SERQ_UPDATE") != "" {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v (SERQ_UPDATE=1 writes it)", err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs (SERQ_UPDATE=1 rewrites it):\n%s", name, got)
	}
}

// The IR of every program under testdata/programs is the one beside it.
func TestGolden(t *testing.T) {
	programs, err := filepath.Glob("testdata/programs/*.sq")
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range programs {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			r, found := frontend.Compile(frontend.Source{Name: filepath.Base(name), Path: name, Text: text}, frontend.Options{ReadFile: os.ReadFile})
			found = append(found, r.Judge(link.Check(r.Program, r.Locate))...)
			if len(found) > 0 {
				t.Fatal(show(found, string(text)))
			}
			golden(t, strings.TrimSuffix(name, ".sq")+".ir.json", ir.Encode(r.Program))
		})
	}
}

// Every program of a case compiles.
func TestCasesCompile(t *testing.T) {
	for _, name := range caseFiles(t, "testdata/cases/*/*.sq") {
		if strings.Contains(name, "/errors/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		mustCompile(t, string(text), frontend.Options{})
	}
}

func caseFiles(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return names
}

// span is a place as 1:5-1:11.
func span(s diag.Span) string {
	return fmt.Sprintf("%d:%d-%d:%d", s.Line, s.Col, s.EndLine, s.EndCol)
}
