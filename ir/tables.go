package ir

// The vocabulary as data: what each word is called on the wire and in a
// program, what arguments it takes and at which moments it can be read. The
// frontend, the linker and the simulator all read these tables.

// A UnaryOp is an operator of one operand.
type UnaryOp uint8

const (
	Neg UnaryOp = iota
	Not
)

// UnaryOps is the wire and surface name of each UnaryOp.
var UnaryOps = [...]struct{ Wire, Surface string }{Neg: {"Neg", "-"}, Not: {"Not", "!"}}

// A BinaryOp is an operator of two operands.
type BinaryOp uint8

const (
	Add BinaryOp = iota
	Sub
	Mul
	Div
	Pow
	Lt
	Le
	Gt
	Ge
	Eq
	Ne
	And
	Or
)

// BinaryOps is the wire and surface name of each BinaryOp. Test: its value is 0 or 1.
var BinaryOps = [...]struct {
	Wire, Surface string
	Test          bool
}{
	Add: {"Add", "+", false}, Sub: {"Sub", "-", false}, Mul: {"Mul", "*", false},
	Div: {"Div", "/", false}, Pow: {"Pow", "^", false},
	Lt: {"Lt", "<", true}, Le: {"Le", "<=", true}, Gt: {"Gt", ">", true},
	Ge: {"Ge", ">=", true}, Eq: {"Eq", "==", true}, Ne: {"Ne", "!=", true},
	And: {"And", "&&", true}, Or: {"Or", "||", true},
}

// A Func is a function or an observable.
type Func uint8

const (
	FuncMin Func = iota
	FuncMax
	FuncAbs
	FuncFloor
	FuncCeil
	FuncSqrt
	FuncExp
	FuncLn
	FuncPow
	FuncQueue
	FuncBusy
	FuncWork
	FuncEstLambda
	FuncEstRho
	FuncEstWait
	FuncPrice
	FuncBudgetLeft
	FuncUsed
	FuncFree
	FuncCachedIn
	FuncHolders
	FuncQueued
)

// An ArgKind is what an argument of a Call must be.
type ArgKind uint8

const (
	ArgExpr ArgKind = iota
	ArgPool
	ArgStage
)

// Funcs describes each Func: its names and, in order, the kinds of its arguments.
var Funcs = [...]struct {
	Wire, Surface string
	Args          []ArgKind
}{
	FuncMin:        {"Min", "min", []ArgKind{ArgExpr, ArgExpr}},
	FuncMax:        {"Max", "max", []ArgKind{ArgExpr, ArgExpr}},
	FuncAbs:        {"Abs", "abs", []ArgKind{ArgExpr}},
	FuncFloor:      {"Floor", "floor", []ArgKind{ArgExpr}},
	FuncCeil:       {"Ceil", "ceil", []ArgKind{ArgExpr}},
	FuncSqrt:       {"Sqrt", "sqrt", []ArgKind{ArgExpr}},
	FuncExp:        {"Exp", "exp", []ArgKind{ArgExpr}},
	FuncLn:         {"Ln", "ln", []ArgKind{ArgExpr}},
	FuncPow:        {"Pow", "pow", []ArgKind{ArgExpr, ArgExpr}},
	FuncQueue:      {"Queue", "queue", []ArgKind{ArgStage}},
	FuncBusy:       {"Busy", "busy", []ArgKind{ArgStage}},
	FuncWork:       {"Work", "work", []ArgKind{ArgStage}},
	FuncEstLambda:  {"EstLambda", "est_lambda", []ArgKind{ArgStage}},
	FuncEstRho:     {"EstRho", "est_rho", []ArgKind{ArgStage}},
	FuncEstWait:    {"EstWait", "est_wait", []ArgKind{ArgStage}},
	FuncPrice:      {"Price", "price", []ArgKind{ArgStage, ArgExpr, ArgExpr}},
	FuncBudgetLeft: {"BudgetLeft", "budget_left", []ArgKind{ArgStage}},
	FuncUsed:       {"Used", "used", []ArgKind{ArgPool}},
	FuncFree:       {"Free", "free", []ArgKind{ArgPool}},
	FuncCachedIn:   {"CachedIn", "cachedin", []ArgKind{ArgPool}},
	FuncHolders:    {"Holders", "holders", []ArgKind{ArgPool}},
	FuncQueued:     {"Queued", "queued", []ArgKind{ArgPool}},
}

