// Package token defines the words of program text and the places they stand at.
package token

// A Kind says what a token is.
type Kind uint8

const (
	EOF    Kind = iota
	Word        // a name or a keyword: which of the two depends on where it stands
	Number      // 12, 0.5, 1e-3, 1_000
	String      // "…"
	Bad         // text that is no token; reported already

	LBrace
	RBrace
	LParen
	RParen
	LBrack
	RBrack
	Semicolon
	Colon
	Comma
	Dot
	Assign
	Tilde
	Question
	Or
	And
	Not
	Lt
	Le
	Gt
	Ge
	Eq
	Ne
	Plus
	Minus
	Star
	Slash
	Caret
)

var spellings = [...]string{
	EOF: "the end of the file", Word: "a name", Number: "a number", String: "a string", Bad: "text",
	LBrace: "{", RBrace: "}", LParen: "(", RParen: ")", LBrack: "[", RBrack: "]",
	Semicolon: ";", Colon: ":", Comma: ",", Dot: ".", Assign: "=", Tilde: "~", Question: "?",
	Or: "||", And: "&&", Not: "!", Lt: "<", Le: "<=", Gt: ">", Ge: ">=", Eq: "==", Ne: "!=",
	Plus: "+", Minus: "-", Star: "*", Slash: "/", Caret: "^",
}

// String is the kind as a message says it: punctuation in quotes, others in words.
func (k Kind) String() string {
	if k < LBrace {
		return spellings[k]
	}
	return "`" + spellings[k] + "`"
}

// Symbols lists the punctuation, longest first, for a lexer to try in order.
func Symbols() []Symbol { return symbols }

// A Symbol is a punctuation token.
type Symbol struct {
	Text string
	Kind Kind
}

var symbols = func() []Symbol {
	var long, short []Symbol
	for k := LBrace; k <= Caret; k++ {
		s := Symbol{spellings[k], k}
		if len(s.Text) > 1 {
			long = append(long, s)
		} else {
			short = append(short, s)
		}
	}
	return append(long, short...)
}()

// A Token is one token of a file.
type Token struct {
	Pos
	Kind  Kind
	Text  string  // of a Word: the word; of a String: what is between the quotes
	Value float64 // of a Number
	Open  bool    // its end is missing, which is reported: what follows it may be lost too
}

// Is reports whether the token is the given word.
func (t Token) Is(word string) bool { return t.Kind == Word && t.Text == word }
