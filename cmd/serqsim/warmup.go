package main

import (
	"errors"
	"fmt"
	"strconv"

	"serq/ir"
	"serq/ir/diag"
	"serq/sim"
)

// A warmup is the value of --warmup: a time, or auto.
type warmup struct {
	auto bool
	time float64
}

func (w *warmup) Set(text string) error {
	w.auto = text == "auto"
	if w.auto {
		return nil
	}
	var err error
	if w.time, err = strconv.ParseFloat(text, 64); err != nil {
		return errors.New("it is a time or auto")
	}
	return nil
}

func (w *warmup) Type() string { return "time" }

// String is the default, which is the program's own and has no value here.
func (w *warmup) String() string { return "" }

// chooseWarmup sets the warm-up to the end of the transient of the first
// observation in a run of its own, which is that of replication 0 without warm-up.
// The note says what was chosen.
func chooseWarmup(lowered *sim.Program, p *ir.Program, opt *sim.Options) (note string, err error) {
	pilot := *opt
	pilot.Warmup, pilot.Keep, pilot.Courses, pilot.Watch = 0, true, false, nil
	run, err := lowered.New(pilot)
	if err != nil {
		return "", err
	}
	if _, err := run.Run(); err != nil {
		return "", err
	}
	opt.Warmup = 0
	if opt.Stop.Load() {
		return "stopped before the warm-up was known", nil
	}
	var times, values []float64
	run.Samples(0, func(s sim.Sample) {
		times, values = append(times, s.Time), append(values, s.Value)
	})
	name := p.Observes[0]
	cut, ok := sim.WarmupCut(values)
	if !ok {
		return "", refusal(diag.Diagnostic{Code: diag.RunWarmup, Severity: diag.Error,
			Summary: fmt.Sprintf("no warm-up can be found in the %d samples of %s", len(values), name),
			Hint:    "Run longer, or give the warm-up as a time."})
	}
	if cut == 0 {
		return fmt.Sprintf("warm-up 0, chosen by MSER-5: no transient shows in %d samples of %s", len(values), name), nil
	}
	opt.Warmup = times[cut]
	return fmt.Sprintf("warm-up %.6g, chosen by MSER-5: it leaves out the first %d of %d samples of %s",
		opt.Warmup, cut, len(values), name), nil
}
