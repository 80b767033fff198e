package frontend_test

import (
	"fmt"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir"
)

// pods are the queues of a deployment in which decoders read from prefillers, and
// podsFlat what they stand for: the names are the same, so the IR is.
const (
	pods = `let NP = 2; let ND = 3; let x0 = 0.25;
queue P[NP] : prefill {
  pool kv { cap 90; block 4; }
  serve fifo (2);
  nic ps (4);
  prefill (prompt) { hold kv (prompt) { run (prompt); } lease kv (inf); }
}
queue D[ND] : decode {
  pool kv { cap 80; }
  serve delay;
  nic ps (8);
  decode (prompt) { hold kv (prompt) { run (prompt * 2); } }
  decode (prompt) from src { hold kv (prompt + 1) { transfer (prompt) from src to kv (prompt - 1); mark ready; run (2); } }
}
D pull P latency x0 * 2 share bottleneck;
`
	podsFlat = `pool P.kv[2] { cap 90; block 4; }
pool D.kv[3] { cap 80; }
stage P[2] : fifo (2);
stage P.nic[2] : ps (4);
stage D[3] : delay;
stage D.nic[3] : ps (8);
stage D.nic.latency[3] : delay;
share bottleneck;
`
	client = "workload { arrive batch (2); init { set prompt = 8; set i = 1; set j = 2; } session { %s end; } }\nrun { horizon 9; }\n"
)

// Queues are the pools, stages and statements that they stand for.
func TestQueuesAreSugar(t *testing.T) {
	read := `hold P.kv[i] (prompt) { run P[i] (prompt); } lease P.kv[i] (inf);
hold D.kv[j] (prompt + 1) {
  run D.nic.latency[j] (0.5); run P.nic[i], D.nic[j] (prompt); load D.kv[j] (prompt - 1); release P.kv[i];
  set D.ready = now; run D[j] (2);
} `
	tests := []struct{ name, a, session, b, want string }{
		{"a read", pods, "P[i].prefill (prompt); D[j].decode (prompt) from P[i]; observe o = D.ready;", podsFlat, read + "observe o = D.ready;"},
		{"through a gateway that stands below", pods, "request gw; observe o = D.ready;", podsFlat, read + "observe o = D.ready;"},
		{"constant members", pods, "P[1].prefill (3); D[0].decode (4) from P[1];", podsFlat, `hold P.kv[1] (3) { run P[1] (3); } lease P.kv[1] (inf);
hold D.kv[0] (4 + 1) {
  run D.nic.latency[0] (0.5); run P.nic[1], D.nic[0] (4); load D.kv[0] (4 - 1); release P.kv[1];
  set D.ready = now; run D[0] (2);
} `},
		{"the entry without a source", strings.Replace(pods, "D pull P latency x0 * 2 share bottleneck;\n", "", 1) + "D pull P share maxmin;\n",
			"P[i].prefill (1); D[i].decode (prompt); D[j].decode (prompt) from P[i]; ",
			strings.Replace(strings.Replace(podsFlat, "bottleneck", "maxmin", 1), "stage D.nic.latency[3] : delay;\n", "", 1),
			`hold P.kv[i] (1) { run P[i] (1); } lease P.kv[i] (inf); hold D.kv[i] (prompt) { run D[i] (prompt * 2); }
hold D.kv[j] (prompt + 1) { run P.nic[i], D.nic[j] (prompt); load D.kv[j] (prompt - 1); release P.kv[i]; set D.ready = now; run D[j] (2); } `},
	}
	const gateway = "queue gw : gateway { route { P[i].prefill (prompt); D[j].decode (prompt) from P[i]; } }\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			same(t, tt.a+fmt.Sprintf(client, tt.session)+gateway, tt.b+fmt.Sprintf(client, tt.want))
		})
	}
}

func same(t *testing.T, a, b string) {
	t.Helper()
	if a, b := stripped(t, a), stripped(t, b); a != b {
		t.Errorf("differ:\n%s\n%s", a, b)
	}
}

