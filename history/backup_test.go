package history_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

// calendar is a time that a test sets.
type calendar struct{ now time.Time }

var someDay = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func (c *calendar) options() history.Options {
	return history.Options{NoSync: true, Now: func() time.Time { return c.now }}
}

func backups(t testing.TB, s *history.Store) []history.Backup {
	t.Helper()
	all, err := s.Backups()
	must(t, err)
	return all
}

func TestBackupIsWholePrivateAndListed(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "hello")
	say(t, tk, "a")
	b, err := s.Backup(history.Asked)
	must(t, err)
	say(t, tk, "after")
	folder := filepath.Join(dir, "backups")
	for path, mode := range map[string]os.FileMode{folder: 0o700, filepath.Join(folder, b.Name): 0o600, filepath.Join(folder, "attachments"): 0o700} {
		st, err := os.Stat(path)
		must(t, err)
		if st.Mode().Perm() != mode {
			t.Errorf("%s has the mode %o", path, st.Mode().Perm())
		}
		if st.Mode().IsRegular() && st.Size() != b.Size {
			t.Errorf("size %d, said %d", st.Size(), b.Size)
		}
	}
	all := backups(t, s)
	if len(all) != 1 || all[0] != b || b.Why != history.Asked || b.Flawed || b.Size == 0 || time.Since(b.Time) > time.Hour {
		t.Fatalf("listed %+v, made %+v", all, b)
	}
	c, err := history.Peek(dir, b.Name)
	must(t, err)
	if len(c.Personas) != 1 || len(c.Personas[0].Talks) != 1 || c.Talks != 1 || c.Entries != 2 || c.Newest.IsZero() || c.Backup != b {
		t.Errorf("it holds %+v", c)
	}
	use, err := s.Usage()
	must(t, err)
	if use.Backups != b.Size || use.File == 0 || use.Free > use.File {
		t.Errorf("usage %+v", use)
	}
	must(t, s.RemoveBackup(b.Name))
	if err := s.RemoveBackup(b.Name); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("removed twice: %v", err)
	}
	for _, name := range []string{"../bonbon.db", "x.db", ""} {
		if _, err := history.Peek(dir, name); !errors.Is(err, history.ErrNotFound) {
			t.Errorf("peek %q: %v", name, err)
		}
		if err := s.RemoveBackup(name); !errors.Is(err, history.ErrNotFound) {
			t.Errorf("remove %q: %v", name, err)
		}
	}
}

func TestBackupOnlyWhenSomethingChanged(t *testing.T) {
	c := &calendar{someDay}
	s := historytest.OpenWith(t, t.TempDir(), c.options())
	done, err := s.Maintain()
	must(t, err)
	if done.Backup != nil {
		t.Error("an empty store was backed up")
	}
	tk := beginIn(t, s, "hello")
	steps := []struct {
		what  string
		after time.Duration
		do    func()
		want  int
	}{
		{"the first day", history.BackupTime, func() {}, 1},
		{"nothing changed", history.BackupTime, func() {}, 1},
		{"changed, and not a day old", time.Hour, func() { say(t, tk, "a") }, 2}, // the last was made two days ago
		{"changed again the same day", time.Hour, func() { say(t, tk, "b") }, 2},
		{"compacted", history.BackupTime, func() { must(t, s.Compact()) }, 3},
		{"nothing changed again", history.BackupTime, func() {}, 3},
	}
	for _, step := range steps {
		c.now = c.now.Add(step.after)
		step.do()
		_, err := s.Maintain()
		must(t, err)
		if n := len(backups(t, s)); n != step.want {
			t.Errorf("%s: %d backups, want %d", step.what, n, step.want)
		}
	}
}

// Each start takes a backup if something changed, however young the last one is.
func TestBackupAtEachStart(t *testing.T) {
	dir := t.TempDir()
	c := &calendar{someDay}
	for i := range 3 {
		s, err := history.Open(dir, c.options())
		must(t, err)
		beginIn(t, s, "hello")
		c.now = c.now.Add(time.Second)
		done, err := s.Maintain()
		must(t, err)
		if done.Backup == nil || !done.Backup.Time.Equal(c.now) || len(backups(t, s)) != 1 {
			t.Errorf("start %d: %+v, %d backups", i, done.Backup, len(backups(t, s)))
		}
		must(t, s.Close())
	}
}

func TestKeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		all := make([]history.Backup, rapid.IntRange(0, 60).Draw(t, "n"))
		for i := range all {
			all[i] = history.Backup{
				Name: fmt.Sprint(i),
				Time: start.Add(time.Duration(rapid.IntRange(0, 90*24*60).Draw(t, "minute")) * time.Minute),
				Why:  rapid.SampledFrom([]history.Why{history.Daily, history.Asked, history.BeforeImport, history.BeforeRestore}).Draw(t, "why"),
			}
			all[i].Flawed = rapid.IntRange(0, 9).Draw(t, "flawed") == 0
		}
		keep, drop := history.Keep(all)
		if len(keep)+len(drop) != len(all) || len(keep) > history.KeepDays+history.KeepWeeks+history.KeepBefore+1 {
			t.Fatalf("%d kept, %d dropped of %d", len(keep), len(drop), len(all))
		}
		if again, _ := history.Keep(keep); !slices.Equal(again, keep) {
			t.Fatalf("kept %v, then %v", keep, again)
		}
		good := slices.DeleteFunc(slices.Clone(all), func(b history.Backup) bool { return b.Flawed })
		if kept, _ := history.Keep(good); len(good) > 0 && len(kept) < min(len(good), 1) {
			t.Fatal("nothing is kept")
		}
		for _, d := range drop {
			if d.Flawed {
				continue
			}
			days := map[string]bool{}
			for _, k := range keep {
				if k.Flawed {
					continue
				}
				if day := k.Time.Format(time.DateOnly); !k.Time.Before(d.Time) {
					days[day] = true
				}
			}
			// What is dropped has a newer one of its day, or seven newer days are kept.
			if !days[d.Time.Format(time.DateOnly)] && len(days) < history.KeepDays {
				t.Fatalf("dropped %v with %d newer days", d, len(days))
			}
		}
	})
}

// A backup a day for a year: there is always one of each of the last seven days, and one that is three weeks old at least.
func TestKeepThroughAYear(t *testing.T) {
	var all []history.Backup
	for day := range 365 {
		now := time.Date(2026, 1, 1+day, 9, 0, 0, 0, time.UTC)
		all = append(all, history.Backup{Name: fmt.Sprint(day), Time: now, Why: history.Daily})
		all, _ = history.Keep(all)
		if len(all) > 11 {
			t.Fatalf("day %d: %d are kept", day, len(all))
		}
		for back := range min(day, history.KeepDays) {
			if !slices.ContainsFunc(all, func(b history.Backup) bool { return b.Name == fmt.Sprint(day-back) }) {
				t.Fatalf("day %d: none of day %d", day, day-back)
			}
		}
		oldest := slices.MinFunc(all, func(a, b history.Backup) int { return a.Time.Compare(b.Time) })
		if age := now.Sub(oldest.Time); day > 30 && age < 20*24*time.Hour {
			t.Fatalf("day %d: the oldest is %v old", day, age)
		}
	}
}

// A clock that was set back makes no good backup go, and the newest backup stays.
func TestBackupsAndAClockSetBack(t *testing.T) {
	c := &calendar{someDay}
	s := historytest.OpenWith(t, t.TempDir(), c.options())
	tk := beginIn(t, s, "hello")
	var good []history.Backup
	for range history.KeepDays {
		c.now = c.now.AddDate(0, 0, 1)
		say(t, tk, "a")
		b, err := s.Backup(history.Daily)
		must(t, err)
		good = append(good, b)
	}
	c.now = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 3 {
		c.now = c.now.AddDate(0, 0, 1)
		say(t, tk, "a")
		b, err := s.Backup(history.Daily)
		must(t, err)
		all := backups(t, s)
		for _, want := range append(good, b) {
			if !slices.Contains(all, want) {
				t.Errorf("%s is gone", want.Name)
			}
		}
	}
}

