// Package expand turns a program into the kernel: libraries are read, constants
// evaluated, and everything that is sugar is rewritten where it stands.
//
// The sugar, a file each: def.go, request.go, serving.go, admission.go, aggregate.go,
// and of queues queue.go, entry.go, inside.go, lease.go and pull.go. What is rewritten never changes the tree that was parsed: the
// kernel is made of new nodes, each of which knows what it was written as (its
// Pos) and by which expansions it came where it stands (its Pos.Via).
//
// An argument of a def is expanded where the call stands and then put, as a
// finished tree, wherever the body reads the parameter. So a name in an argument
// keeps the meaning that it has at the call, whatever the body calls its own.
package expand

import (
	"slices"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// Options is what the caller brings to a compilation.
type Options struct {
	ReadFile func(path string) ([]byte, error) // for libraries
	Sets     []string                          // NAME=EXPR: values for constants
	Defs     []string                          // NAME=EXPR: bodies for expression defs
	Run      RunOverrides
}

// RunOverrides are values for the `run` item; nil keeps the program's.
type RunOverrides struct {
	Horizon, Warmup *float64
	Seed, Arrivals  *int64
}

// Program expands a program. What is wrong is reported; the kernel then has Bad
// nodes where nothing sensible can stand.
func Program(prog *ast.Program, opts Options, rep *report.Report) *ast.Kernel {
	x := &expander{
		opts: opts, report: rep,
		constants: map[string]*let{}, defs: map[string]*def{},
		pools: map[string]*pool{}, stages: map[string]*stage{}, queues: map[string]*queue{}, queuesBelow: map[string]token.Pos{},
		pulls: map[string]*relation{},
		kernel: &ast.Kernel{
			PoolNames: map[string]*ast.Family{}, StageNames: map[string]*ast.Family{},
			Constants: map[string]ast.Ident{}, Defs: map[string]ast.Ident{}, Lost: map[string]bool{},
		},
	}
	x.declare(x.flatten(prog))
	for _, name := range sortedKeys(x.kernel.Lost) {
		x.loseDef(name)
	}
	x.kernel.LostPool, x.kernel.LostStage = x.maybe("pool"), x.maybe("stage")
	x.override()
	x.checkDefCycles()
	x.evaluateConstants()
	x.families()
	x.checkEntries()
	x.sessions(prog)
	x.checkReached()
	x.gauges()
	x.runOptions(prog)
	return x.kernel
}

// An expander is a program being expanded.
type expander struct {
	opts   Options
	report *report.Report
	kernel *ast.Kernel

	constants map[string]*let
	defs      map[string]*def
	pools     map[string]*pool
	stages    map[string]*stage
	poolList  []*pool  // in the order written
	stageList []*stage // in the order written
	gaugeList []placed[*ast.Gauge]

	queues      map[string]*queue
	queueList   []*queue             // in the order written
	queuesBelow map[string]token.Pos // every queue of the program, declared yet or not
	relations   []*relation          // in the order written
	pulls       map[string]*relation // by the name of the reader
	pullShare   *ast.Share           // what the relations name; nil without
	attributes  map[string]bool      // names that the program assigns; nil until asked for
	alone       bool                 // an entry is expanded by itself, not for the session

	share    *ast.Share
	workload placed[*ast.Workload]
	session  placed[*ast.Session] // at top level
	server   placed[*ast.Server]
	options  placed[*ast.RunOptions]

	badItems    []string // first words of the items with an error
	serverLost  bool     // what the server assigns is among the lost names
	requested   bool     // a request was expanded
	statements  float64  // of the blocks so far, after expansion
	serverStmts *float64 // of the server, once counted
	depth       int      // of the recursion at hand
	size        int      // nodes of expressions made so far
	terms       int      // terms of aggregates written out so far
	full        bool     // a limit is exceeded, which is reported
}

// A placed item knows how much of the program stands above it.
type placed[T any] struct {
	item T
	at   int // counts items, those of libraries included
}

// A side says which statements may stand in a block.
type side uint8

const (
	wholeSession side = iota // a session at top level
	clientSide               // the session in the workload
	serverSide               // the server
	initBlock                // init: only set and observe
	turnBlock                // turn: only set and observe
	entrySide                // an entry of a queue
)

// A scope is where an expression or statement stands.
type scope struct {
	at       int        // constants, defs and role stages above this item can be seen
	constant bool       // of a constant: it sees only the pools above it too
	side     side       // for statements
	inside   *inside    // the queue around; nil outside of queues
	header   bool       // of a hold
	index    bool       // of a reference
	locals   *local     // names that sugar gives
	via      *token.Use // the expansion at hand
}

// in is the scope of an item of the program.
func in[T any](p placed[T]) scope { return scope{at: p.at} }

// here is a place in the scope.
func (sc scope) here(p token.Pos) token.Pos {
	if p.Via == nil {
		p.Via = sc.via
	}
	return p
}

// A local is a name that sugar gives: it stands for a finished expression. The
// list is searched from the innermost.
type local struct {
	name  string
	kind  localKind
	value ast.Expr
	size  int // nodes of value
	depth int // levels of value
	reads int // how often it was read as an expression so far
	refs  int // how often it was used as the name of a pool or stage so far
	up    *local
}

type localKind uint8

const (
	parameter      localKind = iota
	variable                 // of an aggregate
	binding                  // of `at admission`
	entryParameter           // always a value
	memberIndex              // `self` in an entry
	sourcePool               // the name behind the `from` of an entry
)

var localKinds = [...]string{
	parameter: "a parameter", variable: "the variable of an aggregate", binding: "a name of `at admission`",
	entryParameter: "a parameter", memberIndex: "the index of the member", sourcePool: "the name of the source",
}

func (sc scope) local(name string) *local {
	for l := sc.locals; l != nil; l = l.up {
		if l.name == name {
			return l
		}
	}
	return nil
}

// with is the scope with one more name.
func (sc scope) with(l *local) scope {
	l.up = sc.locals
	sc.locals = l
	return sc
}

func (x *expander) error(code diag.Code, at token.Pos, summary, hint string, notes ...diag.Note) {
	x.report.Error(code, at, summary, hint, notes...)
}

// sessions expands the blocks of the workload and the session.
func (x *expander) sessions(prog *ast.Program) {
	w := x.workload.item
	if w != nil {
		sc := in(x.workload)
		x.kernel.Trace, x.kernel.Hidden = w.Trace, slices.Clone(w.Hidden)
		x.kernel.Arrive = x.arrive(w.Arrive, sc)
		x.kernel.Init = x.root(w.Init, sc, initBlock)
		x.kernel.Turn = x.root(w.Turn, sc, turnBlock)
	}
	if x.kernel.Arrive == nil && (x.maybe("workload") || w != nil && w.Cut) {
		x.kernel.Arrive = &ast.Arrive{Kind: ast.ArriveBad}
	}
	switch s := x.sides(prog); s {
	case wholeSession:
		x.kernel.Session = x.root(x.session.item.Body, in(x.session), s)
	case clientSide:
		x.kernel.Session = x.root(w.Session.Body, in(x.workload), s)
		x.checkServer()
	}
}

// root expands a block that is one of the program's roots.
func (x *expander) root(b *ast.Block, sc scope, s side) []ast.Stmt {
	if b == nil || !x.fits(b) {
		return nil
	}
	sc.side = s
	return x.block(b, sc).Stmts
}

func (x *expander) arrive(a *ast.Arrive, sc scope) *ast.Arrive {
	if a == nil {
		return nil
	}
	arrive := *a
	arrive.Arg = x.optional(a.Arg, sc)
	return &arrive
}

func (x *expander) gauges() {
	x.kernel.Share = x.share
	if x.share == nil {
		x.kernel.Share = x.pullShare
	}
	if x.kernel.Share == nil && x.maybe("share") {
		x.kernel.Share = &ast.Share{Policy: ir.MaxMin}
	}
	for _, g := range x.gaugeList {
		gauge := *g.item
		gauge.Value = x.expr(gauge.Value, in(g))
		x.kernel.Gauges = append(x.kernel.Gauges, &gauge)
	}
}

// runOptions expands the `run` item and puts the values of the command line in it, which
// have no place.
func (x *expander) runOptions(prog *ast.Program) {
	r, sc := ast.RunOptions{Pos: end(prog)}, in(x.options)
	if x.options.item != nil {
		r = *x.options.item
	}
	for _, e := range []*ast.Expr{&r.Horizon, &r.Warmup, &r.Seed, &r.Arrivals} {
		*e = x.optional(*e, sc)
	}
	flags := x.opts.Run
	for _, f := range []struct {
		value *float64
		into  *ast.Expr
	}{
		{flags.Horizon, &r.Horizon}, {flags.Warmup, &r.Warmup}, {float(flags.Seed), &r.Seed}, {float(flags.Arrivals), &r.Arrivals},
	} {
		if f.value != nil {
			*f.into = &ast.Number{Value: *f.value}
		}
	}
	if r.Horizon == nil && !x.maybe("run") {
		x.error(diag.Missing, r.Pos, "the run has no horizon", "Write `run { horizon …; }`: the time at which the run ends.")
	}
	x.kernel.Run = &r
}

func float(n *int64) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

// optional expands an expression that may be absent.
func (x *expander) optional(e ast.Expr, sc scope) ast.Expr {
	if e == nil {
		return nil
	}
	return x.expr(e, sc)
}