// Numeric reports whether a function is one of numbers only, and so not an observable.
func (f Func) Numeric() bool { return f <= FuncPow }

// A Dist is a distribution.
type Dist uint8

const (
	DistExp Dist = iota
	DistDet
	DistUniform
	DistErlang
	DistH2
	DistBernoulli
	DistNormal
	DistLogNormal
	DistGamma
	DistPareto
	DistGeometric
	DistPoisson
	DistEmpirical
)

// A Domain is the set of values that a distribution's parameter may have.
type Domain uint8

const (
	AnyReal         Domain = iota // finite
	NonNegative                   // finite, ≥ 0
	Positive                      // finite, > 0
	Probability                   // 0 to 1
	PositiveInteger               // a whole number ≥ 1
	AtLeastOne                    // finite, ≥ 1
	AboveOne                      // finite, > 1
)

// A Param is one parameter of a distribution.
type Param struct {
	Name   string
	Domain Domain
}

// Dists describes each Dist: its names and parameters. Empirical has none on the
// wire: its values are inlined.
var Dists = [...]struct {
	Wire, Surface string
	Params        []Param
}{
	DistExp:       {"Exp", "exp", []Param{{"mean", NonNegative}}},
	DistDet:       {"Det", "det", []Param{{"v", AnyReal}}},
	DistUniform:   {"Uniform", "uniform", []Param{{"lo", AnyReal}, {"hi", AnyReal}}}, // lo ≤ hi
	DistErlang:    {"Erlang", "erlang", []Param{{"phases", PositiveInteger}, {"mean", NonNegative}}},
	DistH2:        {"H2", "h2", []Param{{"mean", NonNegative}, {"cv2", AtLeastOne}}},
	DistBernoulli: {"Bernoulli", "bernoulli", []Param{{"p", Probability}}},
	DistNormal:    {"Normal", "normal", []Param{{"mean", AnyReal}, {"sd", NonNegative}}},
	DistLogNormal: {"LogNormal", "lognormal", []Param{{"mean", Positive}, {"cv2", NonNegative}}},
	DistGamma:     {"Gamma", "gamma", []Param{{"mean", Positive}, {"cv2", Positive}}},
	DistPareto:    {"Pareto", "pareto", []Param{{"mean", Positive}, {"alpha", AboveOne}}},
	DistGeometric: {"Geometric", "geometric", []Param{{"mean", AtLeastOne}}},
	DistPoisson:   {"Poisson", "poisson", []Param{{"mean", NonNegative}}},
	DistEmpirical: {"Empirical", "empirical", nil},
}

// A Moment is the kind of instant at which an expression is evaluated. It fixes
// what the expression may read.
type Moment uint16

const (
	AtStmt       Moment = 1 << iota // a session's statement: set, observe, work, guard, cache, lease time, …
	AtHeader                        // a hold's units, reserve and reuse
	AtQueueKey                      // a pool's queue by
	AtEvictKey                      // a pool's evict by
	AtPreemptKey                    // a pool's preempt by
	AtSpill                         // a spill's work and when
	AtCapacity                      // a ps capacity
	AtBudget                        // a step stage's budget and chunk
	AtCost                          // a step stage's cost
	AtServeKey                      // a step stage's serve by
	AtOnly                          // a step stage's serve only
	AtGauge                         // a gauge
	AtRenewal                       // a renewal gap
	everyMoment  = AtRenewal<<1 - 1
)

