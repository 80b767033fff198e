package parse

import (
	"serq/frontend/ast"
	"serq/frontend/token"
	"serq/ir"
)

func (p *parser) stage(word token.Token) ast.Item {
	s := &ast.Stage{Kind: &ast.BadKind{}}
	s.Name, s.Size = p.family("the name of a stage")
	s.Pos = p.since(word)
	if !p.is(token.Colon) {
		p.unexpected("`:`", "Write `stage "+s.Name.Name+" : fifo;`.")
	}
	p.next()
	before := p.at
	if !p.try(func() {
		s.Kind = p.kind()
		if _, step := s.Kind.(*ast.Step); step {
			p.accept(token.Semicolon)
		} else {
			p.end()
		}
	}) {
		p.skipWhole()
		p.lose(before)
	}
	return s
}

func (p *parser) kind() ast.StageKind {
	switch t := p.tok; {
	case p.acceptWord("fifo"):
		if p.is(token.LParen) {
			return &ast.Fifo{Servers: p.parens()}
		}
		return &ast.Fifo{}
	case p.acceptWord("ps"):
		if !p.is(token.LParen) {
			p.unexpected("`(`", "A ps stage has a capacity: write `ps (1)`.")
		}
		return &ast.Ps{Capacity: p.parens()}
	case p.acceptWord("delay"):
		return &ast.Delay{}
	case p.acceptWord("step"):
		return p.step(t)
	}
	p.unknownWord("a kind of stage", []string{"fifo", "ps", "delay", "step"})
	return nil
}

func (p *parser) step(word token.Token) ast.StageKind {
	s := &ast.Step{Pos: word.Pos}
	ok := p.optionList("an option of a step stage", []string{"cost", "budget", "chunk", "memory", "serve"}, func(word token.Token) {
		switch word.Text {
		case "cost":
			s.Cost = &ast.BadExpr{Pos: word.Pos}
			s.Cost = p.expr()
		case "budget":
			s.Budget = p.expr()
		case "chunk":
			s.Chunk = p.expr()
		case "memory":
			s.Memory = p.whole("a pool")
		case "serve":
			p.serveRule(s)
		}
		p.end()
	})
	if !ok && s.Cost == nil {
		s.Cost = &ast.BadExpr{Pos: word.Pos} // it may be what has the error
	}
	return s
}

// serveRule = order | "exclusive" "prefill" | "only" "(" expr ")" [ order ] .
func (p *parser) serveRule(s *ast.Step) {
	switch {
	case p.acceptWord("exclusive"):
		p.expectWord("prefill", "Write `serve exclusive prefill;`.")
		s.Exclusive = true
	case p.acceptWord("only"):
		s.Only = p.parens()
		if !p.is(token.Semicolon) {
			s.Keys = p.order("a serve order", "admission", "by", "decode")
		}
	default:
		s.Keys = p.order("a serve rule", "admission", "by", "decode", "exclusive", "only")
	}
}

// order parses an order as keys; `decode first` is the key decoding ? 0 : 1.
func (p *parser) order(what string, words ...string) []ast.Expr {
	switch t := p.tok; {
	case p.acceptWord("admission"):
		return nil
	case p.acceptWord("decode"):
		first := p.expectWord("first", "Write `serve decode first;`.")
		pos := t.Pos.To(first.Pos)
		decoding := &ast.Ref{Pos: pos, Name: ir.Ctxs[ir.Decoding].Surface}
		return []ast.Expr{&ast.Cond{Pos: pos, If: decoding, Then: &ast.Number{Pos: pos}, Else: &ast.Number{Pos: pos, Value: 1}}}
	}
	p.by(what, words...)
	return p.keys()
}
