package sim

// A flowItem is an entry of a flowHeap.
type flowItem struct {
	at    float64 // the key
	place uint64  // orders equal keys
	id    int32   // what the entry is about; indexes the heap's position table
}

func (x flowItem) before(y flowItem) bool {
	return x.at < y.at || x.at == y.at && x.place < y.place
}

// A flowHeap is a 4-ary min-heap of items that can be found again: pos[id] is
// the index of id's item. The table is the caller's, since many heaps share
// one: a job is in the heap of one class only. The entry of an id that is in
// no heap is -1 where the caller needs to know.
type flowHeap []flowItem

func (h *flowHeap) push(x flowItem, pos []int32) {
	*h = append(*h, x)
	h.up(len(*h)-1, pos)
}

// remove takes out the item at index i.
func (h *flowHeap) remove(i int, pos []int32) {
	s := *h
	last := len(s) - 1
	pos[s[i].id] = -1
	moved := s[last]
	*h = s[:last]
	if i < last {
		s[i] = moved
		pos[moved.id] = int32(i)
		if !h.down(i, pos) {
			h.up(i, pos)
		}
	}
}

func (h *flowHeap) up(i int, pos []int32) {
	s := *h
	x := s[i]
	for i > 0 {
		parent := (i - 1) / 4
		if !x.before(s[parent]) {
			break
		}
		s[i] = s[parent]
		pos[s[i].id] = int32(i)
		i = parent
	}
	s[i] = x
	pos[x.id] = int32(i)
}

// down reports whether the item moved.
func (h *flowHeap) down(i int, pos []int32) bool {
	s := *h
	x, from := s[i], i
	for {
		first := 4*i + 1
		if first >= len(s) {
			break
		}
		least := first
		for j := first + 1; j < min(first+4, len(s)); j++ {
			if s[j].before(s[least]) {
				least = j
			}
		}
		if !s[least].before(x) {
			break
		}
		s[i] = s[least]
		pos[s[i].id] = int32(i)
		i = least
	}
	s[i] = x
	pos[x.id] = int32(i)
	return i != from
}
