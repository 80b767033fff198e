package view

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestSessions compares flow charts with those in testdata, which SERQ_UPDATE=1 writes.
// The deployments of all examples are beside their programs; cmd looks after them.
func TestSessions(t *testing.T) {
	for _, name := range []string{"mm1/mm1", "tandem/tandem", "egress/after", "routing/routing", "replica/replica", "llmd-nixl-pull/llmd-nixl-pull"} {
		figure := Session(program(t, "../../oracle/golden/"+name+".ir.json"))
		golden := filepath.Join("testdata", filepath.Base(name)+".session.svg")
		if os.Getenv("SERQ_UPDATE") != "" {
			if err := os.WriteFile(golden, figure, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(figure, want) {
			t.Errorf("the figure is another than %s (%v)", golden, err)
		}
	}
}
