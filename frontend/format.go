package frontend

import (
	"serq/frontend/format"
	"serq/frontend/lex"
	"serq/frontend/parse"
	"serq/frontend/report"
	"serq/ir/diag"
)

// Format is the text of a program or a library in the canonical layout: with the same
// tokens and comments. One that does not parse is refused with what is wrong: where a
// brace is missing nobody knows what belongs into which block.
func Format(src Source) (string, diag.List) {
	var rep report.Report
	f := file(src)
	parse.File(f, &rep)
	if found := rep.List(); found.HasErrors() {
		return "", found
	}
	return format.Text(f, lex.Tokens(f, &rep)), nil
}
