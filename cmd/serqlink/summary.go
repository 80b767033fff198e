package main

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"serq/ir"
)

// summaryRows bounds each part of the summary, so that the whole fits a screen.
const summaryRows = 12

// summary says what a program is: its workload, the families of its pools and
// stages, its code, and which runs share stages.
func summary(p *ir.Program) string {
	s := &summarizer{program: p}
	s.row("program", "%s (IR %d)", ir.Hash(p)[:16], p.Version)
	s.row("run", "%s", runOf(p))
	s.row("arrivals", "%s", arrivalsOf(p))
	s.part("pools", s.pools())
	s.part("stages", s.stages())
	s.row("code", "%s", codeOf(p))
	s.row("attributes", "%s", list(ownAttrs(p)))
	s.row("observes", "%s", list(p.Observes))
	if len(p.Gauges) > 0 {
		var gauges []string
		for _, g := range p.Gauges {
			gauges = append(gauges, g.Name+" = "+ir.ExprString(p, g.Expr))
		}
		s.part("gauges", gauges)
	}
	if p.Share != ir.ShareNone {
		s.part("shared "+ir.Shares[p.Share].Surface, s.shared())
	}
	return s.String()
}

type summarizer struct {
	strings.Builder
	program *ir.Program
}

// row writes one labelled line.
func (s *summarizer) row(label, format string, args ...any) {
	fmt.Fprintf(s, "%-18s %s\n", label, fmt.Sprintf(format, args...))
}

// part writes lines under one label, not too many of them.
func (s *summarizer) part(label string, lines []string) {
	if len(lines) > summaryRows {
		more := len(lines) - summaryRows + 1
		lines = append(slices.Clone(lines[:summaryRows-1]), fmt.Sprintf("… and %d more", more))
	}
	if len(lines) == 0 {
		lines = []string{"none"}
	}
	for _, line := range lines {
		s.row(label, "%s", line)
		label = ""
	}
}

// ownAttrs are the attributes that are not built in.
func ownAttrs(p *ir.Program) []string {
	b := p.Builtins
	builtin := []ir.Slot{b.Cached, b.Serial, b.TurnNo, b.New, b.Out, b.Think, b.More, b.Forced, b.Computed}
	var names []string
	for slot, name := range p.Attrs {
		if !slices.Contains(builtin, ir.Slot(slot)) {
			names = append(names, name)
		}
	}
	return names
}

func runOf(p *ir.Program) string {
	s := fmt.Sprintf("horizon %s, warmup %s, seed %d", number(p.Horizon), number(p.Warmup), p.Seed)
	if p.Arrivals > 0 {
		s += fmt.Sprintf(", %d arrivals, then drain", p.Arrivals)
	}
	return s
}

func arrivalsOf(p *ir.Program) string {
	var s string
	switch a := p.Arrival.(type) {
	case ir.Poisson:
		s = fmt.Sprintf("poisson(%s)", number(a.Rate))
	case *ir.Renewal:
		s = fmt.Sprintf("renewal(%s)", ir.ExprString(p, a.Gap))
	case ir.Closed:
		s = fmt.Sprintf("closed(%d)", a.N)
	case ir.Batch:
		s = fmt.Sprintf("batch(%d)", a.N)
	case ir.Sessions:
		s = fmt.Sprintf("%s at 0", plural(len(a), "preset session"))
	case ir.NoArrivals:
		s = "none"
	}
	if p.Trace != nil {
		s += fmt.Sprintf(", trace %q", *p.Trace)
		if p.TraceOrdered {
			s += " ordered"
		}
	}
	return s
}

// pools describes each family by its first member.
func (s *summarizer) pools() []string {
	var lines []string
	for i := 0; i < len(s.program.Pools); {
		first := s.program.Pools[i]
		size := familySize(s.program.Pools[i:], poolLabel)
		line := fmt.Sprintf("%s: cap %s", family(first.Name, first.Index, size), caps(s.program.Pools[i:i+size]))
		if first.Block != nil {
			line += ", block " + number(*first.Block)
		}
		line += ", evict " + [...]string{ir.EvictLRU: "lru", ir.EvictBy: "by " + s.keys(first.Evict.Keys), ir.EvictNone: "none"}[first.Evict.Kind]
		if first.Preempt != nil {
			line += ", preempt by " + s.keys(first.Preempt.Keys)
		}
		if first.Queue != nil {
			line += ", queue by " + s.keys(first.Queue)
		}
		if first.Spill != nil {
			line += ", spills to " + ir.PoolString(s.program, ir.Ref{Base: int(first.Spill.To)})
		}
		if first.AdmitVia != nil {
			line += ", admits via " + ir.StageString(s.program, ir.Ref{Base: int(*first.AdmitVia)})
		}
		lines = append(lines, line)
		i += size
	}
	return lines
}

// caps is the capacity of a family's members, or the range of them.
func caps(members []ir.Pool) string {
	byCap := func(a, b ir.Pool) int { return cmp.Compare(a.Cap, b.Cap) }
	least, most := slices.MinFunc(members, byCap).Cap, slices.MaxFunc(members, byCap).Cap
	if least == most {
		return number(least)
	}
	return number(least) + " to " + number(most)
}

