package ir

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The tables of README.md are those of tables.go; SERQ_UPDATE=1 rewrites them.
func TestReadmeTables(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- tables -->\n", "<!-- /tables -->\n"
	before, rest, ok1 := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatal("README.md has no place for the tables")
	}
	golden(t, "README.md", []byte(before+begin+tables()+end+after))
}

// Every key of the document stands in README.md.
func TestReadmeHasTheKeys(t *testing.T) {
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, def := range schemaDefs(t) {
		properties, _ := def["properties"].(schemaNode)
		for key := range properties {
			if !strings.Contains(string(data), "`"+key+"`") && !strings.Contains(string(data), "\""+key+"\"") {
				t.Errorf("README.md does not mention %s.%s", name, key)
			}
		}
	}
	for _, key := range programShape.keys {
		if !strings.Contains(string(data), "\n| `"+key+"` |") {
			t.Errorf("README.md has no row for the program's %s", key)
		}
	}
}

// tables prints the vocabulary.
func tables() string {
	var b strings.Builder
	table := func(title string, head ...string) func(cells ...string) {
		fmt.Fprintf(&b, "\n### %s\n\n| %s |\n|%s\n", title, strings.Join(head, " | "), strings.Repeat("---|", len(head)))
		return func(cells ...string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	}

	row := table("Operators", "operator", "in a program", "")
	for _, op := range UnaryOps {
		row(code(op.Wire), code(op.Surface), "of one operand")
	}
	for _, op := range BinaryOps {
		note := ""
		if op.Test {
			note = "0 or 1"
		}
		row(code(op.Wire), strings.ReplaceAll(code(op.Surface), "|", `\|`), note)
	}

	row = table("Functions and observables", "function", "in a program", "arguments")
	for _, f := range Funcs {
		var args []string
		for _, kind := range f.Args {
			args = append(args, [...]string{ArgExpr: "Expr", ArgPool: "Pool", ArgStage: "Stage"}[kind])
		}
		row(code(f.Wire), code(f.Surface), strings.Join(args, ", "))
	}

	row = table("Distributions", "distribution", "in a program", "parameters")
	domains := [...]string{
		AnyReal: "finite", NonNegative: "from 0", Positive: "above 0", Probability: "0 to 1",
		PositiveInteger: "whole, from 1", AtLeastOne: "from 1", AboveOne: "above 1",
	}
	for d, dist := range Dists {
		var params []string
		for _, p := range dist.Params {
			params = append(params, fmt.Sprintf("%s (%s)", p.Name, domains[p.Domain]))
		}
		if Dist(d) == DistEmpirical {
			row("`{\"Empirical\": [number, …]}`", code(dist.Surface), "none; the values, sorted, stand in the name")
			continue
		}
		row(code(dist.Wire), code(dist.Surface), strings.Join(params, ", "))
	}

	row = table("Context variables", "variable", "in a program", "read at")
	for _, c := range Ctxs {
		row(code(c.Wire), code(c.Surface), moments(c.At))
	}

	b.WriteString("\n### Moments\n\nThe kinds of instants at which an expression is evaluated:\n\n")
	for _, m := range sortedMoments() {
		fmt.Fprintf(&b, "- %s\n", MomentNames[m])
	}
	b.WriteByte('\n')
	return b.String()
}

func code(s string) string { return "`" + s + "`" }

func sortedMoments() []Moment {
	var ms []Moment
	for m := range MomentNames {
		ms = append(ms, m)
	}
	slices.Sort(ms)
	return ms
}

// moments names those in the set or, where they are fewer, those that are not.
func moments(set Moment) string {
	var in, out []string
	for _, m := range sortedMoments() {
		if set&m != 0 {
			in = append(in, MomentNames[m])
		} else {
			out = append(out, MomentNames[m])
		}
	}
	if len(out) < len(in) {
		return "every moment but " + strings.Join(out, ", ")
	}
	return strings.Join(in, ", ")
}

func TestMoments(t *testing.T) {
	if diff := cmp.Diff("every moment but serve only, a gauge, a renewal gap", moments(Ctxs[Now].At)); diff != "" {
		t.Error(diff)
	}
}
