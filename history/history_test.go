package history_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// begin opens a store with one persona and returns its first talk.
func begin(t testing.TB, greeting string) (*history.Store, *history.Talk) {
	t.Helper()
	s := historytest.Open(t)
	return s, beginIn(t, s, greeting)
}

func beginIn(t testing.TB, s *history.Store, greeting string) *history.Talk {
	t.Helper()
	_, info, err := s.CreatePersona(persona.Persona{Name: "Mina"}, talk.Entry{Text: greeting, Tokens: 3})
	must(t, err)
	return s.Talk(info.ID)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func say(t testing.TB, to *history.Talk, text string) talk.Entry {
	t.Helper()
	e, err := to.Append(talk.Entry{Role: talk.User, Text: text, Tokens: 2})
	must(t, err)
	return e
}

func texts(t testing.TB, of *history.Talk) []string {
	t.Helper()
	n, err := of.Len()
	must(t, err)
	page, err := of.Page(0, n)
	must(t, err)
	all := []string{}
	for _, e := range page {
		all = append(all, e.Text)
	}
	return all
}

func wantTexts(t testing.TB, of *history.Talk, want string) {
	t.Helper()
	if got := strings.Join(texts(t, of), " "); got != want {
		t.Errorf("the path is %q, want %q", got, want)
	}
}

func TestTalkIsATree(t *testing.T) {
	_, tk := begin(t, "hello")
	a := say(t, tk, "a")
	say(t, tk, "b")
	c := say(t, tk, "c")
	wantTexts(t, tk, "hello a b c")

	must(t, tk.Rewind(a.ID))
	wantTexts(t, tk, "hello a")
	d := say(t, tk, "d")
	say(t, tk, "e")
	wantTexts(t, tk, "hello a d e")

	must(t, tk.SetHead(c.ID))
	wantTexts(t, tk, "hello a b c")
	head, err := tk.Show(d.ID)
	must(t, err)
	wantTexts(t, tk, "hello a d e")
	if h, err := tk.Head(); err != nil || h.ID != head || h.Text != "e" {
		t.Errorf("head %+v, %v", h, err)
	}

	edited, err := tk.AppendTo(a.Parent, talk.Entry{Role: talk.User, Text: "a2"})
	must(t, err)
	wantTexts(t, tk, "hello a2")
	ids, err := tk.Siblings(a.ID)
	must(t, err)
	if !slices.Equal(ids, []talk.EntryID{a.ID, edited.ID}) {
		t.Errorf("siblings %v", ids)
	}
	must(t, tk.Rewind(0))
	wantTexts(t, tk, "")
	if h, err := tk.Head(); err != nil || h.ID != 0 {
		t.Errorf("head of an empty path %+v, %v", h, err)
	}
	say(t, tk, "anew")
	wantTexts(t, tk, "anew")
}

func TestUpdateKeepsPlaceAndTime(t *testing.T) {
	_, tk := begin(t, "")
	say(t, tk, "q")
	r, err := tk.Append(talk.Entry{Role: talk.Assistant, State: talk.Writing})
	must(t, err)
	for _, part := range []string{"I", "I think", "I think so."} {
		up := r
		up.Text, up.Parent, up.Effective = part, 99, time.Time{}
		must(t, tk.Update(up))
	}
	done := r
	done.Text, done.State, done.Tokens, done.Encoding = "I think so.", talk.Done, 4, talk.O200kBase
	must(t, tk.Update(done))
	got, err := tk.Head()
	must(t, err)
	if got.Text != done.Text || got.Parent != r.Parent || !got.Effective.Equal(r.Effective) || got.State != talk.Done {
		t.Errorf("got %+v", got)
	}
	must(t, tk.View(func(h tokens.History) error {
		for x := range h.Before(h.Len()) {
			if x.ID == r.ID && (x.Tokens != 4 || x.Bytes != len(done.Text) || x.Flags&talk.Partial != 0) {
				t.Errorf("header %+v", x)
			}
		}
		return nil
	}))
	info, err := tk.Info()
	must(t, err)
	if info.Preview != done.Text || info.Count != 2 {
		t.Errorf("info %+v", info)
	}
	if err := tk.Update(talk.Entry{ID: 77, Role: talk.User}); !errors.Is(err, history.ErrNotFound) {
		t.Errorf("update of nothing: %v", err)
	}
	say(t, tk, "a wrong argument does not stop the talk")
}

func TestViewReadsHeaders(t *testing.T) {
	now := time.UnixMilli(1_000_000)
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true, Now: func() time.Time { return now }})
	tk := beginIn(t, s, "")
	for range 300 {
		now = now.Add(time.Second)
		say(t, tk, "x")
	}
	must(t, tk.View(func(h tokens.History) error {
		if h.Len() != 300 {
			t.Fatalf("len %d", h.Len())
		}
		for _, pos := range []int{-1, 0, 1, 2, 150, 299, 300, 301} {
			want := min(pos, 300) - 1
			for x := range h.Before(pos) {
				if x.Pos != uint64(want) || x.ID != talk.EntryID(want+1) {
					t.Fatalf("before %d: %+v, want position %d", pos, x, want)
				}
				want--
			}
			if want >= 0 {
				t.Errorf("before %d ended at %d", pos, want)
			}
		}
		for x := range h.Before(300) { // an early end
			if x.Pos == 290 {
				break
			}
		}
		first := int64(1_001_000)
		for at, want := range map[int64]int{0: 0, first: 0, first + 1: 1, first + 5000: 5, first + 299_000: 299, first + 299_001: 300} {
			if got := h.Since(at); got != want {
				t.Errorf("since %d: %d, want %d", at, got, want)
			}
		}
		return nil
	}))
}

func TestViewKeepsErrorsAndPanicsOfItsFunction(t *testing.T) {
	s, tk := begin(t, "hello")
	mine := errors.New("mine")
	if err := tk.View(func(tokens.History) error { return mine }); !errors.Is(err, mine) {
		t.Errorf("error %v", err)
	}
	func() {
		defer func() {
			if r := recover(); !strings.Contains(r.(string), "a fault of the caller") {
				t.Errorf("panic %v", r)
			}
		}()
		t.Error(tk.View(func(h tokens.History) error {
			for range h.Before(h.Len()) {
				panic("a fault of the caller")
			}
			return nil
		}))
	}()
	say(t, tk, "the store goes on")
	must(t, s.Check())
}
