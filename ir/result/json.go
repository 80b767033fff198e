package result

import (
	"encoding/json"
	"io"
	"slices"
)

// WriteJSON writes the report document: the fields in the order of the types,
// floats in their shortest form that reads back the same, indented by two. The
// same report gives the same bytes. An infinite float or a NaN is an error:
// whoever fills in a report leaves such a figure nil.
func WriteJSON(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // notes quote programs, which have < and &
	enc.SetIndent("", "  ")
	return enc.Encode(withLists(*r))
}

// withLists returns the report with empty lists in place of nil ones, which the
// document does not have.
func withLists(r Report) Report {
	r.Observes = list(r.Observes)
	r.Gauges = list(r.Gauges)
	r.Stages = list(r.Stages)
	r.Pools = list(r.Pools)
	r.Notes = list(r.Notes)
	r.PerReplication = slices.Clone(r.PerReplication)
	for i, single := range r.PerReplication {
		r.PerReplication[i] = withLists(single)
	}
	return r
}

func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
