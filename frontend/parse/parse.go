// Package parse turns tokens into a syntax tree.
//
// It is a recursive descent parser with one token of lookahead, two in a few
// places. An error ends the statement, option or item at hand: the parser reports it,
// unwinds with a panic that never leaves the package, skips to the next `;` or `}`
// and goes on, so that one error does not hide the next. A node with an error is a
// Bad node in the tree, and what follows only from the error is not reported.
package parse

import (
	"fmt"
	"slices"
	"strings"

	"serq/frontend/ast"
	"serq/frontend/lex"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir/diag"
)

// Limits that keep the tree of any input shallow enough to be walked. They
// are far beyond what people write, and programs that tools write fit too.
const (
	maxNesting = 1000 // parentheses, conditionals and blocks within each other
	maxChain   = 4096 // operands of one level of precedence in a row
)

// File parses a program or a library.
func File(f *token.File, rep *report.Report) *ast.Program {
	p := newParser(f, rep)
	prog := &ast.Program{File: f, Lost: p.lost}
	for {
		if p.astray {
			p.findItem()
		}
		if p.is(token.EOF) {
			break
		}
		prog.Items = append(prog.Items, p.item())
	}
	prog.Cut, prog.Unnamed = p.tok.Open || p.tooDeep, p.unnamed
	return prog
}

// Assignment parses the NAME=EXPR of a command line. The expression is nil if it
// has an error.
func Assignment(f *token.File, rep *report.Report) (name ast.Ident, value ast.Expr) {
	p := newParser(f, rep)
	p.try(func() {
		name = p.dotted("the name to replace")
		p.expect(token.Assign)
		e := p.expr()
		if p.tok.Kind != token.EOF {
			p.unexpected("the end of the expression", "")
		}
		value = e
	})
	return name, value
}

type parser struct {
	file   *token.File
	report *report.Report
	tokens []token.Token
	at     int         // index of tok
	tok    token.Token // the token at hand
	prev   token.Token // the one before it

	nesting int
	tooDeep bool            // reported, once a file
	lost    map[string]bool // words of constructs with an error
	unwound bool            // a `}` is missing: every open block ends here
	astray  bool            // the last item had an error: what follows may be its rest
	unnamed bool            // a declaration has no name
	options []string        // words that start an option where the parser stands
	inQueue bool            // the parser stands in a queue
}

func newParser(f *token.File, rep *report.Report) *parser {
	p := &parser{file: f, report: rep, tokens: lex.Tokens(f, rep), lost: map[string]bool{}}
	p.tok = p.tokens[0]
	return p
}

// next moves to the next token and returns the one that was at hand.
func (p *parser) next() token.Token {
	p.prev = p.tok
	if p.at < len(p.tokens)-1 {
		p.at++
		p.tok = p.tokens[p.at]
	}
	return p.prev
}

// peek is the token after the one at hand.
func (p *parser) peek() token.Token {
	return p.tokens[min(p.at+1, len(p.tokens)-1)]
}

func (p *parser) is(k token.Kind) bool { return p.tok.Kind == k }

// accept moves past a token of this kind, if it is the next.
func (p *parser) accept(k token.Kind) bool {
	if p.tok.Kind != k {
		return false
	}
	p.next()
	return true
}

