package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A benchmark is what a Go benchmark gave, by unit and turn.
type benchmark struct {
	name    string // its package and its own, as "sim: MM1"
	figures map[string][]float64
	loop    []float64 // what its loop in C takes, in nanoseconds, by turn
}

// loops are the loops in C that do what a benchmark does, below tools/bench, with
// their arguments.
var loops = map[string][]string{
	"sim: MM1":              {"mmc.c", "1", "3000000"},
	"sim: MM1000":           {"mmc.c", "1000", "1000000"},
	"sim: MM1PS":            {"ps.c", "3000000"},
	"sim: Flows16x16_1k":    {"flow_class.c", "16", "1000", "101000"},
	"sim: Flows16x16_10k":   {"flow_class.c", "16", "10000", "110000"},
	"sim: Flows64x64_1k":    {"flow_class.c", "64", "1000", "51000"},
	"sim: Flows512x512_256": {"flow_component.c", "512", "256", "100256"},
	"sim: Queue":            {"parts.c", "queue", "3000000"},
	"sim: Ps":               {"parts.c", "ps", "3000000"},
	"sim/rng: Samplers/exp": {"parts.c", "draw", "30000000"},
}

// makeMicro runs the benchmarks of all packages and makes their table.
func makeMicro(b *bench, times int, match *regexp.Regexp) (string, int) {
	pattern := cmp.Or(match.String(), ".")
	header := header(times)
	var found []*benchmark
	packages, err := b.testBinaries()
	if err != nil {
		return fmt.Sprintf("failed: %s\n", cell(err.Error())), 1
	}
	failed := map[string]error{}
	for turn := range times {
		for _, p := range packages {
			if failed[p.path] != nil || b.ctx.Err() != nil {
				continue
			}
			fmt.Fprintf(os.Stderr, "turn %d of %d: benchmarks of %s\n", turn+1, times, p.path)
			if err := b.runBenchmarks(p, pattern, &found); err != nil {
				failed[p.path] = err
			}
		}
	}
	text := header + microTable(found)
	for _, p := range packages {
		if err := failed[p.path]; err != nil {
			text += fmt.Sprintf("\nThe benchmarks of %s failed: %s\n", p.path, cell(err.Error()))
		}
	}
	return text, len(failed)
}

// A testBinary is a package with its tests compiled.
type testBinary struct{ path, dir, file string }

// testBinaries compiles the tests of the packages that have any.
func (b *bench) testBinaries() ([]testBinary, error) {
	list := b.command("go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}", "./...")
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	var binaries []testBinary
	for line := range strings.Lines(string(out)) {
		p, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !hasBenchmark(dir) {
			continue
		}
		file := filepath.Join(b.bin, strings.ReplaceAll(p, "/", "_")+".test")
		if err := b.compile("go", "test", "-c", "-o", file, p); err != nil {
			return nil, err
		}
		binaries = append(binaries, testBinary{p, dir, file})
	}
	return binaries, nil
}

// hasBenchmark says whether a package's tests in a directory define a benchmark.
func hasBenchmark(dir string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), "\nfunc Benchmark")
	})
}

// runBenchmarks runs the benchmarks of a package once and adds what they gave.
func (b *bench) runBenchmarks(p testBinary, match string, found *[]*benchmark) error {
	run := b.command(p.file, "-test.run", "^$", "-test.bench", match, "-test.benchmem", "-test.benchtime", "0.3s")
	run.Dir = p.dir
	out, err := run.Output()
	if err != nil {
		return err
	}
	pkg := strings.TrimPrefix(p.path, "serq/")
	if err := readBenchmarks(bytes.NewReader(out), pkg, found); err != nil {
		return err
	}
	for _, of := range *found {
		if loop := loops[of.name]; loop != nil && strings.HasPrefix(of.name, pkg+": ") {
			x, err := b.runLoop(loop[0], loop[1:])
			if err != nil && !errors.Is(err, errAbsent) {
				return err
			} else if err == nil {
				of.loop = append(of.loop, x)
			}
		}
	}
	return nil
}

// readBenchmarks adds what the benchmarks of a package say.
func readBenchmarks(r io.Reader, pkg string, found *[]*benchmark) error {
	lines := benchfmt.NewReader(r, pkg)
	for lines.Scan() {
		switch rec := lines.Result().(type) {
		case *benchfmt.SyntaxError:
			return rec
		case *benchfmt.Result:
			name, _, _ := bytes.Cut(rec.Name, []byte("-")) // without the number of processors
			of := lookUp(found, pkg+": "+string(name))
			for _, v := range rec.Values {
				unit := v.Unit
				if v.OrigUnit != "" {
					unit = v.OrigUnit // "ns/op", which v.Unit has as seconds
					v.Value = v.OrigValue
				}
				of.figures[unit] = append(of.figures[unit], v.Value)
			}
		}
	}
	return lines.Err()
}

// lookUp returns the benchmark of a name, which it adds if there is none.
func lookUp(found *[]*benchmark, name string) *benchmark {
	for _, of := range *found {
		if of.name == name {
			return of
		}
	}
	of := &benchmark{name: name, figures: map[string][]float64{}}
	*found = append(*found, of)
	return of
}

// microTable has a line for each benchmark.
func microTable(found []*benchmark) string {
	var t strings.Builder
	t.WriteString("| benchmark | takes | loop in C | is | allocations | bytes |\n|---|--:|--:|--:|--:|--:|\n")
	for _, of := range found {
		takes, what := of.takes()
		fmt.Fprintf(&t, "| %s | %s%s |", cell(of.name), scaled(median(takes), nanoseconds), what)
		if len(of.loop) > 0 {
			fmt.Fprintf(&t, " %s%s | %s |", scaled(median(of.loop), nanoseconds), what, comparison(ratio(takes, of.loop)))
		} else {
			t.WriteString(" | |")
		}
		fmt.Fprintf(&t, " %s | %s |\n", grouped(int(median(of.figures["allocs/op"]))), grouped(int(median(of.figures["B/op"]))))
	}
	return t.String()
}

// takes returns the nanoseconds of an operation, or of what else the benchmark counts and
// what that is: " a flow".
func (of *benchmark) takes() (ns []float64, what string) {
	for _, unit := range slices.Sorted(maps.Keys(of.figures)) {
		if thing, ok := strings.CutPrefix(unit, "ns/"); ok && thing != "op" {
			return of.figures[unit], " a " + thing
		}
	}
	return of.figures["ns/op"], ""
}
