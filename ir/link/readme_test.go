package link

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"serq/ir/diag"
)

// TestReadme: README.md lists the rules as they are. SERQ_UPDATE=1 writes the list.
func TestReadme(t *testing.T) {
	const file, mark = "README.md", "<!-- From here on written by TestReadme. -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, got, ok := strings.Cut(string(text), mark)
	if !ok {
		t.Fatalf("%s has no line %q", file, mark)
	}
	var want strings.Builder
	want.WriteString("\n| code | rule | |\n|---|---|---|\n")
	codes := []diag.Code{diag.LinkShape}
	for _, r := range rules {
		codes = append(codes, r.code)
	}
	for _, code := range codes {
		e, _ := diag.Explain(code)
		fmt.Fprintf(&want, "| %s | %s | %s |\n", code, cell(e.Title), cell(e.Text))
	}
	if got == want.String() {
		return
	}
	if os.Getenv("SERQ_UPDATE") == "" {
		t.Fatalf("%s is out of date: run with SERQ_UPDATE=1", file)
	}
	if err := os.WriteFile(file, []byte(head+mark+want.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// cell is text in a cell of a table.
func cell(text string) string { return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text) }

// TestRulesHaveCodes: every link code has one rule, or is LinkShape.
func TestRulesHaveCodes(t *testing.T) {
	has := map[diag.Code]int{diag.LinkShape: 1}
	for _, r := range rules {
		has[r.code]++
	}
	for _, code := range diag.Codes() {
		if strings.HasPrefix(string(code), "SQ04") && has[code] != 1 {
			t.Errorf("%s has %d rules", code, has[code])
		}
	}
}
