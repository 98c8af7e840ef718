// Package code colours the source text in a message: text and a language's name become spans of text in quiet inks. It may run on
// any goroutine, and what it costs is bounded: a reply is not trusted to be short or well-formed.
//
// The tokens are made by chroma's engine from rules of our own. Chroma's own collection reads the descriptions of all its 270
// languages when a program starts, which takes 16 ms and most of them nobody needs.
package code

import (
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/alecthomas/chroma/v2"

	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
)

// Bounds of what is coloured; what is beyond stays plain.
const (
	mostBytes = 64 << 10
	mostTime  = 250 * time.Millisecond
)

// Known says whether a language, as it is named after a code fence, has colours.
func Known(name string) bool { return byName[key(name)] != nil }

// Colour returns text as spans in the inks of a language. All bytes of text are in them, in order. A language that is not known,
// and text that is not UTF-8, gives nil.
func Colour(name, text string) []flow.Span {
	l := byName[key(name)]
	if l == nil || !utf8.ValidString(text) {
		return nil
	}
	part := text[:min(len(text), mostBytes)]
	for len(part) > 0 && len(part) < len(text) && !utf8.RuneStart(text[len(part)]) {
		part = part[:len(part)-1]
	}
	tokens, err := l.engine().Tokenise(&chroma.TokeniseOptions{State: "root"}, part)
	if err != nil { // a rule of ours does not hold, which a test excludes: it reads without colours too
		return nil
	}
	var out spans
	begin := time.Now()
	for n, t := 0, tokens(); t != chroma.EOF; n, t = n+1, tokens() {
		if n%64 == 0 && time.Since(begin) > mostTime {
			break
		}
		out.add(t.Value, l.ink(t))
	}
	out.add(text[out.size:], "")
	out.end()
	return out.list
}

// key is a language's name as it is looked up: the first word, in small letters.
func key(name string) string {
	name, _, _ = strings.Cut(strings.TrimLeft(name, " .{"), " ")
	return strings.ToLower(strings.TrimRight(name, "}:,"))
}

// spans collects text, joining neighbours of one ink.
type spans struct {
	list []flow.Span
	last strings.Builder // of the last of them
	size int
}

func (s *spans) add(text string, ink fyne.ThemeColorName) {
	if text == "" {
		return
	}
	s.size += len(text)
	if n := len(s.list); n == 0 || s.list[n-1].Ink != ink {
		s.end()
		s.list = append(s.list, flow.Span{Style: flow.Mono, Ink: ink})
	}
	s.last.WriteString(text)
}

// end gives the last span its text.
func (s *spans) end() {
	if n := len(s.list); n > 0 {
		s.list[n-1].Text = s.last.String()
		s.last.Reset()
	}
}

// language is a description of what a language looks like.
type language struct {
	rules    chroma.Rules
	keywords map[string]bool
	values   map[string]bool // true, nil and the like
	folded   bool            // keywords in any letters

	once sync.Once
	made chroma.Lexer
}

// engine compiles the rules when the language is first seen.
func (l *language) engine() chroma.Lexer {
	l.once.Do(func() {
		l.made = chroma.MustNewLexer(&chroma.Config{Name: "code"}, func() chroma.Rules { return l.rules })
	})
	return l.made
}

// ink returns the ink of a token; empty is that of plain text.
func (l *language) ink(t chroma.Token) fyne.ThemeColorName {
	if t.Type == chroma.Name || t.Type == chroma.NameFunction {
		word := t.Value
		if l.folded {
			word = strings.ToLower(word)
		}
		switch {
		case l.keywords[word]:
			return look.CodeKeyword
		case l.values[word]:
			return look.CodeNumber
		}
	}
	switch {
	case t.Type.InCategory(chroma.Comment):
		return look.CodeComment
	case t.Type.InSubCategory(chroma.LiteralString), t.Type == chroma.GenericInserted:
		return look.CodeString
	case t.Type.InCategory(chroma.Literal):
		return look.CodeNumber
	case t.Type.InCategory(chroma.Keyword), t.Type == chroma.GenericDeleted:
		return look.CodeKeyword
	case t.Type == chroma.NameFunction, t.Type == chroma.NameTag, t.Type == chroma.NameAttribute, t.Type == chroma.NameVariable, t.Type == chroma.GenericHeading:
		return look.CodeName
	}
	return ""
}
