// Package lex turns program text into tokens.
package lex

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir/diag"
)

// Tokens reads a whole file. The last token is the only EOF. What is no token is
// reported and becomes a Bad token where something seems to be missing without it.
func Tokens(f *token.File, rep *report.Report) []token.Token {
	l := &lexer{file: f, text: f.Text, report: rep}
	l.pos = len(l.text) - len(strings.TrimPrefix(l.text, "\ufeff"))
	tokens := make([]token.Token, 0, len(l.text)/4+1)
	for {
		t := l.next()
		tokens = append(tokens, t)
		if t.Kind == token.EOF {
			return tokens
		}
	}
}

type lexer struct {
	file   *token.File
	text   string
	pos    int  // byte offset of what comes next
	open   bool // the last comment has no end
	report *report.Report
}

func (l *lexer) next() token.Token {
	l.skipBlanks()
	start := l.pos
	if start == len(l.text) {
		t := l.token(token.EOF, start)
		t.Open = l.open
		return t
	}
	r, size := l.rune()
	switch {
	case isLetter(r):
		return l.word()
	case isDigit(r):
		return l.number()
	case r == '"':
		return l.str()
	}
	for _, s := range token.Symbols() {
		if strings.HasPrefix(l.text[start:], s.Text) {
			l.pos += len(s.Text)
			return l.token(s.Kind, start)
		}
	}
	return l.unexpected(r, size)
}

// skipBlanks moves past white space and comments.
func (l *lexer) skipBlanks() {
	for l.pos < len(l.text) {
		rest := l.text[l.pos:]
		switch {
		case strings.HasPrefix(rest, "//"):
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				l.pos += i
			} else {
				l.pos = len(l.text)
			}
		case strings.HasPrefix(rest, "/*"):
			i := strings.Index(rest[2:], "*/")
			if i < 0 {
				l.error(diag.OpenComment, l.pos, l.pos+2, "a comment without end", "Close it with `*/`.")
				l.pos, l.open = len(l.text), true
				return
			}
			l.pos += i + 4
		default:
			r, size := l.rune()
			if !unicode.IsSpace(r) {
				return
			}
			l.pos += size
		}
	}
}

func (l *lexer) word() token.Token {
	start := l.pos
	for l.pos < len(l.text) {
		r, size := l.rune()
		if !isLetter(r) && !isDigit(r) {
			break
		}
		l.pos += size
	}
	t := l.token(token.Word, start)
	t.Text = l.text[start:l.pos]
	return t
}

// number reads 12, 0.5, 1e-3, 1_000: digits on both sides of a point, and
// underscores only between digits.
func (l *lexer) number() token.Token {
	start := l.pos
	l.digits()
	if rest := l.text[l.pos:]; len(rest) > 1 && rest[0] == '.' && isDigit(rune(rest[1])) {
		l.pos++
		l.digits()
	}
	if rest := strings.TrimLeft(l.text[l.pos:], "eE"); len(rest) == len(l.text)-l.pos-1 {
		exponent := strings.TrimLeft(rest, "+-")
		if len(rest)-len(exponent) <= 1 && exponent != "" && isDigit(rune(exponent[0])) {
			l.pos = len(l.text) - len(exponent)
			l.digits()
		}
	}
	t := l.token(token.Number, start)
	if rest := l.text[l.pos:]; rest != "" {
		if r, _ := l.rune(); isLetter(r) || r == '.' && !strings.HasPrefix(rest, "..") {
			return l.brokenNumber(start)
		}
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(l.text[start:l.pos], "_", ""), 64)
	if err != nil && math.IsInf(value, 0) {
		l.error(diag.BadNumber, start, l.pos, "the number is too large", "The largest is about 1.8e308; `inf` is infinity.")
	}
	t.Value = value
	return t
}

