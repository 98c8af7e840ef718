package chat

import (
	"image"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"bonbon/find"
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/uitest"
)

// outside returns the texts of a row's parts outside the words of its message.
func (r *row) outside() (all []string) {
	for i, p := range r.parts {
		if r.msg != nil && r.msg.lay != nil && i >= r.words && i < r.words+len(r.msg.lay.parts) {
			continue
		}
		for _, run := range p.Sheet.Runs {
			all = append(all, run.Text)
		}
	}
	return all
}

// A plain message stands under a name, in all of the column, without a ground.
func TestPlainMessages(t *testing.T) {
	uitest.App(t, "light", "en")
	long := strings.Repeat("many words ", 60)
	b := opened(t, of(said(1, talk.User, noon, "Hello"), said(2, talk.Assistant, noon, long)), fyne.NewSize(900, 700), nil)
	b.SetStyle(Style{Plain: true, Column: 560, Own: "Aki"})
	for i, name := range []string{"Aki", "Mint"} {
		r := b.row(t, i)
		if all := strings.Join(r.outside(), "|"); !strings.Contains(all, name) {
			t.Errorf("row %d has %q, no %q", i, all, name)
		}
		if _, _, _, a := r.ground.FillColor.RGBA(); a != 0 {
			t.Errorf("row %d has a ground", i)
		}
		if left := r.parts[r.words].X; left != 170 {
			t.Errorf("the words of row %d begin at %v", i, left)
		}
	}
	if w := b.row(t, 1).msg.lay.width - 2*bubblePadX; w != 560 {
		t.Errorf("the words have %v pixels", w)
	}
	b.SetStyle(Style{Plain: true})
	if w := b.row(t, 1).msg.lay.width - 2*bubblePadX; w != 900-2*28 {
		t.Errorf("without a limit the words have %v pixels", w)
	}
	b.SetStyle(Style{Column: 560})
	if r := b.row(t, 1); r.ground.FillColor != look.Color(look.Surface) || strings.Contains(strings.Join(r.outside(), "|"), "Mint") {
		t.Error("the bubbles do not come back")
	}
}

// Versions, actions and marks of a search are where they were.
func TestPlainMessagesCanDoTheSame(t *testing.T) {
	uitest.App(t, "light", "en")
	src := versioned{of(said(1, talk.User, noon, "Hello"), said(2, talk.Assistant, noon, "A lamp and a *lamp*.")), map[talk.EntryID]talk.Version{2: {At: 2, Of: 3, All: 3}}}
	b := opened(t, src, wide, nil)
	b.SetStyle(Style{Plain: true})
	b.settle()
	b.SetFound(find.New("lamp"), 1)
	r := b.row(t, 1)
	if len(r.marks) != 2 {
		t.Errorf("%d places are marked", len(r.marks))
	}
	if all := strings.Join(r.outside(), ""); !strings.Contains(all, "2/3") {
		t.Errorf("no versions in %q", all)
	}
	r.over = true
	r.recolour()
	found := false
	part := r.actionPart()
	for _, z := range part.Sheet.Zones {
		hit, ok := r.view.At(fyne.NewPos(part.X+z.X+3, part.Y+z.Y+3))
		found = found || ok && hit.Name == zoneAction+ActionEdit
	}
	if !found {
		t.Error("no action can be pressed")
	}
}

// A picture is drawn faintly behind all, and what stands on it has a plate.
func TestBackground(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, of(said(1, talk.User, noon, "Hello"), said(2, talk.Assistant, noon, "A lamp.")), wide, nil)
	plates := func(i int) (n int) {
		for _, o := range b.row(t, i).view.Objects() {
			if box, ok := o.(*canvas.Rectangle); ok && box.FillColor == look.Color(look.Plate) {
				n++
			}
		}
		return n
	}
	if !b.behind.Hidden || plates(0) != 0 {
		t.Fatal("there is a picture")
	}
	b.SetBackground(image.NewNRGBA(image.Rect(0, 0, 40, 30)))
	if b.behind.Hidden || b.behind.Size() != b.Size() || b.behind.Translucency != 1-look.PictureShare {
		t.Errorf("the picture is %+v", b.behind)
	}
	if plates(0) != 1 { // the day; the words are on the bubble
		t.Errorf("%d plates", plates(0))
	}
	b.SetStyle(Style{Plain: true})
	if r := b.row(t, 1); r.ground.FillColor != look.Color(look.Plate) {
		t.Error("plain words stand on the picture itself")
	}
	b.SetBackground(nil)
	if !b.behind.Hidden || plates(0) != 0 {
		t.Error("the picture stays")
	}
}
