package cmd

import (
	"fmt"

	"serq/ir/result"
	"serq/sim"
)

// A momentCheck follows what a watcher of a run is told, and notes the first thing
// that cannot be: what ends has begun, and nothing is in two states at once.
type momentCheck struct {
	wrong   string
	now     float64
	ended   bool           // the run
	jobs    map[int32]bool // under way: whether its service has started
	waiting map[int64]sim.What
	engines map[int32]bool // in an iteration
	done    map[int32]int  // jobs done, by stage
}

func newMomentCheck() *momentCheck {
	return &momentCheck{jobs: map[int32]bool{}, waiting: map[int64]sim.What{}, engines: map[int32]bool{}, done: map[int32]int{}}
}

func (c *momentCheck) watch(mo *sim.Moment) {
	demand := func(ok bool, what string) {
		if !ok && c.wrong == "" {
			c.wrong = fmt.Sprintf("%s: %+v", what, *mo)
		}
	}
	demand(mo.Time >= c.now, "time goes back")
	demand(!c.ended, "something comes after the end")
	c.now = mo.Time
	started, underWay := c.jobs[mo.Job]
	switch mo.What {
	case sim.JobWaits:
		demand(!underWay && len(mo.Stages) == 1 && mo.Work > 0, "a job waits")
		c.jobs[mo.Job] = false
	case sim.JobStarts:
		demand(!started && len(mo.Stages) > 0 && mo.Work > 0, "a job starts")
		c.jobs[mo.Job] = true
	case sim.JobEnds:
		demand(started || underWay && mo.Preempted, "a job ends")
		delete(c.jobs, mo.Job)
		if !mo.Preempted {
			for _, st := range mo.Stages {
				c.done[st]++
			}
		}
	case sim.HoldWaits, sim.GrowthWaits:
		_, waits := c.waiting[mo.Session]
		demand(!waits && len(mo.Pools) > 0 && len(mo.Units) == len(mo.Pools), "a session waits")
		c.waiting[mo.Session] = mo.What
	case sim.HoldAdmitted, sim.GrowthServed:
		demand(c.waiting[mo.Session] == mo.What-1, "a session has waited")
		delete(c.waiting, mo.Session)
	case sim.IterationStarts:
		demand(!c.engines[mo.Stage] && mo.Decodes <= mo.Batch && mo.Batch <= mo.Residents &&
			mo.Decode == float64(mo.Decodes), "an iteration starts")
		c.engines[mo.Stage] = true
	case sim.IterationEnds:
		demand(c.engines[mo.Stage], "an iteration ends")
		c.engines[mo.Stage] = false
	case sim.PoolMoves:
		demand(mo.Used >= 0 && mo.Cached >= 0 && mo.Queue >= 0, "a pool moves")
	case sim.RunEnds:
		c.ended = true
	}
}

// compare demands, of a run without warm-up, as many jobs as its report counts.
func (c *momentCheck) compare(r *result.Report) {
	if !c.ended && c.wrong == "" {
		c.wrong = "nobody was told of the end"
	}
	for i := range r.Stages {
		if st := &r.Stages[i]; r.Settings.Warmup == 0 && c.done[int32(i)] != int(st.Completed) && c.wrong == "" {
			c.wrong = fmt.Sprintf("%d jobs were done at %s, and the report says %v", c.done[int32(i)], label(st.Name, st.Index), st.Completed)
		}
	}
}
