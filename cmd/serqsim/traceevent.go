package main

import (
	"bufio"
	"encoding/json"
	"strconv"

	"serq/cmd/internal/cli"
)

// The Trace Event Format is what chrome://tracing and ui.perfetto.dev read: a list of
// events, each with a phase (ph), a process and a thread (pid, tid) that say in which
// row it is shown, and a time in microseconds (ts). Used here are the phases B and E,
// the beginning and the end of a slice, which nest within a thread; C, a counter of
// a process; s, t and f, an arrow from slice to slice; and M, the names of processes
// and threads and in which order they stand.
//
// A slice is written as B and E and not as one event with a duration (X): the end
// of one and the beginning of the next are the same number then, and stay so
// however a reader rounds it.

// A track is a row: a thread of a process.
type track struct{ pid, tid int }

// A traceFile is a file of trace events under way. Errors stay until commit.
type traceFile struct {
	file   *cli.File
	out    *bufio.Writer
	micros float64 // in a clock unit
	buf    []byte  // the event under way
	inArgs bool
	any    bool // there was an event
	err    error
}

// createTrace begins a file of which a clock unit is so many seconds.
func createTrace(name string, seconds float64) (*traceFile, error) {
	file, err := cli.CreateFile(name)
	if err != nil {
		return nil, err
	}
	t := &traceFile{file: file, out: bufio.NewWriterSize(file, 1<<16), micros: 1e6 * seconds}
	t.buf = append(t.buf, `{"displayTimeUnit":"ms","traceEvents":[`...)
	t.write()
	return t, nil
}

// event begins an event; the fields that its phase needs follow, then done.
func (t *traceFile) event(phase byte, at track, time float64) {
	t.metadata(phase, at)
	t.buf = append(t.buf, `,"ts":`...)
	t.buf = strconv.AppendFloat(t.buf, time*t.micros, 'f', -1, 64)
}

// metadata begins an event that has no time.
func (t *traceFile) metadata(phase byte, at track) {
	if t.any {
		t.buf = append(t.buf, ',')
	}
	t.any = true
	t.buf = append(t.buf, "\n{\"ph\":\""...)
	t.buf = append(t.buf, phase)
	t.buf = append(t.buf, `","pid":`...)
	t.buf = strconv.AppendInt(t.buf, int64(at.pid), 10)
	if at.tid != 0 {
		t.buf = append(t.buf, `,"tid":`...)
		t.buf = strconv.AppendInt(t.buf, int64(at.tid), 10)
	}
}

// field adds a field whose value is a plain word.
func (t *traceFile) field(key, word string) {
	t.buf = append(t.buf, `,"`...)
	t.buf = append(t.buf, key...)
	t.buf = append(t.buf, `":"`...)
	t.buf = append(t.buf, word...)
	t.buf = append(t.buf, '"')
}

// id adds the number by which the points of an arrow belong together.
func (t *traceFile) id(n int64) {
	t.buf = append(t.buf, `,"id":`...)
	t.buf = strconv.AppendInt(t.buf, n, 10)
}

// arg begins an argument; its value follows. Arguments come last.
func (t *traceFile) arg(key string) {
	if t.inArgs {
		t.buf = append(t.buf, ',')
	} else {
		t.buf = append(t.buf, `,"args":{`...)
		t.inArgs = true
	}
	t.buf = append(t.buf, '"')
	t.buf = append(t.buf, key...)
	t.buf = append(t.buf, `":`...)
}

func (t *traceFile) number(key string, x float64) {
	t.arg(key)
	t.float(x)
}

func (t *traceFile) float(x float64) { t.buf = strconv.AppendFloat(t.buf, x, 'g', -1, 64) }

func (t *traceFile) int(key string, n int64) {
	t.arg(key)
	t.buf = strconv.AppendInt(t.buf, n, 10)
}

// value adds an argument that is any JSON value.
func (t *traceFile) value(key string, v any) {
	t.arg(key)
	data, err := json.Marshal(v)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	t.buf = append(t.buf, data...)
}

// done ends an event.
func (t *traceFile) done() {
	if t.inArgs {
		t.buf = append(t.buf, '}')
		t.inArgs = false
	}
	t.buf = append(t.buf, '}')
	t.write()
}

func (t *traceFile) write() {
	if t.err == nil {
		_, t.err = t.out.Write(t.buf)
	}
	t.buf = t.buf[:0]
}

// commit ends the file, with what there is to know of it as a whole.
func (t *traceFile) commit(about any) error {
	data, err := json.Marshal(about)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	t.buf = append(append(append(t.buf, "\n],\"otherData\":"...), data...), "}\n"...)
	t.write()
	if t.err == nil {
		t.err = t.out.Flush()
	}
	if t.err != nil {
		t.file.Discard()
		return t.err
	}
	return t.file.Commit()
}
