package oracle

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"serq/ir/diag"
)

// A Dump is the folder of samples that a run wrote: NAME.csv for each
// observation, with the columns time, session, turn and value.
type Dump struct {
	dir    string
	values map[string][]float64 // what was read, by name
}

// NewDump returns the dump in a folder. Files are read when they are needed.
func NewDump(dir string) *Dump {
	return &Dump{dir: dir, values: map[string][]float64{}}
}

// Samples returns the values of an observation in the order of time, then
// session, then the file.
func (d *Dump) Samples(name string) ([]float64, error) {
	if xs, ok := d.values[name]; ok {
		return xs, nil
	}
	path := filepath.Join(d.dir, name+".csv")
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	samples, err := readSamples(f, path)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(samples, func(a, b sample) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.session, b.session))
	})
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = s.value
	}
	d.values[name] = values
	return values, nil
}

// figure returns sample k of an observation that a report has, under the name
// that the expected side uses; ok is false if there is no such sample.
func (d *Dump) figure(name string, k int, c *catalogue, rename map[string]string) (f figure, ok bool, err error) {
	if _, there := c.rows["observes."+name]; !there {
		return figure{}, false, nil
	}
	if d == nil {
		return figure{}, false, errors.New("samples are in the dump of the run, and there is none")
	}
	if that, renamed := rename[name]; renamed {
		name = that
	}
	values, err := d.Samples(name)
	if err != nil || k >= len(values) {
		return figure{}, false, err
	}
	return figure{value: values[k]}, true, nil
}

// A sample is a row of a dump.
type sample struct {
	time    float64
	session int64
	value   float64 // may be infinite
}

const samplesHeader = "time,session,turn,value"

// readSamples reads a file of a dump. The error is an InputError or the reader's.
func readSamples(r io.Reader, file string) ([]sample, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1 // judged with the line's other faults
	in.ReuseRecord = true
	header, err := in.Read()
	if err == nil && strings.Join(header, ",") != samplesHeader || err == io.EOF {
		return nil, dumpError(file, 1, "the header of a dump is "+samplesHeader)
	}
	var out []sample
	for err == nil {
		var row []string
		if row, err = in.Read(); err != nil {
			break
		}
		s, ok := parseSample(row)
		if !ok {
			line, _ := in.FieldPos(0)
			return nil, dumpError(file, line, fmt.Sprintf("%q is no sample", strings.Join(row, ",")))
		}
		out = append(out, s)
	}
	var broken *csv.ParseError
	switch {
	case err == io.EOF:
		return out, nil
	case errors.As(err, &broken):
		return nil, dumpError(file, broken.Line, broken.Err.Error())
	}
	return nil, err
}

func dumpError(file string, line int, summary string) error {
	return InputError{Code: diag.DumpRow, Severity: diag.Error, Summary: summary,
		Span: diag.Span{File: file, Line: line, Col: 1}}
}

func parseSample(row []string) (s sample, ok bool) {
	if len(row) != strings.Count(samplesHeader, ",")+1 {
		return sample{}, false
	}
	time, err1 := strconv.ParseFloat(row[0], 64)
	session, err2 := strconv.ParseInt(row[1], 10, 64)
	_, err3 := strconv.ParseInt(row[2], 10, 64)
	value, err4 := strconv.ParseFloat(row[3], 64)
	ok = err1 == nil && err2 == nil && err3 == nil && err4 == nil && !math.IsNaN(time) && !math.IsNaN(value)
	return sample{time, session, value}, ok
}
