package format

import "serq/frontend/token"

// structure pairs the braces and finds where statements start and end. Options,
// declarations and the parts of a workload are statements here: what ends with `;`
// or with a block.
func structure(items []item) {
	var open []int // the `{` at hand and those around it
	prev := -1     // the token before
	for i := range items {
		it := &items[i]
		if it.comment() {
			continue
		}
		it.closes = it.is(token.RBrace) && len(open) > 0
		if it.closes {
			it.match = open[len(open)-1]
			items[it.match].match = i
			open = open[:len(open)-1]
		}
		switch {
		case prev < 0:
			it.first = true
		case items[prev].is(token.LBrace):
			it.first = !it.closes
		case it.closes:
			items[prev].last = true
		case items[prev].is(token.Semicolon), items[prev].is(token.RBrace) && !it.goesOn():
			it.first = true
			items[prev].last = true
		}
		if it.is(token.LBrace) {
			open = append(open, i)
		}
		prev = i
	}
	if prev >= 0 {
		items[prev].last = true
	}
}

// goesOn reports whether a token after a block belongs to the block's statement.
func (it *item) goesOn() bool {
	return it.is(token.Semicolon) || it.word("else") || it.word("cache") || it.word("lease")
}

// split finds the items within statements that start a line: where the source has a
// line end, but not before the `{` of a block, nor between what touches, nor before
// what goes on after a block. It counts the parentheses that ended a line.
func split(items []item) {
	var hanging []bool // of the open parentheses, those that ended a line
	hung := 0
	for i := range items {
		it := &items[i]
		if it.first || it.closes {
			hanging, hung = hanging[:0], 0
		}
		closed := false // what ended a line
		if it.is(token.RParen) && len(hanging) > 0 {
			closed = hanging[len(hanging)-1]
			hanging = hanging[:len(hanging)-1]
			if closed {
				hung--
			}
		}
		it.hung = hung
		it.split = !it.first && i > 0 && splits(&items[i-1], it, closed)
		if it.is(token.LParen) {
			hanging = append(hanging, hangs(items, i))
			if hanging[len(hanging)-1] {
				hung++
			}
		}
	}
}

func splits(prev, it *item, closed bool) bool {
	switch {
	case prev.form == lineComment:
		return true
	case it.breaks == 0:
		return false
	case it.comment():
		return true
	case it.is(token.LBrace), prev.is(token.RBrace) && it.goesOn():
		return false
	}
	return it.space || closed || prev.is(token.LParen) && !it.is(token.RParen)
}

// hangs reports whether a `(` ends its line: what it holds starts on a later one.
func hangs(items []item, paren int) bool {
	ended := false
	for i := paren + 1; i < len(items); i++ {
		ended = ended || splits(&items[i-1], &items[i], false)
		if !items[i].comment() {
			return ended && !items[i].is(token.RParen)
		}
	}
	return false
}
