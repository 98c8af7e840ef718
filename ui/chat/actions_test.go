package chat

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/history/talk"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

// versioned is a fakeTalk that knows versions.
type versioned struct {
	*fakeTalk
	of map[talk.EntryID]talk.Version
}

func (v versioned) Versions(es []talk.Entry) (all []talk.Version, err error) {
	for _, e := range es {
		all = append(all, v.of[e.ID])
	}
	return all, nil
}

func names(as []Action) (all []string) {
	for _, a := range as {
		all = append(all, a.Name)
	}
	return all
}

func TestActionsOffered(t *testing.T) {
	uitest.App(t, "light", "en")
	reply := talk.Entry{ID: 2, Parent: 1, Role: talk.Assistant, Text: "Hi", Sent: &talk.Sent{}}
	mine := talk.Entry{ID: 2, Parent: 1, Role: talk.User, Text: "Hi"}
	broken := talk.Entry{ID: 2, Parent: 1, Role: talk.Assistant, Text: "Hi", State: talk.CutOff}
	greeting := talk.Entry{ID: 1, Role: talk.Assistant, Text: "Hi", Greeting: true}
	tool := talk.Entry{ID: 3, Parent: 2, Role: talk.Tool, Text: "12"}
	for name, c := range map[string]struct {
		e    talk.Entry
		at   Spot
		want string
	}{
		"the last reply":  {reply, Spot{Last: true}, "copy retry edit pin branch start sent details delete"},
		"an older reply":  {reply, Spot{Version: talk.Version{At: 1, Of: 2, All: 2}, Styled: true}, "copy source retry edit versions pin branch start sent details delete deletefrom"},
		"while one waits": {reply, Spot{Busy: true, Pinned: true}, "copy unpin sent details"},
		"my last words":   {mine, Spot{Last: true}, "copy edit takeback pin branch start details delete"},
		"broken off":      {broken, Spot{Last: true}, "copy retry continue edit pin branch start details delete"},
		"the greeting":    {greeting, Spot{}, "copy edit pin branch details delete deletefrom"},
		"of a tool":       {tool, Spot{}, "copy delete deletefrom"},
		"being written":   {talk.Entry{Role: talk.Assistant, State: talk.Writing, Text: "x"}, Spot{Last: true}, ""},
	} {
		if got := strings.Join(names(DefaultActions(c.e, c.at)), " "); got != c.want {
			t.Errorf("%s: offered %q, want %q", name, got, c.want)
		}
	}
}

func TestVersionsAreSeenAndTurned(t *testing.T) {
	uitest.App(t, "light", "en")
	var acted []string
	src := versioned{of(said(1, talk.User, noon, "Hi"), said(2, talk.Assistant, noon, "Hello")), map[talk.EntryID]talk.Version{2: {At: 2, Of: 3, All: 3}}}
	b := opened(t, src, wide, func(e *Env) {
		e.OnAction = func(name string, e talk.Entry) { acted = append(acted, fmt.Sprint(name, e.ID)) }
	})
	if got := b.texts(1); got != "Hello ‹ 2/3 ›" {
		t.Errorf("the row shows %q", got)
	}
	b.press(t, 1, named(zoneAction+ActionPrevious))
	b.press(t, 1, named(zoneAction+ActionNext))
	b.press(t, 1, named(zoneAction+ActionVersions))
	b.takeFocus(1)
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	b.SetBusy(true)
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	b.press(t, 1, named(zoneAction+ActionNext))
	if want := []string{"previous2", "next2", "versions2", "next2"}; !slices.Equal(acted, want) {
		t.Errorf("acted %v, want %v", acted, want)
	}
	src.of[3] = talk.Version{At: 4, Of: 4, All: 4}
	b.Append(said(3, talk.Assistant, noon, "New"))
	b.settle()
	if got := b.texts(2); !strings.Contains(got, "4/4") {
		t.Errorf("the new row shows %q", got)
	}
}

func TestKeysGoFromMessageToMessage(t *testing.T) {
	uitest.App(t, "light", "en")
	var acted []string
	var copied string
	src := chatter(100)
	b := opened(t, src, wide, func(e *Env) {
		e.OnAction = func(name string, e talk.Entry) { acted = append(acted, fmt.Sprint(name, e.ID)) }
		e.Copy = func(s string) { copied = s }
	})
	b.win.Canvas().Focus(b.Transcript)
	if b.cursor.at != 99 || !b.cursor.ring {
		t.Fatalf("the keys begin at %+v", b.cursor)
	}
	up := func(n int) {
		for range n {
			b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
			b.settle()
		}
	}
	up(30)
	at := b.cursor.at
	if at >= 90 {
		t.Errorf("after 30 times up the keys are at %d", at)
	}
	r := b.row(t, at) // it is in view
	if r.ground.StrokeWidth != 1.5 || !strings.Contains(b.texts(at), "Copy") {
		t.Errorf("the row of the keys shows %q with an edge of %v", b.texts(at), r.ground.StrokeWidth)
	}
	b.TypedShortcut(&fyne.ShortcutCopy{})
	if copied != plainText(b.message(at)) {
		t.Errorf("copied %q", copied)
	}
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	id := b.message(at).entry.ID
	if want := []string{fmt.Sprint("delete", id), fmt.Sprint("edit", id)}; !slices.Equal(acted, want) {
		t.Errorf("acted %v, want %v", acted, want)
	}
	for _, key := range []fyne.KeyName{fyne.KeyReturn, desktop.KeyMenu} {
		b.TypedKey(&fyne.KeyEvent{Name: key})
		if b.win.Canvas().Overlays().Top() == nil {
			t.Errorf("%s shows no menu", key)
		} else {
			b.win.Canvas().Overlays().Remove(b.win.Canvas().Overlays().Top())
		}
	}
	for range 200 {
		b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		b.settle()
	}
	if b.cursor.at != 99 || !b.AtEnd() {
		t.Errorf("at the end the keys are at %d, end %v", b.cursor.at, b.AtEnd())
	}
}

