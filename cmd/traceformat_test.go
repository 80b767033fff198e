package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

// A traceDoc is a file of --events: the JSON object form of the Trace Event Format.
type traceDoc struct {
	DisplayTimeUnit string       `json:"displayTimeUnit"`
	TraceEvents     []traceEvent `json:"traceEvents"`
	OtherData       struct {
		Tool, Program string
		Seed          *int64
		Replication   *int
		ClockUnit     string `json:"clock_unit"`
		End           float64
		Events, Limit int64
		CutAt         *float64 `json:"cut_at"`
	} `json:"otherData"`
}

type traceEvent struct {
	Ph       string         `json:"ph"`
	Pid, Tid *int64         // required, tid by what is of a thread
	Ts       *float64       // µs; required but for metadata
	Name     string         `json:"name"`
	Cat      string         `json:"cat"`
	ID       *int64         `json:"id"` // of arrows
	Bp       string         `json:"bp"`
	Args     map[string]any `json:"args"`
}

// A traceSlice is what a B and its E say together.
type traceSlice struct {
	process, thread string
	name, cat       string
	from, to        float64 // µs
	args            map[string]any
}

func (s *traceSlice) is(arg string) bool { return s.args[arg] == true }

// A traceThread names a row.
type traceThread struct{ pid, tid int64 }

// A trace is a file that follows the rules of the format.
type trace struct {
	doc      traceDoc
	slices   []*traceSlice                 // in the order of their ends
	counters map[string][]*traceEvent      // by process
	links    map[int64][]*traceSlice       // the slices of each arrow, in its order
	process  map[int64]string              // names
	thread   map[traceThread]string        // names
	open     map[traceThread][]*traceSlice // not ended yet, the outermost first
}

// readTrace checks a file against the rules of the format: the fields that each phase
// requires, finite times that are not negative and never go back, names before they
// are used, slices that nest within their row and end, and arrows that lead from
// slice to slice.
func readTrace(data []byte) (*trace, error) {
	t := &trace{counters: map[string][]*traceEvent{}, links: map[int64][]*traceSlice{},
		process: map[int64]string{}, thread: map[traceThread]string{}, open: map[traceThread][]*traceSlice{}}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&t.doc); err != nil {
		return nil, err
	}
	if u := t.doc.DisplayTimeUnit; u != "ms" && u != "ns" {
		return nil, fmt.Errorf("displayTimeUnit is %q", u)
	}
	last, events := 0.0, int64(0)
	ended := map[int64]bool{} // arrows
	for i := range t.doc.TraceEvents {
		e := &t.doc.TraceEvents[i]
		if err := t.event(e, &last, ended); err != nil {
			return nil, fmt.Errorf("event %d, %+v: %w", i, *e, err)
		}
		if e.Ph != "M" {
			events++
		}
	}
	for at, slices := range t.open {
		if len(slices) > 0 {
			return nil, fmt.Errorf("%s never ends on %s", slices[0].name, t.thread[at])
		}
	}
	for id := range t.links {
		if !ended[id] {
			return nil, fmt.Errorf("arrow %d has no end", id)
		}
	}
	if o := t.doc.OtherData; o.Events != events || o.Events > o.Limit {
		return nil, fmt.Errorf("%d events, otherData says %d of at most %d", events, o.Events, o.Limit)
	}
	return t, nil
}

