package main

import (
	"errors"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"testing"
)

// The mean response times of M/M/1 and M/M/1-PS at utilisation 0.8 are 5; with a thousand
// servers nobody waits, and it is the mean service time, 1. The bounds are four standard
// deviations of the mean of so many jobs: one job's is about 5, and that of a queue
// as one over some hundred jobs.
func TestReferencesSimulateTheirModels(t *testing.T) {
	b := newBench(t.Context(), t.TempDir())
	b.source = ".."
	for _, test := range []struct {
		source      string
		args        []string
		mean, bound float64
	}{
		{"mmc.c", []string{"1", "1000000"}, 5, 0.4},
		{"mmc.c", []string{"1000", "300000"}, 1, 0.01},
		{"ps.c", []string{"1000000"}, 5, 0.4},
		{"parts.c", []string{"draw", "1000000"}, 1, 0.01},
		{"mm1_simpy.py", []string{"20000"}, 5, 2},
	} {
		t.Run(fmt.Sprint(test.source, test.args), func(t *testing.T) {
			command, err := b.reference(test.source)
			if errors.Is(err, errAbsent) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			out, err := b.command(command[0], append(command[1:], test.args...)...).Output()
			if err != nil {
				t.Fatal(err)
			}
			var took, mean float64
			if _, err := fmt.Sscan(string(out), &took, &mean); err != nil {
				t.Fatalf("%q: %v", out, err)
			}
			if took < 0 || math.Abs(mean-test.mean) > test.bound {
				t.Errorf("%v s a job, mean response %v, want %v ± %v", took, mean, test.mean, test.bound)
			}
		})
	}
}

// What the table of differences says is small where the flows are the same, and large
// where one is not.
func TestCompareFlows(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler")
	}
	b := newBench(t.Context(), t.TempDir())
	b.source = ".."
	if err := b.compile("go", "build", "-o", b.bin+string(filepath.Separator), "serq/cmd/serqc", "serq/cmd/serqsim"); err != nil {
		t.Fatal(err)
	}
	n, finish, duration, err := b.compare(&reference{source: "flow_naive.c", args: []string{"4", "20", "300"}})
	if err != nil {
		t.Fatal(err)
	}
	if n != 300 || finish > tolerance || duration > tolerance {
		t.Errorf("%d flows, differences %g and %g", n, finish, duration)
	}
}

func TestDifferences(t *testing.T) {
	flows := []flow{{start: 1, finish: 3}, {start: 1000, finish: 1000.5}}
	finish, duration := differences(flows, []float64{3, 1000.5}, []float64{2, 0.5})
	if finish > 0 || duration > 0 {
		t.Errorf("no differences are %g and %g", finish, duration)
	}
	finish, duration = differences(flows, []float64{3, 1000.5 + 1e-7}, []float64{2, 0.5 + 1e-7})
	if finish > 1e-9 || math.Abs(duration-2e-7) > 1e-11 {
		t.Errorf("differences %g and %g, want about 1e-10 and 2e-7", finish, duration)
	}
}

func TestPresetsHaveTheSize(t *testing.T) {
	ir := []byte(`{"workload":{"arrival":{"Batch":1}},"end":1}`)
	got := withPresets(ir, 100_000)
	if n := len(got); n < 100_000 || n > 101_000 {
		t.Errorf("%d bytes, want about 100,000", n)
	}
}
