package wire

import (
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// IsObject reports whether the value is an object.
func (r Raw) IsObject() bool { return r[0] == '{' }

// IsList reports whether the value is a list.
func (r Raw) IsList() bool { return r[0] == '[' }

// Members are the members of an object, in order.
func (r Raw) Members() iter.Seq2[string, Raw] {
	return func(yield func(string, Raw) bool) {
		for i := skipSpace(r, 1); r[i] != '}'; {
			end := r.end(i)
			key := unquote(r[i:end])
			i = skipSpace(r, skipSpace(r, end)+1) // after the colon
			end = r.end(i)
			if !yield(key, r[i:end]) {
				return
			}
			i = r.next(end)
		}
	}
}

// Elements are the elements of a list, in order.
func (r Raw) Elements() iter.Seq2[int, Raw] {
	return func(yield func(int, Raw) bool) {
		n := 0
		for i := skipSpace(r, 1); r[i] != ']'; n++ {
			end := r.end(i)
			if !yield(n, r[i:end]) {
				return
			}
			i = r.next(end)
		}
	}
}

// next is where the value or key after the one that ends at end begins, or the
// closing bracket.
func (r Raw) next(end int) int {
	i := skipSpace(r, end)
	if r[i] == ',' {
		i = skipSpace(r, i+1)
	}
	return i
}

// end is where the value that begins at i ends.
func (r Raw) end(i int) int {
	depth := 0
	for {
		switch r[i] {
		case '"':
			i = r.stringEnd(i)
		case '{', '[':
			depth++
			i++
			continue
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\t', '\r':
			i++
			continue
		default:
			i = r.scalarEnd(i)
		}
		if depth == 0 {
			return i
		}
	}
}

// stringEnd is where the string that begins at i ends.
func (r Raw) stringEnd(i int) int {
	for i++; r[i] != '"'; i++ {
		if r[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// scalarEnd is where the number or word that begins at i ends.
func (r Raw) scalarEnd(i int) int {
	for i < len(r) {
		switch r[i] {
		case ',', ':', '}', ']', ' ', '\n', '\t', '\r':
			return i
		}
		i++
	}
	return i
}

// An Object is the members of an object, in order, doubled keys included.
type Object []Member

// A Member is a key and its value.
type Member struct {
	Key   string
	Value any
}

// MaxValues is how many values one may consist of: an empirical distribution of so
// many samples is 100 MB of text, and takes 300 MB when it is read.
const MaxValues = 5_000_000

// A Reader builds values. It remembers the keys that it has seen, so that the
// objects of a document share them.
type Reader struct {
	keys  map[string]string
	count int // values read of the one at hand
}

// Value is the whole value: nil, bool, string, int64 for a number without
// fraction and exponent, float64 for any other (infinite if it is out of range),
// []any or Object. It is not ok, and only a part of it, if it consists of more
// than MaxValues.
func (d *Reader) Value(r Raw) (v any, ok bool) {
	d.count = 0
	v, _ = d.value(r, 0)
	return v, d.count <= MaxValues
}

// full reports whether no more values are read. What was read so far is then
// returned as if it ended there.
func (d *Reader) full() bool { return d.count > MaxValues }

func (d *Reader) value(r Raw, i int) (v any, end int) {
	d.count++
	switch r[i] {
	case '{':
		return d.object(r, i)
	case '[':
		list := make([]any, 0, 2) // most lists are pairs
		for i = skipSpace(r, i+1); r[i] != ']' && !d.full(); i = r.next(i) {
			v, i = d.value(r, i)
			list = append(list, v)
		}
		return list, i + 1
	case '"':
		end = r.stringEnd(i)
		return unquote(r[i:end]), end
	case 'n':
		return nil, i + len("null")
	case 't':
		return true, i + len("true")
	case 'f':
		return false, i + len("false")
	}
	end = r.scalarEnd(i)
	return number(r[i:end]), end
}

func (d *Reader) object(r Raw, i int) (o Object, end int) {
	o = Object{}
	for i = skipSpace(r, i+1); r[i] != '}' && !d.full(); i = r.next(i) {
		end := r.stringEnd(i)
		m := Member{Key: d.key(r[i:end])}
		i = skipSpace(r, skipSpace(r, end)+1) // after the colon
		m.Value, i = d.value(r, i)
		o = append(o, m)
	}
	return o, i + 1
}

// Keys to remember: no document of ours has more.
const (
	maxKeys   = 256
	maxKeyLen = 32
)

func (d *Reader) key(quoted []byte) string {
	if key, ok := d.keys[string(quoted)]; ok { // does not allocate
		return key
	}
	key := unquote(quoted)
	if len(quoted) <= maxKeyLen && len(d.keys) < maxKeys {
		if d.keys == nil {
			d.keys = map[string]string{}
		}
		d.keys[string(quoted)] = key
	}
	return key
}

func number(text []byte) any {
	if n, ok := whole(text); ok {
		return n
	}
	f, _ := strconv.ParseFloat(string(text), 64) // its only error is the range, and then f is infinite
	return f
}

// wholeDigits is how many digits an int64 holds whatever they are.
const wholeDigits = 18

// whole reads an integer that an int64 surely holds. −0 is not one: its sign would be lost.
func whole(text []byte) (n int64, ok bool) {
	digits, negative := text, false
	if text[0] == '-' {
		digits, negative = text[1:], true
	}
	if len(digits) > wholeDigits || negative && digits[0] == '0' {
		return 0, false
	}
	for _, b := range digits {
		if !isDigit(b) {
			return 0, false
		}
		n = 10*n + int64(b-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}

// unquote is the string that a checked string literal writes.
func unquote(literal []byte) string {
	s := literal[1 : len(literal)-1]
	i := 0
	for i < len(s) && s[i] != '\\' {
		i++
	}
	if i == len(s) {
		return string(s)
	}
	b := append([]byte(nil), s[:i]...)
	for i < len(s) {
		if s[i] != '\\' {
			b = append(b, s[i])
			i++
			continue
		}
		switch c := s[i+1]; c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := hex(s[i+2:])
			i += 4
			if utf16.IsSurrogate(r) {
				r = utf16.DecodeRune(r, hex(s[i+4:]))
				i += 6
			}
			b = utf8.AppendRune(b, r)
		default: // " \ /
			b = append(b, c)
		}
		i += 2
	}
	return string(b)
}

func hex(s []byte) rune {
	r, _ := strconv.ParseUint(string(s[:4]), 16, 32)
	return rune(r)
}
