package link

import (
	"strings"
	"testing"

	"serq/ir"
	"serq/ir/diag"
)

// TestExamples: the example of a rule that program text cannot break is a
// document that breaks this rule and no other. The frontend tests the texts.
func TestExamples(t *testing.T) {
	documents := 0
	for _, r := range rules {
		e, ok := diag.Explain(r.code)
		if !ok {
			t.Errorf("%s has no explanation", r.code)
		}
		if !strings.HasPrefix(e.Example, "{") {
			continue
		}
		documents++
		p, found := ir.Read([]byte(e.Example))
		if p == nil {
			t.Errorf("%s: %v", r.code, found)
			continue
		}
		if found := Check(p, nil); len(found) != 1 || found[0].Code != r.code {
			t.Errorf("%s: found %v", r.code, found)
		}
	}
	if documents == 0 {
		t.Error("no example is a document")
	}
}
