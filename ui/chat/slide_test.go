package chat

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/find"
	"bonbon/history/talk"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
)

// wideTable is a table of twelve columns, each with a word of its own in the last row.
func wideTable() string {
	head, rule, row := "|", "|", "|"
	for _, month := range strings.Fields("January February March April May June July August September October November December") {
		head += " " + month + " |"
		rule += "--|"
		row += " the flashes of " + month + " |"
	}
	return head + "\n" + rule + "\n" + row
}

// tableIn shows a talk with a wide table and returns the row and the part that has it.
func tableIn(t *testing.T) (s *selecting, r *row, k int) {
	t.Helper()
	s = selectIn(t, of(said(1, talk.User, noon, "Show me"), said(2, talk.Assistant, noon, "The year:\n\n"+wideTable()+"\n\nThat is all.")))
	r = s.row(t, 1)
	for k = range r.parts {
		if r.parts[k].Sheet.Slide.Width > 0 {
			return s, r, k
		}
	}
	t.Fatal("no table slides")
	return nil, nil, 0
}

func TestWideTablesStayInTheirBubble(t *testing.T) {
	uitest.App(t, "light", "en")
	_, r, k := tableIn(t)
	slide := r.parts[k].Sheet.Slide
	if end, bubble := r.parts[k].X+slide.X+slide.Width, r.ground.Position().X+r.ground.Size().Width; end > bubble {
		t.Errorf("the table ends at %v, its bubble at %v", end, bubble)
	}
	if slide.Content < 2*slide.Width {
		t.Errorf("%v pixels of table in %v", slide.Content, slide.Width)
	}
	for _, c := range []struct{ text, cell string }{{"| a | b |\n|--|--|\n| 1 | 2 |", "a"}, {sampler, "Flash"}} {
		b := opened(t, of(said(1, talk.Assistant, noon, c.text)), wide, nil)
		for _, p := range b.row(t, 0).parts {
			if p.Sheet.Slide.Width > 0 {
				t.Errorf("a table that fits slides: %q", c.cell)
			}
		}
	}
}

// The wheel turned sideways moves the table, turned as ever it moves the talk.
func TestTheWheelMovesATable(t *testing.T) {
	uitest.App(t, "light", "en")
	s, r, k := tableIn(t)
	slide := r.parts[k].Sheet.Slide
	at := r.Position().AddXY(r.parts[k].X+slide.X+20, r.parts[k].Y+slide.Y+10)
	turn := func(dx, dy float32, pos fyne.Position) {
		s.list.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: pos}, Scrolled: fyne.NewDelta(dx, dy)})
	}
	turn(-100, 0, at)
	if got := r.parts[k].Shift; got != 100 {
		t.Errorf("moved by %v", got)
	}
	turn(0, -30, at)
	if got := r.parts[k].Shift; got != 100 {
		t.Errorf("the wheel as ever moved it to %v", got)
	}
	turn(-1e6, 0, at)
	if got := r.parts[k].Shift; got != slide.Most() {
		t.Errorf("it ends at %v, not %v", got, slide.Most())
	}
	s.list.Changed(0, 2) // as when its row comes back
	if got := s.row(t, 1).parts[k].Shift; got != slide.Most() {
		t.Errorf("laid out anew it is at %v", got)
	}
	turn(1e6, 0, at)
	if got := s.row(t, 1).parts[k].Shift; got != 0 {
		t.Errorf("back at %v", got)
	}
	if s.slideAt(at.SubtractXY(0, 60), -50) {
		t.Error("beside the table something moved")
	}
}

// Only cells in sight are drawn, and none beyond the bubble's edge.
func TestATableDrawsWhatIsSeen(t *testing.T) {
	uitest.App(t, "light", "en")
	_, r, k := tableIn(t)
	drawn := func() (all string) {
		var walk func([]fyne.CanvasObject)
		walk = func(objects []fyne.CanvasObject) {
			for _, o := range objects {
				switch o := o.(type) {
				case *canvas.Text:
					all += o.Text + " "
				case *container.Clip:
					walk(o.Content.(*fyne.Container).Objects)
				}
			}
		}
		walk(r.view.Objects())
		return all
	}
	if got := drawn(); !strings.Contains(got, "January") || strings.Contains(got, "December") {
		t.Errorf("at first it shows %q", got)
	}
	r.slide(k, 1e6)
	if got := drawn(); strings.Contains(got, "January") || !strings.Contains(got, "December") {
		t.Errorf("at its end it shows %q", got)
	}
}

func TestTheBarOfATable(t *testing.T) {
	uitest.App(t, "light", "en")
	s, r, k := tableIn(t)
	p := r.parts[k]
	slide := p.Sheet.Slide
	bar := fyne.NewPos(p.X+slide.X+4, p.Y+slide.Y+slide.Height+flow.SlideBar/2)
	drag := func(from, to fyne.Position) {
		e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
		e.Position = from
		r.MouseDown(e)
		abs := fyne.CurrentApp().Driver().AbsolutePositionForObject(r)
		r.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: to.Add(abs)}})
		r.DragEnd()
	}
	drag(bar, bar.AddXY(slide.Width, 300))
	if got := r.parts[k].Shift; got != slide.Most() {
		t.Errorf("dragged to %v of %v", got, slide.Most())
	}
	if s.Selected() || s.bar.on {
		t.Error("dragging the bar selects, or does not end")
	}
	drag(bar.AddXY(slide.Width/2, 0), bar.AddXY(slide.Width/2, 0))
	if got := r.parts[k].Shift; got < slide.Most()/4 || got > slide.Most()*3/4 {
		t.Errorf("a press in the middle leads to %v of %v", got, slide.Most())
	}
}

// What is selected by keys, and what a search is at, is brought into sight; a press finds the words that are seen.
func TestATableFollowsTheKeysAndTheSearch(t *testing.T) {
	uitest.App(t, "light", "en")
	s, r, k := tableIn(t)
	end := s.where(t, 1, "December")
	s.begin(s.where(t, 1, "January"), byCharacter)
	s.extendTo(end)
	if r.parts[k].Shift == 0 {
		t.Fatal("the end of the selection is out of sight")
	}
	pos := s.seen(t, end)
	if left := r.parts[k].X + r.parts[k].Sheet.Slide.X; pos.X < left || pos.X > left+r.parts[k].Sheet.Slide.Width {
		t.Errorf("it is shown at %v", pos)
	}
	if got, ok := s.placeAt(pos); !ok || got != end {
		t.Errorf("a press there is at %v, not %v", got, end)
	}
	s.extendTo(s.where(t, 1, "January"))
	if r.parts[k].Shift != 0 {
		t.Errorf("the way back leads to %v", r.parts[k].Shift)
	}
	s.SetFound(find.New("flashes of October"), 1)
	s.Reveal()
	s.settle()
	r = s.row(t, 1)
	mark := r.marks[0].sheet.Marks[r.marks[0].from]
	if x := mark.X - r.parts[k].Shift; x < 0 || x+mark.Width > r.parts[k].Sheet.Slide.Width {
		t.Errorf("the place is shown at %v", x)
	}
}
