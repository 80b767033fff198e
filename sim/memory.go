package sim

// The objects of a run are taken from free lists and given back, so that a
// running machine does not allocate.

const chunk = 256 // objects allocated at a time

// A pooled hands out zeroed objects.
type pooled[T any] struct {
	free   []*T
	blocks [][]T // all there are
}

func (p *pooled[T]) get() *T {
	if len(p.free) == 0 {
		block := make([]T, chunk)
		p.blocks = append(p.blocks, block)
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
