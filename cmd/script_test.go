// Package cmd tests the commands as people run them: as processes.
package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs testdata/script/*.txtar over the real binaries. Scripts see
// nothing but the commands and their files, so that they would hold for another
// implementation too. SERQ_UPDATE=1 rewrites what they compare with.
func TestScripts(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "serq/cmd/...").CombinedOutput(); err != nil {
		t.Fatalf("building the commands: %v\n%s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: os.Getenv("SERQ_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", fmt.Sprintf("%s%c%s", bin, os.PathListSeparator, env.Getenv("PATH")))
			return nil
		},
	})
}
