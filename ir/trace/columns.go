package trace

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"serq/ir/diag"
)

// A column is one of those that a trace may have. The zero value is none.
type column int

const (
	colSession column = iota + 1
	colTurn
	colNew
	colOut
	colThink
	colForced
)

var columnNames = [...]string{colSession: "session", colTurn: "turn", colNew: "new", colOut: "out", colThink: "think", colForced: "forced"}

const headerHint = "The first line of a trace is session,turn,new,out,think and perhaps forced, in any order."

// columns is where a file has its columns.
type columns struct {
	width int                   // cells of a line
	at    [len(columnNames)]int // which cell; meaningful only where there is one
	there [len(columnNames)]bool
}

func (c *columns) has(col column) bool { return c.there[col] }

// header takes the first line.
func (d *reader) header(text []byte) {
	cells, err := split(text, nil)
	if err != nil {
		d.report(diag.TraceHeader, 0, "a broken quotation: "+err.Error(), "")
		return
	}
	d.cells = cells
	d.columns.width = len(cells)
	for i, cell := range cells {
		name := string(bytes.TrimSpace(cell))
		col := column(max(0, slices.Index(columnNames[:], name)))
		switch {
		case name == "" || col == 0:
			d.warn(i, fmt.Sprintf("the column %q is not read", name))
		case d.columns.has(col):
			d.report(diag.TraceHeader, 0, "the header names "+name+" twice", "")
		default:
			d.columns.at[col], d.columns.there[col] = i, true
		}
	}
	var missing []string
	for col := colSession; col <= colThink; col++ {
		if !d.columns.has(col) {
			missing = append(missing, columnNames[col])
		}
	}
	if missing != nil {
		d.report(diag.TraceHeader, 0, "the header does not name "+strings.Join(missing, ", "), headerHint)
	}
}

// number reads a cell of the line at hand.
func (d *reader) number(col column) float64 {
	cell := d.cells[d.columns.at[col]]
	v, ok := whole(cell)
	if !ok {
		var err error
		v, err = strconv.ParseFloat(string(bytes.TrimSpace(cell)), 64)
		ok = err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) && v >= 0
	}
	switch {
	case !ok:
		d.report(diag.TraceCell, col, fmt.Sprintf("%s is a finite number of at least 0, not %q", columnNames[col], clip(cell)), "")
	case col == colTurn && v != math.Trunc(v):
		d.report(diag.TraceCell, col, fmt.Sprintf("turn is a whole number, not %s", cell), "")
	case col == colForced && v != 0 && v != 1:
		d.report(diag.TraceCell, col, fmt.Sprintf("forced is 0 or 1, not %s", cell), "")
	}
	return v
}

// whole reads what most cells are: up to 15 digits, exact as a float64. It is
// several times faster than ParseFloat, which reads the rest.
func whole(cell []byte) (v float64, ok bool) {
	if len(cell) == 0 || len(cell) > 15 {
		return 0, false
	}
	n := int64(0)
	for _, c := range cell {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return float64(n), true
}

// split cuts a line into cells, which are parts of it. A line with quotation
// marks is rare and left to encoding/csv; a cell does not go on in the next line.
func split(line []byte, cells [][]byte) ([][]byte, error) {
	if bytes.IndexByte(line, '"') >= 0 {
		fields, err := csv.NewReader(bytes.NewReader(line)).Read()
		if err != nil {
			if e, ok := err.(*csv.ParseError); ok {
				err = e.Err
			}
			return cells, err
		}
		for _, f := range fields {
			cells = append(cells, []byte(f))
		}
		return cells, nil
	}
	for {
		i := bytes.IndexByte(line, ',')
		if i < 0 {
			return append(cells, line), nil
		}
		cells = append(cells, line[:i])
		line = line[i+1:]
	}
}

// report says what is wrong with the line at hand, at a column's cell if one is given.
func (d *reader) report(code diag.Code, col column, summary, hint string) {
	d.errors++
	cell := -1
	if col != 0 {
		cell = d.columns.at[col]
	}
	d.add(diag.Diagnostic{Code: code, Severity: diag.Error, Summary: summary, Hint: hint}, cell)
}

// warn says what a person should look at in the header.
func (d *reader) warn(cell int, summary string) {
	d.add(diag.Diagnostic{Code: diag.TraceHeader, Severity: diag.Warning, Summary: summary,
		Hint: "The columns are " + strings.Join(columnNames[colSession:], ", ") + "."}, cell)
}

// add places a diagnostic: the cell's first character, or the line's if cell is -1.
func (d *reader) add(g diag.Diagnostic, cell int) {
	g.Span = diag.Span{File: d.name, Line: max(1, d.line), Col: 1}
	for i := 0; i < cell && i < len(d.cells); i++ {
		g.Span.Col += utf8.RuneCount(d.cells[i]) + 1 // and its comma; quotation marks are not counted
	}
	d.found = append(d.found, g)
}

// clip shortens a cell for a message.
func clip(cell []byte) string {
	const most = 40
	if len(cell) <= most {
		return string(cell)
	}
	return strings.ToValidUTF8(string(cell[:most]), "") + "…"
}
