package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A quantity is what a row measures of serq: nanoseconds or bytes.
type quantity uint8

const (
	perJob    quantity = iota // processor time of the pipe, by session that ended
	perSample                 // the same by sample of the first observation
	perToken                  // the same by token decoded
	work                      // processor time of serqsim
	wait                      // time from start to end of the pipe
	memory                    // most memory resident in serqsim
)

// A sample is what one run of serq took, and its report.
type sample struct {
	value  float64
	report []byte
}

// serq runs a row's program, with these flags for serqsim.
func (b *bench) serq(r *row, flags []string) (sample, error) {
	if r.sweep {
		return b.sweep(r, flags)
	}
	compile := b.command(filepath.Join(b.bin, "serqc"), append(r.args, filepath.Join(b.source, "programs", r.program))...)
	simulate := b.command(filepath.Join(b.bin, "serqsim"), append(flags, "--json", "--quiet")...)
	var report bytes.Buffer
	simulate.Stdout = &report
	start := time.Now()
	var err error
	if r.presets > 0 {
		err = runPresets(compile, simulate, r.presets)
	} else {
		err = runPipe(compile, simulate)
	}
	waited := time.Since(start)
	if err != nil {
		return sample{}, err
	}
	var units float64
	switch r.quantity {
	case wait:
		return sample{float64(waited.Nanoseconds()), report.Bytes()}, nil
	case work:
		return sample{processor(simulate), report.Bytes()}, nil
	case memory:
		return sample{resident(simulate), report.Bytes()}, nil
	default:
		if units, err = count(report.Bytes(), r.quantity); err != nil {
			return sample{}, err
		}
	}
	return sample{(processor(compile) + processor(simulate)) / units, report.Bytes()}, nil
}

// sweep runs a row's program at all points of its grid, with these flags for sweep. The
// table that it makes is the report.
func (b *bench) sweep(r *row, flags []string) (sample, error) {
	args := slices.Concat([]string{filepath.Join(b.source, "programs", r.program)}, r.args, flags)
	start := time.Now()
	table, err := b.command(filepath.Join(b.bin, "sweep"), args...).Output()
	return sample{float64(time.Since(start).Nanoseconds()), table}, err
}

// count returns how many units of the quantity a report is about.
func count(report []byte, q quantity) (float64, error) {
	var doc struct {
		Run      struct{ Ended float64 }
		Observes []struct{ Count float64 }
		Stages   []struct {
			Iterations float64
			Step       *struct {
				MeanDecodeBatch float64 `json:"mean_decode_batch"`
			}
		}
	}
	if err := json.Unmarshal(report, &doc); err != nil {
		return 0, err
	}
	n := doc.Run.Ended
	switch q {
	case perSample:
		n = 0
		if len(doc.Observes) > 0 {
			n = doc.Observes[0].Count
		}
	case perToken:
		n = 0
		for _, s := range doc.Stages {
			if s.Step != nil {
				n += s.Iterations * s.Step.MeanDecodeBatch
			}
		}
	}
	if n == 0 {
		return 0, errors.New("the report has nothing to count")
	}
	return n, nil
}

// runReference runs a reference beside a row and returns the same quantity of it. A
// reference that is serq itself must give serq's report, to the byte.
func (b *bench) runReference(r *row, ref *reference, want []byte) (float64, error) {
	if ref.source == "" {
		s, err := b.serq(r, ref.args)
		if err == nil && !bytes.Equal(s.report, want) {
			err = errors.New("the reports differ")
		}
		return s.value, err
	}
	return b.runLoop(ref.source, ref.args)
}

// runLoop runs a program of tools/bench, which prints the seconds of processor time that
// a job of its takes and perhaps more, and returns nanoseconds.
func (b *bench) runLoop(source string, args []string) (float64, error) {
	command, err := b.reference(source)
	if err != nil {
		return 0, err
	}
	out, err := b.command(command[0], append(command[1:], args...)...).Output()
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(out), " ")
	seconds, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	return seconds * 1e9, err
}

// runPipe runs serqc | serqsim.
func runPipe(compile, simulate *exec.Cmd) error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	compile.Stdout, simulate.Stdin = write, read
	starts := errors.Join(compile.Start(), simulate.Start(), write.Close(), read.Close())
	for _, c := range []*exec.Cmd{compile, simulate} {
		if c.Process != nil {
			starts = errors.Join(starts, c.Wait())
		}
	}
	return starts
}

// runPresets compiles, puts sessions of that size into the program, and lets serqsim
// read, check and start it.
func runPresets(compile, simulate *exec.Cmd, size int) error {
	ir, err := compile.Output()
	if err != nil {
		return err
	}
	simulate.Stdin = bytes.NewReader(withPresets(ir, size))
	simulate.Args = append(simulate.Args, "--horizon", "1e-9")
	return simulate.Run()
}

// withPresets puts sessions of eight turns each in the place of the program's batch,
// so many that the program has about that size, in bytes.
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
