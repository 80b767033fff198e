package main

import (
	"fmt"
	"slices"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/ir/diag"
	"serq/ir/result"
	"serq/sim"
)

// record lets a run be written to the file of --events; nil without it.
func (s *simulation) record(p *ir.Program, opt *sim.Options) (*recording, error) {
	if s.events == "" {
		return nil, nil
	}
	unit := slices.IndexFunc(result.ClockUnits, func(u result.ClockUnit) bool { return u.Name == s.clockUnit })
	t, err := createTrace(s.events, result.ClockUnits[unit].Seconds)
	if err != nil {
		return nil, s.eventsError(err)
	}
	r := newRecording(t, p, s.eventsLimit)
	opt.Watch = r.watch
	return r, nil
}

// endRecording ends the file, of a run that failed, too: it shows what led there.
func (s *simulation) endRecording(env *cli.Env, r *recording, opt *sim.Options) int {
	if r == nil {
		return cli.OK
	}
	if err := r.close(opt.Seed, s.clockUnit); err != nil {
		return env.Fail(s.eventsError(err))
	}
	if r.cutAt != nil && !s.quiet {
		env.Report(diag.List{{Code: diag.RunEvents, Severity: diag.Warning,
			Summary: fmt.Sprintf("%s ends at time %.6g, where %d events were written", s.events, *r.cutAt, r.written),
			Hint:    "A greater --events-limit shows more, a shorter horizon all of it."}})
	}
	return cli.OK
}

// discard drops a file that was not ended.
func (r *recording) discard() {
	if r != nil {
		r.trace.file.Discard()
	}
}

func (s *simulation) eventsError(err error) error {
	return fmt.Errorf("cannot write %s: %w", s.events, cli.Reason(err))
}
