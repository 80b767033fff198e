package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A flow is one of a workload, as a reference ran it.
type flow struct {
	start, finish float64
	from, to      int
	work          float64
}

// tolerance is by how much two solvers in double precision may differ, relatively.
const tolerance = 1e-9

// makeCheck runs the flows of each flow reference through serqc and serqsim, too, and
// makes a table of the largest differences.
func makeCheck(b *bench, _ int, match *regexp.Regexp) (string, int) {
	var t strings.Builder
	fmt.Fprintf(&t, "%s.\n\n| flows | of | compared | finish | duration | |\n|---|---|--:|--:|--:|---|\n", dated())
	failed := 0
	for i := range rows {
		r := &rows[i]
		if !match.MatchString(r.name) {
			continue
		}
		for _, ref := range r.beside {
			if !strings.HasPrefix(ref.source, "flow_") || b.ctx.Err() != nil {
				continue
			}
			fmt.Fprintf(os.Stderr, "check: %s, %s\n", r.name, ref.name)
			flows, finish, duration, err := b.compare(&ref)
			switch {
			case errors.Is(err, errAbsent):
				fmt.Fprintf(&t, "| %s | %s | not installed | | | |\n", r.name, ref.name)
			case err != nil:
				fmt.Fprintf(&t, "| %s | %s | failed: %s | | | |\n", r.name, ref.name, cell(err.Error()))
				failed++
			default:
				ok := finish <= tolerance && duration <= tolerance
				if !ok {
					failed++
				}
				fmt.Fprintf(&t, "| %s | %s | %s | %.1e | %.1e | %s |\n", r.name, ref.name, grouped(flows), finish, duration, met(ok))
			}
		}
	}
	return t.String(), failed
}

// compare runs the flows that a reference ran, each started when it started there: were
// they started when others end, as there, a difference in the last bit would grow with
// every flow that hangs on another. It returns how many they are, and by how much at most
// the finishes and the durations that serq finds differ, relatively.
func (b *bench) compare(ref *reference) (n int, finish, duration float64, err error) {
	command, err := b.reference(ref.source)
	if err != nil {
		return 0, 0, 0, err
	}
	args := append(command[1:], ref.args...)
	out, err := b.command(command[0], append(args, "dump")...).Output()
	if err != nil {
		return 0, 0, 0, err
	}
	flows, err := readFlows(out)
	if err != nil {
		return 0, 0, 0, err
	}
	finishes, durations, err := b.runFlows(flows, ref.args[0])
	if err != nil {
		return 0, 0, 0, err
	}
	finish, duration = differences(flows, finishes, durations)
	return len(flows), finish, duration, nil
}

// readFlows reads what a flow reference dumps: a line for each flow.
func readFlows(dump []byte) ([]flow, error) {
	var flows []flow
	for lines := bufio.NewScanner(bytes.NewReader(dump)); lines.Scan(); {
		var f flow
		if _, err := fmt.Sscan(lines.Text(), &f.start, &f.finish, &f.from, &f.to, &f.work); err != nil {
			return nil, fmt.Errorf("line %d of the dump: %w", len(flows)+1, err)
		}
		flows = append(flows, f)
	}
	return flows, nil
}

// runFlows runs the flows and returns when each finished and how long it took.
func (b *bench) runFlows(flows []flow, nics string) (finishes, durations []float64, err error) {
	dir, err := os.MkdirTemp(b.bin, "flows-")
	if err != nil {
		return nil, nil, err
	}
	trace := filepath.Join(dir, "flows.csv")
	if err := os.WriteFile(trace, writeTrace(flows), 0o666); err != nil {
		return nil, nil, err
	}
	compile := b.command(filepath.Join(b.bin, "serqc"), "--trace", trace, "--set", "n="+nics,
		"--set", fmt.Sprintf("flows=%d", len(flows)), filepath.Join(b.source, "programs", "flows.sq"))
	simulate := b.command(filepath.Join(b.bin, "serqsim"), "--quiet", "--dump", dir)
	if err := runPipe(compile, simulate); err != nil {
		return nil, nil, err
	}
	if finishes, err = readSamples(filepath.Join(dir, "finish.csv"), len(flows)); err != nil {
		return nil, nil, err
	}
	durations, err = readSamples(filepath.Join(dir, "duration.csv"), len(flows))
	return finishes, durations, err
}

// writeTrace writes the flows in the columns that flows.sq reads.
func writeTrace(flows []flow) []byte {
	var t bytes.Buffer
	t.WriteString("session,turn,new,out,think\n")
	for k, f := range flows {
		fmt.Fprintf(&t, "%d,0,%d,%d,%v\n%d,1,0,0,%v\n", k, f.from, f.to, f.start, k, f.work)
	}
	return t.Bytes()
}

// readSamples reads a dump of serqsim with one sample of each of n sessions, by session.
func readSamples(file string, n int) ([]float64, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	lines, err := csv.NewReader(bufio.NewReader(in)).ReadAll() // time,session,turn,value
	if err != nil {
		return nil, err
	}
	if len(lines) != n+1 {
		return nil, fmt.Errorf("%s has %d samples, want %d", filepath.Base(file), len(lines)-1, n)
	}
	values := make([]float64, n)
	for _, line := range lines[1:] {
		session, err := strconv.Atoi(line[1])
		if err != nil || session < 0 || session >= n {
			return nil, fmt.Errorf("%s has a sample of session %q", filepath.Base(file), line[1])
		}
		if values[session], err = strconv.ParseFloat(line[3], 64); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// differences returns the largest relative differences of finishes and of durations. A
// duration is known no better than the two clocks allow from which it was read.
func differences(flows []flow, finishes, durations []float64) (finish, duration float64) {
	for k, f := range flows {
		finish = max(finish, math.Abs(finishes[k]-f.finish)/f.finish)
		resolution := 8 * (math.Nextafter(f.finish, math.Inf(1)) - f.finish)
		want := f.finish - f.start
		duration = max(duration, (math.Abs(durations[k]-want)-resolution)/want)
	}
	return finish, duration
}