func (l *lexer) digits() {
	for l.pos < len(l.text) {
		c := rune(l.text[l.pos])
		between := c == '_' && l.pos+1 < len(l.text) && isDigit(rune(l.text[l.pos+1]))
		if !isDigit(c) && !between {
			return
		}
		l.pos++
	}
}

// brokenNumber takes in the letters, digits and points that follow a number.
func (l *lexer) brokenNumber(start int) token.Token {
	for l.pos < len(l.text) {
		r, size := l.rune()
		if !isLetter(r) && !isDigit(r) && r != '.' {
			break
		}
		l.pos += size
	}
	text := l.text[start:l.pos]
	hint := "Numbers are written 12, 0.5, 1e-3 or 1_000."
	if strings.HasSuffix(text, ".") {
		hint = fmt.Sprintf("Write %s or %s0.", strings.TrimSuffix(text, "."), text)
	} else if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		hint = "Numbers are decimal."
	}
	l.error(diag.BadNumber, start, l.pos, fmt.Sprintf("%q is not a number", clip(text)), hint)
	t := l.token(token.Number, start)
	t.Value = 1
	return t
}

func (l *lexer) str() token.Token {
	start := l.pos
	rest := l.text[start+1:]
	end := strings.IndexAny(rest, "\"\n")
	if end < 0 {
		end = len(rest)
	}
	body := strings.TrimSuffix(rest[:end], "\r")
	l.pos = start + 1 + end
	closed := end < len(rest) && rest[end] == '"'
	if closed {
		l.pos++
	} else {
		l.pos = start + 1 + len(body)
		l.error(diag.OpenString, start, l.pos, "a string without end", "Close it with `\"` on the same line.")
	}
	t := l.token(token.String, start)
	t.Text, t.Open = body, !closed
	return t
}

// lookalikes are characters that editors and web pages put in place of others.
var lookalikes = map[rune]string{
	'“': `"`, '”': `"`, '„': `"`, '×': "*", '·': "*", '÷': "/", '−': "-", '–': "-", '—': "-",
	'≤': "<=", '≥': ">=", '≠': "!=", '∞': "inf", '∧': "&&", '∨': "||", '¬': "!", '；': ";", '，': ",", '（': "(", '）': ")",
	'&': "&&", '|': "||", '\'': `"`, '`': `"`, '#': "//", '%': "",
}

// unexpected reports a character that starts no token, with those like it that follow.
func (l *lexer) unexpected(r rune, size int) token.Token {
	start := l.pos
	l.pos += size
	if r == utf8.RuneError && size == 1 {
		for l.pos < len(l.text) {
			if r, size := l.rune(); r != utf8.RuneError || size != 1 {
				break
			}
			l.pos++
		}
		l.error(diag.BadCharacter, start, l.pos, "this is not UTF-8 text", "Save the file as UTF-8.")
		return l.token(token.Bad, start)
	}
	hint := ""
	if like := lookalikes[r]; like != "" {
		hint = fmt.Sprintf("Did you mean `%s`?", like)
	} else if r == '%' {
		hint = "The remainder of a by b is `a - b * floor(a / b)`."
	}
	l.error(diag.BadCharacter, start, l.pos, fmt.Sprintf("unexpected character %q", r), hint)
	return l.token(token.Bad, start)
}

// token is a token from start to where the lexer stands.
func (l *lexer) token(k token.Kind, start int) token.Token {
	return token.Token{Kind: k, Pos: token.Pos{File: l.file, Start: start, End: l.pos}}
}

func (l *lexer) error(code diag.Code, start, end int, summary, hint string) {
	l.report.Error(code, token.Pos{File: l.file, Start: start, End: end}, summary, hint)
}

// rune is the character that comes next.
func (l *lexer) rune() (r rune, size int) { return utf8.DecodeRuneInString(l.text[l.pos:]) }

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// clip keeps a quotation short.
func clip(s string) string {
	if len(s) <= 30 {
		return s
	}
	return strings.ToValidUTF8(s[:30], "") + "…"
}
