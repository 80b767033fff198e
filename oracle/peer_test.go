package oracle_test

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestPeer runs the flows whose finish times SimGrid has computed, and compares
// finishes and durations: a wrong rate for a short flow hides in a late finish.
func TestPeer(t *testing.T) {
	for _, links := range cases(t, "peer", ".links") {
		name := strings.TrimSuffix(links, ".links")
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			egress, ingress := readLinks(t, links)
			flows := readCSV(t, name+".csv", "start,src,dst,bytes")
			finishes := readCSV(t, name+".finish.csv", "id,finish")
			_, dump := simulate(t, starOfNICs(t, egress, ingress, flows))
			got := bySession(t, filepath.Join(dump, "finish.csv"))
			durations := bySession(t, filepath.Join(dump, "duration.csv"))
			if len(got) != len(flows) || len(durations) != len(flows) || len(finishes) != len(flows) {
				t.Fatalf("%d flows have %d finishes and %d durations, want %d", len(flows), len(got), len(durations), len(finishes))
			}
			for i, row := range finishes {
				want := number(t, row[1])
				start := number(t, flows[i][0])
				if !close9(got[row[0]], want, want) {
					t.Errorf("flow %s finishes at %v, want %v", row[0], got[row[0]], want)
				}
				if !close9(durations[row[0]], want-start, want) {
					t.Errorf("flow %s takes %v, want %v", row[0], durations[row[0]], want-start)
				}
			}
		})
	}
}

// close9 compares to a relative 1e-9 (two double-precision solvers differ by
// 4e-10 here), or to the rounding of the instant from which want was computed.
func close9(got, want, instant float64) bool {
	ulp := math.Nextafter(instant, math.Inf(1)) - instant
	return math.Abs(got-want) <= max(1e-9*math.Abs(want), 8*ulp)
}

// bySession reads a dump of one sample a session.
func bySession(t *testing.T, name string) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	for _, row := range readCSV(t, name, "time,session,turn,value") {
		out[row[1]] = number(t, row[3])
	}
	return out
}

// readLinks reads "--egress c,c,… --ingress 16xc".
func readLinks(t *testing.T, name string) (egress, ingress []float64) {
	t.Helper()
	fields := strings.Fields(readFile(t, name))
	if len(fields) != 4 || fields[0] != "--egress" || fields[2] != "--ingress" {
		t.Fatalf("%s: %q", name, fields)
	}
	return capacities(t, fields[1]), capacities(t, fields[3])
}

func capacities(t *testing.T, list string) []float64 {
	t.Helper()
	var out []float64
	for _, item := range strings.Split(list, ",") {
		times, each, isRun := strings.Cut(item, "x")
		if !isRun {
			times, each = "1", item
		}
		n, err := strconv.Atoi(times)
		if err != nil {
			t.Fatal(err)
		}
		for range n {
			out = append(out, number(t, each))
		}
	}
	return out
}

// starOfNICs writes the flows as a program in IR: a preset session each, which
// waits until its start and then holds its two links at once.
func starOfNICs(t *testing.T, egress, ingress []float64, flows [][]string) []byte {
	t.Helper()
	const start, src, dst, bytes, begun = 9, 10, 11, 12, 13 // slots after the built-in ones
	attr := func(slot int) any { return map[string]any{"Attr": slot} }
	ref := func(base, count int, index any) any {
		return map[string]any{"base": base, "count": count, "index": index}
	}
	now := map[string]any{"Ctx": "Now"}
	run := func(stage, work any, also ...any) any {
		r := map[string]any{"stage": stage, "mode": "Plain", "work": work, "growing": nil}
		if len(also) > 0 {
			r["also"] = also
		}
		return map[string]any{"Run": r}
	}

	stages := []any{map[string]any{"name": "wait", "kind": "Delay"}}
	for _, family := range []struct {
		name     string
		capacity []float64
	}{{"egress", egress}, {"ingress", ingress}} {
		for i, c := range family.capacity {
			stages = append(stages, map[string]any{"name": family.name, "index": i,
				"kind": map[string]any{"Ps": map[string]any{"Num": c}}})
		}
	}
	sessions := make([]any, len(flows))
	for i, f := range flows {
		attrs := make([]any, len(f))
		for k := range f {
			attrs[k] = []any{start + k, number(t, f[k])}
		}
		sessions[i] = map[string]any{"attrs": attrs}
	}
	session := []any{
		run(ref(0, 1, nil), attr(start)),
		map[string]any{"Set": []any{begun, now}},
		run(ref(1, len(egress), attr(src)), attr(bytes), ref(1+len(egress), len(ingress), attr(dst))),
		map[string]any{"Observe": []any{0, now}},
		map[string]any{"Observe": []any{1, map[string]any{"Binary": []any{"Sub", now, attr(begun)}}}},
		"End",
	}
	program := map[string]any{
		"version": 8,
		"attrs": []string{"cached", "serial", "turn_no", "new", "out", "think", "more", "forced", "computed",
			"start", "src", "dst", "bytes", "begun"},
		"observes": []string{"finish", "duration"},
		"pools":    []any{}, "stages": stages, "arrival": map[string]any{"Sessions": sessions},
		"trace": nil, "trace_ordered": false, "init": 0, "turn": 1, "session": 2, "blocks": []any{[]any{}, []any{}, session},
		"horizon": 1e6, "warmup": 0, "seed": 1, "hidden": []any{}, "share": "MaxMin",
	}
	for slot, name := range []string{"cached", "serial", "turn", "new", "out", "think", "more", "forced", "computed"} {
		program[fmt.Sprintf("slot_%s", name)] = slot
	}
	ir, err := json.Marshal(program)
	if err != nil {
		t.Fatal(err)
	}
	return ir
}
