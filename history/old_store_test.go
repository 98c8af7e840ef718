package history_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/tokens"
)

// oldStore unpacks a store that a version wrote which knew no sums, requests, metrics, texts and answers: a persona with a talk of two
// branches, the newer one on the path with a reply that was being written, a summary, a memory, and a second talk in the trash.
func oldStore(t *testing.T) (*history.Store, *history.Talk) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "before_requests.db.gz"))
	must(t, err)
	defer f.Close() //nolint:errcheck // only read
	z, err := gzip.NewReader(f)
	must(t, err)
	data, err := io.ReadAll(z)
	must(t, err)
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, history.FileName), data, 0o600))
	s := historytest.OpenWith(t, dir, history.Options{NoSync: true})
	list, err := s.Personas()
	must(t, err)
	if len(list) != 1 {
		t.Fatalf("%d personas", len(list))
	}
	return s, s.Talk(list[0].Talk)
}

// A store of an older version opens, is whole, and does all that a new one does.
func TestOldStore(t *testing.T) {
	s, tk := oldStore(t)
	must(t, s.Check())
	sumsUp(t, tk, 22)
	head, err := tk.Head()
	must(t, err)
	if head.Text != "half a rep" || head.State != talk.Writing || head.Sent != nil {
		t.Errorf("the head is %+v", head)
	}
	if _, err := tk.Answers(head.ID); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("answers: %v", err)
	}
	if _, err := tk.Text(talk.TextName("x")); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("a text: %v", err)
	}
	if su, err := tk.Summary(); err != nil || su == nil || su.Text != "They met." {
		t.Errorf("the summary is %+v, %v", su, err)
	}

	must(t, tk.KeepText("you are kind"))
	r := reply("whole")
	r.ID, r.Parent = head.ID, head.Parent
	conclude(t, tk, r, take("raw"))
	sumsUp(t, tk, 22)
	if info, err := tk.Info(); err != nil || info.Metrics.Replies != 1 {
		t.Errorf("metrics %+v, %v", info.Metrics, err)
	}
	if takes, err := tk.Answers(head.ID); err != nil || len(takes) != 2 {
		t.Errorf("answers %+v, %v", takes, err)
	}
	_, err = tk.Show(21) // the older branch
	must(t, err)
	sumsUp(t, tk, 25)
	_, err = tk.AppendTo(5, talk.Entry{Role: talk.User, Text: "edited", Tokens: 7})
	must(t, err)
	sumsUp(t, tk, 6)
	must(t, s.Check())
}

// Every talk of an old store is summed up when it is first written to, in whatever way.
func TestOldStoreIsExportedAndCopied(t *testing.T) {
	s, tk := oldStore(t)
	info, err := s.CopyTalk(tk.ID(), "copy")
	must(t, err)
	sumsUp(t, s.Talk(info.ID), 22)
	trash, err := s.Trash()
	must(t, err)
	if len(trash.Talks) != 1 {
		t.Fatalf("the trash holds %+v", trash)
	}
	must(t, s.RestoreTalk(trash.Talks[0].ID))
	sumsUp(t, s.Talk(trash.Talks[0].ID), 1)

	var b bytes.Buffer
	must(t, s.ExportAll(&b))
	to := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true, Now: time.Now})
	imported(t, to, b.Bytes())
	sumsUp(t, to.Talk(tk.ID()), 22)
	must(t, to.Check())
}

// sumsUp compares what the store tells of a path with the sum over its headers.
func sumsUp(t *testing.T, tk *history.Talk, entries int) {
	t.Helper()
	must(t, tk.View(func(h tokens.History) error {
		n, sum := 0, 0
		for e := range h.Before(h.Len()) {
			n, sum = n+1, sum+tokens.Cost(e)
		}
		if n != entries || h.Len() != n || h.Tokens() != sum {
			t.Errorf("%d entries of %d tokens; told %d of %d; want %d entries", n, sum, h.Len(), h.Tokens(), entries)
		}
		return nil
	}))
}
