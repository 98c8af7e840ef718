package flow

import (
	"unicode"
	"unicode/utf8"
)

// script is what a double click takes together: the characters beside each other that are of one script.
type script uint8

const (
	other script = iota // punctuation: each character for itself
	space
	western // letters and digits of scripts with words
	kanji
	hiragana
	katakana
)

// Word returns the word of text around byte at: letters and digits of a script with words, or a run of one Japanese script,
// or a run of spaces, or one other character. At the end of the text it is the last word.
func Word(text string, at int) Range {
	at = min(max(at, 0), len(text))
	if at == len(text) {
		if at == 0 {
			return Range{}
		}
		at = Previous(text, at)
	}
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	r, n := utf8.DecodeRuneInString(text[at:])
	kind := scriptOf(r)
	w := Range{at, at + n}
	if kind == other {
		w.To = Next(text, at)
		return w
	}
	for w.From > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:w.From])
		if !goesOn(text, w.From-n, r, n, kind) {
			break
		}
		w.From -= n
	}
	for w.To < len(text) {
		r, n := utf8.DecodeRuneInString(text[w.To:])
		if !goesOn(text, w.To, r, n, kind) {
			break
		}
		w.To += n
	}
	return w
}

// goesOn says whether the rune at a byte belongs to a word of a kind.
func goesOn(text string, at int, r rune, n int, kind script) bool {
	switch {
	case joins(r):
		return true
	case r == 'ー' || r == 'ｰ':
		return kind == katakana || kind == hiragana
	case r == '々' || r == '〆' || r == 'ヶ' && kind == kanji:
		return kind == kanji
	case (r == '\'' || r == '’') && kind == western && at > 0 && at+n < len(text): // don’t
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+n:])
		return scriptOf(before) == western && scriptOf(after) == western
	}
	return scriptOf(r) == kind
}

func scriptOf(r rune) script {
	switch {
	case r == ' ' || r == '\t' || r == '\u00a0' || r == '\u3000':
		return space
	case unicode.Is(unicode.Han, r) || r == '々' || r == '〆':
		return kanji
	case unicode.Is(unicode.Hiragana, r):
		return hiragana
	case unicode.Is(unicode.Katakana, r) || r == 'ー' || r == 'ｰ':
		return katakana
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return western
	}
	return other
}
