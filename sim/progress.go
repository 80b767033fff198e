package sim

import (
	"math"
	"sync/atomic"
)

// A Progress is how far runs have come, for whoever looks on from another
// goroutine while they go. Several runs may share one. The zero Progress is that of
// no run yet.
type Progress struct {
	events atomic.Int64
	shares atomic.Int64  // of what the runs have to do, in parts of a run
	now    atomic.Uint64 // the bits of a time
}

// wholeRun is how many parts a run is counted in.
const wholeRun = 1_000_000

// Events is how many events have happened, in all runs together.
func (p *Progress) Events() int64 { return p.events.Load() }

// Runs is how many runs are done, those under way by the share of their horizon,
// of the sessions that they wait for or of their events.
func (p *Progress) Runs() float64 { return float64(p.shares.Load()) / wholeRun }

// Now is the simulated time, in clock units, of the run that was heard of last.
func (p *Progress) Now() float64 { return math.Float64frombits(p.now.Load()) }

// publishEvery is how many events go by between two looks at the limit of events
// and two publications: few enough for a tenth of a second, too many to be noticed.
const publishEvery = 1 << 12

// A published is what a run has added to its Progress.
type published struct{ events, share int64 }

// stopEvery is how many events go by between two looks at whether the run is to stop.
const stopEvery = 64

// pause is due when m.events reaches m.pauseAt: it publishes how far the run has
// come, and reports whether the run is to end here, at the limit of events or because
// it was told to.
func (m *machine) pause() (stop bool) {
	m.pauseAt = math.MaxInt64
	if most := m.opt.MaxEvents; most > 0 {
		if m.events >= most {
			return true
		}
		m.pauseAt = most
	}
	if m.opt.Stop != nil {
		if m.opt.Stop.Load() {
			return true
		}
		m.pauseAt = min(m.pauseAt, m.events+stopEvery)
	}
	if m.opt.Progress != nil {
		m.pauseAt = min(m.pauseAt, m.events+publishEvery)
		m.publish(m.done())
	}
	return false
}

// done is how much of the run is done, from 0 to 1.
func (m *machine) done() float64 {
	done := m.now / m.opt.Horizon
	if m.opt.Arrivals > 0 {
		done = float64(m.ended) / float64(m.opt.Arrivals)
	}
	if m.opt.MaxEvents > 0 {
		done = max(done, float64(m.events)/float64(m.opt.MaxEvents))
	}
	return min(done, 1)
}

// publish adds to the run's Progress what has come since the last time.
func (m *machine) publish(done float64) {
	p := m.opt.Progress
	if p == nil {
		return
	}
	is := published{m.events, int64(done * wholeRun)}
	p.events.Add(is.events - m.published.events)
	p.shares.Add(is.share - m.published.share)
	p.now.Store(math.Float64bits(m.now))
	m.published = is
}
