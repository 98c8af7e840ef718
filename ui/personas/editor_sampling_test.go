package personas

import (
	"errors"
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// field returns the number with a name.
func (m *samplingFields) find(name string) *samplingNumber {
	return m.numbers[slices.IndexFunc(m.numbers, func(n *samplingNumber) bool { return n.kind.name == name })]
}

func TestSamplingInTheEditor(t *testing.T) {
	e, heard, c := shownEditor(t, EditorOptions{})
	e.ShowPersona(persona.Persona{ID: "1", Name: "Mint", Sampling: persona.Sampling{TopP: new(0.9), Stop: []string{"\n\n", "User:"}}})
	e.sampling.fold.SetOpen(true)
	if got := e.sampling.find("top_p").entry.Input().Text; got != "0.9" || e.sampling.stop.Text() != "\\n\\n\nUser:" || len(*heard) != 0 {
		t.Errorf("shows %q and %q, heard %d", got, e.sampling.stop.Text(), len(*heard))
	}
	typed := func(name, text string) {
		in := e.sampling.find(name).entry.Input()
		c.Focus(in)
		in.SetText(text)
		c.Unfocus()
	}
	for name, text := range map[string]string{
		"top_p": "0", "top_k": "４０", "min_p": "0,05", "frequency_penalty": "-0.5", "presence_penalty": "−1", "repetition_penalty": "1.1", "seed": "0",
	} {
		typed(name, text)
	}
	e.sampling.stop.SetText("END\n\nEND\n\\n")
	e.sampling.effort.Choose("low")
	e.sampling.shape.Choose("strict")
	got := (*heard)[len(*heard)-1]
	s := got.Sampling
	if *s.TopP != 0 || *s.TopK != 40 || *s.MinP != 0.05 || *s.FrequencyPenalty != -0.5 || *s.PresencePenalty != -1 ||
		*s.RepetitionPenalty != 1.1 || *s.Seed != 0 || !slices.Equal(s.Stop, []string{"END", "\n"}) || s.ReasoningEffort != "low" || got.Shape != persona.ShapeStrict {
		t.Errorf("heard %+v", got)
	}
	for name, text := range map[string]string{"top_p": "1.5", "top_k": "0.5", "seed": "many"} {
		typed(name, text)
		if e.sampling.find(name).field.Problem() == "" {
			t.Errorf("%s takes %q", name, text)
		}
	}
	for _, n := range e.sampling.numbers {
		typed(n.kind.name, "")
	}
	e.sampling.stop.SetText("")
	e.sampling.effort.Choose("")
	e.sampling.shape.Choose("")
	if got := (*heard)[len(*heard)-1]; got.Shape != "" || got.Sampling.ReasoningEffort != "" || len(got.Sampling.Stop) != 0 ||
		slices.ContainsFunc(samplingKinds, func(k samplingKind) bool { return k.get(got.Sampling) != unset }) {
		t.Errorf("given back: %+v", got)
	}
}

func TestOwnValueCanBeLeftToTheServer(t *testing.T) {
	e, heard, _ := shownEditor(t, EditorOptions{})
	e.ShowPersona(persona.Persona{ID: "1", Sampling: persona.Sampling{Seed: new(7)}})
	link := e.sampling.again[e.sampling.find("seed").field].link
	if link.Text() != words.T("panels.editor.temperatureLeave") || !link.Visible() {
		t.Fatalf("shows %q", link.Text())
	}
	link.Tapped(nil)
	if got := (*heard)[0].Sampling.Seed; got != nil || link.Visible() {
		t.Errorf("the seed is %v, the line is there: %v", got, link.Visible())
	}
}

// What the server did not take is said beside each value that is set, and can be tried again.
func TestRefusedValues(t *testing.T) {
	var again []string
	e, _, _ := shownEditor(t, EditorOptions{OnSendAgain: func(fields []string) { again = append(again, fields...) }})
	e.ShowPersona(persona.Persona{ID: "1", Sampling: persona.Sampling{Temperature: new(0.5), RepetitionPenalty: new(1.1)}})
	says := func(f *parts.Field) bool {
		l := e.sampling.again[f].link
		return l.Visible() && l.Text() == words.T("panels.sampling.refused")
	}
	repetition, topK := e.sampling.find("repetition_penalty").field, e.sampling.find("top_k").field
	e.SetRefused([]string{"temperature", "repeat_penalty", "top_k"})
	if !says(e.temperature.field) || says(repetition) || says(topK) {
		t.Error("the wrong values are said to be refused")
	}
	e.SetRefused([]string{"repeat_penalty", "repetition_penalty"})
	if says(e.temperature.field) || !says(repetition) {
		t.Error("the wrong values are said to be refused, both names known")
	}
	e.sampling.again[repetition].link.Tapped(nil)
	if !slices.Equal(again, []string{"repetition_penalty", "repeat_penalty"}) {
		t.Errorf("asked to send %v", again)
	}
	e.SetRefused([]string{"temperature"})
	if !says(e.temperature.field) {
		t.Error("the temperature is not said to be refused")
	}
	e.temperature.set(noTemperature)
	if says(e.temperature.field) {
		t.Error("a value that is left to the server is said to be refused")
	}
}

// Every value that can be shown is read back as it was.
func TestSamplingText(t *testing.T) {
	for _, k := range samplingKinds {
		for _, v := range []float64{k.low, k.high, 1, 0.5, 0.333} {
			if k.whole != nil && v != float64(int(v)) || v < k.low || v > k.high {
				continue
			}
			n, err := k.parse(number(v))
			if again, err2 := k.parse(k.format(n)); err != nil || err2 != nil || again != n || k.format(n) != number(v) {
				t.Errorf("%s: %g -> %d -> %q -> %d, %v %v", k.name, v, n, k.format(n), again, err, err2)
			}
			var s persona.Sampling
			if k.set(&s, n); k.get(s) != n {
				t.Errorf("%s: set %d, got %d", k.name, n, k.get(s))
			}
		}
		for text, want := range map[string]error{"x": parts.ErrNotNumber, "1e300": parts.ErrRange, "nan": parts.ErrNotNumber} {
			if _, err := k.parse(text); !errors.Is(err, want) {
				t.Errorf("%s takes %q: %v", k.name, text, err)
			}
		}
	}
}

func TestLookSampling(t *testing.T) {
	uitest.Contact(t, "sampling", func() fyne.CanvasObject {
		e := NewEditor(EditorOptions{})
		p := somePersona()
		p.Sampling.TopK, p.Sampling.MinP = new(40), new(0.05)
		e.ShowPersona(p)
		e.SetRefused([]string{"top_k"})
		e.sampling.fold.SetOpen(true)
		e.scroll.ScrollToBottom()
		return e
	}, fyne.NewSize(look.InspectorWidth, 1200))
}

// In which form the server was found to want the messages is said beside the persona's own choice, until that is as strict.
func TestTheFormThatWasFound(t *testing.T) {
	forgot := 0
	e, _, _ := shownEditor(t, EditorOptions{OnForgetForm: func() { forgot++ }})
	e.ShowPersona(persona.Persona{ID: "1"})
	says := func(want string) {
		t.Helper()
		got := ""
		if e.sampling.form.Visible() {
			got = e.sampling.form.Text()
		}
		if want != "" {
			want = words.T("panels.sampling.found." + want)
		}
		if got != want {
			t.Errorf("says %q, want %q", got, want)
		}
	}
	says("")
	e.SetForm(Form{NoPrefill: true})
	says("words")
	e.SetForm(Form{Shape: persona.ShapeStrict, NoPrefill: true})
	says("strict")
	e.SetForm(Form{Shape: persona.ShapeNoSystem})
	says("no_system")
	e.sampling.shape.Choose("strict")
	says("no_system")
	e.sampling.form.Tapped(nil)
	if forgot != 1 {
		t.Errorf("forgotten %d times", forgot)
	}
	e.sampling.shape.Choose("no_system")
	says("")
	e.SetForm(Form{})
	says("")
}
