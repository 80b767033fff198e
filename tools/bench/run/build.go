package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A bench is where the sources, and what is built of them, are.
type bench struct {
	ctx    context.Context
	source string
	bin    string
	built  map[string]program // by reference.source
}

// A program is a reference that is ready to run, or why it is not.
type program struct {
	command []string
	err     error // wraps errAbsent where what it needs is not on this machine
}

// errAbsent is of a reference that is left out.
var errAbsent = errors.New("not installed")

func newBench(ctx context.Context, bin string) *bench {
	return &bench{ctx: ctx, source: filepath.Join("tools", "bench"), bin: bin, built: map[string]program{}}
}

// build builds serqc, serqsim and sweep.
func (b *bench) build() error {
	if err := b.command("go", "build", "-o", b.bin+string(filepath.Separator), "./cmd/serqc", "./cmd/serqsim", "./tools/sweep").Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	return nil
}

// reference returns the command of a reference without its arguments. It is built when
// it is first asked for.
func (b *bench) reference(source string) ([]string, error) {
	p, ok := b.built[source]
	if !ok {
		p.command, p.err = b.prepare(source)
		b.built[source] = p
	}
	return p.command, p.err
}

func (b *bench) prepare(source string) ([]string, error) {
	file, out := filepath.Join(b.source, source), filepath.Join(b.bin, source+".out")
	switch filepath.Ext(source) {
	case ".c":
		if _, err := exec.LookPath("cc"); err != nil {
			return nil, errAbsent
		}
		return []string{out}, b.compile("cc", "-O2", "-o", out, file, "-lm")
	case ".cpp":
		find := b.command("c++", "-E", "-x", "c++", "-o", os.DevNull, "-")
		find.Stdin, find.Stderr = strings.NewReader("#include <simgrid/s4u.hpp>\n"), nil
		if find.Run() != nil {
			return nil, errAbsent
		}
		return []string{out}, b.compile("c++", "-O2", "-o", out, file, "-lsimgrid")
	case ".py":
		for _, python := range []string{"/usr/bin/python3", "python3"} { // a system's package is of the system's Python
			if exec.Command(python, "-c", "import simpy").Run() == nil {
				return []string{python, file}, nil
			}
		}
		return nil, errAbsent
	}
	panic("BUG: a reference in an unknown language: " + source)
}

func (b *bench) compile(name string, args ...string) error {
	if err := b.command(name, args...).Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// command is a process that shows its errors, and ends with an interrupt.
func (b *bench) command(name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(b.ctx, name, args...)
	c.Stderr = os.Stderr
	return c
}
