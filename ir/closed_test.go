package ir

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/ir/internal/wire"
)

// variants are the implementers of each closed interface, found in the source.
func variants(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, file := range []string{"program.go", "stmt.go", "expr.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || !strings.HasPrefix(fn.Name.Name, "is") {
				continue
			}
			recv := fn.Recv.List[0].Type
			if star, ok := recv.(*ast.StarExpr); ok {
				recv = star.X
			}
			sum := strings.TrimPrefix(fn.Name.Name, "is")
			found[sum] = append(found[sum], recv.(*ast.Ident).Name)
		}
	}
	if len(found) != 4 {
		t.Fatalf("found the sums %v, want Expr, Stmt, StageKind, Arrival", found)
	}
	return found
}

// tagOf is what a variant is called on the wire, where that is not its Go name.
func tagOf(variant string) string {
	if variant == "NoArrivals" {
		return "None"
	}
	return variant
}

// Each variant stands in the sample, so that TestRoundTrip covers it; is in the
// schema; and is described in the README.
func TestVariantsAreCovered(t *testing.T) {
	sampled := map[string]bool{}
	collect(reflect.ValueOf(everything()), func(v reflect.Value) { sampled[v.Type().Name()] = true })
	for _, a := range arrivals {
		collect(reflect.ValueOf(a), func(v reflect.Value) { sampled[v.Type().Name()] = true })
	}
	defs := schemaDefs(t)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for sum, names := range variants(t) {
		inSchema := append(sumWords(defs[sum]), sumKeys(defs[sum])...)
		var tags []string
		for _, name := range names {
			if !sampled[name] {
				t.Errorf("%s %s is not in the sample", sum, name)
			}
			if !strings.Contains(string(readme), "`"+tagOf(name)+"`") {
				t.Errorf("README.md does not describe the %s `%s`", sum, tagOf(name))
			}
			tags = append(tags, tagOf(name))
		}
		sort.Strings(tags)
		sort.Strings(inSchema)
		if diff := cmp.Diff(tags, inSchema); diff != "" {
			t.Errorf("%s (-source +schema):\n%s", sum, diff)
		}
	}
}

// collect calls f for every value below v that has a named type.
func collect(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), f)
		}
		return
	case reflect.Slice:
		for i := range v.Len() {
			collect(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), f)
		}
	}
	f(v)
}

type schemaNode = map[string]any

func schemaDefs(t *testing.T) map[string]schemaNode {
	t.Helper()
	data, err := os.ReadFile("../schema/ir.v8.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Defs map[string]schemaNode `json:"$defs"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Defs
}

func sumKeys(def schemaNode) (keys []string) {
	for key := range def["properties"].(schemaNode) {
		keys = append(keys, key)
	}
	return keys
}

func sumWords(def schemaNode) (words []string) {
	then, _ := def["then"].(schemaNode)
	list, _ := then["enum"].([]any)
	for _, w := range list {
		words = append(words, w.(string))
	}
	return words
}

// The keys and words that the encoder writes are those of the schema: no more, no
// fewer, but for "Lifo", which is read and never written.
func TestSchemaHasTheWireNames(t *testing.T) {
	written := map[string]bool{"Lifo": true}
	docs := []*Program{everything()}
	for _, a := range arrivals {
		p := everything()
		p.Arrival, p.Share = a, MaxMin
		docs = append(docs, p)
	}
	for _, p := range docs {
		p.Attrs, p.Observes, p.Source.Files, p.Trace = nil, nil, nil, nil // strings that are no words
		var doc any
		if err := json.Unmarshal(EncodeCompact(p), &doc); err != nil {
			t.Fatal(err)
		}
		visitJSON(doc, func(s string) { written[s] = true })
	}
	for _, p := range everything().Pools {
		delete(written, p.Name)
	}
	for _, s := range everything().Stages {
		delete(written, s.Name)
	}
	delete(written, "load") // a gauge

	data, err := os.ReadFile("../schema/ir.v8.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	visitSchema(root, func(s string) { known[s] = true })
	if diff := cmp.Diff(known, written); diff != "" {
		t.Errorf("(-schema +encoder):\n%s", diff)
	}
}

// visitJSON calls f for every key and string.
func visitJSON(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, e := range v {
			visitJSON(e, f)
		}
	case map[string]any:
		for key, e := range v {
			f(key)
			visitJSON(e, f)
		}
	}
}

// visitSchema calls f for every property and every word of an enum.
func visitSchema(v any, f func(string)) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			visitSchema(e, f)
		}
	case schemaNode:
		if properties, ok := v["properties"].(schemaNode); ok {
			for key := range properties {
				f(key)
			}
		}
		if enum, ok := v["enum"].([]any); ok {
			for _, w := range enum {
				f(w.(string))
			}
		}
		for _, e := range v {
			visitSchema(e, f)
		}
	}
}

