package ir

import (
	"bytes"
	"fmt"

	"serq/ir/diag"
	"serq/ir/internal/wire"
)

// Decoding goes from the outside in: the text must be JSON; then the version is
// looked at, before anything that another version may have changed; then every
// value is read as what should stand at its place, and everything that does not
// fit is reported.
//
// The shape is that of schema/ir.v8.schema.json. It is written down twice, there
// for other programs and here for speed: a general validator takes 20 ms to get
// ready, about as long as a small program takes from text to report, and half a
// minute and 2 GB for a million statements, which here take 3 s.
// TestDecoderAgreesWithSchema holds the two together.
//
// The lists of the document are read element by element, so that beside the
// program only one pool, stage, statement or preset session is in memory as JSON.

// Read reads a program from its document. The list says everything that is wrong
// with the document; the program is nil if there is anything.
func Read(data []byte) (*Program, diag.List) {
	d := &decoder{}
	return d.document(data)
}

// Upgrade reads a program of this version or of version 7, which is the same
// without flows over several stages. It refuses a document that says it is of
// version 7 and has them.
func Upgrade(data []byte) (*Program, diag.List) {
	d := &decoder{upgrade: true}
	return d.document(data)
}

// A decoder reads one document.
type decoder struct {
	upgrade bool // version 7 is taken
	version int64
	reader  wire.Reader
	found   diag.List
}

// maxFound is how many places are listed, so that a document which is wrong
// everywhere does not take more memory than a right one.
const maxFound = 100_000

func (d *decoder) fail(at *Path, code diag.Code, hint, summary string) {
	if len(d.found) == maxFound {
		d.found[maxFound-1].Notes = []diag.Note{{Text: "more is wrong, which is not listed"}}
		return
	}
	d.found = append(d.found, diag.Diagnostic{
		Code: code, Severity: diag.Error, Summary: summary, Hint: hint, Pointer: at.String(),
	})
}

func (d *decoder) document(data []byte) (*Program, diag.List) {
	raw, err := wire.Check(bytes.TrimPrefix(data, []byte("\ufeff"))) // some writers begin with a byte order mark
	if err != nil {
		return nil, diag.List{syntaxError(err)}
	}
	if !raw.IsObject() {
		d.node(nil, raw).wrongType("a program")
		return nil, d.found
	}
	if !d.checkVersion(raw) {
		return nil, d.found
	}
	p := d.program(raw)
	if len(d.found) > 0 {
		return nil, d.found
	}
	return p, nil
}

func syntaxError(err *wire.Error) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.IRJSON, Severity: diag.Error, Summary: "not JSON: " + err.Msg,
		Span: diag.Span{Line: err.Line, Col: err.Col}}
	if err.TooDeep {
		d.Code, d.Summary = diag.IRDepth, err.Msg
	}
	return d
}

// checkVersion reports whether the document is of a version that is read here.
func (d *decoder) checkVersion(raw wire.Raw) bool {
	at := (*Path)(nil).Field("version")
	for key, v := range raw.Members() {
		if key != "version" {
			continue
		}
		d.version = d.node(at, v).int(0, MaxIndex)
		switch {
		case len(d.found) > 0:
		case d.version == Version, d.version == 7 && d.upgrade:
			return true
		case d.version > Version:
			d.fail(at, diag.IRVersion, "Use the serq tools that wrote it, or newer ones.",
				fmt.Sprintf("IR %d is newer than this serq (%d)", d.version, Version))
		case d.version == 7:
			d.fail(at, diag.IRVersion, "`serqlink --upgrade` makes it one of version 8.",
				fmt.Sprintf("IR %d is older than this serq (%d)", d.version, Version))
		default:
			d.fail(at, diag.IRVersion, "", fmt.Sprintf("IR %d is older than this serq (%d) can read", d.version, Version))
		}
		return false
	}
	d.fail(nil, diag.IRVersion, "", "no version: this is not the IR of a program")
	return false
}

// node is a value of the document, read whole; none if it is too large.
func (d *decoder) node(at *Path, raw wire.Raw) node {
	v, ok := d.reader.Value(raw)
	if !ok {
		d.fail(at, diag.IRLarge, "", fmt.Sprintf("a value of more than %d parts", wire.MaxValues))
		v = none{}
	}
	return node{d, at, v}
}

// A large is a value of the document that is read piece by piece; nil if it is
// not there.
type large struct {
	d   *decoder
	at  *Path
	raw wire.Raw
}

func (l large) node() node {
	if l.raw == nil {
		return node{l.d, l.at, none{}}
	}
	return l.d.node(l.at, l.raw)
}

// largeObject sorts the members of an object by the keys of its shape.
func (l large) object(s *shape) func(key string) large {
	n := node{l.d, l.at, none{}}
	values := make([]wire.Raw, len(s.keys))
	if l.raw != nil && !l.raw.IsObject() {
		l.node().wrongType(article(s.kind))
	} else if l.raw != nil {
		values = sortMembers(n, s, l.raw.Members(), nil)
	}
	return func(key string) large { return large{l.d, l.at.Field(key), values[s.index(key)]} }
}

// largeList reads each element of a list.
func largeList[T any](l large, elem func(large) T) []T {
	if l.raw == nil || !l.raw.IsList() {
		l.node().wrongType("a list")
		return nil
	}
	var list []T
	for i, raw := range l.raw.Elements() {
		if len(l.d.found) == maxFound {
			break // the program will not be used
		}
		list = append(list, elem(large{l.d, l.at.Elem(i), raw}))
	}
	return list
}
