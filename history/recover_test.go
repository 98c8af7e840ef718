package history_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

var troubles = map[string]history.Trouble{
	"B033_all_zero.db":            history.Foreign,
	"B033_both_metas_bad.db":      history.Foreign,
	"B033_cut_mid_page.db":        history.Cut,
	"B033_cut_to_two_pages.db":    history.Cut,
	"B033_freelist_wrong_type.db": history.BadPages,
	"B033_not_a_db.db":            history.Foreign,
	"B033_root_out_of_range.db":   history.Cut, // it says that it has a million pages
	"B033_text.db":                history.Foreign,
	"B033_zero_length.db":         history.Empty,
}

// spoil makes a store with a backup and puts something else in its file's place.
func spoil(t *testing.T, with []byte) (dir, id string, err error) {
	t.Helper()
	dir = t.TempDir()
	s, err := history.Open(dir, history.Options{NoSync: true})
	must(t, err)
	tk := beginIn(t, s, "hello")
	_, err = s.Backup(history.Asked)
	must(t, err)
	say(t, tk, "after the backup")
	must(t, s.Close())
	must(t, os.WriteFile(filepath.Join(dir, history.FileName), with, 0o600))
	_, err = history.Open(dir, history.Options{})
	return dir, tk.ID(), err
}

// B033: each of these files is refused with what is wrong, kept as it is under another name, and a backup or a new start takes its place.
func TestEveryDamageHasAWayOut(t *testing.T) {
	for file, want := range troubles {
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", file))
			must(t, err)
			dir, id, cause := spoil(t, data)
			if !errors.Is(cause, history.ErrDamaged) {
				t.Fatalf("opened with %v", cause)
			}
			d := history.Diagnose(dir, cause)
			if d.What != want || d.Good == nil || d.Good.Entries != 1 || len(d.Backups) != 1 || len(d.Kept) != 0 {
				t.Fatalf("diagnosed %+v, want %s", d, want)
			}
			if _, err := history.Salvage(dir, "Found", history.Options{}); !errors.Is(err, history.ErrDamaged) {
				t.Errorf("salvage of a file without a word: %v", err)
			}
			isFile(t, filepath.Join(dir, history.FileName), data)

			kept, err := history.RestoreBackup(dir, d.Good.Backup.Name, history.Options{})
			must(t, err)
			isFile(t, filepath.Join(dir, kept), data)
			s := historytest.OpenWith(t, dir, history.Options{})
			wantTexts(t, s.Talk(id), "hello")
			must(t, s.Close())

			must(t, os.WriteFile(filepath.Join(dir, history.FileName), data, 0o600))
			kept, err = history.StartNew(dir, history.Options{})
			must(t, err)
			isFile(t, filepath.Join(dir, kept), data)
			s = historytest.OpenWith(t, dir, history.Options{})
			if list, err := s.Personas(); err != nil || len(list) != 0 {
				t.Errorf("new: %v, %v", list, err)
			}
			files, err := history.KeptFiles(dir)
			must(t, err)
			if len(files) != 2 || files[0].Name != kept || files[0].Size != int64(len(data)) || files[0].Time.IsZero() {
				t.Errorf("kept %+v", files)
			}
			must(t, history.RemoveKept(dir, kept))
			if err := history.RemoveKept(dir, kept); !errors.Is(err, history.ErrNotFound) {
				t.Errorf("removed twice: %v", err)
			}
			if err := history.RemoveKept(dir, history.FileName); !errors.Is(err, history.ErrNotFound) {
				t.Errorf("removed the database: %v", err)
			}
		})
	}
}

func isFile(t *testing.T, path string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: %d bytes, want %d, %v", filepath.Base(path), len(got), len(want), err)
	}
}

