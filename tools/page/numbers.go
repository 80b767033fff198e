package page

import (
	"math"
	"strconv"
)

// numbers are coordinates of a chart, as JSON: with as many digits as its pixels can
// show, null where a number is infinite or undefined.
type numbers []float64

// resolution is the digits that tell 100,000 places of a chart's range apart.
const resolution = 5

// MarshalJSON writes the list.
func (xs numbers) MarshalJSON() ([]byte, error) {
	digits := xs.digits()
	out := []byte{'['}
	for i, x := range xs {
		if i > 0 {
			out = append(out, ',')
		}
		if infinite(x) || math.IsNaN(x) {
			out = append(out, "null"...)
			continue
		}
		out = strconv.AppendFloat(out, x, 'g', digits, 64)
	}
	return append(out, ']'), nil
}

// digits is how many significant ones the list needs: more where the range is short
// beside the numbers.
func (xs numbers) digits() int {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, x := range xs {
		if !infinite(x) && !math.IsNaN(x) {
			least, greatest = min(least, x), max(greatest, x)
		}
	}
	size, span := max(math.Abs(least), math.Abs(greatest)), greatest-least
	if !(span > 0) || infinite(span) {
		return resolution
	}
	return min(resolution+int(math.Ceil(math.Log10(max(1, size/span)))), 17)
}

func infinite(x float64) bool { return math.IsInf(x, 0) }
