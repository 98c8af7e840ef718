package personas

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/ui/uitest"
)

var talksNoon = time.Date(2026, 5, 3, 12, 0, 0, 0, time.Local)

func someTalks() []TalkRow {
	return []TalkRow{
		{ID: "a", Title: "灯台の窓 Lighthouse windows", Preview: "The lamp is still burning, you know. もう遅いよ。", Time: talksNoon, Open: true},
		{ID: "b", Title: "Ｆｏｇ tonight", Preview: "It will be gone by morning.", Time: talksNoon.AddDate(0, 0, -2)},
		{ID: "c", Title: "Old", Preview: "Archived words", Time: talksNoon.AddDate(-1, 0, 0), Folder: Archived},
		{ID: "d", Title: "Gone", Preview: "", Time: talksNoon, Folder: Deleted},
	}
}

func TestTalksAreFound(t *testing.T) {
	uitest.App(t, "light", "en")
	var opened, restored, deleted string
	l := NewTalks(TalksOptions{
		OnOpen: func(id string) { opened = id }, OnRestore: func(id string) { restored = id }, OnDelete: func(id string) { deleted = id },
	})
	uitest.Window(t, l, fyne.NewSize(600, 400))
	l.SetRows(someTalks())
	want := func(search string, ids ...string) {
		t.Helper()
		l.search.SetText(search)
		if got := l.Shown(); !slices.Equal(got, ids) {
			t.Errorf("%q leaves %v, want %v", search, got, ids)
		}
	}
	want("", "a", "b")
	want("fog", "b")
	want("オソイヨ")
	want("もう遅い", "a")
	want("archived")
	want("fog", "b")
	l.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	l.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if opened != "b" || deleted != "b" {
		t.Errorf("opened %q, deleted %q", opened, deleted)
	}

	l.folders.Choose(folderKeys[Archived])
	want("", "c")
	l.folders.Choose(folderKeys[Deleted])
	want("", "d")
	l.list.Choose(0)
	if restored != "d" || len(l.menu("d")) != 1 || len(l.menu("a")) != 4 {
		t.Errorf("restored %q, menus of %d and %d", restored, len(l.menu("d")), len(l.menu("a")))
	}
}

func TestGoldenTalks(t *testing.T) {
	size := fyne.NewSize(600, 320)
	for _, c := range [][2]string{{"light", "ja"}, {"dark", "en"}} {
		uitest.AssertGolden(t, "talks", func() fyne.CanvasObject {
			l := NewTalks(TalksOptions{Now: func() time.Time { return talksNoon }})
			l.SetRows(someTalks())
			return l
		}, size, c[0], c[1])
	}
}
