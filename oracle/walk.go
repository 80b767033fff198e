package oracle

import (
	"fmt"
	"math"
	"slices"

	"serq/ir"
)

// To recognise a queueing network in a program, its session is followed along
// every path that it can take: a branch that a draw decides parts the path in two,
// each with its probability, and a loop that ends with some probability is
// unrolled until what is left of it does not matter. What remains of a path is the
// stages it visits, with the amounts of work and the values observed on the way.

// A path is one way through a session, or through one round of an endless loop.
type path struct {
	prob   float64 // without the gate's
	gate   *gate   // nil: none
	visits []visit
	seen   []sighting
}

// A visit is one job at a stage.
type visit struct {
	stage   ir.StageID
	mode    ir.RunMode
	work    law
	repeats bool // its work shares a draw with another visit's
}

// A sighting is one execution of an observe statement.
type sighting struct {
	observe ir.ObserveID
	value   value
}

// A gate is a test of the number at a stage, at a session's arrival: it gets in
// if there are fewer than limit.
type gate struct {
	stage ir.StageID
	limit int
	in    bool // what the test said on this path
}

// A refusal says which feature of a program leaves no formula.
type refusal struct {
	at  *ir.Path // nil: the program as a whole
	why string
}

func (r *refusal) Error() string { return r.why }

func refuse(at *ir.Path, format string, args ...any) error {
	return &refusal{at, fmt.Sprintf(format, args...)}
}

const (
	// rare is the probability of paths that are not followed: what they do
	// is far below every tolerance.
	rare = 1e-12
	// mostSteps bounds the statements that are followed, over all paths.
	mostSteps = 2_000_000
)

// A walk follows a session's paths.
type walk struct {
	p       *ir.Program
	endless bool // the session is in a loop that it never leaves: its rounds are the paths
	draws   int  // so many were made
	steps   int
	open    []*state
	done    []path
}

// A state is a session part of the way along a path. States of one stem share
// what lies behind them.
type state struct {
	prob   float64
	gate   *gate
	env    []value // by slot
	made   int     // visits
	visits *stem[visit]
	seen   *stem[sighting]
	next   *frame // nil: the session ends
}

// A stem is a list that grows at one end, with branches.
type stem[T any] struct {
	last T
	rest *stem[T]
}

func (s *stem[T]) list() []T {
	var out []T
	for ; s != nil; s = s.rest {
		out = append(out, s.last)
	}
	slices.Reverse(out)
	return out
}

// A frame is a place in a block, and where to go on behind the block.
type frame struct {
	block ir.BlockID
	i     int
	loop  bool // the block is a loop's body: begin again behind its end
	after *frame
}

