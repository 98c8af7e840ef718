package chat

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/uitest"
)

// TestTheFindBarLeavesRoomToType: what is least needed gives way in a narrow window with large text, and the bar is as wide as the column.
func TestTheFindBarLeavesRoomToType(t *testing.T) {
	uitest.App(t, "light", "ja")
	b := NewFindBar()
	b.Show()
	w := uitest.Window(t, b, fyne.NewSize(1200, 80))
	b.SetCount("12件中 3件目", true)
	row := b.column.Objects[0]
	if !b.all.Visible() || !b.count.Visible() || row.Size().Width != 720+2*barPad {
		t.Errorf("in a wide window the bar is %v wide", row.Size().Width)
	}
	b.SetColumn(0)
	if row.Size().Width != 1200 {
		t.Errorf("without a limit the bar is %v wide", row.Size().Width)
	}
	w.Resize(fyne.NewSize(420, 80))
	if b.all.Visible() || b.input.Size().Width < leastInput*theme.TextSize() {
		t.Errorf("in a narrow window the field is %v wide", b.input.Size().Width)
	}
	w.Resize(fyne.NewSize(1200, 80))
	if !b.all.Visible() || !b.count.Visible() {
		t.Error("what gave way does not come back")
	}
}
