package sim

import (
	"fmt"
	"reflect"

	"serq/ir"
)

// lower turns a program that link accepts into code.
func lower(p *ir.Program) *code {
	l := &lowering{code: &code{program: p}, at: nowhere}
	c := l.code
	l.findShared()
	for i := range p.Stages {
		c.stages = append(c.stages, l.stage(&p.Stages[i]))
	}
	for i := range p.Pools {
		c.pools = append(c.pools, l.pool(&p.Pools[i]))
	}
	c.joinPoolsAndEngines()
	for _, g := range p.Gauges {
		c.gauges = append(c.gauges, l.expr(g.Expr))
	}
	switch a := p.Arrival.(type) {
	case ir.Poisson:
		c.gap = l.expr(&ir.Sample{Dist: ir.DistExp, Args: []ir.Expr{ir.Num(1 / a.Rate)}})
	case *ir.Renewal:
		c.gap = l.expr(a.Gap)
	case ir.Closed:
		c.closed = true
	}
	c.init.pc, c.init.draws = l.root(p.Init)
	c.turn.pc, c.turn.draws = l.root(p.Turn)
	c.session, c.sessionDraws = l.root(p.Session)
	l.link()
	c.init.instrs = c.instrs[c.init.pc : c.turn.pc-1]
	c.turn.instrs = c.instrs[c.turn.pc : c.session-1]
	l.findVolatile()
	l.markRead()
	return c
}

// A lowering is the state of lower.
type lowering struct {
	code   *code
	at     where       // the statement being lowered
	shared map[int]int // stage → its number among the shared ones
	drew   bool        // an expression lowered since the last root draws

	estimated, worked []ir.Ref // whose estimators and unfinished work expressions read
}

// root lowers one of the three blocks in which sessions start.
func (l *lowering) root(b ir.BlockID) (pc int32, draws bool) {
	l.drew = false
	pc = l.pc()
	l.block(b)
	l.at = nowhere
	l.emit(instr{op: iEnd})
	return pc, l.drew
}

// link numbers the instructions and lets each point to those that may follow it.
func (l *lowering) link() {
	instrs := l.code.instrs
	for pc := range instrs {
		i := &instrs[pc]
		i.pc, i.jump = int32(pc), &instrs[i.to]
		if i.op != iEnd {
			i.next = &instrs[pc+1]
		}
	}
}

func (l *lowering) pc() int32 { return int32(len(l.code.instrs)) }

func (l *lowering) emit(i instr) *instr {
	i.at = l.at
	l.code.instrs = append(l.code.instrs, i)
	return &l.code.instrs[len(l.code.instrs)-1]
}

func (l *lowering) block(b ir.BlockID) {
	for i, s := range l.code.program.Blocks[b] {
		l.at = where{int32(b), int32(i)}
		l.stmt(s)
	}
	l.at = nowhere
}

func (l *lowering) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case ir.Turn:
		l.emit(instr{op: iTurn})
	case ir.End:
		l.emit(instr{op: iEnd})
	case *ir.Set:
		l.emit(instr{op: iSet, slot: int32(s.Slot), value: l.expr(s.Value)})
	case *ir.Observe:
		l.emit(instr{op: iObserve, slot: int32(s.Observe), value: l.expr(s.Value)})
	case *ir.Hold:
		l.hold(s)
	case *ir.Grow:
		l.emit(instr{op: iGrow, ref: l.ref(s.Pool), value: l.expr(s.Units)})
	case *ir.Load:
		l.emit(instr{op: iLoad, ref: l.ref(s.Pool), value: l.expr(s.Units)})
	case *ir.Drop:
		l.emit(instr{op: iDrop, ref: l.ref(s.Pool)})
	case *ir.Release:
		l.emit(instr{op: iRelease, ref: l.ref(s.Pool)})
	case *ir.Run:
		l.run(s)
	case *ir.Branch:
		l.branch(s)
	case *ir.Loop:
		start, at := l.pc(), l.at
		l.block(s.Body)
		l.at = at
		l.emit(instr{op: iJump, to: start})
	case *ir.Choose:
		l.emit(instr{op: iChoose, slot: int32(s.Var), value: l.expr(s.Count), keys: l.exprs(s.Keys)})
	default:
		panic(fmt.Sprintf("BUG: lowering of %T", s))
	}
}

