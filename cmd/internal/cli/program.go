package cli

import (
	"serq/ir"
	"serq/ir/diag"
	"serq/ir/link"
)

// Program reads the IR in an input by ir.Read or ir.Upgrade and checks the link
// rules. The program is nil, or must not be used, if the list has errors.
func (e *Env) Program(in Input, read func([]byte) (*ir.Program, diag.List)) (*ir.Program, diag.List) {
	p, found := read(in.Data)
	if found.HasErrors() {
		return nil, in.At(found)
	}
	// From here on a place is one in the program text, and what the IR calls
	// <stdin> is what serqc read there: not to be had here.
	delete(e.sources, stdinName)
	return p, in.At(append(found, link.Check(p, nil)...))
}
