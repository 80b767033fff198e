package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
)

// buildTools builds the binaries of this tree into a folder, once for all tests of
// the package; TestMain removes it.
var buildTools = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "serq-tools-"); err != nil {
		return "", err
	}
	toolsDir = dir
	if out, err := exec.Command("go", "build", "-o", dir, "serq/cmd/...").CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the commands: %v\n%s", err, out)
	}
	return dir, nil
})

var toolsDir string // "" as long as nothing is built

// tools returns a PATH on which the binaries come first.
func tools(t *testing.T) string {
	t.Helper()
	dir, err := buildTools()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s%c%s", dir, os.PathListSeparator, os.Getenv("PATH"))
}

// shell runs a command line in a folder, with the binaries on the PATH, and
// returns both of its outputs.
func shell(t *testing.T, dir, line string) (stdout, stderr []byte, err error) {
	t.Helper()
	c := exec.Command("sh", "-c", line)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+tools(t))
	stdout, err = c.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		stderr = exit.Stderr
	}
	return stdout, stderr, err
}

// update says whether expected files are to be rewritten.
func update() bool { return os.Getenv("SERQ_UPDATE") != "" }

func TestMain(m *testing.M) {
	status := m.Run()
	if toolsDir != "" {
		os.RemoveAll(toolsDir)
	}
	os.Exit(status)
}
