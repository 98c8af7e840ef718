package chat

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"bonbon/find"
	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// state is one way in which a message can be shown.
type state struct {
	name   string
	high   float32
	said   []talk.Entry
	change func(*Transcript)
}

// pick returns the text in the language of the moment.
func pick(en, ja string) string {
	if words.Current() == "ja" {
		return ja
	}
	return en
}

func own(id int) talk.Entry {
	return said(id, talk.User, noon, pick("Is the lamp on the quay still burning?", "波止場の明かり、まだついてる？"))
}

func reply(id int) talk.Entry {
	return said(id, talk.Assistant, noon, pick("*looks up from the book*\nIt is. \"Come in before the rain,\" said the keeper. **Thank you** for asking.", "*本から目を上げて*\nついてるよ。「雨になる前に入りなさい」と灯台守が言ってた。気にしてくれて**ありがとう。**"))
}

func ended(id int, s talk.State, code string) talk.Entry {
	e := said(id, talk.Assistant, noon, pick("The wick was trimmed yesterday, and the oil lasts until", "芯はきのう切りそろえたし、油は"))
	e.State, e.Code = s, code
	return e
}

func pointedAt(i int) func(*Transcript) {
	return func(t *Transcript) {
		r := t.rowOf(i)
		r.over = true
		r.recolour()
	}
}

// rowOf returns the row in view that shows entry i.
func (t *Transcript) rowOf(i int) (at *row) {
	for y := float32(0); y < t.list.Size().Height; y += 4 {
		if r := t.rowAt(fyne.NewPos(10, y)); r != nil && r.index == i {
			return r
		}
	}
	return nil
}

