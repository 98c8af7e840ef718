package chat

import (
	"math"
	"strings"
	"unicode/utf8"

	"bonbon/find"
	"bonbon/history/talk"
	"bonbon/ui/chat/md"
)

// FoundIn makes the line of a message. What is shown without the marks of Markdown in the talk is so here too.
func FoundIn(e talk.Entry, pos int, q find.Query) FoundLine {
	f := FoundLine{Pos: pos, Mine: e.Role == talk.User, Time: e.Time}
	switch {
	case e.Reasoning != "" && len(q.Spans(e.Text, 1)) == 0:
		f.Text = excerpt(e.Reasoning, q)
	case e.Role == talk.Assistant:
		f.Text = readable(e.Text, q)
	default:
		f.Text = excerpt(e.Text, q)
	}
	return f
}

// Bytes of an excerpt before and behind the place that was found.
const (
	excerptBefore = 60
	excerptAfter  = 300
)

// around is how many bytes on each side of the place that was found are read as Markdown at most.
const around = 2 << 10

// readable is excerpt of a text in Markdown, without its marks. What was found in the marks themselves is shown with them.
func readable(text string, q find.Query) string {
	spans := q.Spans(text, 1)
	if len(spans) == 0 {
		return excerpt(text, q)
	}
	start, end := max(spans[0].From-around, 0), min(spans[0].To+around, len(text))
	if start > 0 { // a paragraph begins nothing that began before it, but for code
		if i := strings.LastIndex(text[start:spans[0].From], "\n\n"); i >= 0 {
			start += i + 2
		}
	}
	start, end = runeStart(text, start), runeStart(text, end)
	plain := md.Text(md.Parse(text[start:end]), 0, math.MaxInt)
	if len(q.Spans(plain, 1)) == 0 {
		return excerpt(text, q)
	}
	line := excerpt(plain, q)
	if start > 0 && !strings.HasPrefix(line, "… ") {
		line = "… " + line
	}
	if end < len(text) && !strings.HasSuffix(line, "…") {
		line += "…"
	}
	return line
}

// excerpt returns the text around the first place that was found, as one line.
func excerpt(text string, q find.Query) string {
	from, to := 0, 0
	if spans := q.Spans(text, 1); len(spans) > 0 {
		from, to = spans[0].From, spans[0].To
	}
	start, end := max(from-excerptBefore, 0), min(to+excerptAfter, len(text))
	if start > 0 {
		if blank := strings.IndexAny(text[start:from], " \n\t"); blank >= 0 {
			start += blank + 1
		}
	}
	start, end = runeStart(text, start), runeStart(text, end)
	line := strings.Join(strings.Fields(text[start:end]), " ")
	if start > 0 {
		line = "… " + line
	}
	if end < len(text) {
		line += "…"
	}
	return line
}

// runeStart returns the first place from at on where a character begins.
func runeStart(text string, at int) int {
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}
