package parse

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// block = "{" { stmt } "}" . The closers are words that stand after it, if any.
func (p *parser) block(closers ...string) *ast.Block {
	defer p.deeper()()
	around := p.options
	p.options = nil
	defer func() { p.options = around }()
	open := p.open()
	b := &ast.Block{}
	for !p.is(token.RBrace) {
		if p.closes(closers) {
			p.error(diag.Syntax, p.tok.Pos, fmt.Sprintf("missing `}` before %s", describe(p.tok)), "", report.At(open.Pos, "the block starts here"))
			b.Pos = p.since(open)
			return b
		}
		if p.unwound || p.is(token.EOF) || p.startsItem() || p.startsPartOfQueue() {
			p.missingBrace(open)
			b.Pos = p.since(open)
			return b
		}
		b.Stmts = append(b.Stmts, p.stmt())
	}
	p.next()
	b.Pos = p.since(open)
	return b
}

// stmt parses a statement. One with an error is a BadStmt; if a block stands in
// it, its statements are parsed.
func (p *parser) stmt() ast.Stmt {
	start, before := p.tok, p.at
	var s ast.Stmt
	if p.try(func() { s = p.statement() }) {
		return s
	}
	bad := &ast.BadStmt{}
	p.skip()
	p.lose(before)
	for p.is(token.LBrace) {
		p.badBlock(bad)
	}
	if p.at == before {
		p.next()
	}
	bad.Pos = p.since(start)
	return bad
}

// badBlock parses a block of a statement with an error, and what may follow it of
// the statement.
func (p *parser) badBlock(bad *ast.BadStmt) {
	if p.nesting >= maxNesting-1 {
		p.skipWhole()
		return
	}
	var b *ast.Block
	if !p.try(func() { b = p.block("else", "cache", "lease") }) {
		p.skipWhole()
		return
	}
	if bad.Body == nil {
		bad.Body = b
	} else {
		bad.Body.Stmts = append(bad.Body.Stmts, b.Stmts...)
	}
	if p.tok.Is("else") || p.tok.Is("cache") || p.tok.Is("lease") {
		from := p.at
		p.skip()
		p.lose(from)
	}
}

// statements is the parser of each statement, by its first word.
var statements map[string]func(p *parser, word token.Token) ast.Stmt

var statementWords = []string{
	"turn", "request", "end", "set", "observe", "hold", "grow", "drop", "release", "load", "run", "branch", "loop",
	"choose", "mark", "prefill", "decode", "tool", "transfer",
}

func init() { // the table and the parsers in it refer to each other
	statements = map[string]func(p *parser, word token.Token) ast.Stmt{
		"turn": func(p *parser, word token.Token) ast.Stmt {
			p.end()
			return &ast.Turn{Pos: word.Pos}
		},
		"end": func(p *parser, word token.Token) ast.Stmt {
			p.end()
			return &ast.End{Pos: word.Pos}
		},
		"set": func(p *parser, word token.Token) ast.Stmt {
			name, value := p.assignment("the name of an attribute")
			return &ast.Set{Pos: p.since(word), Name: name, Value: value}
		},
		"observe": func(p *parser, word token.Token) ast.Stmt {
			name, value := p.assignment("the name of an observation")
			return &ast.Observe{Pos: p.since(word), Name: name, Value: value}
		},
		"grow": func(p *parser, word token.Token) ast.Stmt {
			pool, units := p.amount()
			return &ast.Grow{Pos: p.since(word), Pool: pool, Units: units}
		},
		"load": func(p *parser, word token.Token) ast.Stmt {
			pool, units := p.amount()
			return &ast.Load{Pos: p.since(word), Pool: pool, Units: units}
		},
		"drop": func(p *parser, word token.Token) ast.Stmt {
			pool := p.ref("a pool")
			p.end()
			return &ast.Drop{Pos: p.since(word), Pool: pool}
		},
		"release": func(p *parser, word token.Token) ast.Stmt {
			pool := p.ref("a pool")
			p.end()
			return &ast.Release{Pos: p.since(word), Pool: pool}
		},
		"loop": func(p *parser, word token.Token) ast.Stmt {
			return &ast.Loop{Pos: word.Pos, Body: p.block()}
		},
		"hold":     (*parser).hold,
		"run":      (*parser).run,
		"branch":   (*parser).branch,
		"choose":   (*parser).choose,
		"request":  (*parser).request,
		"mark":     (*parser).mark,
		"prefill":  (*parser).serve,
		"decode":   (*parser).serve,
		"tool":     (*parser).serve,
		"transfer": (*parser).serve,
	}
}

