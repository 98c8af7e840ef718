package history_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

func reply(text string) talk.Entry {
	return talk.Entry{
		Role: talk.Assistant, Text: text, Tokens: 4, Usage: &talk.Usage{Prompt: 100, Completion: 4, Cached: 60},
		Sent: &talk.Sent{
			Entries: []talk.Run{{1, 2}}, System: talk.TextName("you are kind"), Params: []byte(`{"model":"m"}`), Sum: []byte{1, 2}, Size: 9,
			Patches: []talk.Patch{{Message: 1, Keep: 3, Put: "x"}}, Failed: []talk.Attempt{{Status: 500, Code: "c", Detail: "d"}},
			Cut: talk.Cut{Messages: 10, Kept: 4, Before: 500, After: 200, Elided: 2, Moved: true}, Answer: &talk.Answer{Status: 200},
		},
	}
}

func take(body string) []talk.Take {
	return []talk.Take{{Status: 500, Body: []byte("no\n{")}, {Status: 200, Header: map[string]string{"Cf-Ray": "1"}, Cut: true, Body: []byte(body)}}
}

func conclude(t testing.TB, to *history.Talk, e talk.Entry, takes []talk.Take) talk.Entry {
	t.Helper()
	e, err := to.Conclude(e, takes)
	must(t, err)
	return e
}

func TestConclude(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "")
	say(t, tk, "hello")
	first := conclude(t, tk, reply("first"), take("raw \xff bytes"))
	writing, err := tk.Append(talk.Entry{Role: talk.Assistant, Text: "sec", State: talk.Writing})
	must(t, err)
	second := reply("second")
	second.ID, second.Usage = writing.ID, nil
	second.Sent.Cut.Kept, second.Sent.Cut.Elided, second.Sent.Cut.Moved = 10, 0, false
	conclude(t, tk, second, nil)
	wantTexts(t, tk, "hello first second")

	want := talk.Metrics{
		Replies: 2, Trimmed: 1, Elided: 2, Moves: 1, Messages: 20, Kept: 14, Before: 1000, After: 400,
		Counted: 1, Prompt: 100, Cached: 60, Completion: 4, Last: second.Sent.Cut,
	}
	must(t, s.Close())
	s = historytest.OpenWith(t, dir, history.Options{})
	tk = s.Talk(tk.ID())
	info, err := tk.Info()
	must(t, err)
	if info.Metrics != want {
		t.Errorf("metrics %+v, want %+v", info.Metrics, want)
	}
	got, err := tk.Entry(first.ID)
	must(t, err)
	if !reflect.DeepEqual(got.Sent, reply("").Sent) {
		t.Errorf("stored %+v", got.Sent)
	}
	takes, err := tk.Answers(first.ID)
	must(t, err)
	if !reflect.DeepEqual(takes, take("raw \xff bytes")) {
		t.Errorf("answers %+v", takes)
	}
	if _, err := tk.Answers(second.ID); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("answers that were not kept: %v", err)
	}
	again, err := s.CopyTalk(tk.ID(), "copy")
	must(t, err)
	if again.Metrics != (talk.Metrics{}) {
		t.Errorf("a copy that asked nothing has %+v", again.Metrics)
	}
}

// A reply goes where it belongs, whatever the head is by then.
func TestConcludeUnderAParent(t *testing.T) {
	_, tk := begin(t, "")
	asked, old := say(t, tk, "hello"), say(t, tk, "old")
	r := reply("new")
	r.Parent = asked.ID
	if stored := conclude(t, tk, r, nil); stored.Parent != asked.ID {
		t.Errorf("its parent is %d", stored.Parent)
	}
	wantTexts(t, tk, "hello new")
	must(t, tk.SetHead(old.ID))
	wantTexts(t, tk, "hello old")
	r.Parent = 99
	if _, err := tk.Conclude(r, nil); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("an unknown parent: %v", err)
	}
	wantTexts(t, tk, "hello old")
}

// A disk that fails leaves neither the reply nor a count of it.
func TestConcludeIsWhole(t *testing.T) {
	s, tk := begin(t, "")
	say(t, tk, "hello")
	full := errors.New("full")
	s.SetFault(func(op string) error {
		if op == "write" {
			return full
		}
		return nil
	})
	if _, err := tk.Conclude(reply("r"), take("x")); err == nil {
		t.Fatal("no error")
	}
	s.SetFault(nil)
	info, err := tk.Info()
	must(t, err)
	wantTexts(t, tk, "hello")
	if info.Metrics.Replies != 0 {
		t.Errorf("metrics %+v", info.Metrics)
	}
}

