package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// Every program compiles with the arguments of its rows, and every reference is there.
func TestRowsCompile(t *testing.T) {
	serqc := filepath.Join(t.TempDir(), "serqc")
	if out, err := exec.Command("go", "build", "-o", serqc, "serq/cmd/serqc").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	all := slices.Clone(rows)
	for _, g := range growths {
		if len(g.sizes) < 2 || len(g.sizes) > 4 {
			t.Errorf("%s has %d sizes: the table has room for four, and a slope needs two", g.name, len(g.sizes))
		}
		for _, n := range g.sizes {
			r := g.row(n)
			r.name = g.name
			all = append(all, r)
		}
	}
	for _, r := range all {
		args := []string{"--check", filepath.Join("..", "programs", r.program)}
		if !r.sweep {
			args = append(args, r.args...)
		}
		if out, err := exec.Command(serqc, args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", r.name, err, out)
		}
		for _, ref := range r.beside {
			if _, err := os.Stat(filepath.Join("..", ref.source)); err != nil {
				t.Errorf("%s: %v", r.name, err)
			}
		}
	}
}
