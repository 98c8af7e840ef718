package ui

import (
	"image/color"
	"net/url"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/personas"
)

// build makes every widget of the window, in the language of the moment.
func (w *Window) build() {
	w.list = personas.NewList(personas.ListOptions{
		Picture:     w.picture,
		OnSelect:    w.openPersona,
		OnNew:       w.newMenu,
		OnDuplicate: w.duplicatePersona,
		OnRename:    w.renamePersona,
		OnExport:    w.exportPersona,
		OnDelete:    w.deletePersona,
		OnTrash:     w.showTrash,
		OnSettings:  w.showSettings,
		OnTalks:     w.searchTalks,
	})
	w.list.SetRows(rows(w.people))
	w.list.SetConnection(w.connectionName(w.settings.Find("")), w.health)
	w.behind = ""
	w.transcript = chat.NewTranscript(chat.Env{
		Go:       w.Go,
		Copy:     w.App.Clipboard().SetContent,
		OnLink:   w.openLink,
		OnAction: w.act,
		OnRune:   w.typeOn,
		OnError:  w.complain,
		Explain:  stateWords,

		CutAction: w.cutAction,
		Thumbs:    w.thumbs,
		OnPicture: w.onPicture,
		OnSeeing:  w.seeAgain,
	})
	if w.composer == nil { // it stays when the window is built anew: it holds what is typed
		w.composer = chat.NewComposer(w.estimate)
		w.composer.OnSend = w.send
		w.composer.OnStop = w.stop
		w.composer.OnUndo = func(again bool) { w.travel(w.open.talk, !again) }
		w.composer.OnDraft = w.drafts.touch
		w.composer.After = func(d time.Duration, f func()) { w.later(d, f) }
		w.composer.OnPast = w.past
		w.composer.OnRead = w.readAside
		w.pictureInput()
		w.composer.OnCutoff = func() { w.showInspector(tabCutoff) }
		w.composer.SetCtrlEnter(w.settings.CtrlEnter)
	}
	w.composer.Refresh()
	w.header = newHeader(w)
	w.inspector = newInspector(w)
	w.toast = parts.NewToaster(w.Post)

	foot := container.New(&column{w}, container.New(layoutInset{footPad, 4 * look.Gap}, w.composer))
	under := parts.NewColumn(0, w.buildUnsaved(), foot)
	w.toast.Foot = func() float32 { return under.Size().Height } // a note must not cover what is being written
	w.finder = newFinder(w)
	top := container.New(layout.NewCustomPaddedVBoxLayout(0), w.header.content, w.finder.bar)
	w.nobody = newNobody(w, foot)
	w.middle = parts.NewFrame(top, container.NewStack(w.transcript, w.nobody.content), under)
	w.composer.OnGrow = func() { w.middle.Refresh() }
	w.frame = &frame{
		list: w.list, talk: container.NewStack(canvas.NewRectangle(color.Transparent), w.middle),
		inspector: w.inspector.content, shade: newShade(w.closePanels),
		wantInspector: func() bool { return w.wantInspector }, fitted: func(narrow bool) { w.header.fit(narrow) },
	}
	w.root = container.New(w.frame, w.frame.talk, w.frame.shade, w.list, w.inspector.content)
	w.win.SetContent(container.NewStack(w.root, w.toast))
	w.showStyle()
	w.readPeople(nil)
}

// estimate guesses the tokens of what is typed. Who types will send, so the token table is loaded meanwhile; at the
// program's start nothing needs it.
func (w *Window) estimate(text string) int {
	w.Counter.Load()
	return tokens.EstimateText(text)
}

// footPad is the room beside the composer.
const footPad = 28

// layoutInset leaves room around its object: h at the sides, v below.
type layoutInset struct{ h, v float32 }

func (l layoutInset) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Move(fyne.NewPos(l.h, 0))
	o[0].Resize(fyne.NewSize(s.Width-2*l.h, s.Height-l.v))
}

func (l layoutInset) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(2*l.h, l.v)
}

// openLink opens a link that was pressed; only http, https and mailto come here.
func (w *Window) openLink(u *url.URL) {
	if err := w.App.OpenURL(u); err != nil {
		w.complain(err)
	}
}

// typeOn lets a character that was typed over the transcript go on in the input.
func (w *Window) typeOn(r rune) {
	w.composer.Focus()
	if f := w.win.Canvas().Focused(); f != nil {
		f.TypedRune(r)
	}
}

// shade covers the talk while a panel lies over it; a press on it closes the panel.
type shade struct {
	widget.BaseWidget
	rect *canvas.Rectangle
	tap  func()
}

func newShade(tap func()) *shade {
	s := &shade{rect: canvas.NewRectangle(color.NRGBA{A: 0x66}), tap: tap}
	s.ExtendBaseWidget(s)
	s.Hide()
	return s
}

func (s *shade) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.rect) }
func (s *shade) Tapped(*fyne.PointEvent)             { s.tap() }
func (s *shade) Cursor() desktop.Cursor              { return desktop.PointerCursor }
func (s *shade) Scrolled(*fyne.ScrollEvent)          {}
