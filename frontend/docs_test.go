package frontend_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"serq/frontend"
)

// The programs of the documents compile. A block of ```sq is a program; of ```sq
// items it is declarations, and of ```sq statements a part of a session, in the
// program around; of ```sq refused CODE it is refused.
func TestDocuments(t *testing.T) {
	blocks := map[string]int{}
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range documents {
		doc, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { blocks[filepath.Base(path)] = testBlocks(t, string(doc)) })
	}
	if blocks["language.md"] < 10 || blocks["semantics.md"] < 4 {
		t.Errorf("few programs in some document: %v", blocks)
	}
}

// testBlocks compiles the programs of a document and returns how many there are.
func testBlocks(t *testing.T, doc string) int {
	const around = `pool kv { cap 1e5; block 16; } pool reqs { cap 8; evict none; } pool kvP { cap 1e5; } pool kvD[2] { cap 1e5; }
stage svc : fifo; stage link[2] : ps (1); stage D[2] : delay; stage E : step { cost 1; } stage tool : delay;
workload { init { set prompt = 500; set j = serial; } }
`
	blocks := regexp.MustCompile("(?ms)^```sq *([^\n]*)\n(.*?)^```$").FindAllStringSubmatch(doc, -1)
	for _, b := range blocks {
		kind, text := b[1], b[2]
		want := ""
		switch {
		case kind == "":
		case kind == "items":
			text = strings.Replace(around, "stage link[2]", "stage link", 1) + text + "session { end; }\nrun { horizon 1; }\n"
		case kind == "statements":
			text = around + "session {\n" + text + "end; }\nrun { horizon 1; }\n"
		case strings.HasPrefix(kind, "refused "):
			want = strings.TrimPrefix(kind, "refused ")
		default:
			t.Errorf("what is a block of %q?", kind)
		}
		_, found := compile(text, frontend.Options{})
		if want == "" && len(found) > 0 || want != "" && (len(found) == 0 || string(found[0].Code) != want) {
			t.Errorf("%s\n%s", show(found, text), text)
		}
	}
	return len(blocks)
}
