package parse

import (
	"fmt"
	"math"

	"serq/frontend/ast"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// expr = or [ "?" expr ":" expr ] .
func (p *parser) expr() ast.Expr {
	defer p.deeper()()
	start := p.tok
	cond := p.binary(0)
	if !p.accept(token.Question) {
		return cond
	}
	then := p.expr()
	if !p.is(token.Colon) {
		p.unexpected("`:`", "A conditional is `test ? value : other value`.")
	}
	p.next()
	otherwise := p.expr()
	return &ast.Cond{Pos: p.since(start), If: cond, Then: then, Else: otherwise}
}

// levels are the binary operators, loosest first. Comparisons, level 2, do not chain.
var levels = [...]map[token.Kind]ir.BinaryOp{
	{token.Or: ir.Or},
	{token.And: ir.And},
	{token.Lt: ir.Lt, token.Le: ir.Le, token.Gt: ir.Gt, token.Ge: ir.Ge, token.Eq: ir.Eq, token.Ne: ir.Ne},
	{token.Plus: ir.Add, token.Minus: ir.Sub},
	{token.Star: ir.Mul, token.Slash: ir.Div},
}

const comparisons = 2

// binary parses the operators of a level and of those that bind tighter.
func (p *parser) binary(level int) ast.Expr {
	if level == len(levels) {
		return p.unary()
	}
	start := p.tok
	x := p.binary(level + 1)
	for operands := 1; ; operands++ {
		op, ok := levels[level][p.tok.Kind]
		if !ok {
			return x
		}
		if operands == maxChain {
			p.failDeep(fmt.Sprintf("more than %d operands in a row", maxChain), "Name parts of it with `let`, `set` or `def`.")
		}
		if level == comparisons && operands > 1 {
			p.fail(diag.ComparisonChain, p.tok.Pos, "comparisons do not chain", "Join two comparisons with `&&`.")
		}
		p.next()
		y := p.binary(level + 1)
		x = &ast.Binary{Pos: p.since(start), Op: op, X: x, Y: y}
	}
}

// unary = ( "-" | "!" ) unary | primary [ "^" unary ] .
func (p *parser) unary() ast.Expr {
	start := p.tok
	switch {
	case p.accept(token.Minus):
		return &ast.Unary{Op: ir.Neg, X: p.operand(), Pos: p.since(start)}
	case p.accept(token.Not):
		return &ast.Unary{Op: ir.Not, X: p.operand(), Pos: p.since(start)}
	}
	x := p.primary()
	if !p.accept(token.Caret) {
		return x
	}
	y := p.operand()
	return &ast.Binary{Pos: p.since(start), Op: ir.Pow, X: x, Y: y}
}

// operand is unary, one level deeper.
func (p *parser) operand() ast.Expr {
	defer p.deeper()()
	return p.unary()
}

func (p *parser) primary() ast.Expr {
	switch p.tok.Kind {
	case token.Number:
		t := p.next()
		return &ast.Number{Pos: t.Pos, Value: t.Value}
	case token.LParen:
		return p.parens()
	case token.Tilde:
		return p.draw()
	case token.Word:
		return p.word()
	case token.String:
		p.unexpected("an expression", "A string stands only in `~empirical(\"file.csv\", \"column\")`, `use` and `trace`.")
	case token.Assign:
		p.unexpected("an expression", "`==` compares.")
	case token.Dot:
		if after := p.peek(); after.Kind == token.Number {
			p.unexpected("an expression", fmt.Sprintf("Write 0.%s.", clip(after.Pos.Text())))
		}
	}
	p.unexpected("an expression", "")
	return nil
}

// parens parses an expression in parentheses.
func (p *parser) parens() ast.Expr {
	p.expect(token.LParen)
	e := p.expr()
	if !p.is(token.RParen) {
		p.unexpected(token.RParen.String(), p.operatorHint())
	}
	p.next()
	return e
}

// operatorHint is a hint where an expression ends at what other languages have for an
// operator, or "".
func (p *parser) operatorHint() string {
	switch {
	case p.is(token.Assign):
		return "`==` compares."
	case p.tok.Is("and"):
		return "Write `&&`."
	case p.tok.Is("or"):
		return "Write `||`."
	}
	return ""
}

// word parses what starts with a word: inf, an aggregate, a call or a name.
func (p *parser) word() ast.Expr {
	after := p.peek()
	switch t := p.tok; {
	case t.Text == "inf":
		p.next()
		return &ast.Number{Pos: t.Pos, Value: math.Inf(1)}
	case (t.Text == "max" || t.Text == "min" || t.Text == "sum") && after.Kind == token.Word && p.tokens[p.at+2].Is("in"):
		return p.aggregate()
	case after.Kind == token.LParen:
		p.next()
		args := p.args(p.expr)
		return &ast.Call{Pos: p.since(t), Func: ast.Ident{Pos: t.Pos, Name: t.Text}, Args: args}
	}
	return p.ref("a name")
}

// args parses `( … )` with commas between.
func (p *parser) args(arg func() ast.Expr) []ast.Expr {
	p.expect(token.LParen)
	var args []ast.Expr
	if p.accept(token.RParen) {
		return args
	}
	for {
		args = append(args, arg())
		if !p.accept(token.Comma) {
			break
		}
	}
	if !p.is(token.RParen) {
		p.unexpected("`,` or `)`", p.operatorHint())
	}
	p.next()
	return args
}

// draw parses `~dist (…)`.
func (p *parser) draw() ast.Expr {
	start := p.next()
	name := p.ident("the name of a distribution")
	args := p.args(func() ast.Expr {
		if t := p.tok; p.accept(token.String) {
			return &ast.String{Pos: t.Pos, Value: t.Text}
		}
		return p.expr()
	})
	return &ast.Draw{Pos: p.since(start), Dist: name, Args: args}
}

// aggregate parses `max j in n (e)`. After `in` a name is the count, not a call.
func (p *parser) aggregate() ast.Expr {
	op := p.next()
	v := p.ident("a name")
	p.expectWord("in", "")
	var count ast.Expr
	switch t := p.tok; t.Kind {
	case token.Number:
		p.next()
		count = &ast.Number{Pos: t.Pos, Value: t.Value}
	case token.Word:
		p.next()
		count = &ast.Ref{Pos: t.Pos, Name: t.Text}
	case token.LParen:
		count = p.parens()
	default:
		p.unexpected("a number, a name or `(`", fmt.Sprintf("Write `%s %s in n (…)`.", op.Text, v.Name))
	}
	if !p.is(token.LParen) {
		p.unexpected("`(`", fmt.Sprintf("Write `%s %s in n (…)`, with a count that is more than a name in parentheses.", op.Text, v.Name))
	}
	body := p.parens()
	return &ast.Aggregate{Pos: p.since(op), Op: ast.Ident{Pos: op.Pos, Name: op.Text}, Var: v, Count: count, Body: body}
}

// ref = NAME { "." NAME } [ "[" expr "]" ] .
func (p *parser) ref(what string) *ast.Ref {
	start := p.tok
	r := &ast.Ref{Name: p.dotted(what).Name}
	if p.accept(token.LBrack) {
		r.Index = p.expr()
		p.expect(token.RBrack)
	}
	r.Pos = p.since(start)
	return r
}

// refs = ref { "," ref } .
func (p *parser) refs(what string) []*ast.Ref {
	refs := []*ast.Ref{p.ref(what)}
	for p.accept(token.Comma) {
		refs = append(refs, p.ref(what))
	}
	return refs
}

// keys = "(" expr { "," expr } ")" .
func (p *parser) keys() []ast.Expr {
	if p.peek().Kind == token.RParen && p.is(token.LParen) {
		p.next()
		p.unexpected("a key", "There is at least one key.")
	}
	return p.args(p.expr)
}

// ident parses a name without dots.
func (p *parser) ident(what string) ast.Ident {
	if !p.is(token.Word) {
		p.unexpected(what, "")
	}
	t := p.next()
	return ast.Ident{Pos: t.Pos, Name: t.Text}
}

// dotted parses a name that may have dots.
func (p *parser) dotted(what string) ast.Ident {
	id := p.ident(what)
	for p.is(token.Dot) && p.peek().Kind == token.Word {
		p.next()
		last := p.next()
		id.Pos = id.Pos.To(last.Pos)
		id.Name += "." + last.Text
	}
	return id
}

// name parses a name that is given here, by a declaration or an assignment.
func (p *parser) name(what string, parse func(string) ast.Ident) ast.Ident {
	p.unnamed = p.unnamed || !p.is(token.Word)
	return parse(what)
}

// newIdent parses a name that is given here and may not be a keyword.
func (p *parser) newIdent(what string, parse func(string) ast.Ident) ast.Ident {
	id := p.name(what, parse)
	if token.IsKeyword(id.Name) {
		p.error(diag.KeywordName, id.Pos, fmt.Sprintf("`%s` is a word of the language and cannot be %s", id.Name, what),
			fmt.Sprintf("Choose another name, such as `%s_`.", id.Name))
	}
	return id
}
