package frontend_test

import (
	"strings"
	"testing"

	"serq/frontend"
	"serq/frontend/ast"
	"serq/ir/diag"
)

// Operators bind as the parentheses say.
func TestPrecedence(t *testing.T) {
	for a, b := range map[string]string{
		"x ? y : z ? 1 : 2":            "x ? y : (z ? 1 : 2)",
		"x ? y ? 1 : 2 : 3":            "x ? (y ? 1 : 2) : 3",
		"x || y ? 1 : 2":               "(x || y) ? 1 : 2",
		"x || y && z":                  "x || (y && z)",
		"x || y || z":                  "(x || y) || z",
		"x && y < z":                   "x && (y < z)",
		"x + 1 < y - 2 && z":           "((x + 1) < (y - 2)) && z",
		"x - y - z":                    "(x - y) - z",
		"x / y * z":                    "(x / y) * z",
		"x + y * z":                    "x + (y * z)",
		"-x + y":                       "(-x) + y",
		"-x * y":                       "(-x) * y",
		"-x ^ 2":                       "-(x ^ 2)",
		"x ^ y ^ z":                    "x ^ (y ^ z)",
		"x ^ -y ^ z":                   "x ^ (-(y ^ z))",
		"x ^ -y * z":                   "(x ^ (-y)) * z",
		"!x == y":                      "(!x) == y",
		"!-x":                          "!(-x)",
		"~exp (x) * 2 ^ ~det (1)":      "(~exp (x)) * (2 ^ (~det (1)))",
		"-~exp (1) + 1":                "(-(~exp (1))) + 1",
		"max (x, y) + min (x, y, z)":   "(max (x, y)) + (min (min (x, y), z))",
		"max j in 2 (j) + 1":           "(max j in 2 (j)) + 1",
		"sum j in n (j) * n":           "(sum j in n (j)) * n",
		"sum j in (n - 1) (j * x) ^ 2": "(sum j in (n - 1) ((j) * x)) ^ 2",
	} {
		program := func(e string) string {
			return "let n = 3;\nsession { set x = 1; set y = 2; set z = 3; set r = " + e + "; end; }\nrun { horizon 1; }\n"
		}
		if stripped(t, program(a)) != stripped(t, program(b)) {
			t.Errorf("%s is not %s", a, b)
		}
	}
}

// The place of each part of an expression is all of it, parentheses included.
func TestPlaces(t *testing.T) {
	const text = "let a = (1 + 2) * -(3) ^ max (4, 5)\n;"
	prog, found := frontend.Parse(frontend.Source{Name: "test.sq", Text: []byte(text)})
	if len(found) > 0 {
		t.Fatal(show(found, text))
	}
	var places []string
	ast.Walk(prog.Items[0].(*ast.Let).Value, func(e ast.Expr) bool {
		places = append(places, e.Position().Text())
		return true
	})
	want := "(1 + 2) * -(3) ^ max (4, 5)|1 + 2|1|2|-(3) ^ max (4, 5)|(3) ^ max (4, 5)|3|max (4, 5)|4|5"
	if got := strings.Join(places, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLexical(t *testing.T) {
	tests := []struct{ name, text, want string }{ // want: code and span of the only error, "" for none
		{"a byte order mark", "\ufefflet a = 1;", ""},
		{"CRLF", "let a = 1; // one\r\nlet b = /* two\r\n */ 2;\r\n", ""},
		{"letters of any script", "let β = 1; let größe_2 = β;", ""},
		{"numbers", "let a = 12 + 0.5 + 1e-3 + 1E+6 + 1_000.000_1;", ""},
		{"a comment at the end", "let a = 1; // no line end", ""},
		{"a string without end", "use \"a.sq;\nlet a = 1;", "SQ0102 1:5-1:11"},
		{"a string at the end", "use \"a.sq", "SQ0102 1:5-1:10"},
		{"a comment without end", "let a = 1; /* let b", "SQ0103 1:12-1:14"},
		{"columns are characters", "let β = ×;", "SQ0101 1:9-1:10"},
		{"not UTF-8", "let a = \xff\xfe;", "SQ0101 1:9-1:11"},
		{"a digit behind a dot", "let a = 1.5.2;", "SQ0104 1:9-1:14"},
		{"an underscore at the end", "let a = 1_;", "SQ0104 1:9-1:11"},
		{"an exponent without digits", "let a = 1e;", "SQ0104 1:9-1:11"},
		{"a dot before the digits", "let a = .5;", "SQ0105 1:9-1:10"},
		{"a single &", "let a = 1 & 1;", "SQ0101 1:11-1:12"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, found := frontend.Parse(frontend.Source{Name: "test.sq", Text: []byte(tt.text)})
			if got := codesAndSpans(found); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func codesAndSpans(found diag.List) string {
	var parts []string
	for _, d := range found {
		parts = append(parts, string(d.Code)+" "+span(d.Span))
	}
	return strings.Join(parts, ", ")
}
