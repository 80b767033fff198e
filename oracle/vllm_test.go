package oracle_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"serq/ir/result"
)

// vllmDir has what vLLM's scheduler did, and the program that must do the same.
const vllmDir = "testdata/vllm"

// A vllmScenario is what vLLM's scheduler did with some requests. Steps count from 1,
// and the clock of the program is such that step k ends at k.
type vllmScenario struct {
	Requests []struct {
		ID             int
		FirstTokenStep float64 `json:"first_token_step"`
		LastTokenStep  float64 `json:"last_token_step"`
	}
	Preemptions int
}

// vllmScenarios maps the names of the scenarios to their programs in IR.
func vllmScenarios(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(vllmDir + "/*.ir.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios (%v)", err)
	}
	out := map[string][]byte{}
	for _, file := range files {
		ir, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(file), ".ir.json")] = ir
	}
	return out
}

// vllmDisagreements runs IR and says where its requests' tokens and its preemptions are
// not those of the scenario.
func vllmDisagreements(t *testing.T, name string, ir []byte) []string {
	t.Helper()
	var scenario vllmScenario
	readJSON(t, filepath.Join(vllmDir, name+".json"), &scenario)
	reportFile, dump := simulate(t, mustRun(t, ir, "serqlink"))
	first, last := bySession(t, filepath.Join(dump, "ttft.csv")), bySession(t, filepath.Join(dump, "e2el.csv"))

	var out []string
	for _, r := range scenario.Requests {
		id := strconv.Itoa(r.ID)
		for _, token := range []struct {
			name      string
			at        map[string]float64
			scheduler float64
		}{{"first", first, r.FirstTokenStep}, {"last", last, r.LastTokenStep}} {
			if got, ok := token.at[id]; !ok || got != token.scheduler {
				out = append(out, fmt.Sprintf("request %s: %s token in step %v, want %v", id, token.name, got, token.scheduler))
			}
		}
	}
	var report result.Report
	readJSON(t, reportFile, &report)
	preemptions := 0
	for _, p := range report.Pools {
		preemptions += int(p.Preemptions)
	}
	if preemptions != scenario.Preemptions {
		out = append(out, fmt.Sprintf("%d preemptions, want %d", preemptions, scenario.Preemptions))
	}
	return out
}

// TestVLLM: the engine does what vLLM's scheduler did, to the step.
func TestVLLM(t *testing.T) {
	for name, ir := range vllmScenarios(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, d := range vllmDisagreements(t, name, ir) {
				t.Error(d)
			}
		})
	}
}

// TestVLLMScenariosDiscriminate: a scheduler with another rule is found out.
func TestVLLMScenariosDiscriminate(t *testing.T) {
	object := func(v any, path ...any) map[string]any {
		for _, p := range path {
			switch p := p.(type) {
			case string:
				v = v.(map[string]any)[p]
			case int:
				v = v.([]any)[p]
			}
		}
		return v.(map[string]any)
	}
	num := func(x float64) any { return map[string]any{"Num": x} }
	for _, rule := range []struct {
		name, scenario string
		change         func(ir any)
	}{
		{"the threshold also holds for a request alone", "alone", func(ir any) {
			object(ir, "stages", 0, "kind", "Step")["chunk"] = num(24)
		}},
		{"no threshold", "alone", func(ir any) {
			object(ir, "stages", 0, "kind", "Step")["chunk"] = num(0)
		}},
		{"prefills in one piece", "chunked", func(ir any) {
			object(ir, "stages", 0, "kind", "Step")["budget"] = num(4096)
		}},
		{"the oldest is preempted", "preempt", func(ir any) {
			object(ir, "pools", 1)["preempt"] = map[string]any{"By": map[string]any{"keys": []any{map[string]any{"Ctx": "Admission"}}}}
		}},
		{"a preempted request waits behind the others", "alone", func(ir any) {
			object(ir, "pools", 1, "preempt", "By")["tail"] = true
		}},
		{"nobody is preempted", "preempt", func(ir any) {
			object(ir, "pools", 1)["preempt"] = "None"
		}},
		{"a part of the prompt must fit", "alone", func(ir any) {
			kv := object(ir, "blocks", 2, 1, "Hold")["pools"].([]any)[1].([]any)
			kv[2] = nil
		}},
		{"vLLM's own block is usable", "preempt", func(ir any) {
			object(ir, "pools", 1)["cap"] = 11 * 16
		}},
		{"one request more may run", "seqcap", func(ir any) {
			object(ir, "pools", 0)["cap"] = 3
		}},
	} {
		t.Run(rule.name, func(t *testing.T) {
			t.Parallel()
			var ir any
			readJSON(t, filepath.Join(vllmDir, rule.scenario+".ir.json"), &ir)
			rule.change(ir)
			changed, err := json.Marshal(ir)
			if err != nil {
				t.Fatal(err)
			}
			if len(vllmDisagreements(t, rule.scenario, changed)) == 0 {
				t.Error("the scenario does not notice")
			}
		})
	}
}

// TestVLLMGenerated: the IR is what the program and the scenarios give.
// SERQ_UPDATE=1 writes it. Without Python there is nothing to compare with.
func TestVLLMGenerated(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	if err := buildTools(); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if os.Getenv("SERQ_UPDATE") != "" {
		out = vllmDir
	}
	cmd := exec.Command(python, "../tools/vllm/scenarios.py", filepath.Join(toolsDir, "serqc"), vllmDir, out)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, said)
	}
	generated, err := filepath.Glob(out + "/*.ir.json")
	if err != nil {
		t.Fatal(err)
	}
	committed := vllmScenarios(t)
	if len(generated) != len(committed) {
		t.Errorf("%d programs are generated, %d are there", len(generated), len(committed))
	}
	for _, file := range generated {
		name := strings.TrimSuffix(filepath.Base(file), ".ir.json")
		if got := readFile(t, file); !bytes.Equal([]byte(got), committed[name]) {
			t.Errorf("%s.ir.json is out of date (SERQ_UPDATE=1 writes it)", name)
		}
	}
}
