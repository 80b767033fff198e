package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// A bench is where the programs, and what is built, are.
type bench struct {
	source   string
	bin      string
	compiler string // "" without one: the loops are left out
}

// build builds serqc and serqsim, and the loops.
func (b *bench) build() error {
	if err := command("go", "build", "-o", b.bin+string(filepath.Separator), "./cmd/serqc", "./cmd/serqsim").Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	var err error
	if b.compiler, err = exec.LookPath("cc"); err != nil {
		fmt.Fprintln(os.Stderr, "bench: no C compiler (cc): the reference loops and the ratios are left out")
		return nil
	}
	for _, r := range rows {
		if r.loop == nil {
			continue
		}
		out := filepath.Join(b.bin, r.loop[0])
		if _, err := os.Stat(out); err == nil {
			continue
		}
		if err := command(b.compiler, "-O2", "-o", out, filepath.Join(b.source, r.loop[0]+".c"), "-lm").Run(); err != nil {
			return fmt.Errorf("cc %s.c: %w", r.loop[0], err)
		}
	}
	return nil
}

// command is a process that shows its errors.
func command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	return c
}

// A measurement is the best of a row's turns so far, in nanoseconds or bytes.
type measurement struct {
	row       row
	reference float64 // +Inf: not measured
	serq      float64
}

// measure takes one turn of a row.
func (b *bench) measure(m *measurement) error {
	r := &m.row
	if r.loop != nil && b.compiler != "" {
		loop := command(filepath.Join(b.bin, r.loop[0]), r.loop[1:]...)
		if err := loop.Run(); err != nil {
			return err
		}
		m.reference = min(m.reference, processor(loop)/r.jobs)
	}
	if r.plain {
		plain, err := b.serq(r, "--plain-loop")
		if err != nil {
			return err
		}
		m.reference = min(m.reference, plain)
	}
	serq, err := b.serq(r)
	if err != nil {
		return err
	}
	m.serq = min(m.serq, serq)
	return nil
}

// serq runs a row's program and returns the quantity of the row.
func (b *bench) serq(r *row, flags ...string) (float64, error) {
	compile := command(filepath.Join(b.bin, "serqc"), append(r.args, filepath.Join(b.source, "programs", r.program))...)
	simulate := command(filepath.Join(b.bin, "serqsim"), append(flags, "--json", "--quiet")...)
	var report bytes.Buffer
	simulate.Stdout = &report
	start := time.Now()
	run := runPipe
	if r.presets {
		run = runPresets
	}
	err := run(compile, simulate)
	waited := time.Since(start)
	if err != nil {
		return 0, err
	}
	var doc struct{ Run struct{ Ended float64 } }
	if err := json.Unmarshal(report.Bytes(), &doc); err != nil {
		return 0, err
	}
	switch {
	case r.quantity == wait:
		return float64(waited.Nanoseconds()), nil
	case r.quantity == work:
		return processor(simulate), nil
	case r.quantity == memory:
		return resident(simulate), nil
	case doc.Run.Ended == 0:
		return 0, errors.New("no session ended")
	}
	return (processor(compile) + processor(simulate)) / doc.Run.Ended, nil
}

// runPipe runs serqc | serqsim.
func runPipe(compile, simulate *exec.Cmd) error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	compile.Stdout, simulate.Stdin = write, read
	if err := errors.Join(compile.Start(), simulate.Start(), write.Close(), read.Close()); err != nil {
		return err
	}
	return errors.Join(compile.Wait(), simulate.Wait())
}

// runPresets compiles, puts 50 MB of sessions into the program, and lets serqsim read,
// check and start it.
func runPresets(compile, simulate *exec.Cmd) error {
	ir, err := compile.Output()
	if err != nil {
		return err
	}
	simulate.Stdin = bytes.NewReader(withPresets(ir, 50_000_000))
	simulate.Args = append(simulate.Args, "--horizon", "1e-9")
	return simulate.Run()
}

// withPresets puts sessions of eight turns each in the place of the program's batch,
// so many that the program has about that size.
func withPresets(ir []byte, size int) []byte {
	var sessions bytes.Buffer
	sessions.WriteString(`"arrival":{"Sessions":[`)
	for i := 0; sessions.Len() < size; i++ {
		if i > 0 {
			sessions.WriteByte(',')
		}
		sessions.WriteString(`{"attrs":[[9,0.125]],"turns":[`)
		for turn := range 8 {
			if turn > 0 {
				sessions.WriteByte(',')
			}
			fmt.Fprintf(&sessions, `[[3,%d],[4,%d],[5,%v],[7,0],[9,%v]]`, 100+i%900, 250+turn, float64(i+1)/7, float64(turn)/3)
		}
		sessions.WriteString("]}")
	}
	sessions.WriteString("]}")
	return bytes.Replace(ir, []byte(`"arrival":{"Batch":1}`), sessions.Bytes(), 1)
}

// processor returns the processor time of a process that has ended, in nanoseconds.
func processor(c *exec.Cmd) float64 {
	return float64((c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Nanoseconds())
}

// resident returns the most memory that a process that has ended had resident, in bytes.
func resident(c *exec.Cmd) float64 {
	return float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) * 1024 // Linux counts in KiB
}
