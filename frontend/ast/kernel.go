package ast

// A Kernel is a program without sugar. Constants, functions and block sizes are
// bound; other names are not yet.
type Kernel struct {
	Pools  []*Pool
	Stages []*Stage
	Share  *Share // nil without
	Gauges []*Gauge

	Arrive  *Arrive // nil: none
	Trace   *Trace  // nil: none
	Init    []Stmt
	Turn    []Stmt
	Session []Stmt
	Unused  []Stmt // of a server that nothing requests: resolved for their errors, and not emitted
	Hidden  []Ident
	Run     *RunOptions // nil if missing, which is reported

	PoolNames  map[string]*Family
	StageNames map[string]*Family
	Constants  map[string]Ident // every `let`, wherever it stands
	Defs       map[string]Ident
	LostPool   bool            // a pool may be declared that is not in PoolNames
	LostStage  bool            // likewise
	LostName   bool            // any name may be declared, or assigned
	Lost       map[string]bool // words in what has an error: nothing is said of a name among them
	Variables  []Ident         // the names that aggregates gave
}
