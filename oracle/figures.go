package oracle

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"serq/ir/result"
)

// A figure is one leaf of a report.
type figure struct {
	path  string
	value any      // float64, string, bool; nil where the report has null
	half  *float64 // 99% half-width of a mean, +Inf where the report has no interval; nil for other figures
}

// A row is the figures of one line of a report's tables, or one of its objects.
type row struct {
	path    string // "run", "stages.egress[1]"
	figures []figure
}

// A names gives a report's rows other names: from family name or member name to
// the name to be shown.
type names map[string]string

// rowsOf lists what two reports must agree on, in the order of the document:
// not who wrote it, of which program, nor the notes, which say figures again in
// words. Rows are called by their new names, if they have one.
func rowsOf(r *result.Report, rename names) []row {
	rows := []row{
		{"settings", leaves(nil, "settings", reflect.ValueOf(r.Settings))},
		{"run", leaves(nil, "run", reflect.ValueOf(r.Run))},
	}
	wider := widening(r.Settings.Replications)
	for _, o := range r.Observes {
		rows = append(rows, meanRow("observes."+rename.of(o.Name, nil), o, o.CI, wider))
	}
	for _, g := range r.Gauges {
		rows = append(rows, meanRow("gauges."+rename.of(g.Name, nil), g, g.CI, wider))
	}
	for _, s := range r.Stages {
		rows = append(rows, newRow("stages."+rename.of(s.Name, s.Index), s))
	}
	for _, p := range r.Pools {
		rows = append(rows, newRow("pools."+rename.of(p.Name, p.Index), p))
	}
	return append(rows, row{"serving", leaves(nil, "serving", reflect.ValueOf(r.Serving))})
}

// of returns the name of a member of a family, or of a single thing if index is nil.
func (n names) of(name string, index *int) string {
	member := name
	if index != nil {
		member += "[" + strconv.Itoa(*index) + "]"
	}
	if to, ok := n[member]; ok {
		return to
	}
	if to, ok := n[name]; ok {
		return to + strings.TrimPrefix(member, name)
	}
	return member
}

// newRow makes a row of a struct. Its name and index are in the path.
func newRow(path string, v any) row {
	r := row{path: path}
	for _, f := range leaves(nil, path, reflect.ValueOf(v)) {
		if f.path != path+".name" && f.path != path+".index" {
			r.figures = append(r.figures, f)
		}
	}
	return r
}

// meanRow makes a row whose mean has a 95% half-width, nil for an infinite one, and
// a 99% one that is so many times as wide.
func meanRow(path string, v any, half *float64, wider float64) row {
	wide := math.Inf(1)
	if half != nil {
		wide = wider * *half
	}
	r := newRow(path, v)
	for i := range r.figures {
		if r.figures[i].path == path+".mean" {
			r.figures[i].half = &wide
		}
	}
	return r
}

// leaves appends the leaves of a part of a report. A part that is absent has
// its leaves too, all null, so that it can be compared with one that is there.
func leaves(to []figure, path string, v reflect.Value) []figure {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			to = leaves(to, path+"."+name, v.Field(i))
		}
		return to
	case reflect.Pointer:
		if !v.IsNil() {
			return leaves(to, path, v.Elem())
		}
		if absent := v.Type().Elem(); absent.Kind() == reflect.Struct {
			start := len(to)
			to = leaves(to, path, reflect.New(absent).Elem())
			for i := start; i < len(to); i++ {
				to[i].value = nil
			}
			return to
		}
		return append(to, figure{path: path})
	case reflect.Float64:
		return append(to, figure{path: path, value: v.Float()})
	case reflect.Int, reflect.Int64: // below 2^53
		return append(to, figure{path: path, value: float64(v.Int())})
	case reflect.String:
		return append(to, figure{path: path, value: v.String()})
	case reflect.Bool:
		return append(to, figure{path: path, value: v.Bool()})
	}
	panic(fmt.Sprintf("BUG: a report's %s is a %s", path, v.Kind()))
}
