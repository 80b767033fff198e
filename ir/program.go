package ir

// Version is the IR version that this package reads and writes.
const Version = 8

// Indices into the lists of a Program. Whether they are in range is a link rule.
type (
	// A BlockID is an index into Program.Blocks.
	BlockID int
	// A Slot is an attribute: an index into Program.Attrs.
	Slot int
	// An ObserveID is an index into Program.Observes.
	ObserveID int
	// A PoolID is an index into Program.Pools, of one member of a family.
	PoolID int
	// A StageID is an index into Program.Stages, of one member of a family.
	StageID int
)

// A Program is a deployment and its workload, whole.
type Program struct {
	Version  int      // 8
	Attrs    []string // attribute names, by Slot
	Observes []string // observation names, by ObserveID
	Pools    []Pool   // families expanded, members contiguous, in declaration order
	Stages   []Stage  // likewise

	Arrival      Arrival
	Trace        *string // path of a trace corpus (CSV); nil without one
	TraceOrdered bool    // session k replays the file's session k modulo their number

	Init     BlockID  // run once per session, at its arrival
	Turn     BlockID  // run at every Turn statement
	Session  BlockID  // the whole life of a session
	Blocks   [][]Stmt // an arena; the blocks reached from the three roots form a tree
	Horizon  float64  // clock units, > Warmup, finite
	Warmup   float64  // clock units, ≥ 0
	Seed     int64    // 0 to 2^53
	Arrivals int64    // exactly so many open arrivals, then drain; 0: until the horizon
	Builtins Builtins // where the built-in attributes are

	Hidden []Slot  // attributes that the scheduler may not read
	Share  Share   // how flows share stages; ShareNone exactly when no Run has an Also
	Gauges []Gauge // time averages to report
	Source *Source // where statements were written; nil if unknown. A label only
}

// Builtins says which slots the built-in attributes have.
type Builtins struct {
	Cached   Slot // prefix units consumed at the last admission
	Serial   Slot // arrival order, from 0
	TurnNo   Slot // turns made, from 1 once the first Turn ran
	New      Slot // new prompt tokens of the turn (trace)
	Out      Slot // output tokens of the turn (trace)
	Think    Slot // clock units of thinking before the next turn (trace)
	More     Slot // 1 while another turn follows
	Forced   Slot // 1 where the turn must miss the cache (trace)
	Computed Slot // position that a preempted hold had reached, else 0
}

// A Share is the policy by which flows divide the shared stages.
type Share uint8

const (
	ShareNone  Share = iota // no flow holds several stages
	MaxMin                  // max-min fair, by progressive filling
	Bottleneck              // each flow its equal share at the tightest of its stages
)

// A Pool is one counted resource: KV tokens or blocks, request slots.
type Pool struct {
	Name     string
	Index    *int     // the member's number in a family, a label; nil for a single pool
	Cap      float64  // units, ≥ 0, may be +Inf
	Block    *float64 // allocation granularity in units, > 0; nil: any amount
	Evict    Evict
	Preempt  *Preempt // nil: a growth that does not fit waits
	Queue    []Expr   // selection keys, least first; nil: FIFO
	Spill    *Spill   // where evicted live prefixes go; nil: nowhere
	AdmitVia *StageID // the step stage whose iterations serve the queue; nil: any event
}

// An EvictKind says how a pool chooses the cached entry to evict.
type EvictKind uint8

const (
	EvictLRU  EvictKind = iota // least recently released first
	EvictBy                    // least keys first
	EvictNone                  // the pool keeps no cache
)

// An Evict is a pool's eviction rule.
type Evict struct {
	Kind EvictKind
	Keys []Expr // for EvictBy
}

// A Preempt is the rule by which a growth that does not fit chooses its victim:
// the candidate with the least keys. On the wire {"By": {keys, tail}}; a reader
// takes "Lifo" for the one key -admission.
type Preempt struct {
	Keys []Expr
	Tail bool // the victim re-enters the queue as a newcomer, not at its head
}

// A Spill sends what is evicted from live entries to a tier pool.
type Spill struct {
	To   PoolID
	Via  StageID // where the carrying job runs
	Work Expr    // the job's work
	When Expr    // spilled only when not 0
}

// A Stage is one place where time passes.
type Stage struct {
	Name  string
	Index *int // the member's number in a family, a label; nil for a single stage
	Kind  StageKind
}

// A StageKind says how a stage serves its jobs. The set is closed.
type StageKind interface{ isStageKind() }

func (Fifo) isStageKind()  {}
func (*Ps) isStageKind()   {}
func (Delay) isStageKind() {}
func (*Step) isStageKind() {}

// Fifo is a stage of Servers servers (≥ 1) at rate 1, in arrival order.
type Fifo struct{ Servers int }

// Ps is processor sharing: n jobs each at Capacity(n)/n.
type Ps struct{ Capacity Expr }

// Delay serves everyone at rate 1.
type Delay struct{}

// Step is an engine that runs iterations of a batch (continuous batching).
type Step struct {
	Budget Expr // tokens an iteration may schedule
	Cost   Expr // clock units an iteration takes
	Chunk  Expr // most prefill tokens of one job in an iteration; 0 or +Inf: no cap
	Serve  Serve
	Only   Expr    // a job gets tokens only where this is not 0; nil: always
	Memory *PoolID // the pool whose holders are the candidates of preemption; nil: none
}

// A Serve is the order in which an engine serves its residents.
type Serve struct {
	Exclusive bool   // a prefill runs alone (ExclusivePrefill); Keys is nil then
	Keys      []Expr // least first; none: admission order. Never nil unless Exclusive
}

// An Arrival is the arrival process. The set is closed.
type Arrival interface{ isArrival() }

func (Poisson) isArrival()    {}
func (*Renewal) isArrival()   {}
func (Closed) isArrival()     {}
func (Batch) isArrival()      {}
func (Sessions) isArrival()   {}
func (NoArrivals) isArrival() {}

// Poisson arrivals at Rate per clock unit, the first at 0.
type Poisson struct{ Rate float64 }

// Renewal arrivals: the first after one Gap.
type Renewal struct{ Gap Expr }

// Closed keeps N sessions in the machine: one that ends is replaced at once.
type Closed struct{ N int }

// Batch is N sessions at 0.
type Batch struct{ N int }

// Sessions is a list of preset sessions, all at 0.
type Sessions []Preset

// NoArrivals is an empty workload ("None").
type NoArrivals struct{}

// A Preset is one session given by its attributes and, perhaps, its turns.
type Preset struct {
	Attrs []SlotValue
	Turns [][]SlotValue // one row a turn; nil: none given
}

// A SlotValue gives an attribute a value.
type SlotValue struct {
	Slot  Slot
	Value float64
}

// A Gauge is an expression whose time average is reported.
type Gauge struct {
	Name string
	Expr Expr
}

// A Source says where statements were written.
type Source struct {
	Files []string
	Spans []SourceSpan
}

// A SourceSpan places one statement: Line and Column count from 1, the rest from 0.
type SourceSpan struct {
	Block  BlockID
	Stmt   int
	Line   int
	Column int
	File   int
}

// A Ref names one member of a family of pools or stages: Base + Index. Index is
// nil only where Count is 1 and the thing is not a family.
type Ref struct {
	Base  int
	Count int // ≥ 1
	Index Expr
}
