package parse

import (
	"fmt"

	"serq/frontend/ast"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// items is the parser of each item, by its first word.
var items map[string]func(p *parser, word token.Token) ast.Item

// IsItem reports whether a word starts an item.
func IsItem(word string) bool { return items[word] != nil }

var itemNames = []string{"let", "use", "def", "pool", "stage", "queue", "share", "workload", "session", "server", "gauge", "run"}

func init() { // the table and the parsers in it refer to each other
	items = map[string]func(p *parser, word token.Token) ast.Item{
		"let":      (*parser).let,
		"use":      (*parser).use,
		"def":      (*parser).def,
		"pool":     (*parser).pool,
		"stage":    (*parser).stage,
		"queue":    (*parser).queue,
		"share":    (*parser).share,
		"workload": (*parser).workload,
		"session": func(p *parser, word token.Token) ast.Item {
			return &ast.Session{Pos: word.Pos, Body: p.block()}
		},
		"server": func(p *parser, word token.Token) ast.Item {
			return &ast.Server{Pos: word.Pos, Body: p.block()}
		},
		"gauge": (*parser).gauge,
		"run":   (*parser).runOptions,
	}
}

// item parses an item. One with an error is a BadItem.
func (p *parser) item() ast.Item {
	p.unwound, p.astray = false, false
	start, before := p.tok, p.at
	var it ast.Item
	if p.try(func() { it = p.knownItem() }) {
		return it
	}
	bad := &ast.BadItem{Word: start.Text}
	p.skipWhole()
	if p.is(token.RBrace) || p.at == before {
		p.next()
	}
	p.lose(before)
	for _, t := range p.tokens[before:p.at] {
		p.unnamed = p.unnamed || t.Kind == token.String // perhaps a library, whatever it defines
	}
	p.astray = true
	bad.Pos = p.since(start)
	return bad
}

func (p *parser) knownItem() ast.Item {
	if parse := items[p.tok.Text]; parse != nil && p.is(token.Word) {
		return parse(p, p.next())
	}
	if p.is(token.RBrace) {
		p.fail(diag.Syntax, p.tok.Pos, "this `}` closes nothing", "Remove it, or look for a `}` too many above.")
	}
	if p.startsPull() {
		return p.pull()
	}
	if statements[p.tok.Text] != nil && p.is(token.Word) {
		p.fail(diag.UnknownWord, p.tok.Pos, fmt.Sprintf("`%s` is not a declaration", p.tok.Text),
			"It is a statement: write it in `session { … }`, or look for a `}` too many above.")
	}
	p.unknownWord("a declaration", itemNames)
	return nil
}

func (p *parser) let(word token.Token) ast.Item {
	l := &ast.Let{Name: p.newIdent("the name of a constant", p.dotted)}
	p.expect(token.Assign)
	l.Value = p.expr()
	p.end()
	l.Pos = p.since(word)
	return l
}

func (p *parser) use(word token.Token) ast.Item {
	p.unnamed = p.unnamed || !p.is(token.String) // whatever it defines
	path := p.expect(token.String)
	p.end()
	return &ast.Use{Pos: p.since(word), Path: ast.String{Pos: path.Pos, Value: path.Text}}
}

func (p *parser) def(word token.Token) ast.Item {
	d := &ast.Def{Name: p.newIdent("the name of a def", p.ident)}
	d.Params = p.params()
	d.Pos = p.since(word)
	switch {
	case p.accept(token.Assign):
		d.Value = p.expr()
		p.end()
	case p.is(token.LBrace):
		d.Body = p.block()
	default:
		p.unexpected("`= expression;` or `{ statements }`", "")
	}
	return d
}

// params parses `(a, b)`.
func (p *parser) params() []ast.Ident {
	var params []ast.Ident
	p.expect(token.LParen)
	for !p.is(token.RParen) {
		params = append(params, p.newIdent("a parameter", p.ident))
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RParen)
	return params
}

func (p *parser) share(word token.Token) ast.Item {
	s := &ast.Share{Policy: p.policy()}
	p.end()
	s.Pos = p.since(word)
	return s
}

// policy parses maxmin or bottleneck.
func (p *parser) policy() ir.Share {
	var names []string
	for share, name := range ir.Shares {
		if name.Surface == "" {
			continue
		}
		if p.acceptWord(name.Surface) {
			return ir.Share(share)
		}
		names = append(names, name.Surface)
	}
	p.unknownWord("a policy", names)
	return ir.ShareNone
}

func (p *parser) gauge(word token.Token) ast.Item {
	name := p.ident("the name of a gauge")
	p.expect(token.Assign)
	value := p.expr()
	p.end()
	return &ast.Gauge{Pos: p.since(word), Name: name, Value: value}
}

func (p *parser) runOptions(word token.Token) ast.Item {
	r := &ast.RunOptions{Pos: word.Pos}
	into := map[string]*ast.Expr{"horizon": &r.Horizon, "warmup": &r.Warmup, "seed": &r.Seed, "arrivals": &r.Arrivals}
	if !p.optionList("an option of `run`", []string{"horizon", "warmup", "seed", "arrivals"}, func(word token.Token) {
		*into[word.Text] = &ast.BadExpr{Pos: word.Pos}
		e := p.expr()
		p.end()
		*into[word.Text] = e
	}) && r.Horizon == nil {
		r.Horizon = &ast.BadExpr{Pos: word.Pos} // it may be what has the error
	}
	return r
}
