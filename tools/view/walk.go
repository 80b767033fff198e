package view

import (
	"slices"

	"serq/ir"
)

// A walker follows a session through its block and notes where it goes. It keeps the
// frontier: the places where the session may have been last, with the branches that it
// has gone through since.
type walker struct {
	*network
	stages    []family      // by stage
	stationOf map[int]place // by the first stage of the family
	poolOf    []*pool       // by pool
	holds     []*holding    // that the session is in, the innermost last
	waits     map[int]bool  // stages that are drawn as an arrow's latency, like stationOf
	loops     int           // heads handed out
	again     bool          // along the end of a loop's body
	loose     []*arrow      // from the heads of loops around the statement
}

// A frontier has an origin for every place that the session may come from.
type frontier []origin

type origin struct {
	place  place
	guards []guard
}

// A holding is a hold of one pool that the session is in.
type holding struct {
	pool     *pool
	released bool
}

// block follows a block and returns the frontier at its end: nil where none is reached.
func (w *walker) block(b ir.BlockID, f frontier) frontier {
	if int(b) >= len(w.program.Blocks) || b < 0 {
		return f
	}
	released := w.releasedHolds()
	defer func() {
		for i, h := range w.holds {
			h.released = released[i] // what one branch released, another holds
		}
	}()
	block := w.program.Blocks[b]
	for i := 0; i < len(block) && len(f) > 0; i++ {
		switch s := block[i].(type) {
		case ir.End:
			w.connect(f, exit, transfer{})
			return nil
		case *ir.Run:
			var t transfer
			if waitAt(w.program, block[i:]) {
				w.waits[w.stages[s.Stage.Base].base] = true
				t.latency = s.Work
				i++
				s = block[i].(*ir.Run)
			}
			t.reader, t.source = readAt(w.program, block[i:])
			f = w.run(s, f, t)
		case *ir.Hold:
			f = w.hold(s, f)
		case *ir.Choose:
			w.choices = append(w.choices, s)
		case *ir.Release:
			w.release(s, f)
		case *ir.Branch:
			f = join(w.block(s.Then, f.through(guard{s, true})), w.block(s.Else, f.through(guard{s, false})))
		case *ir.Loop:
			w.loop(s, f)
			return nil // a loop is left by the session's end alone
		}
	}
	return f
}

func (w *walker) releasedHolds() []bool {
	released := make([]bool, len(w.holds))
	for i, h := range w.holds {
		released[i] = h.released
	}
	return released
}

// run visits a stage, or several at once.
func (w *walker) run(s *ir.Run, f frontier, t transfer) frontier {
	visited := []place{w.visit(s.Stage, s.Mode)}
	for _, r := range s.Also {
		if at := w.visit(r, s.Mode); !slices.Contains(visited, at) {
			visited = append(visited, at)
		}
	}
	for _, h := range w.holds {
		if !h.released {
			h.pool.across = append(h.pool.across, visited)
		}
	}
	w.connect(f, visited[0], t)
	if len(visited) > 1 {
		w.addFlow(visited, t.reader != "")
	}
	return frontier{{place: visited[len(visited)-1]}}
}

func (w *walker) addFlow(visited []place, pulled bool) {
	for _, f := range w.flows {
		if slices.Equal(f.stations, visited) {
			f.pull = f.pull || pulled
			return
		}
	}
	w.flows = append(w.flows, &flow{visited, pulled})
}

// visit is the station of a reference.
func (w *walker) visit(r ir.Ref, mode ir.RunMode) place {
	f := w.stages[r.Base]
	at, ok := w.stationOf[f.base]
	if !ok {
		at = place(len(w.stations))
		w.stationOf[f.base] = at
		w.stations = append(w.stations, &station{family: f, kind: w.program.Stages[f.base].Kind})
	}
	st := w.stations[at]
	st.note(r)
	if mode != ir.Plain && !slices.Contains(st.modes, mode) {
		st.modes = append(st.modes, mode)
	}
	return at
}

