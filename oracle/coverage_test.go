package oracle_test

import (
	"math"
	"testing"

	"serq/ir/result"
	"serq/oracle/formula"
)

// TestIntervalsCoverTheTruth runs 500 replications of programs whose mean response
// is known: the 95% intervals of single runs must hold it in about 95% of them.
// An interval from batches that are still correlated is too narrow, one that
// always holds the truth too wide. Over 500 runs the share has a standard
// deviation of 1%, so that 92% to 97% leave room for both chance and a little
// correlation. Batches are of 250 responses or more, many times what the systems
// remember.
func TestIntervalsCoverTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("1,500 runs")
	}
	const runs = 500
	repairman := formula.Repairman{N: 10, C: 1, Think: 10, Service: 1}
	down, err := repairman.Chain()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, program string
		truth         float64
	}{
		{"M/M/1", "stage svc : fifo;\nworkload { arrive poisson(0.5); }\n" + serve("~exp(1)") +
			"run { horizon 10500; warmup 500; }", formula.MM1{Lambda: 0.5, Mu: 1}.Response()},
		{"M/G/1-PS", "stage svc : ps(1);\nworkload { arrive poisson(0.5); }\n" + serve("~h2(1, 2)") +
			"run { horizon 30500; warmup 500; }", formula.MG1PS(0.5, 1, 1)},
		{"closed", "stage think : delay; stage svc : fifo;\nworkload { arrive closed(10); }\n" +
			"session { loop { run think (~exp(10)); set t0 = now; run svc (~exp(1)); observe response = now - t0; } }\n" +
			"run { horizon 16500; warmup 500; }", 10/repairman.Throughput(down) - 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, found := result.Read(mustRun(t, readBytes(t, compile(t, tt.program)), "serqsim", "--json", "--replications", "500"))
			if found.HasErrors() || len(r.PerReplication) != runs {
				t.Fatalf("%d replications, %v", len(r.PerReplication), found)
			}
			covered := 0
			for k, single := range r.PerReplication {
				o := single.Observes[0]
				if o.Mean == nil || o.CI == nil {
					t.Fatalf("replication %d: %v samples have no interval", k, o.Count)
				}
				if math.Abs(*o.Mean-tt.truth) <= *o.CI {
					covered++
				}
			}
			share := float64(covered) / runs
			t.Logf("%.1f%% of the intervals hold %.6g", 100*share, tt.truth)
			if share < 0.92 || share > 0.97 {
				t.Errorf("%.1f%% of the intervals hold %v, want 92%% to 97%%", 100*share, tt.truth)
			}
			o := r.Observes[0]                           // the interval over replications
			if math.Abs(*o.Mean-tt.truth) > *o.CI*1.32 { // 99%: 2.586/1.965, Student's t with 499 degrees of freedom
				t.Errorf("over all runs %v ± %v, want %v", *o.Mean, *o.CI, tt.truth)
			}
		})
	}
}