// followPaths returns every path of a program's session that has a probability.
// The error is a refusal.
func followPaths(p *ir.Program) (*walk, error) {
	w := &walk{p: p}
	start := &state{prob: 1, env: make([]value, len(p.Attrs)), next: &frame{block: p.Init, after: &frame{block: p.Session}}}
	for i := range start.env {
		start.env[i] = number(0)
	}
	start.env[p.Builtins.Serial] = unknown("it reads serial")
	w.open = []*state{start}
	for len(w.open) > 0 {
		st := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		if err := w.follow(st); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// follow goes on with a state until its path ends, parts, or is too rare.
func (w *walk) follow(st *state) error {
	for st.next != nil {
		f := st.next
		stmts := w.p.Blocks[f.block]
		if f.i == len(stmts) {
			if st.next = f.after; f.loop {
				if w.endless {
					break // one round
				}
				st.next = &frame{block: f.block, loop: true, after: f.after}
			}
			continue
		}
		if w.steps++; w.steps > mostSteps {
			return refuse(nil, "the session has more than %d paths or steps that matter", mostSteps)
		}
		at := (*ir.Path)(nil).Field("blocks").Elem(int(f.block)).Elem(f.i)
		st.next = &frame{f.block, f.i + 1, f.loop, f.after}
		parted, err := w.step(at, st, stmts[f.i])
		if err != nil || parted {
			return err
		}
	}
	p := path{prob: st.prob, gate: st.gate, visits: st.visits.list(), seen: st.seen.list()}
	markRepeats(p.visits)
	w.done = append(w.done, p)
	return nil
}

// step executes a statement; parted says that the state's two continuations are
// in w.open.
func (w *walk) step(at *ir.Path, st *state, s ir.Stmt) (parted bool, err error) {
	switch s := s.(type) {
	case ir.End:
		st.next = nil
	case ir.Turn:
		w.turn(st)
	case *ir.Set:
		st.env[s.Slot] = w.evaluate(st, s.Value)
	case *ir.Observe:
		st.seen = &stem[sighting]{sighting{s.Observe, w.evaluate(st, s.Value)}, st.seen}
	case *ir.Run:
		return false, w.visit(at.Field("Run"), st, s)
	case *ir.Branch:
		return w.branch(at.Field("Branch"), st, s)
	case *ir.Loop:
		return false, w.loop(at, st, s)
	case *ir.Hold:
		return false, w.hold(at.Field("Hold"), st, s)
	case *ir.Load, *ir.Drop, *ir.Release: // cost no time
	case *ir.Grow:
		return false, w.limitless(at.Field("Grow").Elem(0), s.Pool)
	case *ir.Choose:
		return false, refuse(at.Field("Choose"), "a choice between members depends on the state")
	default:
		panic("BUG: a statement of no kind")
	}
	return false, nil
}

// turn makes the next turn, whose attributes are drawn anew.
func (w *walk) turn(st *state) {
	b := w.p.Builtins
	st.env[b.TurnNo] = st.env[b.TurnNo].plus(number(1), 1)
	st.env[b.More] = number(0)
	if w.p.Trace != nil {
		for _, slot := range []ir.Slot{b.New, b.Out, b.Think, b.More, b.Forced} {
			st.env[slot] = unknown("%s comes from the trace", w.p.Attrs[slot])
		}
	}
	st.next = &frame{block: w.p.Turn, after: st.next}
}

// visit adds a job to the path.
func (w *walk) visit(at *ir.Path, st *state, s *ir.Run) error {
	if len(s.Also) > 0 {
		return refuse(at, "a flow holds several stages at once")
	}
	stage, err := w.member(at.Field("stage"), st, s.Stage)
	if err != nil {
		return err
	}
	if s.Growing != nil {
		if err := w.limitless(at.Field("growing"), *s.Growing); err != nil {
			return err
		}
	}
	name := stageName(w.p, ir.StageID(stage))
	work := w.evaluate(st, s.Work)
	switch {
	case work.why != "":
		return refuse(at.Field("work"), "the work at %s is not a draw of its own: %s", name, work.why)
	case !work.isAmount():
		return refuse(at.Field("work"), "the work at %s depends on a time", name)
	case work.isConstant() && work.law.mean == 0:
		return nil // completes at once
	case work.law.least < 0:
		return refuse(at.Field("work"), "the work at %s could be negative", name)
	case work.law.zero:
		return refuse(at.Field("work"), "the work at %s is 0 at times, and such a job does not wait", name)
	}
	st.visits = &stem[visit]{visit{stage: ir.StageID(stage), mode: s.Mode, work: work.law}, st.visits}
	st.made++
	return nil
}

// member is the index of what a reference means.
func (w *walk) member(at *ir.Path, st *state, r ir.Ref) (int, error) {
	if r.Index == nil {
		return r.Base, nil
	}
	index := w.evaluate(st, r.Index)
	if !index.isConstant() || index.law.mean < 0 || index.law.mean >= float64(r.Count) {
		return 0, refuse(at.Field("index"), "which member is meant is not constant: %s", ir.ExprString(w.p, r.Index))
	}
	return r.Base + int(index.law.mean), nil
}

// hold enters a hold's body, if nobody can ever wait for its pools.
func (w *walk) hold(at *ir.Path, st *state, s *ir.Hold) error {
	for i, part := range s.Pools {
		if err := w.limitless(at.Field("pools").Elem(i), part.Pool); err != nil {
			return err
		}
	}
	st.env[w.p.Builtins.Cached] = unknown("cached depends on what the pools keep")
	st.next = &frame{block: s.Body, after: st.next}
	return nil
}

// limitless refuses a pool that can make a session wait.
func (w *walk) limitless(at *ir.Path, r ir.Ref) error {
	for _, pool := range w.p.Pools[r.Base : r.Base+r.Count] {
		if !math.IsInf(pool.Cap, 1) || pool.AdmitVia != nil {
			return refuse(at, "sessions may wait for pool %s", pool.Name)
		}
	}
	return nil
}

// loop enters a loop. One that no path leaves is followed for a single round,
// in which nothing is known of what a round before has left behind.
func (w *walk) loop(at *ir.Path, st *state, s *ir.Loop) error {
	st.next = &frame{block: s.Body, loop: true, after: st.next}
	if w.canEnd(s.Body) {
		return nil
	}
	if st.prob < 1 || st.gate != nil {
		return refuse(at, "only some sessions enter a loop that never ends")
	}
	w.endless = true
	st.visits, st.made, st.seen = nil, 0, nil
	changed := map[ir.Slot]bool{}
	w.changes(s.Body, changed)
	for slot, v := range st.env {
		if changed[ir.Slot(slot)] || !v.isConstant() {
			st.env[slot] = unknown("%s is from before the loop or from an earlier round of it", w.p.Attrs[slot])
		}
	}
	return nil
}

// canEnd reports whether a block has an end statement.
func (w *walk) canEnd(b ir.BlockID) bool {
	for _, s := range w.p.Blocks[b] {
		if _, ok := s.(ir.End); ok || slices.ContainsFunc(ir.Bodies(s), w.canEnd) {
			return true
		}
	}
	return false
}

// changes adds the attributes that a block assigns.
func (w *walk) changes(b ir.BlockID, to map[ir.Slot]bool) {
	builtin := w.p.Builtins
	for _, s := range w.p.Blocks[b] {
		switch s := s.(type) {
		case *ir.Set:
			to[s.Slot] = true
		case *ir.Choose:
			to[s.Var] = true
		case ir.Turn:
			to[builtin.TurnNo] = true
			w.changes(w.p.Turn, to)
		}
		for _, body := range ir.Bodies(s) {
			w.changes(body, to)
		}
	}
}

// markRepeats finds the visits of a path whose works have a draw in common.
func markRepeats(visits []visit) {
	first := map[int]int{}
	for i := range visits {
		for _, d := range visits[i].work.draws {
			if j, used := first[d]; used {
				visits[i].repeats, visits[j].repeats = true, true
			} else {
				first[d] = i
			}
		}
	}
}

func stageName(p *ir.Program, s ir.StageID) string {
	return names(nil).of(p.Stages[s].Name, p.Stages[s].Index)
}
