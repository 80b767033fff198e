// Package cmd tests the commands as people run them: as processes.
package cmd

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs testdata/script/*.txtar over the real binaries. Scripts see
// nothing but the commands and their files, so that they would hold for another
// implementation too. SERQ_UPDATE=1 rewrites what they compare with.
func TestScripts(t *testing.T) {
	path := tools(t)
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: update(),
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", path)
			return nil
		},
	})
}
