// Package safety shows what keeps talks from being lost: what can be done about a damaged file at the start, the backups, and the
// trash. Values of the store go in; what is slow runs through Go, a worker of the window; what changes what the window shows comes
// out through callbacks. It must not know how replies are made, or the other panels. Everything here belongs to the window's
// goroutine.
package safety

import (
	"time"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// Workers is how slow things are done: work runs off the window's goroutine, and what it returns on it, afterwards.
type Workers func(work func() (done func()))

// When writes a moment with its day: "today, 21:04".
func When(t, now time.Time) string {
	return words.T("safety.when", map[string]any{"Day": parts.FormatDay(t, now), "Time": t.In(now.Location()).Format("15:04")})
}

// heading is a text with a capital at its beginning, for languages that have them.
func heading(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// reason says what a backup was made for.
func reason(b history.Backup) string {
	text := words.T("safety.why." + string(b.Why))
	if b.Flawed {
		text = words.T("safety.flawed", map[string]any{"Why": text})
	}
	return text
}

// mostNames is how many personas are named as what a backup holds.
const mostNames = 5

// holds says what is in a backup, so that a person knows it again.
func holds(c history.Contents, now time.Time) fyne.CanvasObject {
	live, names := 0, ""
	for _, p := range c.Personas {
		if !p.Persona.Trashed.IsZero() {
			continue
		}
		switch live++; {
		case live == 1:
			names = p.Persona.Name
		case live <= mostNames:
			names += words.T("safety.and") + p.Persona.Name
		case live == mostNames+1:
			names += "…"
		}
	}
	column := parts.NewColumn(look.Gap, small(words.T("safety.holds", map[string]any{
		"Personas": words.N("safety.personas", live, counted(live)),
		"Talks":    words.N("safety.talks", c.Talks, counted(c.Talks)),
		"Messages": words.N("safety.messages", c.Entries, counted(c.Entries)),
	})))
	if names != "" {
		column.Add(small(names))
	}
	if !c.Newest.IsZero() {
		column.Add(small(words.T("safety.newest", map[string]any{"When": When(c.Newest, now)})))
	}
	return column
}

func counted(n int) map[string]any { return map[string]any{"Count": n, "Number": words.Number(n)} }

func small(text string) *parts.Para { return parts.NewPara(text, look.SmallText, look.Muted) }

func bold(text string) *parts.Para {
	p := parts.NewPara(text, "", "")
	p.Bold = true
	return p
}

func visible(o fyne.CanvasObject, yes bool) {
	if yes {
		o.Show()
	} else {
		o.Hide()
	}
}
