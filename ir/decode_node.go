package ir

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"serq/ir/diag"
	"serq/ir/internal/wire"
)

// A node is a value of the document at its place. Its methods read it as what
// should stand there; what does not fit is reported and read as a zero value.
type node struct {
	d  *decoder
	at *Path
	v  any // as wire.Reader returns it, or none
}

// none is the value of a node that is not in the document. Whether that is allowed
// was decided where its absence was noticed, so reading it reports nothing.
type none struct{}

func (n node) isNone() bool { return n.v == none{} }

func (n node) fail(code diag.Code, format string, args ...any) {
	n.d.fail(n.at, code, "", fmt.Sprintf(format, args...))
}

// failWord reports a word that is not known, with the one that was likely meant
// or, where there are few, all that are.
func (n node) failWord(c diag.Code, kind, word string, known []string) {
	hint := ""
	if s := diag.Suggest(word, known); s != "" {
		hint = fmt.Sprintf("Did you mean %q?", s)
	} else if len(known) <= 25 {
		hint = fmt.Sprintf("Known are %s.", strings.Join(known, ", "))
	}
	n.d.fail(n.at, c, hint, fmt.Sprintf("unknown %s %s", kind, quoted(word)))
}

// article puts "a" or "an" before a kind.
func article(kind string) string {
	if strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

// quoted is a word of the document as messages show it: cut where it is long.
func quoted(word string) string {
	if rs := []rune(word); len(rs) > 60 {
		word = string(rs[:60]) + "…"
	}
	return fmt.Sprintf("%q", word)
}

// wrongType reports a value of another type than should stand there.
func (n node) wrongType(want string) {
	if !n.isNone() {
		n.fail(diag.IRType, "%s where %s should stand", typeOf(n.v), want)
	}
}

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case string:
		return "a string"
	case []any:
		return "a list"
	case wire.Object:
		return "an object"
	}
	return "a number"
}

// MaxIndex is the largest index, count or line of a document, and of servers or
// sessions.
const MaxIndex = math.MaxInt32

// index is an index or another count from 0.
func (n node) index() int { return int(n.int(0, MaxIndex)) }

// count is a count, line or column from 1.
func (n node) count() int { return int(n.int(1, MaxIndex)) }

// int is a whole number from lo to hi, which are exact as float64. 3.0 is 3.
func (n node) int(lo, hi int64) int64 {
	switch v := n.v.(type) {
	case int64:
		if lo <= v && v <= hi {
			return v
		}
		n.fail(diag.IRRange, "%d where a whole number from %d to %d should stand", v, lo, hi)
	case float64:
		switch {
		case v != math.Trunc(v):
			n.fail(diag.IRType, "a number with a fraction where a whole number should stand")
		case v < float64(lo) || v > float64(hi): // infinite ones, too
			n.fail(diag.IRRange, "%g where a whole number from %d to %d should stand", v, lo, hi)
		default:
			return int64(v)
		}
	default:
		n.wrongType("a whole number")
	}
	return 0
}

// number is a finite number.
func (n node) number() float64 {
	f, ok := plainNumber(n.v)
	if _, infinite := n.v.(float64); !ok && infinite {
		n.fail(diag.IRRange, "a number beyond the range of 64-bit floating point")
	} else if !ok {
		n.wrongType("a number")
	}
	return f
}

// plainNumber reads a finite number, -0 as 0, and leaves anything else.
func plainNumber(v any) (f float64, ok bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v + 0, !math.IsInf(v, 0)
	}
	return 0, false
}

// real is a number that may be infinite.
func (n node) real() float64 {
	s, ok := n.v.(string)
	switch {
	case !ok:
		return n.number()
	case s == "inf":
		return math.Inf(1)
	case s == "-inf":
		return math.Inf(-1)
	}
	n.failWord(diag.IRWord, "number", s, []string{"inf", "-inf"})
	return 0
}

func (n node) bool() bool {
	v, ok := n.v.(bool)
	if !ok {
		n.wrongType("true or false")
	}
	return v
}

func (n node) str() string {
	v, ok := n.v.(string)
	if !ok {
		n.wrongType("a string")
	}
	return v
}

// words are the names of an enum on the wire, by its numbers.
type words struct {
	kind  string // what they name, for messages
	names []string
}

// word is the number of a word.
func (n node) word(w *words) int {
	s, ok := n.v.(string)
	if !ok {
		n.wrongType("the name of " + article(w.kind))
		return 0
	}
	i := slices.Index(w.names, s)
	if i < 0 {
		n.failWord(diag.IRWord, w.kind, s, w.names)
		return 0
	}
	return i
}

// elems are the elements of a list as nodes. Their paths are made together: there
// are many of them, and they are needed only if something is wrong.
func (n node) elems(values []any) []node {
	nodes, paths := make([]node, len(values)), make([]Path, len(values))
	for i, v := range values {
		paths[i] = Path{up: n.at, elem: i}
		nodes[i] = node{n.d, &paths[i], v}
	}
	return nodes
}

// decodeList reads each element of a list of at least so many.
func decodeList[T any](n node, least int, elem func(node) T) []T {
	values, ok := n.v.([]any)
	if !ok {
		n.wrongType("a list")
		return nil
	}
	if len(values) < least {
		n.fail(diag.IRLength, "an empty list where at least one element should stand")
	}
	if len(values) == 0 {
		return nil
	}
	list := make([]T, len(values))
	for i, v := range values {
		list[i] = elem(node{n.d, n.at.Elem(i), v})
	}
	return list
}