func (w *walker) hold(s *ir.Hold, f frontier) frontier {
	outer := len(w.holds)
	for _, part := range s.Pools {
		p := w.poolOf[part.Pool.Base]
		p.note(part.Pool)
		p.prefix = p.prefix || leaves(s) && p.Evict.Kind != ir.EvictNone
		w.holds = append(w.holds, &holding{pool: p})
	}
	f = w.block(s.Body, f)
	w.holds = w.holds[:outer]
	if s.Lease != nil && len(f) > 0 {
		w.lease(s.Lease, f)
	}
	return f
}

// leaves reports whether a hold may leave a prefix behind.
func leaves(s *ir.Hold) bool {
	if s.Cache == nil {
		return false
	}
	most, ok := ir.Constant(folded(s.Cache))
	return !ok || most > 0
}

func (w *walker) lease(s *ir.Lease, f frontier) {
	w.leases = append(w.leases, &lease{pool: w.poolOf[s.Pool.Base], time: s.Time, from: f.places()})
}

// release ends the innermost hold on the pool, or else its leases.
func (w *walker) release(s *ir.Release, f frontier) {
	p := w.poolOf[s.Pool.Base]
	for _, h := range slices.Backward(w.holds) {
		if h.pool == p {
			h.released = true
			return
		}
	}
	for _, l := range w.leases {
		if l.pool == p {
			l.until = union(l.until, f.places())
		}
	}
}

// loop follows a body once, from a head of its own, and then lets everything that comes
// to the head, from before and from the end of the body, go where the head goes.
func (w *walker) loop(s *ir.Loop, f frontier) {
	mine := head - place(w.loops)
	w.loops++
	outer := w.loose
	w.loose = nil
	end := w.block(s.Body, frontier{{place: mine}})
	var from []*arrow
	for _, a := range w.loose {
		if a.from == mine {
			from = append(from, a)
		} else {
			outer = append(outer, a)
		}
	}
	w.loose = outer
	for _, a := range from {
		for _, way := range a.ways {
			w.connect(f.through(way...), a.to, a.transfer)
		}
	}
	w.again = true
	for _, a := range from {
		for _, way := range a.ways {
			w.connect(end.without(mine).through(way...), a.to, a.transfer)
		}
	}
	w.again = false
}

// connect draws the arrows from a frontier to a place. A session that runs at one
// station twice in a row goes nowhere, unless it comes round a loop.
func (w *walker) connect(f frontier, to place, t transfer) {
	for _, o := range f {
		if o.place == to && !w.again {
			continue
		}
		list := &w.arrows
		if o.place <= head {
			list = &w.loose
		}
		i := slices.IndexFunc(*list, func(a *arrow) bool { return a.from == o.place && a.to == to })
		if i < 0 {
			i = len(*list)
			*list = append(*list, &arrow{from: o.place, to: to})
		}
		a := (*list)[i]
		a.add(o.guards)
		if t != (transfer{}) {
			a.transfer = t
		}
	}
}

// through is the frontier behind some guards.
func (f frontier) through(guards ...guard) frontier {
	through := make(frontier, len(f))
	for i, o := range f {
		through[i] = origin{o.place, slices.Concat(o.guards, guards)}
	}
	return through
}

func (f frontier) without(p place) frontier {
	return slices.DeleteFunc(slices.Clone(f), func(o origin) bool { return o.place == p })
}

func (f frontier) places() []place {
	var places []place
	for _, o := range f {
		places = append(places, o.place)
	}
	return places
}

// join is the frontier where two branches meet. What comes from one place by both has no
// guard left but those that it had before them.
func join(a, b frontier) frontier {
	joined := slices.Clone(a)
	for _, o := range b {
		i := slices.IndexFunc(joined, func(j origin) bool { return j.place == o.place })
		if i < 0 {
			joined = append(joined, o)
		} else {
			joined[i].guards = common(joined[i].guards, o.guards)
		}
	}
	return joined
}

// common is what two lists begin with.
func common(a, b []guard) []guard {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n:n]
}

func union[T comparable](a, b []T) []T {
	for _, p := range b {
		if !slices.Contains(a, p) {
			a = append(a, p)
		}
	}
	return a
}