func states() []state {
	thought := reply(2)
	thought.Reasoning = pick("The keeper lit it at six. It has not rained yet.", "灯台守は六時に火を入れた。雨はまだ降っていない。")
	writing := said(2, talk.Assistant, noon, pick("It is, and the keeper", "ついてるよ。灯台守は"))
	writing.State = talk.Writing
	waiting := said(2, talk.Assistant, noon, "")
	waiting.State = talk.Writing
	called := said(2, talk.Assistant, noon, pick("I look that up.", "調べてみるね。"))
	called.Calls = []talk.ToolCall{{ID: "1", Name: "tide_table", Arguments: `{"harbour":"north"}`}}
	result := said(3, talk.Tool, noon, strings.Repeat("high water 04:12, low water 10:31\n", 90))
	result.CallID, result.Tokens = "1", 900
	long := said(2, talk.Assistant, noon, pick("A long story. ", "ながい話。")+"\n\n"+strings.Repeat(strings.Repeat("word ", 400)+"\n\n", 60))
	table := said(2, talk.Assistant, noon, wideTable())
	marked := func(version talk.Version) func(*Transcript) {
		return func(t *Transcript) { t.pages.get(1).version = version; t.list.Changed(0, 3) }
	}
	return []state{
		{"own, persona's, hover", 250, []talk.Entry{own(1), reply(2)}, pointedAt(1)},
		{"own, hover", 180, []talk.Entry{own(1)}, pointedAt(0)},
		{"awaited", 200, []talk.Entry{own(1)}, func(t *Transcript) { t.SetBusy(true); t.Append(waiting); t.SetAwaiting(pick("12 s", "12秒")) }},
		{"streaming", 200, []talk.Entry{own(1)}, func(t *Transcript) { t.SetBusy(true); t.Append(writing); t.ScrollToEnd() }},
		{"thoughts folded", 190, []talk.Entry{thought}, nil},
		{"thoughts open", 250, []talk.Entry{thought}, func(t *Transcript) { t.pages.get(0).open = true; t.unfolded(t.rowOf(0)) }},
		{"stopped", 170, []talk.Entry{ended(2, talk.Stopped, "")}, nil},
		{"interrupted", 170, []talk.Entry{ended(2, talk.CutOff, "")}, nil},
		{"at its largest length", 170, []talk.Entry{ended(2, talk.Limit, "")}, nil},
		{"failed, with a notice", 290, []talk.Entry{ended(2, talk.Failed, "llm.server")}, func(t *Transcript) {
			t.SetNotice(&Notice{Title: pick("The server does not answer", "サーバーから返事がありません"), Text: pick("Is the program that serves the model running?", "モデルを動かすプログラムは起動していますか？"),
				Actions: []NoticeAction{{Label: pick("Try again", "もう一度"), Primary: true}, {Label: pick("Connection", "接続先")}}})
		}},
		{"failed, older", 250, []talk.Entry{ended(1, talk.Failed, "llm.server"), own(2)}, nil},
		{"version 2 of 3, pinned", 250, []talk.Entry{own(1), reply(2)}, func(t *Transcript) {
			marked(talk.Version{At: 2, Of: 3, All: 3})(t)
			t.SetPins([]talk.EntryID{1, 2})
		}},
		{"edited, the keys at it", 190, []talk.Entry{own(1)}, func(t *Transcript) {
			t.pages.get(0).version = talk.Version{At: 2, Of: 2, All: 2}
			t.cursor = cursor{at: 0, ring: true}
			t.list.Changed(0, 3)
		}},
		{"not sent, the line", 380, []talk.Entry{own(1), reply(2), own(3)}, func(t *Transcript) {
			t.SetCut(tokens.Report{First: 2, Kept: 1, Total: 3, CutByAge: 1528, Reason: tokens.ReasonAge}, 12)
		}},
		{"a gap", 480, []talk.Entry{own(1), own(2), own(3), own(4)}, func(t *Transcript) {
			t.SetCut(tokens.Report{First: 3, HeadFrom: 1, HeadTo: 2, Kept: 2, Total: 4, CutByAge: 1, CutByTrim: 1, Reason: tokens.ReasonBoth}, 12)
		}},
		{"a call and its result, left out", 360, []talk.Entry{called, result, reply(4)}, func(t *Transcript) {
			t.SetCut(tokens.Report{Kept: 3, Total: 3, ElidedTo: 2, Elided: 1}, 0)
		}},
		{"a call, open", 220, []talk.Entry{called}, func(t *Transcript) { t.pages.get(0).asked = true; t.unfolded(t.rowOf(0)) }},
		{"selected", 250, []talk.Entry{own(1), reply(2)}, func(t *Transcript) {
			t.begin(place{entry: 0, at: 3}, byCharacter)
			t.reach(place{entry: 1, at: 30})
		}},
		{"found", 250, []talk.Entry{own(1), reply(2)}, func(t *Transcript) { t.SetFound(find.New(pick("the", "てる")), 1) }},
		{"long, folded", 250, []talk.Entry{long}, func(t *Transcript) { t.ScrollToEnd() }},
		{"code", 250, []talk.Entry{said(1, talk.Assistant, noon, "```go\nfor range time.Tick(12 * time.Second) {\n\tlamp.Flash() // \"bright\"\n}\n```")}, nil},
		{"a table, wider than it may be", 250, []talk.Entry{table}, func(t *Transcript) { t.slideAt(fyne.NewPos(150, 80), -60) }},
		{"a quote and lists", 320, []talk.Entry{said(1, talk.Assistant, noon, pick("> The sea is patient.\n> > And deep.\n\n1. Trim the wick\n   - with scissors\n2. Polish the glass\n\n- [x] oil", "> 海は気長だ。\n> > そして深い。\n\n1. 芯を切る\n   - はさみで\n2. ガラスをみがく\n\n- [x] 油"))}, nil},
		{"plain", 290, []talk.Entry{own(1), reply(2)}, func(t *Transcript) {
			t.SetStyle(Style{Plain: true})
			marked(talk.Version{At: 2, Of: 3, All: 3})(t)
			t.SetPins([]talk.EntryID{2})
			pointedAt(0)(t)
		}},
		{"on a picture", 290, []talk.Entry{own(1), reply(2)}, func(t *Transcript) {
			t.SetBackground(stripes())
			pointedAt(1)(t)
		}},
		{"plain, on a picture", 290, []talk.Entry{own(1), reply(2)}, func(t *Transcript) {
			t.SetBackground(stripes())
			t.SetStyle(Style{Plain: true})
		}},
	}
}

// stripes is a picture of black and white, the hardest to read on.
func stripes() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	for y := range 30 {
		for x := range 40 {
			shade := uint8(0xFF * ((x + y) / 8 % 2))
			img.Set(x, y, color.NRGBA{shade, shade, shade, 0xFF})
		}
	}
	return img
}

// Every state of a message on one sheet, in every theme and language.
func TestGoldenStates(t *testing.T) {
	const cell, columns = 430, 4
	size := fyne.NewSize(cell*columns, 1900)
	sheet := func() fyne.CanvasObject {
		box := container.NewWithoutLayout()
		var y [columns]float32
		for _, s := range states() {
			at := 0
			for c := range y {
				if y[c] < y[at] {
					at = c
				}
			}
			title := canvas.NewText(s.name, look.Color(theme.ColorNameError))
			title.TextSize = 10
			title.Move(fyne.NewPos(float32(at)*cell+6, y[at]))
			shown := show(s.said...)(fyne.NewSize(cell-8, s.high), s.change)
			shown.Move(fyne.NewPos(float32(at)*cell, y[at]+14))
			box.Add(shown)
			box.Add(title)
			y[at] += s.high + 18
		}
		for _, end := range y {
			if end > size.Height {
				t.Errorf("the sheet needs %v", end)
			}
		}
		return box
	}
	for _, c := range [][2]string{{"light", "en"}, {"light", "ja"}, {"dark", "en"}, {"dark", "ja"}, {look.Contrast, "en"}} {
		uitest.AssertGolden(t, "states", sheet, size, c[0], c[1])
	}
}
