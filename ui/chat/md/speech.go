package md

import (
	"strings"
	"unicode/utf8"

	"bonbon/ui/parts/flow"
)

// In a story what somebody says stands between narration and actions. Words in quotation marks are speech if they begin where
// a line or a sentence does, or follow an action or a comma, and end like something that is said. A term in quotation marks
// within a sentence is none.

// quotes pairs the marks that open and close speech.
var quotes = map[rune]rune{'"': '"', '“': '”', '「': '」', '『': '』'}

const (
	beforeSpeech = ".!?…。！？」』”\"~～♪）),、，:：—–"
	endOfSpeech  = ".,!?…。！？、ー〜～~♪—–"
)

// speech gives the spans of a paragraph that are said the style Spoken, splitting them where needed.
func speech(spans []flow.Span) []flow.Span {
	any := false
	for _, s := range spans {
		any = any || strings.ContainsAny(s.Text, `"“「『`)
	}
	if !any {
		return spans
	}
	text, acted := flat(spans)
	said := spoken(text, acted)
	if len(said) == 0 {
		return spans
	}
	return respan(spans, said)
}

// flat joins spans, with code and links made unreadable, and says after which bytes an action ends.
func flat(spans []flow.Span) (text string, acted map[int]bool) {
	var out strings.Builder
	acted = map[int]bool{}
	for _, s := range spans {
		if s.Style&(flow.Mono|flow.Linked) != 0 {
			out.WriteString(strings.Repeat("\x00", len(s.Text)))
			continue
		}
		out.WriteString(s.Text)
		if s.Style&(flow.Italic|flow.Muted) == flow.Italic|flow.Muted {
			acted[out.Len()] = true
		}
	}
	return out.String(), acted
}

// spoken returns the stretches of text that are speech, marks included, in one pass. Speech within speech is part of it; none
// goes on in another line.
func spoken(text string, acted map[int]bool) []flow.Range {
	type opened struct {
		at     int
		end    rune
		speech bool
	}
	var out []flow.Range
	var open []opened
	for i, r := range text {
		if r == '\n' {
			open = open[:0]
			continue
		}
		if n := len(open); n > 0 && open[n-1].end == r {
			o, to := open[n-1], i+utf8.RuneLen(r)
			open = open[:n-1]
			if _, lead := utf8.DecodeRuneInString(text[o.at:]); o.speech && saysSomething(text[o.at+lead:i], text[to:]) {
				for len(out) > 0 && out[len(out)-1].From > o.at {
					out = out[:len(out)-1]
				}
				out = append(out, flow.Range{From: o.at, To: to})
			}
			continue
		}
		if end, ok := quotes[r]; ok {
			open = append(open, opened{i, end, opensSpeech(text[:i], acted)})
		}
	}
	return out
}

func opensSpeech(before string, acted map[int]bool) bool {
	trimmed := strings.TrimRight(before, " \u3000")
	if trimmed == "" || strings.HasSuffix(trimmed, "\n") || acted[len(trimmed)] {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(trimmed)
	return strings.ContainsRune(beforeSpeech, last)
}

// saysSomething says whether words between quotation marks, and what follows, are speech.
func saysSomething(words, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(words)
	return words != "" && (strings.ContainsRune(endOfSpeech, last) || after == "" || after[0] == '\n')
}

// respan adds Spoken to the stretches said, which are in order, of the spans' text.
func respan(spans []flow.Span, said []flow.Range) []flow.Span {
	var out []flow.Span
	base := 0
	for _, s := range spans {
		done := 0
		put := func(to int, style flow.Style) {
			if to > done {
				part := s
				part.Text, part.Style = s.Text[done:to], s.Style|style
				out = append(out, part)
				done = to
			}
		}
		for len(said) > 0 && said[0].From < base+len(s.Text) {
			put(said[0].From-base, 0)
			put(min(said[0].To-base, len(s.Text)), flow.Spoken)
			if said[0].To > base+len(s.Text) {
				break // it goes on in the next span
			}
			said = said[1:]
		}
		put(len(s.Text), 0)
		base += len(s.Text)
	}
	return out
}
