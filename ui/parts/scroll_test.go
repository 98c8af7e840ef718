package parts

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// The toolkit's own scroll stops as soon as an input is under the pointer.
func TestWheelMovesAFormOverItsInputs(t *testing.T) {
	lookingApp(t)
	form := NewForm(NewInput(), NewTextArea(3), NewInput(), NewTextArea(3), NewInput())
	w := test.NewWindow(form)
	defer w.Close()
	w.Resize(fyne.NewSize(300, 150))
	for y := float32(5); y < 145; y += 10 {
		form.ScrollToTop()
		test.Scroll(w.Canvas(), fyne.NewPos(150, y), 0, -40)
		if form.Offset.Y != 40 {
			t.Errorf("with the pointer at %v the form moved by %v, want 40", y, form.Offset.Y)
		}
	}
}

func TestWheelMovesTheTextThatIsEditedFirst(t *testing.T) {
	lookingApp(t)
	area := NewTextArea(3)
	form := NewForm(NewInput(), area, NewTextArea(9))
	w := test.NewWindow(form)
	defer w.Close()
	w.Resize(fyne.NewSize(300, 250))
	area.SetText(strings.TrimSpace(strings.Repeat("line\n", 12)))
	objects := test.WidgetRenderer(form).Objects()
	turn := func(by float32) {
		over := fyne.CurrentApp().Driver().AbsolutePositionForObject(area).AddXY(20, 20)
		objects[len(objects)-1].(fyne.Scrollable).Scrolled(&fyne.ScrollEvent{
			PointEvent: fyne.PointEvent{AbsolutePosition: over}, Scrolled: fyne.NewDelta(0, by)})
	}

	turn(-10)
	if form.Offset.Y != 10 || area.text.Offset.Y != 0 {
		t.Fatalf("unfocused: form at %v, text at %v, want 10 and 0", form.Offset.Y, area.text.Offset.Y)
	}
	w.Canvas().Focus(area)
	area.text.ScrollToTop()
	form.ScrollToTop()
	turn(-10)
	if form.Offset.Y != 0 || area.text.Offset.Y != 10 {
		t.Fatalf("focused: form at %v, text at %v, want 0 and 10", form.Offset.Y, area.text.Offset.Y)
	}
	area.text.ScrollToBottom()
	turn(-10)
	if form.Offset.Y != 10 {
		t.Errorf("at the end of the text the form is at %v, want 10", form.Offset.Y)
	}
}
