package oracle

import (
	"fmt"
	"math"
	"strings"

	"serq/ir/result"
)

// A File is an oracle file: what one run must measure, and how that is known.
type File struct {
	Program      string            `json:"program"`        // the program that is run, relative to the file
	Args         []string          `json:"args"`           // arguments of the run
	Expect       []Expectation     `json:"expect"`         // figures
	Source       string            `json:"source"`         // where the figures come from
	SameReportAs string            `json:"same_report_as"` // another program that has the same report; "" if none is named
	Rename       map[string]string `json:"rename"`         // names in Program and in SameReportAs
}

// An Expectation is one figure with its tolerance: exactly one of Abs, Rel and CI.
type Expectation struct {
	Path  string   `json:"path"`  // as stages.egress[0].utilization or samples.ttft[3]
	Value any      `json:"value"` // float64, string or bool; nil: undefined or infinite
	Abs   *float64 `json:"abs"`   // greatest difference, ≥ 0
	Rel   *float64 `json:"rel"`   // greatest difference as a share of Value, ≥ 0
	CI    bool     `json:"ci"`    // Value is in the 99% interval of the figure, a mean
}

// samplesPrefix begins the path of a sample.
const samplesPrefix = "samples."

// NeedsDump reports whether a figure of the file is a sample, which a report
// does not have.
func (f *File) NeedsDump() bool {
	for _, e := range f.Expect {
		if strings.HasPrefix(e.Path, samplesPrefix) {
			return true
		}
	}
	return false
}

// Check returns where a report is not as the file expects, in the file's order.
// Samples are read from dump, which may be nil if the file needs none. Of the
// options Ignore and Rename count. The error is an InputError, or that of a file
// of the dump which cannot be read.
func (f *File) Check(actual *result.Report, dump *Dump, o Options) ([]Difference, error) {
	ignored := newIgnored(o.Ignore)
	c, err := lookup(actual, o.Rename)
	if err != nil {
		return nil, err
	}
	var out []Difference
	for _, e := range f.Expect {
		if ignored.has(e.Path) {
			continue
		}
		got, ok := c.figures[e.Path]
		if name, k, isSample := samplePath(e.Path); isSample {
			if got, ok, err = dump.figure(name, k, c, o.Rename); err != nil {
				return nil, err
			}
		}
		if d := e.judge(got, ok); d != nil {
			out = append(out, *d)
		}
	}
	return out, nil
}

// judge compares an expectation with the figure that was found at its path.
func (e Expectation) judge(got figure, ok bool) *Difference {
	switch {
	case !ok:
		return &Difference{Path: e.Path, Kind: Missing, Expected: e.Value}
	case e.Abs != nil:
		return differ(e.Path, e.Value, got.value, *e.Abs)
	case e.Rel != nil:
		return differ(e.Path, e.Value, got.value, tolerance(0, *e.Rel, e.Value))
	case got.half == nil || math.IsInf(*got.half, 1):
		return &Difference{Path: e.Path, Kind: NoInterval, Expected: e.Value, Actual: got.value}
	}
	return differ(e.Path, e.Value, got.value, *got.half)
}

// samplePath takes samples.NAME[k] apart.
func samplePath(path string) (name string, k int, ok bool) {
	rest, ok := strings.CutPrefix(path, samplesPrefix)
	open := strings.LastIndexByte(rest, '[')
	if !ok || open < 1 {
		return "", 0, false
	}
	if n, err := fmt.Sscanf(rest[open:], "[%d]", &k); n != 1 || err != nil || k < 0 || rest[open:] != fmt.Sprintf("[%d]", k) {
		return "", 0, false
	}
	return rest[:open], k, true
}
