package format_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"serq/frontend/format"
)

// block is a program, or a part of one, in a document.
var block = regexp.MustCompile("(?ms)^```sq[^\n]*\n(.*?)^```$")

// The programs of the documents are in the canonical layout. SERQ_UPDATE=1 lays them out.
func TestDocuments(t *testing.T) {
	var documents []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../examples/*.md", "../../examples/*/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		documents = append(documents, names...)
	}
	blocks := 0
	for _, name := range documents {
		doc, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out := doc[:0:0]
		end := 0
		for _, at := range block.FindAllSubmatchIndex(doc, -1) {
			blocks++
			text := string(doc[at[2]:at[3]])
			f, tokens, ok := read(text)
			if !ok {
				t.Errorf("%s: this is no program text:\n%s", name, text)
				continue
			}
			laidOut := format.Text(f, tokens)
			if laidOut != text && os.Getenv("SERQ_UPDATE") == "" {
				t.Errorf("%s: not in the canonical layout (SERQ_UPDATE=1 rewrites it):\n%s", name, laidOut)
			}
			out = append(append(out, doc[end:at[2]]...), laidOut...)
			end = at[3]
		}
		if out = append(out, doc[end:]...); string(out) != string(doc) && os.Getenv("SERQ_UPDATE") != "" {
			if err := os.WriteFile(name, out, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if blocks < 20 {
		t.Errorf("only %d programs in the documents", blocks)
	}
}
