package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A sweep is a program, a grid and what to read from each report.
type sweep struct {
	serqc, serqsim string // the binaries
	program        string
	axes           []axis
	figures        []string
	simFlags       []string // for serqsim
}

// A line is a point and its figures.
type line struct {
	point   point
	figures []any
}

// run runs all points, so many at a time, and returns their lines in the order of the
// grid. The error is that of the first point that fails, whatever the number at a time.
func (s *sweep) run(ctx context.Context, jobs int) ([]line, error) {
	points := grid(s.axes)
	lines, errs := make([]line, len(points)), make([]error, len(points))
	var failed atomic.Int64 // no point after this one is needed
	failed.Store(int64(len(points)))
	var group errgroup.Group
	group.SetLimit(jobs)
	for k, p := range points {
		group.Go(func() error {
			if int64(k) > failed.Load() || ctx.Err() != nil {
				return nil
			}
			lines[k].point = p
			lines[k].figures, errs[k] = s.runPoint(ctx, p)
			if errs[k] != nil {
				lowerTo(&failed, int64(k))
			}
			return nil
		})
	}
	_ = group.Wait() // errors are in errs
	for k, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name(points[k]), err)
		}
	}
	return lines, nil
}

// lowerTo lowers a number to x, if it is greater.
func lowerTo(n *atomic.Int64, x int64) {
	for old := n.Load(); x < old; old = n.Load() {
		if n.CompareAndSwap(old, x) {
			return
		}
	}
}

// runPoint runs serqc | serqsim at a point and returns the figures that are wanted.
// serqsim runs one replication at a time, unless it is told: the points are what runs side
// by side.
func (s *sweep) runPoint(ctx context.Context, p point) ([]any, error) {
	var sets []string
	for i, value := range p {
		sets = append(sets, "--set", s.axes[i].name+"="+value)
	}
	ir, err := output(exec.CommandContext(ctx, s.serqc, append(sets, s.program)...), nil)
	if err != nil {
		return nil, err
	}
	report, err := output(exec.CommandContext(ctx, s.serqsim, append([]string{"--json", "--quiet", "--jobs", "1"}, s.simFlags...)...), ir)
	if err != nil {
		return nil, err
	}
	found, err := figuresOf(report)
	if err != nil {
		return nil, err
	}
	figures := make([]any, len(s.figures))
	for i, path := range s.figures {
		value, ok := found[path]
		if !ok {
			return nil, fmt.Errorf("the report has no figure %s", path)
		}
		figures[i] = value
	}
	return figures, nil
}

// output returns what a process prints; its error has what it says on standard error.
func output(c *exec.Cmd, input []byte) ([]byte, error) {
	var stderr bytes.Buffer
	c.Stdin, c.Stderr = bytes.NewReader(input), &stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(c.Path), err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}

// name names a point in messages: "NP=2 rate=8".
func (s *sweep) name(p point) string {
	if len(p) == 0 {
		return s.program
	}
	var texts []string
	for i, value := range p {
		texts = append(texts, s.axes[i].name+"="+value)
	}
	return strings.Join(texts, " ")
}

// header names the columns.
func (s *sweep) header() []string {
	var names []string
	for _, a := range s.axes {
		names = append(names, a.name)
	}
	return append(names, s.figures...)
}

// csv writes the lines below a header; a figure that is null is an empty cell.
func (s *sweep) csv(lines []line) []byte {
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	_ = table.Write(s.header()) // a buffer takes all
	for _, l := range lines {
		cells := append([]string{}, l.point...)
		for _, value := range l.figures {
			cells = append(cells, cellText(value))
		}
		_ = table.Write(cells)
	}
	table.Flush()
	return text.Bytes()
}

// cellText is a figure as it is written in the report, or nothing for null.
func cellText(figure any) string {
	if figure == nil {
		return ""
	}
	return fmt.Sprint(figure)
}

// jsonLines writes {"point": {NAME: VALUE, …}, "figures": {PATH: FIGURE, …}} for each line.
func (s *sweep) jsonLines(lines []line) []byte {
	var text bytes.Buffer
	for _, l := range lines {
		object := struct {
			Point   map[string]string `json:"point"`
			Figures map[string]any    `json:"figures"`
		}{map[string]string{}, map[string]any{}}
		for i, value := range l.point {
			object.Point[s.axes[i].name] = value
		}
		for i, value := range l.figures {
			object.Figures[s.figures[i]] = value
		}
		encoded, err := json.Marshal(object)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		text.Write(append(encoded, '\n'))
	}
	return text.Bytes()
}

// tools finds serqc and serqsim: in the folder that SERQ_BIN names, beside this program,
// or on PATH.
func tools() (serqc, serqsim string, err error) {
	dirs := []string{os.Getenv("SERQ_BIN")}
	if self, err := os.Executable(); err == nil {
		dirs = append(dirs, filepath.Dir(self))
	}
	find := func(name string) (string, error) {
		for _, dir := range dirs {
			if file := filepath.Join(dir, name); dir != "" {
				if found, err := exec.LookPath(file); err == nil {
					return found, nil
				}
			}
		}
		return exec.LookPath(name)
	}
	if serqc, err = find("serqc"); err != nil {
		return "", "", err
	}
	serqsim, err = find("serqsim")
	return serqc, serqsim, err
}

// writeWhole writes a file so that it is never seen half written.
func writeWhole(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
