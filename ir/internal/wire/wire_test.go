package wire

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct{ text, want string }{ // want "" accepts
		{`{}`, ""},
		{" [ 1 , 2 ]\n", ""},
		{`{"a":[true,false,null,-0.5e+10,"x\u00e9\ud83d\ude00\n"]}`, ""},
		{``, "1:1: the document ends where a value should stand"},
		{"\n ", "2:2: the document ends where a value should stand"},
		{`{"a":1} {}`, "1:9: something follows the end of the document"},
		{`{"a":1,}`, `1:7: a comma before '}'`},
		{`[1 2]`, `1:4: '2' where ',' or ']' should stand`},
		{"{\n  \"é\": nan}", `2:8: 'n' where a value should stand`},
		{`[NaN]`, `1:2: NaN is no value: an infinite number is written "inf" or "-inf", and there is no NaN`},
		{`[-Infinity]`, `1:2: an infinite number is written "-inf"`},
		{`[nulls]`, `1:2: 'n' where a value should stand`},
		{`{a:1}`, `1:2: 'a' where a key in double quotes should stand`},
		{`{"a" 1}`, `1:6: '1' where ':' should stand`},
		{`[01]`, `1:2: a number with a leading zero`},
		{`[1.]`, `1:4: ']' where a digit should stand`},
		{`[+1]`, `1:2: '+' where a value should stand`},
		{`[1e]`, `1:4: ']' where a digit should stand`},
		{`["a`, `1:2: a string that does not end`},
		{"[\"a\nb\"]", `1:4: a control character in a string`},
		{`["\x"]`, `1:3: an unknown escape in a string`},
		{`["\u12G4"]`, `1:3: \u without four hexadecimal digits`},
		{`["\ud800"]`, `1:3: half a surrogate pair`},
		{`["\udc00\ud800"]`, `1:3: half a surrogate pair`},
		{"[\"\xff\"]", `1:3: not UTF-8`},
		{"\xef\xbb\xbf{}", `1:1: '\ufeff' where a value should stand`},
		{`[1,[2,{"a":`, `1:12: the document ends where a value should stand`},
		{strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), ""},
		{strings.Repeat("[", MaxDepth+1), "1:20001: lists and objects are nested more than 20000 deep"},
		{strings.Repeat(`{"a":`, 1_000_000), "1:100001: lists and objects are nested more than 20000 deep"},
	} {
		_, err := Check([]byte(tt.text))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%.40q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

const document = ` { "a" : [ 1 , -2.5, 1e3, 123456789012345678901, 1e999, -0, "inf" ] ,
	"b\n" : { } , "c":[ ],"d":{"e":{"f":[[null],true,false]}}, "a" : "\"\\\/\b\f\r\t\u0041\ud83d\ude00é" } `

func TestValue(t *testing.T) {
	r, err := Check([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	want := Object{
		{"a", []any{int64(1), -2.5, 1000.0, 123456789012345678901.0, math.Inf(1), math.Copysign(0, -1), "inf"}},
		{"b\n", Object{}}, {"c", []any{}},
		{"d", Object{{"e", Object{{"f", []any{[]any{nil}, true, false}}}}}},
		{"a", "\"\\/\b\f\r\tA😀é"},
	}
	if diff := cmp.Diff(want, value(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Reading piece by piece finds the same values as reading whole.
func TestMembersAndElements(t *testing.T) {
	r, err := Check([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(value(r), pieces(r)); diff != "" {
		t.Errorf("(-whole +pieces):\n%s", diff)
	}
	for range r.Members() { // stopping early is allowed
		break
	}
}

func value(r Raw) any {
	v, ok := new(Reader).Value(r)
	if !ok {
		panic("too large")
	}
	return v
}

func pieces(r Raw) any {
	switch {
	case r.IsObject():
		o := Object{}
		for key, v := range r.Members() {
			o = append(o, Member{key, pieces(v)})
		}
		return o
	case r.IsList():
		list := []any{}
		for i, v := range r.Elements() {
			if i != len(list) {
				panic("numbered wrong")
			}
			list = append(list, pieces(v))
		}
		return list
	}
	return value(r)
}

// A value of too many parts is not read whole, and the one after it is.
func TestMaxValues(t *testing.T) {
	var d Reader
	if _, ok := d.Value(Raw("[" + strings.Repeat("[],", MaxValues) + "[]]")); ok {
		t.Error("too many values are read")
	}
	if v, ok := d.Value(Raw(`[1,{"a":[2]}]`)); !ok || !cmp.Equal(v, []any{int64(1), Object{{"a", []any{int64(2)}}}}) {
		t.Errorf("after it, got %v", v)
	}
	if _, ok := d.Value(Raw("[" + strings.Repeat("0,", MaxValues-2) + "0]")); !ok {
		t.Error("as many values as there may be are too many")
	}
}

// FuzzCheck: what is accepted is JSON to the standard library too, apart from
// what it lets pass, and reads as the same value there.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{document, `[1,2,{"a":"\ud800"}]`, `{"a":1,"a":2}`, `-0`, `1e-400`, "\"\u2028\"", `[[],{}]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Check(text)
		if err != nil {
			if err.Offset > len(text) || err.Line < 1 || err.Col < 1 {
				t.Fatalf("the error is outside of the text: %+v", err)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatalf("accepted %q, which is not JSON", text)
		}
		var v any
		if json.Unmarshal(text, &v) != nil {
			return // a number out of range
		}
		if got := plain(value(r)); !cmp.Equal(v, got) {
			t.Fatalf("%q reads as %v, want %v", text, got, v)
		}
		if whole, part := plain(value(r)), plain(pieces(r)); !cmp.Equal(whole, part) {
			t.Fatalf("%q reads piecemeal as %v, want %v", text, part, whole)
		}
	})
}

// plain is a value in the types of encoding/json.
func plain(v any) any {
	switch v := v.(type) {
	case Object:
		m := map[string]any{}
		for _, member := range v {
			m[member.Key] = plain(member.Value)
		}
		return m
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
		return v
	case int64:
		return float64(v)
	}
	return v
}

func BenchmarkCheck(b *testing.B) {
	text := append([]byte{'['}, bytes.Repeat([]byte(`{"Set":[9,{"Num":1.25}]},`), 40_000)...)
	text = append(text, `0]`...)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Check(text)
	}
}

func BenchmarkValue(b *testing.B) {
	text := append([]byte{'['}, bytes.Repeat([]byte(`{"Set":[9,{"Num":1.25}]},`), 40_000)...)
	r, _ := Check(append(text, `0]`...))
	b.SetBytes(int64(len(r)))
	b.ReportAllocs()
	for b.Loop() {
		var d Reader
		for _, e := range r.Elements() {
			d.Value(e)
		}
	}
}

// What is one long line, one long string or a great many lists is read in the time
// that its size takes.
func TestLargeTexts(t *testing.T) {
	for name, text := range map[string]string{
		"string":            `["` + strings.Repeat("x", 20_000_000) + `"]`,
		"string, left open": `["` + strings.Repeat("x", 20_000_000),
		"lists":             "[" + strings.Repeat("[],", 5_000_000) + "[]]",
		"lists, left open":  "[" + strings.Repeat("[],", 5_000_000),
	} {
		r, err := Check([]byte(text))
		if open := strings.HasSuffix(name, "open"); open != (err != nil) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			continue
		}
		n := 0
		for range r.Elements() {
			n++
		}
		if name == "lists" && n != 5_000_001 || name == "string" && n != 1 {
			t.Errorf("%s: %d elements", name, n)
		}
	}
}
