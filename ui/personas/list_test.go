package personas

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/find"
	"bonbon/ui/look"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func TestFold(t *testing.T) {
	for _, c := range []struct {
		text, query string
		want        bool
	}{
		{"Mint", "mint", true},
		{"Mint", "ＭＩＮ", true},
		{"ミント", "ﾐﾝﾄ", true},
		{"ミント", "みんと", true},
		{"ストラーセ", "すとらーせ", true},
		{"Straße", "STRASSE", true},
		{"The lamp is burning", "lamp burn", true},
		{"The lamp is burning", "lamp fog", false},
		{"Mint", "", true},
		{"Mint", "   ", true},
		{"Mint", "mind", false},
	} {
		if got := matches(find.Fold(c.text), find.Fold(c.query)); got != c.want {
			t.Errorf("%q finds %q: %v", c.query, c.text, got)
		}
	}
}

// shownList is a list in a window, with what it reported.
func shownList(t *testing.T, rows []Row, opt ListOptions) (*List, fyne.Canvas) {
	t.Helper()
	uitest.App(t, "light", "en")
	opt.Now = func() time.Time { return noon }
	l := NewList(opt)
	l.SetRows(rows)
	w := uitest.Window(t, l, fyne.NewSize(look.SideWidth, 700))
	return l, w.Canvas()
}

func press(f fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		f.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func TestListSearches(t *testing.T) {
	l, _ := shownList(t, someRows(), ListOptions{})
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"", []string{"1", "2", "3", "4", "5"}},
		{"MINT", []string{"1"}},
		{"ﾛｰﾜﾝ", []string{"2"}},
		{"harbour", []string{"2"}},
		{"たび", nil},
		{"旅の", []string{"5"}},
		{"door you", []string{"4"}},
	} {
		l.search.SetText(c.query)
		if got := l.Shown(); !slices.Equal(got, c.want) {
			t.Errorf("%q leaves %v, want %v", c.query, got, c.want)
		}
		if l.empty.Visible() != (len(c.want) == 0) {
			t.Errorf("%q: the sentence about an empty list is shown: %v", c.query, l.empty.Visible())
		}
	}
	l.search.SetText("mint")
	press(l.search, fyne.KeyEscape)
	if len(l.Shown()) != 5 {
		t.Error("Escape does not empty the search")
	}
}

func TestListKeys(t *testing.T) {
	var opened, deleted []string
	l, c := shownList(t, someRows(), ListOptions{
		OnSelect: func(id string) { opened = append(opened, id) },
		OnDelete: func(id string) { deleted = append(deleted, id) },
	})
	l.SetActive("2")
	c.Focus(l.rows)
	press(l.rows, fyne.KeyDown, fyne.KeyReturn, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyEnter, fyne.KeyEnd, fyne.KeySpace, fyne.KeyHome, fyne.KeyDelete)
	if !slices.Equal(opened, []string{"3", "1", "5"}) || !slices.Equal(deleted, []string{"1"}) {
		t.Errorf("opened %v, deleted %v", opened, deleted)
	}
	c.Focus(l.search)
	l.search.SetText("ada")
	press(l.search, fyne.KeyReturn)
	if opened[len(opened)-1] != "3" {
		t.Errorf("Enter in the search opened %v", opened)
	}
}

func TestListOfAThousandDrawsWhatIsSeen(t *testing.T) {
	rows := make([]Row, 1000)
	for i := range rows {
		rows[i] = Row{ID: fmt.Sprint(i), Name: fmt.Sprintf("Persona %d", i), Last: "…", Time: noon}
	}
	asked := map[string]bool{}
	l, _ := shownList(t, rows, ListOptions{Picture: func(p string) fyne.Resource { asked[p] = true; return nil }})
	if n := len(l.rows.shown); n < 5 || n > 20 {
		t.Errorf("%d widgets for what is seen of 1 000 rows", n)
	}
	l.SetActive("990")
	if first := l.rows.first; first < 975 || first > 990 {
		t.Errorf("the active row is not in view: the first is %d", first)
	}
	found := false
	for _, w := range l.rows.shown {
		found = found || w.row().ID == "990"
	}
	if !found {
		t.Error("no widget shows the active row")
	}
	l.search.SetText("persona 7")
	if n := len(l.Shown()); n != 271 { // those with a 7 in their number
		t.Errorf("the search leaves %d", n)
	}
}

