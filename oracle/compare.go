package oracle

import (
	"math"

	"serq/ir/diag"
	"serq/ir/result"
)

// widen99 turns the half-width of a 95% interval over 20 batch means into that
// of a 99% one: the ratio of the t quantiles of 19 degrees of freedom, 2.861 and
// 2.093. Where many figures are compared, one in twenty must not raise alarm.
const widen99 = 1.37

// widening is how many times as wide the 99% intervals of a report are as its 95%
// ones. Over fewer than 20 replications Student's t makes it more than over batches;
// over more it stays as it is.
func widening(replications int) float64 {
	if replications < 2 {
		return widen99
	}
	return max(widen99, result.StudentT(0.99, replications-1)/result.StudentT(0.95, replications-1))
}

// Options are how two reports are compared.
type Options struct {
	Abs, Rel    float64           // tolerances, ≥ 0; a figure passes by either. Both 0: exactly
	Statistical bool              // judge means by their intervals, and other figures only by Abs and Rel, if given
	Ignore      []string          // paths that do not count, with all that is below them; * stands for any text
	Rename      map[string]string // names on the expected side and what the actual one calls the same, each once
}

// An InputError is an error that is a diagnostic: the input is wrong.
type InputError diag.Diagnostic

func (e InputError) Error() string { return e.Summary }

// Compare returns where actual differs from expected: first what expected has,
// in its order, then the rows that only actual has. A row that one of them lacks
// is one difference. Paths use expected's names. The error is an InputError:
// Rename gives two rows one name.
func Compare(expected, actual *result.Report, o Options) ([]Difference, error) {
	ignored := newIgnored(o.Ignore)
	found, err := lookup(actual, o.Rename)
	if err != nil {
		return nil, err
	}
	var out []Difference
	add := func(d *Difference) {
		if d != nil && !ignored.has(d.Path) {
			out = append(out, *d)
		}
	}
	seen := map[string]bool{}
	for _, want := range rowsOf(expected, nil) {
		seen[want.path] = true
		got, ok := found.rows[want.path]
		if !ok {
			add(&Difference{Path: want.path, Kind: Missing})
			continue
		}
		for i, f := range want.figures {
			add(o.compare(f, got.figures[i]))
		}
	}
	for _, got := range found.order {
		if !seen[got.path] {
			add(&Difference{Path: got.path, Kind: Extra})
		}
	}
	return out, nil
}

// compare judges one figure of two reports. Rows of one table have the same
// figures, so only values can differ.
func (o Options) compare(want, got figure) *Difference {
	if !o.Statistical {
		return differ(want.path, want.value, got.value, tolerance(o.Abs, o.Rel, want.value))
	}
	means := want.half != nil && got.half != nil && want.value != nil && got.value != nil
	switch judged := o.Abs > 0 || o.Rel > 0; {
	case means && math.IsInf(*want.half+*got.half, 1) && !judged:
		if want.value == got.value {
			return nil
		}
		return &Difference{Path: want.path, Kind: NoInterval, Expected: want.value, Actual: got.value}
	case means && !math.IsInf(*want.half+*got.half, 1):
		return differ(want.path, want.value, got.value, math.Hypot(*want.half, *got.half))
	case want.half != nil || judged: // a mean is defined in both or in neither
		return differ(want.path, want.value, got.value, tolerance(o.Abs, o.Rel, want.value))
	}
	return nil
}

// tolerance is the greatest distance from the expected value at which a figure
// passes by the one measure or the other.
func tolerance(abs, rel float64, expected any) float64 {
	x, _ := expected.(float64)
	if rel == 0 || math.IsInf(x, 0) {
		return abs
	}
	return max(abs, rel*math.Abs(x))
}

// differ compares two values; nil means that they agree. Values that are not
// both numbers agree only if they are equal; so do infinities.
func differ(path string, expected, actual any, tolerance float64) *Difference {
	if expected == actual {
		return nil
	}
	d := &Difference{Path: path, Kind: Differs, Expected: expected, Actual: actual}
	x, ok := expected.(float64)
	y, ok2 := actual.(float64)
	if !ok || !ok2 {
		return d
	}
	distance := math.Abs(x - y)
	if distance <= tolerance {
		return nil
	}
	missed := distance - tolerance
	d.Tolerance, d.MissedBy = &tolerance, &missed
	return d
}

// A catalogue is a report's rows and figures by path.
type catalogue struct {
	order   []row
	rows    map[string]row
	figures map[string]figure
}

// lookup catalogues a report under the names that the expected side uses.
func lookup(r *result.Report, rename map[string]string) (*catalogue, error) {
	back := names{}
	for this, that := range rename {
		back[that] = this
	}
	c := &catalogue{order: rowsOf(r, back), rows: map[string]row{}, figures: map[string]figure{}}
	for _, row := range c.order {
		if _, taken := c.rows[row.path]; taken {
			return nil, InputError{Code: diag.RenameClash, Severity: diag.Error,
				Summary: "two rows of the actual report are called " + row.path + " once they are renamed"}
		}
		c.rows[row.path] = row
		for _, f := range row.figures {
			c.figures[f.path] = f
		}
	}
	return c, nil
}
