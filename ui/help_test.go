package ui

import (
	"os"
	"strings"
	"testing"

	"bonbon/doctor"
	"bonbon/history"
	"bonbon/persona"
	"bonbon/ui/words"
)

// The help shows what the doctor says, in a worker and without a server's being asked, and copies it without keys and texts.
func TestHelp(t *testing.T) {
	const text = "the harbour bell rang twice"
	d := with(t, persona.Connection{Name: markedKey, BaseURL: "http://user:" + "sk-marked" + "@models.invalid/v1", Model: "m"}, persona.Persona{Name: "Mira", Prompt: text})
	d.composer.SetDraft(d.open.talk, text)
	must(t, os.WriteFile(d.Store.Dir()+"/bonbon.sync-conflict-20260101-120000-ABCDEFG.db", nil, 0o600))
	d.showHelp()
	d.sees(words.T("help.looking"))
	d.settle()
	d.sees(words.T("doctor.verdict.well"), words.T("doctor.tables"), words.T("doctor.connection.unasked"), "sync-conflict")
	d.press("help.copy")
	got := d.App.Clipboard().Content()
	for _, secret := range []string{markedKey, "sk-marked", text} {
		if strings.Contains(got, secret) || strings.Contains(d.shows(), secret) {
			t.Errorf("%q is shown or copied", secret)
		}
	}
	if !strings.Contains(got, words.T("doctor.database.inUse")) || !strings.Contains(got, words.T("doctor.folder.conflict.do")) {
		t.Errorf("copied %q", got)
	}
	d.press("help.ask")
	d.settle()
	d.sees(words.T("doctor.verdict.trouble"), words.T("doctor.connection.bad.do"))
	d.escape()
	if d.help != nil {
		t.Error("the help is still open")
	}
}

// Every finding has words in every language, without gaps.
func TestEveryFindingHasWords(t *testing.T) {
	dir := t.TempDir()
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	must(t, s.Close())
	for _, tag := range words.Tags {
		must(t, words.Use(tag))
		r := doctor.Examine(t.Context(), doctor.Options{Dir: dir, Version: "v1", Counter: counter, Place: func() string { return "file" }})
		got := DoctorText(r)
		if strings.Contains(got, "doctor.") || strings.Contains(got, "no value") || len(r) < 8 {
			t.Errorf("%s: %s", tag, got)
		}
	}
	must(t, words.Use("en"))
}
