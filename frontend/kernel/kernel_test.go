package kernel_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/frontend"
	"serq/frontend/kernel"
	"serq/ir"
	"serq/ir/diag"
	"serq/ir/link"
)

// read reads a document that keeps the link rules.
func read(t *testing.T, data []byte) *ir.Program {
	t.Helper()
	p, found := ir.Read(data)
	if !found.HasErrors() {
		found = append(found, link.Check(p, nil)...)
	}
	if found.HasErrors() {
		t.Fatalf("%v\n%s", found, data)
	}
	return p
}

// compile is the document that a text compiles to, without places.
func compile(t *testing.T, text string) []byte {
	t.Helper()
	r, found := frontend.Compile(frontend.Source{Name: "test.sq", Text: []byte(text)}, frontend.Options{})
	found = append(found, link.Check(r.Program, r.Locate)...)
	if found.HasErrors() {
		t.Fatalf("%v\n%s", found, text)
	}
	r.Program.Source = nil
	return ir.EncodeCompact(r.Program)
}

// Documents that were made by a program number things in an order of their own. So
// their text compiles to another document, which has the same text.
func TestDocuments(t *testing.T) {
	files, err := filepath.Glob("../../ir/link/testdata/generated/*.ir.json")
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := read(t, data)
			text, found := kernel.Text(p, kernel.Options{})
			if _, preset := p.Arrival.(ir.Sessions); preset != (len(found) > 0) {
				t.Fatalf("%v", found)
			} else if preset {
				return
			}
			texts++
			again, found := kernel.Text(read(t, compile(t, text)), kernel.Options{})
			if len(found) > 0 || again != text {
				t.Errorf("%v\n%s\n%s", found, text, again)
			}
		})
	}
	if texts < 5 {
		t.Errorf("only %d documents have a text", texts)
	}
}

const document = `{
  "version": 8,
  "attrs": ["cached", "serial", "turn_no", "new", "out", "think", "more", "forced", "computed", "a"],
  "observes": ["o"],
  "pools": [
    {"name": "kv", "index": 0, "cap": 9, "block": null, "evict": "Lru", "preempt": "None", "queue": null,
      "spill": {"to": 2, "via": 0, "work": {"Num": 1}, "when": {"Num": 1}}, "admit_via": null},
    {"name": "kv", "index": 1, "cap": 9, "block": null, "evict": "Lru", "preempt": "None", "queue": null,
      "spill": {"to": 3, "via": 0, "work": {"Num": 1}, "when": {"Num": 1}}, "admit_via": null},
    {"name": "host", "index": 0, "cap": 9, "block": null, "evict": "Lru", "preempt": "None", "queue": null, "spill": null, "admit_via": null},
    {"name": "host", "index": 1, "cap": 9, "block": null, "evict": "Lru", "preempt": "None", "queue": null, "spill": null, "admit_via": null}],
  "stages": [{"name": "s", "kind": {"Fifo": 1}}],
  "arrival": {"Batch": 1}, "trace": null, "trace_ordered": false, "init": 0, "turn": 1, "session": 2,
  "blocks": [[{"Set": [9, {"Num": -1}]}], [], [
    {"Drop": {"base": 0, "count": 2, "index": {"Num": 1}}},
    {"Run": {"stage": {"base": 0, "count": 1, "index": null}, "mode": "Plain", "work": {"Attr": 9}, "growing": null}},
    {"Observe": [0, {"Sample": ["Exp", [{"Num": 1}]]}]}]],
  "horizon": 10, "warmup": 0, "seed": 1,
  "slot_cached": 0, "slot_serial": 1, "slot_turn": 2, "slot_new": 3, "slot_out": 4, "slot_think": 5,
  "slot_more": 6, "slot_forced": 7, "slot_computed": 8, "hidden": [], "gauges": [{"name": "g", "expr": {"Num": 1}}]
}`