// acceptWord moves past this word, if it is the next.
func (p *parser) acceptWord(word string) bool {
	if !p.tok.Is(word) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(k token.Kind) token.Token {
	if p.tok.Kind != k {
		p.unexpected(k.String(), "")
	}
	return p.next()
}

func (p *parser) expectWord(word, hint string) token.Token {
	if !p.tok.Is(word) {
		p.unexpected("`"+word+"`", hint)
	}
	return p.next()
}

// since is the stretch from a token to the last one that was read.
func (p *parser) since(start token.Token) token.Pos {
	return start.Pos.To(p.prev.Pos)
}

// A bailout unwinds to the construct that recovers.
type bailout struct{}

// try parses one construct and reports whether it had no error. After an error
// the parser stands where it was found: the caller skips.
func (p *parser) try(parse func()) (ok bool) {
	nesting := p.nesting
	defer func() {
		if r := recover(); r != nil {
			if _, mine := r.(bailout); !mine {
				panic(r)
			}
			p.nesting = nesting
			ok = false
		}
	}()
	parse()
	return true
}

// fail reports an error and unwinds.
func (p *parser) fail(code diag.Code, at token.Pos, summary, hint string, notes ...diag.Note) {
	p.error(code, at, summary, hint, notes...)
	panic(bailout{})
}

// error reports an error, except next to text that was reported already because
// it is no token or has no end.
func (p *parser) error(code diag.Code, at token.Pos, summary, hint string, notes ...diag.Note) {
	if p.tok.Kind == token.Bad || p.tok.Open || p.prev.Open || p.prev.Kind == token.Bad {
		p.report.Mark(at)
		return
	}
	p.report.Error(code, at, summary, hint, notes...)
}

// unexpected reports that something else should stand here, and unwinds.
func (p *parser) unexpected(want, hint string) {
	p.fail(diag.Syntax, p.tok.Pos, fmt.Sprintf("expected %s, found %s", want, describe(p.tok)), hint)
}

// describe is a token in the words of a message.
func describe(t token.Token) string {
	switch t.Kind {
	case token.Word, token.Number:
		return "`" + clip(t.Pos.Text()) + "`"
	}
	return t.Kind.String()
}

func clip(s string) string {
	if len(s) <= 40 {
		return s
	}
	return strings.ToValidUTF8(s[:40], "") + "…"
}

// unknownWord reports a word that the grammar does not know here, and unwinds.
func (p *parser) unknownWord(what string, words []string) {
	hint := "Write " + orList(words) + "."
	if s := diag.Suggest(p.tok.Text, words); s != "" && p.is(token.Word) {
		hint = fmt.Sprintf("Did you mean `%s`?", s)
	}
	if !p.is(token.Word) {
		p.unexpected(what, hint)
	}
	p.fail(diag.UnknownWord, p.tok.Pos, fmt.Sprintf("`%s` is not %s", clip(p.tok.Text), what), hint)
}

func orList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " or " + quoted[len(quoted)-1]
}

// deeper counts a level of nesting until the returned function is called.
func (p *parser) deeper() (shallower func()) {
	p.nesting++
	if p.nesting > maxNesting {
		p.failDeep(fmt.Sprintf("nested more than %d levels deep", maxNesting), "Name parts of it with `let`, `set` or `def`.")
	}
	return func() { p.nesting-- }
}

// failDeep reports, once a file, that a limit on nesting is exceeded, and unwinds.
func (p *parser) failDeep(summary, hint string) {
	if p.tooDeep {
		p.report.Mark(p.tok.Pos)
		panic(bailout{})
	}
	p.tooDeep = true
	p.fail(diag.TooDeep, p.tok.Pos, summary, hint)
}

// optionList parses `{ word …; word …; }`. Each word is given once; parse takes
// what stands after it, its end included. It reports whether all had no error.
func (p *parser) optionList(what string, words []string, parse func(word token.Token)) (ok bool) {
	around := p.options
	p.options = words
	defer func() { p.options = around }()
	ok = true
	open := p.open()
	given := map[string]token.Pos{}
	for !p.is(token.RBrace) {
		if p.is(token.EOF) || p.startsItem() {
			p.missingBrace(open)
			return false
		}
		if slices.Contains(around, p.tok.Text) && !slices.Contains(words, p.tok.Text) {
			p.error(diag.Syntax, p.tok.Pos, fmt.Sprintf("missing `}` before %s", describe(p.tok)), "", report.At(open.Pos, "the block starts here"))
			return false
		}
		before := p.at
		if !p.try(func() { p.option(what, words, given, parse) }) {
			ok = false
			p.skipWhole()
			if p.at == before {
				p.next()
			}
			p.lose(before)
		}
		if p.unwound {
			return false
		}
	}
	p.next()
	return ok
}

func (p *parser) option(what string, words []string, given map[string]token.Pos, parse func(word token.Token)) {
	if !p.is(token.Word) || !slices.Contains(words, p.tok.Text) {
		p.unknownWord(what, words)
	}
	word := p.next()
	if first, twice := given[word.Text]; twice {
		p.error(diag.GivenTwice, word.Pos, fmt.Sprintf("`%s` is given twice", word.Text), "Keep one of the two.",
			report.At(first, "first given here"))
	} else {
		given[word.Text] = word.Pos
	}
	parse(word)
}
