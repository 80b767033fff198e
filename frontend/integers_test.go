package frontend_test

import (
	"fmt"
	"testing"

	"serq/frontend"
	"serq/ir"
)

// Of every whole number that a program sets, a value is either refused or reads back
// from the IR as the same program. The values stand around the limits of the document.
func TestIntegersReadBack(t *testing.T) {
	programs := []struct {
		name, text string // %s is the number
		most       string // the largest that compiles
	}{
		{"servers", "stage s : fifo (%s);\nsession { run s (1); end; }\nrun { horizon 1; }\n", "2147483647"},
		{"closed", "workload { arrive closed (%s); }\nsession { end; }\nrun { horizon 1; }\n", "1000000"},
		{"batch", "workload { arrive batch (%s); }\nsession { end; }\nrun { horizon 1; }\n", "1000000"},
		{"arrivals", "workload { arrive poisson (1); }\nsession { end; }\nrun { horizon 1; arrivals %s; }\n", "9007199254740991"},
		{"seed", "session { end; }\nrun { horizon 1; seed %s; }\n", "9007199254740991"},
		{"seed by a constant", "let n = %s;\nsession { end; }\nrun { horizon 1; seed n; }\n", "9007199254740991"},
		{"a family", "stage s[%s] : fifo;\nsession { end; }\nrun { horizon 1; }\n", "10000"},
		{"an index", "stage s[2] : fifo;\nsession { run s[%s] (1); end; }\nrun { horizon 1; }\n", "1"},
	}
	numbers := []string{
		"-1e300", "-1", "-0", "0", "0.5", "1", "2", "10_000", "10_001", "2_147_483_647", "2_147_483_648", "4_294_967_297", "1e12",
		"9_007_199_254_740_991", "9_007_199_254_740_992", "9_007_199_254_740_993", "1e16", "1e19", "1e300", "inf", "0 / 0",
	}
	for _, tt := range programs {
		for _, n := range numbers {
			text := fmt.Sprintf(tt.text, n)
			compiled, found := compile(text, frontend.Options{})
			if len(found) > 0 {
				if len(found) > 1 || found[0].Span.IsZero() {
					t.Errorf("%s %s: not one error with a place:\n%s", tt.name, n, show(found, text))
				}
				continue
			}
			encoded := ir.Encode(compiled)
			p, found := ir.Read(encoded)
			if len(found) > 0 {
				t.Errorf("%s %s: the IR is refused:\n%s", tt.name, n, show(found, text))
			} else if again := ir.Encode(p); string(again) != string(encoded) {
				t.Errorf("%s %s: the IR changes when it is read", tt.name, n)
			}
		}
		if _, found := compile(fmt.Sprintf(tt.text, tt.most), frontend.Options{}); len(found) > 0 {
			t.Errorf("%s %s: %s", tt.name, tt.most, show(found, ""))
		}
		if _, found := compile(fmt.Sprintf(tt.text, tt.most+" + 1"), frontend.Options{}); len(found) == 0 {
			t.Errorf("%s: one more than %s is taken", tt.name, tt.most)
		}
	}
}
