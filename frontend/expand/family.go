package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/ir"
	"serq/ir/diag"
)

// maxFamily is the most members of a family.
const maxFamily = 10_000

// A pool is a declared pool. Its block is evaluated when a blocksize first reads it.
type pool struct {
	placed[*ast.Pool]
	family *ast.Family
	queue  *queue // whose it is; nil of a pool of its own
	state  state
	block  float64 // units, 1 without a `block`
	ok     bool    // block has a value; otherwise an error is reported
}

// A stage is a declared stage.
type stage struct {
	placed[*ast.Stage]
	family *ast.Family
	queue  *queue // whose it is; nil of a stage of its own
}

// declared is the scope of a declaration, perhaps a queue's.
func declared[T any](p placed[T], q *queue) scope {
	if q != nil {
		return q.options()
	}
	return in(p)
}

// families evaluates the sizes of pools and stages, numbers the members, and
// expands the declarations.
func (x *expander) families() {
	for _, q := range x.queueList {
		x.members(q.family, q.item.Size, in(q.placed), "queue", 0)
	}
	base := 0
	for _, p := range x.poolList {
		base = x.membersOf(p.family, p.queue, p.item.Size, in(p.placed), "pool", base)
		x.kernel.Pools = append(x.kernel.Pools, x.pool(p))
	}
	base = 0
	for _, s := range x.stageList {
		base = x.membersOf(s.family, s.queue, s.item.Size, in(s.placed), "stage", base)
		x.kernel.Stages = append(x.kernel.Stages, x.stage(s))
	}
}

// membersOf is members of a pool or stage that has as many as its queue, if it is one's.
func (x *expander) membersOf(f *ast.Family, q *queue, size ast.Expr, sc scope, what string, base int) (next int) {
	if q == nil {
		return x.members(f, size, sc, what, base)
	}
	f.Base, f.Count, f.Wrong = base, q.family.Count, f.Wrong || q.family.Wrong
	return base + f.Count
}

// members sets the place of a family and returns that of the next.
func (x *expander) members(f *ast.Family, size ast.Expr, sc scope, what string, base int) (next int) {
	f.Base = base
	if size == nil {
		return base + 1
	}
	n, ok := x.whole(size, sc, fmt.Sprintf("the size of %s `%s`", what, f.Name))
	switch {
	case !ok:
		f.Wrong = true
	case n < 1 || n > maxFamily:
		f.Wrong = true
		x.error(diag.FamilySize, size.Position(), fmt.Sprintf("%s `%s` has %s members; a family has 1 to %s", what, f.Name, report.Thousands(n), report.Thousands(maxFamily)), "")
	default:
		f.Count = n
	}
	return base + f.Count
}

func (x *expander) pool(p *pool) *ast.Pool {
	k, sc := *p.item, declared(p.placed, p.queue)
	k.Family = p.family
	k.Size = nil
	k.Cap = x.optional(k.Cap, sc)
	if k.Block != nil {
		if block, ok := x.blockOf(p); ok {
			k.Block = &ast.Number{Pos: k.Block.Position(), Value: block}
		} else {
			k.Block = &ast.BadExpr{Pos: k.Block.Position()}
		}
	}
	k.Evict.Keys = x.exprs(k.Evict.Keys, sc)
	if k.Preempt != nil {
		k.Preempt = &ast.Preempt{Keys: x.exprs(k.Preempt.Keys, sc), Tail: k.Preempt.Tail}
	}
	k.Queue = x.exprs(k.Queue, sc)
	if s := k.Spill; s != nil {
		k.Spill = &ast.Spill{To: x.ref(s.To, ir.ArgPool, sc), Via: x.ref(s.Via, ir.ArgStage, sc), Work: x.expr(s.Work, sc), When: x.expr(s.When, sc)}
	}
	k.AdmitVia = x.optionalRef(k.AdmitVia, ir.ArgStage, sc)
	return &k
}

func (x *expander) stage(s *stage) *ast.Stage {
	k, sc := *s.item, declared(s.placed, s.queue)
	k.Family = s.family
	k.Size = nil
	switch kind := k.Kind.(type) {
	case *ast.Fifo:
		k.Kind = &ast.Fifo{Servers: x.optional(kind.Servers, sc)}
	case *ast.Ps:
		k.Kind = &ast.Ps{Capacity: x.expr(kind.Capacity, sc)}
	case *ast.Step:
		step := *kind
		step.Cost = x.optional(step.Cost, sc)
		step.Budget = x.optional(step.Budget, sc)
		step.Chunk = x.optional(step.Chunk, sc)
		step.Memory = x.optionalRef(step.Memory, ir.ArgPool, sc)
		step.Only = x.optional(step.Only, sc)
		step.Keys = x.exprs(step.Keys, sc)
		k.Kind = &step
	}
	return &k
}

// blockOf is the block of a pool, in units.
func (x *expander) blockOf(p *pool) (float64, bool) {
	switch p.state {
	case notYet:
		p.state = evaluating
		p.block, p.ok = 1, true
		if p.item.Block != nil {
			p.block, p.ok = x.number(p.item.Block, declared(p.placed, p.queue), fmt.Sprintf("the block of pool `%s`", p.family.Name))
		}
		p.state = done
	case evaluating:
		x.error(diag.BadConstant, p.item.Block.Position(), fmt.Sprintf("the block of pool `%s` depends on itself", p.family.Name), "")
		return 0, false
	}
	return p.block, p.ok
}

// blockSize binds a `blocksize (p)`. A constant reads only pools above it.
func (x *expander) blockSize(call *ast.Call, sc scope) ast.Binding {
	if len(call.Args) != 1 {
		x.error(diag.WrongArguments, sc.here(call.Pos), fmt.Sprintf("blocksize takes a pool, not %d arguments", len(call.Args)), "Write `blocksize (kv)`.")
		return ast.Wrong{}
	}
	r, ok := call.Args[0].(*ast.Ref)
	if !ok {
		x.error(diag.WrongArguments, call.Args[0].Position(), "blocksize takes a pool", "Write `blocksize (kv)`.")
		return ast.Wrong{}
	}
	p := x.pools[r.Name]
	if p == nil {
		if !x.kernel.Lost[r.Name] {
			x.error(diag.UnknownFamily, r.Pos, fmt.Sprintf("unknown pool `%s`", r.Name), report.DidYouMean(r.Name, sortedKeys(x.pools)))
		}
		return ast.Wrong{}
	}
	if sc.constant && p.at > sc.at {
		x.error(diag.DeclaredBelow, r.Pos, fmt.Sprintf("pool `%s` is declared below this constant", r.Name), "Move the `let` below the pool.",
			report.At(p.family.Pos, "declared here"))
		return ast.Wrong{}
	}
	block, ok := x.blockOf(p)
	if !ok {
		return ast.Wrong{}
	}
	return ast.BlockSize(block)
}
