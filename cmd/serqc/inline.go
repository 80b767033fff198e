package main

import (
	"fmt"
	"os"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/ir/diag"
	"serq/ir/trace"
)

// inlineTrace turns an ordered trace under batch(n) into preset sessions: session
// k has the turns of the file's session k, modulo their number. It returns the
// status of a file that cannot be read, and what is wrong with the program.
func inlineTrace(env *cli.Env, p *ir.Program, locate func(string) diag.Span) (int, diag.List) {
	batch, isBatch := p.Arrival.(ir.Batch)
	switch {
	case p.Trace == nil:
		return cli.OK, refused(locate("trace"), "--inline-trace, and the program has no trace", "Write `trace \"file.csv\" ordered;` in the workload.")
	case !p.TraceOrdered:
		return cli.OK, refused(locate("trace"), "--inline-trace, and the trace is not ordered", "Write `trace … ordered;`: otherwise each session draws which one it replays.")
	case !isBatch:
		return cli.OK, refused(locate("arrival"), "--inline-trace, and the arrivals are not a batch", "Preset sessions all arrive at 0: write `arrive batch(n);`.")
	}
	f, err := os.Open(*p.Trace)
	if err != nil {
		return env.Fail(fmt.Errorf("cannot read %s: %w", *p.Trace, cli.Reason(err))), nil
	}
	defer f.Close()
	corpus, found := trace.Read(f, *p.Trace)
	if corpus == nil {
		return cli.OK, found
	}
	turns := make([][][]ir.SlotValue, len(corpus.Sessions))
	for i, rows := range corpus.Sessions {
		turns[i] = script(p, rows, corpus.HasForced)
	}
	sessions := make(ir.Sessions, batch.N)
	for k := range sessions {
		sessions[k] = ir.Preset{Attrs: []ir.SlotValue{}, Turns: turns[k%len(turns)]}
	}
	p.Arrival, p.Trace, p.TraceOrdered = sessions, nil, false
	return cli.OK, found
}

// script is the turns of one recorded session.
func script(p *ir.Program, rows []trace.Row, forced bool) [][]ir.SlotValue {
	turns := make([][]ir.SlotValue, len(rows))
	for i, row := range rows {
		b := p.Builtins
		turns[i] = []ir.SlotValue{{Slot: b.New, Value: row.New}, {Slot: b.Out, Value: row.Out}, {Slot: b.Think, Value: row.Think}}
		if forced {
			turns[i] = append(turns[i], ir.SlotValue{Slot: b.Forced, Value: row.Forced})
		}
	}
	return turns
}

func refused(at diag.Span, summary, hint string) diag.List {
	return diag.List{{Code: diag.InlineTrace, Severity: diag.Error, Summary: summary, Hint: hint, Span: at}}
}
