package ir

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"serq/ir/diag"
	"serq/ir/internal/wire"
)

// mustRead reads a program that has nothing wrong with it.
func mustRead(t testing.TB, data []byte) *Program {
	t.Helper()
	p, found := Read(data)
	if len(found) > 0 {
		t.Fatalf("refused: %v", found)
	}
	return p
}

func TestRoundTrip(t *testing.T) {
	programs := []*Program{everything()}
	for _, a := range arrivals {
		p := everything()
		p.Arrival, p.Arrivals, p.Source, p.Trace, p.Share, p.Gauges = a, 0, nil, nil, MaxMin, nil
		programs = append(programs, p)
	}
	for _, p := range programs {
		for name, data := range map[string][]byte{"pretty": Encode(p), "compact": EncodeCompact(p)} {
			if !json.Valid(data) {
				t.Fatalf("%s: not JSON:\n%s", name, data)
			}
			if diff := cmp.Diff(p, mustRead(t, data), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-written +read):\n%s", name, diff)
			}
		}
	}
}

// The documents of version 8 read and write the same for ever.
func TestVersion8(t *testing.T) {
	golden(t, "testdata/v8/everything.json", Encode(everything()))
	files, _ := filepath.Glob("testdata/v8/*.json")
	if len(files) < 2 {
		t.Fatal("no documents")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, data); err != nil {
			t.Fatal(err)
		}
		got := string(EncodeCompact(mustRead(t, data)))
		if want := compact.String() + "\n"; got != want {
			t.Errorf("%s: (-document +encoded)\n%s", file, cmp.Diff(want, got))
		}
	}
}

// golden compares with a file, or writes it if SERQ_UPDATE is set.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if os.Getenv("SERQ_UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-file +got); SERQ_UPDATE=1 rewrites it:\n%s", file, diff)
	}
}

func TestPretty(t *testing.T) {
	data, err := os.ReadFile("testdata/v8/flow.json")
	if err != nil {
		t.Fatal(err)
	}
	got := string(Encode(mustRead(t, data)))
	for _, want := range []string{
		"{\n  \"version\":8,\n  \"attrs\":[\"cached\",",
		"\n  \"blocks\":[\n    [],\n    [],\n    [\n      {\"Set\":[9,{\"Attr\":1}]},\n",
		"\n  \"share\":\"MaxMin\"\n}\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestHash(t *testing.T) {
	p := everything()
	compact := EncodeCompact(p)
	source := bytes.Index(compact, []byte(`,"source":`))
	sum := sha256.Sum256(append(compact[:source:source], '}'))
	if got, want := Hash(p), hex.EncodeToString(sum[:]); got != want {
		t.Errorf("got %s, want that of the compact form without source, %s", got, want)
	}
	before := Hash(p)
	if p.Source.Spans[0].Line++; Hash(p) != before {
		t.Error("the source is hashed")
	}
	if p.Seed--; Hash(p) == before {
		t.Error("the seed is not hashed")
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 3: "3", -2.5: "-2.5", 0.1: "0.1", 1e20: "100000000000000000000", 1e21: "1e+21",
		1e-6: "0.000001", 1e-7: "1e-7", 1.5e-10: "1.5e-10", 1e100: "1e+100", math.MaxFloat64: "1.7976931348623157e+308",
		5e-324: "5e-324", 1.0 / 3: "0.3333333333333333", math.Inf(1): `"inf"`, math.Inf(-1): `"-inf"`,
	} {
		var e encoder
		if got := string(e.real(v).buf); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
		if !math.IsInf(v, 0) {
			if got, _ := new(wire.Reader).Value([]byte(want)); number(got) != v || math.Signbit(number(got)) != math.Signbit(v) {
				t.Errorf("%s reads back as %v", want, got)
			}
		}
	}
}

// Programs that differ by the sign of a zero are the same one.
func TestNegativeZero(t *testing.T) {
	plain, negative := everything(), everything()
	plain.Warmup, negative.Warmup = 0, math.Copysign(0, -1)
	if !bytes.Equal(EncodeCompact(plain), EncodeCompact(negative)) || Hash(plain) != Hash(negative) {
		t.Errorf("-0 is written otherwise than 0:\n%s", EncodeCompact(negative))
	}
	text := bytes.Replace(EncodeCompact(plain), []byte(`"warmup":0,`), []byte(`"warmup":-0.0,`), 1)
	if p := mustRead(t, text); math.Signbit(p.Warmup) || Hash(p) != Hash(plain) {
		t.Errorf("-0.0 is read as %v", p.Warmup)
	}
}

// Some writers put a byte order mark before the document.
func TestByteOrderMark(t *testing.T) {
	data := Encode(everything())
	if p := mustRead(t, append([]byte("\ufeff"), data...)); !bytes.Equal(Encode(p), data) {
		t.Error("the program is another with a byte order mark")
	}
	if _, found := Read([]byte("\ufeff\ufeff{}")); len(found) == 0 {
		t.Error("a second byte order mark is taken")
	}
}

func number(v any) float64 {
	if i, ok := v.(int64); ok {
		return float64(i)
	}
	return v.(float64)
}

func TestEncodeRefusesBugs(t *testing.T) {
	for name, spoil := range map[string]func(p *Program){
		"NaN":            func(p *Program) { p.Horizon = math.NaN() },
		"nil expression": func(p *Program) { p.Blocks[0] = []Stmt{&Set{0, nil}} },
		"nil statement":  func(p *Program) { p.Blocks[0] = []Stmt{nil} },
		"nil arrival":    func(p *Program) { p.Arrival = nil },
		"nil kind":       func(p *Program) { p.Stages[0].Kind = nil },
	} {
		p := everything()
		spoil(p)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was written", name)
				}
			}()
			Encode(p)
		}()
	}
}