// elsewhere are words of other languages, with the statement that does it here.
var elsewhere = map[string]string{
	"if": "branch", "while": "loop", "for": "loop", "acquire": "hold", "record": "observe", "print": "observe",
	"free": "release", "return": "end", "exit": "end", "sleep": "run", "wait": "run", "alloc": "grow", "select": "choose",
}

func (p *parser) statement() ast.Stmt {
	if parse := statements[p.tok.Text]; parse != nil && p.is(token.Word) {
		return parse(p, p.next())
	}
	if !p.is(token.Word) {
		if p.is(token.Semicolon) {
			p.fail(diag.Syntax, p.tok.Pos, "there is no statement before this `;`", "Remove it.")
		}
		p.unnamed = p.unnamed || p.is(token.LParen) // the rest of a def's use, which may assign names
		p.unexpected("a statement", "")
	}
	switch p.peek().Kind {
	case token.LParen:
		return p.callStmt()
	case token.Dot, token.LBrack:
		return p.entryCall()
	}
	if itemWords[p.tok.Text] {
		hint := "It stands outside of blocks."
		if p.tok.Is("let") {
			hint = "A constant stands outside of blocks; `set` assigns an attribute of the session."
		}
		p.fail(diag.UnknownWord, p.tok.Pos, fmt.Sprintf("`%s` is not a statement", p.tok.Text), hint)
	}
	if p.peek().Kind == token.Assign {
		p.fail(diag.UnknownWord, p.tok.Pos, fmt.Sprintf("`%s` is not a statement", clip(p.tok.Text)),
			fmt.Sprintf("To assign an attribute, write `set %s = …;`.", clip(p.tok.Text)))
	}
	p.foreign(p.tok)
	return nil
}

// foreign reports a word that starts no statement, and unwinds.
func (p *parser) foreign(word token.Token) {
	hint := report.DidYouMean(word.Text, statementWords)
	if s, ok := elsewhere[word.Text]; ok {
		hint = fmt.Sprintf("Here it is `%s`.", s)
	}
	p.fail(diag.UnknownWord, word.Pos, fmt.Sprintf("`%s` is not a statement", clip(word.Text)), hint)
}

// assignment parses `a = e;`.
func (p *parser) assignment(what string) (ast.Ident, ast.Expr) {
	name := p.name(what, p.dotted)
	if !p.is(token.Assign) && p.peek().Kind == token.Assign {
		p.unexpected(token.Assign.String(), fmt.Sprintf("Write the whole, `%s = %[1]s %s …;`.", clip(name.Name), p.tok.Pos.Text()))
	}
	p.expect(token.Assign)
	value := p.expr()
	p.end()
	return name, value
}

// amount parses `p (e);`.
func (p *parser) amount() (*ast.Ref, ast.Expr) {
	pool := p.ref("a pool")
	units := p.parens()
	p.end()
	return pool, units
}

func (p *parser) hold(word token.Token) ast.Stmt {
	h := &ast.Hold{}
	for {
		part := ast.HoldPart{Pool: p.ref("a pool"), Units: p.parens()}
		if p.acceptWord("reserve") {
			part.Reserve = p.parens()
		}
		h.Parts = append(h.Parts, part)
		if !p.accept(token.Comma) {
			break
		}
	}
	if p.acceptWord("reuse") {
		h.Reuse = p.parens()
	}
	if p.acceptWord("at") {
		p.expectWord("admission", "Write `at admission (x = …)`.")
		h.Admission = p.bindings()
	}
	h.Pos = p.since(word)
	if !p.is(token.LBrace) && !p.is(token.RBrace) && !p.startsPart() {
		p.unexpected("the body of the hold in `{ }`", "After the pools come `reuse (…)`, `at admission (…)`, the body, `cache (…)` and `lease …`, in this order.")
	}
	h.Body = p.block("cache", "lease")
	if p.acceptWord("cache") {
		h.Cache = p.parens()
	}
	if p.acceptWord("lease") {
		h.Lease = &ast.Lease{Pool: p.ref("a pool"), Time: p.parens()}
	}
	p.misplacedTail(h)
	p.accept(token.Semicolon)
	return h
}

