package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// A SyntaxError says where a text stops being JSON. Line and Col count from 1,
// Col in characters.
type SyntaxError struct {
	Msg       string
	Line, Col int
}

// Parse reads a text that is one JSON document, with numbers as they stand.
func Parse(text []byte) (any, *SyntaxError) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var doc any
	err := dec.Decode(&doc)
	if err == nil {
		if _, err = dec.Token(); err == io.EOF {
			return doc, nil
		}
		return nil, syntaxError(text, "something follows the end of the document", dec.InputOffset()-1)
	}
	var at *json.SyntaxError
	if errors.As(err, &at) && at.Offset < int64(len(text)) {
		return nil, syntaxError(text, at.Error(), at.Offset-1)
	}
	return nil, syntaxError(text, "the document ends too early", int64(len(text)))
}

func syntaxError(text []byte, msg string, offset int64) *SyntaxError {
	before := text[:max(0, offset)]
	line := bytes.LastIndexByte(before, '\n') + 1
	return &SyntaxError{msg, 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[line:])}
}
