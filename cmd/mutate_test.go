package cmd

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"serq/ir"
	"serq/ir/link"
	"serq/sim"
	"serq/tools/view"
)

// TestMutatedPrograms: a document with one thing changed is refused by the reader,
// or by the link rules, or it runs, or its run fails with a reason. Nothing on the
// way trips over it: what the link rules let through is what the simulator trusts,
// and what can be drawn.
func TestMutatedPrograms(t *testing.T) {
	files, err := filepath.Glob("../ir/link/testdata/generated/*.ir.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	rounds := 30
	if n, err := strconv.Atoi(os.Getenv("SERQ_ROUNDS")); err == nil {
		rounds = n
	}
	got := map[string]int{}
	for k, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(7, uint64(k)))
		for range rounds {
			var doc any
			if err := json.Unmarshal(text, &doc); err != nil {
				t.Fatal(err)
			}
			mutate(doc, random)
			mutated, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			got[attempt(t, file, mutated)]++
		}
	}
	t.Logf("%v", got)
	for _, end := range []string{"unreadable", "refused", "ran"} {
		if got[end] < len(files)*rounds/50 {
			t.Errorf("only %d of the documents %s", got[end], end)
		}
	}
}

// attempt takes a document as far as it gets.
func attempt(t *testing.T, file string, text []byte) (end string) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("a mutation of %s: panic: %v\n%s", file, r, text)
			end = "panic"
		}
	}()
	p, found := ir.Read(text)
	if found.HasErrors() {
		return "unreadable"
	}
	if found := link.Check(p, nil); found.HasErrors() {
		return "refused"
	}
	view.Deployment(p)
	view.Session(p)
	opt := sim.OptionsOf(p)
	opt.MaxEvents = 2000
	run, err := sim.New(p, opt)
	if err != nil {
		return "settings"
	}
	if _, err := run.Run(); err != nil {
		return "failed"
	}
	return "ran"
}

// mutate changes one node of a JSON document.
func mutate(doc any, random *rand.Rand) {
	type place struct {
		value any
		set   func(any)
	}
	var places []place
	var collect func(v any)
	collect = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				places = append(places, place{v[k], func(x any) { v[k] = x }})
				collect(v[k])
			}
		case []any:
			for i := range v {
				places = append(places, place{v[i], func(x any) { v[i] = x }})
				collect(v[i])
			}
		}
	}
	collect(doc)
	at := places[random.IntN(len(places))]
	for tries := 0; ; tries++ { // something like it, from elsewhere in the document
		other := places[random.IntN(len(places))].value
		if tries > 200 || fmt.Sprintf("%T", other) == fmt.Sprintf("%T", at.value) {
			at.set(clone(other))
			break
		}
	}
	switch v := at.value.(type) {
	case float64:
		if random.IntN(2) == 0 {
			at.set([]any{0, 1, -1, 0.5, v + 1, v - 1, 1e300, "inf"}[random.IntN(8)])
		}
	case []any:
		switch n := len(v); random.IntN(4) {
		case 0:
			at.set([]any{})
		case 1:
			at.set(v[:n/2])
		case 2:
			at.set(append(slices.Clone(v), clone(v).([]any)...))
		}
	case nil, bool:
		at.set([]any{nil, true, false, 0, []any{}}[random.IntN(5)])
	}
}

// clone copies a JSON value, so that a place is not in itself.
func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := make(map[string]any, len(v))
		for k, x := range v {
			c[k] = clone(x)
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, x := range v {
			c[i] = clone(x)
		}
		return c
	}
	return v
}
