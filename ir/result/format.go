package result

import (
	"math"
	"strconv"
)

// Beyond these, four decimals show too many digits or too few, and the number
// is written with an exponent.
const (
	tiny   = 1e-3
	large  = 1e5 // one decimal is enough from here
	larger = 1e12
)

// FormatValue shows a figure of any unit: four decimals wherever they are readable.
func FormatValue(x float64) string {
	switch size := math.Abs(x); {
	case size == 0:
		return "0.0000" // and not -0.0000
	case size < tiny:
		return strconv.FormatFloat(x, 'e', 2, 64)
	case size < large:
		return strconv.FormatFloat(x, 'f', 4, 64)
	case size < larger:
		return strconv.FormatFloat(x, 'f', 1, 64)
	default:
		return strconv.FormatFloat(x, 'e', 4, 64)
	}
}

// FormatShare shows a share of time or of a whole: three decimals, of which the
// smallest shares have none. Ratios and mean numbers that can be large pass
// through here too.
func FormatShare(x float64) string {
	if math.Abs(x) >= larger {
		return strconv.FormatFloat(x, 'e', 3, 64)
	}
	s := strconv.FormatFloat(x, 'f', 3, 64)
	if s == "-0.000" {
		return "0.000"
	}
	return s
}

// setting shows a number that a person chose, with all its digits and without
// an exponent where that stays short.
func setting(x float64) string {
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e15) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// count shows a number of things, with one decimal where it is a mean of such.
func count(n Count) string {
	x := float64(n)
	if x == math.Trunc(x) {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// optional shows a figure that may be undefined.
func optional(x *float64, show func(float64) string) string {
	if x == nil {
		return "-"
	}
	return show(*x)
}

// interval shows a 95% half-width; nil is an infinite one.
func interval(h *float64) string {
	if h == nil {
		return "±inf"
	}
	return "±" + FormatValue(*h)
}

// Label is the name of the stage's row: that of the family, with the member's number.
func (s *Stage) Label() string { return label(s.Name, s.Index) }

// Label is the name of the pool's row: that of the family, with the member's number.
func (p *Pool) Label() string { return label(p.Name, p.Index) }

func label(name string, index *int) string {
	if index == nil {
		return name
	}
	return name + "[" + strconv.Itoa(*index) + "]"
}