func (l *lowering) run(s *ir.Run) {
	i := l.emit(instr{op: iRun, ref: l.ref(s.Stage), value: l.expr(s.Work)})
	if s.Mode == ir.Plain && s.Growing == nil && len(s.Also) == 0 {
		return
	}
	i.run = &runCode{mode: s.Mode}
	if s.Growing != nil {
		i.run.growing = l.ref(*s.Growing)
	}
	for _, r := range s.Also {
		i.run.also = append(i.run.also, l.ref(r))
	}
}

func (l *lowering) branch(s *ir.Branch) {
	at := l.at
	test := l.pc()
	l.emit(instr{op: iBranch, value: l.expr(s.If)})
	l.block(s.Then)
	if len(l.code.program.Blocks[s.Else]) > 0 {
		l.at = at
		leave := l.pc()
		l.emit(instr{op: iJump})
		l.code.instrs[test].to = l.pc()
		l.block(s.Else)
		l.code.instrs[leave].to = l.pc()
	} else {
		l.code.instrs[test].to = l.pc()
	}
}

func (l *lowering) hold(s *ir.Hold) {
	h := &holdCode{reuse: l.optional(s.Reuse), cache: l.optional(s.Cache), leased: -1, pc: l.pc()}
	for i, part := range s.Pools {
		pc := partCode{pool: l.ref(part.Pool), units: l.expr(part.Units), reserve: l.optional(part.Reserve)}
		h.live = h.live || !pc.units.pure() || pc.reserve != nil && !pc.reserve.pure()
		h.parts = append(h.parts, pc)
		if s.Lease != nil && h.leased < 0 && reflect.DeepEqual(s.Lease.Pool, part.Pool) {
			h.leased, h.leaseTime = i, l.expr(s.Lease.Time)
		}
	}
	at := l.at
	l.emit(instr{op: iHold, hold: h})
	l.block(s.Body)
	l.at = at
	l.emit(instr{op: iScope, hold: h})
}

func (l *lowering) ref(r ir.Ref) ref {
	out := ref{first: int32(r.Base), count: int32(r.Count)}
	switch index := r.Index.(type) {
	case nil:
	case ir.Num:
		out.first, out.count = out.first+int32(index), 1
	default:
		e := l.expr(r.Index)
		out.index = &e
	}
	return out
}

// findShared numbers the stages that flows hold: every member of every family
// that a run with an also names.
func (l *lowering) findShared() {
	l.shared = map[int]int{}
	named := make([]bool, len(l.code.program.Stages))
	for _, b := range l.code.program.Blocks {
		for _, s := range b {
			if run, ok := s.(*ir.Run); ok && len(run.Also) > 0 {
				for _, r := range append([]ir.Ref{run.Stage}, run.Also...) {
					for i := r.Base; i < r.Base+r.Count; i++ {
						named[i] = true
					}
				}
			}
		}
	}
	for i, st := range l.code.program.Stages {
		if named[i] {
			l.shared[i] = len(l.code.shared)
			capacity, _ := ir.Constant(st.Kind.(*ir.Ps).Capacity)
			l.code.shared = append(l.code.shared, capacity)
		}
	}
}

