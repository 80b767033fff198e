package sim

// A timer is the one pending event of something that never has two: a ps stage, the
// flows. To set it again moves it, so that no event of theirs is ever overtaken and
// none is left behind in the queue. (So is machine.arrival, the open arrivals' one,
// which needs no place in a heap.)

// A timers is the timers that are set, in a 4-ary min-heap in the order of events,
// and where each of them stands in it.
type timers struct {
	heap  []event // the subject's id is the timer's number, its epoch unused
	index []int32 // of a timer, by number: its index in the heap; −1: not set
}

func newTimers(n int) timers {
	t := timers{index: make([]int32, n)}
	for i := range t.index {
		t.index[i] = -1
	}
	return t
}

// set lets a timer go off at a time, in a place; a time of +Inf stops it.
func (t *timers) set(at float64, place uint64, kind eventKind, id int32) {
	if !(at < infinity) {
		t.stop(id)
		return
	}
	e := event{at: at, place: place, what: subjectOf(kind, id)}
	i := int(t.index[id])
	if i < 0 {
		i = len(t.heap)
		t.heap = append(t.heap, e)
	}
	t.put(e, i)
}

// stop makes sure that a timer does not go off.
func (t *timers) stop(id int32) {
	i := int(t.index[id])
	if i < 0 {
		return
	}
	t.index[id] = -1
	n := len(t.heap) - 1
	last := t.heap[n]
	t.heap = t.heap[:n]
	if i < n {
		t.put(last, i)
	}
}

// put places an event, for which the i-th place in the heap is free.
func (t *timers) put(e event, i int) {
	h := t.heap
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(h[parent]) {
			break
		}
		t.move(i, parent)
		i = parent
	}
	for 4*i+1 < len(h) {
		least := 4*i + 1
		for c := least + 1; c < 4*i+5 && c < len(h); c++ {
			if h[c].before(h[least]) {
				least = c
			}
		}
		if !h[least].before(e) {
			break
		}
		t.move(i, least)
		i = least
	}
	h[i] = e
	t.index[e.what.id()] = int32(i)
}

// move fills one place in the heap from another.
func (t *timers) move(to, from int) {
	t.heap[to] = t.heap[from]
	t.index[t.heap[to].what.id()] = int32(to)
}
