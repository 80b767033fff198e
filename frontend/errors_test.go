package frontend_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"serq/frontend"
	"serq/ir/diag"
)

// testdata/errors*.sq are programs between lines of `---`. A line with an error says
// so in a comment, // ERROR "re" "re": one regular expression for each diagnostic
// of the line, over its text, hint and notes. A chunk without a session or a run
// gets one, so that the programs can be short.
func TestErrors(t *testing.T) {
	for _, name := range caseFiles(t, "testdata/errors*.sq") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		testErrors(t, filepath.Base(name), string(data))
	}
}

func testErrors(t *testing.T, name, data string) {
	for first, chunk := range chunks(data) {
		t.Run(name+":"+strconv.Itoa(first), func(t *testing.T) {
			text := strings.Repeat("\n", first-1) + chunk
			if !strings.Contains(chunk, "session") {
				text += "session { end; }\n"
			}
			if !regexp.MustCompile(`run \{|norun`).MatchString(chunk) {
				text += "run { horizon 1; }\n"
			}
			_, found := compile(text, frontend.Options{})
			compareErrors(t, text, found)
		})
	}
}

// chunks are the parts of a file between lines of `---`, by the line of their first.
func chunks(text string) map[int]string {
	m := map[int]string{}
	line := 1
	for _, chunk := range strings.Split(text, "---\n") {
		m[line] = chunk
		line += strings.Count(chunk, "\n") + 1
	}
	return m
}

var expectation = regexp.MustCompile(`// ERROR((?: "(?:[^"\\]|\\.)*")+)`)

func compareErrors(t *testing.T, text string, found diag.List) {
	t.Helper()
	left := slices.Clone(found)
	for i, line := range strings.Split(text, "\n") {
		m := expectation.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		for _, quoted := range regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).FindAllString(m[1], -1) {
			pattern, err := strconv.Unquote(quoted)
			if err != nil {
				t.Fatal(err)
			}
			re := regexp.MustCompile(pattern)
			k := slices.IndexFunc(left, func(d diag.Diagnostic) bool { return d.Span.Line == i+1 && re.MatchString(whole(d)) })
			if k < 0 {
				t.Errorf("line %d: no error like %s", i+1, quoted)
				continue
			}
			left = slices.Delete(left, k, k+1)
		}
	}
	if len(left) > 0 {
		t.Errorf("unexpected:\n%s", show(left, text))
	}
}

func matches(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }

// whole is everything that a diagnostic says.
func whole(d diag.Diagnostic) string {
	s := string(d.Code) + " " + d.Summary + " " + d.Hint
	for _, n := range d.Notes {
		s += " " + n.Text
	}
	return s
}

// The programs of the cases that must be refused are, at the line and in the words
// that their expectation says.
func TestCasesRefused(t *testing.T) {
	for _, name := range caseFiles(t, "testdata/cases/errors/*.sq") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Line  int
			Lines []int
			Says  []string
		}
		data, err := os.ReadFile(strings.TrimSuffix(name, ".sq") + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		_, found := compile(string(text), frontend.Options{})
		if len(want.Lines) == 0 {
			want.Lines = []int{want.Line}
		}
		said := ""
		for _, line := range want.Lines {
			k := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return d.Span.Line == line })
			if k < 0 {
				t.Errorf("%s: nothing at line %d:\n%s", name, line, show(found, string(text)))
				continue
			}
			said += whole(found[k])
		}
		for _, word := range want.Says {
			if !strings.Contains(said, word) {
				t.Errorf("%s: %q is not said in %s", name, word, said)
			}
		}
	}
}
