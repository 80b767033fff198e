package view

import (
	"cmp"
	"slices"
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

// gatherPods brings the stations of each pod to its first.
func (r *row) gatherPods() {
	first := map[*pod]int{}
	position := make([]int, len(r.stations))
	for i, at := range r.order {
		position[at] = i
		if pod := r.stations[at].pod; pod != nil {
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
		apart := slices.Index(r.order, a) - slices.Index(r.order, b)
		if r.samePod(a, b) || apart == 1 || apart == -1 {
			continue
		}
		r.gather(a, append(r.others(a), a)...)
		r.gather(a, append([]place{a, b}, r.others(b)...)...)
	}
}

func (r *row) samePod(a, b place) bool {
	pod := r.stations[a].pod
	return pod != nil && pod == r.stations[b].pod
}

// others are the other stations of a station's pod, in order.
func (r *row) others(a place) []place {
	return slices.DeleteFunc(slices.Clone(r.order), func(b place) bool { return a == b || !r.samePod(a, b) })
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