func (t *trace) event(e *traceEvent, last *float64, ended map[int64]bool) error {
	if e.Pid == nil {
		return fmt.Errorf("no pid")
	}
	if e.Ph == "M" {
		return t.metadata(e)
	}
	process, named := t.process[*e.Pid]
	switch {
	case !named:
		return fmt.Errorf("process %d has no name yet", *e.Pid)
	case e.Ts == nil || math.IsNaN(*e.Ts) || math.IsInf(*e.Ts, 0) || *e.Ts < 0:
		return fmt.Errorf("no time, or none that is finite and not negative")
	case *e.Ts < *last:
		return fmt.Errorf("it is before the previous event, at %v", *last)
	}
	*last = *e.Ts
	if e.Ph == "C" {
		if e.Name == "" || len(e.Args) == 0 {
			return fmt.Errorf("a counter has a name and values")
		}
		for key, v := range e.Args {
			if x, ok := v.(float64); !ok || x < 0 {
				return fmt.Errorf("counter %s is %v", key, v)
			}
		}
		t.counters[process] = append(t.counters[process], e)
		return nil
	}
	if e.Tid == nil {
		return fmt.Errorf("no tid")
	}
	at := traceThread{*e.Pid, *e.Tid}
	thread, named := t.thread[at]
	if !named {
		return fmt.Errorf("thread %d has no name yet", at.tid)
	}
	open := t.open[at]
	switch e.Ph {
	case "B":
		if e.Name == "" {
			return fmt.Errorf("a slice has a name")
		}
		s := &traceSlice{process: process, thread: thread, name: e.Name, cat: e.Cat, from: *e.Ts, args: map[string]any{}}
		for k, v := range e.Args {
			s.args[k] = v
		}
		t.open[at] = append(open, s)
		return nil
	case "E":
		if len(open) == 0 || open[len(open)-1].name != e.Name {
			return fmt.Errorf("no slice of this name is open")
		}
		s := open[len(open)-1]
		t.open[at] = open[:len(open)-1]
		s.to = *e.Ts
		for k, v := range e.Args {
			s.args[k] = v
		}
		t.slices = append(t.slices, s)
		return nil
	case "s", "t", "f":
		return t.arrow(e, open, ended)
	}
	return fmt.Errorf("phase %q", e.Ph)
}

func (t *trace) metadata(e *traceEvent) error {
	value := e.Args["name"]
	switch e.Name {
	case "process_name":
		t.process[*e.Pid], _ = value.(string)
		if t.process[*e.Pid] == "" {
			return fmt.Errorf("no name")
		}
	case "thread_name":
		if e.Tid == nil || t.process[*e.Pid] == "" {
			return fmt.Errorf("a thread has a number and a process with a name")
		}
		at := traceThread{*e.Pid, *e.Tid}
		t.thread[at], _ = value.(string)
		if t.thread[at] == "" {
			return fmt.Errorf("no name")
		}
	case "process_sort_index", "thread_sort_index":
		if _, ok := e.Args["sort_index"].(float64); !ok || e.Name[0] == 't' && e.Tid == nil {
			return fmt.Errorf("no sort_index, or of no thread")
		}
	default:
		return fmt.Errorf("no such metadata")
	}
	return nil
}

// arrow checks a point of an arrow: it is in a slice, s comes first and f last.
func (t *trace) arrow(e *traceEvent, open []*traceSlice, ended map[int64]bool) error {
	switch {
	case e.ID == nil || e.Name == "" || e.Cat == "":
		return fmt.Errorf("an arrow has an id, a name and a category")
	case len(open) == 0:
		return fmt.Errorf("it is in no slice")
	case (e.Ph == "s") != (len(t.links[*e.ID]) == 0), ended[*e.ID]:
		return fmt.Errorf("arrow %d does not begin with s, or goes on after f", *e.ID)
	case e.Ph == "f" && e.Bp != "e":
		return fmt.Errorf("the end of an arrow means the slice that it is in")
	}
	t.links[*e.ID] = append(t.links[*e.ID], open[len(open)-1])
	ended[*e.ID] = e.Ph == "f"
	return nil
}

// goodTrace is a file with all that the format is used for.
const goodTrace = `{"displayTimeUnit":"ms","traceEvents":[
{"ph":"M","pid":1,"name":"process_name","args":{"name":"a (ps)"}},
{"ph":"M","pid":1,"name":"process_sort_index","args":{"sort_index":1}},
{"ph":"M","pid":2,"name":"process_name","args":{"name":"b (ps)"}},
{"ph":"M","pid":1,"tid":3,"name":"thread_name","args":{"name":"job 1"}},
{"ph":"M","pid":2,"tid":4,"name":"thread_name","args":{"name":"job 1"}},
{"ph":"C","pid":2,"ts":0,"name":"queue","args":{"waiting":0}},
{"ph":"B","pid":1,"tid":3,"ts":1,"name":"transfer"},
{"ph":"B","pid":2,"tid":4,"ts":1,"name":"transfer"},
{"ph":"s","pid":1,"tid":3,"ts":1,"name":"flow","cat":"flow","id":1},
{"ph":"f","pid":2,"tid":4,"ts":1,"name":"flow","cat":"flow","id":1,"bp":"e"},
{"ph":"E","pid":1,"tid":3,"ts":2.5,"name":"transfer"},
{"ph":"E","pid":2,"tid":4,"ts":2.5,"name":"transfer","args":{"cut":true}}
],"otherData":{"events":7,"limit":7}}`

