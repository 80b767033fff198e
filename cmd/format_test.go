package cmd

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestFormatted: the programs that people read are in the canonical layout.
func TestFormatted(t *testing.T) {
	programs, err := filepath.Glob("../examples/*/*.sq")
	if err != nil || len(programs) == 0 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	stdout, stderr, err := shell(t, ".", "for f in "+strings.Join(programs, " ")+"; do serqc --fmt $f | cmp -s - $f || echo $f; done")
	if err != nil || len(stdout)+len(stderr) > 0 {
		t.Errorf("not in the layout of serqc --fmt -w:\n%s%s%v", stdout, stderr, err)
	}
}
