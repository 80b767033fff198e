package link

import (
	"os"
	"path/filepath"
	"testing"

	"serq/ir"
)

// TestGenerated: programs made at random, of every kind of deployment, are valid.
// SERQ_PROGRAMS=DIR judges the *.ir.json of a folder as well.
func TestGenerated(t *testing.T) {
	files, err := filepath.Glob("testdata/generated/*.ir.json")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	if dir := os.Getenv("SERQ_PROGRAMS"); dir != "" {
		more, _ := filepath.Glob(filepath.Join(dir, "*.ir.json"))
		t.Logf("%d programs of %s", len(more), dir)
		files = append(files, more...)
	}
	for _, file := range files {
		if found := Check(decode(t, file), nil); len(found) != 0 {
			t.Errorf("%s: %v", file, found)
		}
	}
}

func decode(t *testing.T, file string) *ir.Program {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, found := ir.Read(text)
	if found.HasErrors() {
		t.Fatalf("%s: %v", file, found)
	}
	return p
}