func (l *lowering) stage(st *ir.Stage) stageCode {
	out := stageCode{name: st.Name, index: st.Index}
	switch kind := st.Kind.(type) {
	case ir.Fifo:
		out.kind, out.servers = kindFifo, kind.Servers
	case ir.Delay:
		out.kind = kindDelay
	case *ir.Ps:
		out.kind, out.capacity = kindPs, l.expr(kind.Capacity)
		if n, ok := l.shared[len(l.code.stages)]; ok {
			out.kind, out.shared = kindShared, int32(n)
		}
	case *ir.Step:
		out.kind, out.step = kindStep, l.engine(kind)
	default:
		panic(fmt.Sprintf("BUG: stage kind %T", kind))
	}
	return out
}

func (l *lowering) engine(k *ir.Step) *stepCode {
	out := &stepCode{
		budget: l.expr(k.Budget), chunk: l.expr(k.Chunk), cost: l.expr(k.Cost),
		exclusive: k.Serve.Exclusive, keys: l.exprs(k.Serve.Keys), only: l.optional(k.Only),
		memory: -1, sortsOnce: true,
	}
	for i := range out.keys {
		out.sortsOnce = out.sortsOnce && out.keys[i].reads&(readsState|readsTotals|readsMemory) == 0
	}
	if k.Memory != nil {
		out.memory = int32(*k.Memory)
	}
	return out
}

// joinPoolsAndEngines tells engines which pools they serve, and pools whose memory
// they are.
func (c *code) joinPoolsAndEngines() {
	for i := range c.pools {
		if st := c.pools[i].admitVia; st >= 0 {
			step := c.stages[st].step
			step.pools = append(step.pools, int32(i))
		}
	}
	for i := range c.stages {
		if step := c.stages[i].step; step != nil && step.memory >= 0 {
			p := &c.pools[step.memory]
			p.engines = append(p.engines, int32(i))
		}
	}
}

func (l *lowering) pool(p *ir.Pool) poolCode {
	out := poolCode{name: p.Name, index: p.Index, cap: p.Cap, keepsCache: p.Evict.Kind != ir.EvictNone, admitVia: -1}
	if p.Block != nil {
		out.block = *p.Block
	}
	if p.Evict.Kind == ir.EvictBy {
		out.evictKeys = l.exprs(p.Evict.Keys)
	}
	if p.Preempt != nil {
		out.preempts, out.tail = true, p.Preempt.Tail
		out.victimKeys = l.exprs(p.Preempt.Keys)
	}
	if p.Queue != nil {
		out.queueKeys = l.exprs(p.Queue)
	}
	if p.Spill != nil {
		out.spill = &spillCode{int32(p.Spill.To), int32(p.Spill.Via), l.expr(p.Spill.Work), l.expr(p.Spill.When)}
		out.snapshots = (out.spill.work.reads|out.spill.when.reads)&readsAttrs != 0
	}
	if p.AdmitVia != nil {
		out.admitVia = int32(*p.AdmitVia)
	}
	for i := range out.evictKeys {
		out.snapshots = out.snapshots || out.evictKeys[i].reads&readsAttrs != 0
	}
	return out
}

// findVolatile marks the pools whose queues may move although no units came
// back: those with live keys, and those where a hold with live amounts queues.
func (l *lowering) findVolatile() {
	c := l.code
	for i := range c.pools {
		for k := range c.pools[i].queueKeys {
			c.pools[i].volatile = c.pools[i].volatile || !c.pools[i].queueKeys[k].pure()
		}
	}
	for i := range c.instrs {
		h := c.instrs[i].hold
		if c.instrs[i].op != iHold || !h.live {
			continue
		}
		first := h.parts[0].pool
		for p := first.first; p < first.first+first.count; p++ {
			c.pools[p].volatile = true
		}
	}
}

// markRead marks the stages of which expressions read what is not kept without
// that: every member of a family where one does.
func (l *lowering) markRead() {
	for _, r := range l.estimated {
		for i := range r.Count {
			l.code.stages[r.Base+i].estimated = true
		}
	}
	for _, r := range l.worked {
		for i := range r.Count {
			l.code.stages[r.Base+i].worked = true
		}
	}
}
