package persona

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxFile is the largest file of settings or of a persona that is read, in bytes.
const MaxFile = 4 << 20

// Codes of a FileError.
const (
	FileTooLarge  = "persona.file_too_large"
	FileEmpty     = "persona.file_empty"
	FileNotText   = "persona.file_not_text"   // neither UTF-8 nor UTF-16
	FileSyntax    = "persona.file_syntax"     // no JSON: a comment, a comma too many, a bracket too few
	FileDuplicate = "persona.file_duplicate"  // a field is there twice: Detail names it
	FileTrailing  = "persona.file_trailing"   // something follows the end: a second document, bytes of zero
	FileNotObject = "persona.file_not_object" // JSON, but a list, a text, a number
)

// FileError reports a file that cannot be read, with the place of the fault in the text. Nothing of the file was used.
type FileError struct {
	code   string
	Line   int // from 1
	Column int // in characters, from 1
	Detail string
}

// Error names the code and the place.
func (e *FileError) Error() string {
	return fmt.Sprintf("%s: line %d, column %d: %s", e.code, e.Line, e.Column, e.Detail)
}

// Code returns one of the File codes.
func (e *FileError) Code() string { return e.code }

// Args returns the values that a sentence about the error needs.
func (e *FileError) Args() map[string]any {
	return map[string]any{"Line": e.Line, "Column": e.Column, "Detail": e.Detail}
}

// ReadSettings reads the text of a settings file. What is missing keeps its default; values that cannot be used are replaced
// or moved into their range and reported; unknown fields are kept and reported. The error is a *FileError.
func ReadSettings(file []byte) (Settings, []Problem, error) {
	s := DefaultSettings()
	problems, err := readFile(file, func(data []byte) ([]Problem, error) { return s.decode(data) })
	return s, problems, err
}

// ReadPersona reads the text of a persona file as ReadSettings reads settings.
func ReadPersona(file []byte) (Persona, []Problem, error) {
	var p Persona
	problems, err := readFile(file, func(data []byte) ([]Problem, error) { return p.decode(data) })
	return p, problems, err
}

func readFile(file []byte, decode func([]byte) ([]Problem, error)) ([]Problem, error) {
	if len(file) > MaxFile {
		return nil, &FileError{code: FileTooLarge, Line: 1, Column: 1, Detail: fmt.Sprintf("%d bytes", len(file))}
	}
	text, err := plainText(file)
	if err != nil {
		return nil, err
	}
	if err := checkJSON(text); err != nil {
		return nil, err
	}
	problems, err := decode(text)
	if errors.Is(err, errNotObject) {
		return nil, faultAt(text, len(text)-len(bytes.TrimLeft(text, " \t\r\n")), FileNotObject, "no object")
	}
	return problems, err
}

// plainText returns the UTF-8 text of a file that an editor may have saved with a byte order mark or as UTF-16.
func plainText(file []byte) ([]byte, error) {
	if order := utf16Order(file); order != nil {
		if len(file)%2 != 0 {
			return nil, &FileError{code: FileNotText, Line: 1, Column: 1, Detail: "half a character of UTF-16"}
		}
		units := make([]uint16, 0, len(file)/2)
		for i := 0; i < len(file); i += 2 {
			units = append(units, order(file[i], file[i+1]))
		}
		file = []byte(string(utf16.Decode(units)))
	}
	text := bytes.TrimPrefix(file, []byte("\uFEFF"))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return nil, faultAt(text, i, FileNotText, fmt.Sprintf("byte %#x", text[i]))
		}
		i += size
	}
	return text, nil
}

// utf16Order returns how two bytes of a UTF-16 file make a unit, nil if the file is not UTF-16. JSON begins with an ASCII
// character, so the order shows without a mark too.
func utf16Order(file []byte) func(a, b byte) uint16 {
	if len(file) < 2 {
		return nil
	}
	a, b := file[0], file[1]
	switch {
	case a == 0xFF && b == 0xFE, a != 0 && b == 0:
		return func(a, b byte) uint16 { return uint16(b)<<8 | uint16(a) }
	case a == 0xFE && b == 0xFF, a == 0 && b != 0:
		return func(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }
	}
	return nil
}

// checkJSON returns where text is not exactly one JSON document whose objects have every field once.
func checkJSON(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return faultAt(text, len(text), FileEmpty, "nothing in it")
	}
	var document json.RawMessage
	first := json.NewDecoder(bytes.NewReader(text))
	firstErr := first.Decode(&document)
	if firstErr == nil {
		end := int(first.InputOffset())
		if rest := bytes.TrimLeft(text[end:], " \t\r\n"); len(rest) > 0 {
			return faultAt(text, len(text)-len(rest), FileTrailing, fmt.Sprintf("%q", rest[:1]))
		}
		return checkFields(text)
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(text, &document); errors.As(err, &syntax) {
		return faultAt(text, int(syntax.Offset)-1, FileSyntax, syntax.Error())
	}
	return faultAt(text, len(text), FileSyntax, firstErr.Error())
}

// checkFields returns the first field of text, which must be JSON, whose object has it already.
func checkFields(text []byte) error {
	type level struct {
		fields map[string]bool // nil: a list
		value  bool            // the next token is a field's value
	}
	var levels []level
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber() // a number too large for a float is a matter of its field
	for dec.More() || len(levels) > 0 {
		before := int(dec.InputOffset())
		token, err := dec.Token()
		if err != nil {
			return faultAt(text, int(dec.InputOffset()), FileSyntax, err.Error())
		}
		var top *level
		if len(levels) > 0 {
			top = &levels[len(levels)-1]
		}
		name, isText := token.(string)
		switch {
		case token == json.Delim('}') || token == json.Delim(']'):
			levels = levels[:len(levels)-1]
			continue
		case top != nil && top.fields != nil && !top.value && isText:
			if top.fields[name] {
				at := len(text) - len(bytes.TrimLeft(text[before:], " \t\r\n,"))
				return faultAt(text, at, FileDuplicate, name)
			}
			top.fields[name], top.value = true, true
			continue
		case top != nil:
			top.value = false
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{fields: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		}
	}
	return nil
}

// faultAt returns an error with the line and column of the byte at offset.
func faultAt(text []byte, offset int, code, detail string) *FileError {
	before := string(text[:min(max(offset, 0), len(text))])
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &FileError{
		code: code, Line: 1 + strings.Count(before, "\n"), Column: 1 + utf8.RuneCountInString(line), Detail: detail,
	}
}
