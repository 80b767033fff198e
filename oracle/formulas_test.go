package oracle_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"serq/ir/diag"
)

// A modelled is a program that a formula covers. Each is run, and serqdiff compares
// what it measured with what the formulas say: two separate roads to the same
// figures.
type modelled struct {
	name    string
	program string // without horizon and warm-up, which are those of a long run if there is no run block
	models  string // what is recognised, joined
}

// longRun is appended to programs without a run block. (Under seed 1 the sum of a
// session's first draws is 3.5 standard deviations off: one seed in two thousand.)
const longRun = "run { horizon 4e4; warmup 1e3; seed 2; }\n"

// respond is a session that observes its response.
const respond = "session { set t0 = now; run svc (%); observe response = now - t0; }\n"

func modelledPrograms() []modelled {
	out := []modelled{
		{"mm1", "stage svc : fifo;\nworkload { arrive poisson(0.7); }\n" + serve("~exp(1)"), "M/M/1"},
		{"mm1 renewal", "stage svc : fifo;\nworkload { arrive renewal(~exp(1) / 0.7); }\n" + serve("~exp(1)"), "M/M/1"},
		{"mm3", "stage svc : fifo(3);\nworkload { arrive poisson(2.1); init { set s = ~exp(1); } }\n" + serve("s"), "M/M/3"},
		{"mm3k", `stage svc : fifo(3);
			workload { arrive poisson(3); }
			session {
			  branch (queue(svc) < 5) { set t0 = now; run svc (~exp(1)); observe response = now - t0; observe lost = 0; }
			  else { observe lost = 1; }
			}
			gauge number = queue(svc);`, "M/M/3/5"},
		{"a loss system", `stage svc : fifo(4);
			workload { arrive poisson(3); }
			session { branch (queue(svc) >= 4) { observe lost = 1; end; } run svc (~exp(1)); observe lost = 0; }`, "M/M/4/4"},
		{"mginf", "stage svc : delay;\nworkload { arrive poisson(5); }\n" + serve("~lognormal(2, 3)") + "gauge number = queue(svc);", "M/G/∞"},
		{"ps of varying capacity", "stage svc : ps(present / (0.5 + 0.3 * present));\nworkload { arrive poisson(2); }\n" + serve("~h2(1, 3)") +
			"gauge number = queue(svc);", "M/G/PS of varying capacity"},
		{"ps, exponential, of varying capacity", "stage svc : ps(min(present, 2));\nworkload { arrive poisson(1.4); }\n" + serve("~exp(1)"), "M/G/PS of varying capacity"},
		{"slowdown", `stage svc : ps(2);
			workload { arrive poisson(1.2); }
			session { set x = ~erlang(2, 1); set t0 = now; run svc (x); observe slowdown = (now - t0) / x; observe waited = 1000 * (now - t0 - x / 2); }`, "M/G/1-PS"},
		{"tandem", `stage a : fifo; stage b : fifo(2); stage c : delay; stage d : ps(3);
			workload { arrive poisson(0.8); }
			session {
			  set t0 = now;
			  run a (~exp(1)); set t1 = now; run b (~exp(2)); run c (~det(3)); run d (~h2(2, 4));
			  observe response = now - t0; observe ba = (now - t1) - (t1 - t0);
			}`, "M/M/1, M/M/2, M/G/∞, M/G/1-PS"},
		{"a general server comes last", `stage a : ps(1); stage b : fifo; stage c : delay;
			workload { arrive poisson(0.6); }
			session { set t0 = now; run a (~erlang(3, 1)); run b (~uniform(0, 2)); run c (~gamma(1, 0.5)); observe response = now - t0; }`,
			"M/G/1-PS, M/G/1, M/G/∞"},
		{"feedback", `stage a : fifo; stage b : fifo(2);
			workload { arrive poisson(1); }
			session {
			  set t0 = now; set rounds = 0;
			  loop {
			    set rounds = rounds + 1;
			    run a (~exp(0.5)); run b (~exp(1));
			    branch with (0.7) { observe response = now - t0; observe rounds = rounds; end; }
			  }
			}`, "M/M/1, M/M/2"},
		{"two classes", `stage svc[2] : fifo; stage ps : ps(1);
			workload { arrive poisson(0.9); init { set big = ~bernoulli(0.25); } }
			session {
			  set t0 = now;
			  branch (big == 1) { run svc[0] (~exp(2)); run ps (~det(1)); observe big = now - t0; }
			  else { run svc[1] (~erlang(2, 0.8)); run svc[0] (~exp(0.2)); observe small = now - t0; }
			}`, ""},
		{"pools without limit", `pool kv { block 16; }
			stage svc : fifo;
			workload { arrive poisson(0.5); }
			session { set t0 = now; hold kv (100) { run svc (~exp(1)); } observe response = now - t0; }`, "M/M/1"},
		{"random gaps", "stage svc : fifo(2); stage think : delay;\nworkload { arrive renewal(~uniform(0.5, 1.5)); }\n" +
			"session { run svc (~exp(1)); set t0 = now; run think (~exp(1)); observe thinking = now - t0; }", "M/G/∞"},
		{"engine", `stage E : step { budget 8; cost 0.02 + 0.01 * tokens; }
			workload { arrive poisson(2); }
			session { run E prefill (~geometric(5)); run E decode (~geometric(6)); }`, "step engine"},
		{"repairman", `stage up : delay; stage repair : fifo(2);
			workload { arrive closed(12); }
			session { loop { run up (~exp(5)); set t0 = now; run repair (~exp(1)); observe down = now - t0; } }
			gauge broken = queue(repair); gauge working = busy(repair);`, "machine repairman M/M/2//12"},
		{"a closed network", `stage think : delay; stage cpu : ps(1); stage disk[2] : fifo; stage net : ps(min(present, 3));
			workload { arrive closed(15); turn { set job = ~h2(1, 3); } }
			session { loop {
			  turn; run think (~det(10)); set t0 = now;
			  run cpu (job); run disk[0] (~exp(0.4)); branch with (0.3) { run disk[1] (~exp(1.2)); } run net (~lognormal(1.5, 2));
			  observe response = now - t0;
			} }`, "closed product-form network of 15 sessions"},
		{"closed, one after the other", "stage think : delay; stage svc : fifo;\nworkload { arrive closed(4); }\n" +
			"session { run think (~exp(3)); set t0 = now; run svc (~exp(1)); observe response = now - t0; }", "machine repairman M/M/1//4"},
		{"flows", `stage nic[3] : ps(1 + 0); stage out : ps(2.5); stage prepare : delay; share maxmin;
			pool kv { cap 70; block 16; }
			workload { arrive batch(4); init { set start = 0.25 * serial; } }
			session { hold kv (10) { run prepare (start); set t0 = now; run nic[min(serial, 2)], out (1 + serial / 3); observe took = now - t0; } lease kv (inf); observe done = now; }
			run { horizon 20; }`, "max-min fair flows"},
		{"flows at their bottleneck", `stage a : ps(1); stage b : ps(2); share bottleneck;
			workload { arrive batch(5); }
			session { branch (serial < 2) { run a (1); run a, b (2); } else { run b (1 + serial); } observe done = now; }
			run { horizon 30; }`, "flows at their bottleneck"},
		{"jobs that share", `stage svc : ps(min(present, 2));
			workload { arrive batch(6); }
			session { set n = 0; loop { set n = n + 1; run svc (1 + serial * n); observe done = now; branch (n >= 3) { end; } } }
			run { horizon 200; }`, "processor sharing"},
	}
	for _, d := range []struct{ law, fifo string }{
		{"~exp(0.8)", "M/M/1"}, {"~det(0.8)", "M/G/1"}, {"~uniform(0.2, 1.4)", "M/G/1"}, {"~erlang(3, 0.8)", "M/G/1"}, {"~h2(0.8, 3)", "M/G/1"},
		{"(0.3 + ~bernoulli(0.5))", "M/G/1"}, {"max(0.8, ~det(0.3))", "M/G/1"}, {"~lognormal(0.8, 1.5)", "M/G/1"}, {"~gamma(0.8, 2)", "M/G/1"},
		{"~pareto(0.8, 5)", "M/G/1"}, {"0.2 * ~geometric(4)", "M/G/1"}, {"0.1 * (1 + ~poisson(7))", "M/G/1"}, {"~erlang(2, 0.4) * ~uniform(1, 3)", "M/G/1"},
	} {
		out = append(out, modelled{"fifo " + d.law, "stage svc : fifo;\nworkload { arrive poisson(0.7); }\n" + serve(d.law), d.fifo},
			modelled{"ps " + d.law, "stage svc : ps(1);\nworkload { arrive poisson(0.7); }\n" + serve(d.law), "M/G/1-PS"})
	}
	return out
}

