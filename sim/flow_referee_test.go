package sim

import (
	"math"
	"slices"

	"serq/ir"
)

// The referee: flows one by one, the textbook's progressive filling over all
// members at every change, remaining work instead of virtual time. It shares no
// code with the solver.

type refereeFlow struct {
	members   []int32
	remaining float64
	rate      float64
	end       float64
	job       int32
	place     uint64
}

type referee struct {
	policy   ir.Share
	capacity []float64
	flows    []*refereeFlow
	since    float64
	carried  []float64
}

func newReferee(policy ir.Share, capacity []float64) *referee {
	return &referee{policy: policy, capacity: capacity, carried: make([]float64, len(capacity))}
}

func (r *referee) advance(now float64) {
	for _, f := range r.flows {
		if f.end == now {
			f.remaining = 0
		} else {
			f.remaining -= f.rate * (now - r.since)
		}
		for _, m := range f.members {
			r.carried[m] += f.rate * (now - r.since)
		}
	}
	r.since = now
}

func (r *referee) start(now float64, members []int32, work float64, job int32, place uint64) {
	r.advance(now)
	r.flows = append(r.flows, &refereeFlow{
		members: slices.Clone(members), remaining: work, end: math.Inf(1), job: job, place: place})
}

func (r *referee) leave(now float64, job int32) {
	r.advance(now)
	r.flows = slices.DeleteFunc(r.flows, func(f *refereeFlow) bool { return f.job == job })
}

// settle finds all rates anew.
func (r *referee) settle(now float64) {
	r.advance(now)
	rates := r.bottleneck()
	if r.policy == ir.MaxMin {
		rates = r.maxmin()
	}
	for i, f := range r.flows {
		if f.end != now {
			f.rate = rates[i]
			f.end = now + max(0, f.remaining)/f.rate
		}
	}
}

// maxmin raises all flows by the least of what the members have left per flow,
// and stops the flows of the members that are full.
func (r *referee) maxmin() []float64 {
	rate := make([]float64, len(r.flows))
	stopped := make([]bool, len(r.flows))
	left := slices.Clone(r.capacity)
	for going := len(r.flows); going > 0; {
		n := make([]int, len(r.capacity))
		for i, f := range r.flows {
			for _, m := range f.members {
				if !stopped[i] {
					n[m]++
				}
			}
		}
		step := math.Inf(1)
		for m := range n {
			if n[m] > 0 {
				step = min(step, left[m]/float64(n[m]))
			}
		}
		full := make([]bool, len(r.capacity))
		for m := range n {
			if n[m] > 0 {
				full[m] = left[m]/float64(n[m]) <= step*(1+1e-12)
				left[m] -= step * float64(n[m])
			}
		}
		for i, f := range r.flows {
			if stopped[i] {
				continue
			}
			rate[i] += step
			if slices.ContainsFunc(f.members, func(m int32) bool { return full[m] }) {
				stopped[i] = true
				going--
			}
		}
	}
	return rate
}

func (r *referee) bottleneck() []float64 {
	n := make([]int, len(r.capacity))
	for _, f := range r.flows {
		for _, m := range f.members {
			n[m]++
		}
	}
	rate := make([]float64, len(r.flows))
	for i, f := range r.flows {
		rate[i] = math.Inf(1)
		for _, m := range f.members {
			rate[i] = min(rate[i], r.capacity[m]/float64(n[m]))
		}
	}
	return rate
}

func (r *referee) next() *refereeFlow {
	var first *refereeFlow
	for _, f := range r.flows {
		if first == nil || f.end < first.end || f.end == first.end && f.place < first.place {
			first = f
		}
	}
	return first
}
