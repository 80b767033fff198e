package expand

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir/diag"
)

// requestUse says, in a note, where a gateway, or the server, is requested.
type requestUse string

func (gateway requestUse) String() string {
	if gateway == "" {
		return "in the server, which is requested here"
	}
	return fmt.Sprintf("in the gateway `%s`, which is requested here", string(gateway))
}

// request expands to the server's statements, which keep the meaning that they
// have where the server stands.
func (x *expander) request(r *ast.Request, sc scope) []ast.Stmt {
	if r.Gateway.Name != "" {
		return x.gateway(r, sc)
	}
	x.requested = true
	pos := sc.here(r.Pos)
	if x.server.item == nil || sc.side != clientSide {
		if sc.side == clientSide && !x.maybe("server") {
			x.error(diag.TwoSides, pos, "a request without a server", "Declare `server { … }`, the statements that serve one request.")
		} else if sc.side == wholeSession {
			x.error(diag.TwoSides, pos, "a request in a session that stands at top level",
				"Put the session into `workload`, or write the statements themselves.")
		}
		return []ast.Stmt{&ast.BadStmt{Pos: pos}}
	}
	server := in(x.server)
	server.side, server.via = serverSide, &token.Use{What: requestUse(""), At: pos}
	return x.stmts(x.server.item.Body.Stmts, server)
}

// gateway expands `request Q;` to the statements of the gateway's route.
func (x *expander) gateway(r *ast.Request, sc scope) []ast.Stmt {
	pos := sc.here(r.Pos)
	bad := []ast.Stmt{&ast.BadStmt{Pos: pos}}
	if sc.side != clientSide && sc.side != wholeSession {
		return bad // reported
	}
	q := x.queues[r.Gateway.Name]
	switch {
	case q == nil:
		x.unknownQueue(ident(r.Gateway, sc))
		return bad
	case !q.has("gateway"):
		x.error(diag.EntryCall, sc.here(r.Gateway.Pos), fmt.Sprintf("`%s` is no gateway", q.name), "A request enters a queue with the role `gateway`.",
			report.At(q.item.Name.Pos, "declared here"))
		return bad
	}
	route := q.entry("route", false)
	if route == nil {
		x.report.Mark(pos) // reported
		return bad
	}
	return x.enterEntry(route, nil, nil, nil, pos, sc)
}

// sides decides which of the two spellings the program uses.
func (x *expander) sides(prog *ast.Program) side {
	whole, server := x.session.item, x.server.item
	var client *ast.Session
	if w := x.workload.item; w != nil {
		client = w.Session
	}
	switch {
	case whole != nil && client != nil:
		first, second := whole.Pos, client.Pos
		if x.session.at > x.workload.at {
			first, second = second, first
		}
		x.error(diag.TwoSides, second, "a second session: a program has one", "Keep one of the two.", report.At(first, "the first stands here"))
	case whole != nil && server != nil:
		x.error(diag.TwoSides, server.Pos, "a server beside a session that stands at top level",
			"Put the session into `workload`, where it says `request;`.", report.At(whole.Pos, "the session stands here"))
	case whole == nil && client == nil && !x.maybe("session") && !x.maybe("workload") && !(x.workload.item != nil && x.workload.item.Cut):
		x.error(diag.Missing, end(prog), "the program has no session", "Write `session { … }`: what each session does from its arrival to its end.")
	}
	if client != nil {
		return clientSide
	}
	if whole != nil {
		return wholeSession
	}
	return initBlock // no session: nothing to expand
}

// checkServer reports a server that is never requested, and then checks its
// statements, which nothing else did.
func (x *expander) checkServer() {
	if x.server.item == nil || x.requested {
		return
	}
	if !x.lostStatement(x.kernel.Session) { // it may be a request
		x.error(diag.TwoSides, x.server.item.Pos, "nothing requests the server", "The session in `workload` says `request;` where it makes a request.")
	}
	x.kernel.Unused = append(x.kernel.Unused, x.root(x.server.item.Body, in(x.server), serverSide)...)
}

// lostStatement reports whether a statement has an error.
func (x *expander) lostStatement(stmts []ast.Stmt) bool {
	lost := false
	ast.WalkStmts(stmts, func(s ast.Stmt) {
		_, bad := s.(*ast.BadStmt)
		lost = lost || bad
	}, func(ast.Expr) bool { return false })
	return lost
}

// end is the place after the last character of a program.
func end(prog *ast.Program) token.Pos {
	n := len(prog.File.Text)
	return token.Pos{File: prog.File, Start: n, End: n}
}