// A backup that fails, at whatever step, leaves the older ones whole, the store in use, and no half file.
func TestFailedBackup(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	old, err := s.Backup(history.Asked)
	must(t, err)
	say(t, tk, "a")
	s.SetFault(func(op string) error {
		if op == "backup" {
			return &os.PathError{Op: "write", Path: "backup", Err: syscall.ENOSPC}
		}
		return nil
	})
	_, err = s.Backup(history.Asked)
	if !errors.Is(err, history.ErrBackup) || !errors.Is(err, history.ErrFull) {
		t.Errorf("got %v", err)
	}
	var own *history.Error
	if !errors.As(err, &own) || own.Code() != "history.backup" {
		t.Errorf("code of %v", err)
	}
	if _, err := s.Import(strings.NewReader(`{"messages":[{"role":"user","content":"x"}]}`), history.ImportOptions{}); !errors.Is(err, history.ErrBackup) {
		t.Errorf("import without a backup: %v", err)
	}
	if err := s.Restore(old.Name); !errors.Is(err, history.ErrBackup) {
		t.Errorf("restore without a backup: %v", err)
	}
	wantTexts(t, tk, "hello a")
	s.SetFault(nil)
	names, err := os.ReadDir(filepath.Join(dir, "backups"))
	must(t, err)
	if len(names) != 2 { // the backup and the attachments
		t.Errorf("left behind: %v", names)
	}
	if _, err := history.Peek(dir, old.Name); err != nil {
		t.Errorf("the old one: %v", err)
	}
	say(t, tk, "b")
}

// What is said while a backup is made is in it or not, and the backup is whole.
func TestBackupWhileTalking(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	var busy sync.WaitGroup
	for range 3 {
		busy.Go(func() {
			for range 40 {
				if _, err := tk.Append(talk.Entry{Role: talk.User, Text: strings.Repeat("word ", 200)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	busy.Go(func() {
		for range 4 {
			if err := s.Compact(); err != nil {
				t.Error(err)
			}
		}
	})
	for range 6 {
		if b, err := s.Backup(history.Asked); err != nil || b.Flawed {
			t.Errorf("%+v, %v", b, err)
		}
	}
	busy.Wait()
	if n, err := tk.Len(); err != nil || n != 121 {
		t.Errorf("%d entries, %v", n, err)
	}
}

func TestOwnBackupFolder(t *testing.T) {
	dir, own := t.TempDir(), filepath.Join(t.TempDir(), "バックアップ")
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	beginIn(t, s, "hello")
	must(t, history.SetBackupFolder(dir, own))
	b, err := s.Backup(history.Asked)
	must(t, err)
	if _, err := os.Stat(filepath.Join(own, b.Name)); err != nil || history.BackupFolder(dir) != own {
		t.Errorf("in %s: %v", history.BackupFolder(dir), err)
	}
	must(t, os.RemoveAll(own)) // a disk that was taken out
	beginIn(t, s, "hi")
	if _, err := s.Backup(history.Asked); !errors.Is(err, history.ErrBackup) || !errors.Is(err, history.ErrNoFolder) {
		t.Errorf("without the disk: %v", err)
	}
	if _, err := os.Stat(own); !errors.Is(err, os.ErrNotExist) {
		t.Error("the folder was made anew")
	}
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	for _, bad := range []string{"relative", file, filepath.Join(file, "below")} {
		if err := history.SetBackupFolder(dir, bad); !errors.Is(err, history.ErrNoFolder) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	must(t, history.SetBackupFolder(dir, ""))
	if got := history.BackupFolder(dir); got != filepath.Join(dir, "backups") {
		t.Errorf("back to %s", got)
	}
}

// A picture is in reach of every backup that refers to it, and goes with the last one.
func TestBackupsKeepPictures(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	ref, err := s.AddAttachment([]byte("picture"))
	must(t, err)
	p, _, err := s.CreatePersona(persona.Persona{Name: "Mira", Picture: ref}, talk.Entry{})
	must(t, err)
	first, err := s.Backup(history.Asked)
	must(t, err)
	beginIn(t, s, "hi")
	second, err := s.Backup(history.BeforeImport) // so that the first is kept as that of its day's week … and this one besides
	must(t, err)
	must(t, s.TrashPersona(p.ID))
	must(t, s.RemovePersona(p.ID))
	name := strings.TrimPrefix(ref, "sha256:")
	must(t, os.Remove(filepath.Join(dir, "attachments", name)))
	must(t, s.Restore(second.Name))
	if data, err := s.Attachment(ref); err != nil || !bytes.Equal(data, []byte("picture")) {
		t.Errorf("after the restore: %q, %v", data, err)
	}
	beside := filepath.Join(dir, "backups", "attachments", name)
	for _, b := range backups(t, s) {
		if _, err := os.Stat(beside); err != nil {
			t.Errorf("before %s was removed: %v", b.Name, err)
		}
		must(t, s.RemoveBackup(b.Name))
	}
	if _, err := os.Stat(beside); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no backup is left, the picture is: %v, first %s", err, first.Name)
	}
}
