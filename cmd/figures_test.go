package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFigures draws every example's deployment and compares it with PROGRAM.svg beside
// the program, which SERQ_UPDATE=1 writes and the README shows.
func TestFigures(t *testing.T) {
	programs, err := filepath.Glob("../examples/*/*.sq")
	if err != nil || len(programs) == 0 {
		t.Fatalf("%d examples, %v", len(programs), err)
	}
	for _, path := range programs {
		dir, file := filepath.Split(path)
		if filepath.Base(dir) == "lib" {
			continue
		}
		name := strings.TrimSuffix(file, ".sq")
		t.Run(filepath.Base(dir)+"/"+name, func(t *testing.T) {
			t.Parallel()
			figure := mustShell(t, dir, "serqc "+file+" | serqview")
			golden := filepath.Join(dir, name+".svg")
			if update() {
				if err := os.WriteFile(golden, figure, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(figure, want) {
				t.Errorf("the figure is another than %s (%v)", golden, err)
			}
			readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
			if err != nil || !bytes.Contains(readme, []byte("]("+name+".svg)")) {
				t.Errorf("the README does not show %s.svg (%v)", name, err)
			}
		})
	}
}

// TestFiguresHavePrograms finds figures whose program is gone.
func TestFiguresHavePrograms(t *testing.T) {
	figures, err := filepath.Glob("../examples/*/*.svg")
	if err != nil || len(figures) == 0 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	for _, path := range figures {
		if _, err := os.Stat(strings.TrimSuffix(path, ".svg") + ".sq"); err != nil {
			t.Errorf("%s is of no program", path)
		}
	}
}
