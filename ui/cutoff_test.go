package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// tight returns a persona whose prompt alone is longer than the ceiling of n tokens.
func tight(name string, n int) persona.Persona {
	return persona.Persona{Name: name, Prompt: strings.Repeat("Be kind. ", 600), Cutoff: persona.Cutoff{Threshold: &n}}
}

const long = "Tell me about the sea"

// cutDesk is a desk whose persona cannot send anything, with the dialog open.
func cutDesk(t *testing.T) (*desk, *llmtest.Server) {
	t.Helper()
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("The sea is large")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, tight("Mira", 1000))
	d.ask(long)
	d.sees(words.T("cutoffdialog.title"), words.T("cutoffdialog.system"))
	d.wantPath(d.open.talk)
	if got := d.composer.Draft(d.open.talk); got != long {
		t.Errorf("the input holds %q", got)
	}
	if n := len(s.Chats()); n != 0 {
		t.Errorf("%d requests went out", n)
	}
	if got := texts(d.transcript); strings.Contains(got, "sea") {
		t.Errorf("the talk shows %q", got)
	}
	return d, s
}

func TestCutOffRaise(t *testing.T) {
	d, s := cutDesk(t)
	to := only(d, d.top(), func(b *parts.Button) bool { return b.Kind == parts.Primary })
	d.pressText(to.Text)
	d.settle()
	d.rest()
	if d.win.Canvas().Overlays().Top() != nil {
		t.Error("the dialog is still there")
	}
	if got := d.composer.Draft(d.open.talk); got != long {
		t.Errorf("the input holds %q", got)
	}
	p, err := d.Store.Persona(d.open.persona.ID)
	must(t, err)
	if p.Cutoff.Threshold == nil || !strings.Contains(to.Text, words.Number(*p.Cutoff.Threshold)) {
		t.Fatalf("stored %v, the button says %q", p.Cutoff.Threshold, to.Text)
	}
	d.press("composer.send")
	d.settle()
	d.wantPath(d.open.talk, "u "+long, "a The sea is large")
	if len(s.Chats()) != 1 {
		t.Errorf("%d requests went out", len(s.Chats()))
	}
	if other, err := d.Store.Persona(d.person("Otto").Persona.ID); err != nil || other.Cutoff.Threshold != nil {
		t.Errorf("Otto's ceiling is %v, %v", other.Cutoff.Threshold, err)
	}
}

func TestCutOffOpens(t *testing.T) {
	for key, want := range map[string]int{"cutoffdialog.open": tabCutoff, "cutoffdialog.prompt": tabPersona} {
		t.Run(key, func(t *testing.T) {
			d, _ := cutDesk(t)
			d.press(key)
			d.settle()
			if got := d.inspector.tabs.Selected(); got != want || !d.frame.inspectorOpen {
				t.Errorf("tab %d is shown: %v", got, d.frame.inspectorOpen)
			}
			if got := d.composer.Draft(d.open.talk); got != long {
				t.Errorf("the input holds %q", got)
			}
		})
	}
}

func TestCutOffLeavesOutTheSummary(t *testing.T) {
	d := with(t, persona.Connection{}, persona.Persona{Name: "Mira", Prompt: "You are Mira."})
	d.ask("Hello")
	log := d.Store.Talk(d.open.talk)
	head, err := log.Head()
	must(t, err)
	sum, err := log.PutSummary(talk.Summary{Time: time.Now(), Until: head.ID, Text: strings.Repeat("They spoke of the sea. ", 400), Tokens: 2400, Encoding: talk.O200kBase})
	must(t, err)
	n := 1000
	p := d.open.persona
	p.Cutoff.Threshold = &n
	d.editPersona(p)
	d.inspector.show(p)
	d.settle()
	before := d.path(d.open.talk)
	d.ask(long)
	d.press("cutoffdialog.leaveout")
	d.settle()
	if s, err := log.Summary(); err != nil || s != nil {
		t.Fatalf("the summary is %v, %v", s, err)
	}
	if got := d.toast.Text(); got != words.T("summary.leftOut") {
		t.Errorf("told %q", got)
	}
	d.press("action.undo")
	d.settle()
	back, err := log.Summary()
	must(t, err)
	if back == nil || back.Text != sum.Text || back.Until != sum.Until || !back.Time.Equal(sum.Time) {
		t.Errorf("put back %+v", back)
	}
	if got := d.path(d.open.talk); !slices.Equal(got, before) {
		t.Errorf("path is %q", got)
	}
	if got := d.composer.Draft(d.open.talk); got != long {
		t.Errorf("the input holds %q", got)
	}
}

