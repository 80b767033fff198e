package oracle

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
)

// A Kind says what a Difference is.
type Kind string

const (
	Differs    Kind = "differs"     // the two values are further apart than the tolerance
	Missing    Kind = "missing"     // what was expected is not there
	Extra      Kind = "extra"       // what is there was not expected
	Undefined  Kind = "undefined"   // in some replications, so that pairs cannot be compared
	NoInterval Kind = "no_interval" // an interval was to decide, and the figure has none or an infinite one
)

// A Difference is one figure, or one whole row, that is not as expected.
type Difference struct {
	Path      string   `json:"path"`
	Kind      Kind     `json:"kind"`
	Expected  any      `json:"expected"`  // float64, string, bool; nil for null and for what is absent
	Actual    any      `json:"actual"`    // likewise
	Tolerance *float64 `json:"tolerance"` // nil where two values have no distance
	MissedBy  *float64 `json:"missed_by"` // distance beyond the tolerance, > 0; nil likewise
}

// String is the line that people read.
func (d Difference) String() string {
	switch d.Kind {
	case Missing, Extra:
		return fmt.Sprintf("%s: %s", d.Path, d.Kind)
	case Undefined:
		return d.Path + ": undefined in some replications"
	case NoInterval:
		return fmt.Sprintf("%s: expected %s, got %s, no interval: too few samples", d.Path, show(d.Expected), show(d.Actual))
	}
	s := fmt.Sprintf("%s: expected %s, got %s", d.Path, show(d.Expected), show(d.Actual))
	if d.Tolerance != nil {
		s += fmt.Sprintf(", tolerance %.6g, missed by %.3g", *d.Tolerance, *d.MissedBy)
	}
	return s
}

// MarshalJSON writes an infinite value, which only a sample can be, as a string.
func (d Difference) MarshalJSON() ([]byte, error) {
	type plain Difference
	d.Expected, d.Actual = wire(d.Expected), wire(d.Actual)
	if d.MissedBy != nil && math.IsInf(*d.MissedBy, 0) {
		d.MissedBy = nil
	}
	return json.Marshal(plain(d))
}

func wire(v any) any {
	if x, ok := v.(float64); ok && math.IsInf(x, 0) {
		return show(x)
	}
	return v
}

// show writes a value as a report does.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case float64:
		switch {
		case math.IsInf(v, 1):
			return "inf"
		case math.IsInf(v, -1):
			return "-inf"
		case v != 0 && (math.Abs(v) < 1e-6 || math.Abs(v) >= 1e15):
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		return strconv.Quote(v)
	case bool:
		return strconv.FormatBool(v)
	}
	panic(fmt.Sprintf("BUG: a figure of type %T", v))
}

// WriteText writes a line for each difference, and nothing if there is none.
func WriteText(w io.Writer, found []Difference) error {
	for _, d := range found {
		if _, err := fmt.Fprintln(w, d); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON writes a JSON object on a line for each difference.
func WriteJSON(w io.Writer, found []Difference) error {
	enc := json.NewEncoder(w)
	for _, d := range found {
		if err := enc.Encode(d); err != nil {
			return err
		}
	}
	return nil
}
