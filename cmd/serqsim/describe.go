package main

import (
	"serq/ir"
	"serq/sim"
)

// describe writes the name, the category and the arguments of a slice that begins, and
// returns the name.
func (r *recording) describe(mo *sim.Moment, at []*station) (name string) {
	t := r.trace
	name, category := sliceName(mo, at)
	t.field("name", name)
	t.field("cat", category)
	if mo.What == sim.IterationStarts {
		t.number("prefill_tokens", mo.Prefill)
		t.number("decode_tokens", mo.Decode)
		t.int("prefills", int64(mo.Batch-mo.Decodes))
		t.int("decodes", int64(mo.Decodes))
		t.int("residents", int64(mo.Residents))
		return name
	}
	if mo.Session >= 0 {
		t.int("session", mo.Session)
		t.int("turn", mo.Turn)
	}
	switch mo.What {
	case sim.HoldWaits, sim.GrowthWaits:
		r.units("need", mo)
		return name
	}
	t.number("work", mo.Work)
	if len(at) > 1 {
		t.int("flow", r.arrows)
		t.arg("stages")
		for i, st := range at {
			separator := byte(',')
			if i == 0 {
				separator = '['
			}
			t.buf = append(append(t.buf, separator), st.label...)
		}
		t.buf = append(t.buf, ']')
	}
	return name
}

// sliceName is what a slice is called: after the mode of a run, and what has none after
// its stage.
func sliceName(mo *sim.Moment, at []*station) (name, category string) {
	switch mo.What {
	case sim.JobWaits, sim.HoldWaits:
		return "wait", "wait"
	case sim.GrowthWaits:
		return "growth", "wait"
	case sim.IterationStarts:
		switch {
		case mo.Batch == 0:
			return "preemption", "iteration" // of everybody whom it could have served
		case mo.Decodes == 0:
			return "prefill", "iteration"
		case mo.Decodes == mo.Batch:
			return "decode", "iteration"
		}
		return "mixed", "iteration"
	}
	switch {
	case mo.Session < 0:
		return "spill", "job"
	case mo.Mode == ir.Prefill:
		return "prefill", "job"
	case mo.Mode == ir.Decode:
		return "decode", "job"
	case len(at) > 1:
		return "transfer", "job"
	}
	return at[0].name, "job"
}

// units writes what a hold or a growth needs or gets, by pool, as far as that is known.
func (r *recording) units(key string, mo *sim.Moment) {
	t, open := r.trace, false
	for i, id := range mo.Pools {
		if i >= len(mo.Units) || mo.Units[i] < 0 {
			continue
		}
		if !open {
			t.arg(key)
			t.buf = append(t.buf, '{')
			open = true
		} else {
			t.buf = append(t.buf, ',')
		}
		t.buf = append(t.buf, r.pools[id].label...)
		t.buf = append(t.buf, ':')
		t.float(mo.Units[i])
	}
	if open {
		t.buf = append(t.buf, '}')
	}
}
