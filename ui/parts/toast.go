package parts

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
)

// ToastTime is how long a toast stays.
const ToastTime = 7 * time.Second

// Toaster shows short notes at the bottom of whatever it lies on (put it last in a stack), each with at most one thing to do,
// such as Undo. A new note takes the place of the old one. Where it shows nothing, clicks pass through it. While a Pane lies over
// it, the pane shows the notes, and hands on what is still there when it closes; under anything else a note waits to be seen.
type Toaster struct {
	widget.BaseWidget
	// Foot, if set, tells how much room at the bottom a note must not cover.
	Foot func() float32

	post func(func())

	plate *Plate
	text  *Caption
	act   *Button
	close *Button
	timer *time.Timer
	turn  int // counts the notes, so that an old timer hides no new note

	do    func()   // what the note's action does
	above *Toaster // of the pane that shows the newest note; nil: this one does
	below *Toaster // that gets the note when the pane closes
}

// NewToaster returns a layer without a note. post brings a function to the window's goroutine.
func NewToaster(post func(func())) *Toaster {
	t := &Toaster{post: post, plate: NewPlate(look.Surface, look.Line, look.RadiusCard)}
	t.text = NewCaption("", theme.SizeNameText, theme.ColorNameForeground)
	t.text.Short = true
	t.act = NewButton("", nil)
	t.close = NewIconButton(look.IconClose, t.Dismiss)
	t.ExtendBaseWidget(t)
	t.Dismiss()
	return t
}

// Tell shows a note. action names what do does; with an empty action there is only the note.
func (t *Toaster) Tell(text, action string, do func()) {
	t.stop()
	t.above = nil
	if p := topPane(t.canvas()); p != nil && p.notes != t {
		t.show(false)
		t.above = p.notes
		p.notes.post, p.notes.below = t.post, t
		p.notes.Tell(text, action, do)
		return
	}
	t.text.SetText(text)
	t.act.Set(action, "")
	t.do = do
	t.act.OnTapped = func() {
		t.Dismiss()
		do()
	}
	t.show(true)
	t.act.Hidden = action == ""
	t.Refresh()
	t.wait(t.turn)
}

// wait takes the note away after its time, which begins anew as long as something lies over it.
func (t *Toaster) wait(turn int) {
	t.timer = time.AfterFunc(ToastTime, func() {
		t.post(func() {
			switch {
			case t.turn != turn:
			case t.covered():
				t.wait(turn)
			default:
				t.Dismiss()
			}
		})
	})
}

// covered tells whether something else than the toaster's own pane lies on top.
func (t *Toaster) covered() bool {
	c := t.canvas()
	return c != nil && t.below == nil && c.Overlays().Top() != nil
}

func (t *Toaster) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(t) }

// sink hands the note of a pane that closes to what lies below.
func (t *Toaster) sink() {
	text, action := t.Text(), t.act.Text
	t.Dismiss()
	if text != "" {
		t.below.Tell(text, action, t.do)
	}
}

// Dismiss takes the note away.
func (t *Toaster) Dismiss() {
	t.stop()
	t.show(false)
	t.Refresh()
	if t.above != nil {
		t.above.Dismiss()
		t.above = nil
	}
}

// Text returns the note that is shown; "" is none.
func (t *Toaster) Text() string {
	switch {
	case t.above != nil:
		return t.above.Text()
	case t.plate.Hidden:
		return ""
	}
	return t.text.Text
}

func (t *Toaster) stop() {
	t.turn++
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

func (t *Toaster) show(on bool) {
	for _, o := range t.objects() {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
}

func (t *Toaster) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.plate, t.text, t.act, t.close}
}

// CreateRenderer implements fyne.Widget.
func (t *Toaster) CreateRenderer() fyne.WidgetRenderer { return toastRenderer{t} }

type toastRenderer struct{ t *Toaster }

// Layout keeps the note in the middle of the bottom, as wide as its text needs and the window allows.
func (r toastRenderer) Layout(size fyne.Size) {
	const pad, gap, above = 16, 8, 24
	t := r.t
	act, shut := t.act.MinSize(), t.close.MinSize()
	if t.act.Hidden {
		act = fyne.Size{}
	}
	text := fyne.MeasureText(t.text.Text, look.Size(theme.SizeNameText), fyne.TextStyle{})
	text.Width = max(0, min(text.Width+1, size.Width-2*pad-act.Width-shut.Width-2*gap-2*pad))
	wide := pad + text.Width + gap + act.Width + gap + shut.Width + gap
	high := max(act.Height, shut.Height) + 2*gap
	x, y := (size.Width-wide)/2, size.Height-high-above
	if t.Foot != nil {
		y -= t.Foot()
	}
	place := func(o fyne.CanvasObject, at float32, s fyne.Size) {
		o.Resize(s)
		o.Move(fyne.NewPos(x+at, y+(high-s.Height)/2))
	}
	place(t.plate, 0, fyne.NewSize(wide, high))
	place(t.text, pad, text)
	place(t.act, pad+text.Width+gap, act)
	place(t.close, wide-gap-shut.Width, shut)
}

func (r toastRenderer) Refresh() {
	r.Layout(r.t.Size())
	for _, o := range r.t.objects() {
		o.Refresh()
	}
}

func (r toastRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r toastRenderer) Destroy()                     {}
func (r toastRenderer) Objects() []fyne.CanvasObject { return r.t.objects() }
