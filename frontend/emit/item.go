package emit

import (
	"math"

	"serq/frontend/ast"
	"serq/ir"
)

// pool writes the members of a pool.
func (e *emitter) pool(p *ast.Pool) {
	for i := range p.Family.Count {
		at := e.root.dot("pools").at(len(e.prog.Pools))
		at.is(p.Pos)
		at.dot("name").is(p.Name.Pos)
		m := ir.Pool{Name: p.Name.Name, Index: member(p.Family, i), Cap: number(p.Cap, math.Inf(1))}
		if p.Cap != nil {
			at.dot("cap").is(p.Cap.Position())
		}
		if block, ok := p.Block.(*ast.Number); ok {
			at.dot("block").is(block.Pos)
			m.Block = &block.Value
		}
		m.Evict = ir.Evict{Kind: p.Evict.Kind, Keys: e.exprs(p.Evict.Keys, at.dot("evict").dot("By"))}
		if p.Preempt != nil {
			m.Preempt = &ir.Preempt{Keys: e.exprs(p.Preempt.Keys, at.dot("preempt").dot("By").dot("keys")), Tail: p.Preempt.Tail}
		}
		m.Queue = e.exprs(p.Queue, at.dot("queue"))
		if s := p.Spill; s != nil {
			at := at.dot("spill")
			at.is(s.To.Pos.To(s.When.Position()))
			at.dot("to").is(s.To.Pos)
			at.dot("via").is(s.Via.Pos)
			m.Spill = &ir.Spill{
				To: ir.PoolID(joined(s.To, i)), Via: ir.StageID(joined(s.Via, i)),
				Work: e.expr(s.Work, at.dot("work")), When: e.expr(s.When, at.dot("when")),
			}
		}
		if p.AdmitVia != nil {
			at.dot("admit_via").is(p.AdmitVia.Pos)
			id := ir.StageID(joined(p.AdmitVia, i))
			m.AdmitVia = &id
		}
		e.prog.Pools = append(e.prog.Pools, m)
	}
}

// member is the label of a member, nil of a pool or stage that is no family.
func member(f *ast.Family, i int) *int {
	if !f.Array {
		return nil
	}
	return &i
}

// joined is the member that belongs to member i of another family.
func joined(r *ast.Ref, i int) int {
	f := r.Bind.(*ast.Family)
	if f.Count == 1 {
		return f.Base
	}
	return f.Base + i
}

// stage writes the members of a stage.
func (e *emitter) stage(s *ast.Stage) {
	for i := range s.Family.Count {
		at := e.root.dot("stages").at(len(e.prog.Stages))
		at.is(s.Pos)
		at.dot("name").is(s.Name.Pos)
		e.prog.Stages = append(e.prog.Stages, ir.Stage{
			Name: s.Name.Name, Index: member(s.Family, i), Kind: e.kind(s.Kind, i, at.dot("kind")),
		})
	}
}

func (e *emitter) kind(kind ast.StageKind, i int, at path) ir.StageKind {
	switch kind := kind.(type) {
	case *ast.Fifo:
		if kind.Servers != nil {
			at.dot("Fifo").is(kind.Servers.Position())
		}
		return ir.Fifo{Servers: int(number(kind.Servers, 1))}
	case *ast.Ps:
		return &ir.Ps{Capacity: e.expr(kind.Capacity, at.dot("Ps"))}
	case *ast.Step:
		return e.step(kind, i, at.dot("Step"))
	}
	return ir.Delay{} // of a BadKind too: no run on it is written
}

func (e *emitter) step(s *ast.Step, i int, at path) *ir.Step {
	at.is(s.Pos)
	step := &ir.Step{
		Budget: e.optional(s.Budget, at.dot("budget")), Cost: e.expr(s.Cost, at.dot("cost")), Chunk: e.optional(s.Chunk, at.dot("chunk")),
		Serve: ir.Serve{Exclusive: s.Exclusive, Keys: e.exprs(s.Keys, at.dot("serve").dot("By"))},
		Only:  e.optional(s.Only, at.dot("only")),
	}
	if step.Budget == nil {
		step.Budget = ir.Num(math.Inf(1))
	}
	if step.Chunk == nil {
		step.Chunk = ir.Num(0)
	}
	if step.Serve.Keys == nil && !s.Exclusive {
		step.Serve.Keys = []ir.Expr{}
	}
	if s.Memory != nil {
		at.dot("memory").is(s.Memory.Pos)
		id := ir.PoolID(joined(s.Memory, i))
		step.Memory = &id
	}
	return step
}
