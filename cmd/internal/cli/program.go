package cli

import (
	"bytes"
	"errors"
	"fmt"
	"unicode"

	"serq/ir"
	"serq/ir/diag"
	"serq/ir/link"
)

// errNothing is what Fail says of an empty standard input: most often the tool
// before this one in a pipe has said already what is wrong.
var errNothing = errors.New("nothing on standard input")

// ReadDocument is Read for what is never empty.
func (e *Env) ReadDocument(name string) (Input, error) {
	in, err := e.Read(name)
	if err == nil && in.Name == stdinName && len(bytes.TrimSpace(in.Data)) == 0 {
		return Input{}, errNothing
	}
	return in, err
}

// looksLikeText reports whether data begins as a program text does, with a word or a
// comment, and no JSON document.
func looksLikeText(data []byte) bool {
	data = bytes.TrimSpace(data)
	return len(data) > 0 && (unicode.IsLetter(rune(data[0])) || data[0] == '/')
}

// textName is the program text as a command line names it.
func (in Input) textName() string {
	if in.Name == stdinName {
		return "FILE"
	}
	return in.Name
}

// Program reads the IR in an input by ir.Read or ir.Upgrade and checks the link
// rules. The program is nil, or must not be used, if the list has errors.
func (e *Env) Program(in Input, read func([]byte) (*ir.Program, diag.List)) (*ir.Program, diag.List) {
	p, found := read(in.Data)
	if found.HasErrors() {
		if found[0].Code == diag.IRJSON && looksLikeText(in.Data) {
			found[0].Hint = fmt.Sprintf("This looks like a program: compile it first, serqc %s | %s.", in.textName(), e.Tool)
		}
		return nil, in.At(found)
	}
	// From here on a place is one in the program text, and what the IR calls
	// <stdin> is what serqc read there: not to be had here.
	delete(e.sources, stdinName)
	return p, in.At(append(found, link.Check(p, nil)...))
}
