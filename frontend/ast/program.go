// Package ast defines the syntax tree of program text.
//
// Items are in program.go, queues in queue.go, statements in stmt.go and expressions in expr.go. One
// set of types serves two languages: what a person writes, and the kernel, which
// is the part without sugar (no Def, Server, Queue, Pull, Request, CallStmt, EntryCall,
// Mark, Serve or Aggregate). Names in the kernel are bound (binding.go).
package ast

import (
	"serq/frontend/token"
	"serq/ir"
)

// A Program is the items of one file, in the order written.
type Program struct {
	File    *token.File
	Items   []Item
	Lost    map[string]bool // the words in what could not be parsed: it may declare and assign them
	Cut     bool            // the rest of the file is lost
	Unnamed bool            // a declaration or assignment has an error in the place of its name
}

// An Item is one declaration. The set is closed.
type Item interface {
	Position() token.Pos
	isItem()
}

func (*Let) isItem()        {}
func (*Use) isItem()        {}
func (*Def) isItem()        {}
func (*Pool) isItem()       {}
func (*Stage) isItem()      {}
func (*Queue) isItem()      {}
func (*Pull) isItem()       {}
func (*Share) isItem()      {}
func (*Workload) isItem()   {}
func (*Session) isItem()    {}
func (*Server) isItem()     {}
func (*Gauge) isItem()      {}
func (*RunOptions) isItem() {}
func (*BadItem) isItem()    {}

// Let is a constant.
type Let struct {
	token.Pos
	Name  Ident
	Value Expr
}

// Use reads a library of defs.
type Use struct {
	token.Pos
	Path String
}

// Def is an expression def, with Value, or a statement def, with Body.
type Def struct {
	token.Pos
	Name   Ident
	Params []Ident
	Value  Expr
	Body   *Block
}

// Pool is a pool, or a family of them.
type Pool struct {
	token.Pos
	Name     Ident
	Size     Expr // nil of a single pool
	Cap      Expr // nil: without bound
	Block    Expr // nil: any amount is allocated
	Evict    Evict
	Preempt  *Preempt // nil: none
	Queue    []Expr   // nil: FIFO
	Spill    *Spill   // nil: none
	AdmitVia *Ref     // nil: served by no stage
	Family   *Family  // in the kernel: its members
}

// An Evict is a pool's eviction rule.
type Evict struct {
	Kind ir.EvictKind
	Keys []Expr // for ir.EvictBy
}

// A Preempt is a pool's preemption rule.
type Preempt struct {
	Keys []Expr
	Tail bool // the victim re-enters the queue as a newcomer
}

// A Spill says where what is evicted goes.
type Spill struct {
	To, Via    *Ref
	Work, When Expr
}

// Stage is a stage, or a family of them.
type Stage struct {
	token.Pos
	Name Ident
	Size Expr // nil of a single stage
	Kind StageKind

	Family *Family // in the kernel: its members
}

// A StageKind is how a stage serves. The set is closed.
type StageKind interface{ isStageKind() }

func (*Fifo) isStageKind()    {}
func (*Ps) isStageKind()      {}
func (*Delay) isStageKind()   {}
func (*Step) isStageKind()    {}
func (*BadKind) isStageKind() {}

// Fifo is `fifo (c)`.
type Fifo struct{ Servers Expr } // nil: one

// Ps is `ps (φ)`.
type Ps struct{ Capacity Expr }

// Delay is `delay`.
type Delay struct{}

// Step is `step {…}`.
type Step struct {
	token.Pos // the word
	Cost      Expr
	Budget    Expr // nil: no bound
	Chunk     Expr // nil: no bound
	Memory    *Ref // nil: none
	Exclusive bool // serve exclusive prefill
	Only      Expr // nil: every job may get tokens
	Keys      []Expr
}

// BadKind stands where a kind has an error, which is reported.
type BadKind struct{}

// Share is the policy of the flows.
type Share struct {
	token.Pos
	Policy ir.Share // ir.ShareNone if it has an error
}

// Workload is the arrivals and what the sessions bring.
type Workload struct {
	token.Pos
	Arrive  *Arrive  // nil: none
	Trace   *Trace   // nil: none
	Init    *Block   // nil: empty
	Turn    *Block   // nil: empty
	Session *Session // the client's side; nil where it is at top level
	Hidden  []Ident
	Cut     bool // a part has an error: it may be any that is absent
}

// An ArriveKind is an arrival process.
type ArriveKind uint8

const (
	ArriveNone ArriveKind = iota
	ArrivePoisson
	ArriveRenewal
	ArriveClosed
	ArriveBatch
	ArriveBad // it has an error, which is reported
)

// Arrive is the arrival process.
type Arrive struct {
	token.Pos
	Kind ArriveKind
	Arg  Expr // rate, gap or number of sessions; nil of none
}

// Trace is a trace corpus.
type Trace struct {
	token.Pos
	Path    String
	Ordered bool
}

// Session is the whole life of a session.
type Session struct {
	token.Pos // the word
	Body      *Block
}

// Server is the deployment's side of the session.
type Server struct {
	token.Pos // the word
	Body      *Block
}

// Gauge is an expression whose time average is reported.
type Gauge struct {
	token.Pos
	Name  Ident
	Value Expr
}

// RunOptions is the `run` item: how long, and with which seed.
type RunOptions struct {
	token.Pos // the word
	Horizon   Expr
	Warmup    Expr
	Seed      Expr
	Arrivals  Expr
}

// BadItem stands where an item has an error, which is reported.
type BadItem struct {
	token.Pos
	Word string // its first word, "" if none
}
