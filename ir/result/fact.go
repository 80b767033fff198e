package result

import "strconv"

// A Fact is a figure of the run as a whole, or of what it was told.
type Fact struct {
	Name, Value string
	Detail      bool // the text report leaves it out
}

// Facts are what was run and how far it came.
func Facts(r *Report) []Fact {
	s, run := &r.Settings, &r.Run
	facts := []Fact{
		{Name: "horizon", Value: setting(s.Horizon)},
		{Name: "end", Value: setting(run.End)},
		{Name: "warmup", Value: setting(s.Warmup)},
		{Name: "seed", Value: strconv.FormatInt(s.Seed, 10)},
		{Name: "events", Value: count(run.Events)},
		{Name: "arrivals", Value: count(run.Arrivals)},
		{Name: "ended", Value: count(run.Ended)},
		{Name: "turns", Value: count(run.Turns)},
		{Name: "mean live", Value: FormatShare(run.MeanLive)},
		{Name: "rejected", Value: count(run.Rejected), Detail: true},
	}
	if s.Arrivals != nil {
		facts = append(facts, Fact{Name: "arrivals to drain", Value: strconv.FormatInt(*s.Arrivals, 10), Detail: true})
	}
	if s.Replications > 1 {
		facts = append(facts, Fact{Name: "replications", Value: strconv.Itoa(s.Replications)})
	}
	return facts
}
