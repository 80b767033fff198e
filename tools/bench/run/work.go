package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// A measurement is what a row's turns gave.
type measurement struct {
	row    *row
	serq   []float64
	beside [][]float64 // by reference; empty where it is not installed
	err    error       // of the first turn that failed; none is taken after it
}

func newMeasurement(r *row) *measurement {
	return &measurement{row: r, beside: make([][]float64, len(r.beside))}
}

// turns measures each row so many times, all once before any again. It returns how many
// failed.
func (b *bench) turns(measured []*measurement, times int) (failed int) {
	for turn := range times {
		for _, m := range measured {
			if m.err != nil || b.ctx.Err() != nil {
				continue
			}
			fmt.Fprintf(os.Stderr, "turn %d of %d: %s\n", turn+1, times, m.row.name)
			if m.err = b.take(m); m.err != nil {
				fmt.Fprintf(os.Stderr, "failed: %v\n", m.err)
				failed++
			}
		}
	}
	return failed
}

// take measures serq and then its references, once.
func (b *bench) take(m *measurement) error {
	serq, err := b.serq(m.row, m.row.flags)
	if err != nil {
		return err
	}
	m.serq = append(m.serq, serq.value)
	for i := range m.beside {
		ref := &m.row.beside[i]
		x, err := b.runReference(m.row, ref, serq.report)
		switch {
		case errors.Is(err, errAbsent):
		case err != nil:
			return fmt.Errorf("%s: %w", ref.name, err)
		default:
			m.beside[i] = append(m.beside[i], x)
		}
	}
	return nil
}

// makeWork makes the table of the rows.
func makeWork(b *bench, times int, match *regexp.Regexp) (string, int) {
	var measured []*measurement
	for i := range rows {
		if match.MatchString(rows[i].name) {
			measured = append(measured, newMeasurement(&rows[i]))
		}
	}
	header := header(times)
	failed := b.turns(measured, times)
	return header + workTable(measured), failed
}

// workTable has a line for each reference of a row, and one for a row without any.
func workTable(measured []*measurement) string {
	var t strings.Builder
	t.WriteString("| work | serq | beside | needs | serq is | target | |\n|---|--:|---|--:|--:|--:|---|\n")
	for _, m := range measured {
		r := m.row
		if m.err != nil {
			fmt.Fprintf(&t, "| %s | failed: %s | | | | | |\n", r.name, cell(m.err.Error()))
			continue
		}
		serq := median(m.serq)
		first := fmt.Sprintf("| %s | %s |", r.name, r.text(serq))
		if r.limit > 0 {
			fmt.Fprintf(&t, "%s | | | at most %s | %s |\n", first, r.text(r.limit), met(serq <= r.limit))
			first = "| | |"
		}
		for i, ref := range r.beside {
			if len(m.beside[i]) == 0 {
				fmt.Fprintf(&t, "%s %s | not installed | | %s | |\n", first, ref.name, ref.target)
			} else {
				share := ratio(m.serq, m.beside[i])
				verdict := ""
				if ref.target > 0 {
					verdict = met(share <= float64(ref.target))
				}
				fmt.Fprintf(&t, "%s %s | %s | %s | %s | %s |\n", first, ref.name, r.text(median(m.beside[i])), comparison(share), ref.target, verdict)
			}
			first = "| | |"
		}
		if r.limit == 0 && len(r.beside) == 0 {
			fmt.Fprintf(&t, "%s | | | | |\n", first)
		}
	}
	return t.String()
}

func met(ok bool) string {
	if ok {
		return "met"
	}
	return "**missed**"
}

// comparison says what share of a reference's time serq takes: "3 × as long" or, of a
// third, "3 × as fast".
func comparison(share float64) string {
	if share < 1 {
		return fmt.Sprintf("%.3g × as fast", 1/share)
	}
	return fmt.Sprintf("%.3g × as long", share)
}

// String is empty for no target.
func (t target) String() string {
	switch {
	case t == 0:
		return ""
	case t < 1:
		return fmt.Sprintf("at least %.3g × as fast", 1/float64(t))
	case t == 1:
		return "no longer"
	}
	return fmt.Sprintf("at most %.3g × as long", float64(t))
}
