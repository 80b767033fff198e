package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWorkTable(t *testing.T) {
	queue := row{name: "queue", unit: "job", beside: []reference{
		{name: "C", target: 4}, {name: "SimPy", target: 1.0 / 50}, {name: "SimGrid"},
	}}
	heap := row{name: "heap", quantity: memory, limit: 1e9}
	got := workTable([]*measurement{
		{row: &queue, serq: []float64{150, 170, 160}, beside: [][]float64{{30, 34, 32}, {7500, 8500, 6400}, nil}},
		{row: &heap, serq: []float64{903e6}},
		{row: &heap, err: errors.New("exit status 2\na|b")},
		{row: &row{name: "start", quantity: wait}, serq: []float64{15.4e6}},
	})
	want := `| work | serq | beside | needs | serq is | target | |
|---|--:|---|--:|--:|--:|---|
| queue | 160 ns a job | C | 32 ns a job | 5 × as long | at most 4 × as long | **missed** |
| | | SimPy | 7.5 µs a job | 50 × as fast | at least 50 × as fast | met |
| | | SimGrid | not installed | |  | |
| heap | 903 MB | | | | at most 1 GB | met |
| heap | failed: exit status 2 a\|b | | | | | |
| start | 15.4 ms | | | | | |
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestScaleTable(t *testing.T) {
	sized := &row{unit: "job"}
	got := scaleTable([]growth{
		{name: "queue", sizes: []int{10, 1000}},
		{name: "heap", sizes: []int{1, 2, 4}},
	}, []*measurement{
		{row: sized, serq: []float64{20}}, {row: sized, serq: []float64{1900, 2000, 9000}},
		{row: sized, serq: []float64{5}}, {row: sized, err: errors.New("no")}, {row: sized, err: errors.New("no")},
	})
	want := `| what grows | | | | | slope |
|---|--:|--:|--:|--:|--:|
| queue | 10: 20 ns a job | 1,000: 2 µs a job | | | 1.00 |
| heap | 1: 5 ns a job | 2: failed: no | 4: failed: no | | |
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMicroTable(t *testing.T) {
	var found []*benchmark
	for _, out := range []string{
		"goos: linux\nBenchmarkQueue/1000-2 \t 1000\t 100 ns/op\t 0 B/op\t 0 allocs/op\nPASS\n",
		"BenchmarkQueue/1000-2 \t 1000\t 300 ns/op\t 0 B/op\t 0 allocs/op\n" +
			"BenchmarkFlows-2 \t 1\t 0 ns/op\t 6500 ns/flow\t 1048984 B/op\t 2 allocs/op\n",
		"BenchmarkQueue/1000-2 \t 1000\t 120 ns/op\t 0 B/op\t 0 allocs/op\n",
	} {
		if err := readBenchmarks(strings.NewReader(out), "sim", &found); err != nil {
			t.Fatal(err)
		}
	}
	found[1].loop = []float64{13000}
	got := microTable(found)
	want := `| benchmark | takes | loop in C | is | allocations | bytes |
|---|--:|--:|--:|--:|--:|
| sim: Queue/1000 | 120 ns | | | 0 | 0 |
| sim: Flows | 6.5 µs a flow | 13 µs a flow | 2 × as fast | 2 | 1,048,984 |
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestReplace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "doc.md")
	text := "before\n<!-- make bench-update writes from here: work -->\nold\n<!-- to here -->\nbetween\n" +
		"<!-- make bench-update writes from here: scale -->\nold too\n<!-- to here -->\nafter\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replace(file, "scale", "new\n"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, "old too", "new", 1); string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := replace(file, "micro", ""); err == nil {
		t.Error("a table without markers is no error")
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{0.512: "0.512 ns", 39.66: "39.7 ns", 999.4: "999 ns", 999.6: "1 µs", 2.05e6: "2.05 ms", 4.4e12: "4.4e+03 s"} {
		if got := scaled(x, nanoseconds); got != want {
			t.Errorf("%v ns: %q, want %q", x, got, want)
		}
	}
	for n, want := range map[int]string{7: "7", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// Every table of the command has its place in the document.
func TestDocumentHasTheTables(t *testing.T) {
	text, err := os.ReadFile("../../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "performance.md")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if err := replace(file, table.name, ""); err != nil {
			t.Error(err)
		}
	}
}
