package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestValues(t *testing.T) {
	for list, want := range map[string]string{
		"1":                     "1",
		"1,2,4":                 "1 2 4",
		"1:2:0.5":               "1 1.5 2",
		"0:1:0.1":               "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1",
		"1:2:0.4":               "1 1.4 1.8",
		"3:1:-1":                "3 2 1",
		"5:5:1":                 "5",
		"1e6:3e6:1e6":           "1e+06 2e+06 3e+06",
		"max(1, 2),pow(2, 3),4": "max(1, 2) pow(2, 3) 4",
	} {
		got, err := parseValues(list)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v, want %s", list, got, err, want)
		}
	}
	for _, list := range []string{"1,,2", "1:2:0", "2:1:1", "a:2:1", "1:inf:1", "0:1:1e-9", "max(1,2"} {
		if got, err := parseValues(list); err == nil {
			t.Errorf("%s: no error but %q", list, got)
		}
	}
}

func TestAxes(t *testing.T) {
	for _, sets := range [][]string{{"np"}, {"=1"}, {"np="}, {"np=1", "np=2"}, {"a=1:1001:1", "b=1:1001:1"}} {
		if _, err := parseAxes(sets); err == nil {
			t.Errorf("%q: no error", sets)
		}
	}
}

func TestGridOrder(t *testing.T) {
	axes, err := parseAxes([]string{"a=1,2", "b=7", "c=x,y,z"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range grid(axes) {
		got = append(got, strings.Join(p, ""))
	}
	if want := []string{"17x", "17y", "17z", "27x", "27y", "27z"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFigures(t *testing.T) {
	got, err := figuresOf([]byte(`{
		"run": {"end": 1e3, "partial": false},
		"observes": [{"name": "ttft", "mean": null, "quantiles": {"p99": 12.50}}],
		"stages": [{"name": "D.nic", "index": 1, "utilization": 0.25}, {"name": "svc", "index": null, "utilization": 1}],
		"notes": ["x"], "per_replication": [{"run": {"end": 7}}]
	}`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"run.end": "1e3", "observes.ttft.quantiles.p99": "12.50",
		"stages.D.nic[1].utilization": "0.25", "stages.svc.utilization": "1",
	} {
		if text := cellText(got[path]); text != want {
			t.Errorf("%s is %q, want %s", path, text, want)
		}
	}
	if mean, ok := got["observes.ttft.mean"]; !ok || mean != nil {
		t.Errorf("a null is %v, %v", mean, ok)
	}
	if _, ok := got["per_replication[0].run.end"]; ok {
		t.Error("the replications' own reports are figures")
	}
}

// withTools builds serqc and serqsim and lets the sweep find them.
func withTools(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "serq/cmd/serqc", "serq/cmd/serqsim")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("SERQ_BIN", dir)
}

const queue = `
let rate = 0.5;
let servers = 1;
stage svc : fifo(servers);
workload { arrive poisson(rate); }
session { set t0 = now; run svc (~exp(1)); observe response = now - t0; branch (rate < 0) { observe never = 1; } }
run { horizon 500; seed 3; }
`

// swept runs the command and returns what it writes and its status.
func swept(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(t.Context(), args, &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

func TestSweep(t *testing.T) {
	withTools(t)
	program := filepath.Join(t.TempDir(), "queue.sq")
	if err := os.WriteFile(program, []byte(queue), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{program, "--set", "servers=1,2", "--set", "rate=0.2:0.6:0.2",
		"--figure", "observes.response.mean", "--figure", "observes.never.mean", "--figure", "run.partial"}

	one, errs, status := swept(t, append(args, "--jobs", "1", "--", "--replications", "2")...)
	if status != 0 || errs != "" {
		t.Fatalf("status %d: %s", status, errs)
	}
	lines := strings.Split(strings.TrimSpace(one), "\n")
	if lines[0] != "servers,rate,observes.response.mean,observes.never.mean,run.partial" || len(lines) != 7 {
		t.Errorf("the table is\n%s", one)
	}
	for i, point := range []string{"1,0.2,", "1,0.4,", "1,0.6,", "2,0.2,", "2,0.4,", "2,0.6,"} {
		if !strings.HasPrefix(lines[1+i], point) || !strings.HasSuffix(lines[1+i], ",,false") {
			t.Errorf("line %d is %s", i+1, lines[1+i])
		}
	}

	for _, more := range [][]string{{"--jobs", "2"}, {"--jobs", "5"}} {
		file := filepath.Join(t.TempDir(), "table.csv")
		out, errs, status := swept(t, append(append(slices.Clone(args), more...), "-o", file, "--", "--replications", "2")...)
		if status != 0 || out != "" || errs != "" {
			t.Fatalf("status %d: %s%s", status, out, errs)
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != one {
			t.Errorf("%v: the table is not that of one at a time (%v)\n%s", more, err, text)
		}
	}

	out, _, _ := swept(t, program, "--set", "servers=2", "--figure", "run.partial", "--figure", "observes.never.mean", "--json")
	if want := `{"point":{"servers":"2"},"figures":{"observes.never.mean":null,"run.partial":false}}` + "\n"; out != want {
		t.Errorf("got %s, want %s", out, want)
	}
}

// The error is that of the first point of the grid that fails, however many run at a time.
func TestSweepNamesThePoint(t *testing.T) {
	withTools(t)
	dir := t.TempDir()
	program, file := filepath.Join(dir, "queue.sq"), filepath.Join(dir, "table.csv")
	if err := os.WriteFile(program, []byte(queue), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, jobs := range []string{"1", "4"} {
		_, errs, status := swept(t, program, "--set", "rate=0.5", "--set", "servers=1,0.5,2,no", "--figure", "run.end", "--jobs", jobs, "-o", file)
		if status != statusFailed || !strings.HasPrefix(errs, "sweep: rate=0.5 servers=0.5: serqc: exit status 1\n") {
			t.Errorf("%s at a time: status %d: %s", jobs, status, errs)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("there is a table")
	}
	_, errs, status := swept(t, program, "--figure", "run.edn")
	if status != statusFailed || !strings.Contains(errs, "no figure run.edn") {
		t.Errorf("status %d: %s", status, errs)
	}
}

func TestCommandLine(t *testing.T) {
	withTools(t)
	for _, args := range [][]string{
		{}, {"a.sq", "b.sq", "--figure", "run.end"}, {"a.sq"}, {"a.sq", "--figure", "run.end", "--jobs", "0"},
		{"a.sq", "--figure", "run.end", "--set", "x"}, {"a.sq", "--no-such-flag"},
	} {
		if out, errs, status := swept(t, args...); status != statusUsage || out != "" || errs == "" {
			t.Errorf("%q: status %d, %q, %q", args, status, out, errs)
		}
	}
	if out, _, status := swept(t, "--help"); status != 0 || !strings.Contains(out, "--figure PATH") {
		t.Errorf("help: status %d, %s", status, out)
	}
}
