package oracle

import (
	"math"
	"slices"

	"serq/ir"
)

// branch goes one way, or both: where a draw decides, or the number at a stage.
func (w *walk) branch(at *ir.Path, st *state, s *ir.Branch) (parted bool, err error) {
	if g := w.gate(st, s.If); g != nil {
		if st.gate != nil || st.made > 0 {
			return false, refuse(at.Elem(0), "the number at a stage decides, and not at the session's arrival only")
		}
		w.part(st, s, 1, 1, func(st *state, then bool) {
			st.gate = &gate{g.stage, g.limit, then == g.in}
		})
		return true, nil
	}
	guard := w.evaluate(st, s.If)
	switch {
	case guard.why != "":
		return false, refuse(at.Elem(0), "what decides a branch is not known: %s", guard.why)
	case guard.isConstant():
		body := s.Else
		if guard.law.mean != 0 {
			body = s.Then
		}
		st.next = &frame{block: body, after: st.next}
		return false, nil
	case guard.isAmount() && guard.law.coin != nil:
		for v := st.visits; v != nil; v = v.rest {
			if slices.Contains(v.last.work.draws, guard.law.draws[0]) {
				return false, refuse(at.Elem(0), "what decides a branch has been part of a job's work")
			}
		}
		w.toss(st, s, guard.law)
		return true, nil
	}
	return false, refuse(at.Elem(0), "a branch is decided by a draw that is no bernoulli, or by a time")
}

// gate recognises a test of the number at a stage: in says whether then is
// where there is room.
func (w *walk) gate(st *state, x ir.Expr) *gate {
	test, ok := x.(*ir.Binary)
	if !ok {
		return nil
	}
	call, ok := test.X.(*ir.Call)
	if !ok || call.Func != ir.FuncQueue || call.Args[0].Stage == nil {
		return nil
	}
	limit := w.evaluate(st, test.Y)
	stage, err := w.member(nil, st, *call.Args[0].Stage)
	if err != nil || !limit.isConstant() {
		return nil
	}
	g := &gate{stage: ir.StageID(stage)}
	k := limit.law.mean
	switch test.Op {
	case ir.Lt: // n < k
		g.in, k = true, math.Ceil(k)
	case ir.Le:
		g.in, k = true, math.Floor(k)+1
	case ir.Ge:
		k = math.Ceil(k)
	case ir.Gt:
		k = math.Floor(k) + 1
	default:
		return nil
	}
	if k < 1 || k > math.MaxInt32 {
		return nil
	}
	g.limit = int(k)
	return g
}

// part continues a state both ways, with the probabilities of then and of the
// other way. tell is called for each continuation with whether it is then.
func (w *walk) part(st *state, s *ir.Branch, then, otherwise float64, tell func(st *state, then bool)) {
	other := *st
	other.env = append([]value(nil), st.env...)
	st.next = &frame{block: s.Then, after: st.next}
	other.next = &frame{block: s.Else, after: other.next}
	tell(st, true)
	tell(&other, false)
	st.prob *= then
	other.prob *= otherwise
	for _, way := range []*state{&other, st} {
		if way.prob > rare {
			w.open = append(w.open, way)
		}
	}
}

// toss continues a state with both sides of a coin. Attributes that show the
// same coin then have its value.
func (w *walk) toss(st *state, s *ir.Branch, guard law) {
	draw := guard.draws[0]
	w.part(st, s, guard.coin.p, 1-guard.coin.p, func(st *state, then bool) {
		for slot, v := range st.env {
			switch {
			case v.why != "" || !slices.Contains(v.law.draws, draw):
			case v.isAmount() && v.law.coin != nil:
				st.env[slot] = number(side(then == (v.law.coin.negate == guard.coin.negate)))
			default:
				st.env[slot] = unknown("%s is made of the draw that decided a branch", w.p.Attrs[slot])
			}
		}
	})
}

func side(heads bool) float64 {
	if heads {
		return 1
	}
	return 0
}
