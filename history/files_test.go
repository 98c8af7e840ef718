package history_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

func TestAttachments(t *testing.T) {
	s := historytest.Open(t)
	data := bytes.Repeat([]byte("picture"), 1000)
	ref, err := s.AddAttachment(data)
	must(t, err)
	again, err := s.AddAttachment(data)
	must(t, err)
	got, err := s.Attachment(ref)
	must(t, err)
	if again != ref || !bytes.Equal(got, data) {
		t.Errorf("ref %s, then %s", ref, again)
	}
	if _, err := s.AddAttachment(make([]byte, history.MaxAttachment+1)); !errors.Is(err, history.ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	missing := "sha256:" + strings.Repeat("0", 64)
	for _, bad := range []string{"", missing, "sha256:../../bonbon.db", "sha256:" + strings.ToUpper(ref[7:]), ref[7:], "asset:mina"} {
		if _, err := s.Attachment(bad); !errors.Is(err, history.ErrNotFound) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	path := filepath.Join(s.Dir(), "attachments", ref[7:])
	must(t, os.WriteFile(path, []byte("other"), 0o600))
	if _, err := s.Attachment(ref); !errors.Is(err, history.ErrDamaged) {
		t.Errorf("changed content: %v", err)
	}
	_, err = s.AddAttachment(data) // heals it
	must(t, err)
	if got, err := s.Attachment(ref); err != nil || !bytes.Equal(got, data) {
		t.Errorf("after adding again: %v", err)
	}
	names, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	if len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func TestWriteFileIsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.jsonl")
	must(t, history.WriteFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "old")
		return err
	}))
	mine := errors.New("mine")
	err := history.WriteFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "half of the n")
		return errors.Join(err, mine)
	})
	if !errors.Is(err, mine) {
		t.Errorf("got %v", err)
	}
	data, err := os.ReadFile(path)
	must(t, err)
	names, err := os.ReadDir(dir)
	must(t, err)
	if string(data) != "old" || len(names) != 1 {
		t.Errorf("file %q, names %v", data, names)
	}
	if err := history.WriteFile(filepath.Join(dir, "no", "out"), nil); !errors.Is(err, history.ErrNoFolder) {
		t.Errorf("no folder: %v", err)
	}
}

