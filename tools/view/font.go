package view

import "strings"

// Text is measured as DejaVu Sans sets it. The figure asks the reader's machine for its
// own sans-serif first; DejaVu is about the widest of those that it may have, so that
// what fits here fits there.

// A font is one face at one size.
type font struct {
	bold bool
	size int // pixels per em
}

var (
	nameFont  = font{bold: true, size: 13} // what a thing is called
	textFont  = font{size: 11}             // what it is like
	labelFont = font{size: 11}             // when an arrow is taken
)

// emUnits is the size of the em in the units of advances.
const emUnits = 2048

// advances are the widths of the printable ASCII characters, from the space on.
var advances = map[bool][95]int{
	false: {
		651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690,
		1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087,
		2048, 1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612,
		1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024,
		1024, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253,
		1300, 1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,
	},
	true: {
		713, 934, 1067, 1716, 1425, 2052, 1786, 627, 936, 936, 1071, 1716, 778, 850, 778, 748,
		1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 819, 819, 1716, 1716, 1716, 1188,
		2048, 1585, 1561, 1503, 1700, 1399, 1399, 1681, 1714, 762, 762, 1587, 1305, 2038, 1714, 1741,
		1501, 1741, 1577, 1475, 1397, 1663, 1585, 2259, 1579, 1483, 1485, 936, 748, 936, 1716, 1024,
		1024, 1382, 1466, 1214, 1466, 1389, 891, 1466, 1458, 702, 702, 1362, 702, 2134, 1458, 1407,
		1466, 1466, 1010, 1219, 979, 1458, 1335, 1892, 1321, 1335, 1192, 1458, 748, 1458, 1716,
	},
}

// otherAdvance is taken for all other characters: no letter or sign in use is wider than
// an em and a bit.
const otherAdvance = emUnits * 6 / 5

// width is that of a text, in pixels, rounded up.
func (f font) width(s string) int {
	table := advances[f.bold]
	units := 0
	for _, r := range s {
		if ' ' <= r && int(r-' ') < len(table) {
			units += table[r-' ']
		} else {
			units += otherAdvance
		}
	}
	return (units*f.size + emUnits - 1) / emUnits
}

// ascent and descent are how far letters reach over and under the line that they stand
// on; line is the distance between lines.
func (f font) ascent() int  { return f.size * 19 / 20 }
func (f font) descent() int { return (f.size + 3) / 4 }
func (f font) line() int    { return f.size + 4 }

// shorten cuts a text to a width, with "…" where something is missing; to nothing if not
// even a letter fits.
func (f font) shorten(s string, width int) string {
	if f.width(s) <= width {
		return s
	}
	runes := []rune(s)
	for n := min(len(runes), width) - 1; n > 0; n-- { // no letter is thinner than a pixel
		if cut := strings.TrimRight(string(runes[:n]), " ") + "…"; f.width(cut) <= width {
			return cut
		}
	}
	return ""
}

// wrap sets words, joined by a separator, in lines of at most a width; a word that is
// longer has a line of its own.
func (f font) wrap(words []string, separator string, width int) []string {
	var lines []string
	for _, w := range words {
		last := len(lines) - 1
		if last >= 0 && f.width(lines[last]+separator+w) <= width {
			lines[last] += separator + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}
