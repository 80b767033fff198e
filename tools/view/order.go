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
		r.gather([]place{a, b}, slices.Concat(r.others(a), []place{a, b}, r.others(b))...)
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

// gatherFlows puts the stations of every flow side by side, in its order, where the first
// of them stands. Where flows share stations, those of a later one come to the free side
// of what the earlier ones have gathered; where there is none, they split it.
func (r *row) gatherFlows() {
	for i, f := range r.flows {
		earlier := r.flows[:i]
		isPlaced := func(at place) bool {
			return slices.ContainsFunc(earlier, func(e *flow) bool { return slices.Contains(e.stations, at) })
		}
		anchor := slices.IndexFunc(f.stations, isPlaced)
		if anchor < 0 {
			r.gather(f.stations, f.stations...)
		} else {
			r.putBeside(f.stations[anchor], slices.DeleteFunc(slices.Clone(f.stations), isPlaced), earlier)
		}
	}
}

// putBeside puts stations beside another one, on the side where no flow goes on, on the
// right if it can be.
func (r *row) putBeside(anchor place, group []place, flows []*flow) {
	i := slices.Index(r.order, anchor)
	goesOn := func(to int) bool {
		return 0 <= to && to < len(r.order) && slices.ContainsFunc(flows, func(f *flow) bool {
			return slices.Contains(f.stations, anchor) && slices.Contains(f.stations, r.order[to])
		})
	}
	if goesOn(i+1) && !goesOn(i-1) {
		r.gather([]place{anchor}, append(slices.Clone(group), anchor)...)
	} else {
		r.gather([]place{anchor}, append([]place{anchor}, group...)...)
	}
}

// gather puts stations side by side, in this order, where the first of some of them
// stands.
func (r *row) gather(some []place, group ...place) {
	i := slices.IndexFunc(r.order, func(at place) bool { return slices.Contains(some, at) })
	isIn := func(at place) bool { return slices.Contains(group, at) }
	before := slices.DeleteFunc(slices.Clone(r.order[:i]), isIn)
	after := slices.DeleteFunc(slices.Clone(r.order[i:]), isIn)
	r.order = slices.Concat(before, group, after)
}
