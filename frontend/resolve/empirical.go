package resolve

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/ir"
	"serq/ir/diag"
)

// data is the tables that empirical distributions are drawn from, each read once.
type data struct {
	readFile func(path string) ([]byte, error)
	tables   map[string]*table
}

// A table is a CSV file.
type table struct {
	header []string
	rows   [][]string
	lines  []int // the line on which each row starts
	err    error // it cannot be read
}

// empirical binds `~empirical ("file.csv", "column")`. The path is relative to the
// file that says it.
func (d *data) empirical(r *resolver, draw *ast.Draw) ast.Binding {
	var names []*ast.String
	for _, arg := range draw.Args {
		if s, ok := arg.(*ast.String); ok {
			names = append(names, s)
		}
	}
	if len(names) != 2 || len(draw.Args) != 2 {
		r.error(diag.WrongArguments, draw.Pos, "`~empirical` takes a file and the name of a column", "Write `~empirical (\"file.csv\", \"column\")`.")
		return ast.Wrong{}
	}
	file, column := names[0], names[1]
	path := file.Pos.File.Path(file.Value)
	t := d.table(path)
	if t.err != nil {
		r.error(diag.CannotRead, file.Pos, fmt.Sprintf("cannot read %s: %v", path, report.Reason(t.err)), "The path is relative to the file that names it.")
		return ast.Wrong{}
	}
	at := slices.Index(t.header, column.Value)
	if at < 0 {
		hint := report.DidYouMean(column.Value, t.header)
		if hint == "" {
			hint = "Its columns are " + strings.Join(t.header, ", ") + "."
		}
		r.error(diag.BadData, column.Pos, fmt.Sprintf("%s has no column %q", path, column.Value), hint)
		return ast.Wrong{}
	}
	values, err := t.column(at)
	if err != nil {
		r.error(diag.BadData, column.Pos, fmt.Sprintf("%s: %v", path, err), "")
		return ast.Wrong{}
	}
	return &ast.Distribution{Dist: ir.DistEmpirical, Values: values}
}

func (d *data) table(path string) *table {
	if t := d.tables[path]; t != nil {
		return t
	}
	t := &table{}
	d.tables[path] = t
	text, err := d.readFile(path)
	if err != nil {
		t.err = err
		return t
	}
	reader := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	reader.TrimLeadingSpace = true
	for {
		row, err := reader.Read()
		if row == nil {
			if err.Error() != "EOF" {
				t.err = err
			}
			return t
		}
		if err != nil {
			t.err = err
			return t
		}
		if t.header == nil {
			t.header = row
			continue
		}
		line, _ := reader.FieldPos(0)
		t.rows, t.lines = append(t.rows, row), append(t.lines, line)
	}
}

// column is the values of a column, sorted.
func (t *table) column(at int) ([]float64, error) {
	values := make([]float64, 0, len(t.rows))
	for i, row := range t.rows {
		v, err := strconv.ParseFloat(strings.TrimSpace(row[at]), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("line %d: %q in column %q is not a finite number", t.lines[i], row[at], t.header[at])
		}
		values = append(values, v)
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("there are no rows below the header")
	}
	slices.Sort(values)
	return values, nil
}