// Every rule that readTrace checks is broken once.
func TestReadTraceRejects(t *testing.T) {
	if _, err := readTrace([]byte(goodTrace)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ was, is, says string }{
		{`{"ph":"B","pid":1`, `{"ph":"X","pid":1`, `phase "X"`},
		{`"ph":"B","pid":1,`, `"ph":"B",`, "no pid"},
		{`"pid":1,"tid":3,"ts":1,"name":"transfer"`, `"pid":1,"ts":1,"name":"transfer"`, "no tid"},
		{`"pid":1,"tid":3,"ts":1,"name":"transfer"`, `"pid":1,"tid":3,"name":"transfer"`, "no time"},
		{`"ts":0`, `"ts":-1`, "not negative"},
		{`"ts":0`, `"ts":1.5`, "before the previous event"},
		{`"ts":0`, `"ts":1e999`, "cannot unmarshal"},
		{`"tid":3,"ts":1,"name":"transfer"`, `"tid":3,"ts":1`, "a slice has a name"},
		{`{"ph":"E","pid":1,"tid":3,"ts":2.5,"name":"transfer"},` + "\n", ``, "never ends"},
		{`{"ph":"E","pid":1,"tid":3`, `{"ph":"E","pid":2,"tid":4`, "no slice of this name is open"},
		{`"ts":2.5,"name":"transfer"`, `"ts":2.5,"name":"prefill"`, "no slice of this name is open"},
		{`"pid":2,"name":"process_name","args":{"name":"b (ps)"}`, `"pid":2,"name":"process_name","args":{}`, "no name"},
		{`{"ph":"M","pid":2,"name":"process_name","args":{"name":"b (ps)"}},` + "\n", ``, "a process with a name"},
		{`{"ph":"M","pid":1,"tid":3,"name":"thread_name","args":{"name":"job 1"}},` + "\n", ``, "thread 3 has no name yet"},
		{`"sort_index":1`, `"sort_index":"first"`, "no sort_index"},
		{`"process_sort_index"`, `"process_color"`, "no such metadata"},
		{`"args":{"waiting":0}`, `"args":{}`, "a counter has"},
		{`"args":{"waiting":0}`, `"args":{"waiting":-1}`, "counter waiting is -1"},
		{`{"ph":"f","pid":2,"tid":4,"ts":1,"name":"flow","cat":"flow","id":1,"bp":"e"},` + "\n", ``, "arrow 1 has no end"},
		{`"id":1,"bp":"e"`, `"id":2,"bp":"e"`, "does not begin with s"},
		{`"id":1,"bp":"e"`, `"id":1`, "the slice that it is in"},
		{`"cat":"flow","id":1}`, `"cat":"flow"}`, "an arrow has an id"},
		{`{"ph":"s","pid":1,"tid":3,"ts":1`, `{"ph":"E","pid":1,"tid":3,"ts":1,"name":"transfer"},{"ph":"s","pid":1,"tid":3,"ts":1`, "it is in no slice"},
		{`"events":7`, `"events":6`, "otherData says 6"},
		{`"limit":7`, `"limit":6`, "at most 6"},
		{`"ms"`, `"s"`, "displayTimeUnit"},
		{`"otherData":`, `"other":`, "unknown field"},
	} {
		bad := strings.Replace(goodTrace, tt.was, tt.is, 1)
		if bad == goodTrace {
			t.Errorf("%s does not occur", tt.was)
			continue
		}
		if _, err := readTrace([]byte(bad)); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s for %s: %v; want %q", tt.is, tt.was, err, tt.says)
		}
	}
}
