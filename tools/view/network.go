package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"serq/ir"
)

// A network is what a deployment's figure shows: the stations that sessions meet, the
// ways between them, and what is held on the way.
type network struct {
	program  *ir.Program
	shown    wording    // for what is drawn
	exact    wording    // for what is said of it to who points at it
	stations []*station // that sessions visit, in the order in which they first do
	arrows   []*arrow   // at most one from one place to another
	flows    []*flow    // runs over several stages, each combination once
	pools    []*pool    // all of them, in the order of the program
	unmet    []*station // that no session visits, in the order of the program
	leases   []*lease
	choices  []*ir.Choose
	order    []place // of the stations in the row
}

// A place is where a session is: the index of a station, or one of these.
type place int

const (
	entry place = -1 - iota // the arrival process
	exit                    // where sessions end
	head                    // the heads of loops, while a network is being found: head, head-1, …
)

// rank orders places as a session comes to them.
func (p place) rank() int {
	if p == exit {
		return math.MaxInt32
	}
	return int(p)
}

// A family is a declaration: one pool or stage, or an array of them.
type family struct {
	name  string
	base  int  // index of the first member
	size  int  // members, ≥ 1
	array bool // declared as one, even of one member
	indexing
	pod *pod // that it belongs to, or nil
}

// count is "×3" for an array.
func (f family) count() string {
	if !f.array {
		return ""
	}
	return fmt.Sprintf("×%d", f.size)
}

// A station is a stage array as sessions visit it.
type station struct {
	family
	kind  ir.StageKind
	modes []ir.RunMode // what sessions run there, each once, in order
}

// A pool is a pool array.
type pool struct {
	family
	ir.Pool               // the first member
	least, most float64   // capacity, of the members
	across      [][]place // the stations of each job that a session has with an allocation
	prefix      bool      // some hold leaves a prefix in its cache
}

// An arrow leads from place to place. It has several ways where a session can go from
// one to the other under different guards.
type arrow struct {
	from, to place
	ways     [][]guard
	transfer // that begins where it leads to
}

// A guard is a branch that the session goes through: into Then or into Else.
type guard struct {
	branch *ir.Branch
	then   bool
}

// A flow is a job that holds several stages at once.
type flow struct {
	stations []place // in the order of the run
	pull     bool
}

// A lease keeps a pool's allocation after its hold.
type lease struct {
	pool  *pool
	time  ir.Expr
	from  []place // where the hold ended
	until []place // where it was released; none: at the end of its time
}

// families are the declarations behind a program's members, by member.
func families[T any](members []T, label func(T) (name string, index *int)) []family {
	of := make([]family, 0, len(members))
	for len(of) < len(members) {
		base := len(of)
		name, index := label(members[base])
		f := family{name: name, base: base, size: 1, array: index != nil}
		for index != nil && base+f.size < len(members) {
			n, i := label(members[base+f.size])
			if n != name || i == nil || *i != *index+f.size {
				break
			}
			f.size++
		}
		for range f.size {
			of = append(of, f)
		}
	}
	return of
}

// newNetwork finds out what a program is.
func newNetwork(p *ir.Program) *network {
	n := &network{program: p, shown: wording{p, false}, exact: wording{p, true}}
	w := &walker{network: n, stationOf: map[int]place{}, waits: map[int]bool{}}
	w.stages = families(p.Stages, func(s ir.Stage) (string, *int) { return s.Name, s.Index })
	w.findPools()
	if int(p.Session) < len(p.Blocks) {
		w.connect(w.block(p.Session, frontier{{place: entry}}), exit, transfer{})
	}
	slices.SortStableFunc(n.arrows, func(a, b *arrow) int { return cmp.Or(a.from.rank()-b.from.rank(), a.to.rank()-b.to.rank()) })
	n.findQueues()
	n.order = n.row()
	n.findInstances()
	for i := 0; i < len(w.stages); i += w.stages[i].size {
		if _, ok := w.stationOf[i]; !ok && !w.waits[i] {
			n.unmet = append(n.unmet, &station{family: w.stages[i], kind: p.Stages[i].Kind})
		}
	}
	return n
}

func (w *walker) findPools() {
	p := w.program
	of := families(p.Pools, func(s ir.Pool) (string, *int) { return s.Name, s.Index })
	for i, f := range of {
		if i == f.base {
			w.network.pools = append(w.network.pools, &pool{family: f, Pool: p.Pools[i],
				least: p.Pools[i].Cap, most: p.Pools[i].Cap})
		}
		last := w.network.pools[len(w.network.pools)-1]
		last.least, last.most = min(last.least, p.Pools[i].Cap), max(last.most, p.Pools[i].Cap)
		w.poolOf = append(w.poolOf, last)
	}
}

// add notes a way, once. Two that part at the last branch are one without it.
func (a *arrow) add(guards []guard) {
	for i, way := range a.ways {
		if slices.Equal(way, guards) {
			return
		}
		if n := len(common(way, guards)); n == len(way)-1 && n == len(guards)-1 && way[n].branch == guards[n].branch {
			a.ways = slices.Delete(a.ways, i, i+1)
			a.add(guards[:n:n])
			return
		}
	}
	a.ways = append(a.ways, guards)
}
