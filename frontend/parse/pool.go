package parse

import (
	"serq/frontend/ast"
	"serq/frontend/token"
	"serq/ir"
)

// family parses the name and the size of a pool or stage.
func (p *parser) family(what string) (ast.Ident, ast.Expr) {
	name := p.name(what, p.dotted)
	if !p.accept(token.LBrack) {
		return name, nil
	}
	size := p.expr()
	p.expect(token.RBrack)
	return name, size
}

func (p *parser) pool(word token.Token) ast.Item {
	pool := &ast.Pool{}
	pool.Name, pool.Size = p.family("the name of a pool")
	pool.Pos = p.since(word)
	words := []string{"cap", "block", "evict", "preempt", "queue", "admit", "spill"}
	p.optionList("an option of a pool", words, func(word token.Token) {
		switch word.Text {
		case "cap":
			pool.Cap = p.expr()
		case "block":
			pool.Block = &ast.BadExpr{Pos: word.Pos}
			pool.Block = p.expr()
		case "evict":
			pool.Evict = p.evict()
		case "preempt":
			pool.Preempt = p.preempt()
		case "queue":
			if !p.acceptWord("fifo") {
				p.by("a queue order", "fifo", "by")
				pool.Queue = p.keys()
			}
		case "admit":
			p.expectWord("via", "Write `admit via E;`, where E is a step stage.")
			pool.AdmitVia = p.stageName()
		case "spill":
			pool.Spill = p.spill()
		}
		p.end()
	})
	return pool
}

// by takes the word `by`, the one of the words that takes keys.
func (p *parser) by(what string, words ...string) {
	if !p.acceptWord("by") {
		p.unknownWord(what, words)
	}
}

func (p *parser) evict() ast.Evict {
	switch {
	case p.acceptWord("lru"):
		return ast.Evict{Kind: ir.EvictLRU}
	case p.acceptWord("none"):
		return ast.Evict{Kind: ir.EvictNone}
	}
	p.by("an eviction rule", "lru", "by", "none")
	return ast.Evict{Kind: ir.EvictBy, Keys: p.keys()}
}

// preempt parses the rule; `lifo` is the one key -admission.
func (p *parser) preempt() *ast.Preempt {
	switch t := p.tok; {
	case p.acceptWord("none"):
		return nil
	case p.acceptWord("lifo"):
		last := &ast.Ref{Pos: t.Pos, Name: ir.Ctxs[ir.Admission].Surface}
		return &ast.Preempt{Keys: []ast.Expr{&ast.Unary{Pos: t.Pos, Op: ir.Neg, X: last}}}
	}
	p.by("a preemption rule", "none", "lifo", "by")
	rule := &ast.Preempt{Keys: p.keys()}
	if p.acceptWord("requeue") {
		rule.Tail = p.acceptWord("tail")
		if !rule.Tail && !p.acceptWord("head") {
			p.unknownWord("an end of the queue", []string{"head", "tail"})
		}
	}
	return rule
}

func (p *parser) spill() *ast.Spill {
	const hint = "Write `spill TIER via LINK (work) when (test);`."
	s := &ast.Spill{To: p.whole("a pool")}
	p.expectWord("via", hint)
	s.Via = p.stageName()
	s.Work = p.parens()
	p.expectWord("when", hint)
	s.When = p.parens()
	return s
}

// stageName parses the name of a stage whose members are joined to the pool's.
func (p *parser) stageName() *ast.Ref { return p.whole("a stage") }

// whole parses a name that stands for a whole family.
func (p *parser) whole(what string) *ast.Ref {
	id := p.dotted(what)
	if p.is(token.LBrack) {
		p.unexpected("no index", "Families are joined member to member, or all to one.")
	}
	return &ast.Ref{Pos: id.Pos, Name: id.Name}
}
