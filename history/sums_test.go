package history_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/tokens"
)

// older takes from a talk's record what versions before did not write, and returns whether it was there.
func older(t *testing.T, dir, id string) (had bool) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, history.FileName), 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("talks")).Bucket([]byte(id))
		var record map[string]json.RawMessage
		must(t, json.Unmarshal(bytes.Clone(b.Get([]byte("info"))), &record))
		_, had = record["path_tokens"]
		delete(record, "path_tokens")
		data, err := json.Marshal(record)
		must(t, err)
		return b.Put([]byte("info"), data)
	}))
	must(t, db.Close())
	return had
}

func sumOf(t *testing.T, tk *history.Talk) (n int) {
	t.Helper()
	must(t, tk.View(func(h tokens.History) error {
		n = h.Tokens()
		return nil
	}))
	return n
}

// A talk that was stored before the sum was kept tells it all the same, and has it after its next write.
func TestSumOfAnOlderTalk(t *testing.T) {
	for what, write := range map[string]func(*history.Store, *history.Talk) int{
		"append": func(_ *history.Store, tk *history.Talk) int {
			_, err := tk.Append(talk.Entry{Role: talk.User, Text: "more", Tokens: 5})
			must(t, err)
			return 9
		},
		"rewind": func(_ *history.Store, tk *history.Talk) int { must(t, tk.Rewind(1)); return -44 },
		"rename": func(s *history.Store, tk *history.Talk) int { must(t, s.RenameTalk(tk.ID(), "x")); return 0 },
	} {
		for _, read := range []bool{false, true} {
			dir := t.TempDir()
			s, err := history.Open(dir, history.Options{NoSync: true})
			must(t, err)
			tk := beginIn(t, s, "hello")
			for range 2 {
				_, err := tk.Append(talk.Entry{Role: talk.User, Text: "x", Tokens: 8, Pictures: []talk.Picture{{Ref: "r", Tokens: 10}}})
				must(t, err)
			}
			want := sumOf(t, tk)
			must(t, s.Close())
			if !older(t, dir, tk.ID()) {
				t.Fatal("the record has no sum")
			}
			s, err = history.Open(dir, history.Options{NoSync: true})
			must(t, err)
			tk = s.Talk(tk.ID())
			if read {
				if got, again := sumOf(t, tk), sumOf(t, tk); got != want || again != want {
					t.Errorf("%s: %d, then %d tokens, want %d", what, got, again, want)
				}
			}
			want += write(s, tk)
			if got := sumOf(t, tk); got != want {
				t.Errorf("%s: %d tokens, want %d", what, got, want)
			}
			must(t, s.Check())
			must(t, s.Close())
			if !older(t, dir, tk.ID()) {
				t.Errorf("%s: the sum was not stored", what)
			}
		}
	}
}

// What pictures cost, and where they are, survives the store.
func TestPicturesAreStored(t *testing.T) {
	s, tk := begin(t, "hello")
	ref, err := s.AddAttachment([]byte("a picture"))
	must(t, err)
	p := talk.Picture{Ref: ref, Type: "image/png", Width: 30, Height: 20, Tokens: 85}
	e, err := tk.Append(talk.Entry{Role: talk.User, Pictures: []talk.Picture{p, p}})
	must(t, err)
	must(t, tk.View(func(h tokens.History) error {
		for x := range h.Before(h.Len()) {
			if x.Pictures != 170 || x.Bytes != 0 || x.Empty() {
				t.Errorf("header %+v", x)
			}
			return nil
		}
		return nil
	}))
	stored, err := tk.Entry(e.ID)
	must(t, err)
	if len(stored.Pictures) != 2 || stored.Pictures[1] != p {
		t.Errorf("stored %+v", stored.Pictures)
	}
	data, err := tk.Picture(stored.Pictures[0].Ref)
	if err != nil || string(data) != "a picture" {
		t.Errorf("content %q, %v", data, err)
	}
}

func TestPicturesAreExported(t *testing.T) {
	s, tk := begin(t, "hello")
	ref, err := s.AddAttachment([]byte("a picture"))
	must(t, err)
	p := talk.Picture{Ref: ref, Type: "image/png", Width: 30, Height: 20, Tokens: 85}
	for range 2 {
		_, err = tk.Append(talk.Entry{Role: talk.User, Text: "look", Tokens: 1, Pictures: []talk.Picture{p, {Ref: "sha256:lost"}}})
		must(t, err)
	}
	var file bytes.Buffer
	must(t, s.ExportAll(&file))
	if n := bytes.Count(file.Bytes(), []byte(`"type":"attachment"`)); n != 1 {
		t.Errorf("%d attachments for one picture", n)
	}
	other := historytest.Open(t)
	report, err := other.Import(bytes.NewReader(file.Bytes()), history.ImportOptions{})
	must(t, err)
	if len(report.Bad) != 0 {
		t.Errorf("report %+v", report)
	}
	twin := other.Talk(tk.ID())
	stored, err := twin.Entry(2)
	must(t, err)
	if len(stored.Pictures) != 2 || stored.Pictures[0] != p || sumOf(t, twin) != sumOf(t, tk) {
		t.Errorf("pictures %+v, %d tokens", stored.Pictures, sumOf(t, twin))
	}
	data, err := twin.Picture(ref)
	if err != nil || string(data) != "a picture" {
		t.Errorf("content %q, %v", data, err)
	}
	if report, err = other.Import(bytes.NewReader(file.Bytes()), history.ImportOptions{}); err != nil || report.Added != 0 || report.Copied != 0 {
		t.Errorf("the same again: %+v, %v", report, err)
	}
}

// A text cannot look like the sum.
func TestSumBesideOddTexts(t *testing.T) {
	for _, text := range []string{`,"path_tokens":7}`, `\",\"path_tokens\":7,`, `"`, `\`} {
		s, tk := begin(t, text)
		must(t, s.RenameTalk(tk.ID(), text))
		say(t, tk, text)
		want := 0
		must(t, tk.View(func(h tokens.History) error {
			for e := range h.Before(h.Len()) {
				want += tokens.Cost(e)
			}
			return nil
		}))
		if got := sumOf(t, tk); got != want {
			t.Errorf("%q: %d tokens, want %d", text, got, want)
		}
	}
}
