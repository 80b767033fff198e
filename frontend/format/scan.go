package format

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"serq/frontend/token"
)

// A form says what an item is.
type form uint8

const (
	tokenForm    form = iota
	lineComment       // // …
	blockComment      // /* … */
)

// An item is a token or a comment, and what the passes find out about it.
type item struct {
	form   form
	kind   token.Kind // of a token
	text   string
	breaks int // line ends before it in the source

	first  bool // it starts a statement
	last   bool // it ends a statement
	closes bool // it is the `}` of a block
	match  int  // of a `{` and its `}`, the index of the other; else -1
	start  int  // of a `{`, the first token of its statement
	space  bool // a space stands before it where it does not start a line
	split  bool // it starts a line within a statement
	hung   int  // open parentheses around it that ended a line
	trails bool // nothing but comments follows on its line
	unary  bool // it is an operator before its operand
}

func (it *item) is(k token.Kind) bool { return it.form == tokenForm && it.kind == k }

func (it *item) word(w string) bool { return it.is(token.Word) && it.text == w }

func (it *item) comment() bool { return it.form != tokenForm }

// width is the characters of the item, of its last line if it has several.
func (it *item) width() int {
	return utf8.RuneCountInString(it.text[strings.LastIndexByte(it.text, '\n')+1:])
}

// scan makes the list of tokens, without the end of the file, and comments.
func scan(f *token.File, tokens []token.Token) []item {
	items := make([]item, 0, len(tokens))
	end := 0
	for _, t := range tokens {
		var breaks int
		items, breaks = comments(items, f.Text[end:t.Start])
		if t.Kind != token.EOF {
			items = append(items, item{kind: t.Kind, text: t.Pos.Text(), breaks: breaks, match: -1})
		}
		end = t.End
	}
	return items
}

// comments appends the comments of a stretch between two tokens, and counts the line
// ends after the last.
func comments(items []item, gap string) ([]item, int) {
	breaks := 0
	for {
		start := strings.IndexByte(gap, '/')
		if start < 0 {
			return items, breaks + strings.Count(gap, "\n")
		}
		breaks += strings.Count(gap[:start], "\n")
		gap = gap[start:]
		c := item{form: lineComment, breaks: breaks, match: -1}
		end := len(gap)
		if gap[1] == '*' {
			c.form = blockComment
			end = 2 + strings.Index(gap[2:], "*/") + 2
		} else if i := strings.IndexByte(gap, '\n'); i >= 0 {
			end = i
		}
		c.text = trimLines(gap[:end])
		items = append(items, c)
		gap, breaks = gap[end:], 0
	}
}

// trimLines removes the white space at the ends of lines.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(line, unicode.IsSpace)
	}
	return strings.Join(lines, "\n")
}