// B070: every name is kept and shown as it is, and none becomes a path.
func TestOddNames(t *testing.T) {
	data, err := os.ReadFile("testdata/B070_names.json")
	must(t, err)
	var names []string
	must(t, json.Unmarshal(data, &names))
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	dir := t.TempDir()
	for _, name := range names {
		p, info, err := s.CreatePersona(persona.Persona{Name: name}, talk.Entry{})
		if strings.TrimSpace(name) == "" {
			if !errors.Is(err, history.ErrBadName) {
				t.Errorf("%q: %v", name, err)
			}
		} else {
			must(t, err)
			must(t, s.RenameTalk(info.ID, name))
			got, err := s.Persona(p.ID)
			must(t, err)
			if got.Name != strings.ReplaceAll(name, "\x00", "\ufffd") {
				t.Errorf("name %q became %q", name, got.Name)
			}
		}
		safe := history.SafeName(name)
		must(t, history.WriteFile(filepath.Join(dir, safe+".jsonl"), func(io.Writer) error { return nil }))
		if safe == "" || len(safe) > 125 || !utf8.ValidString(safe) || strings.ContainsAny(safe, `<>:"/\|?*`) || strings.HasPrefix(safe, ".") ||
			strings.ContainsFunc(safe, func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Errorf("%q gives the file name %q", name, safe)
		}
	}
	files, err := os.ReadDir(dir)
	must(t, err)
	if len(files) < len(names)/2 {
		t.Errorf("%d files", len(files))
	}
	around, err := os.ReadDir(s.Dir())
	must(t, err)
	if len(around) != 1 {
		t.Errorf("the data folder holds %v", around)
	}
	for name, want := range map[string]string{
		"Mina": "Mina", "con": "_con", "COM1.log": "_COM1.log", "aux .txt": "_aux .txt", "": "_", "..": "_", "-rf": "rf", "a/b": "a_b",
		"猫": "猫", ".hidden": "hidden", "COMA": "COMA",
	} {
		if got := history.SafeName(name); got != want {
			t.Errorf("SafeName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestPersonasAndTalks(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	s := historytest.OpenWith(t, t.TempDir(), history.Options{Now: func() time.Time { return now }})
	tick := func() { now = now.Add(time.Minute) }
	mina, first, err := s.CreatePersona(persona.Persona{Name: "Mina", Prompt: "kind"}, talk.Entry{Text: "hello", Tokens: 2})
	must(t, err)
	tick()
	kai, _, err := s.CreatePersona(persona.Persona{Name: "Kai"}, talk.Entry{})
	must(t, err)
	order := func() (names []string) {
		list, err := s.Personas()
		must(t, err)
		for _, l := range list {
			names = append(names, l.Persona.Name+"="+l.Preview)
		}
		return names
	}
	if got := order(); !slices.Equal(got, []string{"Kai=", "Mina=hello"}) {
		t.Errorf("personas %q", got)
	}
	tick()
	say(t, s.Talk(first.ID), "how\n are  you?")
	if got := order(); !slices.Equal(got, []string{"Mina=how are you?", "Kai="}) {
		t.Errorf("personas %q", got)
	}
	h, err := s.Talk(first.ID).Page(0, 1)
	must(t, err)
	if !h[0].Greeting || h[0].Flags()&talk.Greeting == 0 || h[0].Role != talk.Assistant {
		t.Errorf("greeting %+v", h[0])
	}

	tick()
	second, err := s.CreateTalk(mina.ID, "second", talk.Entry{})
	must(t, err)
	third, err := s.CopyTalk(first.ID, "copy")
	must(t, err)
	wantTexts(t, s.Talk(third.ID), "hello how\n are  you?")
	say(t, s.Talk(third.ID), "only here")
	wantTexts(t, s.Talk(first.ID), "hello how\n are  you?")

	tick()
	must(t, s.TrashTalk(second.ID))
	tick()
	must(t, s.TrashTalk(second.ID)) // again changes nothing
	list, err := s.Talks(mina.ID)
	must(t, err)
	if len(list) != 2 || list[0].ID != third.ID {
		t.Errorf("talks %+v", list)
	}
	if err := s.RemoveTalk(first.ID); !errors.Is(err, history.ErrNotTrashed) {
		t.Errorf("remove: %v", err)
	}
	must(t, s.RestoreTalk(second.ID))
	must(t, s.TrashTalk(second.ID))
	must(t, s.RemoveTalk(second.ID))
	if _, err := s.Talk(second.ID).Info(); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("removed talk: %v", err)
	}

	memory, err := s.PutMemory(mina.ID, talk.Memory{Text: "likes tea"})
	must(t, err)
	twin, err := s.CopyPersona(mina.ID, "Twin", true)
	must(t, err)
	bare, err := s.CopyPersona(mina.ID, "Bare", false)
	must(t, err)
	for id, want := range map[string][2]int{mina.ID: {2, 1}, twin.ID: {2, 1}, bare.ID: {1, 0}, kai.ID: {1, 0}} {
		talks, err := s.Talks(id)
		must(t, err)
		memories, err := s.Memories(id)
		must(t, err)
		if len(talks) != want[0] || len(memories) != want[1] {
			t.Errorf("%d talks, %d memories, want %v", len(talks), len(memories), want)
		}
	}
	must(t, s.RemoveMemory(mina.ID, memory.ID))

	must(t, s.TrashPersona(mina.ID))
	must(t, s.TrashTalk(third.ID))
	trash, err := s.Trash()
	must(t, err)
	if len(trash.Personas) != 1 || len(trash.Talks) != 1 || len(order()) != 3 {
		t.Errorf("trash %+v", trash)
	}
	must(t, s.RestorePersona(mina.ID))
	must(t, s.RenamePersona(mina.ID, "Mina again"))
	p, err := s.Persona(mina.ID)
	must(t, err)
	if p.Prompt != "kind" || p.Name != "Mina again" || !p.Created.Equal(mina.Created) {
		t.Errorf("restored %+v", p)
	}
	must(t, s.TrashPersona(mina.ID))
	if n, err := s.EmptyTrash(now.Add(-time.Hour)); err != nil || n != 0 {
		t.Errorf("emptied %d, %v", n, err)
	}
	if n, err := s.EmptyTrash(time.Time{}); err != nil || n != 2 {
		t.Errorf("emptied %d, %v", n, err)
	}
	if _, err := s.Persona(mina.ID); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("removed persona: %v", err)
	}
	wantTalks, err := s.Talks(twin.ID)
	must(t, err)
	if len(wantTalks) != 2 {
		t.Error("the copy went with the original")
	}
}

func TestNotFound(t *testing.T) {
	s, tk := begin(t, "")
	_, talkErr := s.CreateTalk("no", "", talk.Entry{})
	_, copyErr := s.CopyPersona("no", "x", true)
	_, memErr := s.PutMemory("no", talk.Memory{})
	_, sumErr := tk.PutSummary(talk.Summary{ID: "no"})
	_, entryErr := tk.Entry(7)
	_, showErr := tk.Show(7)
	_, listErr := s.Talks("")
	_, noTalk := s.Talk("").Len()
	for i, err := range []error{
		talkErr, copyErr, memErr, sumErr, entryErr, showErr, listErr, noTalk,
		s.RenameTalk("no", "x"), s.TrashPersona("no"), s.RemovePersona("no"), s.RemoveTalk("no"), s.PutPersona(persona.Persona{Name: "x"}),
		tk.RemoveSummary("no"), s.RemoveMemory("no", "no"), tk.SetHead(7), s.ExportTalk(io.Discard, "no"), s.ExportPersona(io.Discard, "no"),
	} {
		if !errors.Is(err, history.ErrNotFound) {
			t.Errorf("case %d: %v", i, err)
		}
	}
	say(t, tk, "none of these stops the talk")
}

func TestSettingsAndNotes(t *testing.T) {
	s, tk := begin(t, "")
	set, err := s.Settings()
	must(t, err)
	if set.Cutoff != persona.DefaultSettings().Cutoff {
		t.Errorf("first settings %+v", set)
	}
	set.UserName, set.TextSize = "Lea <&>", 120
	must(t, s.PutSettings(set))
	got, err := s.Settings()
	must(t, err)
	if got.UserName != set.UserName || got.TextSize != 120 {
		t.Errorf("got %+v", got)
	}
	if su, err := tk.Summary(); su != nil || err != nil {
		t.Errorf("summary %v, %v", su, err)
	}
	late, err := tk.PutSummary(talk.Summary{Text: "late", Time: time.UnixMilli(2000)})
	must(t, err)
	_, err = tk.PutSummary(talk.Summary{Text: "early", Time: time.UnixMilli(1000)})
	must(t, err)
	late.Text = "later"
	_, err = tk.PutSummary(late)
	must(t, err)
	if su, err := tk.Summary(); err != nil || su.Text != "later" {
		t.Errorf("summary %+v, %v", su, err)
	}
	must(t, tk.RemoveSummary(late.ID))
	if all, err := tk.Summaries(); err != nil || len(all) != 1 || all[0].Text != "early" {
		t.Errorf("summaries %+v, %v", all, err)
	}
	info, err := tk.Info()
	must(t, err)
	m, err := s.PutMemory(info.Persona, talk.Memory{Text: "a\x00"})
	must(t, err)
	m.Text = "b"
	_, err = s.PutMemory(info.Persona, m)
	must(t, err)
	if all, err := tk.Memories(); err != nil || len(all) != 1 || all[0].Text != "b" || all[0].Time.IsZero() {
		t.Errorf("memories %+v, %v", all, err)
	}
}

func TestPreview(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		" a\n\tb ":                  "a b",
		"猫\xff":                     "猫\ufffd",
		strings.Repeat("x", 120):    strings.Repeat("x", 120),
		strings.Repeat("猫", 100000): strings.Repeat("猫", 119) + "…",
	} {
		if got := history.Preview(text); got != want {
			t.Errorf("preview of %.20q: %q, want %q", text, got, want)
		}
	}
}