// A file that is gone beside its backups is not a first start.
func TestMissingFileIsNotANewStore(t *testing.T) {
	dir, id, _ := spoil(t, nil)
	must(t, os.Remove(filepath.Join(dir, history.FileName)))
	_, err := history.Open(dir, history.Options{})
	if !errors.Is(err, history.ErrMissing) {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, history.FileName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was made: %v", err)
	}
	d := history.Diagnose(dir, err)
	if d.What != history.Missing || d.Good == nil {
		t.Fatalf("diagnosed %+v", d)
	}
	kept, err := history.RestoreBackup(dir, d.Good.Backup.Name, history.Options{})
	if err != nil || kept != "" {
		t.Errorf("kept %q, %v", kept, err)
	}
	wantTexts(t, historytest.OpenWith(t, dir, history.Options{}).Talk(id), "hello")
}

func TestDiagnoseOffersTheNewestGoodBackup(t *testing.T) {
	dir, _, cause := spoil(t, nil)
	all, err := history.Backups(dir)
	must(t, err)
	good := all[0].Name
	bad := "bonbon-20990101T000000.000Z-daily-" + strings.Repeat("0", 32) + "-7.db"
	must(t, os.WriteFile(filepath.Join(dir, "backups", bad), []byte("zeros"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "backups", "notes.txt"), nil, 0o600))
	d := history.Diagnose(dir, cause)
	if len(d.Backups) != 2 || d.Good == nil || d.Good.Backup.Name != good {
		t.Errorf("diagnosed %+v", d)
	}
	if _, err := history.RestoreBackup(dir, bad, history.Options{}); !errors.Is(err, history.ErrBackup) {
		t.Errorf("restored a bad one: %v", err)
	}
	isFile(t, filepath.Join(dir, history.FileName), nil)
	if d := history.Diagnose(dir, history.ErrLocked); d.What != history.Other || d.Good != nil {
		t.Errorf("a locked file: %+v", d)
	}
}

// Nothing is put in the place of a file that another process has open.
func TestRecoveryNeedsTheLock(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "hello")
	b, err := s.Backup(history.Asked)
	must(t, err)
	opt := history.Options{LockTimeout: 1}
	_, newErr := history.StartNew(dir, opt)
	_, restoreErr := history.RestoreBackup(dir, b.Name, opt)
	_, salvageErr := history.Salvage(dir, "Found", opt)
	for _, err := range []error{newErr, restoreErr, salvageErr} {
		if !errors.Is(err, history.ErrLocked) {
			t.Errorf("got %v", err)
		}
	}
	wantTexts(t, tk, "hello")
}

// rich makes a store with two personas, three talks with branches, summaries, memories and settings, closes it, and returns its bytes and the
// texts of all entries.
func rich(t testing.TB) (data []byte, texts map[string]bool) {
	t.Helper()
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	texts = map[string]bool{}
	for n := range 3 {
		tk := beginIn(t, s, fmt.Sprint("hello ", n))
		texts[fmt.Sprint("hello ", n)] = true
		for i := range 60 {
			text := fmt.Sprintf("talk %d message %d %s", n, i, strings.Repeat("word ", 10+i))
			parent := talk.EntryID(1 + i)
			if i%7 == 6 {
				parent = talk.EntryID(i)
			}
			_, err := tk.AppendTo(parent, talk.Entry{Role: talk.User, Text: text, Tokens: 5})
			must(t, err)
			texts[text] = true
		}
		_, err := tk.PutSummary(talk.Summary{Text: "they met"})
		must(t, err)
		info, err := tk.Info()
		must(t, err)
		_, err = s.PutMemory(info.Persona, talk.Memory{Text: "likes tea"})
		must(t, err)
	}
	set := persona.DefaultSettings()
	must(t, s.PutSettings(set))
	must(t, s.Close())
	data, err := os.ReadFile(filepath.Join(dir, history.FileName))
	must(t, err)
	return data, texts
}

// entriesOf returns the texts of all entries of all talks.
func entriesOf(t testing.TB, s *history.Store) (all []string) {
	t.Helper()
	list, err := s.Personas()
	must(t, err)
	for _, p := range list {
		talks, err := s.Talks(p.Persona.ID)
		must(t, err)
		for _, info := range talks {
			for id := talk.EntryID(1); id < 100; id++ {
				if e, err := s.Talk(info.ID).Entry(id); err == nil {
					all = append(all, e.Text)
				}
			}
		}
	}
	return all
}

