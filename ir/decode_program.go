package ir

import (
	"serq/ir/diag"
	"serq/ir/internal/wire"
)

var (
	programShape = shapeOf("program", append([]string{
		"version", "attrs", "observes", "pools", "stages", "arrival", "trace?", "trace_ordered",
		"init", "turn", "session", "blocks", "horizon", "warmup", "seed", "arrivals?",
		"hidden", "share?", "gauges?", "source?",
	}, builtinKeys()...)...)
	sourceShape = shapeOf("source", "files", "spans")
	poolShape   = shapeOf("pool", "name", "index?", "cap", "block?", "evict", "preempt", "queue?", "spill?", "admit_via?")
	byKeysShape = shapeOf("preemption rule", "keys", "tail?")
	spillShape  = shapeOf("spill", "to", "via", "work", "when")
	stageShape  = shapeOf("stage", "name", "index?", "kind")
	stepShape   = shapeOf("step stage", "budget", "cost", "chunk", "serve", "only?", "memory?")
	presetShape = shapeOf("preset session", "attrs", "turns?")
	gaugeShape  = shapeOf("gauge", "name", "expr")

	evictSum   = &sum{"eviction rule", []string{"Lru", "None"}, []string{"By"}}
	preemptSum = &sum{"preemption rule", []string{"None", "Lifo"}, []string{"By"}}
	kindSum    = &sum{"stage kind", []string{"Delay"}, []string{"Fifo", "Ps", "Step"}}
	serveSum   = &sum{"serving order", []string{"ExclusivePrefill"}, []string{"By"}}
	arrivalSum = &sum{"arrival process", []string{"None"}, []string{"Poisson", "Renewal", "Closed", "Batch", "Sessions"}}

	shareWords = &words{"sharing policy", wireNames(len(Shares)-1, func(i int) string { return Shares[i+1].Wire })}
)

func builtinKeys() []string {
	var keys []string
	for _, b := range builtinFields {
		keys = append(keys, b.key)
	}
	return keys
}

// wireNames collects the first n names of a table.
func wireNames(n int, name func(i int) string) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = name(i)
	}
	return names
}

// maxSeed is 2^53, up to which every whole number is a float64.
const maxSeed = 1 << 53

func (d *decoder) program(raw wire.Raw) *Program {
	get := large{d, nil, raw}.object(programShape)
	p := &Program{
		Version:      Version,
		Attrs:        largeList(get("attrs"), func(l large) string { return l.node().str() }),
		Observes:     largeList(get("observes"), func(l large) string { return l.node().str() }),
		Pools:        largeList(get("pools"), func(l large) Pool { return l.node().pool() }),
		Stages:       largeList(get("stages"), func(l large) Stage { return l.node().stage() }),
		Arrival:      get("arrival").arrival(),
		Trace:        decodeNullable(get("trace").node(), node.str),
		TraceOrdered: get("trace_ordered").node().bool(),
		Init:         BlockID(get("init").node().index()),
		Turn:         BlockID(get("turn").node().index()),
		Session:      BlockID(get("session").node().index()),
		Blocks: largeList(get("blocks"), func(l large) []Stmt {
			return largeList(l, func(l large) Stmt { return l.node().stmt() })
		}),
		Horizon: get("horizon").node().number(),
		Warmup:  get("warmup").node().number(),
		Seed:    get("seed").node().int(0, maxSeed),
		Hidden:  largeList(get("hidden"), func(l large) Slot { return Slot(l.node().index()) }),
	}
	if n := get("arrivals").node(); !n.isNone() {
		p.Arrivals = n.int(1, maxSeed)
	}
	for _, b := range builtinFields {
		*b.slot(&p.Builtins) = Slot(get(b.key).node().index())
	}
	if n := get("share").node(); !n.isNone() {
		d.onlyInVersion8(n)
		p.Share = Share(1 + n.word(shareWords))
	}
	if l := get("gauges"); l.raw != nil {
		p.Gauges = largeList(l, func(l large) Gauge { return l.node().gauge() })
	}
	if l := get("source"); l.raw != nil {
		p.Source = l.source()
	}
	return p
}

// onlyInVersion8 refuses what a document of version 7 cannot have.
func (d *decoder) onlyInVersion8(n node) {
	if d.version == 7 {
		n.fail(diag.IRUpgrade, "version 7 has no flows over several stages")
	}
}

func (n node) pool() Pool {
	o := n.object(poolShape)
	p := Pool{
		Name:     o.get("name").str(),
		Index:    decodeOptional(o.get("index"), node.index),
		Cap:      o.get("cap").real(),
		Block:    decodeNullable(o.get("block"), node.number),
		Evict:    o.get("evict").evict(),
		Preempt:  o.get("preempt").preempt(),
		Spill:    decodeNullable(o.get("spill"), node.spill),
		AdmitVia: decodeNullable(o.get("admit_via"), func(n node) StageID { return StageID(n.index()) }),
	}
	if q := o.get("queue"); q.v != nil && !q.isNone() {
		p.Queue = q.exprs(1)
	}
	return p
}

