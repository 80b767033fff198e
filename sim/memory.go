package sim

// The objects of a run are taken from free lists and given back, so that a
// running machine does not allocate.

const chunk = 256 // objects allocated at a time

// A pooled hands out zeroed objects.
type pooled[T any] struct{ free []*T }

func (p *pooled[T]) get() *T {
	if len(p.free) == 0 {
		block := make([]T, chunk)
		for i := range block {
			p.free = append(p.free, &block[i])
		}
	}
	x := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	return x
}

// put takes an object back that its owner has cleared.
func (p *pooled[T]) put(x *T) { p.free = append(p.free, x) }

// A table hands out objects with a number, by which events name them. An object
// keeps its number and its epoch when it is reused.
type table[T any] struct {
	all  []*T
	free []int32
}

func (t *table[T]) at(id int32) *T { return t.all[id] }

func (t *table[T]) get() (int32, *T) {
	if len(t.free) == 0 {
		block := make([]T, chunk)
		for i := range block {
			t.free = append(t.free, int32(len(t.all)))
			t.all = append(t.all, &block[i])
		}
	}
	id := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	return id, t.all[id]
}

func (t *table[T]) put(id int32) { t.free = append(t.free, id) }

// A ring is a queue of unlimited length.
type ring[T comparable] struct {
	items   []T
	head, n int
}

func (r *ring[T]) len() int { return r.n }

func (r *ring[T]) push(x T) {
	if r.n == len(r.items) {
		items := make([]T, max(8, 2*r.n))
		for i := range r.n {
			items[i] = r.items[(r.head+i)%len(r.items)]
		}
		r.items, r.head = items, 0
	}
	i := r.head + r.n
	if i >= len(r.items) {
		i -= len(r.items)
	}
	r.items[i] = x
	r.n++
}

func (r *ring[T]) pop() T {
	var zero T
	x := r.items[r.head]
	r.items[r.head] = zero
	r.head++
	if r.head == len(r.items) {
		r.head = 0
	}
	r.n--
	return x
}

// remove takes the first x out, if it is there, and keeps the order of the rest.
func (r *ring[T]) remove(x T) {
	found := false
	for range r.n { // once around
		y := r.pop()
		if !found && y == x {
			found = true
			continue
		}
		r.push(y)
	}
}
