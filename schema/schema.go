// Package schema holds the JSON Schemas of the documents that the tools exchange,
// and checks documents against them.
package schema

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// A Document is a kind of document that a schema describes whole.
type Document struct {
	compile func() *jsonschema.Schema // once
}

var (
	IR     = document("ir.v8.schema.json")  // a program
	Report = document("report.schema.json") // what serqsim --json writes
	Oracle = document("oracle.schema.json") // what a run must measure
)

//go:embed *.schema.json
var files embed.FS

// document is the kind of document that an embedded schema describes. The loader
// has nothing but the embedded text, so nothing is ever fetched.
func document(name string) Document {
	return Document{sync.OnceValue(func() *jsonschema.Schema {
		text, err := files.ReadFile(name)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		c := jsonschema.NewCompiler()
		c.Draft = jsonschema.Draft2020
		c.LoadURL = func(url string) (io.ReadCloser, error) { return nil, errors.New("no such schema: " + url) }
		id := "mem:///" + name
		if err := c.AddResource(id, bytes.NewReader(text)); err != nil {
			panic("BUG: " + err.Error())
		}
		return c.MustCompile(id)
	})}
}

// A Violation is one place at which a document is not as its schema says.
type Violation struct {
	Path string // of the value, as stages[0].kind; "" for the document itself
	Msg  string // what is wrong, no full stop
}

// Check returns everything in which a document differs from its schema, each at
// the innermost value that is wrong, sorted by path. A document consists of the
// values that Parse returns; its numbers may also be Go's, if they are finite.
func (d Document) Check(doc any) []Violation {
	err := d.compile().Validate(doc)
	var invalid *jsonschema.ValidationError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &invalid):
		panic("BUG: " + err.Error())
	}
	found := leaves(nil, invalid)
	slices.SortFunc(found, func(a, b Violation) int { // the validator follows maps
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Msg, b.Msg))
	})
	return found
}

func leaves(to []Violation, e *jsonschema.ValidationError) []Violation {
	if len(e.Causes) == 0 {
		return append(to, Violation{valuePath(e.InstanceLocation), message(e)})
	}
	for _, cause := range e.Causes {
		to = leaves(to, cause)
	}
	return to
}

// message says a violation in the words of documents rather than of schemas.
func message(e *jsonschema.ValidationError) string {
	switch path.Base(e.KeywordLocation) {
	case "required":
		return strings.Replace(e.Message, "missing properties:", "missing:", 1)
	case "additionalProperties":
		msg := strings.TrimPrefix(e.Message, "additionalProperties ")
		names := strings.Split(strings.Trim(strings.TrimSuffix(msg, " not allowed"), "'"), "', '") // a quote in a name is \'
		slices.Sort(names)                                                                         // the validator follows maps
		return "unknown: '" + strings.Join(names, "', '") + "'"
	}
	return e.Message
}

// unescape turns a step of a JSON pointer into the key that it stands for.
var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// valuePath turns a JSON pointer, escaped as in a URL, into the form of paths
// that messages use.
func valuePath(pointer string) string {
	var b strings.Builder
	for _, step := range strings.Split(pointer, "/")[1:] {
		if _, err := strconv.Atoi(step); err == nil {
			fmt.Fprintf(&b, "[%s]", step)
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		if key, err := url.PathUnescape(step); err == nil {
			step = key
		}
		b.WriteString(unescape.Replace(step))
	}
	return b.String()
}
