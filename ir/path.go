package ir

import "strconv"

// A Path is the place of a node in the document: struct fields by name, list and
// tuple elements by number, variants by their tag, as in
// blocks[3][1].Run.also[0]. A Path is one step and the way to it, so that walking
// costs nothing for the nodes that nobody asks about; nil is the document itself.
type Path struct {
	up   *Path
	name string // of a field or variant; "" for an element
	elem int
}

// Field is the path of a field of the node, or of a variant's value.
func (p *Path) Field(name string) *Path { return &Path{up: p, name: name} }

// Elem is the path of element i of the node.
func (p *Path) Elem(i int) *Path { return &Path{up: p, elem: i} }

// A path of more steps than shownSteps is shown by its first and last ones only.
const (
	shownSteps = 200
	shownFirst = 100
	shownLast  = 50
)

// String is the path as messages show it; that of the document is "".
func (p *Path) String() string {
	n := 0
	for q := p; q != nil; q = q.up {
		n++
	}
	var steps []*Path // those shown, innermost first
	i := n
	for q := p; q != nil; q = q.up {
		if i--; n <= shownSteps || i < shownFirst || i >= n-shownLast {
			steps = append(steps, q)
		}
	}
	var b []byte
	for i := len(steps) - 1; i >= 0; i-- {
		if n > shownSteps && i == shownLast-1 {
			b = append(b, "…"...)
		}
		b = steps[i].append(b)
	}
	return string(b)
}

// append adds the last step of p.
func (p *Path) append(b []byte) []byte {
	if p.name == "" {
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(p.elem), 10)
		return append(b, ']')
	}
	if len(b) > 0 {
		b = append(b, '.')
	}
	return append(b, p.name...)
}
