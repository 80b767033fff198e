package resolve

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/constant"
	"serq/ir"
	"serq/ir/diag"
)

func (r *resolver) pool(p *ast.Pool) {
	cap, ok := r.fold(&p.Cap, fmt.Sprintf("the cap of pool `%s`", p.Family.Name))
	if ok && cap < 0 {
		r.error(diag.BadConstant, p.Cap.Position(), fmt.Sprintf("the cap of pool `%s` is %g; it is 0 or more", p.Family.Name, cap), "")
		p.Cap = &ast.BadExpr{Pos: p.Cap.Position()}
	}
	if block, ok := p.Block.(*ast.Number); ok && !(block.Value > 0 && block.Value <= maxFinite) {
		r.error(diag.BadConstant, block.Pos, fmt.Sprintf("the block of pool `%s` is %g; it is above 0 and finite", p.Family.Name, block.Value), "")
		p.Block = &ast.BadExpr{Pos: block.Pos}
	}
	r.exprs(p.Evict.Keys)
	if p.Preempt != nil {
		r.exprs(p.Preempt.Keys)
	}
	r.exprs(p.Queue)
	if s := p.Spill; s != nil {
		to, via := r.join(p.Family, s.To, ir.ArgPool), r.join(p.Family, s.Via, ir.ArgStage)
		r.expr(s.Work)
		r.expr(s.When)
		if !to || !via {
			p.Spill = nil
		}
	}
	if p.AdmitVia != nil && !r.join(p.Family, p.AdmitVia, ir.ArgStage) {
		p.AdmitVia = nil
	}
}

const maxFinite = 0x1p1023 * (1 + (1 - 0x1p-52))

func (r *resolver) stage(s *ast.Stage) {
	switch kind := s.Kind.(type) {
	case *ast.Fifo:
		r.foldWhole(&kind.Servers, fmt.Sprintf("the number of servers of `%s`", s.Family.Name), 1, ir.MaxIndex)
	case *ast.Ps:
		r.expr(kind.Capacity)
	case *ast.Step:
		if kind.Cost == nil {
			r.error(diag.Missing, kind.Pos, fmt.Sprintf("step stage `%s` has no cost", s.Family.Name), "Write `cost …;`: the time that an iteration takes.")
			kind.Cost = &ast.BadExpr{Pos: kind.Pos}
		}
		for _, e := range []ast.Expr{kind.Budget, kind.Cost, kind.Chunk} {
			r.expr(e)
		}
		r.exprs(kind.Keys)
		r.expr(kind.Only)
		if kind.Memory != nil && !r.join(s.Family, kind.Memory, ir.ArgPool) {
			kind.Memory = nil
		}
	}
}

func (r *resolver) arrive(a *ast.Arrive) {
	if a == nil {
		return
	}
	switch a.Kind {
	case ast.ArrivePoisson:
		r.fold(&a.Arg, "a Poisson rate")
	case ast.ArriveClosed, ast.ArriveBatch:
		r.foldWhole(&a.Arg, "the number of sessions", 1, maxWhole) // a link rule has a lower limit
	case ast.ArriveRenewal:
		r.expr(a.Arg)
		if v, culprit := constant.Eval(a.Arg); culprit == nil && v == v { // NaN stays as written, for the rule that refuses it
			a.Arg = &ast.Number{Pos: a.Arg.Position(), Value: v}
		}
	}
}

// maxWhole is the largest whole number in text that is not the next one rounded.
const maxWhole = 1<<53 - 1

func (r *resolver) run(o *ast.RunOptions) {
	if o == nil {
		return
	}
	r.fold(&o.Horizon, "the horizon")
	r.fold(&o.Warmup, "the warm-up")
	r.foldWhole(&o.Seed, "the seed", 0, maxWhole)
	r.foldWhole(&o.Arrivals, "the number of arrivals", 1, maxWhole)
}