func TestAnswersAreARing(t *testing.T) {
	s, a := begin(t, "")
	b := beginIn(t, s, "")
	var ids []talk.EntryID
	for i := range 130 {
		ids = append(ids, conclude(t, a, reply("r"), take(fmt.Sprint("answer ", i))).ID)
	}
	kept := func(of *history.Talk, ids []talk.EntryID) (n int) {
		for _, id := range ids {
			switch _, err := of.Answers(id); {
			case err == nil:
				n++
			case !errors.Is(err, history.ErrNotFound):
				t.Error(err)
			}
		}
		return n
	}
	if n := kept(a, ids); n != 100 || kept(a, ids[30:]) != 100 {
		t.Errorf("%d answers are kept, of the newest %d", n, kept(a, ids[30:]))
	}
	noise := make([]byte, 250<<10) // does not get smaller
	for i := range 50 {
		_, err := rand.Read(noise)
		must(t, err)
		ids[i] = conclude(t, b, reply("r"), take(string(noise))).ID
	}
	if n := kept(b, ids[:50]); n != 32 || kept(a, ids[50:]) != 0 {
		t.Errorf("%d answers of 250 KB are kept", n)
	}
	must(t, s.TrashTalk(b.ID()))
	must(t, s.RemoveTalk(b.ID()))
	if n := kept(b, ids[:50]); n != 0 {
		t.Errorf("%d answers of a talk that is gone", n)
	}
}

func TestTexts(t *testing.T) {
	s, tk := begin(t, "")
	text := "you are <kind> & 猫"
	before := size(t, s)
	for range 50 {
		must(t, tk.KeepText(text))
	}
	if grown := size(t, s) - before; grown > 64<<10 {
		t.Errorf("one text takes %d bytes", grown)
	}
	got, err := tk.Text(talk.TextName(text))
	must(t, err)
	if got != text {
		t.Errorf("got %q", got)
	}
	for _, name := range []string{"", "sha256:", "sha256:00", talk.TextName("other"), "sha256:zz"} {
		if _, err := tk.Text(name); !errors.Is(err, history.ErrNotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func size(t testing.TB, s *history.Store) int64 {
	t.Helper()
	i, err := os.Stat(filepath.Join(s.Dir(), history.FileName))
	must(t, err)
	return i.Size()
}

func TestEntries(t *testing.T) {
	_, tk := begin(t, "")
	for _, text := range strings.Fields("a b c d e") {
		say(t, tk, text)
	}
	must(t, tk.Rewind(2)) // c d e leave the path and stay
	for _, tt := range []struct {
		runs []talk.Run
		want string
	}{{nil, ""}, {[]talk.Run{{1, 5}}, "abcde"}, {[]talk.Run{{2, 2}, {4, 5}}, "bde"}} {
		all, err := tk.Entries(tt.runs)
		must(t, err)
		got := ""
		for _, e := range all {
			got += e.Text
		}
		if got != tt.want {
			t.Errorf("%v: %q", tt.runs, got)
		}
	}
	for _, runs := range [][]talk.Run{{{5, 6}}, {{0, 1}}, {{9, 1 << 60}}} {
		if _, err := tk.Entries(runs); !errors.Is(err, history.ErrNotFound) {
			t.Errorf("%v: %v", runs, err)
		}
	}
}

func TestExchangeOfRequests(t *testing.T) {
	s, tk := begin(t, "")
	must(t, tk.KeepText("you are kind"))
	say(t, tk, "hello")
	e := conclude(t, tk, reply("r"), take("raw"))
	info, err := tk.Info()
	must(t, err)

	var all, one bytes.Buffer
	must(t, s.ExportPersona(&all, info.Persona))
	must(t, s.ExportTalk(&one, info.ID))
	if strings.Contains(one.String(), "you are kind") {
		t.Error("a talk's export tells what the persona was told")
	}
	for name, data := range map[string][]byte{"persona": all.Bytes(), "talk": one.Bytes()} {
		to := historytest.Open(t)
		imported(t, to, data)
		got, err := to.Talk(info.ID).Entry(e.ID)
		must(t, err)
		if !reflect.DeepEqual(got.Sent, e.Sent) {
			t.Errorf("%s: %+v", name, got.Sent)
		}
		now, err := to.Talk(info.ID).Info()
		must(t, err)
		if now.Metrics != info.Metrics {
			t.Errorf("%s: metrics %+v", name, now.Metrics)
		}
		text, err := to.Talk(info.ID).Text(got.Sent.System)
		if name == "persona" && (err != nil || text != "you are kind") || name == "talk" && !errors.Is(err, history.ErrNotFound) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if _, err := to.Talk(info.ID).Answers(e.ID); !errors.Is(err, history.ErrNotFound) {
			t.Errorf("%s: the raw answer came along: %v", name, err)
		}
	}
}
