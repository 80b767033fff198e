package oracle

import (
	"maps"
	"slices"

	"serq/ir/result"
)

// Unused returns what of Ignore and then of Rename, by its name on the expected side,
// matches nothing in the reports, which is most often a slip of the pen.
func (o Options) Unused(expected, actual *result.Report) []string {
	var unused []string
	was, is := rowsOf(expected, nil), rowsOf(actual, nil)
	for _, pattern := range o.Ignore {
		if !covers(newIgnored([]string{pattern}), append(slices.Clone(was), is...)) {
			unused = append(unused, pattern)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.Rename)) {
		table := newIgnored([]string{"observes." + name, "gauges." + name, "stages." + name, "pools." + name})
		if !covers(table, was) {
			unused = append(unused, name)
		}
	}
	return unused
}

// covers reports whether a pattern covers a row or a figure.
func covers(i ignored, rows []row) bool {
	return slices.ContainsFunc(rows, func(r row) bool {
		return i.has(r.path) || slices.ContainsFunc(r.figures, func(f figure) bool { return i.has(f.path) })
	})
}
