package history_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

func TestRestoreEverything(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	say(t, tk, "a")
	old, err := s.Backup(history.Asked)
	must(t, err)
	say(t, tk, "b")
	later := beginIn(t, s, "later")
	must(t, s.Restore(old.Name))
	wantTexts(t, tk, "hello a")
	if _, err := later.Len(); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("a talk that came later: %v", err)
	}
	must(t, s.Check())
	say(t, tk, "c")

	all := backups(t, s) // what was before the restore is the newest backup, and nothing of it is lost
	if len(all) != 2 || all[0].Why != history.BeforeRestore {
		t.Fatalf("backups %+v", all)
	}
	must(t, s.Restore(all[0].Name))
	wantTexts(t, tk, "hello a b")
	wantTexts(t, later, "later")
	if _, err := history.Open(dir, history.Options{LockTimeout: 1}); !errors.Is(err, history.ErrLocked) {
		t.Errorf("the new file is not locked: %v", err)
	}
	if err := s.Restore("none"); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("no such backup: %v", err)
	}
}

// The backup that is restored is there afterwards, even if the one that is made before would push it out.
func TestRestoreSparesItsBackup(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	old, err := s.Backup(history.Asked)
	must(t, err)
	say(t, tk, "a")
	must(t, s.Restore(old.Name))
	must(t, s.Restore(old.Name))
	wantTexts(t, tk, "hello")
}

func TestRestoreOfADamagedBackup(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	b, err := s.Backup(history.Asked)
	must(t, err)
	say(t, tk, "a")
	must(t, os.Truncate(filepath.Join(dir, "backups", b.Name), 9000))
	if _, err := history.Peek(dir, b.Name); !errors.Is(err, history.ErrBackup) {
		t.Errorf("peek: %v", err)
	}
	if err := s.Restore(b.Name); !errors.Is(err, history.ErrBackup) {
		t.Errorf("restore: %v", err)
	}
	if _, err := s.BringBack(b.Name, tk.ID()); !errors.Is(err, history.ErrBackup) {
		t.Errorf("bring back: %v", err)
	}
	wantTexts(t, tk, "hello a")
	left, err := filepath.Glob(filepath.Join(dir, "bonbon.db.*"))
	must(t, err)
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestBringBackOneTalk(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	tk, other := beginIn(t, s, "hello"), beginIn(t, s, "other")
	say(t, tk, "a")
	_, err := tk.AppendTo(1, talk.Entry{Role: talk.User, Text: "another a"})
	must(t, err)
	info, err := tk.Info()
	must(t, err)
	_, err = s.PutMemory(info.Persona, talk.Memory{Text: "likes tea"})
	must(t, err)
	b, err := s.Backup(history.Asked)
	must(t, err)

	_, err = s.BringBack(b.Name, "nobody")
	if !errors.Is(err, history.ErrNotFound) {
		t.Errorf("no such talk: %v", err)
	}
	for _, prepare := range []func(){
		func() { say(t, tk, "later") },
		func() { must(t, s.TrashPersona(info.Persona)) },
		func() { must(t, s.TrashPersona(info.Persona)); must(t, s.RemovePersona(info.Persona)) },
	} {
		prepare()
		got, err := s.BringBack(b.Name, tk.ID())
		must(t, err)
		if got.ID == tk.ID() || got.Persona != info.Persona || got.Count != 2 {
			t.Errorf("brought back %+v", got)
		}
		wantTexts(t, s.Talk(got.ID), "hello another a")
		if ids, err := s.Talk(got.ID).Siblings(got.Head); err != nil || len(ids) != 2 {
			t.Errorf("its branches: %v, %v", ids, err)
		}
		if list, err := s.Talks(info.Persona); err != nil || !slices.ContainsFunc(list, func(i talk.Info) bool { return i.ID == got.ID }) {
			t.Errorf("its persona's list: %+v, %v", list, err)
		}
		if m, err := s.Memories(info.Persona); err != nil || len(m) != 1 {
			t.Errorf("memories %v, %v", m, err)
		}
		wantTexts(t, other, "other")
		must(t, s.Check())
	}
}

// What is removed for good stands nowhere in the file, neither as text nor in a free part of it.
func TestRemovedTextIsNotInTheFile(t *testing.T) {
	const secret = "a-word-that-nobody-says"
	for what, remove := range map[string]func(*testing.T, *history.Store, persona.Persona, string){
		"talk": func(t *testing.T, s *history.Store, _ persona.Persona, id string) {
			must(t, s.TrashTalk(id))
			must(t, s.RemoveTalk(id))
		},
		"persona": func(t *testing.T, s *history.Store, p persona.Persona, _ string) {
			must(t, s.TrashPersona(p.ID))
			must(t, s.RemovePersona(p.ID))
		},
		"trash": func(t *testing.T, s *history.Store, _ persona.Persona, id string) {
			must(t, s.TrashTalk(id))
			n, err := s.EmptyTrash(s.Now().Add(history.TrashTime))
			must(t, err)
			if n != 1 {
				t.Errorf("%d removed", n)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
			keep := beginIn(t, s, "kept words")
			p, info, err := s.CreatePersona(persona.Persona{Name: "Mira"}, talk.Entry{})
			must(t, err)
			tk := s.Talk(info.ID)
			for range 30 {
				say(t, tk, strings.Repeat("x", 300)+secret)
			}
			must(t, s.PutDraft(tk.ID(), history.Draft{Text: secret}))
			conclude(t, tk, reply(secret), take(secret))
			picture, err := s.AddAttachment([]byte(secret))
			must(t, err)
			if !inFile(t, dir, secret) {
				t.Fatal("it is not in the file before")
			}
			remove(t, s, p, tk.ID())
			if inFile(t, dir, secret) {
				t.Error("it is still in the file")
			}
			if _, err := s.Attachment(picture); err != nil {
				t.Errorf("a picture that was just added is gone: %v", err)
			}
			wantTexts(t, keep, "kept words")
			must(t, s.Check())
		})
	}
}

func inFile(t *testing.T, dir, text string) bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, history.FileName))
	must(t, err)
	return bytes.Contains(data, []byte(text))
}

