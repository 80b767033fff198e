package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestConsoleBlocks holds the documents to what the commands print. In a block
//
//	```console
//	$ serqc examples/mm1/mm1.sq | serqsim
//	run: horizon …
//	```
//
// every line that begins with "$ " is run by the shell in the document's folder,
// or in the root for what is in docs, and the lines up to the next one are what it prints. SERQ_UPDATE=1 writes what
// it prints into the document.
func TestConsoleBlocks(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the outputs are those of an amd64 machine")
	}
	documents, err := filepath.Glob("../examples/*/README.md")
	if err != nil || len(documents) == 0 {
		t.Fatalf("%d documents, %v", len(documents), err)
	}
	more, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(append(documents, more...), "../README.md") {
		t.Run(strings.TrimPrefix(path, "../"), func(t *testing.T) {
			t.Parallel()
			was, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Dir(path)
			if dir == "../docs" {
				dir = ".." // where README has put the reader
			}
			is := rerun(t, dir, string(was))
			if is == string(was) {
				return
			}
			if !update() {
				t.Errorf("%s shows other output than the commands give (SERQ_UPDATE=1 rewrites it); the commands give:\n%s", path, is)
			} else if err := os.WriteFile(path, []byte(is), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// rerun returns the document with the outputs that its commands give now.
func rerun(t *testing.T, dir, document string) string {
	t.Helper()
	var out strings.Builder
	inBlock := false
	for line := range strings.Lines(document) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case !inBlock:
			out.WriteString(line)
			inBlock = line == "```console\n"
		case line == "```\n":
			out.WriteString(line)
			inBlock = false
		case isCommand:
			out.WriteString(line)
			stdout, stderr, err := shell(t, dir, command)
			if err != nil {
				t.Errorf("%s%v\n%s", line, err, stderr)
			}
			out.Write(bytes.TrimRight(stdout, "\n"))
			out.WriteString("\n")
		}
	}
	if inBlock {
		t.Errorf("a console block does not end")
	}
	return out.String()
}
