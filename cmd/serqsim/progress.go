package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"serq/cmd/internal/cli"
	"serq/sim"
)

// progressModes are the values of --progress.
var progressModes = []string{"auto", "always", "never"}

// drawEvery is how often the line of --progress is drawn. A run that is over by then
// shows none.
const drawEvery = 250 * time.Millisecond

// barSteps is how finely the bar counts a run.
const barSteps = 10_000

// A display shows on standard error how far the runs have come: a line that is
// drawn over and gone once the display has stopped. The nil display shows nothing.
type display struct {
	env      *cli.Env
	horizon  float64 // of each run, in clock units
	arrivals int64   // after which a run drains; 0: it ends at the horizon

	stop, stopped chan struct{} // of the phase that is shown; nil without one
}

// newDisplay is what --progress asks for; auto shows progress to people only.
func (s *simulation) newDisplay(env *cli.Env, opt *sim.Options) *display {
	if s.progress == "never" || s.progress == "auto" && (s.quiet || !env.ErrIsTerminal()) {
		return nil
	}
	return &display{env: env, horizon: opt.Horizon, arrivals: opt.Arrivals}
}

// begin shows the progress of the runs from one number up to another, and returns
// what they are to publish to: nil if nobody looks. What was shown before is gone.
func (d *display) begin(what string, from, to int) *sim.Progress {
	if d == nil {
		return nil
	}
	d.end()
	p := new(sim.Progress)
	d.stop, d.stopped = make(chan struct{}), make(chan struct{})
	go d.draw(p, what, from, to, d.stop, d.stopped)
	return p
}

// end takes the line away, so that something else can be written.
func (d *display) end() {
	if d == nil || d.stop == nil {
		return
	}
	close(d.stop)
	<-d.stopped
	d.stop = nil
}

// draw draws the line until it is told to stop.
func (d *display) draw(p *sim.Progress, what string, from, to int, stop, stopped chan struct{}) {
	defer close(stopped)
	full := int64(to-from) * barSteps
	bar := progressbar.NewOptions64(full,
		progressbar.OptionSetWriter(d.env.Err),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetTheme(progressbar.ThemeASCII),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(d.env.ErrIsTerminal()))
	bar.StartWithoutRender()
	tick := time.NewTicker(drawEvery)
	defer tick.Stop()
	events, since := int64(0), time.Now()
	for {
		select {
		case <-stop:
			_ = bar.Clear()
			return
		case <-tick.C:
		}
		now := time.Now()
		rate := float64(p.Events()-events) / now.Sub(since).Seconds()
		events, since = p.Events(), now
		done := p.Runs()
		if done <= 0 {
			continue // nothing to tell the end by
		}
		_ = bar.Set64(min(int64(done*barSteps), full-1)) // a full bar would not be drawn again
		bar.Describe(what + d.where(p, from, to) + ", " + perSecond(rate))
	}
}

// where is how far the runs have come.
func (d *display) where(p *sim.Progress, from, to int) string {
	switch {
	case to > 1:
		return fmt.Sprintf("%d of %d replications", from+int(p.Runs()), to)
	case d.arrivals > 0:
		return fmt.Sprintf("time %.6g, %.0f of %d sessions", p.Now(), p.Runs()*float64(d.arrivals), d.arrivals)
	}
	return fmt.Sprintf("time %.6g of %.6g", p.Now(), d.horizon)
}

// perSecond is a rate of events in three digits.
func perSecond(rate float64) string {
	switch {
	case rate >= 1e6:
		return fmt.Sprintf("%.3gM events/s", rate/1e6)
	case rate >= 1e3:
		return fmt.Sprintf("%.3gk events/s", rate/1e3)
	}
	return fmt.Sprintf("%.3g events/s", rate)
}
