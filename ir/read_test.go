package ir

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"serq/ir/diag"
)

// refusal is the diagnostics of a document, one a line.
func refusal(found diag.List) string {
	var b strings.Builder
	found.WriteText(&b, nil)
	return b.String()
}

// Each wrong place is reported once, with what was likely meant.
func TestRefusals(t *testing.T) {
	data, err := os.ReadFile("testdata/v8/flow.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ good, bad, want string }{
		{`"cap":100`, `"capp":100`, `unknown key "capp" [SQ0306]/pools[0]/Did you mean "cap"?`},
		{`"cap":100,`, ``, `a pool without "cap" [SQ0307]/pools[0]`},
		{`"cap":100`, `"cap":100,"cap":100`, `the key "cap" stands twice [SQ0303]/pools[0]`},
		{`"cap":100`, `"cap":"info"`, `unknown number "info" [SQ0308]/pools[0].cap/Did you mean "inf"?`},
		{`"cap":100`, `"cap":null`, `null where a number should stand [SQ0309]/pools[0].cap`},
		{`"cap":100`, `"cap":1e999`, `a number beyond the range of 64-bit floating point [SQ0311]/pools[0].cap`},
		{`"evict":"Lru"`, `"evict":"lru"`, `unknown eviction rule "lru" [SQ0308]/pools[0].evict/Did you mean "Lru"?`},
		{`"evict":"Lru"`, `"evict":"By"`, `the eviction rule "By" without its value [SQ0308]/pools[0].evict/Write {"By": …}.`},
		{`"evict":"Lru"`, `"evict":{"Lru":null}`, `the eviction rule "Lru" has no value [SQ0308]/pools[0].evict/Write "Lru".`},
		{`"evict":"Lru"`, `"evict":{"By":[]}`, `an empty list where at least one element should stand [SQ0310]/pools[0].evict.By`},
		{`"evict":"Lru"`, `"evict":{}`, `an object of 0 keys where an eviction rule should stand, which has one [SQ0310]/pools[0].evict`},
		{`"name":"egress","kind"`, `"name":"egress","index":-1,"kind"`, `-1 where a whole number from 0 to 2147483647 should stand [SQ0311]/stages[1].index`},
		{`"kind":{"Ps":{"Num":1}}`, `"kind":{"Fifo":0}`, `0 where a whole number from 1 to 2147483647 should stand [SQ0311]/stages[1].kind.Fifo`},
		{`"kind":{"Ps":{"Num":1}}`, `"kind":{"PS":{"Num":1}}`, `unknown stage kind "PS" [SQ0308]/stages[1].kind/Did you mean "Ps"?`},
		{`"Batch":2`, `"Batch":2.5`, `a number with a fraction where a whole number should stand [SQ0309]/arrival.Batch`},
		{`"Batch":2`, `"Batch":2,"Batch":3`, `the key "Batch" stands twice [SQ0303]/arrival`},
		{`"seed":1`, `"seed":9007199254740993`, `9007199254740993 where a whole number from 0 to 9007199254740992 should stand [SQ0311]/seed`},
		{`"seed":1`, `"seed":18446744073709551617`, `1.8446744073709552e+19 where a whole number from 0 to 9007199254740992 should stand [SQ0311]/seed`},
		{`"Set":[9,`, `"Sett":[9,`, `unknown statement "Sett" [SQ0308]/blocks[2][0]/Did you mean "Set"?`},
		{`"Set":[9,{"Attr":1}]`, `"Set":[9]`, `a list of 1 where one of 2 should stand [SQ0310]/blocks[2][0].Set`},
		{`"Set":[9,{"Attr":1}]`, `"Set":[9,{"Binary":["Ad",{"Num":1},"x"]}]`,
			`unknown binary operator "Ad" [SQ0308]/blocks[2][0].Set[1].Binary[0]/Did you mean "Add"?;` +
				`a string where an expression should stand [SQ0309]/blocks[2][0].Set[1].Binary[2]`},
		{`"End"`, `"Done"`, `unknown statement "Done" [SQ0308]/blocks[2][3]/Known are Turn, End, Set, Observe, Hold, Grow, Load, Drop, Release, Run, Branch, Loop, Choose.`},
		{`"also":[{"base":2`, `"also":[{"bass":2`, `unknown key "bass" [SQ0306]/blocks[4][0].Run.also[0]/Did you mean "base"?`},
		{`"Ctx":"Now"`, `"Ctx":7`, `a number where the name of a context variable should stand [SQ0309]/blocks[4][3].Observe[1].Ctx`},
		{`"share":"MaxMin"`, `"share":""`, `unknown sharing policy "" [SQ0308]/share/Known are MaxMin, Bottleneck.`},
		{`"hidden":[]`, `"hidden":{}`, `an object where a list should stand [SQ0309]/hidden`},
		{`"hidden":[]`, `"hidden":[],"` + strings.Repeat("k", 1000) + `":1`, `unknown key "` + strings.Repeat("k", 60) + `…" [SQ0306]/`},
	} {
		if !bytes.Contains(data, []byte(tt.good)) {
			t.Fatalf("the document has no %s", tt.good)
		}
		p, found := Read(bytes.Replace(data, []byte(tt.good), []byte(tt.bad), 1))
		if p != nil {
			t.Errorf("%s: a program in spite of errors", tt.bad)
		}
		var got []string
		for _, d := range found {
			s := fmt.Sprintf("%s [%s]/%s", d.Summary, d.Code, d.Pointer)
			if d.Hint != "" {
				s += "/" + d.Hint
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ";"); s != tt.want {
			t.Errorf("%.40s: got  %s\nwant %s", tt.bad, s, tt.want)
		}
	}
}

// Everything that is wrong is reported, in the order of the document's fields.
func TestRefusalsAreComplete(t *testing.T) {
	data, err := os.ReadFile("testdata/v8/flow.json")
	if err != nil {
		t.Fatal(err)
	}
	bad := strings.NewReplacer(`"cap":100`, `"cap":"x"`, `"seed":1`, `"seed":"1"`, `"kind":"Delay"`, `"kind":5`, `"mode":"Plain"`, `"mode":"plain"`).Replace(string(data))
	_, found := Read([]byte(bad))
	var got []string
	for _, d := range found {
		got = append(got, d.Pointer)
	}
	want := []string{
		"pools[0].cap", "pools[1].cap", "pools[2].cap", "stages[0].kind", "stages[4].kind", "stages[5].kind",
		"blocks[3][0].Run.mode", "blocks[4][0].Run.mode", "blocks[4][4].Run.mode", "seed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The text and the version are looked at before the shape, and alone.
func TestBeforeTheShape(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{``, "1:1: error: not JSON: the document ends where a value should stand [SQ0301]\n"},
		{`{"version":8`, "1:13: error: not JSON: the document ends where ',' or '}' should stand [SQ0301]\n"},
		{"{\"version\":9,\n \"warmup\":NaN}", "2:11: error: not JSON: NaN is no value: an infinite number is written \"inf\" or \"-inf\", and there is no NaN [SQ0301]\n"},
		{`{"version":8} {"version":8}`, "1:15: error: not JSON: something follows the end of the document [SQ0301]\n"},
		{`[]`, "error: a list where a program should stand [SQ0309]\n"},
		{`{}`, "error: no version: this is not the IR of a program [SQ0304]\n"},
		{`{"report_version":1}`, "error: no version: this is not the IR of a program [SQ0304]\n"},
		{`{"version":"8"}`, "error: a string where a whole number should stand [SQ0309]\n    at version\n"},
		{`{"new":[],"version":9}`, "error: IR 9 is newer than this serq (8) [SQ0304]\n    at version\n    hint: Use the serq tools that wrote it, or newer ones.\n"},
		{`{"version":7}`, "error: IR 7 is older than this serq (8) [SQ0304]\n    at version\n    hint: `serqlink --upgrade` makes it one of version 8.\n"},
		{`{"version":6}`, "error: IR 6 is older than this serq (8) can read [SQ0304]\n    at version\n"},
		{`{"version":1e30}`, "error: 1e+30 where a whole number from 0 to 2147483647 should stand [SQ0311]\n    at version\n"},
	} {
		p, found := Read([]byte(tt.data))
		if got := refusal(found); got != tt.want || p != nil {
			t.Errorf("%s: got %s\nwant %s", tt.data, got, tt.want)
		}
	}
	if _, found := Upgrade([]byte(`{"version":6}`)); len(found) != 1 || found[0].Code != diag.IRVersion {
		t.Errorf("upgrading version 6: %v", found)
	}
}

// nested is a program whose only statement has so many operators in each other.
func nested(operators int) []byte {
	p := everything()
	p.Blocks, p.Source = [][]Stmt{{&Set{0, Num(7654321)}}}, nil
	deep := strings.Repeat(`{"Unary":["Neg",`, operators) + `{"Num":1}` + strings.Repeat(`]}`, operators)
	return bytes.Replace(EncodeCompact(p), []byte(`{"Num":7654321}`), []byte(deep), 1)
}

func TestDepth(t *testing.T) {
	data := nested(9_990)
	p := mustRead(t, data)
	if !bytes.Equal(EncodeCompact(p), data) {
		t.Error("a deep expression is written differently")
	}
	n := 0
	Walk(p, Visitor{Expr: func(at *Path, _ Expr, _ Moment) {
		if n++; n%1000 == 0 && len(at.String()) > 10_000 {
			t.Fatal("a path of unbounded length")
		}
	}})
	if n < 9_990 {
		t.Errorf("walked over %d expressions", n)
	}
	for _, operators := range []int{10_000, 1_000_000} {
		if _, found := Read(nested(operators)); len(found) != 1 || found[0].Code != diag.IRDepth {
			t.Errorf("%d operators: %.300v", operators, found)
		}
	}
}

func TestPathString(t *testing.T) {
	var root *Path
	at := root.Field("blocks").Elem(3).Elem(1).Field("Run").Field("also").Elem(0)
	if got, want := at.String(), "blocks[3][1].Run.also[0]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if root.String() != "" {
		t.Errorf("the document is at %q", root.String())
	}
	for range 100_000 {
		at = at.Field("Unary").Elem(1)
	}
	if s := at.String(); len(s) > 3000 || !strings.HasPrefix(s, "blocks[3][1].Run.also[0].Unary[1].Unary") || !strings.Contains(s, "…") {
		t.Errorf("%d bytes: %.100s", len(s), s)
	}
}

// largePrograms are programs of about size bytes that are large in one part each.
func largePrograms(size int) map[string][]byte {
	base := everything()
	base.Blocks, base.Arrival, base.Source = nil, NoArrivals{}, nil
	with := func(change func(p *Program)) []byte {
		p := *base
		change(&p)
		return EncodeCompact(&p)
	}
	return map[string][]byte{
		"preset sessions": with(func(p *Program) {
			var sessions Sessions
			for i := range size / 500 {
				s := Preset{Attrs: []SlotValue{{9, float64(i)}}}
				for turn := range 10 {
					s.Turns = append(s.Turns, []SlotValue{{3, float64(100 + turn)}, {4, 250}, {5, float64(i) / 7}, {7, 0}})
				}
				sessions = append(sessions, s)
			}
			p.Arrival = sessions
		}),
		"empty blocks": with(func(p *Program) { p.Blocks = make([][]Stmt, size/3) }),
		"statements": with(func(p *Program) {
			s := &Set{9, &Binary{Add, Attr(9), Num(0.5)}}
			p.Blocks = [][]Stmt{slices.Repeat([]Stmt{s}, size/50)}
		}),
		"empirical": with(func(p *Program) {
			values := make([]float64, size/10)
			for i := range values {
				values[i] = float64(i) / 3e6
			}
			p.Blocks = [][]Stmt{{&Set{9, &Sample{Dist: DistEmpirical, Values: values}}}}
		}),
		"spans": with(func(p *Program) { p.Source = &Source{Spans: make([]SourceSpan, 0)}; p.Source.Spans = spans(size / 20) }),
		"pools": with(func(p *Program) { p.Pools = slices.Repeat(base.Pools[2:3], size/120) }),
	}
}

func spans(n int) []SourceSpan {
	list := make([]SourceSpan, n)
	for i := range list {
		list[i] = SourceSpan{BlockID(i), i % 10, i + 1, 5, 0}
	}
	return list
}

// Large documents read without allocating more than some times their size.
// SERQ_LARGE is how many megabytes each of them has, if not 2.
func TestLargeDocuments(t *testing.T) {
	const maxPerByte = 120 // about twice what the worst of them takes: more, and something is kept or copied too often

	size := 2 << 20
	if s := os.Getenv("SERQ_LARGE"); s != "" {
		mb, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		size = mb << 20
	}
	for name, data := range largePrograms(size) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := mustRead(t, data)
		runtime.ReadMemStats(&after)
		allocated := int(after.TotalAlloc - before.TotalAlloc)
		t.Logf("%s: %d kB, %d kB allocated", name, len(data)>>10, allocated>>10)
		if allocated > maxPerByte*len(data) {
			t.Errorf("%s: %d bytes allocated for each byte of the document", name, allocated/len(data))
		}
		if !bytes.Equal(EncodeCompact(p), data) {
			t.Errorf("%s: written differently", name)
		}
	}
}