func serve(work string) string { return strings.Replace(respond, "%", work, 1) }

// TestFormulas runs what the formulas cover.
func TestFormulas(t *testing.T) {
	for _, m := range modelledPrograms() {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				t.Skip("a long run")
			}
			program := compile(t, m.program)
			report, _ := simulate(t, readBytes(t, program))
			o := run(t, nil, "serqdiff", "--oracle", "auto", "--format", "json", program, report)
			if o.status != 0 {
				t.Errorf("exit status %d\n%s%s", o.status, o.stdout, o.stderr)
			}
			var found []string
			for line := range strings.Lines(string(o.stderr)) {
				var model struct{ At, Model, Unchecked, Reason string }
				if err := json.Unmarshal([]byte(line), &model); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				if model.Model != "" {
					found = append(found, model.Model)
				}
			}
			if got := strings.Join(found, ", "); m.models != "" && got != m.models {
				t.Errorf("recognised %s, want %s", got, m.models)
			}
		})
	}
}

// compile writes a program's IR into a file and returns its name.
func compile(t *testing.T, text string) string {
	t.Helper()
	if !strings.Contains(text, "run {") {
		text += "\n" + longRun
	}
	name := filepath.Join(t.TempDir(), "program.ir.json")
	mustRun(t, []byte(text), "serqc", "-", "-o", name)
	return name
}

