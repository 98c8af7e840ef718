package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// typed empties an input that has the focus and types into it.
func (d *desk) typed(text string) {
	d.t.Helper()
	in := d.win.Canvas().Focused()
	if in == nil {
		d.t.Fatalf("nothing to type into has the focus; shown: %s", d.shows())
	}
	in.(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutSelectAll{})
	in.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	for _, r := range text {
		in.TypedRune(r)
	}
}

// stuck opens a desk on which what is said is cut off, with the dialog open.
func stuck(t *testing.T, p persona.Persona, before func(*desk), say string) (*desk, *llmtest.Server) {
	t.Helper()
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("The sea is large")})
	p.Name = "Mira"
	d := with(t, at(s), p)
	if before != nil {
		before(d)
		d.settle()
	}
	d.ask(say)
	d.sees(words.T("cutoffdialog.title"))
	if len(s.Chats()) != 0 {
		t.Fatalf("%d requests went out", len(s.Chats()))
	}
	return d, s
}

func ceiling(n int) persona.Cutoff { return persona.Cutoff{Threshold: &n} }

// Every cause of a cut-off has a button after which the message is sent.
func TestEveryCauseHasARemedyThatWorks(t *testing.T) {
	large := strings.Repeat("Be kind. ", 600)
	window, reply := 8000, 6500
	for _, c := range []struct {
		name   string
		p      persona.Persona
		before func(*desk)
		say    string // "" is long
		button string
		then   func(*desk)
		sent   string // "" is what was said
	}{
		{name: "system prompt", p: persona.Persona{Prompt: large, Cutoff: ceiling(1000)}, button: "cutoffdialog.prompt", then: func(d *desk) { d.typed("You are Mira.") }},
		{name: "memory", p: persona.Persona{Cutoff: ceiling(1000)}, button: "cutoffdialog.openMemory", before: func(d *desk) { d.putMemory(talk.Memory{Text: large}) },
			then: func(d *desk) {
				if d.inspector.tabs.Selected() != tabMemory {
					t.Error("the memory is not shown")
				}
				d.press("panels.memory.delete")
			}},
		{name: "summary", p: persona.Persona{Cutoff: ceiling(1000)}, button: "cutoffdialog.leaveout", before: func(d *desk) { d.putSummary("", large) }},
		{name: "newest message", p: persona.Persona{Cutoff: ceiling(1000)}, say: strings.Repeat("wind and sea ", 700), button: "cutoffdialog.shorten",
			then: func(d *desk) { d.typed("Tell me of the sea") }, sent: "Tell me of the sea"},
		{name: "pasted text", p: persona.Persona{Cutoff: ceiling(1000)}, say: strings.Repeat("wind and sea ", 7000), button: "cutoffdialog.shorten",
			then: func(d *desk) {
				d.composer.SetDraft(d.open.talk, "")
				d.typed("Tell me of the sea")
			}, sent: "Tell me of the sea"},
		{name: "longest reply", p: persona.Persona{Prompt: large, Cutoff: persona.Cutoff{ContextLength: &window, MaxOutput: &reply}},
			before: func(d *desk) { d.putMemory(talk.Memory{Text: large}) }, button: "cutoffdialog.shorterReply",
			then: func(d *desk) {
				d.typed("500")
				d.win.Canvas().Unfocus()
			}},
		{name: "the server's window", p: persona.Persona{Prompt: large, Cutoff: persona.Cutoff{ContextLength: new(int)}},
			before: func(d *desk) {
				small := 1200
				p := d.open.persona
				p.Cutoff.ContextLength = &small
				d.editPersona(p)
				d.inspector.show(p)
			}, button: "cutoffdialog.setWindow",
			then: func(d *desk) {
				d.typed("32k")
				d.win.Canvas().Unfocus()
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.say == "" {
				c.say = long
			}
			d, s := stuck(t, c.p, c.before, c.say)
			if len(c.say) >= parts.LongPaste {
				d.sees("pasted text")
			}
			d.pressBeginning(strings.TrimSuffix(words.T(c.button, map[string]any{"Tokens": ""}), ")"))
			d.settle()
			if d.win.Canvas().Overlays().Top() != nil {
				t.Fatal("the dialog is still there")
			}
			if c.then != nil {
				c.then(d)
			}
			d.settle()
			d.rest()
			if c.sent == "" {
				c.sent = c.say
			}
			if got := d.composer.Draft(d.open.talk); got != c.sent {
				t.Fatalf("the input holds %.60q", got)
			}
			d.press("composer.send")
			d.settle()
			d.wantPath(d.open.talk, "u "+c.sent, "a The sea is large")
			if len(s.Chats()) != 1 {
				t.Errorf("%d requests went out", len(s.Chats()))
			}
		})
	}
}

// pressBeginning presses the one button whose text begins so.
func (d *desk) pressBeginning(text string) {
	d.t.Helper()
	only(d, d.top(), func(b *parts.Button) bool { return strings.HasPrefix(b.Text, text) && text != "" }).Tapped(nil)
}

// A server that takes too little is the server's affair: another model or connection is one press away.
func TestTheServersWindowLeadsToAnotherModel(t *testing.T) {
	window := 1200
	d, _ := stuck(t, persona.Persona{Prompt: strings.Repeat("Be kind. ", 600), Cutoff: persona.Cutoff{ContextLength: &window}}, nil, long)
	d.sees("The model can take")
	d.press("cutoffdialog.otherModel")
	d.settle()
	if d.inspector.tabs.Selected() != tabPersona || d.win.Canvas().Focused() == nil {
		t.Errorf("tab %d is shown, focused %T", d.inspector.tabs.Selected(), d.win.Canvas().Focused())
	}
}

// Answering an old message again takes nothing back: the dialog says so, and there is nothing to shorten.
func TestCutOffOfAMessageThatStays(t *testing.T) {
	d := with(t, persona.Connection{}, persona.Persona{Name: "Mira"})
	log := d.Store.Talk(d.open.talk)
	_, err := log.Append(talk.Entry{Role: talk.User, Text: strings.Repeat("wind ", 3000), Tokens: 3000, Encoding: talk.O200kBase})
	must(t, err)
	n := 1000
	p := d.open.persona
	p.Cutoff.Threshold = &n
	d.editPersona(p)
	d.answerAgain(talk.Entry{})
	d.settle()
	d.sees("your message stays where it is", words.T("cutoffdialog.newest"))
	d.misses(words.T("cutoffdialog.shorten"))
}
