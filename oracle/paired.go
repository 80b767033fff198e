package oracle

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"serq/ir/diag"
	"serq/ir/result"
)

// A Pair is a figure of two machines that ran with the same random numbers, over
// their replications. What chance does to both cancels in the differences of the
// single replications, so that their interval is far shorter than those of the two
// means. Source: Law, "Simulation Modeling and Analysis", 5th ed. (2015), 10.2.1 and
// 11.2.
type Pair struct {
	Path       string  `json:"path"`
	Expected   float64 `json:"expected"`   // mean over the replications
	Actual     float64 `json:"actual"`     // likewise
	Difference float64 `json:"difference"` // mean of actual − expected
	CI         float64 `json:"ci"`         // 95% half-width of Difference
	Certain    bool    `json:"certain"`    // 0 is not in the interval
}

// String is the line that people read.
func (p Pair) String() string {
	s := fmt.Sprintf("%s: %.6g and %.6g, difference %.4g ± %.2g", p.Path, p.Expected, p.Actual, p.Difference, p.CI)
	if !p.Certain {
		s += ", which may be chance"
	}
	return s
}

// ComparePaired returns the figures in which two machines differ, in the order of
// expected, and what they cannot be compared in: rows that one of them lacks, and
// figures that are undefined in some replication of one or both but not in all.
// Figures that are equal in every replication are left out. If one report has more
// replications, its first ones count. Of the options Ignore and Rename count. The
// error is an InputError: the reports are not of the same random numbers, or Rename
// gives two rows one name.
func ComparePaired(expected, actual *result.Report, o Options) ([]Pair, []Difference, error) {
	n := min(len(expected.PerReplication), len(actual.PerReplication))
	if problem := notPaired(expected, actual, n); problem != "" {
		return nil, nil, InputError{Code: diag.NotPaired, Severity: diag.Error, Summary: problem,
			Hint: "Run both with the same --seed, --horizon, --warmup and --replications."}
	}
	var pairs []pairing
	var others []Difference
	ignored := newIgnored(o.Ignore)
	for k := range n {
		found, err := lookup(&actual.PerReplication[k], o.Rename)
		if err != nil {
			return nil, nil, err
		}
		rows := rowsOf(&expected.PerReplication[k], nil)
		if k == 0 {
			others = unmatched(rows, found, ignored)
		}
		at := 0
		for _, row := range rows {
			for _, want := range row.figures {
				got, ok := found.figures[want.path]
				if !ok || ignored.has(want.path) || strings.HasSuffix(want.path, ".ci") {
					continue // a half-width says nothing of the machine
				}
				if k == 0 {
					pairs = append(pairs, pairing{path: want.path})
				}
				pairs[at].add(want.value, got.value)
				at++
			}
		}
	}
	var out []Pair
	for i := range pairs {
		switch p := &pairs[i]; {
		case len(p.differences) == n && p.differs:
			out = append(out, p.pair())
		case p.undefined > 0 && (p.undefined < n || p.oneSided):
			others = append(others, Difference{Path: p.path, Kind: Undefined})
		}
	}
	return out, others, nil
}

// notPaired says why two reports are not of the same random numbers; "" if they are.
func notPaired(expected, actual *result.Report, n int) string {
	a, b := expected.Settings, actual.Settings
	arrivals := func(n *int64) int64 {
		if n == nil {
			return 0
		}
		return *n
	}
	switch {
	case n < 2:
		return "both reports must be of several replications, which are compared one by one"
	case a.Seed != b.Seed:
		return fmt.Sprintf("the seeds are %d and %d, and pairs have the same random numbers", a.Seed, b.Seed)
	case a.Horizon != b.Horizon || a.Warmup != b.Warmup || arrivals(a.Arrivals) != arrivals(b.Arrivals):
		return "the horizons, warm-ups or arrivals differ, and pairs have seen the same sessions"
	}
	return ""
}

// unmatched lists the rows that only one of the reports has.
func unmatched(rows []row, found *catalogue, ignored ignored) []Difference {
	var out []Difference
	seen := map[string]bool{}
	for _, r := range rows {
		seen[r.path] = true
		if _, ok := found.rows[r.path]; !ok && !ignored.has(r.path) {
			out = append(out, Difference{Path: r.path, Kind: Missing})
		}
	}
	for _, r := range found.order {
		if !seen[r.path] && !ignored.has(r.path) {
			out = append(out, Difference{Path: r.path, Kind: Extra})
		}
	}
	return out
}

// A pairing collects a figure of both machines over the replications.
type pairing struct {
	path             string
	expected, actual []float64
	differences      []float64
	differs          bool // in some replication
	undefined        int  // replications in which it is null for one or both
	oneSided         bool // null for one only, in some replication
}

// add takes the two values of a replication. Texts and truths are no figures.
func (p *pairing) add(expected, actual any) {
	x, isX := expected.(float64)
	y, isY := actual.(float64)
	switch {
	case isX && isY:
		p.expected, p.actual = append(p.expected, x), append(p.actual, y)
		p.differences = append(p.differences, y-x)
		p.differs = p.differs || x != y
	case expected == nil || actual == nil:
		p.undefined++
		p.oneSided = p.oneSided || isX != isY
	}
}

func (p *pairing) pair() Pair {
	out := Pair{Path: p.path}
	out.Expected, _ = result.MeanInterval(p.expected)
	out.Actual, _ = result.MeanInterval(p.actual)
	out.Difference, out.CI = result.MeanInterval(p.differences)
	out.Certain = math.Abs(out.Difference) > out.CI
	return out
}

// WritePairs writes a line for each pair, and then for what could not be paired.
func WritePairs(w io.Writer, pairs []Pair, others []Difference) error {
	for _, p := range pairs {
		if _, err := fmt.Fprintln(w, p); err != nil {
			return err
		}
	}
	return WriteText(w, others)
}

// WritePairsJSON writes the same as a JSON object on a line each.
func WritePairsJSON(w io.Writer, pairs []Pair, others []Difference) error {
	enc := json.NewEncoder(w)
	for _, p := range pairs {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	return WriteJSON(w, others)
}
