package diag

import (
	"fmt"
	"maps"
	"slices"
)

// A Code names one rule: SQ01xx reading program text, SQ02xx names and meaning
// of program text, SQ03xx the IR document, SQ04xx the link rules, SQ05xx the
// run, SQ06xx traces and other data. Codes are stable: they are added, never
// changed or reused.
type Code string

// An Explanation is what `--explain CODE` prints: the rule behind a code.
type Explanation struct {
	Title   string // the rule in one line, no full stop
	Text    string // why it is a rule and what to do, in paragraphs
	Example string // a small input that breaks this rule and no other
}

// explanations is filled by the codes_*.go files, one for each phase, as the
// package is initialised.
var explanations = map[Code]Explanation{}

// register adds a phase's explanations. It returns a value only so that a
// package-level `var _ = register(…)` can call it.
func register(m map[Code]Explanation) struct{} {
	for code, e := range m {
		if _, ok := explanations[code]; ok {
			panic("BUG: " + string(code) + " is explained twice")
		}
		explanations[code] = e
	}
	return struct{}{}
}

// Explain returns the explanation of a code, and whether there is one.
func Explain(code Code) (Explanation, bool) {
	e, ok := explanations[code]
	return e, ok
}

// Codes lists every code that has an explanation, in order.
func Codes() []Code {
	return slices.Sorted(maps.Keys(explanations))
}

// Format lays the explanation out as `--explain` shows it.
func (e Explanation) Format(code Code) string {
	s := fmt.Sprintf("%s: %s\n\n%s\n", code, e.Title, e.Text)
	if e.Example != "" {
		s += "\nExample that is refused:\n\n" + indent(e.Example)
	}
	return s
}
