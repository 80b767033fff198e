package frontend_test

import (
	"os"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir"
)

// afterMaxmin is the normal form of testdata/cases/flows/after-maxmin.sq, to the
// letter. Unlike the goldens it is never regenerated: it is what other tools read
// and hash.
const afterMaxmin = `{"version":8,"attrs":["cached","serial","turn_no","new","out","think","more","forced","computed","j"],"observes":["transferred"],
"pools":[{"name":"kvP","cap":100,"block":null,"evict":"Lru","preempt":"None","queue":null,"spill":null,"admit_via":null},
{"name":"kvD","index":0,"cap":100,"block":null,"evict":"Lru","preempt":"None","queue":null,"spill":null,"admit_via":null},
{"name":"kvD","index":1,"cap":100,"block":null,"evict":"Lru","preempt":"None","queue":null,"spill":null,"admit_via":null}],
"stages":[{"name":"P","kind":"Delay"},{"name":"egress","kind":{"Ps":{"Num":1}}},{"name":"ingress","index":0,"kind":{"Ps":{"Num":1}}},
{"name":"ingress","index":1,"kind":{"Ps":{"Num":1}}},{"name":"D","index":0,"kind":"Delay"},{"name":"D","index":1,"kind":"Delay"}],
"arrival":{"Batch":2},"trace":null,"trace_ordered":false,"init":0,"turn":1,"session":2,"blocks":[[],[],[{"Set":[9,{"Attr":1}]},
{"Hold":{"pools":[[{"base":0,"count":1,"index":null},{"Num":10},null]],"reuse":null,"body":3,"cache":null,"lease":[{"base":0,"count":1,"index":null},{"Num":"inf"}]}},
{"Hold":{"pools":[[{"base":1,"count":2,"index":{"Attr":9}},{"Num":10},null]],"reuse":null,"body":4,"cache":null,"lease":null}},"End"],
[{"Run":{"stage":{"base":0,"count":1,"index":null},"mode":"Plain","work":{"Num":1},"growing":null}}],
[{"Run":{"stage":{"base":1,"count":1,"index":null},"mode":"Plain","work":{"Num":1},"growing":null,"also":[{"base":2,"count":2,"index":{"Attr":9}}]}},
{"Load":[{"base":1,"count":2,"index":{"Attr":9}},{"Num":10}]},{"Release":{"base":0,"count":1,"index":null}},{"Observe":[0,{"Ctx":"Now"}]},
{"Run":{"stage":{"base":4,"count":2,"index":{"Attr":9}},"mode":"Plain","work":{"Num":1},"growing":null}}]],
"horizon":10,"warmup":0,"seed":1,"slot_cached":0,"slot_serial":1,"slot_turn":2,"slot_new":3,"slot_out":4,"slot_think":5,"slot_more":6,"slot_forced":7,"slot_computed":8,"hidden":[],"share":"MaxMin"}`