// What is in view stays where it is when the path has changed below or in it.
func TestRenewStays(t *testing.T) {
	uitest.App(t, "light", "en")
	src := chatter(500)
	b := opened(t, src, wide, nil)
	b.ScrollTo(200)
	b.settle()
	b.list.ScrollBy(17)
	b.settle()
	first, _ := b.list.Range()
	top, was := b.list.RowTop(first), b.texts(first)
	src.n = 260
	done := false
	b.Renew(src, func() { done = true })
	b.settle()
	if now, _ := b.list.Range(); !done || now != first || b.list.RowTop(first) != top || b.texts(first) != was || b.Len() != 260 {
		t.Errorf("row %d at %v showing %q of %d, want %d at %v showing %q", now, b.list.RowTop(first), b.texts(first), b.Len(), first, top, was)
	}
	src.n = 10
	b.Renew(src, nil)
	b.settle()
	if !b.AtEnd() || b.Len() != 10 {
		t.Errorf("a path that ends before the view: %d entries, end %v", b.Len(), b.AtEnd())
	}
}

func TestPlainText(t *testing.T) {
	for _, c := range [][2]string{
		{"**Bold** and `code`\nnext", "Bold and code\nnext"},
		{"# Head\n\nText", "Head\n\nText"},
		{"1. one\n   - two\n2. three", "1. one\n  • two\n2. three"},
		{"> quoted\n> again", "quoted\nagain"},
		{"```go\nx := 1\n```", "x := 1"},
		{"|a|b|\n|-|-|\n|1|2|", "a\tb\n1\t2"},
		{"plain", "plain"},
	} {
		if got := plainText(read(said(1, talk.Assistant, noon, c[0]))); got != c[1] {
			t.Errorf("%q reads %q, want %q", c[0], got, c[1])
		}
	}
	if got := plainText(read(said(1, talk.User, noon, "*as typed*"))); got != "*as typed*" {
		t.Errorf("the user's own reads %q", got)
	}
}

// The list of versions.
func TestGoldenChoices(t *testing.T) {
	size := fyne.NewSize(560, 300)
	for _, c := range [][2]string{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "choices", func() fyne.CanvasObject {
			list := parts.NewChoices(2)
			items := []parts.Choice{{ID: "a", Title: "Version 2 · shown", Note: "21:04", Marked: true}, {ID: "b", Title: "Version 1", Note: "Sun 9:30"}}
			for i, e := range drawing()[1:3] {
				items[i].Text = strings.Repeat(e.Text+" ", 4)
			}
			list.Set(items)
			return padded(16, list)
		}, size, c[0], c[1])
	}
}

// The menu of the last reply, the longest there is, fits into a small window, and what takes something away stands last.
func TestTheMenuIsShort(t *testing.T) {
	uitest.App(t, "light", "ja")
	e := said(2, talk.Assistant, noon, "*Hello*")
	e.Parent, e.Sent = 1, &talk.Sent{}
	b := opened(t, of(said(1, talk.User, noon, "Hi"), e), fyne.NewSize(900, 600), nil)
	high := func() float32 {
		m := parts.ShowMenu(b.win.Canvas(), b.menuItems(1, b.loadedMessage(1)), fyne.NewPos(10, 10))
		defer m.Hide()
		return m.Size().Height
	}
	if h := high(); h > 500 {
		t.Errorf("the menu is %v pixels high", h)
	}
	b.selectEntry(1)
	b.loadedMessage(1).version = talk.Version{At: 2, Of: 3, All: 3}
	b.loadedMessage(1).entry.State = talk.Stopped
	if h := high(); h > 600-16 {
		t.Errorf("with all that there can be it is %v pixels high", h)
	}
	keys := 0
	items := b.menuItems(1, b.loadedMessage(1))
	for i, item := range items {
		if item.Danger && i != len(items)-1 {
			t.Errorf("%q takes something away and stands in the middle", item.Label)
		}
		if item.Hint == "Ctrl+C" {
			keys++
		}
	}
	if keys != 1 || !items[len(items)-1].Danger {
		t.Errorf("%d rows say that Ctrl+C does it; the last one is %+v", keys, items[len(items)-1])
	}
}