// A whole file comes over whole.
func TestSalvageOfAWholeFile(t *testing.T) {
	data, texts := rich(t)
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, history.FileName), data, 0o600))
	got, err := history.Salvage(dir, "Found", history.Options{})
	must(t, err)
	if !got.Settings || len(got.Personas) != 3 || got.Memories != 3 || len(got.Talks) != 3 || len(got.Faults) != 0 {
		t.Errorf("%+v", got)
	}
	for _, one := range got.Talks {
		if one.Entries != 61 || one.Lost != 0 {
			t.Errorf("%+v", one)
		}
	}
	s := historytest.OpenWith(t, dir, history.Options{})
	if all := entriesOf(t, s); len(all) != len(texts) {
		t.Errorf("%d entries, want %d", len(all), len(texts))
	}
	isFile(t, filepath.Join(dir, got.Kept), data)
}

// Settings that were never stored are not lost.
func TestSalvageWithoutSettings(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	beginIn(t, s, "hello")
	must(t, s.Close())
	got, err := history.Salvage(dir, "Found", history.Options{})
	must(t, err)
	if !got.Settings {
		t.Errorf("%+v", got)
	}
}

// Whatever is overwritten or cut off: Open works or refuses with a code, and Salvage brings over what it says, all of which was there.
func TestDamageAnywhere(t *testing.T) {
	data, texts := rich(t)
	base := t.TempDir()
	n := 0
	refused, saved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		bad := bytes.Clone(data)
		for range rapid.IntRange(0, 6).Draw(t, "places") {
			at, n := rapid.IntRange(0, len(bad)-1).Draw(t, "at"), rapid.SampledFrom([]int{1, 8, 600, 4096}).Draw(t, "bytes")
			with := rapid.Byte().Draw(t, "with")
			for i := at; i < min(at+n, len(bad)); i++ {
				bad[i] ^= with
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "cut") == 0 {
			bad = bad[:rapid.IntRange(0, len(bad)).Draw(t, "to")]
		}
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, history.FileName), bad, 0o600)); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir) //nolint:errcheck // the whole folder is removed in the end
		s, err := history.Open(dir, history.Options{NoSync: true})
		if err == nil {
			s.Check() //nolint:errcheck // its end is what counts
			s.Close() //nolint:errcheck // likewise
			return
		}
		refused++
		if !errors.Is(err, history.ErrDamaged) && !errors.Is(err, history.ErrNewer) {
			t.Fatalf("refused with %v", err)
		}
		got, err := history.Salvage(dir, "Found", history.Options{NoSync: true})
		if errors.Is(err, history.ErrDamaged) {
			return // nothing is left
		}
		if err != nil {
			t.Fatalf("salvage: %v", err)
		}
		if s, err = history.Open(dir, history.Options{NoSync: true}); err != nil {
			t.Fatalf("the new file: %v", err)
		}
		defer s.Close() //nolint:errcheck // only read
		if err := s.Check(); err != nil {
			t.Fatalf("the new file: %v", err)
		}
		want := 0
		for _, one := range got.Talks {
			want += one.Entries
			saved += one.Entries
		}
		all := entriesOfAll(t, s, got)
		if len(all) != want {
			t.Fatalf("%d messages, %d were reported", len(all), want)
		}
		if !slices.Equal(bad, data) && len(all) > len(texts) {
			t.Fatalf("%d messages of %d", len(all), len(texts))
		}
	})
	if refused < 10 || saved < 100 {
		t.Errorf("%d files refused, %d messages saved", refused, saved)
	}
}

func entriesOfAll(t *rapid.T, s *history.Store, got history.Salvaged) (all []string) {
	for _, one := range got.Talks {
		for id := talk.EntryID(1); id < 100; id++ {
			if e, err := s.Talk(one.Info.ID).Entry(id); err == nil {
				all = append(all, e.Text)
			} else if !errors.Is(err, history.ErrNotFound) {
				t.Fatal(err)
			}
		}
	}
	return all
}
