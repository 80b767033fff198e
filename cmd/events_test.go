package cmd

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/ir/result"
)

// TestEvents lets every example be watched. The report has the same bytes as that of
// a run that nobody watches; the file follows the rules of its format; and what its
// slices and counters add up to is what the report says.
func TestEvents(t *testing.T) {
	programs, err := filepath.Glob("../examples/*/*.sq")
	if err != nil || len(programs) == 0 {
		t.Fatalf("%d examples, %v", len(programs), err)
	}
	for _, path := range programs {
		dir, file := filepath.Split(path)
		if filepath.Base(dir) == "lib" {
			continue
		}
		t.Run(filepath.Base(dir)+"/"+strings.TrimSuffix(file, ".sq"), func(t *testing.T) {
			t.Parallel()
			events := filepath.Join(t.TempDir(), "events.json")
			run := "serqc " + file + " | serqsim --json --warmup 0 --max-events 15000"
			watched, report := partialShell(t, dir, run+" --events-limit 10000000 --events "+events), partialShell(t, dir, run)
			if !bytes.Equal(watched, report) {
				t.Error("a run that is watched gives another report")
			}
			r, found := result.Read(report)
			if found.HasErrors() {
				t.Fatal(found)
			}
			data, err := os.ReadFile(events)
			if err != nil {
				t.Fatal(err)
			}
			trace, err := readTrace(data)
			if err != nil {
				t.Fatal(err)
			}
			trace.mustAddUpTo(t, r)
		})
	}
}

// partialShell runs a command line that may end early, with a report so far.
func partialShell(t *testing.T, dir, line string) []byte {
	t.Helper()
	stdout, stderr, err := shell(t, dir, line)
	if len(stdout) == 0 || len(stderr) > 0 {
		t.Fatalf("%s: %v\n%s", line, err, stderr)
	}
	return stdout
}

// mustAddUpTo compares a file with the report of its run, which has no warm-up and a
// clock in seconds.
func (tr *trace) mustAddUpTo(t *testing.T, r *result.Report) {
	t.Helper()
	end := r.Run.End
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
			t.Errorf("%s: %v by the events, %v by the report", what, got, want)
		}
	}
	near("end", tr.doc.OtherData.End, end)
	if tr.doc.OtherData.CutAt != nil {
		t.Errorf("the file ends at %v", *tr.doc.OtherData.CutAt)
	}
	sums := tr.sums()
	for i := range r.Stages {
		st := &r.Stages[i]
		name := label(st.Name, st.Index)
		s := sums[name+" ("+st.Kind+")"]
		near(name+" completed", s.done, float64(st.Completed))
		if s.done > 0 {
			near(name+" service", s.service/s.done, *st.MeanService)
			near(name+" wait", s.wait/s.done, *st.MeanWait)
		}
		near(name+" number", s.present/end, st.MeanNumber)
		if st.Step != nil {
			near(name+" iterations", s.iterations, float64(*st.Iterations))
			near(name+" prefill", s.phases["prefill"]/end, st.Step.PrefillOnly)
			near(name+" decode", s.phases["decode"]/end, st.Step.DecodeOnly)
			near(name+" mixed", s.phases["mixed"]/end, st.Step.Mixed)
		}
	}
	for i := range r.Pools {
		p := &r.Pools[i]
		name := label(p.Name, p.Index)
		process := name + " (pool)"
		near(name+" waits", sums[process].present/end, p.MeanQueue)
		near(name+" queue", tr.integral(process, "queue", "waiting", end)/end, p.MeanQueue)
		near(name+" used", tr.integral(process, "units", "used", end)/end, p.MeanUsed)
		near(name+" cached", tr.integral(process, "units", "cached", end)/end, p.MeanCached)
	}
}

func label(name string, index *int) string {
	if index == nil {
		return name
	}
	return fmt.Sprintf("%s[%d]", name, *index)
}

// A traceSum is what the slices of a process add up to, in seconds.
type traceSum struct {
	done, service, wait float64 // of the jobs that were done
	present             float64 // of all, waits included
	iterations          float64
	phases              map[string]float64 // of the iterations
}

func (tr *trace) sums() map[string]*traceSum {
	sums := map[string]*traceSum{}
	for _, name := range tr.process {
		sums[name] = &traceSum{phases: map[string]float64{}}
	}
	// The wait of a job is the one of its session that ends as its service begins.
	type wait struct {
		process string
		session any
		work    any
		end     float64
	}
	waits := map[wait]float64{}
	for _, s := range tr.slices {
		if s.cat == "wait" && s.name == "wait" {
			waits[wait{s.process, s.args["session"], s.args["work"], s.to}] = s.to - s.from
		}
	}
	for _, s := range tr.slices {
		sum, took := sums[s.process], (s.to-s.from)/1e6
		switch {
		case s.cat == "iteration":
			sum.iterations++
			sum.phases[s.name] += took
		case s.name == "growth":
		default:
			sum.present += took
		}
		if s.cat == "job" && !s.is("cut") && !s.is("preempted") {
			sum.done++
			sum.service += took
			sum.wait += waits[wait{s.process, s.args["session"], s.args["work"], s.from}] / 1e6
		}
	}
	return sums
}

// integral is that of a counter, from 0 to the end of the run in seconds.
func (tr *trace) integral(process, name, key string, end float64) float64 {
	sum, value, since := 0.0, 0.0, 0.0
	for _, e := range tr.counters[process] {
		if e.Name != name {
			continue
		}
		at := *e.Ts / 1e6
		sum += value * (at - since)
		value, since = e.Args[key].(float64), at
	}
	return sum + value*(end-since)
}