func TestNormalForm(t *testing.T) {
	text, err := os.ReadFile("testdata/cases/flows/after-maxmin.sq")
	if err != nil {
		t.Fatal(err)
	}
	p := mustCompile(t, string(text), frontend.Options{})
	p.Source = nil
	want := strings.ReplaceAll(afterMaxmin, "\n", "")
	if got := strings.TrimSpace(string(ir.EncodeCompact(p))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Spellings that mean the same are the same program, but for where they were written.
func TestSameProgram(t *testing.T) {
	const head = "pool kv { cap 9; }\npool kvD[2] { cap 9; }\nstage link[2] : ps (1);\nstage prefill : fifo;\nstage E : step { cost 1; }\n" +
		"workload { arrive batch (1); init { set j = serial; set x = 2; } %WORKLOAD% }\n"
	const tail = "run { horizon 1; }\n"
	session := func(body string) string {
		return strings.Replace(head, "%WORKLOAD%", "", 1) + "session { " + body + " end; }\n" + tail
	}
	in := func(body string) string { return "hold kv (1) { hold kvD[j] (1) { " + body + " } }" }
	tests := []struct{ name, a, b string }{
		{"a transfer", session(in("transfer[j] (x * 2) from kv to kvD[j] (x);")), session(in("run link[j] (x * 2); load kvD[j] (x); release kv;"))},
		{"a transfer on stages", session(in("transfer on link[j], prefill (x) from kv to kvD[j] (1);")), session(in("run link[j], prefill (x); load kvD[j] (1); release kv;"))},
		{"a role's stage", session("prefill x;"), session("run prefill (x);")},
		{"the only engine", session("decode x;"), session("run E decode (x);")},
		{"a run named like a mode", session("run prefill (x);"), session("prefill x;")},
		{"a draw in a branch", session("branch with (0.5) { run prefill (1); }"), session("branch (~bernoulli (0.5)) { run prefill (1); } else { }")},
		{"the server", strings.Replace(head, "%WORKLOAD%", "session { request; request; end; }", 1) + "server { run prefill (x); }" + tail,
			session("run prefill (x); run prefill (x);")},
		{"at admission", session("hold kv (u + v) at admission (u = min (x, free (kv)), v = x) { run prefill (v); }"),
			session("hold kv (min (x, free (kv)) + x) { set v = x; run prefill (v); }")},
		{"at admission, a later name", session("hold kv (v) reuse (u) at admission (u = x, v = u + 1) { run prefill (v); } cache (u);"),
			session("hold kv (x + 1) reuse (x) { set u = x; set v = x + 1; run prefill (v); } cache (u);")},
		{"an expression def", "def f (a, b) = a * b;\n" + session("run prefill (f (x + 1, 2) + 1);"), session("run prefill ((x + 1) * 2 + 1);")},
		{"a statement def", "def f (p, w) { hold p (w) { run prefill (w); } }\n" + session("f (kvD[j], x);"), session("hold kvD[j] (x) { run prefill (x); }")},
		{"an array passed to a def", "def f (p, i) { drop p[i]; }\n" + session("f (kvD, j);"), session("drop kvD[j];")},
		{"a name of the body that the call uses too", "def f (a) = max k in 2 (a + k);\ndef g (k) = f (k);\n" + session("run prefill (g (x));"),
			session("run prefill (max (x + 0, x + 1));")},
		{"a sum", session("set y = sum k in 3 (queue (prefill) * k);"),
			session("set y = queue (prefill) * 0 + queue (prefill) * 1 + queue (prefill) * 2;")},
		{"an aggregate of one", session("set y = max k in 1 (k);"), session("set y = 0;")},
		{"nested aggregates", session("set y = sum a in 2 (max b in (a + 1) (a * b));"), session("set y = 0 * 0 + max (1 * 0, 1 * 1);")},
		{"orders of declarations", tail + session("drop kv;")[:len(session("drop kv;"))-len(tail)], session("drop kv;")},
		{"blocksize", "pool b { block 8; }\nlet n = blocksize (b);\n" + session("run prefill (n + blocksize (kv));"), "pool b { block 8; }\n" + session("run prefill (8 + 1);")},
		{"numbers", session("run prefill (1_000 + 1e3 + 0.5);"), session("run prefill (1000 + 1000.0 + 5e-1);")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if a, b := stripped(t, tt.a), stripped(t, tt.b); a != b {
				t.Errorf("differ:\n%s\n%s", a, b)
			}
		})
	}
}

// stripped is the normal form of a program. Whether it keeps the link rules does
// not matter here.
func stripped(t *testing.T, text string) string {
	t.Helper()
	r, found := frontend.Compile(frontend.Source{Name: "test.sq", Text: []byte(text)}, frontend.Options{ReadFile: readFile})
	if len(found) > 0 {
		t.Fatal(show(found, text))
	}
	r.Program.Source = nil
	return string(ir.EncodeCompact(r.Program))
}
