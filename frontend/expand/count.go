package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/ir/diag"
)

// maxStmts is the most statements of a program after expansion.
const maxStmts = 100_000

// fits reports a block that would make the program larger than a program may be.
// The size is counted before anything is expanded, because defs of defs grow
// exponentially.
func (x *expander) fits(b *ast.Block) bool {
	x.statements += x.blockSizeOf(b)
	if x.statements <= maxStmts {
		return true
	}
	size := fmt.Sprintf("%.3g", x.statements)
	if x.statements < 1<<53 {
		size = report.Thousands(int(x.statements))
	}
	x.requested = true // perhaps: it is not looked at
	x.error(diag.TooLarge, b.Pos.Head(), fmt.Sprintf("the program has %s statements after expansion; at most %s are allowed", size, report.Thousands(maxStmts)),
		"Defs of defs and repeated requests multiply: use a `loop`.")
	return false
}

// blockSizeOf counts the statements of the kernel that a block becomes. It is a
// float64 because the number may be astronomic.
func (x *expander) blockSizeOf(b *ast.Block) float64 {
	if b == nil {
		return 0
	}
	n := 0.0
	for _, s := range b.Stmts {
		n += x.stmtSize(s)
	}
	return n
}

func (x *expander) stmtSize(s ast.Stmt) float64 {
	switch s := s.(type) {
	case *ast.Hold:
		return 1 + x.blockSizeOf(s.Body)
	case *ast.Branch:
		return 1 + x.blockSizeOf(s.Then) + x.blockSizeOf(s.Else)
	case *ast.Loop:
		return 1 + x.blockSizeOf(s.Body)
	case *ast.BadStmt:
		return 1 + x.blockSizeOf(s.Body)
	case *ast.Serve:
		if s.From != nil {
			return 3 + x.waitsOf(s)
		}
	case *ast.EntryCall:
		return x.callSize(s)
	case *ast.Request:
		if q := x.queues[s.Gateway.Name]; q != nil && q.entry("route", false) != nil {
			return x.entrySize(q.entry("route", false))
		}
		if x.server.item != nil && s.Gateway.Name == "" {
			return x.serverSize()
		}
	case *ast.CallStmt:
		if d := x.defs[s.Def.Name]; d != nil && d.item.Body != nil && !d.cyclic {
			return x.defSize(d)
		}
	}
	return 1
}

// defSize is the size of a def's body, counted once.
func (x *expander) defSize(d *def) float64 {
	if d.size == nil {
		d.size = new(float64) // a def that reaches itself through an entry ends here
		*d.size = x.blockSizeOf(d.item.Body)
	}
	return *d.size
}

// entrySize is the size of an entry, counted once. One that reaches itself, which is
// an error, ends there.
func (x *expander) entrySize(e *entry) float64 {
	if e.size == nil {
		e.size = new(float64)
		*e.size = x.blockSizeOf(e.item.Body)
	}
	return *e.size
}

// callSize is the size of the call of an entry. One of a queue that a parameter
// stands for counts as little as there is.
func (x *expander) callSize(c *ast.EntryCall) float64 {
	n := 1.0
	if q := x.queues[c.Queue.Name]; q != nil {
		if e := q.entry(c.Verb.Name, c.From != nil && c.Verb.Name == "decode"); e != nil {
			n = x.entrySize(e)
		}
	}
	if c.To != nil {
		n += 2
	}
	return n
}

// waitsOf is how many waits come before a transfer.
func (x *expander) waitsOf(s *ast.Serve) float64 {
	n := 0.0
	for _, r := range s.On {
		if q := x.queues[r.Name]; q != nil && q.time != nil {
			n++
		}
	}
	for _, r := range x.relations {
		if r.time != nil && len(s.On) == 0 {
			return 1
		}
	}
	return n
}

// serverSize is the size of the server, counted once. A request within it, which
// is an error, counts nothing.
func (x *expander) serverSize() float64 {
	if x.serverStmts == nil {
		var n float64
		x.serverStmts = &n
		*x.serverStmts = x.blockSizeOf(x.server.item.Body)
	}
	return *x.serverStmts
}
