package parts

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestFold(t *testing.T) {
	lookingApp(t)
	f := NewFold("More", NewPara("hidden", "", ""))
	f.Add(NewPara("hidden too", "", ""))
	toggled := 0
	f.OnToggle = func() { toggled++ }
	open(t, f, 300, 200)
	low := f.MinSize().Height
	key(f.head, fyne.KeyReturn)
	if !f.Open() || f.MinSize().Height <= low || f.head.Text() != "▾ More" {
		t.Errorf("open %v, %g high, was %g, %q", f.Open(), f.MinSize().Height, low, f.head.Text())
	}
	f.SetOpen(true)
	key(f.head, fyne.KeySpace)
	if f.Open() || f.MinSize().Height != low || toggled != 2 {
		t.Errorf("closed again: open %v, %g high, toggled %d times", f.Open(), f.MinSize().Height, toggled)
	}
}
