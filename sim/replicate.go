package sim

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"serq/ir/result"
)

// Replicate runs the replications first to first+n−1 on so many goroutines and
// returns their reports in order. Neither the reports nor the error depend on the
// number of goroutines: the error is that of the first replication that fails.
//
// Where opt.Stop ended the runs, the reports are those of the replications before
// the first unfinished one. Of replication 0 there is a report in any case, if need
// be of what it did so far. done is called with each run that has ended, and with that
// of replication 0 in any case, from its goroutine; its error counts as the
// replication's. Of the courses (Options.Courses) those of replication 0 are followed.
func (p *Program) Replicate(opt Options, first, n, jobs int, done func(replication int, r *Run) error) ([]result.Report, error) {
	outcomes := make([]outcome, n)
	var failed atomic.Int64 // no replication after this one is needed
	failed.Store(int64(n))
	var group errgroup.Group
	group.SetLimit(jobs)
	for k := range n {
		group.Go(func() error {
			if int64(k) < failed.Load() {
				outcomes[k] = p.replicate(opt, first+k, done)
			}
			if o := &outcomes[k]; o.err != nil || o.bug != "" {
				lowerTo(&failed, int64(k))
			}
			return nil
		})
	}
	_ = group.Wait() // errors are in the outcomes
	var reports []result.Report
	for k, o := range outcomes {
		switch {
		case o.bug != "":
			panic(o.bug)
		case o.err != nil:
			return nil, fmt.Errorf("replication %d: %w", first+k, o.err)
		case o.finished || first+k == 0:
			reports = append(reports, *o.report)
		}
		if !o.finished {
			return reports, nil
		}
	}
	return reports, nil
}

// An outcome is how a replication went; the zero outcome is of one that did not run.
type outcome struct {
	report   *result.Report
	finished bool
	err      error
	bug      string // what it panicked with, and where
}

// replicate runs one replication.
func (p *Program) replicate(opt Options, replication int, done func(int, *Run) error) (o outcome) {
	defer func() { // a panic here would end the process without a word from its command
		if r := recover(); r != nil {
			o.bug = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	stopped := func() bool { return opt.Stop != nil && opt.Stop.Load() }
	if stopped() && replication > 0 {
		return o
	}
	opt.Replication, opt.Several = replication, true
	opt.Courses = opt.Courses && replication == 0
	if replication > 0 {
		opt.Watch = nil
	}
	run, err := p.New(opt)
	if err != nil {
		return outcome{err: err}
	}
	if o.report, o.err = run.Run(); o.err != nil {
		return o
	}
	o.finished = !(o.report.Run.Partial && stopped())
	if o.finished || replication == 0 {
		o.err = done(replication, run)
	}
	return o
}

// lowerTo lowers a number to x, if it is greater.
func lowerTo(n *atomic.Int64, x int64) {
	for old := n.Load(); x < old; old = n.Load() {
		if n.CompareAndSwap(old, x) {
			return
		}
	}
}
