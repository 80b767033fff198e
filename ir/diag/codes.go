package diag

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Code names one rule: SQ01xx reading program text, SQ02xx names and meaning
// of program text, SQ03xx the IR document, SQ04xx the link rules, SQ05xx the
// run, SQ06xx traces and other data. Codes are stable: they are added, never
// changed or reused.
type Code string

// An Explanation is what `--explain CODE` prints: the rule behind a code.
type Explanation struct {
	Title   string // the rule in one line, no full stop
	Text    string // why it is a rule and what to do; an empty line parts paragraphs
	Example string // a small input that breaks this rule and no other; may be empty for SQ05xx and SQ06xx
}

// Explanations has an entry for every code. The codes_*.go files fill it, one for
// each phase, as the package is initialised.
var Explanations = map[Code]Explanation{}

// register adds a phase's explanations. It returns a value only so that a
// package-level `var _ = register(…)` can call it.
func register(m map[Code]Explanation) struct{} {
	for code, e := range m {
		if _, ok := Explanations[code]; ok {
			panic("BUG: " + string(code) + " is explained twice")
		}
		Explanations[code] = e
	}
	return struct{}{}
}

// Explain returns the explanation of a code, and whether there is one.
func Explain(code Code) (Explanation, bool) {
	e, ok := Explanations[code]
	return e, ok
}

// Codes lists every code that has an explanation, in order.
func Codes() []Code {
	return slices.Sorted(maps.Keys(Explanations))
}

// Format lays the explanation out as `--explain` shows it.
func (e Explanation) Format(code Code) string {
	s := fmt.Sprintf("%s: %s\n\n%s", code, e.Title, wrap(e.Text, 80))
	if e.Example != "" {
		s += "\nExample that is refused:\n\n" + indent(e.Example)
	}
	return s
}

// wrap breaks each line of text between words, to so many characters.
func wrap(text string, width int) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		used := 0
		for _, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(word)
			switch {
			case used == 0:
				used = n
			case used+1+n > width:
				b.WriteByte('\n')
				used = n
			default:
				b.WriteByte(' ')
				used += 1 + n
			}
			b.WriteString(word)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