// One queue at a time.
func TestQueueEntries(t *testing.T) {
	tests := []struct{ name, queues, session, flat, want string }{
		{"a queue that is no family", "queue P : prefill { pool kv { cap 9; } serve fifo; prefill (n) { hold kv (n) { run (self + n); } } }", "P.prefill (3);",
			"pool P.kv { cap 9; } stage P : fifo;", "hold P.kv (3) { run P (0 + 3); }"},
		{"a family of one", "queue P[1] : prefill { pool kv { cap 9; } serve fifo; prefill (n) { hold kv (n) { run (self + n); } } }", "P[0].prefill (3);",
			"pool P.kv[1] { cap 9; } stage P[1] : fifo;", "hold P.kv[0] (3) { run P[0] (0 + 3); }"},
		{"an engine", `queue E[2] : prefill {
  pool reqs { cap 8; evict none; admit via E; }
  pool kv { cap 90; block 2; preempt lifo; spill tier via E.nic (size) when (1); }
  pool tier { cap 900; }
  serve step { cost 1 + tokens; memory kv; }
  nic fifo;
  prefill (n, m) { hold reqs (1), kv (n) { prefill n; run prefill (1); run decode (2) growing kv; decode m growing kv; run E decode (1); } cache (blocksize (kv)); }
}`, "E[i].prefill (prompt, 3);",
			`pool E.reqs[2] { cap 8; evict none; admit via E; } pool E.kv[2] { cap 90; block 2; preempt lifo; spill E.tier via E.nic (size) when (1); } pool E.tier[2] { cap 900; }
stage E[2] : step { cost 1 + tokens; memory E.kv; } stage E.nic[2] : fifo;`,
			`hold E.reqs[i] (1), E.kv[i] (prompt) { run E[i] prefill (prompt); run E[i] prefill (1); run E[i] decode (2) growing E.kv[i]; run E[i] decode (3) growing E.kv[i];
 run E[i] decode (1); } cache (2);`},
		{"a mode that is a stage", "queue E : prefill { serve step { cost 1; } prefill (n) { run prefill (n); prefill n; } } stage prefill : fifo;", "E.prefill (3);",
			"stage E : step { cost 1; } stage prefill : fifo;", "run prefill (3); run E prefill (3);"},
		{"serving forms at a plain stage", "queue E : decode { serve ps (2); decode (n) { prefill n; decode n; tool on tool 3; } }", "E.decode (4);", "stage E : ps (2);",
			"run E (4); run E (4); run tool (3);"},
		{"what an entry assigns and reads", `queue E[2] : decode {
  serve delay;
  decode (n) { set a = n + secret; choose b in 2 by (queue (E[self]) * b); mark c; loop { set d = a; run (a + b + c + d + E.a); } }
}`, "E[i].decode (1); observe o = E.a + E.b + E.c; set a = 3;", "stage E[2] : delay;",
			`set E.a = 1 + secret; choose E.b in 2 by (queue (E[i]) * E.b); set E.c = now; loop { set E.d = E.a; run E[i] (E.a + E.b + E.c + E.d + E.a); }
observe o = E.a + E.b + E.c; set a = 3;`},
		{"names of a header", `queue E[2] : prefill {
  pool kv { cap 90; }
  serve delay;
  prefill (n) { hold kv (u + v) at admission (u = min (n, free (kv)), v = max (n, computed)) { run (v); } cache (v); }
}`, "E[i].prefill (prompt);", "pool E.kv[2] { cap 90; } stage E[2] : delay;",
			"hold E.kv[i] (min (prompt, free (E.kv[i])) + max (prompt, computed)) { set E.v = max (prompt, computed); run E[i] (E.v); } cache (E.v);"},
		{"defs in an entry", `def held (p, w) { hold p (w) { set got = w; run (got); } }
def half (p) = used (p) / 2;
queue E[2] : prefill { pool kv { cap 90; } serve delay; prefill (n) { held (kv, n); run (half (kv) + got); } }`, "E[i].prefill (prompt);", "pool E.kv[2] { cap 90; } stage E[2] : delay;",
			"hold E.kv[i] (prompt) { set E.got = prompt; run E[i] (E.got); } run E[i] (used (E.kv[i]) / 2 + E.got);"},
		{"a def that calls an entry", "def ask (pods, k, n) { pods[k].prefill (n + 1); }\nqueue E[2] : prefill { serve delay; prefill (n) { run (n); } }", "ask (E, i, 3);", "stage E[2] : delay;", "run E[i] (3 + 1);"},
		{"an entry that calls one", `queue P[2] : prefill { pool kv { cap 9; } serve delay; prefill (n) { hold kv (n) { run (1); } lease kv (inf); } }
queue D[2] : decode { pool kv { cap 9; } serve delay; decode (n) from src { hold kv (n) { L[src].transfer (n) from src to kv (n - 1); run (L.sent); } } }
queue L[2] : link { serve ps (3); transfer (n) { run tool (1); run (n); mark sent; } }`, "P[i].prefill (2); D[j].decode (3) from P[i];",
			"pool P.kv[2] { cap 9; } pool D.kv[2] { cap 9; } stage P[2] : delay; stage D[2] : delay; stage L[2] : ps (3);",
			"hold P.kv[i] (2) { run P[i] (1); } lease P.kv[i] (inf); hold D.kv[j] (3) { run tool (1); run L[i] (3); set L.sent = now; load D.kv[j] (3 - 1); release P.kv[i]; run D[j] (L.sent); }"},
		{"a source that is passed on", `queue P : prefill { pool kv { cap 9; } serve delay; prefill (n) { hold kv (n) { run (1); } lease kv (inf); } }
queue D[2] : decode { serve delay; decode (n) from src { F.decode (n) from src; } }
queue F : decode { pool kv { cap 9; } serve delay; decode (n) from it { hold kv (n) { release it; run (it_ + 1); } set it_ = n; } }`, "P.prefill (2); D[1].decode (3) from P;",
			"pool P.kv { cap 9; } pool F.kv { cap 9; } stage P : delay; stage D[2] : delay; stage F : delay;",
			"hold P.kv (2) { run P (1); } lease P.kv (inf); hold F.kv (3) { release P.kv; run F (F.it_ + 1); } set F.it_ = 3;"},
		{"links", `let lat = 2; queue L[2] : link { pool x { } serve ps (3); nic ps (1); }
queue M[2] : link { serve ps (3) latency lat + 1; }
share maxmin; pool a { cap 9; } pool b { cap 9; }`,
			"hold a (1), b (1) { transfer on L[i], M[j] (4) from a to b (1); } hold a (1), b (1) { M[i].transfer (5) from a to b (2); } run M[0] (1); hold a (1), b (1) { L[i].transfer (6) from a to b (3); }",
			"pool L.x[2] { } pool a { cap 9; } pool b { cap 9; } stage L[2] : ps (3); stage L.nic[2] : ps (1); stage M[2] : ps (3); stage M.latency[2] : delay; share maxmin;",
			`hold a (1), b (1) { run M.latency[j] (3); run L[i], M[j] (4); load b (1); release a; } hold a (1), b (1) { run M.latency[i] (3); run M[i] (5); load b (2); release a; }
run M[0] (1); hold a (1), b (1) { run L[i] (6); load b (3); release a; }`},
		{"a gateway", `queue gw : gateway { pool slots { cap 3; } serve fifo; route { hold slots (1) { run (0.1); prefill 1; mark here; } set i = prompt - 7; } }`,
			"request gw; observe o = gw.here + i;", "pool gw.slots { cap 3; } stage gw : fifo;",
			"hold gw.slots (1) { run gw (0.1); run gw (1); set gw.here = now; } set i = prompt - 7; observe o = gw.here + i;"},
		{"a name that the session has too", `let known = 4; queue P : prefill { serve delay; prefill (prompt) { set i = prompt; run (i); } }`, "P.prefill (prompt + i);", "stage P : delay;",
			"set P.i = prompt + i; run P (P.i);"},
	}
	const client = "stage tool : delay;\nworkload { arrive batch (2); init { set prompt = 8; set secret = 1; set i = 1; set j = 1; } hidden secret; session { %s end; } }\nrun { horizon 9; }\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			same(t, tt.queues+"\n"+fmt.Sprintf(client, tt.session), tt.flat+"\n"+fmt.Sprintf(client, tt.want))
		})
	}
}

