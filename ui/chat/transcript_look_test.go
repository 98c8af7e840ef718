package chat

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func drawing() []talk.Entry {
	y, d := noon.Add(-15*time.Hour), noon.Add(9*time.Hour)
	if words.Current() == "ja" {
		return []talk.Entry{
			said(1, talk.User, y, "ねえミント、昨日の約束おぼえてる？"),
			said(2, talk.Assistant, y, "もちろん。朝いちばんに灯台の窓をみがくって言ってたでしょう？"),
			said(3, talk.User, d, "おはよう。窓、ぴかぴかにしたよ。"),
			said(4, talk.Assistant, d, "*ランプを少し持ち上げて、ガラスに映る海を見る*\nわあ、ほんとうだ。これなら沖の船からもよく見えるね。**ありがとう。**"),
			said(5, talk.User, d, "明かりの点滅の間隔、計算できる？"),
			said(6, talk.Assistant, d, "できるよ。12秒に1回なら、こう書けばいい。\n\n```go\nfor range time.Tick(12 * time.Second) {\n\tlamp.Flash()\n}\n```"),
		}
	}
	return []talk.Entry{
		said(1, talk.User, y, "Mint, do you remember what we promised yesterday?"),
		said(2, talk.Assistant, y, "Of course. You said you would polish the lighthouse windows first thing in the morning."),
		said(3, talk.User, d, "Good morning. The windows are spotless now."),
		said(4, talk.Assistant, d, "*lifts the lamp a little and looks at the sea in the glass*\nOh, they really are. The ships will see us from far out. **Thank you.**"),
		said(5, talk.User, d, "Can you work out the flash interval?"),
		said(6, talk.Assistant, d, "I can. For one flash every twelve seconds, write it like this.\n\n```go\nfor range time.Tick(12 * time.Second) {\n\tlamp.Flash()\n}\n```"),
	}
}

func TestLookDrawing(t *testing.T) {
	uitest.Contact(t, "drawing", func() fyne.CanvasObject {
		w := &worker{}
		tr := NewTranscript(Env{Go: w.run, Now: func() time.Time { return noon.Add(9 * time.Hour) }})
		tr.Resize(fyne.NewSize(692, 640))
		tr.Open(of(drawing()...), mint, nil)
		w.drain()
		tr.SetCut(tokens.Report{First: 2, Kept: 4, Total: 6, CutByAge: 1528, Reason: tokens.ReasonAge}, 12)
		tr.list.Shown(func(i int, r parts.Row) {
			if i > 2 {
				r.(*row).over = true
				r.(*row).recolour()
			}
		})
		return tr
	}, fyne.NewSize(692, 640))
}

const sampler = `# The lamp at night

The lamp turns once in **twelve seconds**; see the [keeper's book](https://example.invalid/book) and ` + "`lamp.Flash()`" + `.
A second line, *quietly*, with ~~old~~ words and 「日本語の**強調**」も混ざる。

1. Trim the wick
   - with the *small* scissors
   - never by hand
2. Polish the glass

> The sea is patient.
> > And deep.

| Flash | Seconds | Remark |
|:--|--:|--|
| short | 0.3 | seen from the harbour and from the ships that come in from the west at night |
| long | 12 | **only** in fog |

- [ ] oil
- [x] matches

---

` + "```python\ndef flash(n):\n    return [n * 12 for _ in range(3)]  # a long remark that does not fit into the panel and has to go on in the next line\n```" + `

![chart](http://127.0.0.1:8099/p.png?leak=1) and [click](file:///etc/passwd)
`

func show(entries ...talk.Entry) func(size fyne.Size, change func(*Transcript)) fyne.CanvasObject {
	return func(size fyne.Size, change func(*Transcript)) fyne.CanvasObject {
		w := &worker{}
		tr := NewTranscript(Env{Go: w.run, Now: func() time.Time { return noon.Add(9 * time.Hour) }})
		tr.Resize(size)
		tr.Open(of(entries...), mint, nil)
		w.drain()
		if change != nil {
			change(tr)
		}
		return tr
	}
}

func TestLookMarkdown(t *testing.T) {
	for name, width := range map[string]float32{"wide": 900, "narrow": 380} {
		size := fyne.NewSize(width, 1150)
		uitest.Contact(t, "markdown-"+name, func() fyne.CanvasObject {
			return show(said(1, talk.User, noon, "Tell me about the lamp\nwith every kind of text."), said(2, talk.Assistant, noon, sampler))(size, nil)
		}, size)
	}
}

func TestLookStates(t *testing.T) {
	at := noon.Add(-80 * 24 * time.Hour)
	state := func(id int, s talk.State, text string) talk.Entry {
		e := said(id, talk.Assistant, at, text)
		e.State, e.Code = s, ""
		if s == talk.Failed {
			e.Code = "llm.server"
		}
		return e
	}
	thought := said(5, talk.Assistant, noon, "Twelve.")
	thought.Reasoning = "The user asks for the interval. One flash, twelve seconds."
	size := fyne.NewSize(692, 900)
	uitest.Contact(t, "states", func() fyne.CanvasObject {
		return show(state(1, talk.Stopped, "I was about to"), state(2, talk.CutOff, "The line went"), state(3, talk.Limit, "And so on and"),
			state(4, talk.Failed, "The server"), thought)(size, func(tr *Transcript) {
			tr.pages.get(4).open = true
			tr.Append(said(6, talk.User, noon.Add(time.Hour), "And now?"))
			tr.SetNotice(&Notice{Title: "The server does not answer", Text: "http://127.0.0.1:11434 refused the connection. Is the program that serves the model running?",
				Actions: []NoticeAction{{Label: "Try again", Primary: true}, {Label: "Connection"}, {Label: "Use the offline demo"}}})
		})
	}, size)
	small := fyne.NewSize(692, 420)
	uitest.Contact(t, "waiting", func() fyne.CanvasObject {
		return show(state(1, talk.CutOff, "The line went"), said(2, talk.User, noon, "Are you there?"))(small, func(tr *Transcript) {
			e := said(3, talk.Assistant, noon, "")
			e.State = talk.Writing
			tr.SetBusy(true)
			tr.Append(e)
		})
	}, small)
	uitest.Contact(t, "offer", func() fyne.CanvasObject {
		return show(said(2, talk.User, noon, "Are you there?"), said(3, talk.Assistant, noon, "Yes"), said(4, talk.User, noon, "Good."))(small, func(tr *Transcript) {
			tr.SetCut(tokens.Report{First: 0, Kept: 0, Total: 3, CutByTrim: 3, Reason: tokens.ReasonTokens}, 0)
			tr.target.show("https://example.invalid/book")
			tr.end.Show()
		})
	}, small)
}
