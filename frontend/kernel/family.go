package kernel

import (
	"fmt"
	"unicode"

	"serq/frontend/vocabulary"
	"serq/ir"
)

// A family is the members of a pool or stage: a single one, or an array.
type family struct {
	name  string
	base  int // index of the first member
	count int
	array bool
}

// families are all of a list, by the index of each member.
type families []*family

// families finds the families of the document.
func (w *writer) families() {
	for i := range w.p.Pools {
		w.pools = w.member((*ir.Path)(nil).Field("pools").Elem(i), w.pools, w.p.Pools[i].Name, w.p.Pools[i].Index)
	}
	for i := range w.p.Stages {
		w.stages = w.member((*ir.Path)(nil).Field("stages").Elem(i), w.stages, w.p.Stages[i].Name, w.p.Stages[i].Index)
	}
}

// member adds the next member of the list: to the family before it, or as the first of
// its own.
func (w *writer) member(at *ir.Path, list families, name string, index *int) families {
	if n := len(list); index != nil && n > 0 && list[n-1].array && list[n-1].name == name && *index == list[n-1].count {
		list[n-1].count++
		return append(list, list[n-1])
	}
	w.name(at.Field("name"), name)
	if index != nil && *index != 0 {
		w.refuse(at.Field("index"), fmt.Sprintf("`%s` has number %d and stands in the place of 0", name, *index),
			"The members of an array stand together and are numbered from 0.")
	}
	return append(list, &family{name: name, base: len(list), count: 1, array: index != nil})
}

// joined is the name of the family whose members belong to those of another, one each or
// one to all.
func (w *writer) joined(at *ir.Path, own *family, member int, list families, to int) string {
	f := list[to]
	if f.count != 1 && (f.count != own.count || f.base+member != to) {
		w.refuse(at, fmt.Sprintf("`%s[%d]` is joined to `%s[%d]`", own.name, member, f.name, to-f.base),
			"Text joins arrays of one size member to member, and all to a single one.")
	}
	return f.name
}

// names checks what else has a name.
func (w *writer) names() {
	root := (*ir.Path)(nil)
	builtins := w.p.Builtins
	slots := [...]ir.Slot{
		builtins.Cached, builtins.Serial, builtins.TurnNo, builtins.New, builtins.Out, builtins.Think, builtins.More, builtins.Forced, builtins.Computed,
	}
	for i, slot := range slots {
		if name := w.p.Attrs[slot]; name != ir.BuiltinNames[i] {
			w.refuse(root.Field("attrs").Elem(int(slot)), fmt.Sprintf("the built-in attribute `%s` is called `%s`", ir.BuiltinNames[i], name), "")
		}
	}
	for i, name := range w.p.Attrs {
		at := root.Field("attrs").Elem(i)
		if what := vocabulary.Supplied(name); what != "" && !vocabulary.IsBuiltin(name) {
			w.refuse(at, fmt.Sprintf("an attribute is called `%s`, which is %s", name, what), "Rename it.")
		}
		w.name(at, name)
	}
	for i, name := range w.p.Observes {
		w.name(root.Field("observes").Elem(i), name)
	}
	for i, g := range w.p.Gauges {
		w.name(root.Field("gauges").Elem(i).Field("name"), g.Name)
	}
}

// name checks that text has such a name: words with dots between.
func (w *writer) name(at *ir.Path, name string) {
	start := true
	for _, r := range name + "." {
		letter := r == '_' || unicode.IsLetter(r)
		if start && !letter || r != '.' && !letter && !('0' <= r && r <= '9') {
			w.refuse(at, fmt.Sprintf("text has no name `%s`", name), "Names start with a letter or `_`, after each dot as well.")
			return
		}
		start = r == '.'
	}
}

// references checks that pools and stages are named as families, and attributes only
// where some statement assigns them.
func (w *writer) references() {
	assigned := map[ir.Slot]bool{}
	refer := func(list families) func(*ir.Path, ir.Ref, ir.Moment) {
		return func(at *ir.Path, r ir.Ref, _ ir.Moment) {
			if f := list[r.Base]; f.base != r.Base || f.count != r.Count || f.array != (r.Index != nil) {
				w.refuse(at, fmt.Sprintf("this is not the whole of `%s`", f.name),
					"A member of an array is named within the whole array, a single pool or stage without an index.")
			}
		}
	}
	ir.Walk(w.p, ir.Visitor{
		Pool: refer(w.pools), Stage: refer(w.stages),
		Stmt: func(_ *ir.Path, _ ir.BlockID, _ int, s ir.Stmt) {
			switch s := s.(type) {
			case *ir.Set:
				assigned[s.Slot] = true
			case *ir.Choose:
				assigned[s.Var] = true
			}
		},
	})
	read := func(at *ir.Path, slot ir.Slot) {
		if name := w.p.Attrs[slot]; !assigned[slot] && !vocabulary.IsBuiltin(name) {
			w.refuse(at, fmt.Sprintf("the attribute `%s` is read, and nothing sets it", name), "It is 0: write the number, or set it in `init`.")
		}
	}
	ir.Walk(w.p, ir.Visitor{Expr: func(at *ir.Path, x ir.Expr, _ ir.Moment) {
		if a, ok := x.(ir.Attr); ok {
			read(at, ir.Slot(a))
		}
	}})
	for i, slot := range w.p.Hidden {
		read((*ir.Path)(nil).Field("hidden").Elem(i), slot)
	}
}