// --set reaches the sizes of families and, through a let, the latency of a relation,
// which nothing in an entry can replace; its own name reaches it directly.
func TestQueuesAndConstants(t *testing.T) {
	text := strings.ReplaceAll(pods, "decode (prompt)", "decode (x0)")
	text = strings.ReplaceAll(text, "from src { hold kv (prompt + 1) { transfer (prompt) from src to kv (prompt - 1); mark ready;",
		"from src { hold kv (x0 + 1) { transfer (x0) from src to kv (x0 - 1); mark ready;")
	text = strings.ReplaceAll(text, "hold kv (prompt) { run (prompt * 2); }", "hold kv (x0) { run (x0 * 2); }")
	text += fmt.Sprintf(client, "P[0].prefill (1); D[7].decode (1) from P[0];")
	for _, tt := range []struct {
		sets []string
		want string
	}{
		{[]string{"ND=8"}, `{"Num":0.5}`}, {[]string{"ND=8", "x0=4"}, `{"Num":8}`}, {[]string{"ND=8", "D.pull.time=3"}, `{"Num":3}`},
	} {
		p := mustCompile(t, text, frontend.Options{Sets: tt.sets})
		if len(p.Pools) != 2+8 || len(p.Stages) != 2+2+8+8+8 {
			t.Errorf("%v: %d pools, %d stages", tt.sets, len(p.Pools), len(p.Stages))
		}
		p.Source = nil
		if text := string(ir.EncodeCompact(p)); !strings.Contains(text, `"index":{"Num":7}},"mode":"Plain","work":`+tt.want) {
			t.Errorf("%v: no wait of %s in %s", tt.sets, tt.want, text)
		}
	}
}