// What a person may write differently reads as the normal form.
func TestLenience(t *testing.T) {
	data := string(Encode(everything()))
	for _, tt := range [][2]string{
		{`"seed":9007199254740992`, `"seed":9007199254740992.0`},
		{`"Fifo":2`, `"Fifo":2.0`},
		{`"Fifo":2`, `"Fifo":20e-1`},
		{`"cap":100`, `"cap":1e2`},
		{`"cap":0.1`, `"cap":0.1000000000000000055511151231257827`},
		{`"preempt":{"By":{"keys":[{"Unary":["Neg",{"Ctx":"Admission"}]}],"tail":true}}`, `"preempt":{"By":{"tail":true,"keys":[{"Unary":["Neg",{"Ctx":"Admission"}]}]}}`},
		{`,"growing":null`, ``},
		{`,"block":null`, ``},
		{`,"reuse":null`, ``},
		{`,"cache":null,"lease":null`, ``},
		{`,"index":null}`, `}`},
		{`"name":"kv"`, "\"name\" :\r\n\t\"k\\u0076\""},
	} {
		if !strings.Contains(data, tt[0]) {
			t.Fatalf("no %s in the sample", tt[0])
		}
		if got := string(Encode(mustRead(t, []byte(strings.Replace(data, tt[0], tt[1], 1))))); got != data {
			t.Errorf("%s reads differently from %s", tt[1], tt[0])
		}
	}
	lifo := strings.Replace(data, `"preempt":"None"`, `"preempt":"Lifo"`, 1)
	if got := mustRead(t, []byte(lifo)).Pools[2].Preempt; !cmp.Equal(got, &Preempt{Keys: []Expr{&Unary{Neg, Admission}}}) {
		t.Errorf("Lifo reads as %v", got)
	}
}

func TestUpgrade(t *testing.T) {
	flow, err := os.ReadFile("testdata/v8/flow.json")
	if err != nil {
		t.Fatal(err)
	}
	v8 := strings.NewReplacer("\n", "", `,"also":[{"base":2,"count":2,"index":{"Attr":9}}]`, "", `,"share":"MaxMin"`, "").Replace(string(flow))
	v7 := strings.Replace(v8, `"version":8`, `"version":7`, 1)
	for name, data := range map[string]string{"7": v7, "8": v8} {
		p, found := Upgrade([]byte(data))
		if len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		} else if got := string(EncodeCompact(p)); got != v8+"\n" {
			t.Errorf("%s: something else than the version has changed (-want +got):\n%s", name, cmp.Diff(v8+"\n", got))
		}
	}
	_, found := Upgrade([]byte(strings.Replace(string(flow), `"version":8`, `"version":7`, 1)))
	var places []string
	for _, d := range found {
		if d.Code == diag.IRUpgrade {
			places = append(places, d.Pointer)
		}
	}
	if diff := cmp.Diff([]string{"blocks[4][0].Run.also", "share"}, places); diff != "" || len(found) != len(places) {
		t.Errorf("a document of version 7 with flows: %v\n%s", found, diff)
	}
}

// Every example breaks exactly the rule that it is an example of.
func TestExamples(t *testing.T) {
	for _, code := range diag.Codes() {
		if code < "SQ03" || code >= "SQ04" || code == diag.IRDepth || code == diag.IRLarge { // see TestDepth, TestLargeRefusals
			continue
		}
		e, _ := diag.Explain(code)
		read := Read
		if code == diag.IRUpgrade {
			read = Upgrade
		}
		if _, found := read([]byte(e.Example)); len(found) != 1 || found[0].Code != code {
			t.Errorf("the example of %s gives %v", code, found)
		}
	}
}
