package emit

import (
	"strconv"
	"strings"

	"serq/frontend/token"
)

// Places says which text each part of a document was made from, by its path in
// the document: `blocks[3][1].Run.also[0]`.
type Places map[string]Place

// A Place is the text that a part of a document was made from.
type Place struct {
	Shown token.Pos // what a diagnostic points to: of a statement with a block, its header
	Whole token.Pos // all of it
}

// Find is the place of the innermost part with a place on the path, which may lead
// deeper into the document than places do. It is zero if there is none.
func (p Places) Find(path string) Place {
	for path != "" {
		if at, ok := p[path]; ok {
			return at
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return Place{}
}

// A path leads to the part of the document that is being written. Where places
// are not asked for it stays empty and costs nothing.
type path struct {
	places Places // nil: not asked for
	text   string
}

func (p path) dot(name string) path {
	if p.places == nil {
		return p
	}
	if p.text != "" {
		name = "." + name
	}
	return path{p.places, p.text + name}
}

func (p path) at(i int) path {
	if p.places == nil {
		return p
	}
	return path{p.places, p.text + "[" + strconv.Itoa(i) + "]"}
}

// is records what the part was made from.
func (p path) is(at token.Pos) { p.spans(at, at) }

// spans records a part whose diagnostics point to less than the whole of it.
func (p path) spans(shown, whole token.Pos) {
	if p.places != nil && !shown.IsZero() {
		p.places[p.text] = Place{shown, whole}
	}
}
