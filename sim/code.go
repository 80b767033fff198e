package sim

import "serq/ir"

// The lowered form of a program. Blocks become one array of instructions in
// which a body follows its statement and control flow is jumps; expressions
// become short flat code for a stack machine, with the commonest shapes (a
// constant, an attribute, the time since one, an exponential draw) recognised, so
// that they cost no dispatch.

// An opcode says what an instruction does.
type opcode uint8

const (
	iTurn    opcode = iota
	iEnd            // the session ends, at an End or at the end of its block
	iSet            // slot := value
	iObserve        // record value under the observation slot
	iHold           // join the queue; the body follows, up to its iScope
	iScope          // the end of a hold's body: give back
	iGrow           // value more units on ref
	iLoad           // value units arrived on ref
	iDrop           // forget the own entry on ref
	iRelease        // give ref back
	iRun            // a job of value at ref and also
	iBranch         // to the jump target unless value is 1
	iJump           // to the jump target; no statement of its own
	iChoose         // slot := the index below value with the least keys
)

// An instr is one instruction. It points to those that may follow: to go from one to
// the next is a load, where an index would be checked and multiplied.
type instr struct {
	op    opcode
	slot  int32 // attribute or observation
	pc    int32 // its own number
	to    int32 // that of the jump target
	next  *instr
	jump  *instr // the jump target
	ref   ref
	value expr      // work, units, guard, count
	hold  *holdCode // of a hold and its scope
	run   *runCode  // of a run; nil for a plain one at one stage
	keys  []expr    // of a choose
	at    where
}

// A runCode is what a run says beside its stage and work.
type runCode struct {
	mode    ir.RunMode
	growing ref // none where the family is empty
	also    []ref
}

// A where is the statement that an instruction or an expression stems from.
// Block is -1 where there is none.
type where struct{ block, stmt int32 }

var nowhere = where{-1, -1}

// A ref names one member: first + index, of a family of count. A constant
// index is folded into first, with count 1.
type ref struct {
	first, count int32
	index        *expr // nil: first itself
}

// A holdCode is what a hold statement asks for.
type holdCode struct {
	parts     []partCode
	reuse     *expr // nil: up to the units
	cache     *expr // nil: memory only
	leased    int   // the part that a lease keeps; -1: none
	leaseTime expr
	pc        int32 // of its iHold
	live      bool  // an amount reads more than attributes, so an attempt may succeed at any time
}

// A partCode is one pool of a hold.
type partCode struct {
	pool    ref
	units   expr
	reserve *expr // nil: the units
}

// An expr is a lowered expression.
type expr struct {
	kind  exprKind
	reads reads
	slot  int32   // attribute
	num   float64 // value of exprConst, addend of exprAttrPlus, mean of exprExp
	code  []op    // of exprCode
	at    where
}

type exprKind uint8

const (
	exprConst    exprKind = iota // num
	exprAttr                     // attrs[slot]
	exprAttrPlus                 // attrs[slot] + num
	exprNow                      // now
	exprSince                    // now − attrs[slot]
	exprExp                      // a draw from ~exp(num)
	exprCode                     // the stack machine
)

// reads says what an expression depends on.
type reads uint8

const (
	readsAttrs  reads = 1 << iota // attributes of the session
	readsState                    // pools or stages
	readsClock                    // now, waited, age
	readsRank                     // decoding, admission
	readsJob                      // remaining, position, size, last, waiting
	readsTotals                   // residents, decoders, tokens, present and the like
	readsMemory                   // kv_decode, kv_prefill
	draws                         // a stream
)

// pure reports whether an expression reads only attributes and numbers.
func (e *expr) pure() bool { return e.reads&^readsAttrs == 0 }

// An op is one operation of the stack machine. Stack pictures are in eval.
type op struct {
	code opCode
	n    int32   // attribute, context variable, member, jump target, table
	m    int32   // size of the family; 0: n is the member itself
	num  float64 // of opNum
}

type opCode uint8

const (
	opNum opCode = iota
	opAttr
	opNow
	opCtx
	opNeg
	opNot
	opAdd
	opSub
	opMul
	opDiv
	opPow
	opLt
	opLe
	opGt
	opGe
	opEq
	opNe
	opBool     // x → 1 if x is not 0, else 0
	opJump     // go to n
	opJumpZero // x → , go to n if x is 0
	opAndJump  // x → 0 and go to n if x is 0, else x →
	opOrJump   // x → 1 and go to n if x is not 0, else x →
	opMin
	opMax
	opAbs
	opFloor
	opCeil
	opSqrt
	opExp
	opLn
	opQueue
	opBusy
	opWork
	opEstLambda
	opEstRho
	opEstWait
	opPrice
	opBudgetLeft
	opUsed
	opFree
	opCachedIn
	opHolders
	opQueued
	opDraw      // the distribution n with its parameters on the stack
	opEmpirical // one of the values of table n
)

// A poolCode is what a program says of a pool.
type poolCode struct {
	name       string
	index      *int
	cap        float64
	block      float64 // 0: any amount
	keepsCache bool
	evictKeys  []expr // nil: least recently released
	preempts   bool
	victimKeys []expr
	tail       bool   // a victim re-enters the queue as a newcomer
	queueKeys  []expr // nil: FIFO
	spill      *spillCode
	admitVia   int32 // stage; -1: none
	engines    []int32
	volatile   bool // an attempt may succeed although nothing was freed: keys or amounts read live state
	snapshots  bool // eviction reads attributes, which an entry keeps past its session
}

// A spillCode is where evicted live prefixes go.
type spillCode struct {
	to, via    int32
	work, when expr
}

// A stageKind says how a stage serves.
type stageKind uint8

const (
	kindFifo   stageKind = iota
	kindPs               // one that no flow over several stages holds
	kindShared           // ps, held by flows
	kindDelay
	kindStep
)

var stageKindNames = [...]string{kindFifo: "fifo", kindPs: "ps", kindShared: "ps", kindDelay: "delay", kindStep: "step"}

// A stageCode is what a program says of a stage.
type stageCode struct {
	name     string
	index    *int
	kind     stageKind
	servers  int
	capacity expr  // of a ps stage
	shared   int32 // kindShared: its number among the shared stages
	step     *stepCode

	estimated bool // an expression reads its estimators; else they are not kept
	worked    bool // an expression reads its unfinished work; else the jobs in service are counted only
}

// A stepCode is what a program says of an engine.
type stepCode struct {
	budget, chunk, cost expr
	exclusive           bool
	keys                []expr
	only                *expr
	memory              int32   // pool; -1: none
	pools               []int32 // that it serves, in declaration order
	sortsOnce           bool    // keys hold still while an iteration is planned
}

// A straightCode is the init or the turn block: sets and observations, of which none
// jumps.
type straightCode struct {
	pc     int32   // of the first
	instrs []instr // a part of the code's
	draws  bool
}

// A code is a program, lowered.
type code struct {
	program      *ir.Program
	instrs       []instr
	init, turn   straightCode
	session      int32 // entry point
	sessionDraws bool
	pools        []poolCode
	stages       []stageCode
	gauges       []expr
	gap          expr // between open arrivals
	closed       bool // a session that ends is replaced
	tables       [][]float64
	shared       []float64 // capacities of the shared stages
	stack        int       // deepest expression
}