func TestCutOffWhileAnotherTalkIsShown(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("never")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, tight("Mira", 1000))
	mira := d.open.talk
	d.say(long)
	d.openPersona(d.person("Otto").Persona.ID)
	d.composer.SetDraft(d.open.talk, "to Otto")
	d.settle()
	d.misses(words.T("cutoffdialog.title"))
	if d.composer.Draft(d.open.talk) != "to Otto" || d.composer.Draft(mira) != long {
		t.Errorf("the inputs hold %q and %q", d.composer.Draft(d.open.talk), d.composer.Draft(mira))
	}
	d.wantPath(mira)
	d.visit("Mira")
	d.sees(words.T("cutoffdialog.title"))
}

// What was written since stays behind what comes back.
func TestCutOffKeepsWhatWasWrittenSince(t *testing.T) {
	d := with(t, persona.Connection{}, tight("Mira", 1000))
	d.say(long)
	d.composer.SetDraft(d.open.talk, "and the wind")
	d.settle()
	if got := d.composer.Draft(d.open.talk); got != long+"\n\nand the wind" {
		t.Errorf("the input holds %q", got)
	}
}

// chatty fills the shown talk with n short messages, an hour apart.
func chatty(d *desk, n int) {
	d.t.Helper()
	log := d.Store.Talk(d.open.talk)
	begin := time.Now().Add(-time.Duration(n) * time.Hour)
	for i := range n {
		role := talk.User
		if i%2 == 1 {
			role = talk.Assistant
		}
		_, err := log.Append(talk.Entry{Role: role, Time: begin.Add(time.Duration(i) * time.Hour), Text: "line " + words.Number(i), Tokens: 100, Encoding: talk.O200kBase})
		must(d.t, err)
	}
	d.refreshTalk(nil)
	d.settle()
}

func TestTheSliderChangesOnePersona(t *testing.T) {
	d := with(t, persona.Connection{}, persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	chatty(d, 60)
	d.showInspector(tabCutoff)
	d.settle()
	d.misses("✂")
	sliders := func() *parts.Slider { return first[*parts.Slider](d, d.inspector.cutoff) }
	all := texts(d.inspector.cutoff)
	sliders().Tapped(tapAt(0))
	d.settle()
	low := sliders().Value()
	if low >= 4000 {
		t.Fatalf("the slider's low end is %d", low)
	}
	d.sees("✂")
	if got := texts(d.inspector.cutoff); got == all || !strings.Contains(got, "60 messages") {
		t.Errorf("the preview still shows %q", got)
	}
	d.rest()
	mira, err := d.Store.Persona(d.open.persona.ID)
	must(t, err)
	otto, err := d.Store.Persona(d.person("Otto").Persona.ID)
	must(t, err)
	if mira.Cutoff.Threshold == nil || *mira.Cutoff.Threshold != low || otto.Cutoff.Threshold != nil {
		t.Errorf("stored %v for Mira, %v for Otto", mira.Cutoff.Threshold, otto.Cutoff.Threshold)
	}
	if d.settings.Cutoff.Threshold != tokens.Defaults().Threshold {
		t.Errorf("the default became %d", d.settings.Cutoff.Threshold)
	}
	d.press("panels.cutoff.useDefault", map[string]any{"Default": words.Number(tokens.Defaults().Threshold)})
	d.settle()
	d.rest()
	d.misses("✂")
	if mira, err = d.Store.Persona(mira.ID); err != nil || mira.Cutoff.Threshold != nil {
		t.Errorf("stored %v, %v", mira.Cutoff.Threshold, err)
	}
}

// The panel says the same as the dialog would, before anything is sent.
func TestThePreviewWarnsThatNothingWouldBeSent(t *testing.T) {
	d := with(t, persona.Connection{}, tight("Mira", 1000))
	chatty(d, 3)
	d.showInspector(tabCutoff)
	d.settle()
	if got := texts(d.inspector.cutoff); !strings.Contains(got, words.T("panels.preview.nothing")) {
		t.Errorf("the preview shows %q", got)
	}
}
