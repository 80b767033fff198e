package sim

import (
	"bufio"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"serq/ir"
)

// The workload of tools/bench/flow_workload.h: a star of n sending and n
// receiving NICs of capacity 1, a constant number of flows in flight until all
// have started, from a random sender to a random receiver, exponential work.

type workFlow struct {
	members [2]int32
	work    float64
}

func makeWorkload(nics, count int) []workFlow {
	state := uint64(1)
	uniform := func() float64 { // splitmix64
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return float64((z^z>>31)>>11) * 0x1p-53
	}
	flows := make([]workFlow, count)
	for k := range flows {
		from, to := int32(uniform()*float64(nics)), int32(uniform()*float64(nics))
		flows[k] = workFlow{[2]int32{from, int32(nics) + to}, -math.Log1p(-uniform())}
	}
	return flows
}

func starCapacity(nics int) []float64 {
	capacity := make([]float64, 2*nics)
	for i := range capacity {
		capacity[i] = 1
	}
	return capacity
}

// runClosed keeps so many flows in flight until all have started and returns
// when the last has ended.
func runClosed(nics, inFlight int, work []workFlow) float64 {
	f := newFlows(ir.MaxMin, starCapacity(nics))
	for k := range inFlight {
		f.start(0, work[k].members[:], work[k].work, int32(k), uint64(k))
	}
	f.settle(0)
	started := inFlight
	for now := 0.0; ; {
		at, _, ok := f.next()
		if !ok {
			return now
		}
		now = at
		job := f.finish(now)
		if started < len(work) {
			f.start(now, work[started].members[:], work[started].work, job, uint64(started))
			started++
		}
		f.settle(now)
	}
}

func benchmarkFlows(b *testing.B, nics, inFlight, count int) {
	work := makeWorkload(nics, count)
	for b.Loop() {
		runClosed(nics, inFlight, work)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/flow")
	b.ReportMetric(0, "ns/op")
}

// Targets, against the loops in tools/bench: flow_class on the first two, below
// it on the third, twice flow_component on the last.

func BenchmarkFlows16x16_1k(b *testing.B)    { benchmarkFlows(b, 16, 1_000, 100_000) }
func BenchmarkFlows16x16_10k(b *testing.B)   { benchmarkFlows(b, 16, 10_000, 100_000) }
func BenchmarkFlows64x64_1k(b *testing.B)    { benchmarkFlows(b, 64, 1_000, 100_000) }
func BenchmarkFlows512x512_256(b *testing.B) { benchmarkFlows(b, 512, 256, 100_000) }

// The cost of a flow does not grow with the number of flows in flight.
func BenchmarkFlowsInFlight(b *testing.B) {
	for _, inFlight := range []int{1_000, 10_000, 100_000} {
		b.Run(strconv.Itoa(inFlight), func(b *testing.B) { benchmarkFlows(b, 16, inFlight, 2*inFlight+100_000) })
	}
}

// The C loops solve the same problem: given their starts, the flows end when
// theirs do.
func TestFlowsAgainstC(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler")
	}
	for _, test := range []struct {
		program                string
		nics, inFlight, number int
	}{
		{"flow_naive", 16, 1000, 5000},
		{"flow_class", 16, 1000, 5000},
		{"flow_class", 64, 1000, 5000},
		{"flow_component", 64, 500, 5000},
		{"flow_component", 512, 256, 20000},
	} {
		t.Run(fmt.Sprintf("%s/%dx%d/%d", test.program, test.nics, test.nics, test.inFlight), func(t *testing.T) {
			binary := filepath.Join(t.TempDir(), test.program)
			if out, err := exec.Command(cc, "-O2", "-o", binary, "../tools/bench/"+test.program+".c", "-lm").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			dump := exec.Command(binary, strconv.Itoa(test.nics), strconv.Itoa(test.inFlight), strconv.Itoa(test.number), "dump")
			pipe, err := dump.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := dump.Start(); err != nil {
				t.Fatal(err)
			}
			var starts, ends []float64
			for lines := bufio.NewScanner(pipe); lines.Scan(); {
				var start, end float64
				if _, err := fmt.Sscan(lines.Text(), &start, &end); err != nil {
					t.Fatal(err)
				}
				starts, ends = append(starts, start), append(ends, end)
			}
			if err := dump.Wait(); err != nil {
				t.Fatal(err)
			}
			work := makeWorkload(test.nics, test.number)
			flows := make([]openFlow, len(work))
			for k, w := range work {
				flows[k] = openFlow{starts[k], w.members[:], w.work}
			}
			compareEnds(t, flows, runOpen(starCapacity(test.nics), flows), ends)
		})
	}
}

// An openFlow starts at a given time.
type openFlow struct {
	start   float64
	members []int32
	work    float64
}

// runOpen returns when each flow ends. The flows are in the order of their
// starts.
func runOpen(capacity []float64, flows []openFlow) []float64 {
	f := newFlows(ir.MaxMin, capacity)
	ends := make([]float64, len(flows))
	for k := 0; ; {
		now, _, ok := f.next()
		switch {
		case k < len(flows) && (!ok || flows[k].start <= now):
			now = flows[k].start
			f.start(now, flows[k].members, flows[k].work, int32(k), uint64(k))
			k++
		case ok:
			ends[f.finish(now)] = now
		default:
			return ends
		}
		f.settle(now)
	}
}

// compareEnds compares ends and durations to 1e-9: a wrong rate would hide in a
// late end.
func compareEnds(t *testing.T, flows []openFlow, got, want []float64) {
	t.Helper()
	worst := 0.0
	for k, f := range flows {
		// A duration is known no better than the clock that it is read from.
		resolution := 4 * (math.Nextafter(want[k], math.Inf(1)) - want[k])
		duration := want[k] - f.start
		worst = max(worst, (math.Abs(got[k]-want[k])-resolution)/duration)
		if math.Abs(got[k]-want[k]) > 1e-9*duration+resolution {
			t.Fatalf("flow %d from %v ends at %v, want %v (%g)", k, f.start, got[k], want[k], (got[k]-want[k])/duration)
		}
	}
	t.Logf("largest relative difference of a duration: %.2g", worst)
}
