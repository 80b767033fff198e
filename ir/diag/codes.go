package diag

// A Code names one rule: SQ01xx reading program text, SQ02xx names and meaning
// of program text, SQ03xx the IR document, SQ04xx the link rules, SQ05xx the
// run, SQ06xx traces and other data. Codes are stable: they are added, never
// changed or reused.
type Code string

// An Explanation is what --explain prints about a code.
type Explanation struct {
	Title   string // the rule in a few words, without a full stop
	Text    string // what it demands and why, in sentences
	Example string // a small input that breaks this rule and no other; may be empty for SQ05xx and SQ06xx
}

// Explanations has an entry for every code. Each range stands in a file of its own.
var Explanations = map[Code]Explanation{}

// register adds a range's entries. It returns something so that a file can call
// it in a declaration.
func register(entries map[Code]Explanation) struct{} {
	for code, e := range entries {
		if _, taken := Explanations[code]; taken {
			panic("BUG: two explanations of " + string(code))
		}
		Explanations[code] = e
	}
	return struct{}{}
}
