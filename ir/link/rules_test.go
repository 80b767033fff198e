package link

import (
	"strings"
	"testing"

	"serq/ir"
	"serq/ir/diag"
)

// A ruleCase is one clause of a rule: a program that breaks it, and nothing else,
// and its nearest neighbour that is valid.
type ruleCase struct {
	clause   string
	code     diag.Code
	refused  func(b *builder)
	at       string   // the path of the fault
	says     []string // words of its message or hint
	accepted func(b *builder)
}

func TestRules(t *testing.T) {
	covered := map[diag.Code]bool{}
	for _, group := range [][]ruleCase{documentCases, momentCases, holdCases, stageCases} {
		for _, test := range group {
			covered[test.code] = true
			t.Run(test.clause, func(t *testing.T) {
				b := newBuilder()
				test.refused(b)
				found := Check(b.Program, nil)
				if len(found) != 1 {
					t.Fatalf("refused: found %d, want one:\n%v", len(found), found)
				}
				d := found[0]
				if d.Code != test.code || d.Pointer != test.at || d.Severity != diag.Error {
					t.Errorf("refused: %s at %s, want %s at %s: %s", d.Code, d.Pointer, test.code, test.at, d.Summary)
				}
				for _, word := range test.says {
					if !strings.Contains(d.Summary+" "+d.Hint, word) {
						t.Errorf("%q %q does not say %q", d.Summary, d.Hint, word)
					}
				}
				b = newBuilder()
				test.accepted(b)
				if found := Check(b.Program, nil); len(found) != 0 {
					t.Errorf("accepted: found %v", found)
				}
			})
		}
	}
	for _, r := range rules {
		if !covered[r.code] {
			t.Errorf("no case for %s", r.code)
		}
	}
}

// sessionOf writes the session of a program, whose bodies need its blocks; stmts one without bodies.
func sessionOf(f func(b *builder) []ir.Stmt) func(b *builder) {
	return func(b *builder) { b.session(f(b)...) }
}

func stmts(list ...ir.Stmt) func(b *builder) { return func(b *builder) { b.session(list...) } }

func nothing(*builder) {}