// What is not a program at all is refused, however large, and not at any length.
func TestLargeRefusals(t *testing.T) {
	head := `{"version":8,"arrival":{"Sessions":`
	for name, data := range map[string]string{
		"a list in every place": head + "[" + strings.Repeat("[],", 200_000) + "[]]}}",
		"a string":              `{"version":8,"attrs":"` + strings.Repeat("x", 20_000_000) + `"}`,
		"many keys":             `{"version":8` + strings.Repeat(`,"seed":1`, 100_000) + `}`,
		"many variants":         `{"version":8,"arrival":{"a":1` + strings.Repeat(`,"b":1`, 200_000) + `}}`,
		"a large statement":     `{"version":8,"blocks":[[[` + strings.Repeat("[],", 6_000_000) + `[]]]]}`,
		"deep in unknown keys":  `{"version":8,"x":` + strings.Repeat("[", 19_000) + strings.Repeat("]", 19_000) + `}`,
	} {
		p, found := Read([]byte(data))
		if p != nil || !found.HasErrors() {
			t.Errorf("%s: not refused", name)
		}
		if large := slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.IRLarge }); large != (name == "a large statement") {
			t.Errorf("%s: %.500v", name, found)
		}
		if len(found) > maxFound {
			t.Errorf("%s: %d diagnostics", name, len(found))
		}
	}
}

// FuzzRead: any text is read or refused without a panic, and what is read writes
// and reads back the same.
func FuzzRead(f *testing.F) {
	for _, p := range pieces(everything()) {
		f.Add(EncodeCompact(p))
	}
	f.Add([]byte(`{"version":8}`))
	if flow, err := os.ReadFile("testdata/v8/flow.json"); err == nil {
		f.Add(flow)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, found := Upgrade(data)
		if (p == nil) != found.HasErrors() {
			t.Fatalf("program %v, diagnostics %v", p != nil, found)
		}
		if p == nil {
			return
		}
		text := EncodeCompact(p)
		again := mustRead(t, text)
		if !reflect.DeepEqual(p, again) {
			t.Fatalf("reads back differently:\n%s", cmp.Diff(p, again))
		}
		if pretty := mustRead(t, Encode(p)); Hash(pretty) != Hash(p) {
			t.Fatal("the pretty form is of another program")
		}
		Walk(p, Visitor{Expr: func(at *Path, x Expr, _ Moment) { ExprString(p, x) }})
	})
}
