package ir

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/schema"
)

// TestDecoderAgreesWithSchema spoils each value of documents that together have
// every variant, in each way that can be thought of, and demands that the decoder
// and the schema find fault at the same places.
func TestDecoderAgreesWithSchema(t *testing.T) {
	n, refused := 0, 0
	for _, p := range pieces(everything()) {
		doc, syntax := schema.Parse(EncodeCompact(p))
		if syntax != nil {
			t.Fatal(syntax)
		}
		mutate(doc, func(path string) {
			n++
			if agree(t, doc, path) {
				refused++
			}
		})
	}
	t.Logf("%d documents, %d of them refused", n, refused)
}

// pieces cuts a program into small ones of a pool, stage, statement or arrival
// process each, because checking a whole document for every mutation takes minutes.
func pieces(p *Program) []*Program {
	empty := *p
	empty.Pools, empty.Stages, empty.Blocks, empty.Arrival, empty.Gauges, empty.Source = nil, nil, nil, NoArrivals{}, nil, nil
	programs := []*Program{&empty}
	with := func(put func(p *Program)) {
		piece := empty
		put(&piece)
		programs = append(programs, &piece)
	}
	for _, pool := range p.Pools {
		with(func(q *Program) { q.Pools = []Pool{pool} })
	}
	for _, stage := range p.Stages {
		with(func(q *Program) { q.Stages = []Stage{stage} })
	}
	for _, a := range append(arrivals, p.Arrival) {
		with(func(q *Program) { q.Arrival = a })
	}
	with(func(q *Program) { q.Gauges, q.Source = p.Gauges, p.Source })
	kept := map[string]bool{}
	for _, block := range p.Blocks {
		for _, s := range block {
			if kind := kindOf(s); !kept[kind] {
				kept[kind] = true
				with(func(q *Program) { q.Blocks = [][]Stmt{{s}} })
			}
		}
	}
	return programs
}

// kindOf is the same for statements of the same shape.
func kindOf(s Stmt) string {
	kind := fmt.Sprintf("%T", s)
	if set, ok := s.(*Set); ok {
		kind += fmt.Sprintf(" %T", set.Value)
		switch x := set.Value.(type) {
		case *Call:
			kind += fmt.Sprint(Funcs[x.Func].Args)
		case *Sample:
			kind += fmt.Sprint(x.Dist == DistEmpirical, len(x.Args))
		}
	}
	return kind
}

// agree reports whether the document is refused.
func agree(t *testing.T, doc any, path string) bool {
	t.Helper()
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	_, found := Read(data)
	var read, want []string
	for _, d := range found {
		read = append(read, d.Pointer)
	}
	for _, v := range schema.IR.Check(doc) {
		want = append(want, v.Path)
	}
	slices.Sort(read)
	slices.Sort(want)
	read, want = slices.Compact(read), slices.Compact(want)
	if diff := cmp.Diff(want, read); diff != "" && !t.Failed() {
		t.Errorf("spoilt at %s:\n%s\n(-schema +decoder):\n%s\n%v\n%v", path, data, diff, found, schema.IR.Check(doc))
	}
	return len(want) > 0
}

// mutate spoils one value after the other and calls f while it is spoilt.
func mutate(doc any, f func(path string)) {
	root := doc.(map[string]any)
	parts := []string{"pools", "stages", "blocks", "gauges", "source", "arrival"}
	if whole := !slices.ContainsFunc(parts[:4], func(key string) bool { return root[key] != nil && len(root[key].([]any)) > 0 }); whole {
		parts = keysOf(root)
		mutateObject("", root, f)
	}
	for _, key := range parts {
		if v, ok := root[key]; ok && key != "version" { // of which the decoder says more, and nothing else
			mutateValue(key, v, func(v any) { root[key] = v }, f)
		}
	}
}

// mutateValue spoils v, which put puts in its place, and what is in it.
func mutateValue(path string, v any, put func(any), f func(string)) {
	for _, other := range []any{
		nil, true, "word", "", "inf", json.Number("-1"), json.Number("0"), json.Number("1.0"), json.Number("1.5"), json.Number("2147483648"),
		json.Number("9007199254740993"), json.Number("1e300"), []any{}, []any{v}, map[string]any{}, map[string]any{"word": v},
	} {
		put(other)
		f(path)
	}
	if word, ok := v.(string); ok {
		put(word + word[:min(1, len(word))])
		f(path)
		put(map[string]any{word: nil})
		f(path)
	}
	put(v)

	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			put(v[:len(v)-1])
			f(path)
			put(append(slices.Clone(v), v[0]))
			f(path)
			put(v)
		}
		for i := range v {
			mutateValue(fmt.Sprintf("%s[%d]", path, i), v[i], func(other any) { v[i] = other }, f)
		}
	case map[string]any:
		mutateObject(path, v, f)
		for _, key := range keysOf(v) {
			mutateValue(path+"."+key, v[key], func(other any) { v[key] = other }, f)
		}
	}
}

// mutateObject leaves keys out, misspells them and adds others.
func mutateObject(path string, o map[string]any, f func(string)) {
	for _, key := range keysOf(o) {
		if path == "" && key == "version" {
			continue
		}
		v := o[key]
		delete(o, key)
		f(path + " without " + key)
		for _, other := range []string{key + "s", strings.ToUpper(key)} {
			o[other] = v
			f(path + " with " + other)
			delete(o, other)
		}
		o[key] = v
	}
	o["extra"] = nil
	f(path + " with extra")
	delete(o, "extra")
}

func keysOf(o map[string]any) []string {
	var keys []string
	for key := range o {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
