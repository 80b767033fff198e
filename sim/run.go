package sim

import (
	"errors"
	"fmt"

	"serq/ir"
	"serq/ir/result"
)

// A Program is a program that is ready to be run, any number of times and on
// several goroutines at once: a run changes nothing in it.
type Program struct{ code *code }

// Lower makes a program ready that ir/link accepts.
func Lower(p *ir.Program) *Program { return &Program{lower(p)} }

// A Run is one replication of a program, run or about to be.
type Run struct {
	m *machine
}

// New prepares a run. The options are those of the program with what was
// overridden; it refuses what does not go together.
func (p *Program) New(opt Options) (*Run, error) {
	if err := opt.check(p.code.program); err != nil {
		return nil, err
	}
	return &Run{newMachine(p.code, opt)}, nil
}

// New prepares a single run of a program that ir/link accepts.
func New(p *ir.Program, opt Options) (*Run, error) { return Lower(p).New(opt) }

// A SettingsError says which options do not go together.
type SettingsError struct{ error }

// check judges settings as ir/link judges a program's own.
func (o *Options) check(p *ir.Program) error {
	if err := o.judge(p); err != nil {
		return SettingsError{err}
	}
	return nil
}

func (o *Options) judge(p *ir.Program) error {
	switch {
	case !(o.Horizon > 0) || !finite(o.Horizon):
		return fmt.Errorf("the horizon is positive and finite, this is %v", o.Horizon)
	case !(o.Warmup >= 0 && o.Warmup < o.Horizon):
		return fmt.Errorf("the warm-up ends from 0 on and before the horizon %v, this is %v", o.Horizon, o.Warmup)
	case o.Arrivals < 0:
		return fmt.Errorf("arrivals are at least 1, this is %d", o.Arrivals)
	case o.Seed < 0 || o.Seed > 1<<53:
		return fmt.Errorf("a seed is from 0 to 2^53, this is %d", o.Seed)
	}
	if o.Arrivals > 0 {
		switch p.Arrival.(type) {
		case ir.Poisson, *ir.Renewal:
		default:
			return errors.New("a number of arrivals goes only with open arrivals (poisson, renewal)")
		}
	}
	return nil
}

// Run runs to the end, or to where it was stopped; then Partial is set in the
// report. A Failure is what the program did wrong.
func (r *Run) Run() (report *result.Report, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Failure:
			report, err = nil, p
		default:
			panic(p)
		}
	}()
	r.m.run()
	r.m.publish(1)
	if r.m.watcher != nil {
		r.m.watcher.runEnds(r.m.now)
	}
	return r.m.report(), nil
}

// A Sample is one measured value of an observation.
type Sample struct {
	Time    float64 // clock units
	Session int64   // serial
	Turn    int64   // turns that the session had made
	Value   float64
}

// Samples calls yield for every measured sample of an observation, in time
// order. The run kept them (Options.Keep).
func (r *Run) Samples(o ir.ObserveID, yield func(Sample)) {
	for _, s := range r.m.samples[o].kept {
		yield(Sample{s.time, s.session, s.turn, s.value})
	}
}

// GaugeValues calls yield for the value of a gauge at the end of the warm-up and
// for every change after it; a value that is held for no time, at the end of the
// run, is none. The run kept them (Options.Keep).
func (r *Run) GaugeValues(gauge int, yield func(time, value float64)) {
	for i, c := range r.m.gauges[gauge].kept {
		if i == 0 || c.time < r.m.now {
			yield(c.time, c.value)
		}
	}
}

// Curves are what pictures of the run are drawn from. The run followed its pools and
// gauges (Options.Courses). Beyond a million samples, values of a distribution are to
// 0.1% only.
func (r *Run) Curves() *result.Curves {
	m := r.m
	c := &result.Curves{
		Samples: make([]result.Distribution, len(m.samples)),
		Gauges:  make([]result.Course, len(m.gauges)),
		Pools:   make([]result.PoolCourse, len(m.pools)),
	}
	for i := range c.Samples {
		c.Samples[i] = m.samples[i].distribution()
	}
	for i := range c.Gauges {
		c.Gauges[i] = m.courses.gauges[i].at(m.now)
	}
	for i := range c.Pools {
		c.Pools[i] = result.PoolCourse{
			Used: m.courses.used[i].at(m.now), Cached: m.courses.cached[i].at(m.now), Queue: m.courses.queue[i].at(m.now),
		}
	}
	return c
}
