package personas

import (
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/uitest"
)

var noon = time.Date(2026, time.May, 7, 21, 4, 0, 0, time.UTC)

func someRows() []Row {
	return []Row{
		{ID: "1", Name: "Mint", Last: "The lamp is still burning, you know, and it will for years", Time: noon},
		{ID: "2", Name: "ローワン先生と灯台の長い名前", Last: "次の単語は「harbour」です。覚えられましたか、それとももう一度やりましょうか。", Time: noon.AddDate(0, 0, -1)},
		{ID: "3", Name: "Ada", Last: "It should build with `make`", Time: noon.AddDate(0, 0, -3)},
		{ID: "4", Name: "Story teller", Last: "Behind the door you hear", Time: noon.AddDate(0, -3, 0)},
		{ID: "5", Name: "旅の語り手", Last: "", Time: noon.AddDate(-2, -3, 0)},
	}
}

func someList() *List {
	l := NewList(ListOptions{Now: func() time.Time { return noon }})
	l.SetRows(someRows())
	l.SetTrash(someRows()[:2])
	l.SetActive("1")
	l.SetConnection("Offline demo", Online)
	return l
}

func TestLookList(t *testing.T) {
	uitest.Contact(t, "list", func() fyne.CanvasObject { return someList() }, fyne.NewSize(look.SideWidth, 640))
}

func somePersona() persona.Persona {
	warm := 0.7
	return persona.Persona{
		ID: "1", Name: "ミント", Prompt: "You are Mint, the keeper of a small lighthouse.\n\nあなたは灯台守のミントです。やさしく、短く話します。",
		Greeting: "Oh, a visitor!", Picture: "x", Sampling: persona.Sampling{Temperature: &warm},
	}
}

func TestLookEditor(t *testing.T) {
	build := func() fyne.CanvasObject {
		e := NewEditor(EditorOptions{Count: func(s string) int { return len(s) / 3 }, Models: func(persona.Connection) ([]string, error) { return nil, errors.New("x") }, Go: func(w func() func()) { w()() }})
		e.ShowPersona(somePersona())
		e.model.fetch(false)
		return e
	}
	uitest.Contact(t, "editor", build, fyne.NewSize(look.InspectorWidth, 900))
}
