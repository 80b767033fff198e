package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// A SyntaxError says where a text stops being JSON. Line and Col count from 1,
// Col in characters.
type SyntaxError struct {
	Msg       string
	Line, Col int
}

// Parse reads a text that is one JSON document. A number is a float64; one out
// of its range is an error, since a validator would expand it; so is a key that
// stands twice in one object.
func Parse(text []byte) (any, *SyntaxError) {
	dec := json.NewDecoder(bytes.NewReader(text))
	var doc any
	err := dec.Decode(&doc)
	if err == nil {
		if _, err = dec.Token(); err != io.EOF {
			return nil, syntaxError(text, "something follows the end of the document", dec.InputOffset()-1)
		}
		keys := json.NewDecoder(bytes.NewReader(text))
		if key, doubled := doubledKey(keys); doubled {
			return nil, syntaxError(text, fmt.Sprintf("the key %q stands twice in one object", key), keys.InputOffset()-1)
		}
		return doc, nil
	}
	var at *json.SyntaxError
	if errors.As(err, &at) && at.Offset < int64(len(text)) {
		return nil, syntaxError(text, at.Error(), at.Offset-1)
	}
	var large *json.UnmarshalTypeError // the only type that a number can miss
	if errors.As(err, &large) {
		return nil, syntaxError(text, large.Value+" is out of range", large.Offset-2) // its last digit
	}
	return nil, syntaxError(text, "the document ends too early", int64(len(text)))
}

func syntaxError(text []byte, msg string, offset int64) *SyntaxError {
	before := text[:max(0, offset)]
	line := bytes.LastIndexByte(before, '\n') + 1
	return &SyntaxError{msg, 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[line:])}
}

// doubledKey reads one value of a good document as far as the first key that its
// object has already.
func doubledKey(dec *json.Decoder) (key string, doubled bool) {
	switch open, _ := dec.Token(); open {
	case json.Delim('{'):
		seen := map[string]bool{}
		for dec.More() {
			token, _ := dec.Token()
			key := token.(string)
			if seen[key] {
				return key, true
			}
			seen[key] = true
			if key, doubled := doubledKey(dec); doubled {
				return key, true
			}
		}
		dec.Token() // the closing bracket
	case json.Delim('['):
		for dec.More() {
			if key, doubled := doubledKey(dec); doubled {
				return key, true
			}
		}
		dec.Token()
	}
	return "", false
}
