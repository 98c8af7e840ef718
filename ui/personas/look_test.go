package personas

import (
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
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
	l.SetTrash(2)
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
		e := NewEditor(EditorOptions{Count: func(s string) int { return len(s) / 3 }, Models: func(persona.Connection) ([]parts.Suggestion, error) { return nil, errors.New("x") }, Go: func(w func() func()) { w()() }})
		e.ShowPersona(somePersona())
		e.model.fetch(false)
		return e
	}
	uitest.Contact(t, "editor", build, fyne.NewSize(look.InspectorWidth, 900))
}

func someMemories() []talk.Memory {
	return []talk.Memory{
		{ID: "1", Text: "You like the sound of rain on the lantern room.", Time: noon},
		{ID: "2", Text: "朝いちばんに灯台の窓をみがくと約束した。", Time: noon.AddDate(0, -2, 0)},
	}
}

func someFacts() Facts {
	return Facts{
		Talk: talk.Info{Count: 1840, Created: noon.AddDate(-1, 0, 0), Last: noon},
		Report: tokens.Report{
			Limit: 6992, Rule: tokens.RuleWindow, Window: 8192, Reserve: 1200, Overhead: 200, History: 5000, Total: 1840,
			Kept: 312, CutByAge: 1400, CutByTrim: 128, Fixed: tokens.Fixed{System: 900, Memory: 40},
		},
		Usage: &talk.Usage{Prompt: 5800, Completion: 220, Cached: 1000}, Model: "offline-demo",
		Folder: "/home/someone/.local/share/bonbon/with/a/very/long/path",
	}
}

func TestLookMemoryAndDetails(t *testing.T) {
	uitest.Contact(t, "memory", func() fyne.CanvasObject {
		m := NewMemory(MemoryOptions{Now: func() time.Time { return noon }})
		m.ShowMemory("ミント", someMemories(), &talk.Summary{ID: "3", Text: "We spoke about the fog and the ships, and promised to polish the windows.", Time: noon})
		return m
	}, fyne.NewSize(look.InspectorWidth, 640))
	uitest.Contact(t, "details", func() fyne.CanvasObject {
		d := NewDetails(func() time.Time { return noon })
		d.ShowFacts(someFacts())
		return d
	}, fyne.NewSize(look.InspectorWidth, 800))
}

func TestGoldens(t *testing.T) {
	list := func() fyne.CanvasObject { return someList() }
	uitest.AssertGolden(t, "list", list, fyne.NewSize(look.SideWidth, 480), "light", "en")
	uitest.AssertGolden(t, "list", list, fyne.NewSize(look.SideWidth, 480), "dark", "ja")
}
