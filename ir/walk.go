package ir

// A Visitor is called for the nodes of a program; a nil function skips its kind.
// The moment is the one at which the expression, or the expression that is the
// reference's index, is evaluated.
type Visitor struct {
	Stmt  func(at *Path, b BlockID, i int, s Stmt) // before what is in it
	Expr  func(at *Path, x Expr, m Moment)         // before its operands
	Pool  func(at *Path, r Ref, m Moment)          // a reference to a pool, before its index
	Stage func(at *Path, r Ref, m Moment)          // likewise to a stage
}

// Walk visits every statement, expression and reference of a program in the
// order of the document. Blocks are visited as they stand in the arena: a
// statement's bodies are not visited with it.
func Walk(p *Program, v Visitor) {
	w := walker{v}
	for i := range p.Pools {
		w.pool((*Path)(nil).Field("pools").Elem(i), &p.Pools[i])
	}
	for i, s := range p.Stages {
		w.stageKind((*Path)(nil).Field("stages").Elem(i).Field("kind"), s.Kind)
	}
	w.arrival((*Path)(nil).Field("arrival"), p.Arrival)
	for b, stmts := range p.Blocks {
		at := (*Path)(nil).Field("blocks").Elem(b)
		for i, s := range stmts {
			if v.Stmt != nil {
				v.Stmt(at.Elem(i), BlockID(b), i, s)
			}
			w.stmt(at.Elem(i), s)
		}
	}
	for i, g := range p.Gauges {
		w.expr((*Path)(nil).Field("gauges").Elem(i).Field("expr"), g.Expr, AtGauge)
	}
}

// WalkStmt visits the expressions and references of one statement, whose path is at.
func WalkStmt(at *Path, s Stmt, v Visitor) { walker{v}.stmt(at, s) }

// WalkExpr visits an expression, whose path is at, and all in it. A nil one is skipped.
func WalkExpr(at *Path, x Expr, m Moment, v Visitor) { walker{v}.expr(at, x, m) }

// Bodies are the blocks that a statement refers to, in the order written.
func Bodies(s Stmt) []BlockID {
	switch s := s.(type) {
	case *Hold:
		return []BlockID{s.Body}
	case *Branch:
		return []BlockID{s.Then, s.Else}
	case *Loop:
		return []BlockID{s.Body}
	}
	return nil
}

type walker struct{ Visitor }

func (w walker) pool(at *Path, p *Pool) {
	w.exprs(at.Field("evict").Field("By"), p.Evict.Keys, AtEvictKey)
	if p.Preempt != nil {
		w.exprs(at.Field("preempt").Field("By").Field("keys"), p.Preempt.Keys, AtPreemptKey)
	}
	w.exprs(at.Field("queue"), p.Queue, AtQueueKey)
	if p.Spill != nil {
		w.expr(at.Field("spill").Field("work"), p.Spill.Work, AtSpill)
		w.expr(at.Field("spill").Field("when"), p.Spill.When, AtSpill)
	}
}

func (w walker) stageKind(at *Path, k StageKind) {
	switch k := k.(type) {
	case Fifo, Delay:
	case *Ps:
		w.expr(at.Field("Ps"), k.Capacity, AtCapacity)
	case *Step:
		at = at.Field("Step")
		w.expr(at.Field("budget"), k.Budget, AtBudget)
		w.expr(at.Field("cost"), k.Cost, AtCost)
		w.expr(at.Field("chunk"), k.Chunk, AtBudget)
		w.exprs(at.Field("serve").Field("By"), k.Serve.Keys, AtServeKey)
		w.expr(at.Field("only"), k.Only, AtOnly)
	default:
		panic("BUG: stage without a kind")
	}
}

func (w walker) arrival(at *Path, a Arrival) {
	switch a := a.(type) {
	case Poisson, Closed, Batch, Sessions, NoArrivals:
	case *Renewal:
		w.expr(at.Field("Renewal"), a.Gap, AtRenewal)
	default:
		panic("BUG: program without an arrival process")
	}
}

