package personas

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// later collects work in place of workers; the test says when each ends.
type later struct{ work []func() func() }

func (l *later) run(work func() func()) { l.work = append(l.work, work) }

// end ends the work at position i.
func (l *later) end(i int) { l.work[i]()() }

// shownEditor is an editor in a window, with what it reported.
func shownEditor(t *testing.T, opt EditorOptions) (*Editor, *[]persona.Persona, fyne.Canvas) {
	t.Helper()
	uitest.App(t, "light", "en")
	heard := &[]persona.Persona{}
	opt.OnChange = func(p persona.Persona) { *heard = append(*heard, p) }
	e := NewEditor(opt)
	e.SetConnections([]persona.Connection{{ID: persona.DemoConnection}, {ID: "a", Name: "A", Model: "a-model"}, {ID: "b", BaseURL: "http://b/v1"}}, "a")
	w := uitest.Window(t, e, fyne.NewSize(look.InspectorWidth, 900))
	return e, heard, w.Canvas()
}

func TestEditorReportsEveryChange(t *testing.T) {
	e, heard, c := shownEditor(t, EditorOptions{Count: func(s string) int { return len(s) }})
	e.ShowPersona(persona.Persona{ID: "1", Name: "Mint", Prompt: "You", Extra: map[string]json.RawMessage{"later": json.RawMessage("1")}})
	if len(*heard) != 0 {
		t.Fatalf("showing a persona was reported as %d changes", len(*heard))
	}
	e.FocusName()
	test.Type(e.name, "M2")
	e.FocusPrompt()
	test.Type(e.prompt, " ")
	c.Unfocus()
	e.greeting.SetText("Hi")
	e.connection.Choose("b")
	e.model.combo.Choose(" m ")
	e.temperature.slider.OnChanged(120)
	e.output.OnChanged(500)
	last := (*heard)[len(*heard)-1]
	if last.Name != "M2" || last.Greeting != "Hi" || last.Connection != "b" || last.Model != "m" || *last.Sampling.Temperature != 1.2 || *last.Cutoff.MaxOutput != 500 || len(last.Extra) != 1 {
		t.Errorf("heard last %+v", last)
	}
	if len(last.Prompt) != 4 || e.promptField == nil {
		t.Errorf("prompt %q", last.Prompt)
	}
	e.temperature.state.Tapped(nil)
	e.output.OnChanged(0)
	last = (*heard)[len(*heard)-1]
	if last.Sampling.Temperature != nil || last.Cutoff.MaxOutput != nil {
		t.Errorf("given back to server and default: %+v", last)
	}
}

func TestEditorNeverMixesPersonas(t *testing.T) {
	var choose func(string)
	e, heard, c := shownEditor(t, EditorOptions{ChoosePicture: func(done func(string)) { choose = done }})
	one, two := 0.1, 0.2
	e.ShowPersona(persona.Persona{ID: "1", Name: "One", Sampling: persona.Sampling{Temperature: &one}})
	e.choose.Tapped(nil)
	c.Focus(e.output.Input())
	e.output.Input().SetText("77") // typed, and not yet left
	e.ShowPersona(persona.Persona{ID: "2", Name: "Two", Sampling: persona.Sampling{Temperature: &two}})
	c.Unfocus()
	choose("sha256:00")
	if len(*heard) != 0 {
		t.Errorf("the second persona got the first one's edits: %+v", *heard)
	}
	e.name.SetText("Two!")
	if len(*heard) != 1 || (*heard)[0].ID != "2" || one != 0.1 || two != 0.2 {
		t.Errorf("heard %+v", *heard)
	}
	e.SetCutoff(persona.Cutoff{Threshold: new(int)})
	e.choose.Tapped(nil)
	choose("sha256:11")
	if last := (*heard)[len(*heard)-1]; last.Picture != "sha256:11" || last.Cutoff.Threshold == nil {
		t.Errorf("heard %+v", last)
	}
	e.clear.Tapped(nil)
	if last := (*heard)[len(*heard)-1]; last.Picture != "" || e.clear.Visible() {
		t.Errorf("heard %+v", last)
	}
}

