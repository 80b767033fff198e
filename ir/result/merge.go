package result

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
)

// Merge makes one report of those of several replications, which differ in their
// random numbers only. Every figure is the mean over the replications; the interval
// of a mean is the t-interval over them. A figure that is nil in some replication
// is nil. What is no figure, such as a name, is that of the first report; over_cap
// that of the first report that has one. The notes say in how many replications
// each of them stands. There are at least two reports.
func Merge(reports []Report) *Report {
	m := merging(reports)
	r := new(Report)
	m.value(reflect.ValueOf(r).Elem(), valuesOf(reports))
	r.Settings.Replications = len(reports)
	for i := range r.Observes {
		o := &r.Observes[i]
		o.CI = m.interval(func(r *Report) *float64 { return r.Observes[i].Mean })
		for k := range reports {
			if method := reports[k].Observes[i].QuantileMethod; method != "exact" {
				o.QuantileMethod = method
			}
		}
	}
	for i := range r.Gauges {
		r.Gauges[i].CI = m.interval(func(r *Report) *float64 { return r.Gauges[i].Mean })
	}
	for i := range reports {
		r.Run.Partial = r.Run.Partial || reports[i].Run.Partial
	}
	r.Notes = m.notes()
	r.PerReplication = reports
	return r
}

// A merging is the reports that are merged.
type merging []Report

func valuesOf(reports []Report) []reflect.Value {
	out := make([]reflect.Value, len(reports))
	for i := range reports {
		out[i] = reflect.ValueOf(&reports[i]).Elem()
	}
	return out
}

// value sets a part of the merged report from that part of each report.
func (m merging) value(to reflect.Value, from []reflect.Value) {
	switch to.Kind() {
	case reflect.Float64:
		xs := make([]float64, len(from))
		for i := range from {
			xs[i] = from[i].Float()
		}
		mean, _ := spread(xs)
		to.SetFloat(mean)
	case reflect.Struct:
		for i := range to.NumField() {
			m.value(to.Field(i), column(from, func(v reflect.Value) reflect.Value { return v.Field(i) }))
		}
	case reflect.Slice:
		if to.Type() == reflect.TypeFor[[]Report]() || to.Type() == reflect.TypeFor[[]string]() {
			return // not figures: per_replication, notes
		}
		to.Set(reflect.MakeSlice(to.Type(), from[0].Len(), from[0].Len()))
		for i := range to.Len() {
			m.value(to.Index(i), column(from, func(v reflect.Value) reflect.Value { return v.Index(i) }))
		}
	case reflect.Pointer:
		m.optional(to, from)
	default:
		to.Set(from[0])
	}
}

// optional sets what may be nil.
func (m merging) optional(to reflect.Value, from []reflect.Value) {
	if to.Type() == reflect.TypeFor[*OverCap]() {
		for _, v := range from {
			if !v.IsNil() {
				to.Set(v)
				return
			}
		}
		return
	}
	for _, v := range from {
		if v.IsNil() {
			return
		}
	}
	whole := reflect.New(to.Type().Elem())
	m.value(whole.Elem(), column(from, reflect.Value.Elem))
	if whole.Elem().Kind() == reflect.Float64 && math.IsInf(whole.Elem().Float(), 0) {
		return
	}
	to.Set(whole)
}

func column(from []reflect.Value, part func(reflect.Value) reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(from))
	for i := range from {
		out[i] = part(from[i])
	}
	return out
}

// interval returns the half-width of a figure's mean; nil if it is nil in some
// replication, or infinite.
func (m merging) interval(of func(*Report) *float64) *float64 {
	xs := make([]float64, len(m))
	for i := range m {
		x := of(&m[i])
		if x == nil {
			return nil
		}
		xs[i] = *x
	}
	_, half := MeanInterval(xs)
	if math.IsInf(half, 0) || math.IsNaN(half) {
		return nil
	}
	return &half
}

// number is a number in a note that is not part of a name.
var number = regexp.MustCompile(`(^| )[-+]?[0-9][^ ]*`)

// notes collects the notes of all replications. Those that differ only in numbers
// are one; it is shown as it first stood.
func (m merging) notes() []string {
	notes := []string{}
	at := map[string]int{} // by the note without its numbers: its place in notes
	var in []int           // so many replications
	for i := range m {
		for _, note := range m[i].Notes {
			kind := number.ReplaceAllString(note, "$1#")
			k, known := at[kind]
			if !known {
				k = len(notes)
				at[kind] = k
				notes, in = append(notes, note), append(in, 0)
			}
			in[k]++
		}
	}
	for k := range notes {
		notes[k] += fmt.Sprintf(" (in %d of %d replications)", in[k], len(m))
	}
	return append(notes, m.undefined()...)
}

// undefined names the observations and gauges whose figures are nil because some
// replications have none.
func (m merging) undefined() []string {
	var notes []string
	say := func(name string, of func(*Report) *float64) {
		with := 0
		for i := range m {
			if of(&m[i]) != nil {
				with++
			}
		}
		if with > 0 && with < len(m) {
			notes = append(notes, fmt.Sprintf("%s has a mean in %d of %d replications only, and so none over all", name, with, len(m)))
		}
	}
	for i := range m[0].Observes {
		say("observation "+m[0].Observes[i].Name, func(r *Report) *float64 { return r.Observes[i].Mean })
	}
	for i := range m[0].Gauges {
		say("gauge "+m[0].Gauges[i].Name, func(r *Report) *float64 { return r.Gauges[i].Mean })
	}
	return notes
}
