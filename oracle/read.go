package oracle

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"serq/ir/diag"
	"serq/schema"
)

// ReadFile reads an oracle file that is to be compared with a report. The file
// is nil if the list has errors.
func ReadFile(data []byte) (*File, diag.List) {
	doc, syntax := schema.Parse(data)
	if syntax != nil {
		return nil, diag.List{{Code: diag.OracleJSON, Severity: diag.Error, Summary: "neither a report nor an oracle file: " + syntax.Msg,
			Span: diag.Span{Line: syntax.Line, Col: syntax.Col}}}
	}
	var found diag.List
	add := func(code diag.Code, pointer, summary, hint string) {
		found = append(found, diag.Diagnostic{Code: code, Severity: diag.Error, Summary: summary, Hint: hint, Pointer: pointer})
	}
	if isProgram(doc) {
		add(diag.OracleShape, "", "a program (IR), and neither a report nor an oracle file",
			"With --oracle auto a program is compared with what formulas say of it.")
		return nil, found
	}
	for _, v := range schema.Oracle.Check(doc) {
		add(diag.OracleShape, v.Path, "a broken oracle file: "+v.Msg, "")
	}
	if found != nil {
		return nil, found
	}
	f := new(File)
	if err := json.Unmarshal(data, f); err != nil {
		panic("BUG: the schema lets pass what is no oracle file: " + err.Error())
	}
	for i, e := range f.Expect {
		if n := e.tolerances(); n != 1 {
			add(diag.OracleTolerance, fmt.Sprintf("expect[%d]", i), fmt.Sprintf("%s has %d tolerances", e.Path, n),
				"Give one of abs, rel and ci; abs 0 demands equality.")
		}
	}
	if len(f.Expect) == 0 {
		hint := ""
		if f.SameReportAs != "" {
			hint = fmt.Sprintf("Run %s and %s, and compare their reports with --rename.", f.Program, f.SameReportAs)
		}
		add(diag.OracleEmpty, "expect", "an oracle file that expects no figure", hint)
	}
	if found != nil {
		return nil, found
	}
	return f, nil
}

// isProgram reports whether a document means to be IR.
func isProgram(doc any) bool {
	fields, _ := doc.(map[string]any)
	_, version := fields["version"]
	_, blocks := fields["blocks"]
	return version && blocks
}

func (e Expectation) tolerances() int {
	n := 0
	for _, given := range []bool{e.Abs != nil, e.Rel != nil, e.CI} {
		if given {
			n++
		}
	}
	return n
}

// ReadRename reads the names of Options.Rename, a JSON object of strings. The
// map is nil if the list has errors.
func ReadRename(data []byte) (map[string]string, diag.List) {
	refuse := func(summary string) (map[string]string, diag.List) {
		return nil, diag.List{{Code: diag.RenameShape, Severity: diag.Error, Summary: summary}}
	}
	if _, syntax := schema.Parse(data); syntax != nil {
		return refuse("not a JSON object of names: " + syntax.Msg)
	}
	rename := map[string]string{}
	if err := json.Unmarshal(data, &rename); err != nil || rename == nil {
		return refuse("not a JSON object of names")
	}
	back := map[string]string{}
	for _, this := range slices.Sorted(maps.Keys(rename)) {
		that := rename[this]
		if other, taken := back[that]; taken {
			return refuse(fmt.Sprintf("%q and %q cannot both be called %q", other, this, that))
		}
		back[that] = this
	}
	return rename, nil
}
