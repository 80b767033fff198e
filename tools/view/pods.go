package view

import (
	"slices"
	"strings"

	"serq/ir"
)

// A pod is an instance, or a number of them: stations and pools that belong together.
type pod struct {
	name  string    // that of the queue that declared it; "" where its members share an index
	count string    // "×3" where its members are arrays of 3
	slots []ir.Slot // the attributes that say which of them
}

// An indexing is how a session says which member of a family it means.
type indexing struct {
	slots []ir.Slot // by these attributes
	other bool      // or by another expression
}

func (x *indexing) note(r ir.Ref) {
	slot, ok := r.Index.(ir.Attr)
	switch {
	case !ok:
		x.other = true
	case !slices.Contains(x.slots, ir.Slot(slot)):
		x.slots = append(x.slots, ir.Slot(slot))
	}
}

// byOne is the attribute that alone says which member is meant, if there is one.
func (x *indexing) byOne() (slot ir.Slot, ok bool) {
	if x.other || len(x.slots) != 1 {
		return 0, false
	}
	return x.slots[0], true
}

// findQueues makes pods of what queues declared: their stages and pools have the name of
// the queue, or that name and a dot before their own.
func (n *network) findQueues() {
	dotted := map[string]bool{}
	for f := range n.families {
		if queue, _, ok := strings.Cut(f.name, "."); ok {
			dotted[queue] = true
		}
	}
	pods := map[string]*pod{}
	for f := range n.families {
		queue, _, _ := strings.Cut(f.name, ".")
		if !dotted[queue] {
			continue
		}
		if pods[queue] == nil {
			pods[queue] = &pod{name: queue, count: f.count()}
		}
		p := pods[queue]
		f.pod = p
		if p.count != f.count() {
			p.count = ""
		}
		p.slots = union(p.slots, f.slots)
	}
}

// families are those of the stations and of the pools that are held.
func (n *network) families(yield func(*family) bool) {
	for _, s := range n.stations {
		if !yield(&s.family) {
			return
		}
	}
	for _, p := range n.pools {
		if len(p.across) > 0 && !yield(&p.family) {
			return
		}
	}
}

// findInstances makes pods of the arrays of one size that a session reads with one and
// the same attribute, if they are side by side and nothing of it is held elsewhere.
func (n *network) findInstances() {
	for f := range n.families {
		slot, ok := f.byOne()
		if f.pod != nil || !f.array || !ok {
			continue
		}
		like := func(g *family) bool {
			s, ok := g.byOne()
			return ok && s == slot && g.pod == nil && g.array && g.size == f.size
		}
		instance := &pod{count: f.count(), slots: []ir.Slot{slot}}
		if !n.areTogether(like) {
			continue
		}
		for g := range n.families {
			if like(g) {
				g.pod = instance
			}
		}
	}
}

// areTogether reports whether the stations among some families are neighbours, more than
// a single thing, and all that the pools among them are held at.
func (n *network) areTogether(in func(*family) bool) bool {
	var at []int // positions
	for i, s := range n.order {
		if in(&n.stations[s].family) {
			at = append(at, i)
		}
	}
	members := len(at)
	for _, p := range n.pools {
		if len(p.across) == 0 || !in(&p.family) {
			continue
		}
		members++
		elsewhere := func(s place) bool { return !in(&n.stations[s].family) }
		for _, visited := range p.across {
			if !slices.ContainsFunc(visited, func(s place) bool { return !elsewhere(s) }) || len(visited) == 1 && elsewhere(visited[0]) {
				return false
			}
		}
	}
	return members > 1 && len(at) > 0 && at[len(at)-1]-at[0] == len(at)-1
}

// heldAt are the stations that a pool is held across. Where a flow goes into or out of
// the pool's own pod, that is the end where the pool's memory is.
func (n *network) heldAt(p *pool) map[place]bool {
	held := map[place]bool{}
	for _, visited := range p.across {
		own := visited
		if p.pod != nil && len(visited) > 1 {
			own = slices.DeleteFunc(slices.Clone(visited), func(at place) bool { return n.stations[at].pod != p.pod })
		}
		if len(own) == 0 {
			own = visited
		}
		for _, at := range own {
			held[at] = true
		}
	}
	return held
}

// choice is what the member of a pod is chosen by: the observables that are read for it
// or, where there are none or w is exact, the keys. It is empty where none is chosen.
func (n *network) choice(p *pod, w wording) []string {
	var by []string
	for _, c := range n.choices {
		if !slices.Contains(p.slots, c.Var) {
			continue
		}
		words := w.reads(c.Keys)
		if len(words) == 0 || w.exact {
			words = []string{w.keys(c.Keys)}
		}
		for _, word := range words {
			if !slices.Contains(by, word) {
				by = append(by, word)
			}
		}
	}
	return by
}