// Walk visits every node once, with the path at which it stands in the document.
func TestWalk(t *testing.T) {
	for _, a := range append([]Arrival{everything().Arrival}, arrivals...) {
		p := everything()
		p.Arrival = a
		raw, syntax := wire.Check(EncodeCompact(p))
		if syntax != nil {
			t.Fatal(syntax)
		}
		doc, _ := new(wire.Reader).Value(raw)
		visited := map[string]int{}
		check := func(kind string, at *Path, encode func(e *encoder)) {
			visited[kind]++
			var e encoder
			encode(&e)
			want, _ := new(wire.Reader).Value(wire.Raw(e.buf))
			if diff := cmp.Diff(want, lookUp(t, doc, at.String())); diff != "" {
				t.Errorf("%s: not the %s that was visited:\n%s", at, kind, diff)
			}
		}
		Walk(p, Visitor{
			Stmt:  func(at *Path, _ BlockID, _ int, s Stmt) { check("Stmt", at, func(e *encoder) { e.stmt(s) }) },
			Expr:  func(at *Path, x Expr, _ Moment) { check("Expr", at, func(e *encoder) { e.expr(x) }) },
			Pool:  func(at *Path, r Ref, _ Moment) { check("Ref", at, func(e *encoder) { e.ref(r) }) },
			Stage: func(at *Path, r Ref, _ Moment) { check("Ref", at, func(e *encoder) { e.ref(r) }) },
		})
		want := map[string]int{}
		sums := variants(t)
		collect(reflect.ValueOf(p), func(v reflect.Value) {
			switch name := v.Type().Name(); {
			case name == "Ref", name != "" && slices.Contains(sums["Stmt"], name):
				want[map[bool]string{true: "Ref", false: "Stmt"}[name == "Ref"]]++
			case slices.Contains(sums["Expr"], name):
				want["Expr"]++
			}
		})
		if diff := cmp.Diff(want, visited); diff != "" {
			t.Errorf("%T: (-in the program +visited):\n%s", a, diff)
		}
	}
}

// lookUp follows a path through a document.
func lookUp(t *testing.T, v any, path string) any {
	t.Helper()
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		switch node := v.(type) {
		case wire.Object:
			i := slices.IndexFunc(node, func(m wire.Member) bool { return m.Key == step })
			if i < 0 {
				t.Fatalf("%s: no %s", path, step)
			}
			v = node[i].Value
		case []any:
			var i int
			if err := json.Unmarshal([]byte(step), &i); err != nil || i >= len(node) {
				t.Fatalf("%s: no element %s", path, step)
			}
			v = node[i]
		default:
			t.Fatalf("%s: nothing at %s", path, step)
		}
	}
	return v
}

// The moments of Walk are those that the tables name.
func TestWalkMoments(t *testing.T) {
	seen := map[Moment]bool{}
	for _, a := range append([]Arrival{everything().Arrival}, arrivals...) {
		p := everything()
		p.Arrival = a
		Walk(p, Visitor{Expr: func(_ *Path, _ Expr, m Moment) { seen[m] = true }})
	}
	for m := range MomentNames {
		if !seen[m] {
			t.Errorf("no expression is visited at %s", MomentNames[m])
		}
		delete(seen, m)
	}
	if len(seen) > 0 {
		t.Errorf("moments without a name: %v", seen)
	}
}
