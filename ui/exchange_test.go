package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
)

// pageOf chooses a page of the dialog and returns what it shows.
func (d *desk) pageOf(tab int) string {
	d.t.Helper()
	tabs := first[*parts.Tabs](d, d.top())
	tabs.Select(tab)
	tabs.OnSelected(tab)
	return d.shows()
}

// A person reaches what was sent for a reply from the reply and from the details, and can copy it.
func TestSentIsShown(t *testing.T) {
	server := llmtest.Serve(t, llmtest.Script{llmtest.Wrong(503, "busy", "no room"), llmtest.Good("Hello", " there")})
	d := with(t, persona.Connection{Name: "Home", BaseURL: server.URL, Model: "test-model"})
	d.ask("Are you <there>?")
	d.settle()
	head, err := d.Store.Talk(d.open.talk).Head()
	must(t, err)
	chats := server.Chats()
	sent := string(chats[len(chats)-1].Body)

	d.act(chat.ActionSent, head)
	d.settle()
	d.sees("What was sent, and what came back", "2 messages", "exactly what went out")
	d.press("chat.copy")
	if got := d.App.Clipboard().Content(); got != sent {
		t.Errorf("copied %q, want %q", got, sent)
	}
	d.pageOf(1)
	d.press("chat.copy")
	for _, want := range []string{"Attempt 1, which failed\nHTTP 503", `"content": "Hello there"`, "HTTP 200", "data: [DONE]"} {
		if got := d.App.Clipboard().Content(); !strings.Contains(got, want) {
			t.Errorf("the response lacks %q: %s", want, got)
		}
	}
	d.escape()
	d.misses("What was sent, and what came back")

	d.showInspector(tabDetails)
	d.settle()
	d.sees("All replies so far", "Of it from its cache", "See what was sent for the last reply")
	for _, o := range test.LaidOutObjects(d.inspector.details) {
		if l, ok := o.(*parts.Link); ok {
			l.Tapped(nil)
		}
	}
	d.settle()
	d.sees("exactly what went out")
}

// A key that was typed into a talk does not show.
func TestKeysDoNotShow(t *testing.T) {
	server := llmtest.Serve(t, llmtest.Script{llmtest.Good("Keep ", plainKey, " for yourself")})
	d := with(t, persona.Connection{Name: "Home", BaseURL: server.URL, Model: "test-model"})
	must(t, d.Keys.Set("server", plainKey))
	d.ask("Mine is " + plainKey)
	d.settle()
	head, err := d.Store.Talk(d.open.talk).Head()
	must(t, err)
	d.act(chat.ActionSent, head)
	d.settle()
	d.sees("exactly what went out")
	for tab := range 2 {
		d.pageOf(tab)
		d.press("chat.copy")
		if got := d.App.Clipboard().Content(); strings.Contains(got, plainKey) || !strings.Contains(got, "••••") {
			t.Errorf("page %d shows %s", tab, got)
		}
	}
}

// A reply without a record says so, and offers nothing to copy of the request.
func TestSentIsNotKnown(t *testing.T) {
	d := with(t, persona.Connection{})
	e, err := d.Store.Talk(d.open.talk).Append(talk.Entry{Role: talk.Assistant, Text: "from elsewhere", Sent: &talk.Sent{}})
	must(t, err)
	d.showSent(e.ID)
	d.settle()
	d.sees("was not recorded")
	d.pageOf(1)
	d.sees("newest 100 replies only")
}
