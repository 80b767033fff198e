package parse

import (
	"serq/frontend/ast"
	"serq/frontend/token"
)

func (p *parser) workload(word token.Token) ast.Item {
	w := &ast.Workload{Pos: word.Pos}
	parts := []string{"arrive", "trace", "init", "turn", "session", "hidden"}
	w.Cut = !p.optionList("a part of `workload`", parts, func(word token.Token) {
		switch word.Text {
		case "arrive":
			w.Arrive = &ast.Arrive{Pos: word.Pos, Kind: ast.ArriveBad}
			p.arrive(w.Arrive)
			w.Arrive.Pos = p.since(word)
		case "trace":
			w.Trace = p.trace(word)
		case "init":
			w.Init = p.block(parts...)
		case "turn":
			w.Turn = p.block(parts...)
		case "session":
			w.Session = &ast.Session{Pos: word.Pos, Body: p.block(parts...)}
		case "hidden":
			w.Hidden = append(w.Hidden, p.hidden()...)
		}
	})
	return w
}

var arrivals = map[string]ast.ArriveKind{
	"poisson": ast.ArrivePoisson, "renewal": ast.ArriveRenewal, "closed": ast.ArriveClosed, "batch": ast.ArriveBatch,
	"none": ast.ArriveNone,
}

func (p *parser) arrive(a *ast.Arrive) {
	kind, ok := arrivals[p.tok.Text]
	if !ok || !p.is(token.Word) {
		p.unknownWord("an arrival process", []string{"poisson", "renewal", "closed", "batch", "none"})
	}
	p.next()
	if kind != ast.ArriveNone {
		a.Arg = p.parens()
	}
	p.end()
	a.Kind = kind
}

func (p *parser) trace(word token.Token) *ast.Trace {
	path := p.expect(token.String)
	t := &ast.Trace{Path: ast.String{Pos: path.Pos, Value: path.Text}, Ordered: p.acceptWord("ordered")}
	p.end()
	t.Pos = p.since(word)
	return t
}

func (p *parser) hidden() []ast.Ident {
	var names []ast.Ident
	for {
		names = append(names, p.dotted("the name of an attribute"))
		if !p.accept(token.Comma) {
			break
		}
	}
	p.end()
	return names
}