// tuple is the elements of a list of exactly so many.
func (n node) tuple(size int) []node {
	values, ok := n.v.([]any)
	switch {
	case !ok:
		n.wrongType(fmt.Sprintf("a list of %d", size))
	case len(values) != size:
		n.fail(diag.IRLength, "a list of %d where one of %d should stand", len(values), size)
	}
	for len(values) < size {
		values = append(values, none{})
	}
	return n.elems(values[:size])
}

// decodeNullable is nil for null and for a key that is left out.
func decodeNullable[T any](n node, read func(node) T) *T {
	if n.v == nil {
		return nil
	}
	return decodeOptional(n, read)
}

// decodeOptional is nil for a key that is left out.
func decodeOptional[T any](n node, read func(node) T) *T {
	if n.isNone() {
		return nil
	}
	v := read(n)
	return &v
}

// A shape is the keys that a kind of object has.
type shape struct {
	kind     string
	keys     []string
	optional []bool // by key: may be left out
}

// index is the position of a key that the shape has.
func (s *shape) index(key string) int {
	i := slices.Index(s.keys, key)
	if i < 0 {
		panic("BUG: a " + s.kind + " has no " + key)
	}
	return i
}

// shapeOf declares a shape; a key that may be left out ends in "?".
func shapeOf(kind string, keys ...string) *shape {
	s := &shape{kind: kind}
	for _, key := range keys {
		name, optional := strings.CutSuffix(key, "?")
		s.keys = append(s.keys, name)
		s.optional = append(s.optional, optional)
	}
	return s
}

// An object is the members of an object, sorted out.
type object struct {
	node
	shape  *shape
	values []any // by key
}

// object sorts the members of an object by the keys of its shape.
func (n node) object(s *shape) object {
	o, ok := n.v.(wire.Object)
	if !ok {
		n.wrongType(article(s.kind))
		return object{n, s, nil}
	}
	members := func(yield func(string, any) bool) {
		for _, m := range o {
			if !yield(m.Key, m.Value) {
				return
			}
		}
	}
	return object{n, s, sortMembers[any](n, s, members, none{})}
}

// get is the value of a key, none where it is left out.
func (o object) get(key string) node {
	v := any(none{})
	if o.values != nil {
		v = o.values[o.shape.index(key)]
	}
	return node{o.d, o.at.Field(key), v}
}

// sortMembers returns the values of an object by the keys of its shape, absent
// where one is left out, and reports what is unknown, doubled or missing. A key
// that is missing because it is misspelt is reported as unknown only.
func sortMembers[V any](n node, s *shape, members iter.Seq2[string, V], absent V) []V {
	values := make([]V, len(s.keys))
	for i := range values {
		values[i] = absent
	}
	seen := make([]bool, len(s.keys))
	var meant []string
	for key, v := range members {
		i := slices.Index(s.keys, key)
		switch {
		case i < 0:
			n.failWord(diag.IRKeyUnknown, "key", key, s.keys)
			meant = append(meant, diag.Suggest(key, s.keys))
		case seen[i]:
			n.fail(diag.IRKeyTwice, "the key %q stands twice", key)
		default:
			values[i], seen[i] = v, true
		}
	}
	for i, key := range s.keys {
		if !seen[i] && !s.optional[i] && !slices.Contains(meant, key) {
			n.fail(diag.IRKeyMissing, "%s without %q", article(s.kind), key)
		}
	}
	return values
}

// A sum is the variants of a sum type: units, which are a word, and the others,
// which are an object of one key.
type sum struct {
	kind     string
	units    []string
	variants []string
}

// variant tells the variant of a sum and its value, which is none for a unit and
// for what is no variant; the tag is "" for the latter.
func (n node) variant(s *sum) (tag string, value node) {
	bad := node{n.d, n.at, none{}}
	switch v := n.v.(type) {
	case string:
		switch {
		case slices.Contains(s.units, v):
			return v, bad
		case slices.Contains(s.variants, v):
			n.d.fail(n.at, diag.IRWord, fmt.Sprintf("Write {%q: …}.", v), fmt.Sprintf("the %s %q without its value", s.kind, v))
		case len(s.units) == 0:
			n.wrongType(article(s.kind))
		default:
			n.failWord(diag.IRWord, s.kind, v, append(slices.Clone(s.units), s.variants...))
		}
	case wire.Object:
		if len(v) != 1 {
			n.variantCount(s, v)
			return "", bad
		}
		tag := v[0].Key
		switch {
		case slices.Contains(s.variants, tag):
			return tag, node{n.d, n.at.Field(tag), v[0].Value}
		case slices.Contains(s.units, tag):
			n.d.fail(n.at, diag.IRWord, fmt.Sprintf("Write %q.", tag), fmt.Sprintf("the %s %q has no value", s.kind, tag))
		default:
			n.failWord(diag.IRWord, s.kind, tag, append(slices.Clone(s.variants), s.units...))
		}
	default:
		n.wrongType(article(s.kind))
	}
	return "", bad
}

// variantCount reports an object that does not have one key.
func (n node) variantCount(s *sum, o wire.Object) {
	for i, m := range o {
		if slices.ContainsFunc(o[:i], func(before wire.Member) bool { return before.Key == m.Key }) {
			n.fail(diag.IRKeyTwice, "the key %s stands twice", quoted(m.Key))
			return
		}
		if i > 100 {
			break // enough to tell a doubled key from an object that is no variant
		}
	}
	n.fail(diag.IRLength, "an object of %d keys where %s should stand, which has one", len(o), article(s.kind))
}
