package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"serq/ir/diag"
	"serq/ir/result"
)

// sloNames are the latencies that can have an objective.
var sloNames = []string{"ttft", "tpot", "e2el"}

// parseSLO reads objectives as in ttft:200,tpot:50,e2el:5000, in milliseconds, of
// the latencies that a program observes. The error is for the usage message.
func parseSLO(text string, observed []string) (*result.SLO, error) {
	slo := new(result.SLO)
	for _, item := range strings.Split(text, ",") {
		name, limit, ok := strings.Cut(item, ":")
		at := slices.Index(sloNames, name)
		if at < 0 {
			hint := ""
			if s := diag.Suggest(name, sloNames); s != "" {
				hint = fmt.Sprintf("; did you mean %s?", s)
			}
			return nil, fmt.Errorf("--slo: %q is no latency that has an objective (%s)%s", name, strings.Join(sloNames, ", "), hint)
		}
		if !ok {
			return nil, fmt.Errorf("--slo: %s has no limit; write %s:MILLISECONDS", name, name)
		}
		ms, err := strconv.ParseFloat(limit, 64)
		if err != nil || !(ms > 0) || math.IsInf(ms, 0) {
			return nil, fmt.Errorf("--slo: the limit of %s is a number of milliseconds above 0, not %q", name, limit)
		}
		objective := []**float64{&slo.TTFT, &slo.TPOT, &slo.E2EL}[at]
		if *objective != nil {
			return nil, fmt.Errorf("--slo: %s has two limits", name)
		}
		if !slices.Contains(observed, name) {
			return nil, fmt.Errorf("--slo: the program has no observation %s", name)
		}
		*objective = &ms
	}
	return slo, nil
}

// clockUnits names what --clock-unit can be.
func clockUnits() []string {
	var names []string
	for _, u := range result.ClockUnits {
		names = append(names, u.Name)
	}
	return names
}
