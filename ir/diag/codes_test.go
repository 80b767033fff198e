package diag

import (
	"regexp"
	"strings"
	"testing"
)

// Every explanation can be shown: it says something, on lines that fit a screen.
func TestExplanations(t *testing.T) {
	form := regexp.MustCompile(`^SQ0[1-6][0-9][0-9]$`)
	for _, code := range Codes() {
		e, _ := Explain(code)
		if !form.MatchString(string(code)) {
			t.Errorf("%s is not a code", code)
		}
		if e.Title == "" || e.Text == "" || strings.HasSuffix(e.Title, ".") || strings.Contains(e.Title, "\n") {
			t.Errorf("%s: the title or the text is missing or not in form", code)
		}
		if e.Example == "" && code < "SQ05" && code != IRDepth && code != IRLarge { // of which an example fills pages
			t.Errorf("%s has no example", code)
		}
		text, _, _ := strings.Cut(e.Format(code), "\nExample")
		_, text, _ = strings.Cut(text, "\n") // the title may be long
		for line := range strings.Lines(text) {
			if n := len([]rune(line)); n > 81 {
				t.Errorf("%s: a line of %d characters: %s", code, n, line)
			}
		}
	}
}

func TestFormat(t *testing.T) {
	e := Explanation{Title: "a title", Text: strings.Repeat("word ", 20) + "\n\nEnd.", Example: "a\n\n  b\n"}
	want := "SQ0101: a title\n\n" +
		strings.TrimSpace(strings.Repeat("word ", 16)) + "\nword word word word\n\nEnd.\n" +
		"\nExample that is refused:\n\n    a\n\n      b\n"
	if got := e.Format("SQ0101"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
