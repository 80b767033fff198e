// Package format lays program text out in the one canonical way.
//
// It looks at tokens, brackets and line ends and not at the syntax tree, so that
// a construct that the grammar gains is laid out like the others. It changes white
// space and nothing else: the tokens and the comments stay, in their order, and a
// text that was laid out is laid out the same again.
//
// The layout: two spaces for each open block, one statement a line, at most one
// blank line between statements, and comments where they stood, those at the end
// of a line two spaces after it. Two choices are the writer's. A block that stands
// on one line stays so while its line has at most 100 characters. And where a
// statement goes on in another line it still does; that line is indented four
// more, or two for each open parenthesis that ended a line. Nothing is aligned:
// a change in one line would change its neighbours.
//
// The work is done in passes over one list of tokens and comments: scan makes it,
// structure finds blocks and statements, space decides what touches, split where
// statements go on in another line, and layout writes.
package format

import "serq/frontend/token"

// Text lays a file out. The tokens are all that the lexer finds in it, and it found
// nothing wrong; whether they parse does not matter.
func Text(f *token.File, tokens []token.Token) string {
	items := scan(f, tokens)
	structure(items)
	space(items)
	split(items)
	return layout(items)
}
