// Package tools_test holds the rules that bind the whole project.
package tools_test

import (
	"os/exec"
	"strings"
	"testing"
)

// imports is the architecture: what of the project each part may import beside
// itself. A package belongs to the part with the longest path that leads to it.
var imports = map[string]string{
	"schema": "", "ir/diag": "", "sim/rng": "", // leaves
	"ir":         "schema ir/diag",
	"ir/result":  "schema ir/diag",
	"ir/link":    "ir ir/diag",
	"ir/trace":   "ir ir/diag",
	"frontend":   "ir ir/diag",
	"sim":        "ir ir/result sim/rng",
	"oracle":     "schema ir ir/diag ir/result", // never sim: agreement is evidence only if the paths are separate
	"cmd":        "schema ir ir/diag ir/link ir/trace ir/result frontend sim oracle tools/view tools/page",
	"tools":      "ir ir/diag",
	"tools/page": "ir/result",
	"tools/view": "ir",
	// Tests open what is drawn in it; so no part imports it.
	"tools/browser": "",
}

func TestLayering(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "serq/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		packages := strings.Fields(line)
		from := part(packages[0])
		for _, p := range packages[1:] {
			to := part(p)
			if strings.HasPrefix(p, "serq/") && to != from && !strings.Contains(" "+imports[from]+" ", " "+to+" ") {
				t.Errorf("%s may not import %s", packages[0], p)
			}
		}
	}
}

// part returns the part of the project that a package belongs to.
func part(path string) string {
	path = strings.TrimPrefix(path, "serq/")
	for {
		i := strings.LastIndexByte(path, '/')
		if _, ok := imports[path]; ok || i < 0 {
			return path
		}
		path = path[:i]
	}
}
