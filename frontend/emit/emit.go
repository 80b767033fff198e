// Package emit writes a resolved kernel as IR, in normal form.
//
// Numbering is by first appearance, in the order of the document: attributes after
// the built-in ones, observations, and blocks after init, turn and session, each
// where the statement that it belongs to is written.
//
// A kernel with errors is written too, so that the link rules can judge what is
// right in it: a BadExpr becomes the number 1, a BadStmt what its block says, and
// a setting a value that breaks no rule.
package emit

import (
	"cmp"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/token"
	"serq/ir"
)

// Options is what is said of the document from outside the kernel.
type Options struct {
	File  *token.File // the program's own, which stands first among the sources
	Trace string      // path of a trace corpus, in place of the program's; "" keeps it
}

// Program writes a kernel.
func Program(k *ast.Kernel, opts Options) *ir.Program {
	return write(k, opts, nil)
}

// Locate tells, for a kernel that Program wrote, which text the parts of the
// document were made from.
func Locate(k *ast.Kernel, opts Options) Places {
	places := Places{}
	write(k, opts, places)
	return places
}

type emitter struct {
	kernel   *ast.Kernel
	prog     *ir.Program
	root     path
	slots    map[string]ir.Slot
	observes map[string]ir.ObserveID
	files    map[*token.File]int
}

func write(k *ast.Kernel, opts Options, places Places) *ir.Program {
	e := &emitter{
		kernel: k, root: path{places: places},
		slots: map[string]ir.Slot{}, observes: map[string]ir.ObserveID{}, files: map[*token.File]int{},
		prog: &ir.Program{
			Version: ir.Version, Attrs: []string{}, Observes: []string{}, Pools: []ir.Pool{}, Stages: []ir.Stage{},
			Hidden: []ir.Slot{}, Source: &ir.Source{Files: []string{}, Spans: []ir.SourceSpan{}},
		},
	}
	e.file(opts.File)
	e.builtins()
	for _, p := range k.Pools {
		e.pool(p)
	}
	for _, s := range k.Stages {
		e.stage(s)
	}
	e.arrival()
	e.trace(opts)
	e.blocks()
	e.run()
	for i, name := range k.Hidden {
		e.root.dot("hidden").at(i).is(name.Pos)
		e.prog.Hidden = append(e.prog.Hidden, e.slot(name.Name))
	}
	if k.Share != nil {
		e.root.dot("share").is(k.Share.Pos)
		e.prog.Share = k.Share.Policy
	}
	for i, g := range k.Gauges {
		at := e.root.dot("gauges").at(i)
		at.is(g.Pos)
		at.dot("name").is(g.Name.Pos)
		e.prog.Gauges = append(e.prog.Gauges, ir.Gauge{Name: g.Name.Name, Expr: e.expr(g.Value, at.dot("expr"))})
	}
	return e.prog
}

// builtins gives the built-in attributes their slots.
func (e *emitter) builtins() {
	for _, name := range ir.BuiltinNames {
		e.slot(name)
	}
	b := &e.prog.Builtins
	into := [...]*ir.Slot{&b.Cached, &b.Serial, &b.TurnNo, &b.New, &b.Out, &b.Think, &b.More, &b.Forced, &b.Computed}
	for i, name := range ir.BuiltinNames {
		*into[i] = e.slots[name]
	}
}

// slot is the slot of an attribute, a new one at its first appearance.
func (e *emitter) slot(name string) ir.Slot {
	slot, ok := e.slots[name]
	if !ok {
		slot = ir.Slot(len(e.prog.Attrs))
		e.slots[name] = slot
		e.prog.Attrs = append(e.prog.Attrs, name)
	}
	return slot
}

// observe is the number of an observation, a new one at its first appearance.
func (e *emitter) observe(name string) ir.ObserveID {
	id, ok := e.observes[name]
	if !ok {
		id = ir.ObserveID(len(e.prog.Observes))
		e.observes[name] = id
		e.prog.Observes = append(e.prog.Observes, name)
	}
	return id
}

func (e *emitter) arrival() {
	a := e.kernel.Arrive
	if a == nil {
		e.prog.Arrival = ir.NoArrivals{}
		return
	}
	at := e.root.dot("arrival")
	at.is(a.Pos)
	switch a.Kind {
	case ast.ArriveNone:
		e.prog.Arrival = ir.NoArrivals{}
	case ast.ArrivePoisson:
		at.dot("Poisson").is(a.Arg.Position())
		e.prog.Arrival = ir.Poisson{Rate: number(a.Arg, 1)}
	case ast.ArriveRenewal:
		e.prog.Arrival = &ir.Renewal{Gap: e.expr(a.Arg, at.dot("Renewal"))}
	case ast.ArriveClosed:
		at.dot("Closed").is(a.Arg.Position())
		e.prog.Arrival = ir.Closed{N: int(number(a.Arg, 1))}
	case ast.ArriveBatch:
		at.dot("Batch").is(a.Arg.Position())
		e.prog.Arrival = ir.Batch{N: int(number(a.Arg, 1))}
	case ast.ArriveBad:
		e.prog.Arrival = ir.Poisson{Rate: 1} // open, so that `arrivals` may be given
	}
}

// trace writes the path of the corpus as the working directory sees it.
func (e *emitter) trace(opts Options) {
	if t := e.kernel.Trace; t != nil {
		path := t.Pos.File.Path(t.Path.Value)
		e.prog.Trace, e.prog.TraceOrdered = &path, t.Ordered
		e.root.dot("trace").is(t.Path.Pos)
		e.root.dot("trace_ordered").is(t.Pos)
	}
	if opts.Trace != "" {
		e.prog.Trace = &opts.Trace
	}
}

func (e *emitter) run() {
	o := e.kernel.Run
	for _, setting := range []struct {
		name  string
		value ast.Expr
	}{{"horizon", o.Horizon}, {"warmup", o.Warmup}, {"seed", o.Seed}, {"arrivals", o.Arrivals}} {
		at := o.Pos
		if setting.value != nil {
			at = setting.value.Position() // none, if the command line gave it
		}
		e.root.dot(setting.name).is(at)
	}
	p := e.prog
	p.Warmup = number(o.Warmup, 0)
	p.Horizon = number(o.Horizon, p.Warmup+1)
	if _, bad := o.Warmup.(*ast.BadExpr); bad {
		p.Warmup = min(0, p.Horizon-1)
	}
	p.Seed = int64(number(o.Seed, 1))
	p.Arrivals = int64(number(o.Arrivals, 0))
}

// number is the value of an expression in a constant position. One that is absent
// or has an error is the other value.
func number(e ast.Expr, otherwise float64) float64 {
	if n, ok := e.(*ast.Number); ok {
		return n.Value
	}
	return otherwise
}

// sortSpans puts the places of statements in the order of the document.
func sortSpans(spans []ir.SourceSpan) {
	slices.SortFunc(spans, func(a, b ir.SourceSpan) int {
		return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Stmt, b.Stmt))
	})
}