func TestEditorWithoutPersonaReportsNothing(t *testing.T) {
	e, heard, _ := shownEditor(t, EditorOptions{})
	e.name.SetText("nobody")
	if len(*heard) != 0 {
		t.Errorf("heard %+v", *heard)
	}
}

func TestModelList(t *testing.T) {
	var l later
	var asked []string
	var fail error
	e, _, _ := shownEditor(t, EditorOptions{Go: l.run, Models: func(c persona.Connection) ([]parts.Suggestion, error) {
		asked = append(asked, c.ID)
		return []parts.Suggestion{{Text: c.ID + "-1"}, {Text: c.ID + "-2"}}, fail
	}})
	e.ShowPersona(persona.Persona{ID: "1"})
	m := e.model
	m.fetch(false)
	m.fetch(false)
	if len(l.work) != 1 {
		t.Fatalf("%d questions at once", len(l.work))
	}
	e.connection.Choose("b") // while the default connection is asked
	m.fetch(false)
	l.end(1)
	l.end(0)
	m.combo.Set("1")
	if !slices.Equal(asked, []string{"b", "a"}) || m.busy {
		t.Errorf("asked %v", asked)
	}
	if got := m.combo.Options(); !slices.Equal(got, []string{"b-1", "b-2"}) {
		t.Errorf("suggestions %v", got)
	}
	fail = errors.New("down")
	m.fetch(true)
	l.end(2)
	if got := m.field.Problem(); got != words.T("panels.editor.modelFailed") {
		t.Errorf("a failure says %q", got)
	}
	e.ShowPersona(persona.Persona{ID: "2", Connection: "b"})
	if m.field.Problem() != "" {
		t.Error("the failure is still said for another persona")
	}
}

func TestTemperatureText(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int
		err  error
	}{
		{"", noTemperature, nil}, {"  ", noTemperature, nil}, {"0", 0, nil}, {"0.7", 70, nil}, {"０．７", 70, nil}, {"0,75", 75, nil}, {"2", 200, nil},
		{"2.01", 0, parts.ErrRange}, {"-0.1", 0, parts.ErrRange}, {"warm", 0, parts.ErrNotNumber}, {"NaN", 0, parts.ErrNotNumber}, {"Inf", 0, parts.ErrRange},
	} {
		if got, err := parseTemperature(c.in); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("parseTemperature(%q) = %d, %v", c.in, got, err)
		}
	}
	for h := range topTemperature + 1 {
		if got, err := parseTemperature(formatTemperature(h)); got != h || err != nil {
			t.Errorf("%d -> %q -> %d, %v", h, formatTemperature(h), got, err)
		}
	}
}

func TestPanelsFitAtTheLargestText(t *testing.T) {
	for _, lang := range uitest.Langs {
		app := uitest.App(t, "light", lang)
		app.Settings().SetTheme(look.New(look.Options{TextSize: look.MaxTextSize}))
		e := NewEditor(EditorOptions{Models: func(persona.Connection) ([]parts.Suggestion, error) { return nil, nil }})
		e.ShowPersona(somePersona())
		m := NewMemory(MemoryOptions{})
		m.ShowMemory("Mint", someMemories(), nil)
		d := NewDetails(nil)
		d.ShowFacts(someFacts())
		for name, o := range map[string]fyne.CanvasObject{"editor": e, "memory": m, "details": d} {
			if w := o.MinSize().Width; w > look.InspectorWidth {
				t.Errorf("%s in %s asks for %g", name, lang, w)
			}
		}
		if w := someList().MinSize().Width; w > look.SideWidth {
			t.Errorf("list in %s asks for %g", lang, w)
		}
	}
}
