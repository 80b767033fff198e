package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"serq/ir/diag"
	"serq/ir/result"
)

// compiled writes a program to a folder of its own and compiles it there.
func compiled(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.sq"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, errs, err := shell(t, dir, "serqc p.sq -o p.json"); err != nil {
		t.Fatalf("serqc: %v\n%s", err, errs)
	}
	return dir
}

// Every rule of a run has an example that breaks it and no other, and the message
// names the line that does.
func TestRunFailures(t *testing.T) {
	for _, code := range diag.Codes() {
		e, _ := diag.Explain(code)
		if !strings.HasPrefix(string(code), "SQ05") || e.Example == "" {
			continue
		}
		t.Run(string(code), func(t *testing.T) {
			dir := compiled(t, e.Example)
			_, errs, err := shell(t, dir, "serqsim p.json")
			out := string(errs)
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 {
				t.Fatalf("want exit status 1, got %v\n%s", err, out)
			}
			if got := strings.Count(out, "[SQ"); got != 1 || !strings.Contains(out, "["+string(code)+"]") {
				t.Errorf("want only %s:\n%s", code, out)
			}
			if !strings.Contains(out, "at time ") {
				t.Errorf("the message does not say when:\n%s", out)
			}
		})
	}
}

const endless = `stage svc : fifo;
workload { arrive poisson(0.8); }
session { set t0 = now; run svc (~exp(1)); observe response = now - t0; end; }
run { horizon 1e15; }
`

// An interrupt ends the run at the next event, with the report so far.
func TestInterrupt(t *testing.T) {
	dir := compiled(t, endless)
	cmd := exec.Command(filepath.Join(filepath.SplitList(tools(t))[0], "serqsim"), "p.json", "--json")
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // it need not have begun: the interrupt waits for it
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Fatalf("want exit status 130, got %v\n%s", err, errs.String())
	}
	r, found := result.Read(out.Bytes())
	if found.HasErrors() {
		t.Fatalf("the report does not read: %v", found)
	}
	if !r.Run.Partial || r.Run.End <= 0 || r.Run.End >= 1e15 {
		t.Errorf("partial %v, end %v", r.Run.Partial, r.Run.End)
	}
}

// A limit of events or of time ends the run likewise, and says so by its status.
func TestLimits(t *testing.T) {
	dir := compiled(t, endless)
	for _, flag := range []string{"--max-events 1000", "--timeout 100ms"} {
		out, _, err := shell(t, dir, "serqsim p.json --json "+flag)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Fatalf("%s: want exit status 1, got %v", flag, err)
		}
		var r struct {
			Run struct {
				Partial bool
				Events  int64
			}
		}
		if err := json.Unmarshal(out, &r); err != nil {
			t.Fatal(err)
		}
		if !r.Run.Partial || flag == "--max-events 1000" && r.Run.Events != 1000 {
			t.Errorf("%s: %+v", flag, r.Run)
		}
	}
}
