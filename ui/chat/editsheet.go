package chat

import (
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// editRows is how many lines of a message the sheet for changing it shows.
const editRows = 9

// AskEdit lets the user change a message's text. save gets the new text, unless it is blank or as before; so does resend, which may
// get it unchanged. A nil resend is not offered.
func AskEdit(c fyne.Canvas, title, note, text string, save, resend func(string)) {
	area := parts.NewEditor(editRows)
	area.SetText(text)
	give := func(to func(string), same bool) func() {
		return func() {
			if now := area.Text(); strings.TrimSpace(now) != "" && (same || now != text) {
				to(now)
			}
		}
	}
	actions := []parts.Action{{Label: words.T("panels.cancel")}}
	actions = append(actions, parts.Action{Label: words.T("edit.save"), Primary: resend == nil, Do: give(save, false)})
	if resend != nil {
		actions = append(actions, parts.Action{Label: words.T("edit.resend"), Primary: true, Do: give(resend, true)})
	}
	content := parts.NewColumn(2*look.Gap, area, parts.NewPara(note, look.SmallText, look.Muted))
	parts.NewSheet(c, title, content, actions...).Show()
	c.Focus(area)
}

// ShowMessage tells the facts of a message. name is the persona's.
func ShowMessage(c fyne.Canvas, e talk.Entry, v talk.Version, name string, now time.Time) {
	lines := parts.NewColumn(7)
	for _, f := range messageFacts(e, v, name, now) {
		value := parts.NewCaption(f.value, look.SmallText, theme.ColorNameForeground)
		lines.Add(parts.NewEnds(parts.NewPara(f.label, look.SmallText, look.Muted), value))
	}
	if e.Detail != "" {
		lines.Add(parts.NewPara(e.Detail, look.SmallText, look.Muted))
	}
	parts.NewSheet(c, words.T("message.title"), lines, parts.Action{Label: words.T("message.close"), Primary: true}).Show()
}

// fact is one line: what, and how much.
type fact struct{ label, value string }

// ending says in words how a reply ended.
func ending(s talk.State) string {
	switch s {
	case talk.Stopped:
		return words.T("message.stopped")
	case talk.CutOff, talk.Writing:
		return words.T("message.cut")
	case talk.Limit:
		return words.T("message.limit")
	case talk.Failed:
		return words.T("message.failed")
	}
	return words.T("message.done")
}

func messageFacts(e talk.Entry, v talk.Version, name string, now time.Time) (facts []fact) {
	add := func(key, value string) {
		if value != "" {
			facts = append(facts, fact{words.T(key), value})
		}
	}
	number := func(key string, n int) {
		if n > 0 {
			add(key, words.Number(n))
		}
	}
	reply := e.Role == talk.Assistant
	if !reply {
		name = words.T("message.you")
	}
	add("message.by", name)
	add("message.said", dayName(e.Time, now)+", "+clock(e.Time))
	add("message.model", e.Model)
	if reply && !e.Greeting {
		add("message.ended", ending(e.State))
	}
	if v.Of > 1 {
		add("message.version", VersionName(v))
	}
	add("message.size", words.Bytes(len(e.Text)))
	number("message.tokens", e.Tokens)
	if u := e.Usage; u != nil {
		number("message.prompt", u.Prompt)
		number("message.cached", u.Cached)
		number("message.reply", u.Completion)
		number("message.thought", u.Reasoning)
		if u.Cost > 0 {
			add("message.cost", strings.TrimRight(strings.TrimRight(strconv.FormatFloat(max(u.Cost, 1e-6), 'f', 6, 64), "0"), "."))
		}
	}
	return facts
}

// Measures of a pane of choices, in pixels.
const (
	choicesWidth = 560
	choicesMost  = 620
	choicesFrame = 130 // title, note and the room around
	choiceHigh   = 78  // of one choice, about
)

// ShowChoices lets the user choose one of several messages, each shown by its beginning. empty is what is said if there is none.
func ShowChoices(c fyne.Canvas, title, note, empty string, items []parts.Choice, choose func(id string)) {
	list := parts.NewChoices(3)
	var pane *parts.Pane
	list.OnChoose = func(id string) {
		pane.Hide()
		choose(id)
	}
	list.Set(items)
	if len(items) == 0 {
		note = empty
	}
	top := parts.NewInset(parts.FormPad, 0, parts.NewPara(note, look.SmallText, look.Muted))
	content := parts.NewFrame(top, parts.NewInset(parts.FormPad-4, 10, list), parts.NewColumn(0))
	high := min(choicesMost, choicesFrame+choiceHigh*float32(max(len(items), 1)))
	pane = parts.NewPane(c, title, content, fyne.NewSize(choicesWidth, high))
	pane.Show()
	if len(items) > 0 {
		c.Focus(list)
	}
}