func (s *summarizer) stages() []string {
	var lines []string
	for i := 0; i < len(s.program.Stages); {
		first := s.program.Stages[i]
		size := familySize(s.program.Stages[i:], stageLabel)
		lines = append(lines, family(first.Name, first.Index, size)+": "+s.kind(first.Kind))
		i += size
	}
	return lines
}

func (s *summarizer) kind(k ir.StageKind) string {
	switch k := k.(type) {
	case ir.Fifo:
		return fmt.Sprintf("fifo(%d)", k.Servers)
	case *ir.Ps:
		return "ps(" + ir.ExprString(s.program, k.Capacity) + ")"
	case *ir.Step:
		line := "step, budget " + ir.ExprString(s.program, k.Budget) + ", cost " + ir.ExprString(s.program, k.Cost)
		if k.Memory != nil {
			line += ", memory " + ir.PoolString(s.program, ir.Ref{Base: int(*k.Memory)})
		}
		return line
	}
	return "delay"
}

func (s *summarizer) keys(keys []ir.Expr) string {
	var words []string
	for _, k := range keys {
		words = append(words, ir.ExprString(s.program, k))
	}
	return "(" + strings.Join(words, ", ") + ")"
}

func poolLabel(p ir.Pool) (name string, index *int)   { return p.Name, p.Index }
func stageLabel(s ir.Stage) (name string, index *int) { return s.Name, s.Index }

// familySize is how many of members are of the first one's family: contiguous, of
// its name, numbered up.
func familySize[T any](members []T, label func(T) (name string, index *int)) int {
	name, index := label(members[0])
	if index == nil {
		return 1
	}
	size := 1
	for size < len(members) {
		n, i := label(members[size])
		if n != name || i == nil || *i != *index+size {
			break
		}
		size++
	}
	return size
}

// family is a name with the number of its members, if it is one of a family.
func family(name string, index *int, size int) string {
	if index == nil {
		return name
	}
	return fmt.Sprintf("%s[%d]", name, size)
}

// codeOf counts blocks and statements, the most frequent first.
func codeOf(p *ir.Program) string {
	total, counts := 0, map[string]int{}
	for _, b := range p.Blocks {
		for _, stmt := range b {
			total++
			t := reflect.TypeOf(stmt)
			if t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			counts[strings.ToLower(t.Name())]++
		}
	}
	words := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, w := range words {
		words[i] = fmt.Sprintf("%d %s", counts[w], w)
	}
	s := fmt.Sprintf("%s, %s", plural(len(p.Blocks), "block"), plural(total, "statement"))
	if total > 0 {
		s += ": " + strings.Join(words, ", ")
	}
	return s
}

// usersShown bounds the runs that are listed for one shared stage.
const usersShown = 4

// shared lists, for each family of stages that some flow holds with another, the
// runs that use it, plain ones included.
func (s *summarizer) shared() []string {
	flows := map[int]bool{} // by base of the family
	users := map[int][]string{}
	for b, block := range s.program.Blocks {
		for i, stmt := range block {
			run, ok := stmt.(*ir.Run)
			if !ok {
				continue
			}
			for _, r := range stagesOf(run) {
				flows[r.Base] = flows[r.Base] || len(run.Also) > 0
				users[r.Base] = append(users[r.Base], s.user(run, ir.BlockID(b), i))
			}
		}
	}
	var lines []string
	for _, base := range slices.Sorted(maps.Keys(flows)) {
		if flows[base] {
			lines = append(lines, s.sharedBy(base, users[base])...)
		}
	}
	return lines
}

// sharedBy is the lines about one family.
func (s *summarizer) sharedBy(base int, users []string) []string {
	stage := s.program.Stages[base]
	name := family(stage.Name, stage.Index, familySize(s.program.Stages[base:], stageLabel)) + ":"
	if len(users) > usersShown {
		users = append(slices.Clone(users[:usersShown-1]), fmt.Sprintf("… and %d more", len(users)-usersShown+1))
	}
	var lines []string
	for _, user := range users {
		lines = append(lines, name+" "+user)
		name = strings.Repeat(" ", len(name))
	}
	return lines
}

// user shows a run: what it holds, and where it stands.
func (s *summarizer) user(run *ir.Run, b ir.BlockID, i int) string {
	var names []string
	for _, r := range stagesOf(run) {
		names = append(names, ir.StageString(s.program, r))
	}
	return fmt.Sprintf("run %s, at %s", strings.Join(names, ", "), s.place(b, i))
}

// place is where a statement was written or, where that is not known, its path.
func (s *summarizer) place(b ir.BlockID, i int) string {
	if src := s.program.Source; src != nil {
		for _, span := range src.Spans {
			if span.Block == b && span.Stmt == i && span.File < len(src.Files) {
				return fmt.Sprintf("%s:%d:%d", src.Files[span.File], span.Line, span.Column)
			}
		}
	}
	return fmt.Sprintf("blocks[%d][%d]", b, i)
}

func stagesOf(run *ir.Run) []ir.Ref { return append([]ir.Ref{run.Stage}, run.Also...) }

// list joins words, not too many of them.
func list(words []string) string {
	switch {
	case len(words) == 0:
		return "none"
	case len(words) > summaryRows:
		return strings.Join(words[:summaryRows-1], ", ") + fmt.Sprintf(", and %d more", len(words)-summaryRows+1)
	}
	return strings.Join(words, ", ")
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func number(v float64) string { return ir.ExprString(nil, ir.Num(v)) }