func (n node) evict() Evict {
	switch tag, v := n.variant(evictSum); tag {
	case "By":
		return Evict{EvictBy, v.exprs(1)}
	case "None":
		return Evict{Kind: EvictNone}
	}
	return Evict{Kind: EvictLRU}
}

func (n node) preempt() *Preempt {
	switch tag, v := n.variant(preemptSum); tag {
	case "Lifo":
		return &Preempt{Keys: []Expr{&Unary{Neg, Admission}}}
	case "By":
		o := v.object(byKeysShape)
		p := &Preempt{Keys: o.get("keys").exprs(1)}
		if tail := o.get("tail"); !tail.isNone() {
			p.Tail = tail.bool()
		}
		return p
	}
	return nil
}

func (n node) spill() Spill {
	o := n.object(spillShape)
	return Spill{
		To:   PoolID(o.get("to").index()),
		Via:  StageID(o.get("via").index()),
		Work: o.get("work").expr(),
		When: o.get("when").expr(),
	}
}

func (n node) stage() Stage {
	o := n.object(stageShape)
	return Stage{
		Name:  o.get("name").str(),
		Index: decodeOptional(o.get("index"), node.index),
		Kind:  o.get("kind").stageKind(),
	}
}

func (n node) stageKind() StageKind {
	switch tag, v := n.variant(kindSum); tag {
	case "Fifo":
		return Fifo{v.count()}
	case "Ps":
		return &Ps{v.expr()}
	case "Step":
		return v.step()
	}
	return Delay{}
}

func (n node) step() *Step {
	o := n.object(stepShape)
	s := &Step{
		Budget: o.get("budget").expr(),
		Cost:   o.get("cost").expr(),
		Chunk:  o.get("chunk").expr(),
		Serve:  o.get("serve").serve(),
		Memory: decodeNullable(o.get("memory"), func(n node) PoolID { return PoolID(n.index()) }),
	}
	if only := o.get("only"); !only.isNone() {
		s.Only = only.expr()
	}
	return s
}

func (n node) serve() Serve {
	tag, v := n.variant(serveSum)
	if tag != "By" {
		return Serve{Exclusive: true}
	}
	keys := v.exprs(0)
	if keys == nil {
		keys = []Expr{} // admission order, see Serve
	}
	return Serve{Keys: keys}
}

// arrival reads the preset sessions, of which there may be a great many, one by
// one, and anything else whole.
func (l large) arrival() Arrival {
	if l.raw != nil && l.raw.IsObject() {
		variants := 0
		var sessions large
		for tag, raw := range l.raw.Members() {
			variants++
			if tag == "Sessions" {
				sessions = large{l.d, l.at.Field(tag), raw}
			}
		}
		if variants == 1 && sessions.raw != nil {
			return Sessions(largeList(sessions, func(l large) Preset { return l.node().preset() }))
		}
	}
	return l.node().arrival()
}

// arrival reads any arrival process but preset sessions.
func (n node) arrival() Arrival {
	switch tag, v := n.variant(arrivalSum); tag {
	case "Poisson":
		return Poisson{v.number()}
	case "Renewal":
		return &Renewal{v.expr()}
	case "Closed":
		return Closed{v.index()}
	case "Batch":
		return Batch{v.index()}
	}
	return NoArrivals{}
}

func (n node) preset() Preset {
	o := n.object(presetShape)
	s := Preset{Attrs: o.get("attrs").slotValues()}
	if turns := o.get("turns"); !turns.isNone() {
		s.Turns = decodeList(turns, 0, node.slotValues)
	}
	return s
}

// slotValues reads a row of a preset session. Documents have millions of these
// pairs, so one that is right is not made a node of.
func (n node) slotValues() []SlotValue {
	rows, ok := n.v.([]any)
	if !ok || len(rows) == 0 {
		return decodeList(n, 0, node.slotValue)
	}
	list := make([]SlotValue, len(rows))
	for i, v := range rows {
		if list[i], ok = plainSlotValue(v); !ok {
			list[i] = node{n.d, n.at.Elem(i), v}.slotValue()
		}
	}
	return list
}

func (n node) slotValue() SlotValue {
	pair := n.tuple(2)
	return SlotValue{Slot(pair[0].index()), pair[1].number()}
}

// plainSlotValue reads what is written as most writers do, and leaves anything else.
func plainSlotValue(v any) (s SlotValue, ok bool) {
	pair, ok := v.([]any)
	if !ok || len(pair) != 2 {
		return s, false
	}
	slot, ok := pair[0].(int64)
	if !ok || slot < 0 || slot > MaxIndex {
		return s, false
	}
	value, ok := plainNumber(pair[1])
	return SlotValue{Slot(slot), value}, ok
}

func (n node) gauge() Gauge {
	o := n.object(gaugeShape)
	return Gauge{o.get("name").str(), o.get("expr").expr()}
}

func (l large) source() *Source {
	get := l.object(sourceShape)
	return &Source{
		Files: largeList(get("files"), func(l large) string { return l.node().str() }),
		Spans: largeList(get("spans"), func(l large) SourceSpan {
			v := l.node().tuple(5)
			return SourceSpan{BlockID(v[0].index()), v[1].index(), v[2].count(), v[3].count(), v[4].index()}
		}),
	}
}
