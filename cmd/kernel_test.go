package cmd

import (
	"bytes"
	"path/filepath"
	"testing"
)

// TestKernels: a program and its text without sugar compile to the same IR, as the
// commands see it: the text comes from standard input and its paths hold from the
// working directory.
func TestKernels(t *testing.T) {
	for _, pattern := range []string{"../examples/*/*.sq", "../frontend/testdata/programs/*.sq", "../frontend/testdata/cases/*/*.sq"} {
		programs, err := filepath.Glob(pattern)
		if err != nil || len(programs) == 0 {
			t.Fatalf("%s: %d programs, %v", pattern, len(programs), err)
		}
		for _, path := range programs {
			dir := filepath.Dir(path)
			if base := filepath.Base(dir); base == "errors" || base == "lib" {
				continue
			}
			t.Run(path, func(t *testing.T) {
				t.Parallel()
				direct := "serqc --strip " + path
				around := "serqc --emit kernel " + path + " | serqc --strip"
				want, stderr, err := shell(t, ".", direct)
				if err != nil {
					t.Fatalf("%s: %v\n%s", direct, err, stderr)
				}
				got, stderr, err := shell(t, ".", around)
				if err != nil {
					t.Fatalf("%s: %v\n%s", around, err, stderr)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s gives\n%s\nand %s gives\n%s", direct, want, around, got)
				}
			})
		}
	}
}
