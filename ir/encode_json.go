package ir

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// An encoder appends JSON. It writes what it is given without judging it; a value
// that no program can hold (a nil node, NaN, an enum out of range) is a bug and
// panics.
type encoder struct {
	buf    []byte
	pretty bool // break lines between the elements of the upper lists
	depth  int  // of indentation
}

// comma separates the value that comes next from the one before.
func (e *encoder) comma() {
	if n := len(e.buf); n > 0 {
		switch e.buf[n-1] {
		case '{', '[', ':', '\n', ' ': // a space is indentation
		default:
			e.buf = append(e.buf, ',')
		}
	}
}

func (e *encoder) open(bracket byte) *encoder {
	e.comma()
	e.buf = append(e.buf, bracket)
	return e
}

func (e *encoder) close(bracket byte) *encoder {
	e.buf = append(e.buf, bracket)
	return e
}

// openLines opens an object or list whose members stand on lines of their own,
// which newLine begins.
func (e *encoder) openLines(bracket byte) {
	e.open(bracket)
	e.depth++
}

// closeLines closes what openLines opened.
func (e *encoder) closeLines(bracket byte) *encoder {
	e.depth--
	if e.pretty {
		e.breakLine()
	}
	return e.close(bracket)
}

// newLine begins the line of a member in the pretty form.
func (e *encoder) newLine() *encoder {
	if e.pretty {
		e.comma()
		e.breakLine()
	}
	return e
}

func (e *encoder) breakLine() {
	e.buf = append(e.buf, '\n')
	for range e.depth {
		e.buf = append(e.buf, ' ', ' ')
	}
}

// lineField begins a member of an object on a line of its own.
func (e *encoder) lineField(key string) *encoder { return e.newLine().field(key) }

// field begins a member of an object; its value comes next.
func (e *encoder) field(key string) *encoder {
	e.comma()
	e.buf = append(e.buf, '"')
	e.buf = append(e.buf, key...)
	e.buf = append(e.buf, '"', ':')
	return e
}

// variant begins {"Tag": …; the value comes next, and then close('}').
func (e *encoder) variant(tag string) *encoder { return e.open('{').field(tag) }

// encodeList writes a list on one line.
func encodeList[T any](e *encoder, list []T, elem func(*encoder, T) *encoder) *encoder {
	e.open('[')
	for _, v := range list {
		elem(e, v)
	}
	return e.close(']')
}

// encodeLines writes a list with a line for each element.
func encodeLines[T any](e *encoder, list []T, elem func(*encoder, T) *encoder) *encoder {
	if len(list) == 0 {
		return e.open('[').close(']')
	}
	e.openLines('[')
	for _, v := range list {
		elem(e.newLine(), v)
	}
	return e.closeLines(']')
}

// encodeNullable writes null for nil.
func encodeNullable[T any](e *encoder, v *T, write func(*encoder, T) *encoder) *encoder {
	if v == nil {
		return e.null()
	}
	return write(e, *v)
}

// raw writes a value whose JSON is text.
func (e *encoder) raw(text string) *encoder {
	e.comma()
	e.buf = append(e.buf, text...)
	return e
}

func (e *encoder) null() *encoder { return e.raw("null") }

func (e *encoder) bool(v bool) *encoder { return e.raw(strconv.FormatBool(v)) }

func (e *encoder) int(v int64) *encoder {
	e.comma()
	e.buf = strconv.AppendInt(e.buf, v, 10)
	return e
}

// id writes an index, or any other small whole number.
func (e *encoder) id(v int) *encoder { return e.int(int64(v)) }

func (e *encoder) slot(s Slot) *encoder       { return e.id(int(s)) }
func (e *encoder) stageID(s StageID) *encoder { return e.id(int(s)) }
func (e *encoder) poolID(p PoolID) *encoder   { return e.id(int(p)) }

// real writes a number in its shortest form that reads back the same; infinities
// are "inf" and "-inf".
func (e *encoder) real(v float64) *encoder {
	switch {
	case math.IsNaN(v):
		panic("BUG: NaN in a program")
	case math.IsInf(v, 1):
		return e.raw(`"inf"`)
	case math.IsInf(v, -1):
		return e.raw(`"-inf"`)
	}
	e.comma()
	e.buf = appendNumber(e.buf, v+0) // -0 + 0 is 0: equal programs are the same bytes
	return e
}

// appendNumber writes a finite number as JavaScript does, so that other writers
// have it without effort: positional from 1e-6 up to 1e21, and else with an
// exponent that has no leading zero.
func appendNumber(b []byte, v float64) []byte {
	if a := math.Abs(v); a == 0 || 1e-6 <= a && a < 1e21 {
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, v, 'e', -1, 64)
	if n := len(b); b[n-2] == '0' && (b[n-3] == '-' || b[n-3] == '+') {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

const hexDigits = "0123456789abcdef"

// string writes a string with no more escapes than JSON demands.
func (e *encoder) string(s string) *encoder {
	e.comma()
	e.buf = append(e.buf, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			e.buf = append(e.buf, '\\', c)
		case c == '\n':
			e.buf = append(e.buf, '\\', 'n')
		case c == '\t':
			e.buf = append(e.buf, '\\', 't')
		case c == '\r':
			e.buf = append(e.buf, '\\', 'r')
		case c < ' ':
			e.buf = append(e.buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		case c < utf8.RuneSelf:
			e.buf = append(e.buf, c)
		default: // a byte that is no UTF-8 becomes U+FFFD
			r, size := utf8.DecodeRuneInString(s[i:])
			e.buf = utf8.AppendRune(e.buf, r)
			i += size
			continue
		}
		i++
	}
	e.buf = append(e.buf, '"')
	return e
}
