package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm/keys"
	"bonbon/persona"
	"bonbon/tokens"
)

const (
	markedKey  = "sk-marked-7fQzKd93wXy4410"
	markedText = "the harbour bell rang twice"
)

var counter = tokens.NewCounter()

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// home makes a store in a folder of its own with one talk, a backup, and a connection whose address holds a key.
func home(t *testing.T, address string) (string, *history.Store) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	_, info, err := s.CreatePersona(persona.Persona{Name: markedText, Prompt: markedText}, talk.Entry{Role: talk.Assistant, Text: markedText})
	must(t, err)
	_, err = s.Talk(info.ID).Append(talk.Entry{Role: talk.User, Text: markedText})
	must(t, err)
	set := persona.DefaultSettings()
	set.UserName = markedText
	set.Connections = append(set.Connections, persona.Connection{ID: "c1", Name: markedKey, BaseURL: address, Headers: "X-Secret: " + markedKey, Query: "key=" + markedKey})
	must(t, s.PutSettings(set))
	_, err = s.Backup(history.Asked)
	must(t, err)
	return dir, s
}

func examine(dir string, change func(*Options)) Report {
	opt := Options{
		Dir: dir, Version: "v1", Counter: counter, Place: func() string { return keys.File },
		Key: func(string, ...string) string { return markedKey }, Env: func(string) string { return "" },
	}
	if change != nil {
		change(&opt)
	}
	return Examine(context.Background(), opt)
}

func find(r Report, code string) *Finding {
	i := slices.IndexFunc(r, func(f Finding) bool { return f.Code == code })
	if i < 0 {
		return nil
	}
	return &r[i]
}

func want(t *testing.T, r Report, g Grade, codes ...string) {
	t.Helper()
	for _, c := range codes {
		if f := find(r, c); f == nil || f.Grade != g {
			t.Errorf("%s is %+v, want grade %d, in %+v", c, f, g, r)
		}
	}
}

// contents returns every file below dir with its bytes, mode and time.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && !e.IsDir() {
			var data []byte
			data, err = os.ReadFile(path)
			all[path] = fmt.Sprint(info.Mode(), info.ModTime(), string(data))
		} else if err == nil {
			all[path] = fmt.Sprint(info.Mode(), info.ModTime())
		}
		return err
	}))
	return all
}

// A healthy folder that is in use: all is well, nothing is changed, and neither key nor text is said.
func TestAllIsWell(t *testing.T) {
	dir, _ := home(t, "https://user:"+markedKey+"@models.example/v1?key="+markedKey)
	before := contents(t, dir)
	r := examine(dir, nil)
	if !r.Well() {
		t.Errorf("not well: %+v", r)
	}
	want(t, r, OK, "program", "folder", "database", "database.inUse", "backups", "tables", "connection", "connection.unasked")
	if f := find(r, "connection"); f == nil || strings.Contains(fmt.Sprint(f.Args), markedKey) {
		t.Errorf("the connection is %+v", f)
	}
	if said := fmt.Sprintf("%+v", r); strings.Contains(said, markedKey) || strings.Contains(said, markedText) {
		t.Errorf("it tells a secret: %s", said)
	}
	for path, was := range contents(t, dir) {
		if before[path] != was {
			t.Errorf("%s changed", path)
		}
	}
}

