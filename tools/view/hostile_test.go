package view

import (
	"fmt"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir"
	"serq/ir/link"
)

// compiled is the program of a text, linked.
func compiled(t testing.TB, text string) *ir.Program {
	t.Helper()
	r, found := frontend.Compile(frontend.Source{Name: "test.sq", Text: []byte(text)}, frontend.Options{})
	if !found.HasErrors() {
		found = r.Judge(link.Check(r.Program, r.Locate))
	}
	if found.HasErrors() {
		t.Fatalf("%v\n%s", found, text)
	}
	return r.Program
}

const tail = "workload { arrive poisson(1); }\nrun { horizon 1; }\n"

// hostile are programs that are hard to draw.
var hostile = map[string]string{
	"nothing":       tail + "session { end; }",
	"no end":        tail + "stage s : fifo; session { loop { run s (1); } }",
	"forty stages":  tail + repeat(40, "stage s%d : fifo;") + "session {" + repeat(40, "run s%d (1);") + "}",
	"any of twelve": tail + repeat(12, "stage s%d : fifo;") + "session { loop {" + repeat(12, "branch with (0.1) { run s%d (1); }") + "run s0 (1); branch with (0.1) { end; } } }",
	"idle things":   tail + repeat(12, "pool idle%d { cap 5; }") + repeat(12, "stage lost%d[3] : ps(2);") + "session { end; }",
	"spill": tail + `pool kv { cap 100; spill host via pcie (size) when (size > 10); } pool host { cap 1e6; }
		stage pcie : ps(2); stage s : fifo; session { hold kv (5) { run s (1); } cache (5); }`,
	"deep loops": tail + repeat(30, "stage s%d : fifo;") + "session {" + repeat(30, "loop { run s%d (1);") + "branch with (0.5) { end; }" + strings.Repeat("}", 30) + "}",
	"deep holds": tail + repeat(12, "pool p%d { cap 5; evict none; }") + "stage s : fifo; session {" + repeat(12, "hold p%d (1) {") + "run s (1);" + strings.Repeat("}", 12) + "}",
	"deep branches": tail + repeat(7, "stage s%d : fifo;") + "session {" + repeat(6, "branch (serial > %d && now < 100) { run s%[1]d (1);") +
		"run s6 (1);" + strings.Repeat("} else { run s0 (2); }", 6) + "}",
	"long names": tail + "stage " + long + " : fifo; pool p" + long + " { cap 1; } session { hold p" + long + " (1) { run " + long + " (1); } cache (1); }",
	"long expressions": tail + "stage s : ps(" + sum + "); pool p { cap 1; queue by (" + strings.ReplaceAll(sum, "present", "waited") + "); } session { loop { hold p (1) { run s (1); } branch (" +
		strings.ReplaceAll(sum, "present", "serial") + " > 3) { end; } } }",
	"a tall label": tail + `queue P[2] : prefill { pool kv { cap 9; } serve delay; nic ps(4);
		prefill () { hold kv (1) { run P (1); } lease kv (5); } }
		queue D[3] : decode { pool kv { cap 9; } serve delay; nic ps(4);
		decode () from src { hold kv (1) { branch (computed == 0) { transfer (1) from src to kv (1); } run D (1); } } }
		D pull P latency 3 share maxmin;
		session { set i = 0; set j = 0; P[i].prefill (); D[j].decode () from P[i]; }`,
	"overlapping holds": tail + repeat(3, "pool p%d { cap 500; block 16; evict by (-age, last, size); queue by (waited, -waited); }") + repeat(5, "stage s%d : fifo;") +
		"session { hold p0 (1) { run s0 (1); run s1 (1); run s2 (1); } hold p1 (1) { run s2 (1); run s3 (1); } hold p2 (1) { run s1 (1); run s2 (1); run s4 (1); run s0 (1); } }",
	"overlapping holds from the left": tail + repeat(2, "pool p%d { cap 500; block 16; evict by (-age, last, size); queue by (waited, -waited); }") + repeat(4, "stage s%d : fifo;") +
		"session { hold p0 (1) { run s0 (1); run s1 (1); } hold p1 (1) { run s1 (1); run s2 (1); run s3 (1); } }",
	"crossing flows": tail + repeat(5, "stage s%d : ps(1);") + "share maxmin; session { run s0, s2, s4 (1); run s4, s1 (1); run s3, s0 (1); run s2, s1 (1); run s1, s2 (1); }",
	"leases": tail + repeat(3, "pool p%d { cap 5; }") + repeat(4, "stage s%d : fifo;") + `session { loop {
		release p1;
		hold p0 (1), p1 (1) { run s0 (1); } cache (1) lease p0 (7); hold p2 (1) { run s1 (1); } lease p2 (inf);
		run s2 (1); release p0; hold p1 (1) { run s3 (1); } lease p1 (~exp(1)); branch with (0.5) { end; } } }`,
	"round itself": tail + "stage s : fifo; stage u : delay; session { loop { run s (1); branch with (0.2) { run u (1); } else { branch with (0.1) { end; } } } }",
	"meshed":       tail + repeat(6, "stage s%d : fifo;") + "session { loop {" + repeat(6, "branch (serial == %d) { run s%[1]d (1); } branch (now > %[1]d) { end; }") + "run s3 (1); } }",
}

var (
	long = strings.Repeat("very_long_name_", 10)
	sum  = strings.Repeat("max(1, present * 2) + ", 40) + "1"
)

func repeat(n int, format string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, format+"\n", i)
	}
	return s.String()
}

func TestHostilePrograms(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			checkDrawing(t, deployment(compiled(t, text)))
			checkDrawing(t, session(compiled(t, text)))
		})
	}
}

// What a name is made of in IR from elsewhere is not what it is in a text.
func TestHostileNames(t *testing.T) {
	p := compiled(t, tail+"stage s : fifo; pool p { cap 1; } session { hold p (1) { run s (1); } }")
	p.Stages[0].Name, p.Pools[0].Name = "<&>\"' \x00\x1b\u2028日本語\xff", ".nic."+strings.Repeat("漢", 100)
	for _, d := range []*drawing{deployment(p), session(p)} {
		checkDrawing(t, d)
		checkXML(t, d.svg())
	}
}
