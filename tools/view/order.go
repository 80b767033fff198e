package view

import (
	"cmp"
	"slices"
	"strings"
)

// row is the order of the stations in the figure: as the session meets them, but with
// the stations of a pod together, and those of a flow side by side, in its order, where
// the first of them stands.
func (n *network) row() []place {
	r := row{network: n}
	for i := range n.stations {
		r.order = append(r.order, place(i))
	}
	r.gatherPods()
	for _, f := range n.flows {
		r.faceEachOther(f)
	}
	r.gatherFlows()
	return r.order
}

type row struct {
	*network
	order []place
}

// podOf is the pod that a station stands in; "" for one that stands alone.
func (n *network) podOf(at place) string {
	pod := n.stations[at].pod()
	dotted := func(name string) bool { return strings.HasPrefix(name, pod+".") }
	if slices.ContainsFunc(n.stations, func(s *station) bool { return dotted(s.name) }) ||
		slices.ContainsFunc(n.pools, func(p *pool) bool { return dotted(p.name) }) {
		return pod
	}
	return ""
}

// gatherPods brings the stations of each pod to its first.
func (r *row) gatherPods() {
	first := map[string]int{}
	position := make([]int, len(r.stations))
	for i, at := range r.order {
		position[at] = i
		if pod := r.podOf(at); pod != "" {
			if _, ok := first[pod]; !ok {
				first[pod] = i
			}
			position[at] = first[pod]
		}
	}
	slices.SortStableFunc(r.order, func(a, b place) int { return cmp.Compare(position[a], position[b]) })
}

// faceEachOther puts the ends of a flow from pod to pod where the pods meet: the first
// at the end of its pod, the second at the beginning of its own, which comes next.
func (r *row) faceEachOther(f *flow) {
	for i, b := range f.stations[1:] {
		a := f.stations[i]
		left, right := r.podOf(a), r.podOf(b)
		apart := slices.Index(r.order, a) - slices.Index(r.order, b)
		if left == "" || right == "" || left == right || apart == 1 || apart == -1 {
			continue
		}
		r.gather(a, append(r.others(left, a), a)...)
		r.gather(a, append([]place{a, b}, r.others(right, b)...)...)
	}
}

// others are the stations of a pod without one of them, in order.
func (r *row) others(pod string, without place) []place {
	return slices.DeleteFunc(slices.Clone(r.order), func(at place) bool { return at == without || r.podOf(at) != pod })
}

// gather puts stations side by side, in this order, where one of them stands.
func (r *row) gather(where place, group ...place) {
	i := slices.Index(r.order, where)
	before := slices.DeleteFunc(slices.Clone(r.order[:i]), func(at place) bool { return slices.Contains(group, at) })
	after := slices.DeleteFunc(slices.Clone(r.order[i:]), func(at place) bool { return slices.Contains(group, at) })
	r.order = slices.Concat(before, group, after)
}

// gatherFlows puts the stations of every flow side by side. Where flows share stations
// that may be impossible; the first flows have their way.
func (r *row) gatherFlows() {
	placed := map[place]bool{}
	for _, f := range r.flows {
		together := []place{f.stations[0]}
		for _, at := range f.stations[1:] {
			if !placed[at] {
				together = append(together, at)
			}
		}
		r.gather(together[0], together...)
		for _, at := range f.stations {
			placed[at] = true
		}
	}
}
