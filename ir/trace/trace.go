package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"serq/ir/diag"
)

const (
	maxLine   = 1<<16 - 1   // bytes of a line
	maxRows   = 100_000_000 // rows of a corpus: 3.2 GB in memory
	maxErrors = 20          // after that many wrong lines the rest is unlikely to be a trace
)

// A Corpus is recorded sessions, in the order of the file.
type Corpus struct {
	Sessions  [][]Row // at least one, each of at least one turn
	HasForced bool    // the file has a column forced: a row sets that attribute too
}

// A Row is one turn. All values are finite and ≥ 0.
type Row struct {
	New    float64 // new prompt tokens
	Out    float64 // output tokens
	Think  float64 // clock units before the next turn
	Forced float64 // 1 where the turn must miss the cache, else 0; 0 in a corpus without the column
}

// Read reads a corpus and reports everything that is wrong with it, by line of
// the file called name. The corpus is nil if the list has errors. Memory holds
// the rows, 32 bytes each, and, while reading, the names of the sessions.
func Read(r io.Reader, name string) (*Corpus, diag.List) {
	d := &reader{name: name, first: map[string]int{}}
	d.read(r)
	if len(d.rows) == 0 && !d.found.HasErrors() {
		d.report(diag.TraceEmpty, 0, "the trace has no rows", "Write a line for each turn below the header.")
	}
	if d.found.HasErrors() {
		return nil, d.found
	}
	return d.corpus(), d.found
}

// A reader is a corpus being read. A corpus of a million sessions is one slice
// of rows and the places where sessions start, not a million slices that grow.
type reader struct {
	name   string
	line   int // of the line at hand, from 1
	found  diag.List
	errors int

	columns columns
	cells   [][]byte
	rows    []Row
	starts  []int          // per session, the index of its first row
	first   map[string]int // per session name, the line of its first row
	session []byte         // the session of the row before, nil at the first
	turn    float64        // its turn
}

func (d *reader) read(r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, maxLine+1), maxLine+1)
	for lines.Scan() {
		d.line++
		text := lines.Bytes() // without the line's end, CRLF or LF
		if d.line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
			d.header(text)
			if d.found.HasErrors() {
				return // cells would be taken for other columns
			}
			continue
		}
		if len(text) == 0 {
			continue
		}
		if len(d.rows) == maxRows {
			d.report(diag.TraceTooLarge, 0, fmt.Sprintf("the trace has more than %d rows", maxRows), "")
			return
		}
		d.row(text)
		if d.errors >= maxErrors {
			return
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		d.line++
		d.report(diag.TraceTooLarge, 0, fmt.Sprintf("a line of more than %d bytes", maxLine), "Is this a CSV file?")
	case err != nil:
		d.report(diag.TraceUnreadable, 0, "the trace cannot be read: "+err.Error(), "")
	case d.line == 0:
		d.report(diag.TraceHeader, 0, "the trace is empty", headerHint)
	}
}

// row takes one turn.
func (d *reader) row(text []byte) {
	cells, err := split(text, d.cells[:0])
	d.cells = cells
	if err != nil {
		d.report(diag.TraceCell, 0, "a broken quotation: "+err.Error(), "")
		return
	}
	if len(cells) != d.columns.width {
		d.report(diag.TraceCell, 0, fmt.Sprintf("the line has %d cells and the header %d", len(cells), d.columns.width), "")
		return
	}
	known := d.errors
	session := cells[d.columns.at[colSession]]
	if len(session) == 0 {
		d.report(diag.TraceCell, colSession, "a session has no name", "Rows of one session have the same text in this column.")
	}
	turn := d.number(colTurn)
	row := Row{New: d.number(colNew), Out: d.number(colOut), Think: d.number(colThink)}
	if d.columns.has(colForced) {
		row.Forced = d.number(colForced)
	}
	if d.errors > known {
		return
	}
	d.place(session, turn)
	d.rows = append(d.rows, row)
}

// place checks that a row stands where its session and turn belong.
func (d *reader) place(session []byte, turn float64) {
	if d.session != nil && bytes.Equal(session, d.session) {
		if turn <= d.turn {
			d.report(diag.TraceOrder, colTurn, fmt.Sprintf("turn %g of session %s stands after its turn %g", turn, session, d.turn),
				"Sort the rows of a session by turn; a turn has one row.")
		}
		d.turn = turn
		return
	}
	if line, seen := d.first[string(session)]; seen {
		d.report(diag.TraceOrder, colSession, fmt.Sprintf("session %s stands in two places: its first row is on line %d", session, line),
			"Put the rows of a session together.")
	} else {
		d.first[string(session)] = d.line
	}
	d.starts = append(d.starts, len(d.rows))
	d.session = append(d.session[:0], session...)
	d.turn = turn
}

func (d *reader) corpus() *Corpus {
	c := &Corpus{Sessions: make([][]Row, len(d.starts)), HasForced: d.columns.has(colForced)}
	for i, start := range d.starts {
		end := len(d.rows)
		if i+1 < len(d.starts) {
			end = d.starts[i+1]
		}
		c.Sessions[i] = d.rows[start:end:end]
	}
	return c
}
