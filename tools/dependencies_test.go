package tools_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// docs/dependencies.md says of each required module, at its version, why it is there.
func TestDependenciesAreExplained(t *testing.T) {
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	required := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\s+(\S+\.\S+/\S+) (v\S+)`).FindAllStringSubmatch(string(mod), -1) {
		row := "| `" + m[1] + "` | " + m[2] + " |"
		required[row] = true
		if !strings.Contains(string(doc), row) {
			t.Errorf("docs/dependencies.md has no row %q", row)
		}
	}
	if len(required) == 0 {
		t.Error("go.mod requires nothing, or is not understood")
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `\\S+/\\S+` \\| v\\S+ \\|").FindAllString(string(doc), -1) {
		if !required[row] {
			t.Errorf("docs/dependencies.md has a row %q that go.mod does not require", row)
		}
	}
}
