package parts

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// The toolkit's own scroll stops as soon as an input is under the pointer.
func TestWheelMovesAFormOverItsInputs(t *testing.T) {
	lookingApp(t)
	form := NewForm(NewInput(), NewEditor(3), NewInput(), NewEditor(3), NewInput())
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

// Who goes through a form with Tab sees where they are, and nothing else moves.
func TestFocusScrollsIntoView(t *testing.T) {
	lookingApp(t)
	var fields []fyne.CanvasObject
	for range 8 {
		fields = append(fields, NewInput(), NewButton("Press", nil), NewLink("Follow", nil), NewRadio(0, nil, "One", "Two"))
	}
	form, other := NewForm(fields...), NewForm(NewEditor(30))
	w := test.NewWindow(container.NewGridWithColumns(2, form, other))
	defer w.Close()
	w.Resize(fyne.NewSize(600, 200))
	seen := func(o fyne.CanvasObject) bool {
		y := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
		return y+o.Size().Height > 0 && y < 200
	}
	for i := range 60 {
		if i < 35 {
			w.Canvas().FocusNext()
		} else {
			w.Canvas().FocusPrevious()
		}
		if o, ok := w.Canvas().Focused().(fyne.CanvasObject); !ok || !seen(o) {
			t.Fatalf("step %d: %T has the focus and is not seen", i, o)
		}
		if other.Offset.Y != 0 {
			t.Fatalf("step %d moved the other form", i)
		}
	}
	last := fields[len(fields)-4].(*Input)
	w.Canvas().Focus(last)
	form.ScrollToOffset(form.Offset.SubtractXY(0, 20))
	at := form.Offset
	last.FocusGained()
	if form.Offset != at {
		t.Error("what is seen already was moved")
	}
}

func TestBring(t *testing.T) {
	test.NewTempApp(t)
	of := func(height float32) fyne.CanvasObject { return NewSized(50, height, canvas.NewRectangle(color.Black)) }
	a, b, c, d := of(100), of(100), of(400), of(100)
	s := NewScroll(NewColumn(0, a, b, c, d))
	w := test.NewTempWindow(t, s)
	w.Resize(fyne.NewSize(100, 158)) // the view is 150 high
	for i, tt := range []struct {
		o  fyne.CanvasObject
		at float32
	}{{a, 0}, {b, 50 + revealMargin}, {a, 0}, {c, 200}, {d, 550}, {b, 100 - revealMargin}} {
		if s.Bring(tt.o); s.Offset.Y != tt.at {
			t.Errorf("%d: scrolled to %v, want %v", i, s.Offset.Y, tt.at)
		}
	}
}

// Where there is more to see, a hairline says so in the place of the toolkit's shadows.
func TestScrollShowsWhereThereIsMore(t *testing.T) {
	lookingApp(t)
	s := NewScroll(NewSized(80, 300, NewDivider()))
	open(t, s, 100, 100)
	r := test.WidgetRenderer(s).(*scrollRenderer)
	for _, tt := range []struct {
		y            float32
		above, below bool
	}{{0, false, true}, {50, true, true}, {200, true, false}} {
		s.ScrollToOffset(fyne.NewPos(0, tt.y))
		objects := r.Objects()
		if above, below := slices.Contains(objects, fyne.CanvasObject(r.edges[0])), slices.Contains(objects, fyne.CanvasObject(r.edges[1])); above != tt.above || below != tt.below {
			t.Errorf("at %v: a line above %v, below %v", tt.y, above, below)
		}
		for _, o := range objects {
			if strings.Contains(fmt.Sprintf("%T", o), "Shadow") {
				t.Errorf("at %v a shadow is drawn", tt.y)
			}
		}
		if objects[0] != s.Content || len(objects) < 3 {
			t.Errorf("at %v it draws %T first, of %d", tt.y, objects[0], len(objects))
		}
	}
	if y := r.edges[1].Position().Y; y != 99 {
		t.Errorf("the lower line is at %v", y)
	}
}
