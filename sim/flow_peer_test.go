package sim

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The flows of testdata/peer end when another simulator ends them.
func TestFlowsAgainstPeer(t *testing.T) {
	files, err := filepath.Glob("testdata/peer/*.links")
	if err != nil || len(files) == 0 {
		t.Fatalf("no peer data: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".links")
		t.Run(filepath.Base(name), func(t *testing.T) {
			links, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			words := strings.Fields(string(links)) // --egress LIST --ingress LIST
			egress, ingress := readNumbers(t, words[1]), readNumbers(t, words[3])
			flows := readPeerFlows(t, name+".csv", int32(len(egress)))
			want := readPeerEnds(t, name+".finish.csv", len(flows))
			order := make([]int, len(flows))
			for k := range order {
				order[k] = k
			}
			slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(flows[i].start, flows[j].start) })
			var sorted []openFlow
			var ends []float64
			for _, k := range order {
				sorted = append(sorted, flows[k])
				ends = append(ends, want[k])
			}
			compareEnds(t, sorted, runOpen(append(egress, ingress...), sorted), ends)
		})
	}
}

func readNumbers(t *testing.T, list string) []float64 {
	t.Helper()
	var numbers []float64
	for _, word := range strings.Split(list, ",") {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, x)
	}
	return numbers
}

func readPeerFlows(t *testing.T, file string, senders int32) []openFlow {
	t.Helper()
	var flows []openFlow
	forEachRow(t, file, func(row []float64) {
		members := []int32{int32(row[1]), senders + int32(row[2])}
		flows = append(flows, openFlow{row[0], members, row[3]})
	})
	return flows
}

func readPeerEnds(t *testing.T, file string, n int) []float64 {
	t.Helper()
	ends := make([]float64, n)
	forEachRow(t, file, func(row []float64) { ends[int(row[0])] = row[1] })
	return ends
}

// forEachRow calls row with the numbers of every line but the first.
func forEachRow(t *testing.T, file string, row func([]float64)) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	for lines.Scan(); lines.Scan(); {
		row(readNumbers(t, lines.Text()))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", file, err))
	}
}
