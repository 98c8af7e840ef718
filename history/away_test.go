package history_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

// awayStore is an open store with one talk of two messages, in a folder of its own.
func awayStore(t *testing.T) (dir string, s *history.Store, tk *history.Talk) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	tk = beginIn(t, s, "hello")
	say(t, tk, "before")
	return dir, s, tk
}

// refused fails unless every kind of write says that the file is away, and reading goes on.
func refused(t *testing.T, s *history.Store, tk *history.Talk) {
	t.Helper()
	_, appended := tk.Append(talk.Entry{Role: talk.User, Text: "to nowhere"})
	_, attached := s.AddAttachment([]byte("picture"))
	_, backedUp := s.Backup(history.Asked)
	for what, err := range map[string]error{"append": appended, "attach": attached, "backup": backedUp, "compact": s.Compact(), "away": s.Away()} {
		if !errors.Is(err, history.ErrAway) {
			t.Errorf("%s: %v, want that the file is away", what, err)
		}
	}
	wantTexts(t, tk, "hello before")
}

// A folder that vanishes, by whatever way, is noticed by the next write; put back, the store is whole at its path and goes on there.
func TestTheFolderVanishes(t *testing.T) {
	for name, vanish := range map[string]func(dir string) error{
		"removed":      os.RemoveAll,
		"renamed":      func(dir string) error { return os.Rename(dir, dir+" old") },
		"file removed": func(dir string) error { return os.Remove(filepath.Join(dir, history.FileName)) },
		"a file in its place": func(dir string) error {
			return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, s, tk := awayStore(t)
			must(t, vanish(dir))
			refused(t, s, tk)
			if name == "a file in its place" {
				if err := s.PutBack(); !errors.Is(err, history.ErrNoFolder) {
					t.Errorf("put back below a file: %v", err)
				}
				must(t, os.Remove(dir))
			}
			must(t, s.PutBack())
			must(t, s.Away())
			say(t, tk, "after")
			must(t, s.Close())
			again := historytest.OpenWith(t, dir, history.Options{})
			wantTexts(t, again.Talk(tk.ID()), "hello before after")
		})
	}
}

// A folder that comes back is used again without a word.
func TestTheFolderComesBack(t *testing.T) {
	dir, s, tk := awayStore(t)
	must(t, os.Rename(dir, dir+" elsewhere"))
	refused(t, s, tk)
	must(t, os.Rename(dir+" elsewhere", dir))
	say(t, tk, "after")
	must(t, s.PutBack()) // nothing to do
	wantTexts(t, tk, "hello before after")
	if kept, err := history.KeptFiles(dir); err != nil || len(kept) > 0 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

// Looking for a picture while the folder is away makes no folder in its place, so it can come back, and the pictures with it.
func TestPicturesOfAFolderThatComesBack(t *testing.T) {
	dir, s, tk := awayStore(t)
	ref, err := s.AddAttachment([]byte("picture"))
	must(t, err)
	must(t, os.Rename(dir, dir+" elsewhere"))
	if _, err := s.Attachment(ref); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	refused(t, s, tk)
	if _, err := os.Lstat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("a folder was made: %v", err)
	}
	must(t, os.Rename(dir+" elsewhere", dir))
	must(t, s.Away())
	if data, err := s.Attachment(ref); err != nil || string(data) != "picture" {
		t.Errorf("got %q, %v", data, err)
	}
	again, err := s.AddAttachment([]byte("another"))
	must(t, err)
	if _, err := s.Attachment(again); err != nil {
		t.Errorf("the new one: %v", err)
	}
}

// Another file in the database's place gets no write, and is kept when the open one is put back.
func TestTheFileIsSwapped(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	o, err := history.Open(other, history.Options{})
	must(t, err)
	say(t, beginIn(t, o, "of another"), "x")
	must(t, o.Close())
	theirs, err := os.ReadFile(filepath.Join(other, history.FileName))
	must(t, err)

	dir, s, tk := awayStore(t)
	path := filepath.Join(dir, history.FileName)
	must(t, os.WriteFile(path+".incoming", theirs, 0o600)) // as programs that sync do it
	must(t, os.Rename(path+".incoming", path))
	refused(t, s, tk)
	if now, err := os.ReadFile(path); err != nil || string(now) != string(theirs) {
		t.Errorf("the other file was written to: %v", err)
	}
	second, err := history.Open(dir, history.Options{}) // another instance found it
	must(t, err)
	if err := s.PutBack(); !errors.Is(err, history.ErrLocked) {
		t.Errorf("put back over a file in use: %v", err)
	}
	must(t, second.Close())
	must(t, s.PutBack())
	wantTexts(t, tk, "hello before")
}

// What stands in the way of a file that is put back is kept whole.
func TestPutBackKeepsTheOtherFile(t *testing.T) {
	dir, s, tk := awayStore(t)
	path := filepath.Join(dir, history.FileName)
	must(t, os.Remove(path))
	must(t, os.WriteFile(path, []byte("not ours"), 0o600))
	refused(t, s, tk)
	must(t, s.PutBack())
	kept, err := history.KeptFiles(dir)
	must(t, err)
	if len(kept) != 1 {
		t.Fatalf("kept %v", kept)
	}
	if now, err := os.ReadFile(filepath.Join(dir, kept[0].Name)); err != nil || string(now) != "not ours" {
		t.Errorf("kept %q, %v", now, err)
	}
	say(t, tk, "after")
	must(t, s.Check())
}
