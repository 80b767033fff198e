package kernel

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"serq/ir"
)

// negative is the name of a constant below zero: text has no such numbers, and `-1`
// is an operation, which the compiler leaves as it stands.
func (w *writer) negative(v float64) string {
	name, ok := w.negatives[math.Float64bits(v)]
	if ok {
		return name
	}
	positive := w.number(math.Abs(v))
	name = "minus_" + strings.Map(func(r rune) rune {
		if strings.ContainsRune(".+-", r) {
			return '_'
		}
		return r
	}, positive)
	for w.taken(name) {
		name += "_"
	}
	w.negatives[math.Float64bits(v)] = name
	fmt.Fprintf(&w.lets, "let %s = -%s;\n", name, positive)
	return name
}

// taken reports whether a value has this name.
func (w *writer) taken(name string) bool {
	for _, other := range w.negatives {
		if other == name {
			return true
		}
	}
	return slices.Contains(w.p.Attrs, name)
}

// values are the arguments of an ~empirical.
func (w *writer) values(values []float64) string {
	path, column, ok := "", "", false
	if w.opts.Column != nil {
		path, column, ok = w.opts.Column(values)
	}
	if !ok {
		w.refuse(nil, "the values of an empirical distribution are in the document, and text names a file that has them",
			"Write the kernel of the program text.")
	}
	return w.path(nil, path) + ", " + w.str(nil, column)
}

// path is a path as the text says it: relative to where the text lies.
func (w *writer) path(at *ir.Path, path string) string {
	if w.opts.Dir != "" && !filepath.IsAbs(path) {
		path = relativeTo(w.opts.Dir, path)
	}
	return w.str(at, path)
}

// relativeTo is a path of the working directory as a folder sees it; the whole path
// where nothing shorter leads there.
func relativeTo(dir, path string) string {
	from, err1 := filepath.Abs(dir)
	whole, err2 := filepath.Abs(path)
	if err1 != nil || err2 != nil {
		return path // there is no working directory
	}
	if relative, err := filepath.Rel(from, whole); err == nil {
		return relative
	}
	return whole
}

// str is a string, which has no escapes.
func (w *writer) str(at *ir.Path, s string) string {
	if strings.ContainsAny(s, "\"\n") || strings.HasSuffix(s, "\r") {
		w.refuse(at, fmt.Sprintf("text has no string %q", s), "Strings have no quotes and no line ends in them: rename the file.")
	}
	return `"` + s + `"`
}
