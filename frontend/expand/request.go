package expand

import (
	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir/diag"
)

// requestUse says, in a note, where the server is requested.
type requestUse struct{}

func (requestUse) String() string { return "in the server, which is requested here" }

// request expands to the server's statements, which keep the meaning that they
// have where the server stands.
func (x *expander) request(r *ast.Request, sc scope) []ast.Stmt {
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
	server.side, server.via = serverSide, &token.Use{What: requestUse{}, At: pos}
	return x.stmts(x.server.item.Body.Stmts, server)
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
	lost := false // a statement with an error may be a request
	ast.WalkStmts(x.kernel.Session, func(s ast.Stmt) {
		_, bad := s.(*ast.BadStmt)
		lost = lost || bad
	}, func(ast.Expr) bool { return false })
	if !lost {
		x.error(diag.TwoSides, x.server.item.Pos, "nothing requests the server", "The session in `workload` says `request;` where it makes a request.")
	}
	x.kernel.Unused = x.root(x.server.item.Body, in(x.server), serverSide)
}

// end is the place after the last character of a program.
func end(prog *ast.Program) token.Pos {
	n := len(prog.File.Text)
	return token.Pos{File: prog.File, Start: n, End: n}
}
