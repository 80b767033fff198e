package result

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"

	"serq/ir/diag"
	"serq/schema"
)

// Is reports whether a JSON document means to be a report, whether or not it is
// a good one.
func Is(data []byte) bool {
	var head struct {
		Version json.RawMessage `json:"report_version"`
	}
	return json.Unmarshal(data, &head) == nil && head.Version != nil
}

// Read reads a report document, of this package's version and with every field
// that the schema demands. The report is nil if the list has errors.
func Read(data []byte) (*Report, diag.List) {
	doc, syntax := schema.Parse(data)
	if syntax != nil {
		return nil, diag.List{{Code: diag.ReportJSON, Severity: diag.Error, Summary: "not a report: " + syntax.Msg,
			Span: diag.Span{Line: syntax.Line, Col: syntax.Col}}}
	}
	if found := checkVersion(doc); found != nil {
		return nil, found
	}
	var found diag.List
	for _, v := range schema.Report.Check(doc) {
		found = append(found, diag.Diagnostic{Code: diag.ReportShape, Severity: diag.Error,
			Summary: "a broken report: " + v.Msg, Pointer: v.Path})
	}
	if found != nil {
		return nil, found
	}
	r := new(Report)
	if err := json.Unmarshal(data, r); err != nil { // a whole number beyond int64, or written as 1.0
		return nil, diag.List{{Code: diag.ReportShape, Severity: diag.Error, Summary: "a broken report: " + err.Error()}}
	}
	if found := checkCounts(r, ""); found != nil {
		return nil, found
	}
	return r, nil
}

// checkCounts demands whole counts of each report of one run. The schema cannot
// say it: where a report is of several runs, its counts are means.
func checkCounts(r *Report, path string) diag.List {
	var found diag.List
	if r.Settings.Replications == 1 {
		eachCount(reflect.ValueOf(*r), path, func(path string, n Count) {
			if n != Count(math.Trunc(float64(n))) {
				found = append(found, diag.Diagnostic{Code: diag.ReportShape, Severity: diag.Error,
					Summary: fmt.Sprintf("a broken report: a run does not count %v of anything", float64(n)), Pointer: path})
			}
		})
	}
	for i := range r.PerReplication {
		found = append(found, checkCounts(&r.PerReplication[i], fmt.Sprintf("per_replication[%d]", i))...)
	}
	return found
}

// eachCount visits the counts of a part of a report, reports within it excepted.
func eachCount(v reflect.Value, path string, visit func(path string, n Count)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachCount(v.Elem(), path, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachCount(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if _, reports := v.Field(i).Interface().([]Report); reports {
				continue
			}
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			eachCount(v.Field(i), strings.TrimPrefix(path+"."+name, "."), visit)
		}
	default:
		if n, ok := v.Interface().(Count); ok {
			visit(path, n)
		}
	}
}

// checkVersion looks at the version before anything else is looked at.
func checkVersion(doc any) diag.List {
	fields, _ := doc.(map[string]any)
	version, ok := fields["report_version"].(float64)
	d := diag.Diagnostic{Code: diag.ReportVersion, Severity: diag.Error, Pointer: "report_version"}
	switch {
	case version == Version:
		return nil
	case !ok:
		d.Summary = "not a report: it has no report_version"
		d.Hint = "A report is what serqsim --json writes."
	default:
		d.Summary = fmt.Sprintf("a report of version %v, and this reader knows version %d", version, Version)
		d.Hint = "Write the report again with the serqsim of this version."
	}
	return diag.List{d}
}