// If the file cannot be written anew, what was removed is gone from the store, and the next maintenance takes it out of the file.
func TestErasingIsTriedAgain(t *testing.T) {
	const secret = "a-word-that-nobody-says"
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	beginIn(t, s, "kept")
	tk := beginIn(t, s, strings.Repeat(secret, 100))
	must(t, s.TrashTalk(tk.ID()))
	s.SetFault(func(op string) error {
		if op == "rename" {
			return errors.New("no room")
		}
		return nil
	})
	must(t, s.RemoveTalk(tk.ID()))
	if _, err := tk.Len(); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("the talk: %v", err)
	}
	s.SetFault(nil)
	must(t, s.Close())
	s = historytest.OpenWith(t, dir, history.Options{NoSync: true})
	done, err := s.Maintain()
	must(t, err)
	if !done.Compacted || inFile(t, dir, secret) {
		t.Errorf("%+v, in the file: %v", done, inFile(t, dir, secret))
	}
	if done, err := s.Maintain(); err != nil || done.Compacted {
		t.Errorf("once more: %+v, %v", done, err)
	}
}

func TestTrashIsPurgedAfterThirtyDays(t *testing.T) {
	c := &calendar{someDay}
	s := historytest.OpenWith(t, t.TempDir(), c.options())
	tk, gone := beginIn(t, s, "kept"), beginIn(t, s, "gone")
	info, err := gone.Info()
	must(t, err)
	must(t, s.TrashPersona(info.Persona))
	c.now = c.now.Add(history.TrashTime)
	must(t, s.TrashTalk(tk.ID()))
	done, err := s.Maintain()
	must(t, err)
	if done.Purged != 0 {
		t.Errorf("purged %d on the last day", done.Purged)
	}
	c.now = c.now.Add(1e9)
	if done, err = s.Maintain(); err != nil || done.Purged != 1 || !done.Compacted {
		t.Errorf("%+v, %v", done, err)
	}
	trash, err := s.Trash()
	must(t, err)
	if len(trash.Personas) != 0 || len(trash.Talks) != 1 {
		t.Errorf("the trash holds %+v", trash)
	}
	must(t, s.RestoreTalk(tk.ID()))
	wantTexts(t, tk, "kept")
}

func TestHalfFreeIsCompacted(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	for range 40 {
		say(t, tk, strings.Repeat("word ", 20000))
		must(t, tk.Update(talk.Entry{ID: 2, Role: talk.User, Text: "short"}))
	}
	must(t, s.PutDraft(tk.ID(), history.Draft{Aside: []string{strings.Repeat("x", 10<<20)}}))
	must(t, s.PutDraft(tk.ID(), history.Draft{}))
	before, err := s.Usage()
	must(t, err)
	done, err := s.Maintain()
	must(t, err)
	after, err := s.Usage()
	must(t, err)
	if !done.Compacted || after.File > before.File/2 || after.Free > after.File/10 {
		t.Errorf("%+v: before %+v, after %+v", done, before, after)
	}
	if n, err := tk.Len(); err != nil || n != 41 {
		t.Errorf("%d entries, %v", n, err)
	}
}

// What lies in the trash is in a backup and can be brought back, and is not counted as what one has.
func TestContentsDoNotCountTheTrash(t *testing.T) {
	s := historytest.Open(t)
	tk := beginIn(t, s, "hello")
	say(t, tk, "more")
	info, err := tk.Info()
	must(t, err)
	other, err := s.CreateTalk(info.Persona, "", talk.Entry{Role: talk.Assistant, Text: "another"})
	must(t, err)
	must(t, s.TrashTalk(other.ID))
	gone, err := beginIn(t, s, "of another persona").Info()
	must(t, err)
	must(t, s.TrashPersona(gone.Persona))
	b, err := s.Backup(history.Asked)
	must(t, err)
	c, err := history.Peek(s.Dir(), b.Name)
	must(t, err)
	held := 0
	for _, p := range c.Personas {
		held += len(p.Talks)
	}
	if c.Talks != 1 || c.Entries != 2 || held != 3 {
		t.Errorf("%d talks, %d messages, %d held", c.Talks, c.Entries, held)
	}
}