// misplacedTail reports what follows the lease of a hold and cannot.
func (p *parser) misplacedTail(h *ast.Hold) {
	for p.tok.Is("cache") || p.tok.Is("lease") {
		p.error(diag.Syntax, p.tok.Pos, fmt.Sprintf("`%s` cannot stand here", p.tok.Text),
			"After the body of a hold come `cache (…)` and then `lease …`, each at most once.")
		if p.next().Is("cache") {
			h.Cache = p.parens()
		} else {
			p.ref("a pool")
			p.parens()
		}
	}
}

// bindings parses `(x = e, …)`.
func (p *parser) bindings() []ast.NamedExpr {
	p.expect(token.LParen)
	var bindings []ast.NamedExpr
	for {
		name := p.name("a name", p.ident)
		p.expect(token.Assign)
		bindings = append(bindings, ast.NamedExpr{Name: name, Value: p.expr()})
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RParen)
	return bindings
}

// run parses a run. Whether `run prefill (w)` names a stage or a mode depends on
// what is declared, so it is read as a stage.
func (p *parser) run(word token.Token) ast.Stmt {
	r := &ast.Run{}
	if !p.is(token.LParen) {
		r.Stages = p.refs("a stage")
		switch {
		case p.acceptWord("prefill"):
			r.Mode = ir.Prefill
		case p.acceptWord("decode"):
			r.Mode = ir.Decode
		}
	}
	r.Work = p.parens()
	if p.acceptWord("growing") {
		r.Growing = p.ref("a pool")
	}
	p.end()
	r.Pos = p.since(word)
	return r
}

func (p *parser) branch(word token.Token) ast.Stmt {
	b := &ast.Branch{Draw: p.acceptWord("with")}
	b.If = p.parens()
	b.Pos = p.since(word)
	b.Then = p.block("else")
	if !p.acceptWord("else") {
		return b
	}
	if p.tok.Is("branch") {
		p.error(diag.Syntax, p.tok.Pos, "`else` takes a block", "Write `else { branch … }`.")
		start := p.tok
		b.Else = &ast.Block{Stmts: []ast.Stmt{p.stmt()}}
		b.Else.Pos = p.since(start)
		return b
	}
	b.Else = p.block()
	return b
}

func (p *parser) choose(word token.Token) ast.Stmt {
	c := &ast.Choose{Name: p.name("the name of an attribute", p.dotted)}
	p.expectWord("in", "Write `choose j in n by (key);`.")
	c.Count = p.expr()
	p.expectWord("by", "Write `choose j in n by (key);`.")
	c.Keys = p.keys()
	p.end()
	c.Pos = p.since(word)
	return c
}

func (p *parser) callStmt() ast.Stmt {
	name := p.next()
	c := &ast.CallStmt{Def: ast.Ident{Pos: name.Pos, Name: name.Text}}
	c.Args = p.args(p.expr)
	c.Pos = p.since(name)
	if p.is(token.LBrace) {
		p.foreign(name)
	}
	p.end()
	return c
}

// serving = ( "prefill" | "decode" | "tool" ) [ where ] expr [ "growing" ref ] ";"
// or "transfer" [ where ] expr "from" ref "to" ref "(" expr ")" ";" .
func (p *parser) serve(word token.Token) ast.Stmt {
	s := &ast.Serve{Role: ast.Ident{Pos: word.Pos, Name: word.Text}}
	switch {
	case p.accept(token.LBrack):
		s.Index = p.expr()
		p.expect(token.RBrack)
	case p.acceptWord("on"):
		s.On = p.refs("a stage")
	}
	s.Work = p.expr()
	if word.Is("transfer") {
		p.transferEnds(word, s)
	} else if p.acceptWord("growing") {
		s.Growing = p.ref("a pool")
	}
	p.end()
	s.Pos = p.since(word)
	return s
}

func (p *parser) transferEnds(word token.Token, s *ast.Serve) {
	const hint = "Write `transfer (work) from P to Q (tokens);`, where P gives the KV and Q takes it. For the time alone, `run` the stage."
	if p.is(token.Semicolon) || p.is(token.RBrace) {
		p.error(diag.TransferEnds, p.since(word), "a transfer without `from … to …`", hint)
		return
	}
	p.expectWord("from", hint)
	s.From = p.ref("a pool")
	p.expectWord("to", hint)
	s.To = p.ref("a pool")
	s.Amount = p.parens()
}
