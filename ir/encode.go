package ir

import (
	"crypto/sha256"
	"encoding/hex"
)

// Encode returns the program in normal form, laid out for reading: a line for each
// field, member, statement and preset session.
func Encode(p *Program) []byte {
	e := encoder{pretty: true}
	e.program(p, true)
	return append(e.buf, '\n')
}

// EncodeCompact returns the program in normal form without white space.
func EncodeCompact(p *Program) []byte {
	var e encoder
	e.program(p, true)
	return append(e.buf, '\n')
}

// Hash identifies a program by what it says: the SHA-256, in hexadecimal, of the
// compact normal form without Source and without a final newline.
func Hash(p *Program) string {
	var e encoder
	e.program(p, false)
	sum := sha256.Sum256(e.buf)
	return hex.EncodeToString(sum[:])
}

func (e *encoder) program(p *Program, source bool) {
	e.openLines('{')
	e.lineField("version").int(int64(p.Version))
	encodeList(e.lineField("attrs"), p.Attrs, (*encoder).string)
	encodeList(e.lineField("observes"), p.Observes, (*encoder).string)
	encodeLines(e.lineField("pools"), p.Pools, (*encoder).pool)
	encodeLines(e.lineField("stages"), p.Stages, (*encoder).stage)
	e.lineField("arrival").arrival(p.Arrival)
	encodeNullable(e.lineField("trace"), p.Trace, (*encoder).string)
	e.lineField("trace_ordered").bool(p.TraceOrdered)
	e.lineField("init").id(int(p.Init))
	e.lineField("turn").id(int(p.Turn))
	e.lineField("session").id(int(p.Session))
	encodeLines(e.lineField("blocks"), p.Blocks, (*encoder).block)
	e.lineField("horizon").real(p.Horizon)
	e.lineField("warmup").real(p.Warmup)
	e.lineField("seed").int(p.Seed)
	if p.Arrivals != 0 {
		e.lineField("arrivals").int(p.Arrivals)
	}
	for _, b := range builtinFields {
		e.lineField(b.key).id(int(*b.slot(&p.Builtins)))
	}
	encodeList(e.lineField("hidden"), p.Hidden, (*encoder).slot)
	if p.Share != ShareNone {
		e.lineField("share").string(Shares[p.Share].Wire)
	}
	if len(p.Gauges) > 0 {
		encodeLines(e.lineField("gauges"), p.Gauges, (*encoder).gauge)
	}
	if source && p.Source != nil {
		e.lineField("source").source(p.Source)
	}
	e.closeLines('}')
}

func (e *encoder) pool(p Pool) *encoder {
	e.open('{')
	e.field("name").string(p.Name)
	if p.Index != nil {
		e.field("index").id(*p.Index)
	}
	e.field("cap").real(p.Cap)
	encodeNullable(e.field("block"), p.Block, (*encoder).real)
	e.field("evict").evict(p.Evict)
	e.field("preempt").preempt(p.Preempt)
	e.field("queue").queue(p.Queue)
	e.field("spill").spill(p.Spill)
	encodeNullable(e.field("admit_via"), p.AdmitVia, (*encoder).stageID)
	return e.close('}')
}

// queue writes null for FIFO.
func (e *encoder) queue(keys []Expr) *encoder {
	if len(keys) == 0 {
		return e.null()
	}
	return e.exprs(keys)
}

func (e *encoder) evict(v Evict) *encoder {
	switch v.Kind {
	case EvictLRU:
		return e.string("Lru")
	case EvictBy:
		return e.variant("By").exprs(v.Keys).close('}')
	case EvictNone:
		return e.string("None")
	}
	panic("BUG: eviction rule out of range")
}

func (e *encoder) preempt(v *Preempt) *encoder {
	if v == nil {
		return e.string("None")
	}
	e.variant("By").open('{')
	e.field("keys").exprs(v.Keys)
	if v.Tail {
		e.field("tail").bool(true)
	}
	return e.close('}').close('}')
}

func (e *encoder) spill(s *Spill) *encoder {
	if s == nil {
		return e.null()
	}
	e.open('{')
	e.field("to").id(int(s.To))
	e.field("via").id(int(s.Via))
	e.field("work").expr(s.Work)
	e.field("when").expr(s.When)
	return e.close('}')
}

