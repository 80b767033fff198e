package format_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/frontend/format"
	"serq/frontend/lex"
	"serq/frontend/report"
	"serq/frontend/token"
)

// read is the tokens of a text, or false if some of it is no token.
func read(text string) (*token.File, []token.Token, bool) {
	var rep report.Report
	f := token.NewFile("test.sq", "", text)
	tokens := lex.Tokens(f, &rep)
	return f, tokens, !rep.Failed()
}

// laidOut lays a text out, and demands what holds of every text.
func laidOut(t *testing.T, text string) string {
	t.Helper()
	f, tokens, ok := read(text)
	if !ok {
		t.Fatalf("not all of it are tokens: %q", text)
	}
	out := format.Text(f, tokens)
	g, again, ok := read(out)
	if !ok {
		t.Fatalf("not all of the layout are tokens:\n%q\n%q", text, out)
	}
	if want, got := spell(f, tokens), spell(g, again); got != want {
		t.Fatalf("tokens and comments were\n%s\nand are\n%s\n%q\n%q", want, got, text, out)
	}
	if twice := format.Text(g, again); twice != out {
		t.Fatalf("laid out\n%s\nand again\n%s\nof %q", out, twice, text)
	}
	if out != "" && !strings.HasSuffix(out, "\n") || strings.HasSuffix(out, "\n\n") || strings.HasPrefix(out, "\n") {
		t.Fatalf("it does not start and end with a line: %q", out)
	}
	return out
}

// spell is the tokens and comments, one a line, without the white space that ends
// lines of comments.
func spell(f *token.File, tokens []token.Token) string {
	var b strings.Builder
	end := 0
	for _, t := range tokens {
		for gap := strings.TrimPrefix(f.Text[end:t.Start], "\ufeff"); ; {
			gap = strings.TrimSpace(gap)
			if gap == "" {
				break
			}
			length := len(gap)
			if gap[1] == '*' {
				length = strings.Index(gap[2:], "*/") + 4
			} else if i := strings.IndexByte(gap, '\n'); i >= 0 {
				length = i
			}
			for line := range strings.Lines(gap[:length]) {
				b.WriteString(strings.TrimSpace(line) + "\n")
			}
			gap = gap[length:]
		}
		b.WriteString(t.Pos.Text() + "\n")
		end = t.End
	}
	return b.String()
}

// Every text under testdata, `NAME.sq`, is laid out as `NAME.want.sq`, which is laid
// out already.
func TestLayout(t *testing.T) {
	names, err := filepath.Glob("testdata/*.want.sq")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d texts, %v", len(names), err)
	}
	for _, want := range names {
		name := strings.TrimSuffix(want, ".want.sq") + ".sq"
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := laidOut(t, string(text))
			if os.Getenv("SERQ_UPDATE") != "" {
				if err := os.WriteFile(want, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			expected, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(expected) {
				t.Errorf("%s differs (SERQ_UPDATE=1 rewrites it):\n%s", want, got)
			}
		})
	}
}

