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
