package view

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"serq/ir"
)

// program reads IR from a file.
func program(t testing.TB, path string) *ir.Program {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, found := ir.Read(data)
	if found.HasErrors() {
		t.Fatal(found)
	}
	return p
}

// examples are the programs of examples, as IR.
func examples(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../../oracle/golden/*/*.ir.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d examples, %v", len(paths), err)
	}
	return paths
}

func TestFiguresAreXML(t *testing.T) {
	for _, path := range examples(t) {
		checkXML(t, Deployment(program(t, path)))
		checkXML(t, Session(program(t, path)))
	}
}

func checkXML(t *testing.T, figure []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(figure))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
