package oracle_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// The acceptance tests run the tools as people do: as processes, over files and
// pipes. The binaries are built once per test run.

// toolsDir is the folder of the built tools, removed by TestMain.
var toolsDir string

func TestMain(m *testing.M) {
	var err error
	if toolsDir, err = os.MkdirTemp("", "serq-tools-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(toolsDir)
	os.Exit(status)
}

var buildTools = sync.OnceValue(func() error {
	out, err := exec.Command("go", "build", "-o", toolsDir, "serq/cmd/...").CombinedOutput()
	if err != nil {
		return fmt.Errorf("building the tools: %w\n%s", err, out)
	}
	return nil
})

// An outcome is how a tool ended.
type outcome struct {
	status         int
	stdout, stderr []byte
}

// run runs a tool with its standard input.
func run(t *testing.T, stdin []byte, tool string, args ...string) outcome {
	t.Helper()
	if err := buildTools(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(toolsDir, tool), args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()}
}

// mustRun runs a tool that must succeed, and returns its product.
func mustRun(t *testing.T, stdin []byte, tool string, args ...string) []byte {
	t.Helper()
	o := run(t, stdin, tool, args...)
	if o.status != 0 {
		t.Fatalf("%s %q: exit status %d\n%s", tool, args, o.status, o.stderr)
	}
	return o.stdout
}

// simulate runs IR and returns the names of its report and its dump.
func simulate(t *testing.T, ir []byte, args ...string) (report, dump string) {
	t.Helper()
	dir := t.TempDir()
	report, dump = filepath.Join(dir, "report.json"), filepath.Join(dir, "dump")
	mustRun(t, ir, "serqsim", append([]string{"--json", "-o", report, "--dump", dump}, args...)...)
	return report, dump
}

// readJSON decodes a file.
func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// cases lists the files of a folder of cases that have a suffix.
func cases(t *testing.T, folder, suffix string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "cases", folder, "*"+suffix))
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases in %s (%v)", folder, err)
	}
	return names
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