func TestListPointer(t *testing.T) {
	var opened []string
	l, c := shownList(t, someRows(), ListOptions{OnSelect: func(id string) { opened = append(opened, id) }})
	row := l.rows.shown[1]
	row.Tapped(&fyne.PointEvent{Position: fyne.NewPos(30, 30)})
	if !slices.Equal(opened, []string{"2"}) || c.Focused() != l.rows {
		t.Errorf("opened %v", opened)
	}
	row.MouseIn(nil)
	row.Tapped(&fyne.PointEvent{Position: fyne.NewPos(row.Size().Width-rowPad, 30)})
	if c.Overlays().Top() == nil || len(opened) != 1 {
		t.Error("the three dots open no menu, or the row")
	}
}

func TestListMenuAndTrash(t *testing.T) {
	var heard []string
	say := func(what string) func(string) { return func(id string) { heard = append(heard, what+id) } }
	l, c := shownList(t, someRows()[:2], ListOptions{
		OnSelect: say("open "), OnDuplicate: say("copy "), OnExport: say("export "), OnDelete: say("delete "),
		OnTrash:  func() { heard = append(heard, "trash") },
		OnRename: func(id, name string) { heard = append(heard, "rename "+id+" "+name) },
	})
	if l.toTrash.Visible() {
		t.Error("an empty trash is offered")
	}
	l.SetTrash(2)
	if got := l.toTrash.Text(); !l.toTrash.Visible() || got != words.N("panels.list.toTrash", 2) {
		t.Errorf("two things in the trash: %q", got)
	}
	items := l.actions(l.rows.rows[0], c)
	for _, i := range []int{0, 2, 4} {
		items[i].Do()
	}
	l.toTrash.Tapped(nil)
	if want := []string{"copy 1", "export 1", "delete 1", "trash"}; !slices.Equal(heard, want) {
		t.Errorf("heard %v, want %v", heard, want)
	}
	l.SetTrash(0)
	if l.toTrash.Visible() {
		t.Error("an emptied trash is offered")
	}
}

func TestListRowIsReplacedInPlace(t *testing.T) {
	l, _ := shownList(t, someRows(), ListOptions{})
	l.SetRow(Row{ID: "3", Name: "Ada", Last: "a\nnew   line", Time: noon})
	l.SetRow(Row{ID: "nobody"})
	if got := l.rows.rows[2].Last; got != "a new line" || len(l.Shown()) != 5 {
		t.Errorf("the row says %q", got)
	}
	l.SetConnection("Server", Offline)
	if l.state.name != "Server" || l.state.state != Offline {
		t.Error("the connection is not shown")
	}
}

func BenchmarkListScroll1000(b *testing.B) {
	uitest.App(b, "light", "en")
	rows := make([]Row, 1000)
	for i := range rows {
		rows[i] = Row{ID: fmt.Sprint(i), Name: fmt.Sprintf("Persona %d", i), Last: fmt.Sprintf("%d words that were said last and are too long for the row", i), Time: noon}
	}
	l := NewList(ListOptions{Now: func() time.Time { return noon }})
	l.SetRows(rows)
	uitest.Window(b, l, fyne.NewSize(look.SideWidth, 700))
	for i := 0; b.Loop(); i++ {
		l.rows.scroll.ScrollToOffset(fyne.NewPos(0, float32(i*40%58000)))
	}
}

func BenchmarkListSearch1000(b *testing.B) {
	uitest.App(b, "light", "en")
	rows := make([]Row, 1000)
	for i := range rows {
		rows[i] = Row{ID: fmt.Sprint(i), Name: fmt.Sprintf("Persona %d", i), Last: "words that were said last"}
	}
	l := NewList(ListOptions{})
	l.SetRows(rows)
	uitest.Window(b, l, fyne.NewSize(look.SideWidth, 700))
	for i := 0; b.Loop(); i++ {
		l.search.SetText(fmt.Sprint(i % 100))
	}
}

func TestListLeadsToTheTalks(t *testing.T) {
	var asked []string
	l, _ := shownList(t, someRows(), ListOptions{OnTalks: func(text string) { asked = append(asked, text) }})
	if l.talks.Visible() {
		t.Error("without a text there is nothing to look for")
	}
	l.search.SetText("  mint ")
	if !l.talks.Visible() {
		t.Fatal("the way to the talks is not shown")
	}
	l.inTalks.Tapped(nil)
	l.search.SetText("nobody is called so")
	press(l.search, fyne.KeyReturn)
	if !slices.Equal(asked, []string{"mint", "nobody is called so"}) {
		t.Errorf("asked for %q", asked)
	}
}