// What a line does with its neighbours.
func TestSmall(t *testing.T) {
	long := strings.Repeat("x", 60)
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"white space", " \n\n\t", ""},
		{"a mark of the byte order", "\ufefflet a = 1;", "let a = 1;\n"},
		{"line ends of other systems", "let a = 1;\r\n\r\n\r\n// c \r\nlet b = 2;\r\n", "let a = 1;\n\n// c\nlet b = 2;\n"},
		{"statements on a line", "let a=1;let b=2;", "let a = 1;\nlet b = 2;\n"},
		{"numbers and strings as written", "let a = 1_000 ; use \"a  b.sq\" ;", "let a = 1_000;\nuse \"a  b.sq\";\n"},
		{"a block on a line", "run{horizon 1;}", "run { horizon 1; }\n"},
		{"a block on lines", "run{\nhorizon 1;}", "run {\n  horizon 1;\n}\n"},
		{"an empty block", "pool p{\n\n}", "pool p {}\n"},
		{"blank lines", "\n\nrun {\n\nhorizon 1;\n\n\nseed 2;\n\n}\n\n\n", "run {\n  horizon 1;\n\n  seed 2;\n}\n"},
		{"a block that fits", "init { set " + long + " = 12345678901234567890123; }", "init { set " + long + " = 12345678901234567890123; }\n"},
		{"a block that does not", "init { set " + long + " = 123456789012345678901234; }", "init {\n  set " + long + " = 123456789012345678901234;\n}\n"},
		{"what follows a block counts", "hold p (1) { run s (1); } cache (" + long + long[:18] + ");", "hold p (1) {\n  run s (1);\n} cache (" + long + long[:18] + ");\n"},
		{"a comment after a block does not", "hold p (1) { run s (1); } // " + long + long, "hold p (1) { run s (1); }  // " + long + long + "\n"},
		{"braces and what goes on after them", "branch(x)\n{ a(1);\n}\nelse\n{ end; }", "branch (x) {\n  a(1);\n} else { end; }\n"},
		{"a step's semicolon", "stage s:step{cost 1;}\n;", "stage s : step { cost 1; };\n"},
		{"a statement that goes on", "set a = b\n+ c\n  * d;", "set a = b\n    + c\n    * d;\n"},
		{"where things touch", "set a = f\n(b\n, c\n);", "set a = f(b, c);\n"},
		{"a parenthesis that ends a line", "set a = f (\nb, g (\nc\n)\n);", "set a = f(\n  b, g(\n    c\n  )\n);\n"},
		{"unary and binary", "set a = - b - - c * ! d ^ - 2;", "set a = -b - -c * !d ^ -2;\n"},
		{"a minus after a word", "cost - x; run { warmup - 1; }", "cost -x;\nrun { warmup -1; }\n"},
		{"tests", "set a=b<=c&&d!=e||f?g:h;", "set a = b <= c && d != e || f ? g : h;\n"},
		{"aggregates", "set a = max i in n(x)+f(sum j in(m) (y)) + min k in 2(z);", "set a = max i in n (x) + f(sum j in (m) (y)) + min k in 2 (z);\n"},
		{"draws", "run s(~ exp (1)); prefill ~exp (2); tool exp (3);", "run s (~exp(1));\nprefill ~exp(2);\ntool exp(3);\n"},
		{"serving forms", "decode on S [ j ] (2) growing p; transfer on a,b.c (f (1)) from p to q (n); prefill(1)/2;",
			"decode on S[j] (2) growing p;\ntransfer on a, b.c (f(1)) from p to q (n);\nprefill (1) / 2;\n"},
		{"a choice", "choose j in min (n,2) by(queue (s [j]),-1);", "choose j in min(n, 2) by (queue(s[j]), -1);\n"},
		{"keys", "pool p { queue by(a); preempt by(-admission)requeue tail; spill q via l(1)when(size>2); }",
			"pool p { queue by (a); preempt by (-admission) requeue tail; spill q via l (1) when (size > 2); }\n"},
		{"uses of defs", "def f (a,b) = a; def g () { f (1); } g ();", "def f(a, b) = a;\ndef g() { f(1); }\ng();\n"},
		{"a comment at the end of a line", "let a = 1; // x\nlet b = 2; /* y */ // z", "let a = 1;  // x\nlet b = 2;  /* y */  // z\n"},
		{"a comment on its own line", "run {\n// x\nhorizon 1;\n\n/* y\n  z */\n}", "run {\n  // x\n  horizon 1;\n\n  /* y\n  z */\n}\n"},
		{"a comment after a brace", "run { // x\n\nhorizon 1; }", "run {  // x\n  horizon 1;\n}\n"},
		{"a comment among tokens", "let a = /* x */ 1 /* y */ ;", "let a = /* x */ 1 /* y */;\n"},
		{"a comment before a statement", "let a = 1; /* x */ let b = 2;", "let a = 1;\n/* x */ let b = 2;\n"},
		{"a comment within a statement", "set a = b // x\n// y\n\n + c;", "set a = b  // x\n    // y\n    + c;\n"},
		{"a comment before else", "branch (a) { end; } // x\nelse { end; }", "branch (a) { end; }  // x\nelse { end; }\n"},
		{"a comment in a block on a line", "init { /* x */ set a = 1; /* y */ }", "init { /* x */ set a = 1; /* y */ }\n"},
		{"a comment before a block", "loop // x\n{ end; }", "loop  // x\n{ end; }\n"},
		{"too many braces", "} } run { } }", "}\n}\nrun {}\n}\n"},
		{"too few braces", "session { loop { end; ", "session {\n  loop {\n    end;\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := laidOut(t, tt.text); got != tt.want {
				t.Errorf("%q is laid out\n%s\nwant\n%s", tt.text, got, tt.want)
			}
		})
	}
}

// texts are all program texts that the project has.
func texts(t testing.TB) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, pattern := range []string{"testdata/*.sq", "../testdata/*.sq", "../testdata/*/*.sq", "../testdata/*/*/*.sq", "../../examples/*/*.sq"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found[name] = string(text)
		}
	}
	return found
}

// Programs as people wrote them, and with each kind of white space in all places.
func TestPrograms(t *testing.T) {
	for name, text := range texts(t) {
		t.Run(name, func(t *testing.T) {
			f, tokens, ok := read(text)
			if !ok {
				t.Skip("it has errors on purpose")
			}
			laidOut(t, text)
			for _, sep := range []string{" ", "\n", "\n\n\n", " /* c */ ", " // c\n", "\n// c\n", "\n\n/* c\nd */ "} {
				var b strings.Builder
				for _, t := range tokens {
					b.WriteString(t.Pos.Text() + sep)
				}
				laidOut(t, b.String())
			}
			laidOut(t, format.Text(f, tokens))
		})
	}
}

// Texts of words at random, most of them no programs.
func TestRandom(t *testing.T) {
	words := strings.Fields("a b kv run hold set choose branch else cache lease loop step in by on to from max latency prefill decode " +
		"1 2.5 \"s\" { { } } ( ( ) ) [ ] ; ; ; : , . = ~ ? || && ! < <= == != + - * / ^ // /**/")
	gaps := []string{" ", " ", " ", "\n", "\n\n\n", " // c\n", "\n// c\n", " /* c */ ", " /* c */\n", "\n/* c */ ", "\n/* c\n d */\n"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var b strings.Builder
		for range random.IntN(30) {
			b.WriteString(words[random.IntN(len(words))] + gaps[random.IntN(len(gaps))])
		}
		laidOut(t, b.String())
	}
}

// A text takes time in proportion to its length, whatever is in it: were it to the
// square, this would take minutes.
func TestLong(t *testing.T) {
	for _, part := range []string{"/* c */ ", "a ", "( ", "{} ", "loop { a; } else ", "{ a // c\n } ", "a; ", "// c\n"} {
		laidOut(t, strings.Repeat(part, 50_000))
	}
}

func FuzzText(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, _, ok := read(text); ok && len(text) < 10_000 {
			laidOut(t, text)
		}
	})
}
