package main

import (
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"strconv"

	"serq/ir"
	"serq/ir/result"
	"serq/sim"
)

// fewestReplications is how many there are before --until-ci looks at an interval.
// From fewer, an interval that is short by chance would often end the run too early.
const fewestReplications = 10

// measure runs the program as often as the command line says and returns the report.
func (s *simulation) measure(p *ir.Program, opt sim.Options) (*result.Report, error) {
	lowered := sim.Lower(p)
	var notes []string
	if s.warmup.auto {
		opt.Progress = s.display.begin("warm-up: ", 0, 1)
		note, err := chooseWarmup(lowered, p, &opt)
		if err != nil {
			return nil, err
		}
		notes = append(notes, note)
	}
	var report *result.Report
	var err error
	if s.replications == 1 && s.untilCI == 0 {
		report, err = s.once(lowered, p, opt)
	} else {
		report, err = s.severally(lowered, p, opt)
	}
	if err != nil {
		return nil, err
	}
	report.Notes = append(notes, report.Notes...)
	s.sign(report, ir.Hash(p))
	return report, nil
}

// sign says who wrote a report, of which program.
func (s *simulation) sign(r *result.Report, program string) {
	r.Tool, r.Program = toolName, program
	if s.quiet {
		r.Notes = []string{}
	}
	for i := range r.PerReplication {
		s.sign(&r.PerReplication[i], program)
	}
}

// once runs a single replication.
func (s *simulation) once(lowered *sim.Program, p *ir.Program, opt sim.Options) (*result.Report, error) {
	opt.Progress = s.display.begin("", 0, 1)
	run, err := lowered.New(opt)
	if err != nil {
		return nil, err
	}
	report, err := run.Run()
	if err != nil {
		return nil, err
	}
	s.picture(run)
	if s.dump != "" {
		err = dump(s.dump, p, run)
	}
	return report, err
}

// severally runs replications, with --until-ci more and more of them, and reports
// their means.
func (s *simulation) severally(lowered *sim.Program, p *ir.Program, opt sim.Options) (*result.Report, error) {
	jobs := s.jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	done := func(replication int, run *sim.Run) error {
		if replication == 0 {
			s.picture(run)
		}
		if s.dump == "" {
			return nil
		}
		return dump(filepath.Join(s.dump, "rep-"+strconv.Itoa(replication)), p, run)
	}
	wanted := s.replications
	if s.untilCI > 0 {
		wanted = max(wanted, fewestReplications)
	}
	var reports []result.Report
	for {
		opt.Progress = s.display.begin("", len(reports), wanted)
		more, err := lowered.Replicate(opt, len(reports), wanted-len(reports), jobs, done)
		if err != nil {
			return nil, err
		}
		reports = append(reports, more...)
		if len(reports) < wanted || opt.Stop.Load() {
			return cutShort(reports, wanted), nil
		}
		if s.untilCI == 0 {
			return result.Merge(reports), nil
		}
		report := result.Merge(reports)
		next, note := s.enough(report)
		if next == wanted {
			report.Notes = append([]string{note}, report.Notes...)
			return report, nil
		}
		wanted = next
	}
}

// cutShort is the report of the replications that were done when the runs were
// stopped, or of what the first one had done.
func cutShort(reports []result.Report, wanted int) *result.Report {
	report := &reports[0]
	if len(reports) > 1 {
		report = result.Merge(reports)
	}
	if !report.Run.Partial || len(reports) > 1 {
		report.Notes = append([]string{fmt.Sprintf("stopped after %d of %d replications", len(reports), wanted)}, report.Notes...)
	}
	report.Run.Partial = true
	return report
}

// enough decides how many replications --until-ci needs, given a report of some:
// as many, and then the note says why it stops, or more. An interval shrinks with
// the square root of the replications, which tells how many the widest one needs. To
// look seldom is to be fooled seldom by one that is short by chance; so there are
// a tenth more at least, and at most twice as many, for the first guess is rough.
func (s *simulation) enough(r *result.Report) (replications int, note string) {
	n := r.Settings.Replications
	widest, width := widestInterval(r)
	switch {
	case widest == nil:
		return n, "--until-ci: no observation has a sample, so there is no interval to go by"
	case width <= s.untilCI:
		return n, fmt.Sprintf("%d replications: the half-width of %s, the widest, is %.3g of its mean, and %v was asked for",
			n, widest.Name, width, s.untilCI)
	case n >= s.maxReplications:
		return n, fmt.Sprintf("%d replications, the limit, are not enough: the half-width of %s is %.3g of its mean, and %v was asked for",
			n, widest.Name, width, s.untilCI)
	}
	ratio := min(width/s.untilCI, 2) // more than doubles
	needed := int(math.Ceil(float64(n) * ratio * ratio))
	return min(max(needed, n+(n+9)/10), 2*n, s.maxReplications), ""
}

// widestInterval returns the observation with the greatest half-width relative to
// its mean, and that ratio; +Inf where the ratio is undefined. Observations without
// a sample do not count; nil if there is no other.
func widestInterval(r *result.Report) (widest *result.Observe, width float64) {
	for i := range r.Observes {
		o := &r.Observes[i]
		if o.Count == 0 {
			continue
		}
		ratio := math.Inf(1)
		switch {
		case o.Mean == nil || o.CI == nil:
		case *o.CI == 0:
			ratio = 0
		default:
			ratio = *o.CI / math.Abs(*o.Mean)
		}
		if widest == nil || ratio > width {
			widest, width = o, ratio
		}
	}
	return widest, width
}
