package history_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

// replace puts another entry, or none, in the place of one on the path, and sometimes goes back afterwards.
func (m *machine) replace(t *rapid.T) {
	tk, mt := m.pick(t)
	path := mt.path()
	if len(path) == 0 {
		return
	}
	at := rapid.IntRange(0, len(path)-1).Draw(t, "at")
	was, err := tk.Place()
	ok(t, err)
	var by *talk.Entry
	mt.head = mt.entries[path[at]].parent
	if rapid.Bool().Draw(t, "edit") {
		by = &talk.Entry{Role: talk.User, Text: "edited"}
		mt.add(mt.head, by.Text)
	}
	for _, id := range path[at+1:] {
		mt.add(mt.head, mt.entries[id].text)
	}
	head, err := tk.Replace(path[at], by)
	ok(t, err)
	if head != mt.head {
		t.Fatalf("head %d, want %d", head, mt.head)
	}
	if rapid.Bool().Draw(t, "undo") {
		now, err := tk.Place()
		ok(t, err)
		ok(t, tk.Move(now, was))
		mt.head = was.Head
	}
}

func (m *machine) branch(t *rapid.T) {
	tk, mt := m.pick(t)
	path := mt.path()
	if len(path) == 0 || len(m.talks) > 4 {
		return
	}
	at := rapid.IntRange(0, len(path)-1).Draw(t, "at")
	info, err := m.s.BranchTalk(tk.ID(), path[at], "")
	ok(t, err)
	twin := &modelTalk{entries: map[talk.EntryID]modelEntry{}}
	for _, id := range path[:at+1] {
		twin.add(twin.head, mt.entries[id].text)
	}
	m.talks[info.ID] = twin
}

func TestReplace(t *testing.T) {
	_, tk := begin(t, "hello")
	a := say(t, tk, "a")
	b := say(t, tk, "b")
	c, err := tk.Append(talk.Entry{Role: talk.Assistant, Text: "c", Tokens: 2, Sent: &talk.Sent{}})
	must(t, err)
	must(t, tk.Pin(c.ID, true))
	must(t, tk.SetAnchor(talk.Anchor{ID: c.ID, Pos: 3, Chosen: true}))
	was, err := tk.Place()
	must(t, err)

	head, err := tk.Replace(b.ID, nil)
	must(t, err)
	wantTexts(t, tk, "hello a c")
	copied, err := tk.Head()
	must(t, err)
	if copied.ID != head || copied.ID == c.ID || copied.Sent != nil || !copied.Time.Equal(c.Time) {
		t.Errorf("the copy is %+v of %+v", copied, c)
	}
	if now, err := tk.Anchor(); err != nil || now.ID != head || now.Pos != 2 || !now.Chosen {
		t.Errorf("the anchor is %+v, %v", now, err)
	}
	if pins, err := tk.Pinned(); err != nil || len(pins) != 1 || pins[0].ID != head {
		t.Errorf("pinned is %+v, %v", pins, err)
	}

	now, err := tk.Place()
	must(t, err)
	must(t, tk.Move(now, was))
	wantTexts(t, tk, "hello a b c")
	if back, err := tk.Place(); err != nil || back != was {
		t.Errorf("back at %+v, %v, want %+v", back, err, was)
	}
	if err := tk.Move(now, was); !errors.Is(err, history.ErrMoved) {
		t.Errorf("a talk that has moved moves again: %v", err)
	}

	_, err = tk.Replace(a.ID, &talk.Entry{Role: talk.User, Text: "A"})
	must(t, err)
	wantTexts(t, tk, "hello A b c")
	if _, err := tk.Replace(a.ID, nil); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("an entry off the path is replaced: %v", err)
	}
	page, err := tk.Page(0, 4)
	must(t, err)
	versions, err := tk.Versions(page)
	must(t, err)
	if want := []talk.Version{{At: 1, Of: 1, All: 1}, {At: 2, Of: 2, All: 2}, {At: 1, Of: 1, All: 1}, {At: 1, Of: 1, All: 1}}; !slices.Equal(versions, want) {
		t.Errorf("versions %v, want %v", versions, want)
	}
}

// Siblings that another one said are no versions of a message.
func TestVersionsAreOfOneRole(t *testing.T) {
	_, tk := begin(t, "hello")
	a := say(t, tk, "a")
	_, err := tk.Append(talk.Entry{Role: talk.Assistant, Text: "b"})
	must(t, err)
	was, err := tk.Place()
	must(t, err)
	_, err = tk.Replace(a.ID, nil)
	must(t, err)
	now, err := tk.Place()
	must(t, err)
	must(t, tk.Move(now, was))
	page, err := tk.Page(1, 2)
	must(t, err)
	versions, err := tk.Versions(page)
	must(t, err)
	if want := []talk.Version{{At: 1, Of: 1, All: 2}, {At: 1, Of: 1, All: 1}}; !slices.Equal(versions, want) {
		t.Errorf("versions %v, want %v", versions, want)
	}
	if ids, err := tk.Alike(a.ID); err != nil || !slices.Equal(ids, []talk.EntryID{a.ID}) {
		t.Errorf("alike are %v, %v", ids, err)
	}
}

