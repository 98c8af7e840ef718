package parts

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"bonbon/ui/look"
	"bonbon/ui/uitest"
)

// someMenu is a menu with a row of every kind. What is chosen is told by its label.
func someMenu(chosen func(string)) []MenuItem {
	items := []MenuItem{
		{}, {Label: "Copy", Icon: look.IconCopy, Hint: "Ctrl+C"}, {Label: "Edit", Icon: look.IconEdit, Hint: "F2"},
		{}, {}, {Label: "Export", Disabled: true}, {Label: "Encore"}, {Label: "ＥＭＢＥＤ"},
		{}, {Label: "Delete", Icon: look.IconTrash, Danger: true}, {},
	}
	for i := range items {
		items[i].Do = func() { chosen(items[i].Label) }
	}
	return items
}

// pressKeys types keys as the toolkit reports them: names of keys, and signs, for which a key goes down before the sign arrives.
func pressKeys(c fyne.Canvas, keys ...string) {
	for _, k := range keys {
		sign := len(k) == 1
		name := fyne.KeyName(k)
		switch {
		case k == " ":
			name = fyne.KeySpace
		case sign:
			name = fyne.KeyName(strings.ToUpper(k))
		}
		if f := c.Focused(); f != nil {
			key(f, name)
		}
		if f := c.Focused(); f != nil && sign {
			f.TypedRune(rune(k[0]))
		}
	}
}

func TestMenuByKeys(t *testing.T) {
	lookingApp(t)
	c := open(t, container.NewVBox(), 500, 400)
	for _, tt := range []struct{ keys, want string }{
		{"Down Return", "Copy"},
		{"Return Down Return", "Copy"}, // nothing is marked at first
		{"Down Down Return", "Edit"},
		{"Down Down Down Return", "Encore"}, // over the line and what is disabled
		{"Up Return", "Delete"},
		{"Down Up Return", "Delete"}, // round the end
		{"Up Down Return", "Copy"},
		{"End Return", "Delete"},
		{"End Home Return", "Copy"},
		{"Down Escape Return", ""},
		{"d Return", "Delete"},
		{"e Return", "Edit"},
		{"e e Return", "Encore"},
		{"e e e Return", "ＥＭＢＥＤ"}, // width does not count
		{"e e e e Return", "Edit"},
		{"e n Return", "Encore"},
		{"e m Return", "ＥＭＢＥＤ"},
		{"e x Return", "Edit"}, // Export is disabled, nothing begins with x
		{"e Down n Return", "Encore"},
		{"x Return Escape", ""},
	} {
		var got string
		m := ShowMenu(c, someMenu(func(s string) { got += s }), fyne.NewPos(10, 10))
		pressKeys(c, strings.Fields(tt.keys)...)
		if got != tt.want || m.Visible() {
			t.Errorf("%s: chose %q, want %q; still open: %v", tt.keys, got, tt.want, m.Visible())
		}
		m.Hide()
	}
}

// A menu that a Space opened is not chosen from by that Space, and the Space that chooses is typed nowhere.
func TestMenuAndTheSpaceBar(t *testing.T) {
	lookingApp(t)
	var heard []string
	p := NewPicker([]Option{{"a", "First"}, {"b", "Second"}}, "a", func(id string) { heard = append(heard, id) })
	in := NewInput()
	c := open(t, container.NewVBox(p, in), 300, 300)
	c.Focus(p)
	pressKeys(c, " ")
	if c.Overlays().Top() == nil || len(heard) != 0 {
		t.Fatalf("no menu is open; heard %v", heard)
	}
	pressKeys(c, "Down", " ")
	if !slices.Equal(heard, []string{"b"}) || c.Overlays().Top() != nil || c.Focused() != p {
		t.Errorf("heard %v, the keys are at %T", heard, c.Focused())
	}
	c.Focus(in)
	ShowMenu(c, someMenu(func(string) {}), fyne.NewPos(10, 10))
	pressKeys(c, "Down", " ")
	if in.Text != "" || c.Focused() != in {
		t.Errorf("%q was typed into the input", in.Text)
	}
}