func TestText(t *testing.T) {
	const want = `let minus_1 = -1;
pool kv[2] { cap 9; spill host via s (1) when (1); }
pool host[2] { cap 9; }
stage s : fifo;
workload {
  arrive batch(1);
  init { set a = minus_1; }
}
session {
  drop kv[1];
  run s (a);
  observe o = ~exp(1);
}
gauge g = 1;
run { horizon 10; }
`
	p := read(t, []byte(document))
	text, found := kernel.Text(p, kernel.Options{})
	if len(found) > 0 || text != want {
		t.Errorf("%v\n%s", found, text)
	}
	if got, want := compile(t, text), ir.EncodeCompact(p); !bytes.Equal(got, want) {
		t.Errorf("%s\n%s", got, want)
	}
}

// Attributes that are numbered in another order get the order of their appearance.
func TestOtherOrder(t *testing.T) {
	doc := strings.NewReplacer(`"computed", "a"`, `"computed", "unused", "b", "a"`, `[9, {"Num": -1}]`, `[11, {"Num": 2}]`,
		`{"Observe": [0,`, `{"Set": [10, {"Attr": 11}]}, {"Observe": [0,`, `{"Attr": 9}`, `{"Attr": 11}`).Replace(document)
	text, found := kernel.Text(read(t, []byte(doc)), kernel.Options{})
	if len(found) > 0 {
		t.Fatal(found)
	}
	if got := compile(t, text); !bytes.Contains(got, []byte(`"computed","a","b"]`)) {
		t.Errorf("%s\n%s", got, text)
	}
}

// What a document can say and text cannot.
func TestNoText(t *testing.T) {
	tests := []struct{ name, old, new, pointer, want string }{
		{"preset sessions", `{"Batch": 1}`, `{"Sessions": [{"attrs": [[9, 1]]}]}`, "arrival", "the sessions are in the document"},
		{"an empirical distribution", `["Exp", [{"Num": 1}]]`, `[{"Empirical": [1, 2]}, []]`, "", "the values of an empirical distribution"},
		{"a member of its own", `"index": 1, "cap": 9`, `"index": 1, "cap": 8`, "pools[1]", "`kv[1]` is not like `kv[0]`"},
		{"members joined crosswise", `"to": 3`, `"to": 2`, "pools[1].spill.to", "`kv[1]` is joined to `host[0]`"},
		{"a member alone", `"name": "host", "index": 0`, `"name": "other", "index": 1`, "pools[2].index", "`other` has number 1"},
		{"a part of an array", `{"base": 0, "count": 2, "index": {"Num": 1}}`, `{"base": 1, "count": 1, "index": {"Num": 0}}`, "blocks[2][0].Drop", "not the whole of `kv`"},
		{"an index of a single stage", `{"stage": {"base": 0, "count": 1, "index": null}`, `{"stage": {"base": 0, "count": 1, "index": {"Num": 0}}`,
			"blocks[2][1].Run.stage", "not the whole of `s`"},
		{"a name that is a number", `"observes": ["o"]`, `"observes": ["1.5"]`, "observes[0]", "no name `1.5`"},
		{"a name that ends in a dot", `"name": "s"`, `"name": "s."`, "stages[0].name", "no name `s.`"},
		{"a gauge", `"name": "g"`, `"name": "2"`, "gauges[0].name", "no name `2`"},
		{"a word of the language", `"computed", "a"`, `"computed", "now"`, "attrs[9]", "which is a context variable"},
		{"a built-in of another name", `"cached"`, `"hit"`, "attrs[0]", "`cached` is called `hit`"},
		{"an attribute that nothing sets", `{"Set": [9, {"Num": -1}]}`, ``, "blocks[2][1].Run.work", "`a` is read, and nothing sets it"},
		{"a path", `"trace": null`, `"trace": "a\"b"`, "trace", `no string "a\"b"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(document, tt.old) {
				t.Fatal("not in the document")
			}
			_, found := kernel.Text(read(t, []byte(strings.Replace(document, tt.old, tt.new, 1))), kernel.Options{})
			if len(found) == 0 || found[0].Code != diag.NoText || found[0].Pointer != tt.pointer || !strings.Contains(found[0].Summary, tt.want) {
				t.Errorf("%v", found)
			}
		})
	}
}

func TestExample(t *testing.T) {
	_, found := kernel.Text(read(t, []byte(diag.Explanations[diag.NoText].Example)), kernel.Options{})
	if len(found) != 1 || found[0].Code != diag.NoText {
		t.Errorf("%v", found)
	}
}
