package diag

import (
	"bufio"
	"encoding/json"
	"io"
)

// The JSON form of a diagnostic: one object a line, keys in this order.
type jsonDiagnostic struct {
	Code     Code          `json:"code"`
	Severity string        `json:"severity"`
	Message  string        `json:"message"`
	Location *jsonPlace    `json:"location,omitempty"`
	End      *jsonPlace    `json:"end,omitempty"` // exclusive; absent for a point
	Pointer  string        `json:"pointer,omitempty"`
	Hint     string        `json:"hint,omitempty"`
	Related  []jsonRelated `json:"related,omitempty"`
}

type jsonRelated struct {
	Message  string     `json:"message"`
	Location *jsonPlace `json:"location,omitempty"`
	End      *jsonPlace `json:"end,omitempty"`
}

// A jsonPlace without line and column is a file as a whole.
type jsonPlace struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// WriteJSON writes the list for programs, one JSON object a line. The error is
// the writer's.
func (l List) WriteJSON(w io.Writer) error {
	bw := bufio.NewWriter(w)
	enc := json.NewEncoder(bw)
	enc.SetEscapeHTML(false)
	for _, d := range l {
		j := jsonDiagnostic{
			Code: d.Code, Severity: d.Severity.String(), Message: d.Summary,
			Pointer: d.Pointer, Hint: d.Hint,
		}
		j.Location, j.End = places(d.Span)
		for _, n := range d.Notes {
			r := jsonRelated{Message: n.Text}
			r.Location, r.End = places(n.Span)
			j.Related = append(j.Related, r)
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	return bw.Flush()
}

func places(s Span) (start, end *jsonPlace) {
	if s.File != "" || !s.IsZero() {
		start = &jsonPlace{File: s.File, Line: s.Line, Column: s.Col}
	}
	if s.EndLine != 0 {
		end = &jsonPlace{File: s.File, Line: s.EndLine, Column: s.EndCol}
	}
	return start, end
}
