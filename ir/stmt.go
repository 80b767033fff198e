package ir

// A Stmt is a statement. The set is closed.
// Wire form: "Turn", {"Set": [slot, e]}, {"Run": {…}}.
type Stmt interface{ isStmt() }

func (Turn) isStmt()     {}
func (End) isStmt()      {}
func (*Set) isStmt()     {}
func (*Observe) isStmt() {}
func (*Hold) isStmt()    {}
func (*Grow) isStmt()    {}
func (*Load) isStmt()    {}
func (*Drop) isStmt()    {}
func (*Release) isStmt() {}
func (*Run) isStmt()     {}
func (*Branch) isStmt()  {}
func (*Loop) isStmt()    {}
func (*Choose) isStmt()  {}

// Turn draws the next turn's attributes: the script's or trace's row, then the turn block.
type Turn struct{}

// End ends the session.
type End struct{}

// Set assigns an attribute.
type Set struct {
	Slot  Slot
	Value Expr
}

// Observe records a sample.
type Observe struct {
	Observe ObserveID
	Value   Expr
}

// Hold acquires units of every pool at once, runs Body, and gives them back.
type Hold struct {
	Pools []HoldPart // at least one
	Reuse Expr       // most units of the own cached prefix to consume; nil: up to the units
	Body  BlockID
	Cache Expr   // most computed units to keep as the prefix; nil: memory only, no cache
	Lease *Lease // keeps one pool's allocation past the scope; nil: none
}

// A HoldPart is one pool of a hold.
type HoldPart struct {
	Pool    Ref
	Units   Expr // what is allocated
	Reserve Expr // what must fit for the admission; nil: Units
}

// A Lease keeps an allocation for Time clock units (may be +Inf) after its scope.
type Lease struct {
	Pool Ref
	Time Expr
}

// Grow gives the innermost hold on Pool so many more units.
type Grow struct {
	Pool  Ref
	Units Expr
}

// Load moves the computed position of the innermost hold on Pool by Units that arrived from outside.
type Load struct {
	Pool  Ref
	Units Expr
}

// Drop forgets the session's own cached prefix on Pool.
type Drop struct{ Pool Ref }

// Release gives the innermost hold's allocation on Pool back now, or ends a lease on it.
type Release struct{ Pool Ref }

// A RunMode says what a job is to a step engine.
type RunMode uint8

const (
	Plain   RunMode = iota // not on a step engine
	Prefill                // computes a prompt, up to a chunk an iteration
	Decode                 // one token an iteration
)

// Run is one job of Work at Stage or, with Also, at all of them at once: a flow.
type Run struct {
	Stage   Ref
	Mode    RunMode
	Work    Expr // in the stage's unit, ≥ 0
	Growing *Ref // the pool whose hold grows with the job's position; nil: none
	Also    []Ref
}

// Branch runs Then if the guard is 1, Else if it is 0.
type Branch struct {
	If   Expr
	Then BlockID
	Else BlockID
}

// Loop repeats Body until the session ends.
type Loop struct{ Body BlockID }

// Choose sets Var to the index below Count with the least keys, ties to the smallest.
type Choose struct {
	Var   Slot
	Count Expr
	Keys  []Expr // at least one, each read with Var set to the candidate
}
