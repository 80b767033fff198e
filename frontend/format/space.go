package format

import "serq/frontend/token"

// space decides between which neighbours a space stands.
func space(items []item) {
	s := spacer{items: items}
	prev := &item{form: lineComment} // the token before: none
	for i := range items {
		it := &items[i]
		switch {
		case it.first:
			s.start, s.depth = i, 0
		case it.closes:
			s.start, s.depth = s.items[it.match].start, 0
		}
		switch {
		case i == 0:
		case it.comment():
			it.space = !items[i-1].is(token.LParen) && !items[i-1].is(token.LBrack)
		case items[i-1].comment():
			it.space = !closesUp(it.kind)
		default:
			it.space = s.between(i)
		}
		if it.comment() {
			continue
		}
		it.unary = it.is(token.Not) || it.is(token.Tilde) || it.is(token.Minus) && !prev.endsOperand()
		switch it.kind {
		case token.LBrace:
			it.start = s.start
		case token.LParen, token.LBrack:
			s.depth++
		case token.RParen, token.RBrack:
			s.depth = max(0, s.depth-1)
		}
		prev = it
	}
}

// A spacer knows where in a statement it is.
type spacer struct {
	items []item
	start int // the first token of the statement
	depth int // of the open parentheses and brackets in it
}

// between reports whether a space stands between token i and the token before it.
func (s *spacer) between(i int) bool {
	prev, it := &s.items[i-1], &s.items[i]
	switch {
	case prev.is(token.LBrace):
		return !it.closes // an empty block is {}
	case prev.is(token.LParen), prev.is(token.LBrack), prev.is(token.Dot):
		return false
	case prev.unary:
		return it.is(token.Assign) || it.is(token.Eq) // `!` and `=` would be one token
	case closesUp(it.kind):
		return false
	case it.is(token.Dot):
		return !prev.is(token.Word) && !prev.is(token.RBrack) // after a number it would be a part of it
	case it.is(token.LBrack):
		return !prev.is(token.Word)
	case it.is(token.LParen) && prev.is(token.Word):
		return !s.calls(i - 1)
	}
	return true
}

// closesUp reports whether a token touches what stands before it.
func closesUp(k token.Kind) bool {
	return k == token.Semicolon || k == token.Comma || k == token.RParen || k == token.RBrack
}

// calls reports whether the word before a `(` is what is applied to the arguments, as
// in `exp(x)`, and not a place or a word of the grammar, as in `run svc (x)`.
func (s *spacer) calls(at int) bool {
	before := func(n int) *item {
		if at-n < s.start {
			return &item{}
		}
		return &s.items[at-n]
	}
	switch {
	case before(1).is(token.Tilde):
		return true
	case s.items[at].word("in") && before(1).is(token.Word) && aggregates[before(2).text],
		before(1).word("in") && before(2).is(token.Word) && aggregates[before(3).text]:
		return false // the count of an aggregate, or what is aggregated
	case s.depth > 0:
		return true
	}
	switch start := &s.items[s.start]; {
	case at == s.start:
		return !token.IsKeyword(start.text)
	case places[start.text], spaced[s.items[at].text]:
		return false
	case serving[start.text]:
		return !s.isPlace(at)
	case !token.IsKeyword(start.text): // the entry of a queue, `P[i].prefill (n)`
		return !before(1).is(token.Dot) && !s.isPlace(at)
	}
	return true
}

// isPlace reports whether a word of a serving form or an entry call is the name of a
// stage or pool.
func (s *spacer) isPlace(at int) bool {
	for at-2 > s.start && s.items[at-1].is(token.Dot) {
		at -= 2
	}
	before := &s.items[at-1]
	return before.is(token.Comma) || before.word("on") || before.word("from") || before.word("to") || before.word("growing")
}

var (
	aggregates = set("max", "min", "sum")

	// places start statements whose parentheses, but for those within others, stand after
	// places and words of the grammar.
	places = set("hold", "grow", "load", "drop", "release", "run", "branch", "spill")

	// serving start statements in which both stand.
	serving = set("prefill", "decode", "tool", "transfer")

	// spaced are words of the grammar that an expression in parentheses may follow.
	spaced = set("by", "when", "only", "with", "latency", "to", "in")
)

func set(words ...string) map[string]bool {
	m := map[string]bool{}
	for _, w := range words {
		m[w] = true
	}
	return m
}

// endsOperand reports whether a `-` after the token subtracts.
func (it *item) endsOperand() bool {
	switch it.kind {
	case token.Word:
		return it.form == tokenForm && !(it.first && token.IsKeyword(it.text)) && !spaced[it.text]
	case token.Number, token.String, token.RParen, token.RBrack:
		return it.form == tokenForm
	}
	return false
}