func (w walker) stmt(at *Path, s Stmt) {
	switch s := s.(type) {
	case Turn, End, *Loop:
	case *Set:
		w.expr(at.Field("Set").Elem(1), s.Value, AtStmt)
	case *Observe:
		w.expr(at.Field("Observe").Elem(1), s.Value, AtStmt)
	case *Hold:
		w.hold(at.Field("Hold"), s)
	case *Grow:
		w.poolRef(at.Field("Grow").Elem(0), s.Pool, AtStmt)
		w.expr(at.Field("Grow").Elem(1), s.Units, AtStmt)
	case *Load:
		w.poolRef(at.Field("Load").Elem(0), s.Pool, AtStmt)
		w.expr(at.Field("Load").Elem(1), s.Units, AtStmt)
	case *Drop:
		w.poolRef(at.Field("Drop"), s.Pool, AtStmt)
	case *Release:
		w.poolRef(at.Field("Release"), s.Pool, AtStmt)
	case *Run:
		w.run(at.Field("Run"), s)
	case *Branch:
		w.expr(at.Field("Branch").Elem(0), s.If, AtStmt)
	case *Choose:
		w.expr(at.Field("Choose").Field("count"), s.Count, AtStmt)
		w.exprs(at.Field("Choose").Field("key"), s.Keys, AtStmt)
	default:
		panic("BUG: nil statement")
	}
}

// hold: the header is read while the hold queues, the cache clause and the lease
// when its body has ended. The index is the session's own choice of a member.
func (w walker) hold(at *Path, h *Hold) {
	for i, p := range h.Pools {
		part := at.Field("pools").Elem(i)
		w.poolRef(part.Elem(0), p.Pool, AtStmt)
		w.expr(part.Elem(1), p.Units, AtHeader)
		w.expr(part.Elem(2), p.Reserve, AtHeader)
	}
	w.expr(at.Field("reuse"), h.Reuse, AtHeader)
	w.expr(at.Field("cache"), h.Cache, AtStmt)
	if h.Lease != nil {
		w.poolRef(at.Field("lease").Elem(0), h.Lease.Pool, AtStmt)
		w.expr(at.Field("lease").Elem(1), h.Lease.Time, AtStmt)
	}
}

func (w walker) run(at *Path, r *Run) {
	w.stageRef(at.Field("stage"), r.Stage, AtStmt)
	w.expr(at.Field("work"), r.Work, AtStmt)
	if r.Growing != nil {
		w.poolRef(at.Field("growing"), *r.Growing, AtStmt)
	}
	for i, s := range r.Also {
		w.stageRef(at.Field("also").Elem(i), s, AtStmt)
	}
}

func (w walker) poolRef(at *Path, r Ref, m Moment) {
	if w.Pool != nil {
		w.Pool(at, r, m)
	}
	w.expr(at.Field("index"), r.Index, m)
}

func (w walker) stageRef(at *Path, r Ref, m Moment) {
	if w.Stage != nil {
		w.Stage(at, r, m)
	}
	w.expr(at.Field("index"), r.Index, m)
}

func (w walker) exprs(at *Path, xs []Expr, m Moment) {
	for i, x := range xs {
		w.expr(at.Elem(i), x, m)
	}
}

// expr visits x and its operands; an absent expression is nil.
func (w walker) expr(at *Path, x Expr, m Moment) {
	if x == nil {
		return
	}
	if w.Expr != nil {
		w.Expr(at, x, m)
	}
	switch x := x.(type) {
	case Num, Attr, Ctx:
	case *Sample:
		w.exprs(at.Field("Sample").Elem(1), x.Args, m)
	case *Call:
		args := at.Field("Call").Elem(1)
		for i, a := range x.Args {
			switch arg := args.Elem(i); {
			case a.Pool != nil:
				w.poolRef(arg.Field("Pool"), *a.Pool, m)
			case a.Stage != nil:
				w.stageRef(arg.Field("Stage"), *a.Stage, m)
			default:
				w.expr(arg.Field("Expr"), a.Expr, m)
			}
		}
	case *Unary:
		w.expr(at.Field("Unary").Elem(1), x.X, m)
	case *Binary:
		w.expr(at.Field("Binary").Elem(1), x.X, m)
		w.expr(at.Field("Binary").Elem(2), x.Y, m)
	case *Cond:
		w.expr(at.Field("Cond").Elem(0), x.If, m)
		w.expr(at.Field("Cond").Elem(1), x.Then, m)
		w.expr(at.Field("Cond").Elem(2), x.Else, m)
	}
}
