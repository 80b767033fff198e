// The run command measures serq against reference loops written in C: whole
// processes (serqc FILE | serqsim --json, and the loop for the same model), in
// turns, several times over, in one go on one machine. What counts is processor
// time, of both processes of the pipe and with the garbage collector's, so that what
// else the machine does shows little; for the start-up it is the time a person waits.
//
//	go run ./tools/bench/run [-n TIMES] [-rows REGEXP] [-update FILE]
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// A row is one model.
type row struct {
	name    string
	program string   // below tools/bench/programs
	args    []string // for serqc
	loop    []string // the C file below tools/bench, without .c, and its arguments; nil: none
	jobs    float64  // of the loop
	target  string
}

var rows = []row{
	{"M/M/1, 10 million jobs", "mmc.sq", nil, []string{"mmc", "1", "10000000"}, 1e7, "4 ×"},
	{"M/M/1000, 10 million jobs", "mmc.sq", []string{"--set", "c=1000"}, []string{"mmc", "1000", "10000000"}, 1e7, "3 ×"},
	{"M/M/1-PS, 1 million jobs", "ps.sq", nil, []string{"ps", "1000000"}, 1e6, "4 ×"},
	star("flows over 16×16 NICs, 1,000 in flight", 16, 1000, 6250, "flow_class", "1 ×"),
	star("flows over 16×16 NICs, 10,000 in flight", 16, 10_000, 6250, "flow_class", "1 ×"),
	star("flows over 64×64 NICs, 1,000 in flight", 64, 1000, 1750, "flow_class", "1 ×"),
	star("flows over 512×512 NICs, 256 in flight", 512, 256, 550, "flow_component", "2 ×"),
	{"start-up of a small program", "small.sq", nil, nil, 0, "50 ms"},
}

// star is a row of about 100,000 flows.
func star(name string, nics, inFlight int, horizon float64, solver, target string) row {
	return row{
		name: name, program: "star.sq",
		args: []string{
			"--set", fmt.Sprintf("n=%d", nics), "--set", fmt.Sprintf("k=%d", inFlight),
			"--horizon", fmt.Sprint(horizon),
		},
		loop: []string{solver, fmt.Sprint(nics), fmt.Sprint(inFlight), "100000"}, jobs: 1e5, target: target,
	}
}

func main() {
	times := flag.Int("n", 3, "measure each row so many `times` and take the best")
	only := flag.String("rows", "", "measure the rows whose name matches `REGEXP`")
	update := flag.String("update", "", "write the table into `FILE`, between its two marker lines")
	flag.Parse()
	if err := run(*times, *only, *update); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(times int, only, update string) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	bin, err := os.MkdirTemp("", "serq-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	b := bench{source: filepath.Join("tools", "bench"), bin: bin}
	if err := b.build(); err != nil {
		return err
	}
	measured := []*measurement{}
	for _, r := range rows {
		if match.MatchString(r.name) {
			measured = append(measured, &measurement{row: r, loop: math.Inf(1), pipe: math.Inf(1)})
		}
	}
	// All rows once, then all rows again: what disturbs the machine for a while
	// spoils one turn of every row and not every turn of one.
	for turn := range times {
		for _, m := range measured {
			fmt.Fprintf(os.Stderr, "turn %d of %d: %s\n", turn+1, times, m.row.name)
			if err := b.measure(m); err != nil {
				return fmt.Errorf("%s: %w", m.row.name, err)
			}
		}
	}
	text := table(measured, times)
	fmt.Print(text)
	if update == "" {
		return nil
	}
	return replace(update, text)
}

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

// A measurement is the best of a row's turns so far.
type measurement struct {
	row  row
	loop float64 // nanoseconds a job; +Inf: not measured
	pipe float64 // nanoseconds a job; without a loop, of the whole run
}

func (b *bench) measure(m *measurement) error {
	if m.row.loop != nil && b.compiler != "" {
		loop := command(filepath.Join(b.bin, m.row.loop[0]), m.row.loop[1:]...)
		if err := loop.Run(); err != nil {
			return err
		}
		m.loop = min(m.loop, processor(loop)/m.row.jobs)
	}
	waited, worked, ended, err := b.pipe(m.row)
	if err != nil {
		return err
	}
	if m.row.loop == nil {
		m.pipe = min(m.pipe, waited)
	} else {
		m.pipe = min(m.pipe, worked/ended)
	}
	return nil
}

// processor returns the processor time of a process that has ended, in nanoseconds.
func processor(c *exec.Cmd) float64 {
	return float64((c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Nanoseconds())
}

// pipe runs serqc | serqsim and returns the time from start to end, the processor
// time (both in nanoseconds) and how many sessions ended.
func (b *bench) pipe(r row) (waited, worked, ended float64, err error) {
	compile := command(filepath.Join(b.bin, "serqc"), append(r.args, filepath.Join(b.source, "programs", r.program))...)
	simulate := command(filepath.Join(b.bin, "serqsim"), "--json", "--quiet")
	read, write, err := os.Pipe()
	if err != nil {
		return 0, 0, 0, err
	}
	var report bytes.Buffer
	compile.Stdout, simulate.Stdin, simulate.Stdout = write, read, &report
	start := time.Now()
	err = errors.Join(compile.Start(), simulate.Start(), write.Close(), read.Close())
	if err != nil {
		return 0, 0, 0, err
	}
	if err := errors.Join(compile.Wait(), simulate.Wait()); err != nil {
		return 0, 0, 0, err
	}
	waited = float64(time.Since(start).Nanoseconds())
	var doc struct{ Run struct{ Ended float64 } }
	if err := json.Unmarshal(report.Bytes(), &doc); err != nil {
		return 0, 0, 0, err
	}
	if doc.Run.Ended == 0 {
		return 0, 0, 0, errors.New("no session ended")
	}
	return waited, processor(compile) + processor(simulate), doc.Run.Ended, nil
}

// table is the measurements in Markdown.
func table(measured []*measurement, times int) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s, %s/%s, %d CPUs, %s; best of %d.\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), time.Now().UTC().Format(time.DateOnly), times)
	t.WriteString("| work | C loop | serq | ratio | target |\n|---|--:|--:|--:|--:|\n")
	for _, m := range measured {
		loop, ratio := "", ""
		if !math.IsInf(m.loop, 1) {
			loop, ratio = figure(m.loop)+" a job", fmt.Sprintf("%.2f ×", m.pipe/m.loop)
		}
		pipe := figure(m.pipe)
		if m.row.loop != nil {
			pipe += " a job"
		}
		fmt.Fprintf(&t, "| %s | %s | %s | %s | %s |\n", m.row.name, loop, pipe, ratio, m.row.target)
	}
	return t.String()
}

// figure writes nanoseconds to three digits in a fitting unit.
func figure(ns float64) string {
	for _, unit := range []string{"ns", "µs", "ms"} {
		if ns < 999.5 {
			return fmt.Sprintf("%.3g %s", ns, unit)
		}
		ns /= 1000
	}
	return fmt.Sprintf("%.3g s", ns)
}

const (
	markBegin = "<!-- make bench-update writes from here -->\n"
	markEnd   = "<!-- to here -->\n"
)

// replace puts the text between the markers of a file.
func replace(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), markBegin)
	_, after, ok2 := strings.Cut(rest, markEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no line %q with a line %q after it", file, strings.TrimSpace(markBegin), strings.TrimSpace(markEnd))
	}
	return os.WriteFile(file, []byte(before+markBegin+text+markEnd+after), 0o666)
}
