package ui

import (
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

// A message that the user chose is the first that is sent, until that is taken back.
func TestStartFromHere(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("Fine")})
	d := with(t, at(s), persona.Persona{Name: "Mira"})
	chatty(d, 20)
	log := d.Store.Talk(d.open.talk)
	entries, err := log.Page(0, 20)
	must(t, err)
	d.act(chat.ActionStart, entries[8])
	d.settle()
	report := d.inspector.facts.Report
	if report.First != 8 || report.Kept != 12 || report.Reason != tokens.ReasonChosen {
		t.Fatalf("after choosing: %+v", report)
	}
	if got := d.toast.Text(); got != words.T("start.chosen") {
		t.Errorf("told %q", got)
	}
	d.transcript.ScrollTo(8)
	d.settle()
	d.sees("✂ You chose to start here: the 8 messages above are not sent", words.T("start.takeBack"))
	d.ask("And now?")
	sent := string(s.Chats()[0].Body)
	if strings.Contains(sent, `"line 7"`) || !strings.Contains(sent, `"line 8"`) {
		t.Errorf("sent %s", sent)
	}
	_, takeBack := d.cutAction(d.inspector.facts.Report.Reason)
	takeBack()
	d.settle()
	if report := d.inspector.facts.Report; report.First != 0 || report.Reason != "" {
		t.Errorf("after taking it back: %+v", report)
	}
	d.misses("✂")
}

func TestStartFromHereIsUndone(t *testing.T) {
	d := with(t, persona.Connection{}, persona.Persona{Name: "Mira"})
	chatty(d, 20)
	entries, err := d.Store.Talk(d.open.talk).Page(0, 20)
	must(t, err)
	d.act(chat.ActionStart, entries[9]) // the persona's: the turn that it belongs to is sent
	d.settle()
	if report := d.inspector.facts.Report; report.First != 8 {
		t.Errorf("after choosing a reply: %+v", report)
	}
	d.press("action.undo")
	d.settle()
	anchor, err := d.Store.Talk(d.open.talk).Anchor()
	if report := d.inspector.facts.Report; err != nil || anchor != (talk.Anchor{}) || report.First != 0 {
		t.Errorf("after undoing: %+v, anchor %+v, %v", report, anchor, err)
	}
}

func TestTheCutLineOffersWhatFitsItsReason(t *testing.T) {
	exact := false
	for _, c := range []struct {
		why   tokens.Reason
		steps *bool
		want  string
		panel bool
	}{
		{tokens.ReasonTokens, nil, "start.more", false},
		{tokens.ReasonBoth, nil, "start.more", false},
		{tokens.ReasonTokens, &exact, "start.allowMore", true},
		{tokens.ReasonAge, nil, "start.openCutoff", true},
		{tokens.ReasonSummary, nil, "start.openCutoff", true},
		{tokens.ReasonChosen, &exact, "start.takeBack", false},
	} {
		d := with(t, persona.Connection{}, persona.Persona{Name: "Mira", Cutoff: persona.Cutoff{Steps: c.steps}})
		d.showInspector(tabDetails)
		label, do := d.cutAction(c.why)
		if label != words.T(c.want) {
			t.Errorf("%s: offers %q", c.why, label)
		}
		do()
		d.settle()
		if opened := d.inspector.tabs.Selected() == tabCutoff; opened != c.panel {
			t.Errorf("%s: the panel is open: %v", c.why, opened)
		}
	}
}

// Where everything that fits is sent, asking for more says so.
func TestMoreThanFitsIsNotToBeHad(t *testing.T) {
	ceiling := 1000
	exact := true
	d := with(t, persona.Connection{}, persona.Persona{Name: "Mira", Cutoff: persona.Cutoff{Threshold: &ceiling, Steps: &exact}})
	chatty(d, 40)
	d.useMore()
	d.settle()
	d.useMore()
	d.settle()
	if got := d.toast.Text(); got != words.T("start.full") {
		t.Errorf("told %q of %+v", got, d.inspector.facts.Report)
	}
	d.press("start.openCutoff")
	if d.inspector.tabs.Selected() != tabCutoff {
		t.Error("the panel is not open")
	}
}