func (e *encoder) stage(s Stage) *encoder {
	e.open('{')
	e.field("name").string(s.Name)
	if s.Index != nil {
		e.field("index").id(*s.Index)
	}
	e.field("kind").stageKind(s.Kind)
	return e.close('}')
}

func (e *encoder) stageKind(k StageKind) *encoder {
	switch k := k.(type) {
	case Fifo:
		return e.variant("Fifo").id(k.Servers).close('}')
	case *Ps:
		return e.variant("Ps").expr(k.Capacity).close('}')
	case Delay:
		return e.string("Delay")
	case *Step:
		return e.variant("Step").step(k).close('}')
	}
	panic("BUG: stage without a kind")
}

func (e *encoder) step(s *Step) *encoder {
	e.open('{')
	e.field("budget").expr(s.Budget)
	e.field("cost").expr(s.Cost)
	e.field("chunk").expr(s.Chunk)
	e.field("serve").serve(s.Serve)
	if s.Only != nil {
		e.field("only").expr(s.Only)
	}
	encodeNullable(e.field("memory"), s.Memory, (*encoder).poolID)
	return e.close('}')
}

func (e *encoder) serve(s Serve) *encoder {
	if s.Exclusive {
		return e.string("ExclusivePrefill")
	}
	return e.variant("By").exprs(s.Keys).close('}')
}

func (e *encoder) arrival(a Arrival) *encoder {
	switch a := a.(type) {
	case Poisson:
		return e.variant("Poisson").real(a.Rate).close('}')
	case *Renewal:
		return e.variant("Renewal").expr(a.Gap).close('}')
	case Closed:
		return e.variant("Closed").id(a.N).close('}')
	case Batch:
		return e.variant("Batch").id(a.N).close('}')
	case Sessions:
		return encodeLines(e.variant("Sessions"), a, (*encoder).preset).close('}')
	case NoArrivals:
		return e.string("None")
	}
	panic("BUG: program without an arrival process")
}

func (e *encoder) preset(s Preset) *encoder {
	e.open('{')
	e.field("attrs").slotValues(s.Attrs)
	if len(s.Turns) > 0 {
		encodeList(e.field("turns"), s.Turns, (*encoder).slotValues)
	}
	return e.close('}')
}

func (e *encoder) slotValues(row []SlotValue) *encoder {
	return encodeList(e, row, func(e *encoder, v SlotValue) *encoder {
		return e.open('[').id(int(v.Slot)).real(v.Value).close(']')
	})
}

func (e *encoder) gauge(g Gauge) *encoder {
	e.open('{')
	e.field("name").string(g.Name)
	e.field("expr").expr(g.Expr)
	return e.close('}')
}

func (e *encoder) source(s *Source) *encoder {
	e.open('{')
	encodeList(e.field("files"), s.Files, (*encoder).string)
	encodeList(e.field("spans"), s.Spans, func(e *encoder, s SourceSpan) *encoder {
		return e.open('[').id(int(s.Block)).id(s.Stmt).id(s.Line).id(s.Column).id(s.File).close(']')
	})
	return e.close('}')
}

// builtinFields names the fields of Builtins, in the order written.
var builtinFields = [...]struct {
	key  string
	slot func(*Builtins) *Slot
}{
	{"slot_cached", func(b *Builtins) *Slot { return &b.Cached }},
	{"slot_serial", func(b *Builtins) *Slot { return &b.Serial }},
	{"slot_turn", func(b *Builtins) *Slot { return &b.TurnNo }},
	{"slot_new", func(b *Builtins) *Slot { return &b.New }},
	{"slot_out", func(b *Builtins) *Slot { return &b.Out }},
	{"slot_think", func(b *Builtins) *Slot { return &b.Think }},
	{"slot_more", func(b *Builtins) *Slot { return &b.More }},
	{"slot_forced", func(b *Builtins) *Slot { return &b.Forced }},
	{"slot_computed", func(b *Builtins) *Slot { return &b.Computed }},
}
