package parse

import (
	"fmt"
	"slices"
	"strings"

	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir/diag"
)

// How the parser recovers.
//
// A construct with an error is skipped to its `;`, or to the `{` of its block, which
// is parsed for the errors in it. Where only a `;`, `{` or `}` is missing and what
// follows shows it, the parser reports that and goes on as if it were there. The
// words that are skipped are remembered: they may be what declares or assigns a
// name, so that nothing is said of a name among them.

// end takes the `;` that ends a statement, option or item. A missing one is
// reported where it should stand; what follows is parsed all the same if it looks
// like a start.
func (p *parser) end() {
	if p.accept(token.Semicolon) {
		return
	}
	after := p.prev.Pos
	after.Start = after.End
	newLine := strings.Contains(p.file.Text[p.prev.End:p.tok.Start], "\n")
	if p.is(token.RBrace) || p.is(token.EOF) || newLine && p.is(token.Word) || p.startsPart() {
		p.error(diag.Syntax, after, "missing `;`", "")
		return
	}
	p.fail(diag.Syntax, p.tok.Pos, fmt.Sprintf("expected `;`, found %s", describe(p.tok)), p.operatorHint())
}

// skip moves past the rest of a construct with an error: to after the next `;`, or
// to before the `}` that ends the block around it, or to before the `{` of a
// block of its own. It may move past nothing: the caller sees to progress.
func (p *parser) skip() {
	for !p.is(token.EOF) && !p.is(token.LBrace) && !p.is(token.RBrace) {
		if p.next().Kind == token.Semicolon {
			return
		}
	}
}

// skipWhole moves past the rest of a construct and its block, if it has one.
func (p *parser) skipWhole() {
	p.skip()
	if p.is(token.LBrace) {
		p.skipBraces()
		p.accept(token.Semicolon)
	}
}

// skipBraces moves past a `{`, what it opens, and its `}`.
func (p *parser) skipBraces() {
	depth := 0
	for !p.is(token.EOF) {
		switch p.next().Kind {
		case token.LBrace:
			depth++
		case token.RBrace:
			depth--
		}
		if depth == 0 {
			return
		}
	}
}

// lose remembers the words from a token to the one at hand: they stand in a
// construct with an error.
func (p *parser) lose(from int) {
	for _, t := range p.tokens[from:p.at] {
		if t.Kind == token.Word {
			p.lost[t.Text] = true
		}
	}
}

// open takes the `{` of a block. If only that is missing, it is reported and
// parsing goes on.
func (p *parser) open() token.Token {
	if p.is(token.LBrace) {
		return p.next()
	}
	if !p.startsPart() && !p.is(token.RBrace) {
		p.unexpected("`{`", "")
	}
	p.error(diag.Syntax, p.tok.Pos, fmt.Sprintf("missing `{` before %s", describe(p.tok)), "")
	return p.tok
}

// startsPart reports whether a statement or an option of the list at hand starts here.
func (p *parser) startsPart() bool {
	return p.is(token.Word) && (statements[p.tok.Text] != nil || slices.Contains(p.options, p.tok.Text))
}

// closes reports whether the word at hand can only stand after the block at hand,
// which misses its `}`: closers are the words that may follow it.
func (p *parser) closes(closers []string) bool {
	if !p.is(token.Word) || !slices.Contains(closers, p.tok.Text) {
		return false
	}
	return statements[p.tok.Text] == nil || p.peek().Kind == token.LBrace // `turn {` is no statement
}

// itemWords start items, and cannot start what stands in a block: at the start of
// a line they show that a `}` is missing.
var itemWords = map[string]bool{
	"let": true, "use": true, "def": true, "pool": true, "stage": true, "queue": true, "share": true,
	"workload": true, "session": true, "server": true, "gauge": true,
}

// startsItem reports whether an item starts here although a block is open.
func (p *parser) startsItem() bool {
	if !p.is(token.Word) || !itemWords[p.tok.Text] && !(p.tok.Text == "run" && p.peek().Kind == token.LBrace) && !p.startsPull() {
		return false
	}
	_, col := p.file.LineCol(p.tok.Start)
	return col == 1
}

// startsPull reports whether a relation `D pull P …` starts here.
func (p *parser) startsPull() bool { return p.is(token.Word) && p.peek().Is("pull") }

// missingBrace reports that a block does not end, once for all that are open.
func (p *parser) missingBrace(open token.Token) {
	if !p.unwound && !p.tooDeep {
		p.error(diag.Syntax, p.tok.Pos, fmt.Sprintf("missing `}` before %s", describe(p.tok)), "",
			report.At(open.Pos, "the block starts here"))
	}
	p.unwound = true
}

// findItem moves to where the next item seems to start, after one with an error:
// what lies between belongs to that one.
func (p *parser) findItem() {
	from := p.at
	for !p.is(token.EOF) {
		_, col := p.file.LineCol(p.tok.Start)
		after := p.prev.Kind == token.Semicolon || p.prev.Kind == token.RBrace
		if p.is(token.Word) && (col == 1 || after && freeItems[p.tok.Text]) {
			break
		}
		p.next()
	}
	p.lose(from)
}

// freeItems are the words that start an item wherever they stand after a `;` or
// `}`. The other ones start parts of other things too.
var freeItems = map[string]bool{
	"let": true, "use": true, "def": true, "pool": true, "stage": true, "share": true, "workload": true, "server": true, "gauge": true,
}
