package result

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText writes the report for people: a line on the run, then a table of
// the observations, the gauges, the stages, the engines, the pools and the service
// of requests, as far as the run has any, then the notes.
func WriteText(w io.Writer, r *Report) error {
	var b strings.Builder
	writeRun(&b, r)
	for _, t := range Tables(r) {
		if !t.Detail {
			writeTable(&b, t)
		}
	}
	writeNotes(&b, r.Notes)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeRun(b *strings.Builder, r *Report) {
	b.WriteString("run:")
	for _, f := range Facts(r) {
		if !f.Detail {
			b.WriteString(" " + f.Name + " " + f.Value)
		}
	}
	if r.Run.Partial {
		b.WriteString(" partial")
	}
	b.WriteByte('\n')
}

// writeTable writes a table after a blank line, without the columns that are details.
// The first column is aligned left, the others right.
func writeTable(b *strings.Builder, t Table) {
	rows := make([][]string, 2+len(t.Rows)) // the heads, a rule, the rows
	for i, column := range t.Columns {
		if column.Detail {
			continue
		}
		width := utf8.RuneCountInString(column.Name)
		for _, row := range t.Rows {
			width = max(width, utf8.RuneCountInString(row[i]))
		}
		pad := func(cell string) string {
			if i == 0 {
				return fmt.Sprintf("%-*s", width, cell)
			}
			return fmt.Sprintf("%*s", width, cell)
		}
		rows[0] = append(rows[0], pad(column.Name))
		rows[1] = append(rows[1], strings.Repeat("-", width))
		for k, row := range t.Rows {
			rows[2+k] = append(rows[2+k], pad(row[i]))
		}
	}
	b.WriteByte('\n')
	for _, row := range rows {
		b.WriteString(strings.Join(row, "  ") + "\n")
	}
}

func writeNotes(b *strings.Builder, notes []string) {
	if len(notes) > 0 {
		b.WriteByte('\n')
	}
	for _, n := range notes {
		b.WriteString("note: " + n + "\n")
	}
}