func TestMenuByPointer(t *testing.T) {
	lookingApp(t)
	c := open(t, container.NewVBox(), 500, 400)
	var got []string
	show := func() *Menu {
		return ShowMenu(c, someMenu(func(s string) { got = append(got, s) }), fyne.NewPos(10, 10))
	}
	m := show()
	row := func(label string) *menuRow {
		return m.rows[slices.IndexFunc(m.items, func(i MenuItem) bool { return i.Label == label })]
	}
	row("Export").MouseIn(nil)
	test.Tap(row("Export"))
	if !m.Visible() || m.marked >= 0 {
		t.Error("what is disabled can be chosen")
	}
	row("Edit").MouseIn(nil)
	pressKeys(c, "Down")
	row("Edit").MouseOut() // the pointer that moved away after the keys takes nothing from them
	if m.marked != row("Encore").index {
		t.Errorf("row %d is marked", m.marked)
	}
	row("Edit").MouseMoved(nil)
	if m.marked != row("Edit").index {
		t.Error("the pointer does not take the mark back")
	}
	test.Tap(row("Edit"))
	m = show()
	test.TapCanvas(c, fyne.NewPos(480, 380))
	if m.Visible() || !slices.Equal(got, []string{"Edit"}) {
		t.Errorf("after a press outside it is open: %v; chosen was %v", m.Visible(), got)
	}
	m = show()
	if !CloseTop(c) || m.Visible() || CloseTop(c) {
		t.Error("it is not what is closed first")
	}
	if ShowMenu(c, []MenuItem{{}, {}}, fyne.Position{}) != nil || c.Overlays().Top() != nil {
		t.Error("a menu of nothing is shown")
	}
}

// Wherever it is asked for, a menu stands in the window, and covers what it belongs to only if there is no room beside it.
func TestMenuStaysInTheWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := func(name string, least, most float32) fyne.Size {
			return fyne.NewSize(rapid.Float32Range(least, most).Draw(t, name+" width"), rapid.Float32Range(least, most).Draw(t, name+" height"))
		}
		window, of := size("window", 100, 2000), size("widget", 0, 300)
		at := fyne.NewPos(rapid.Float32Range(0, window.Width).Draw(t, "x"), rapid.Float32Range(0, window.Height).Draw(t, "y"))
		need := size("menu", 50, 900)
		pos, got := beside(at, of, need, window)
		const rounding = 0.01
		if pos.X < menuEdge || pos.Y < menuEdge || pos.X+got.Width > window.Width-menuEdge+rounding || pos.Y+got.Height > window.Height-menuEdge+rounding {
			t.Fatalf("a menu of %v at %v leaves a window of %v", got, pos, window)
		}
		covers := pos.Y < at.Y+of.Height-rounding && pos.Y+got.Height > at.Y+rounding
		below, above := window.Height-at.Y-of.Height-menuGap-menuEdge, at.Y-menuGap-menuEdge
		if covers && (got.Height <= below-rounding || got.Height <= above-rounding) {
			t.Fatalf("it covers what it belongs to, with room of %v below and %v above for %v", below, above, got.Height)
		}
	})
}

// In a window that is too low the rows scroll, and the keys bring theirs into view.
func TestMenuScrollsInALowWindow(t *testing.T) {
	lookingApp(t)
	c := open(t, container.NewVBox(), 300, 140)
	m := ShowMenu(c, someMenu(func(string) {}), fyne.NewPos(200, 100))
	if h := m.Size().Height; h > 140-2*menuEdge {
		t.Fatalf("it is %v high", h)
	}
	for range 7 {
		pressKeys(c, "Down")
		r := m.rows[m.marked]
		d := fyne.CurrentApp().Driver()
		top := d.AbsolutePositionForObject(r).Y - d.AbsolutePositionForObject(m.scroll).Y
		if top < 0 || top+r.Size().Height > m.scroll.Size().Height {
			t.Errorf("%q stands at %v of %v", m.items[m.marked].Label, top, m.scroll.Size().Height)
		}
	}
}

func TestGoldenMenu(t *testing.T) {
	for _, variant := range []string{"light", "dark", look.Contrast} {
		uitest.AssertGolden(t, "menu", func() fyne.CanvasObject {
			m := newMenu(someMenu(nil))
			m.step(m.marked, 1)
			return NewInset(8, 8, m)
		}, fyne.NewSize(248, 262), variant, "en")
	}
}