func TestWhatIsWrongWithTheData(t *testing.T) {
	for _, c := range []struct {
		code  string
		grade Grade
		spoil func(t *testing.T, dir string) error
	}{
		{"database.damaged", Trouble, func(_ *testing.T, dir string) error { return os.Truncate(filepath.Join(dir, history.FileName), 0) }},
		{"database.damaged", Trouble, func(_ *testing.T, dir string) error {
			return os.WriteFile(filepath.Join(dir, history.FileName), []byte(strings.Repeat("x", 40000)), 0o600)
		}},
		{"database.missing", Trouble, func(_ *testing.T, dir string) error { return os.Remove(filepath.Join(dir, history.FileName)) }},
		{"folder.missing", Note, func(_ *testing.T, dir string) error { return os.RemoveAll(dir) }},
		{"folder.unread", Trouble, func(_ *testing.T, dir string) error {
			return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600))
		}},
		{"folder.open", Note, func(_ *testing.T, dir string) error { return os.Chmod(dir, 0o755) }},
		{"database.open", Note, func(_ *testing.T, dir string) error { return os.Chmod(filepath.Join(dir, history.FileName), 0o644) }},
		{"keys.open", Trouble, func(_ *testing.T, dir string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, "keys.json"), []byte(markedKey), 0o600), os.Chmod(filepath.Join(dir, "keys.json"), 0o644))
		}},
		{"keys.file", Note, func(_ *testing.T, dir string) error {
			return os.WriteFile(filepath.Join(dir, "keys.json"), []byte(markedKey), 0o600)
		}},
		{"logs.crash", Note, func(_ *testing.T, dir string) error {
			return errors.Join(os.Mkdir(filepath.Join(dir, "log"), 0o700), os.WriteFile(filepath.Join(dir, "log", "crash.txt"), []byte("goroutine 1"), 0o600))
		}},
		{"backups.bad", Trouble, func(t *testing.T, dir string) error {
			all, err := history.Backups(dir)
			must(t, err)
			return os.Truncate(filepath.Join(dir, "backups", all[0].Name), 5000)
		}},
		{"backups.none", Note, func(_ *testing.T, dir string) error { return os.RemoveAll(filepath.Join(dir, "backups")) }},
		{"database.kept", Note, func(_ *testing.T, dir string) error {
			return os.WriteFile(filepath.Join(dir, history.FileName+".broken-20260101T000000.000Z"), nil, 0o600)
		}},
		{"folder.conflict", Note, func(_ *testing.T, dir string) error {
			return os.WriteFile(filepath.Join(dir, "bonbon.sync-conflict-20260101-120000-ABCDEFG.db"), nil, 0o000)
		}},
	} {
		t.Run(c.code, func(t *testing.T) {
			dir, s := home(t, "http://models.example")
			must(t, s.Close())
			must(t, c.spoil(t, dir))
			r := examine(dir, nil)
			want(t, r, c.grade, c.code)
			if r.Well() != (c.grade != Trouble) {
				t.Errorf("well: %v, in %+v", r.Well(), r)
			}
			if said := fmt.Sprintf("%+v", r); strings.Contains(said, markedKey) || strings.Contains(said, markedText) {
				t.Errorf("it tells a secret: %s", said)
			}
		})
	}
}

// The files that programs which sync folders leave are named, and nothing else is.
func TestConflicts(t *testing.T) {
	theirs := []string{
		"bonbon (Ada's conflicted copy 2026-05-03).db",    // Dropbox
		"bonbon.sync-conflict-20260503-101500-ABCDEFG.db", // Syncthing
		"bonbon-DESKTOP1.db",                              // OneDrive
		"bonbon 2.db",                                     // iCloud
		"bonbon (conflicted copy 2026-05-03 101500).db",   // Nextcloud
		"bonbon_conflict-20260503-101500.db",              // ownCloud
		"bonbon (Ada の競合コピー 2026-05-03).db",               // Dropbox, Japanese
		".bonbon.db.icloud",                               // iCloud, not fetched
	}
	ours := []string{
		"bonbon.db", "bonbon.db.broken-20260101T000000.000Z", "bonbon.db.new-123", "backups.location", "keys.json", "bonbon.log", "notes (conflicted copy).db",
	}
	dir := t.TempDir()
	for _, name := range append(slices.Clone(theirs), ours...) {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	got := Conflicts(dir)
	slices.Sort(got)
	slices.Sort(theirs)
	if !slices.Equal(got, theirs) {
		t.Errorf("found %q, want %q", got, theirs)
	}
}

// Servers are asked only if that is wanted, and what they say of the key is not repeated.
func TestConnect(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 1 {
			fmt.Fprint(w, `{"data":[{"id":"a"},{"id":"b"}]}`)
			return
		}
		http.Error(w, "no such key: "+markedKey, http.StatusUnauthorized)
	}))
	defer server.Close()
	dir, _ := home(t, server.URL+"/v1")
	examine(dir, nil)
	if asked != 0 {
		t.Errorf("asked %d times without being told to", asked)
	}
	connect := func(o *Options) { o.Connect = true }
	r := examine(dir, connect)
	want(t, r, OK, "connection.answers")
	r = examine(dir, connect)
	want(t, r, Trouble, "connection.bad")
	if f := find(r, "connection.bad"); f == nil || f.Args["Code"] != "llm.bad_key" || strings.Contains(fmt.Sprint(r), markedKey) {
		t.Errorf("said %+v", r)
	}
}
