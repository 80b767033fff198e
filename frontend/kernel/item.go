package kernel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"serq/ir"
)

// program writes the declarations, in an order in which attributes appear in text as in
// the document.
func (w *writer) program() {
	for i := 0; i < len(w.pools); i += w.pools[i].count {
		w.declare("pool", w.pools[i], "pools", "", w.poolOptions)
	}
	for i := 0; i < len(w.stages); i += w.stages[i].count {
		w.declare("stage", w.stages[i], "stages", ": ", w.stageKind)
	}
	if w.p.Share != ir.ShareNone {
		w.put("share ", ir.Shares[w.p.Share].Surface, ";\n")
	}
	w.workload()
	w.put("session ")
	w.block(w.p.Session)
	w.put("\n")
	for _, g := range w.p.Gauges {
		w.put("gauge ", g.Name, " = ", w.expr(g.Expr), ";\n")
	}
	w.run()
}

// declare writes a family by what its members are, which is the same for all.
func (w *writer) declare(word string, f *family, list, sep string, what func(at *ir.Path, f *family, i int) string) {
	size := ""
	if f.array {
		size = fmt.Sprintf("[%d]", f.count)
	}
	at := (*ir.Path)(nil).Field(list)
	text := what(at.Elem(f.base), f, 0)
	for i := 1; i < f.count; i++ {
		if what(at.Elem(f.base+i), f, i) != text {
			w.refuse(at.Elem(f.base+i), fmt.Sprintf("`%s[%d]` is not like `%[1]s[0]`", f.name, i), "The members of an array are declared as one: give it a name of its own.")
			break
		}
	}
	w.put(word, " ", f.name, size, " ", sep, text, "\n")
}

func (w *writer) poolOptions(at *ir.Path, f *family, i int) string {
	p := &w.p.Pools[f.base+i]
	text := "{ "
	if !math.IsInf(p.Cap, 1) {
		text += "cap " + w.number(p.Cap) + "; "
	}
	if p.Block != nil {
		text += "block " + w.number(*p.Block) + "; "
	}
	switch p.Evict.Kind {
	case ir.EvictBy:
		text += "evict by " + w.exprs(p.Evict.Keys) + "; "
	case ir.EvictNone:
		text += "evict none; "
	}
	if p.Preempt != nil {
		text += "preempt by " + w.exprs(p.Preempt.Keys)
		if p.Preempt.Tail {
			text += " requeue tail"
		}
		text += "; "
	}
	if p.Queue != nil {
		text += "queue by " + w.exprs(p.Queue) + "; "
	}
	if s := p.Spill; s != nil {
		at := at.Field("spill")
		text += fmt.Sprintf("spill %s via %s (%s) when (%s); ", w.joined(at.Field("to"), f, i, w.pools, int(s.To)),
			w.joined(at.Field("via"), f, i, w.stages, int(s.Via)), w.expr(s.Work), w.expr(s.When))
	}
	if p.AdmitVia != nil {
		text += "admit via " + w.joined(at.Field("admit_via"), f, i, w.stages, int(*p.AdmitVia)) + "; "
	}
	return text + "}"
}

func (w *writer) stageKind(at *ir.Path, f *family, i int) string {
	switch k := w.p.Stages[f.base+i].Kind.(type) {
	case ir.Fifo:
		if k.Servers == 1 {
			return "fifo;"
		}
		return fmt.Sprintf("fifo(%d);", k.Servers)
	case *ir.Ps:
		return "ps(" + w.expr(k.Capacity) + ");"
	case ir.Delay:
		return "delay;"
	case *ir.Step:
		return w.step(at.Field("kind").Field("Step"), f, i, k)
	}
	panic("BUG: stage without a kind")
}

func (w *writer) step(at *ir.Path, f *family, i int, s *ir.Step) string {
	text := "step { "
	if s.Budget != ir.Num(math.Inf(1)) {
		text += "budget " + w.expr(s.Budget) + "; "
	}
	text += "cost " + w.expr(s.Cost) + "; "
	if n, ok := s.Chunk.(ir.Num); !ok || n != 0 || math.Signbit(float64(n)) {
		text += "chunk " + w.expr(s.Chunk) + "; "
	}
	if s.Memory != nil {
		text += "memory " + w.joined(at.Field("memory"), f, i, w.pools, int(*s.Memory)) + "; "
	}
	by := ""
	if len(s.Serve.Keys) > 0 {
		by = " by " + w.exprs(s.Serve.Keys)
	}
	switch {
	case s.Serve.Exclusive:
		text += "serve exclusive prefill; "
	case s.Only != nil:
		text += "serve only (" + w.expr(s.Only) + ")" + by + "; "
	case by != "":
		text += "serve" + by + "; "
	}
	return text + "}"
}

// workload writes what sessions bring, if there is anything.
func (w *writer) workload() {
	p := w.p
	arrive := w.arrival()
	if p.Trace == nil && len(p.Hidden)+len(p.Blocks[p.Init])+len(p.Blocks[p.Turn]) == 0 {
		if arrive != "" {
			w.put("workload { ", arrive, " }\n")
		}
		return
	}
	w.put("workload {\n", arrive, "\n")
	if p.Trace != nil {
		w.put("trace ", w.path((*ir.Path)(nil).Field("trace"), *p.Trace))
		if p.TraceOrdered {
			w.put(" ordered")
		}
		w.put(";\n")
	}
	if len(p.Hidden) > 0 {
		names := make([]string, len(p.Hidden))
		for i, slot := range p.Hidden {
			names[i] = p.Attrs[slot]
		}
		w.put("hidden ", strings.Join(names, ", "), ";\n")
	}
	w.rootBlock("init", p.Init)
	w.rootBlock("turn", p.Turn)
	w.put("}\n")
}

// rootBlock writes a block that is left out where it is empty.
func (w *writer) rootBlock(word string, b ir.BlockID) {
	if len(w.p.Blocks[b]) > 0 {
		w.put(word, " ")
		w.block(b)
		w.put("\n")
	}
}

func (w *writer) arrival() string {
	switch a := w.p.Arrival.(type) {
	case ir.Poisson:
		return "arrive poisson(" + w.number(a.Rate) + ");"
	case *ir.Renewal:
		return "arrive renewal(" + w.expr(a.Gap) + ");"
	case ir.Closed:
		return fmt.Sprintf("arrive closed(%d);", a.N)
	case ir.Batch:
		return fmt.Sprintf("arrive batch(%d);", a.N)
	case ir.NoArrivals:
		return ""
	}
	panic("BUG: an arrival process without text")
}

func (w *writer) run() {
	p := w.p
	w.put("run { horizon ", w.number(p.Horizon), "; ")
	if p.Warmup != 0 {
		w.put("warmup ", w.number(p.Warmup), "; ")
	}
	if p.Seed != 1 {
		w.put("seed ", strconv.FormatInt(p.Seed, 10), "; ")
	}
	if p.Arrivals != 0 {
		w.put("arrivals ", strconv.FormatInt(p.Arrivals, 10), "; ")
	}
	w.put("}\n")
}
