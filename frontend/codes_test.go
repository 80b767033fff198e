package frontend_test

import (
	"slices"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir/diag"
)

// The example of each code about program text breaks that rule and no other. A
// first line `// serqc FLAGS` is the command line.
func TestExamplesOfCodes(t *testing.T) {
	for _, code := range diag.Codes() {
		if code > "SQ03" && (code < "SQ04" || code > "SQ05") {
			continue
		}
		example := diag.Explanations[code].Example
		if strings.HasPrefix(strings.TrimSpace(example), "{") {
			continue // a rule that program text cannot break: an IR document
		}
		t.Run(string(code), func(t *testing.T) {
			var opts frontend.Options
			if first, _, _ := strings.Cut(example, "\n"); strings.HasPrefix(first, "// serqc ") {
				opts.Sets = []string{strings.TrimPrefix(first, "// serqc --set ")}
			}
			_, found := compile(example, opts)
			var codes []diag.Code
			for _, d := range found {
				codes = append(codes, d.Code)
			}
			if len(found) == 0 || slices.ContainsFunc(codes, func(c diag.Code) bool { return c != code }) {
				t.Errorf("%v\n%s\n%s", codes, show(found, example), example)
			}
		})
	}
}