func TestReplaceTooFar(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	first := say(t, tk, "a")
	must(t, tk.Lengthen(history.MaxReplaced+1))
	if _, err := tk.Replace(first.ID, nil); !errors.Is(err, history.ErrTooFar) {
		t.Errorf("err is %v", err)
	}
	page, err := tk.Page(2, 1)
	must(t, err)
	_, err = tk.Replace(page[0].ID, nil)
	must(t, err)
}

func TestBranchTalk(t *testing.T) {
	s, tk := begin(t, "hello")
	a := say(t, tk, "a")
	b := say(t, tk, "b")
	must(t, tk.Rewind(a.ID))
	c := say(t, tk, "c")
	say(t, tk, "d")
	must(t, tk.Pin(c.ID, true))
	_, err := tk.PutSummary(talk.Summary{Text: "short", Until: a.ID})
	must(t, err)
	_, err = tk.PutSummary(talk.Summary{Text: "long", Until: b.ID})
	must(t, err)
	info, err := s.BranchTalk(tk.ID(), c.ID, "branch")
	must(t, err)
	twin := s.Talk(info.ID)
	wantTexts(t, twin, "hello a c")
	wantTexts(t, tk, "hello a c d")
	if info.Title != "branch" || info.First != "a" || info.Count != 3 || info.Preview != "c" {
		t.Errorf("info is %+v", info)
	}
	if pins, err := twin.Pinned(); err != nil || len(pins) != 1 || pins[0].Text != "c" {
		t.Errorf("pinned is %+v, %v", pins, err)
	}
	if all, err := twin.Summaries(); err != nil || len(all) != 1 || all[0].Text != "short" || all[0].Until != 2 {
		t.Errorf("summaries are %+v, %v", all, err)
	}
	if _, err := s.BranchTalk(tk.ID(), b.ID, ""); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("a branch from an entry off the path: %v", err)
	}
}

func TestPins(t *testing.T) {
	_, tk := begin(t, "hello")
	a, b := say(t, tk, "a"), say(t, tk, "b")
	must(t, tk.Pin(b.ID, true))
	must(t, tk.Pin(a.ID, true))
	must(t, tk.Pin(a.ID, true))
	want := func(texts ...string) {
		t.Helper()
		var got []string
		all, err := tk.Pinned()
		must(t, err)
		for _, e := range all {
			got = append(got, e.Text)
		}
		if !slices.Equal(got, texts) {
			t.Errorf("pinned are %q, want %q", got, texts)
		}
	}
	want("a", "b")
	must(t, tk.Rewind(a.ID))
	want("a")
	must(t, tk.SetHead(b.ID))
	must(t, tk.Pin(a.ID, false))
	want("b")
	if err := tk.Pin(99, true); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("an entry that is not there is pinned: %v", err)
	}
}

func TestArchive(t *testing.T) {
	s, tk := begin(t, "hello")
	info, err := tk.Info()
	must(t, err)
	must(t, s.ArchiveTalk(tk.ID(), true))
	if all, err := s.Personas(); err != nil || all[0].Talk != "" || all[0].Talks != 0 {
		t.Errorf("the list has %+v, %v", all, err)
	}
	if all, err := s.Talks(info.Persona); err != nil || len(all) != 1 || all[0].Archived.IsZero() {
		t.Errorf("talks are %+v, %v", all, err)
	}
	must(t, s.ArchiveTalk(tk.ID(), false))
	if all, err := s.Personas(); err != nil || all[0].Talk != tk.ID() {
		t.Errorf("the list has %+v, %v", all, err)
	}
}

func TestFirstWords(t *testing.T) {
	_, tk := begin(t, "hello")
	want := func(first string) {
		t.Helper()
		if info, err := tk.Info(); err != nil || info.First != first {
			t.Errorf("first is %q, %v, want %q", info.First, err, first)
		}
	}
	want("")
	a := say(t, tk, "One\nline")
	want("One line")
	say(t, tk, "b")
	want("One line")
	_, err := tk.AppendTo(a.Parent, talk.Entry{Role: talk.User, Text: "Other"})
	must(t, err)
	want("Other")
}

// BenchmarkReplace replaces an entry that many follow.
func BenchmarkReplace(b *testing.B) {
	for _, n := range []int{100, 1000, history.MaxReplaced} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := historytest.Open(b)
			tk := beginIn(b, s, "hello")
			say(b, tk, "a")
			must(b, tk.Lengthen(n))
			for b.Loop() {
				page, err := tk.Page(1, 1)
				must(b, err)
				start := time.Now()
				_, err = tk.Replace(page[0].ID, &page[0])
				must(b, err)
				b.ReportMetric(float64(time.Since(start).Milliseconds()), "last-ms")
			}
		})
	}
}
