package frontend_test

import (
	"fmt"
	"strings"
	"testing"

	"serq/frontend"
)

// Inputs that are too deep or too large get one error that says so.
func TestLimits(t *testing.T) {
	doubling := func(n int, base, f string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "stage s : fifo;\n%s\n", base)
		for i := range n {
			fmt.Fprintf(&b, f+"\n", i+1, i)
		}
		return b.String()
	}
	tests := []struct{ name, text, want string }{
		{"parentheses", "let a = " + strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000) + ";", "SQ0108 nested more than 1000 levels deep"},
		{"open parentheses", "let a = " + strings.Repeat("(", 10_000), "SQ0108"},
		{"minuses", "let a = " + strings.Repeat("-", 100_000) + "1;", "SQ0108"},
		{"powers", "let a = " + strings.Repeat("2^", 100_000) + "1;", "SQ0108"},
		{"conditionals", "let a = " + strings.Repeat("1 ? 2 : ", 100_000) + "1;", "SQ0108"},
		{"a long sum", "let a = " + strings.Repeat("1 + ", 100_000) + "1;", "SQ0108 more than 4096 operands in a row"},
		{"blocks", "session " + strings.Repeat("{ loop ", 100_000), "SQ0108"},
		{"blocks that end", "session " + strings.Repeat("{ loop ", 5000) + "{ end; }" + strings.Repeat("}", 5000), "SQ0108"},
		{"statements", doubling(40, "def d0 () { run s (1); }", "def d%d () { d%[2]d (); d%[2]d (); }") + "session { d40 (); }", "SQ0219 the program has 1,099,511,627,776 statements after expansion; at most 100,000"},
		{"statements, just", doubling(17, "def d0 () { run s (1); }", "def d%d () { d%[2]d (); d%[2]d (); }") + "session { d17 (); }", "SQ0219 the program has 131,072 statements"},
		{"requests", "stage s : fifo;\nworkload { session { " + strings.Repeat("request; ", 50_000) + "end; } }\nserver { run s (1); run s (1); run s (1); }", "SQ0219 the program has 150,001"},
		{"an expression", doubling(40, "def d0 (x) = x;", "def d%d (x) = d%[2]d (x + x);") + "session { run s (d40 (1)); end; }", "SQ0219 .*2,000,000"},
		{"an argument", doubling(40, "def d0 (x) = x;", "def d%d (x) = d%[2]d (x) + d%[2]d (x);") + "session { run s (d40 (1)); end; }", "SQ0219"},
		{"depth of defs", doubling(4, "def d0 (x) = ----------x;", "def d%d (x) = "+strings.Repeat("d%[2]d (", 10)+"x"+strings.Repeat(")", 10)+";") + "session { run s (d4 (1)); end; }", "SQ0108 nested more than 5,000 levels deep after expansion"},
		{"terms", "stage s : fifo;\nsession { run s (sum a in 100 (sum b in 100 (a * b))); end; }", "SQ0218 an aggregate of 100 terms, after 4,000 of others"},
		{"calls of entries", "queue q : prefill { serve delay; prefill (n) { " + strings.Repeat("run (n); ", 1000) + "} }\nsession { " + strings.Repeat("q.prefill (1); ", 101) + "end; }", "SQ0219 the program has 101,001 statements"},
		{"an entry that nothing calls", doubling(17, "def d0 () { run s (1); }", "def d%d () { d%[2]d (); d%[2]d (); }") + "queue q : prefill { prefill (n) { d17 (); } }", "SQ0219 the program has 131,072 statements"},
		{"entries of a parameter", doubling(40, "queue q0 : prefill { serve delay; prefill (n) { run (n); } }\ndef call (q, n) { q.prefill (n); }",
			"queue q%d : prefill { prefill (n) { call (q%[2]d, n); call (q%[2]d, n); } }") + "session { q40.prefill (1); }", "SQ0219 .*2,000,000"},
		{"a queue", "queue p[10_001] : prefill { serve delay; prefill (n) { run (n); } }", "SQ0209 queue `p` has 10,001 members"},
		{"parts of a queue", "queue q : prefill { prefill (n) " + strings.Repeat("{ loop ", 100_000), "SQ0108"},
		{"a family", "pool p[10_001] { }", "SQ0209"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.text + "\nrun { horizon 1; }\n"
			if !strings.Contains(text, "session") {
				text += "session { end; }\n"
			}
			_, found := compile(text, frontend.Options{})
			if len(found) != 1 || !matches(tt.want, whole(found[0])) {
				for _, d := range found[:min(3, len(found))] {
					t.Errorf("%.200s", whole(d))
				}
				t.Errorf("%d errors, want one like %s", len(found), tt.want)
			}
		})
	}
}

// What is within the limits compiles.
func TestWithinLimits(t *testing.T) {
	tests := map[string]string{
		"parentheses":       "let a = " + strings.Repeat("(", 990) + "1" + strings.Repeat(")", 990) + ";",
		"a long sum":        "let a = " + strings.Repeat("1 + ", 4000) + "1;",
		"statements":        "stage s : fifo;\nsession { " + strings.Repeat("run s (1);\n", 99_999) + "end; }",
		"terms":             "stage s : fifo;\nsession { run s (max a in 4096 (a)); end; }",
		"a family":          "stage s[10_000] : fifo;",
		"an entry":          "queue q : prefill { serve delay; prefill (n) { " + strings.Repeat("run (n);\n", 99_999) + "} }\nsession { q.prefill (1); end; }",
		"terms of an entry": "queue q : prefill { serve delay; prefill (n) { run (max a in 4096 (a)); } }\nsession { q.prefill (1); end; }",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(text, "session") {
				text += "session { end; }\n"
			}
			mustCompile(t, text+"\nrun { horizon 1; }\n", frontend.Options{})
		})
	}
}

// large is a deployment of so many prefill and decode pods.
func large(prefill, decode int) string {
	text := strings.NewReplacer("NP = 2", fmt.Sprint("NP = ", prefill), "ND = 3", fmt.Sprint("ND = ", decode)).Replace(pods)
	return text + `queue gw : gateway {
  route {
    choose i in NP by (queue (P[i]), -cachedin (P.kv[i]));
    choose j in ND by (queue (D[j]) + max k in ND (used (D.kv[k])));
    P[i].prefill (prompt);
    D[j].decode (prompt) from P[i];
  }
}
` + fmt.Sprintf(client, "request gw;")
}

// A deployment as large as they get compiles.
func TestLargeDeployment(t *testing.T) {
	p := mustCompile(t, large(64, 256), frontend.Options{})
	if len(p.Pools) != 64+256 || len(p.Stages) != 2*64+3*256 {
		t.Errorf("%d pools and %d stages", len(p.Pools), len(p.Stages))
	}
}

func BenchmarkLargeDeployment(b *testing.B) {
	text := large(64, 256)
	for b.Loop() {
		if _, found := compile(text, frontend.Options{}); len(found) > 0 {
			b.Fatal(show(found, text))
		}
	}
}