// MomentNames says each Moment in the words of a program.
var MomentNames = map[Moment]string{
	AtStmt: "a session's statement", AtHeader: "a hold's header", AtQueueKey: "a pool's queue keys",
	AtEvictKey: "a pool's eviction keys", AtPreemptKey: "a pool's preempt keys", AtSpill: "a spill's work and condition",
	AtCapacity: "a ps capacity", AtBudget: "a budget or chunk", AtCost: "a cost", AtServeKey: "serve keys",
	AtOnly: "serve only", AtGauge: "a gauge", AtRenewal: "a renewal gap",
}

// A Ctx is a context variable: it exists only at the moments that supply it.
type Ctx uint8

const (
	Now       Ctx = iota // the clock
	Waited               // seconds since the hold joined its queue
	Size                 // units of the entry, or of the bite that a spill carries
	Age                  // now − release time of the entry
	Last                 // release time of the entry
	Queued               // 1 if the entry's session is in a queue
	N                    // jobs at the ps stage
	Nres                 // residents of the engine
	Ndec                 // decodes: among the residents, or in the batch (cost)
	Kvb                  // memory units held by the decodes' sessions
	Kvp                  // memory units held by the prefills' sessions
	Ntok                 // tokens scheduled
	Npre                 // prefill tokens scheduled
	Attn                 // Σ n(K + n/2) over the prefill chunks of n tokens after K
	Decoding             // 1 if the job at hand is a decode
	Admission            // the number of its session's latest hold admission
	Remaining            // work the job has left
	Position             // the candidate's position in the pool
)

// Ctxs describes each Ctx: its names and the moments at which it can be read.
var Ctxs = [...]struct {
	Wire, Surface string
	At            Moment
}{
	Now:       {"Now", "now", everyMoment &^ (AtGauge | AtOnly | AtRenewal)},
	Waited:    {"Waited", "waited", AtQueueKey},
	Size:      {"Size", "size", AtEvictKey | AtSpill},
	Age:       {"Age", "age", AtEvictKey | AtSpill},
	Last:      {"Last", "last", AtEvictKey | AtSpill},
	Queued:    {"Queued", "waiting", AtEvictKey | AtSpill},
	N:         {"N", "present", AtCapacity},
	Nres:      {"Nres", "residents", AtBudget | AtCost | AtServeKey | AtOnly},
	Ndec:      {"Ndec", "decoders", AtBudget | AtCost | AtServeKey | AtOnly},
	Kvb:       {"Kvb", "kv_decode", AtBudget | AtCost | AtServeKey | AtOnly},
	Kvp:       {"Kvp", "kv_prefill", AtBudget | AtCost | AtServeKey | AtOnly},
	Ntok:      {"Ntok", "tokens", AtCost},
	Npre:      {"Npre", "prefilled", AtCost},
	Attn:      {"Attn", "attention", AtCost},
	Decoding:  {"Decoding", "decoding", AtServeKey | AtOnly | AtPreemptKey},
	Admission: {"Admission", "admission", AtServeKey | AtOnly | AtPreemptKey},
	Remaining: {"Remaining", "remaining", AtServeKey | AtOnly},
	Position:  {"Position", "position", AtPreemptKey},
}

// BuiltinNames are the built-in attributes in the order in which serqc writes them.
var BuiltinNames = [...]string{"cached", "serial", "turn_no", "new", "out", "think", "more", "forced", "computed"}

// RunModes is the wire name of each RunMode.
var RunModes = [...]string{Plain: "Plain", Prefill: "Prefill", Decode: "Decode"}

// Shares is the wire and surface name of each Share; ShareNone has none.
var Shares = [...]struct{ Wire, Surface string }{ShareNone: {}, MaxMin: {"MaxMin", "maxmin"}, Bottleneck: {"Bottleneck", "bottleneck"}}
