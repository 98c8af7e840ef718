package settings

import (
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// previewCard says in words what the values of the panel mean for the talk that is shown.
type previewCard struct {
	widget.BaseWidget

	explain func(error) string
	limit   int // the threshold asked about; the report may know a lower one

	title, main, more *parts.Para
	bar               *parts.Bar
	card              *parts.Card
}

func newPreviewCard(explain func(error) string) *previewCard {
	p := &previewCard{
		explain: explain,
		title:   parts.NewPara(words.T("panels.preview.title"), look.SmallText, look.Muted),
		main:    parts.NewPara("", "", ""),
		more:    parts.NewPara(" ", look.SmallText, ""),
		bar:     parts.NewBar(),
	}
	p.main.Bold = true
	p.card = parts.NewCard(parts.NewColumn(look.Gap, p.title, p.main, p.more, p.bar))
	p.ExtendBaseWidget(p)
	p.wait()
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *previewCard) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.card) }

// wait says that nothing is known yet.
func (p *previewCard) wait() {
	p.say("", words.T("panels.preview.wait"), " ")
	p.bar.Set(0, look.Accent)
}

// show puts a report into words. It is called on the UI goroutine.
func (p *previewCard) show(r tokens.Report, err error) {
	switch {
	case err == nil && (r.Kept > 0 || r.Total == 0):
		p.sent(r)
	case err == nil:
		p.say(look.CutLine, words.T("panels.preview.alone"), words.T("panels.preview.aloneMore"))
		p.bar.Set(1, look.CutLine)
	case cutOff(err):
		p.nothing()
	default:
		p.failed(err)
	}
	p.card.Refresh()
}

func (p *previewCard) sent(r tokens.Report) {
	limit := r.Limit
	if limit <= 0 {
		limit = p.limit
	}
	if r.Total == 0 {
		p.say("", words.T("panels.preview.empty"), words.T("panels.preview.emptyMore", map[string]any{"Tokens": number(r.Prompt())}))
	} else {
		data := map[string]any{"Kept": number(r.Kept), "Total": number(r.Total), "Count": r.Total}
		key := "panels.preview.count"
		if r.Kept == r.Total {
			key = "panels.preview.all"
		}
		more := words.T("panels.preview.more", map[string]any{
			"Tokens": number(r.Prompt()), "Day": parts.FormatDay(time.UnixMilli(r.Oldest), time.Now()),
		})
		if r.Uncounted {
			more = words.T("panels.preview.uncounted")
		}
		p.say("", words.N(key, r.Total, data), more)
	}
	part := 1.0
	if limit > 0 {
		part = float64(r.Prompt()) / float64(limit)
	}
	p.bar.Set(part, look.Accent)
}

// nothing warns that the whole history would be cut off.
func (p *previewCard) nothing() {
	p.say(look.CutLine, words.T("panels.preview.nothing"), words.T("panels.preview.nothingMore"))
	p.bar.Set(1, look.CutLine)
}

func (p *previewCard) failed(err error) {
	text := words.T("panels.preview.failedMore")
	if p.explain != nil {
		text = p.explain(err)
	}
	p.say("", words.T("panels.preview.failed"), text)
	p.bar.Set(0, look.Accent)
}

func (p *previewCard) say(color fyne.ThemeColorName, main, more string) {
	p.main.Color = color
	p.main.SetText(main)
	p.main.Refresh()
	p.more.SetText(more)
}

// cutOff tells whether err says that the history was cut off entirely.
func cutOff(err error) bool {
	var cut *tokens.CutOffError
	return errors.As(err, &cut)
}

// pinned shows a form that scrolls with a card under it that is always seen. Where there is no height for both, the whole
// scrolls.
type pinned struct{ form, card fyne.CanvasObject }

func newPinned(inner *parts.Scroll, card fyne.CanvasObject) fyne.CanvasObject {
	whole := parts.NewScroll(container.New(&pinned{inner.Content, card}, inner, card))
	whole.Inner = inner
	return whole
}

// Layout implements fyne.Layout.
func (p *pinned) Layout(o []fyne.CanvasObject, size fyne.Size) {
	scroll, card := o[0], o[1]
	card.Resize(fyne.NewSize(size.Width, card.MinSize().Height))
	h := card.MinSize().Height
	card.Resize(fyne.NewSize(size.Width, h))
	room := max(size.Height-h, 0)
	scroll.Resize(fyne.NewSize(size.Width, room))
	need := min(p.form.MinSize().Height, room)
	scroll.Resize(fyne.NewSize(size.Width, need))
	card.Move(fyne.NewPos(0, need))
}

// MinSize implements fyne.Layout.
func (p *pinned) MinSize(o []fyne.CanvasObject) fyne.Size {
	card := o[1].MinSize()
	return fyne.NewSize(max(card.Width, p.form.MinSize().Width), 2.4*card.Height)
}
