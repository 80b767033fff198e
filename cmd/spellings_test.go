package cmd

import (
	"path/filepath"
	"testing"
)

// TestSpellings holds the pull relation to what it stands for: a deployment with it and
// the same one with link queues in its place run the same. Every count, observation,
// pool row and stage row has the same bits once the names are read across.
func TestSpellings(t *testing.T) {
	const dir = "../examples/llmd-nixl-pull-flat"
	for _, flags := range []string{"--seed 1", "--seed 7", "--seed 1 --set rate=6", "--seed 7 --set NP=1 --set ND=4 --set few=1"} {
		t.Run(flags, func(t *testing.T) {
			t.Parallel()
			temp := t.TempDir()
			for name, program := range map[string]string{"flat": "llmd-nixl-pull-flat.sq", "pull": "../llmd-nixl-pull/llmd-nixl-pull.sq"} {
				mustShell(t, dir, "serqc "+program+" "+flags+" --horizon 150 | serqsim --json -o "+filepath.Join(temp, name))
			}
			mustShell(t, dir, "serqdiff --rename rename.json "+filepath.Join(temp, "flat")+" "+filepath.Join(temp, "pull"))
		})
	}
}
