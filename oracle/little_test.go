package oracle_test

import (
	"math"
	"strings"
	"testing"

	"serq/ir/result"
)

// TestLittle drains open programs: with nobody present at the start and at the
// end, the mean number at a stage times the length of the run is the sum of all
// visits, to rounding. It is an identity of every sample path (Little's law
// before any limit; Stidham, Oper. Res. 22 (1974)), and so needs no formula.
func TestLittle(t *testing.T) {
	for _, m := range modelledPrograms() {
		if !strings.Contains(m.program, "poisson(") && !strings.Contains(m.program, "renewal(") {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			report, found := result.Read(mustRun(t, readBytes(t, compile(t, m.program)), "serqsim", "--json", "--quiet",
				"--arrivals", "2000", "--horizon", "1e9", "--warmup", "0"))
			if found.HasErrors() {
				t.Fatal(found)
			}
			for _, s := range report.Stages {
				if s.Completed == 0 {
					continue
				}
				area, visits := s.MeanNumber*report.Run.End, float64(s.Completed)*(*s.MeanWait+*s.MeanService)
				if math.Abs(area-visits) > 1e-9*visits {
					t.Errorf("stage %s: %v present over the time, %v in the visits", s.Name, area, visits)
				}
			}
		})
	}
}