func readBytes(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestFormulasFindFaults gives reports of programs that differ from the one named.
func TestFormulasFindFaults(t *testing.T) {
	mm1 := "stage svc : fifo;\nworkload { arrive poisson(0.7); }\n" + serve("~exp(1)")
	flows := "stage a : ps(1); stage b : ps(2); share maxmin;\nworkload { arrive batch(3); }\n" +
		"session { branch (serial == 0) { run a, b (1); } else { branch (serial == 1) { run a (1); } else { run b (1); } } observe done = now; }\nrun { horizon 2; }\n"
	tests := []struct {
		name, program, faulty string
		paths                 []string // at least these differ
	}{
		{"faster service", mm1, strings.Replace(mm1, "exp(1)", "exp(0.97)", 1), []string{"observes.response.mean", "stages.svc.utilization", "stages.svc.mean_service"}},
		{"another distribution", mm1, strings.Replace(mm1, "exp(1)", "det(1)", 1), []string{"observes.response.mean", "stages.svc.mean_number"}},
		{"fewer arrivals", mm1, strings.Replace(mm1, "0.7", "0.66", 1), []string{"stages.svc.throughput", "stages.svc.utilization"}},
		{"two servers", mm1, strings.Replace(mm1, "fifo", "fifo(2)", 1), []string{"observes.response.mean", "stages.svc.utilization", "stages.svc.mean_number"}},
		{"another policy", flows, strings.Replace(flows, "maxmin", "bottleneck", 1), []string{"stages.b.mean_number", "observes.done.mean", "observes.done.min"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			right, wrong := compile(t, tt.program), compile(t, tt.faulty)
			honest, _ := simulate(t, readBytes(t, right))
			report, _ := simulate(t, readBytes(t, wrong))
			if o := run(t, nil, "serqdiff", "--oracle", "auto", right, report); o.status != 1 || !strings.Contains(string(o.stderr), "[SQ0641]") {
				t.Errorf("a report of another program: exit status %d\n%s", o.status, o.stderr)
			}
			pretend(t, report, honest)
			o := run(t, nil, "serqdiff", "--oracle", "auto", right, report)
			if o.status != 1 {
				t.Errorf("exit status %d, want 1", o.status)
			}
			for _, path := range tt.paths {
				if !strings.Contains("\n"+string(o.stdout), "\n"+path+":") {
					t.Errorf("%s is not found wrong:\n%s", path, o.stdout)
				}
			}
		})
	}
}

// pretend gives a report the program of another one.
func pretend(t *testing.T, report, other string) {
	t.Helper()
	var is, as map[string]any
	readJSON(t, report, &is)
	readJSON(t, other, &as)
	is["program"] = as["program"]
	data, err := json.Marshal(is)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(report, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestNoFormula has programs without a formula, with the reason and its line.
func TestNoFormula(t *testing.T) {
	const poisson = "workload { arrive poisson(0.5); }\n"
	const short = "run { horizon 10; }\n"
	svc := "stage svc : fifo;\n" + poisson
	tests := []struct {
		name, program, says string
		line                int // 0: none
	}{
		{"pool", "pool slots { cap 3; }\n" + svc + "session { hold slots (1) { run svc (~exp(1)); } }\n", "sessions may wait for pool slots", 4},
		{"overload", svc + serve("~exp(2)"), "stage svc is given 1 of what it can serve", 0},
		{"ps overload", "stage svc : ps(0.5);\n" + poisson + serve("~exp(2)"), "stage svc is given 2 of what", 0},
		{"negative work", svc + serve("~normal(1, 0.1)"), "could be negative", 3},
		{"work of 0", svc + serve("~poisson(1)"), "is 0 at times", 3},
		{"work from the state", svc + serve("1 + queue(svc)"), "reads queue(svc)", 3},
		{"work from a clock", svc + serve("now"), "depends on a time", 3},
		{"choice", "stage svc[2] : fifo;\n" + poisson + "session { choose j in 2 by (queue(svc[j])); run svc[j] (1); }\n", "a choice between members", 3},
		{"branch on state", svc + "session { branch (busy(svc) == 1) { run svc (1); } }\n", "what decides a branch is not known", 3},
		{"branch on what was served", "stage svc : ps(1);\n" + poisson + "session { set b = ~bernoulli(0.5); run svc (0.5 + b); branch (b == 1) { observe big = now; } }\n", "part of a job's work", 3},
		{"gate after a visit", svc + "session { run svc (~exp(0.1)); branch (queue(svc) < 3) { run svc (~exp(0.1)); } }\n", "not at the session's arrival only", 3},
		{"general loss", svc + "session { branch (queue(svc) < 3) { run svc (~det(1)); } }\n", "a limit on the number at stage svc", 0},
		{"random member", "stage svc[2] : fifo;\n" + poisson + "session { run svc[floor(~uniform(0, 2))] (1); }\n", "which member is meant is not constant", 3},
		{"flow", "stage a : ps(1); stage b : ps(1); share maxmin;\n" + poisson + "session { run a, b (~exp(0.5)); }\n", "a flow holds several stages", 3},
		{"nobody leaves", svc + "session { loop { run svc (~exp(0.1)); } }\n", "sessions arrive and never leave", 0},
		{"nobody comes", "stage svc : fifo;\nsession { run svc (1); }\n", "no session ever arrives", 0},
		{"closed and deterministic", "stage think : delay; stage svc : ps(1);\nworkload { arrive closed(3); }\nsession { loop { run think (2); run svc (1); } }\n", "in step for ever", 0},
		{"closed, work of one's own", "stage think : delay; stage svc : ps(1);\nworkload { arrive closed(3); init { set w = ~exp(1); } }\nsession { loop { run think (~exp(2)); run svc (w); } }\n", "w is from before the loop", 3},
		{"closed and general", "stage think : delay; stage svc : fifo;\nworkload { arrive closed(3); }\nsession { loop { run think (~exp(2)); run svc (~erlang(2, 1)); } }\n", "in order of arrival", 0},
		{"closed engine", "stage E : step { cost 1; }\nworkload { arrive closed(3); }\nsession { run E decode (~geometric(5)); }\n", "a step engine", 0},
		{"engine that reads its batch", "stage E : step { budget 8; cost 1 + decoders; }\n" + poisson + "session { run E decode (5); }\n", "whether engine E keeps up", 0},
		{"batch with a queue", "stage svc : fifo;\nworkload { arrive batch(3); }\nsession { run svc (1); }\n", "neither ps nor delay", 3},
		{"batch that draws", "stage svc : ps(1);\nworkload { arrive batch(3); }\nsession { run svc (~exp(1)); }\n", "~exp(1)", 3},
		{"batch in a full pool", "pool kv { cap 2; }\nstage svc : ps(1);\nworkload { arrive batch(3); }\nsession { hold kv (1) { run svc (1); } }\n", "sessions may wait for pool kv", 0},
		{"short run", svc + serve("~exp(1)"), "the run is too short: a visit at svc takes 2 on average, and 10 were measured", 0},
		{"square", svc + "session { set s = ~exp(1); set u = s * s; run svc (u); }\n", "it multiplies draws that depend on each other", 3},
		{"nothing known", "stage svc : ps(present);\n" + poisson + "session { branch (queue(svc) < 3) { observe now = now; } }\n", "not every session is let in", 0},
	}
	explained, _ := diag.Explain(diag.OracleNoFormula)
	tests = append(tests, struct {
		name, program, says string
		line                int
	}{"the explanation's example", explained.Example, "sessions may wait for pool slots", 4})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(tt.program, "run {") {
				tt.program += short
			}
			program := compile(t, tt.program)
			report, _ := simulate(t, readBytes(t, program), "--quiet")
			o := run(t, nil, "serqdiff", "--oracle", "auto", "--format", "json", program, report)
			found := diagnostics(t, o.stderr)
			if o.status != 1 || len(found) != 1 || found[0].Code != "SQ0640" || !strings.Contains(found[0].Message, tt.says) {
				t.Fatalf("exit status %d, want 1 and %q:\n%s", o.status, tt.says, o.stderr)
			}
			if found[0].Location.Line != tt.line {
				t.Errorf("line %d, want %d", found[0].Location.Line, tt.line)
			}
		})
	}
}

