package parse

import (
	"fmt"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// roles are what a queue can be.
var roles = []string{"gateway", "prefill", "decode", "link"}

// verbs start the entries of a queue.
var verbs = []string{"route", "prefill", "decode", "transfer"}

// queueParts are the words that start the parts of a queue, in the order in which
// they stand.
var queueParts = append([]string{"pool", "serve", "nic"}, verbs...)

// queue = "queue" NAME [ "[" expr "]" ] ":" role { "," role } "{" { part } "}" .
func (p *parser) queue(word token.Token) ast.Item {
	q := &ast.Queue{Name: p.newIdent("the name of a queue", p.ident)}
	if p.accept(token.LBrack) {
		q.Size = p.expr()
		p.expect(token.RBrack)
	}
	if !p.is(token.Colon) {
		p.unexpected("`:`", "A queue has a role: write `queue "+q.Name.Name+" : prefill { … }`.")
	}
	p.next()
	for {
		q.Roles = append(q.Roles, p.role())
		if !p.accept(token.Comma) {
			break
		}
	}
	q.Pos = p.since(word)
	p.queueBody(q)
	return q
}

func (p *parser) role() ast.Ident {
	if !p.is(token.Word) || !slices.Contains(roles, p.tok.Text) {
		p.unknownWord("a role", roles)
	}
	t := p.next()
	return ast.Ident{Pos: t.Pos, Name: t.Text}
}

// queueBody parses the parts. One with an error is skipped.
func (p *parser) queueBody(q *ast.Queue) {
	around := p.options
	p.options, p.inQueue = queueParts, true
	defer func() { p.options, p.inQueue = around, false }()
	open := p.open()
	last := 0 // index in queueParts of the latest part
	for !p.is(token.RBrace) {
		if p.is(token.EOF) || p.startsItem() && !p.tok.Is("pool") {
			p.missingBrace(open)
			q.Cut = true
			return
		}
		before := p.at
		if !p.try(func() { last = max(last, p.queuePart(q, last)) }) {
			q.Cut = true
			p.skipWhole()
			if p.at == before {
				p.next()
			}
			p.lose(before)
		}
		if p.unwound {
			q.Cut = true
			if !p.startsPartOfQueue() {
				return
			}
			p.unwound = false // the `}` that is missing is an entry's
		}
	}
	p.next()
}

// startsPartOfQueue reports whether a part of a queue starts here although an entry is
// open: what can be no statement.
func (p *parser) startsPartOfQueue() bool {
	if !p.inQueue || !p.is(token.Word) || !slices.Contains(queueParts, p.tok.Text) {
		return false
	}
	if statements[p.tok.Text] == nil {
		return true
	}
	at := p.at + 1
	if p.tokens[at].Kind == token.LParen {
		for at < len(p.tokens)-1 && p.tokens[at].Kind != token.RParen {
			at++
		}
		at++
	}
	if at < len(p.tokens)-2 && p.tokens[at].Is("from") {
		at += 2
	}
	return at < len(p.tokens) && p.tokens[at].Kind == token.LBrace
}

// queuePart parses one part and returns its place in the order.
func (p *parser) queuePart(q *ast.Queue, last int) (place int) {
	place = slices.Index(queueParts, p.tok.Text)
	if place < 0 || !p.is(token.Word) {
		p.unknownWord("a part of a queue", queueParts)
	}
	word := p.next()
	entry := min(last, slices.Index(queueParts, verbs[0]))
	if place < entry {
		p.error(diag.QueueOrder, word.Pos, fmt.Sprintf("`%s` stands above `%s` in a queue", word.Text, queueParts[last]),
			"The order is: pools, `serve`, `nic`, entries.")
	}
	switch word.Text {
	case "pool":
		q.Pools = append(q.Pools, p.pool(word).(*ast.Pool))
	case "serve":
		p.service(word, &q.Serve)
	case "nic":
		p.service(word, &q.Nic)
	default:
		q.Entries = append(q.Entries, p.entry(word))
	}
	return place
}

// service parses `serve kind [latency x];` or `nic kind;`.
func (p *parser) service(word token.Token, into **ast.Service) {
	if *into != nil {
		p.error(diag.GivenTwice, word.Pos, fmt.Sprintf("`%s` is given twice", word.Text), "Keep one of the two.",
			report.At((*into).Pos, "first given here"))
	}
	s := &ast.Service{Pos: word.Pos, Kind: &ast.BadKind{}}
	*into = s
	s.Kind = p.kind()
	if word.Is("serve") && p.acceptWord("latency") {
		s.Latency = p.expr()
	} else if p.tok.Is("latency") {
		p.fail(diag.QueueOrder, p.tok.Pos, "a `nic` takes no latency", "The wait before a read belongs to the relation: `D pull P latency x share s;`.")
	}
	if _, step := s.Kind.(*ast.Step); step && s.Latency == nil {
		p.accept(token.Semicolon)
		return
	}
	p.end()
}

// entry = VERB [ "(" NAME { "," NAME } ")" ] [ "from" NAME ] block .
func (p *parser) entry(verb token.Token) *ast.Entry {
	e := &ast.Entry{Verb: ast.Ident{Pos: verb.Pos, Name: verb.Text}}
	if p.is(token.LParen) {
		e.Params = p.params()
	}
	if p.acceptWord("from") {
		from := p.newIdent("the name of the source", p.ident)
		e.From = &from
	}
	e.Pos = p.since(verb)
	if !p.is(token.LBrace) && !p.is(token.RBrace) && !p.startsPart() {
		p.unexpected("the statements of the entry in `{ }`", "An entry is `prefill (prompt) { … }`, `decode (prompt) from src { … }` and the like.")
	}
	e.Body = p.block()
	return e
}

// pull = NAME "pull" NAME [ "latency" expr ] "share" policy ";" .
func (p *parser) pull() ast.Item {
	start := p.tok
	r := &ast.Pull{Reader: p.ident("the name of a queue")}
	p.next()
	r.Source = p.ident("the name of a queue")
	if p.acceptWord("latency") {
		r.Latency = p.expr()
	}
	r.Policy = p.pullPolicy(start)
	p.end()
	r.Pos = p.since(start)
	return r
}

// pullPolicy parses the policy of a relation. Where only that is missing, the
// relation is taken as it is.
func (p *parser) pullPolicy(start token.Token) ir.Share {
	if p.acceptWord("share") {
		return p.policy()
	}
	if !p.is(token.Semicolon) {
		p.unexpected("`share`", pullHint)
	}
	p.error(diag.PullShare, p.since(start), "the relation names no `share`", pullHint)
	return ir.ShareNone
}

const pullHint = "Write `D pull P latency x share maxmin;`: the policy says how reads at the same time divide the NICs. The latency may be left out."

// mark = "mark" NAME ";" .
func (p *parser) mark(word token.Token) ast.Stmt {
	m := &ast.Mark{Name: p.name("the name of a mark", p.dotted)}
	p.end()
	m.Pos = p.since(word)
	return m
}

// request = "request" [ NAME ] ";" .
func (p *parser) request(word token.Token) ast.Stmt {
	r := &ast.Request{}
	if p.is(token.Word) && !p.startsPart() {
		r.Gateway = p.ident("the name of a gateway")
	}
	r.Pos = p.since(word)
	p.end()
	return r
}

// entryCall = ref "." VERB "(" [ expr { "," expr } ] ")" [ "from" ref ] [ "to" ref "(" expr ")" ] ";" .
func (p *parser) entryCall() ast.Stmt {
	start := p.tok
	c := &ast.EntryCall{Queue: &ast.Ref{Name: p.ident("a statement").Name}}
	c.Queue.Pos = p.since(start)
	for p.is(token.Dot) && p.peek().Kind == token.Word && p.tokens[p.at+2].Kind != token.LParen {
		p.next()
		c.Queue.Name += "." + p.next().Text
		c.Queue.Pos = p.since(start)
	}
	if p.accept(token.LBrack) {
		c.Queue.Index = p.expr()
		p.expect(token.RBrack)
		c.Queue.Pos = p.since(start)
	}
	if !p.is(token.Dot) || p.peek().Kind != token.Word {
		p.fail(diag.Syntax, p.since(start), "this is not a statement", "The call of a queue's entry is `"+c.Queue.Name+"[i].prefill (…);`.")
	}
	p.next()
	if !slices.Contains(verbs, p.tok.Text) {
		p.unknownWord("an entry of a queue", verbs)
	}
	verb := p.next()
	c.Verb = ast.Ident{Pos: verb.Pos, Name: verb.Text}
	c.Args = p.args(p.expr)
	if p.acceptWord("from") {
		c.From = p.ref("a queue or a pool")
	}
	if p.acceptWord("to") {
		c.To = p.ref("a pool")
		c.Amount = p.parens()
	}
	c.Pos = p.since(start)
	p.end()
	return c
}
