// Package wire reads JSON strictly and in bounded time and memory: what is
// malformed, nested too deep or not UTF-8 is refused with its place, a document's
// large lists are read element by element, and duplicate keys are found.
//
// (encoding/json takes the last of two equal keys, replaces what is not UTF-8,
// and nests 10,000 levels at most.)
package wire

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// MaxDepth is how many lists and objects may stand in each other. A minimum over
// 4,096 terms, the most that a program text can write, nests 16,384 levels.
const MaxDepth = 20_000

// An Error says what keeps a text from being JSON.
type Error struct {
	Msg       string
	Offset    int // in bytes
	Line, Col int // from 1; Col in characters
	TooDeep   bool
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// A Raw is the text of one JSON value, checked and without white space around it.
type Raw []byte

// Check checks that text is one JSON value and returns it.
func Check(text []byte) (Raw, *Error) {
	c := checker{text: text}
	start := c.space(0)
	end := c.value(start, 0)
	if c.err == nil {
		if rest := c.space(end); rest < len(text) {
			c.fail(rest, "something follows the end of the document")
		}
	}
	if c.err != nil {
		c.err.locate(text)
		return nil, c.err
	}
	return Raw(text[start:end]), nil
}

// locate fills in the line and column of the offset.
func (e *Error) locate(text []byte) {
	before := text[:e.Offset]
	e.Line = 1 + bytes.Count(before, []byte{'\n'})
	e.Col = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// A checker walks over the text; each method takes the offset where something
// begins and returns the one where it ends. After the first error the rest is
// skipped.
type checker struct {
	text []byte
	err  *Error
}

// fail records the first error and returns the end of the text, where every loop ends.
func (c *checker) fail(at int, format string, args ...any) int {
	if c.err == nil {
		c.err = &Error{Msg: fmt.Sprintf(format, args...), Offset: at}
	}
	return len(c.text)
}

// unexpected fails with the character at an offset and what should stand there.
func (c *checker) unexpected(at int, want string) int {
	if at >= len(c.text) {
		return c.fail(len(c.text), "the document ends where %s should stand", want)
	}
	r, size := utf8.DecodeRune(c.text[at:])
	if r == utf8.RuneError && size == 1 {
		return c.fail(at, "not UTF-8")
	}
	return c.fail(at, "%q where %s should stand", r, want)
}

func (c *checker) space(i int) int { return skipSpace(c.text, i) }

func skipSpace(text []byte, i int) int {
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return i
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// at is the byte at an offset, 0 at the end.
func (c *checker) at(i int) byte {
	if i < len(c.text) {
		return c.text[i]
	}
	return 0
}

func (c *checker) value(i, depth int) int {
	switch b := c.at(i); {
	case b == '{':
		return c.list(i, '}', depth)
	case b == '[':
		return c.list(i, ']', depth)
	case b == '"':
		return c.string(i)
	case b == '-' || isDigit(b):
		return c.number(i)
	case isLetter(b):
		return c.word(i)
	}
	return c.unexpected(i, "a value")
}

// list checks the members of an object or the elements of a list, up to the
// closing bracket.
func (c *checker) list(i int, bracket byte, depth int) int {
	if depth == MaxDepth {
		i = c.fail(i, "lists and objects are nested more than %d deep", MaxDepth)
		c.err.TooDeep = true
		return i
	}
	i = c.space(i + 1)
	if c.at(i) == bracket {
		return i + 1
	}
	for c.err == nil {
		if bracket == '}' {
			i = c.key(i)
		}
		i = c.space(c.value(i, depth+1))
		switch c.at(i) {
		case ',':
			i = c.space(i + 1)
			if c.at(i) == bracket {
				return c.fail(i-1, "a comma before %q", bracket)
			}
		case bracket:
			return i + 1
		default:
			return c.unexpected(i, fmt.Sprintf("',' or %q", bracket))
		}
	}
	return i
}

// key checks a member's key and colon, and returns where its value begins.
func (c *checker) key(i int) int {
	if c.at(i) != '"' {
		return c.unexpected(i, "a key in double quotes")
	}
	i = c.space(c.string(i))
	if c.at(i) != ':' {
		return c.unexpected(i, "':'")
	}
	return c.space(i + 1)
}

func (c *checker) word(i int) int {
	end := i
	for isLetter(c.at(end)) && end-i < len("Infinity") {
		end++
	}
	switch word := string(c.text[i:end]); word {
	case "null", "true", "false":
		return end
	case "NaN", "Infinity", "inf", "Inf":
		return c.fail(i, "%s is no value: an infinite number is written \"inf\" or \"-inf\", and there is no NaN", word)
	}
	return c.unexpected(i, "a value")
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' }

func (c *checker) number(i int) int {
	start := i
	if c.at(i) == '-' {
		i++
	}
	switch {
	case c.at(i) == '0':
		i++
		if isDigit(c.at(i)) {
			return c.fail(start, "a number with a leading zero")
		}
	case isDigit(c.at(i)):
		i = c.digits(i)
	case c.at(i) == 'I' || c.at(i) == 'i':
		return c.fail(start, "an infinite number is written \"-inf\"")
	default:
		return c.unexpected(i, "a digit")
	}
	if c.at(i) == '.' {
		if i++; !isDigit(c.at(i)) {
			return c.unexpected(i, "a digit")
		}
		i = c.digits(i)
	}
	if b := c.at(i); b == 'e' || b == 'E' {
		if i++; c.at(i) == '+' || c.at(i) == '-' {
			i++
		}
		if !isDigit(c.at(i)) {
			return c.unexpected(i, "a digit")
		}
		i = c.digits(i)
	}
	return i
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func (c *checker) digits(i int) int {
	for isDigit(c.at(i)) {
		i++
	}
	return i
}

func (c *checker) string(i int) int {
	start := i
	i++
	for i < len(c.text) {
		switch b := c.text[i]; {
		case b == '"':
			return i + 1
		case b == '\\':
			i = c.escape(i)
		case b < ' ':
			return c.fail(i, "a control character in a string")
		case b < utf8.RuneSelf:
			i++
		default:
			r, size := utf8.DecodeRune(c.text[i:])
			if r == utf8.RuneError && size == 1 {
				return c.fail(i, "not UTF-8")
			}
			i += size
		}
	}
	if c.err == nil {
		c.fail(start, "a string that does not end")
	}
	return i
}

// escape checks a backslash and what follows. A surrogate must be followed by its
// partner: alone it stands for no character.
func (c *checker) escape(i int) int {
	switch c.at(i + 1) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
	default:
		return c.fail(i, "an unknown escape in a string")
	}
	r, ok := c.hex(i + 2)
	switch {
	case !ok:
		return c.fail(i, "\\u without four hexadecimal digits")
	case r < 0xD800 || r > 0xDFFF:
		return i + 6
	}
	low, ok := c.hex(i + 8)
	if r > 0xDBFF || c.at(i+6) != '\\' || c.at(i+7) != 'u' || !ok || low < 0xDC00 || low > 0xDFFF {
		return c.fail(i, "half a surrogate pair")
	}
	return i + 12
}

// hex is the number that four hexadecimal digits write.
func (c *checker) hex(i int) (r uint64, ok bool) {
	if i+4 > len(c.text) {
		return 0, false
	}
	r, err := strconv.ParseUint(string(c.text[i:i+4]), 16, 32)
	return r, err == nil
}