// TestUnchecked: what no formula tells is said, and the rest is compared.
func TestUnchecked(t *testing.T) {
	program := compile(t, `stage a : fifo; stage b : fifo(2); stage c : fifo; stage unused : fifo;
		workload { arrive poisson(0.5); }
		session {
		  set t0 = now; run a (~det(1)); observe first = now - t0;
		  run b (~exp(1)); observe both = now - t0; run c (~pareto(0.5, 1.5)); observe left = now; observe three = 3;
		}
		gauge a = queue(a); gauge b = queue(b); gauge unused = queue(unused); gauge pair = queue(a) + queue(b);
		run { horizon 1e5; warmup 1e3; }`)
	report, _ := simulate(t, readBytes(t, program))
	o := run(t, nil, "serqdiff", "--oracle", "auto", program, report)
	if o.status != 0 {
		t.Errorf("exit status %d\n%s%s", o.status, o.stdout, o.stderr)
	}
	got := strings.Split(strings.TrimSpace(string(o.stderr)), "\n")
	want := []string{
		"a: M/G/1 (Pollaczek-Khinchine, λE[S²]/(2(1 − ρ)) + E[S]; Kleinrock 1975, eq. 5.69)",
		"not checked: observes.both.mean: the arrivals at b are not Poisson: they come from a",
		"not checked: observes.left.mean: it is a time of the clock, not a duration",
		"not checked: gauges.b.mean: the arrivals at b are not Poisson: they come from a",
		"not checked: gauges.pair.mean: it is not the number at a stage",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
