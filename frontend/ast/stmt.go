package ast

import (
	"serq/frontend/token"
	"serq/ir"
)

// A Stmt is a statement. The set is closed.
type Stmt interface {
	Position() token.Pos
	isStmt()
}

func (*Turn) isStmt()      {}
func (*End) isStmt()       {}
func (*Set) isStmt()       {}
func (*Observe) isStmt()   {}
func (*Hold) isStmt()      {}
func (*Grow) isStmt()      {}
func (*Load) isStmt()      {}
func (*Drop) isStmt()      {}
func (*Release) isStmt()   {}
func (*Run) isStmt()       {}
func (*Branch) isStmt()    {}
func (*Loop) isStmt()      {}
func (*Choose) isStmt()    {}
func (*Request) isStmt()   {}
func (*CallStmt) isStmt()  {}
func (*EntryCall) isStmt() {}
func (*Mark) isStmt()      {}
func (*Serve) isStmt()     {}
func (*BadStmt) isStmt()   {}

// A Block is statements in braces.
type Block struct {
	token.Pos
	Stmts []Stmt
}

// Turn is `turn;`.
type Turn struct{ token.Pos }

// End is `end;`.
type End struct{ token.Pos }

// Set is `set a = e;`.
type Set struct {
	token.Pos
	Name  Ident
	Value Expr
}

// Observe is `observe o = e;`.
type Observe struct {
	token.Pos
	Name  Ident
	Value Expr
}

// Hold is a hold with its body.
type Hold struct {
	token.Pos // from `hold` to the end of the header
	Parts     []HoldPart
	Reuse     Expr        // nil without
	Admission []NamedExpr // `at admission`: sugar
	Body      *Block
	Cache     Expr   // nil without
	Lease     *Lease // nil without
}

// A HoldPart is one pool of a hold.
type HoldPart struct {
	Pool    *Ref
	Units   Expr
	Reserve Expr // nil without
}

// A NamedExpr is one name of an `at admission` clause.
type NamedExpr struct {
	Name  Ident
	Value Expr
}

// A Lease is the clause that keeps a pool's allocation for a time.
type Lease struct {
	Pool *Ref
	Time Expr
}

// Grow is `grow p (d);`.
type Grow struct {
	token.Pos
	Pool  *Ref
	Units Expr
}

// Load is `load p (n);`.
type Load struct {
	token.Pos
	Pool  *Ref
	Units Expr
}

// Drop is `drop p;`.
type Drop struct {
	token.Pos
	Pool *Ref
}

// Release is `release p;`.
type Release struct {
	token.Pos
	Pool *Ref
}

// Run is `run s, t mode (w) growing p;`.
type Run struct {
	token.Pos
	Stages  []*Ref // empty: the queue's own, in an entry
	Mode    ir.RunMode
	Work    Expr
	Growing *Ref // nil without
}

// Branch is `branch (e) {…} else {…}`.
type Branch struct {
	token.Pos      // the header
	Draw      bool // `branch with (p)`, sugar for a guard ~bernoulli(p)
	If        Expr
	Then      *Block
	Else      *Block // nil without
}

// Loop is `loop {…}`.
type Loop struct {
	token.Pos // the word
	Body      *Block
}

// Choose is `choose j in n by (k, …);`.
type Choose struct {
	token.Pos
	Name  Ident
	Count Expr
	Keys  []Expr
}

// Request is `request;`, sugar for the server's statements, or `request Q;`, sugar
// for those of a gateway's route.
type Request struct {
	token.Pos
	Gateway Ident // its name is empty for the server
}

// CallStmt is the use of a statement def.
type CallStmt struct {
	token.Pos
	Def  Ident
	Args []Expr
}

// EntryCall is the call of a queue's entry, `P[i].prefill (n);`: sugar for the
// entry's statements.
type EntryCall struct {
	token.Pos
	Queue  *Ref
	Verb   Ident
	Args   []Expr
	From   *Ref // the member, or the pool, that gives the KV; nil without
	To     *Ref // of a transfer: the pool where it arrives; nil without
	Amount Expr // of a transfer: tokens that arrive
}

// Mark is `mark m;` in an entry: sugar for `set Q.m = now;`.
type Mark struct {
	token.Pos
	Name Ident
}

// Serve is a form of the serving vocabulary: sugar for a run on the role's stage
// and, of a transfer, for what becomes of the KV.
type Serve struct {
	token.Pos
	Role    Ident // prefill, decode, tool or transfer
	Index   Expr  // of `prefill[j]`; nil without
	On      []*Ref
	Work    Expr
	Growing *Ref // nil without
	From    *Ref // of a transfer: the pool that gives the KV
	To      *Ref // of a transfer: the pool where it arrives
	Amount  Expr // of a transfer: tokens that arrive
}

// BadStmt stands where a statement has an error, which is reported.
type BadStmt struct {
	token.Pos
	Body *Block // the statements in its blocks; nil if none
}
