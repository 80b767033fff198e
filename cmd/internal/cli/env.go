package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"golang.org/x/term"

	"serq/ir/diag"
)

// An Env is one call of a command: its operands and the world around it.
type Env struct {
	IO
	Tool string
	Args []string // operands, without the flags

	json    bool              // diagnostics as JSON
	sources map[string][]byte // what was read, by the name that diagnostics use
}

// An Input is a file that was read.
type Input struct {
	Name string // as diagnostics name it: the path, or "<stdin>"
	Data []byte
}

// At says that diagnostics are about the input, where they name no other file.
func (in Input) At(l diag.List) diag.List {
	for i := range l {
		if l[i].Span.File == "" {
			l[i].Span.File = in.Name
		}
	}
	return l
}

// stdinName is how diagnostics name standard input.
const stdinName = "<stdin>"

// Operand is the i-th operand, or "-" if there are fewer.
func (e *Env) Operand(i int) string {
	if i < len(e.Args) {
		return e.Args[i]
	}
	return "-"
}

// Read reads a file whole, or standard input for "-". An error is for Fail.
func (e *Env) Read(name string) (Input, error) {
	in := Input{Name: name}
	var err error
	if name == "-" {
		in.Name = stdinName
		in.Data, err = io.ReadAll(e.In)
	} else {
		in.Data, err = os.ReadFile(name)
	}
	if err != nil {
		return Input{}, fmt.Errorf("cannot read %s: %w", in.Name, Reason(err))
	}
	e.sources[in.Name] = in.Data
	return in, nil
}

// Remember gives Report the source of what is no file, such as the value of a
// flag, under the name that diagnostics use.
func (e *Env) Remember(name string, data []byte) { e.sources[name] = data }

// Report writes diagnostics to standard error, in the form that --format asks
// for, and returns Rejected if any of them is an error, else OK. Source lines
// are shown of files that were read with Read, and of others where they can be
// found from the working directory.
func (e *Env) Report(l diag.List) int {
	var err error
	if e.json {
		err = l.WriteJSON(e.Err)
	} else {
		err = l.WriteText(e.Err, e.source)
	}
	switch {
	case err != nil:
		return Usage // and nowhere left to say it
	case l.HasErrors():
		return Rejected
	}
	return OK
}

// JSON reports whether --format asks for JSON, for a product that is diagnostics of a kind.
func (e *Env) JSON() bool { return e.json }

// sourceLimit bounds, in bytes, what is read only to show a line of it.
const sourceLimit = 16 << 20

// source is the diag.SourceFunc of Report.
func (e *Env) source(file string) ([]byte, bool) {
	if data, ok := e.sources[file]; ok {
		return data, true
	}
	if file == stdinName {
		return nil, false
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > sourceLimit {
		return nil, false
	}
	data, err := os.ReadFile(file)
	return data, err == nil
}

// ErrIsTerminal reports whether a person sees standard error as it is written.
func (e *Env) ErrIsTerminal() bool {
	f, ok := e.Err.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Fail reports that a file or stream could not be used, and returns Usage, or
// Rejected if there was nothing on standard input. A
// closed pipe is no failure: whoever reads it has seen enough.
func (e *Env) Fail(err error) int {
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return OK
	}
	fmt.Fprintf(e.Err, "%s: %v\n", e.Tool, err)
	if errors.Is(err, errNothing) {
		return Rejected
	}
	return Usage
}

// UsageError reports a wrong command line and returns Usage.
func (e *Env) UsageError(msg string) int {
	fmt.Fprintf(e.Err, "%s: %s\nTry '%s --help'.\n", e.Tool, msg, e.Tool)
	return Usage
}

// print writes s to standard output and returns the exit status.
func (e *Env) print(s string) int {
	if err := e.Write("-", []byte(s)); err != nil {
		return e.Fail(err)
	}
	return OK
}

// Reason is an operating system error without the path, which the message has already.
func Reason(err error) error {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	var linkErr *os.LinkError
	if errors.As(err, &linkErr) {
		return linkErr.Err
	}
	return err
}

func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ") + "\n"
}
