package history_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// modelTalk is a talk as plainly as it can be written down.
type modelTalk struct {
	entries map[talk.EntryID]modelEntry
	head    talk.EntryID
	next    talk.EntryID
	trashed bool
}

type modelEntry struct {
	parent talk.EntryID
	text   string
}

func (m *modelTalk) path() (ids []talk.EntryID) {
	for at := m.head; at != 0; at = m.entries[at].parent {
		ids = append(ids, at)
	}
	slices.Reverse(ids)
	return ids
}

func (m *modelTalk) children(of talk.EntryID) (ids []talk.EntryID) {
	for id, e := range m.entries {
		if e.parent == of {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (m *modelTalk) add(parent talk.EntryID, text string) talk.EntryID {
	m.next++
	m.entries[m.next] = modelEntry{parent, text}
	m.head = m.next
	return m.next
}

// machine holds a store and its model.
type machine struct {
	s       *history.Store
	persona string
	talks   map[string]*modelTalk
	now     time.Time
}

// pick draws one of the talks.
func (m *machine) pick(t *rapid.T) (*history.Talk, *modelTalk) {
	ids := []string{}
	for id := range m.talks {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	id := rapid.SampledFrom(ids).Draw(t, "talk")
	return m.s.Talk(id), m.talks[id]
}

// entry draws one of a talk's entries, or 0.
func (mt *modelTalk) entry(t *rapid.T) talk.EntryID {
	return talk.EntryID(rapid.Uint64Range(0, uint64(mt.next)).Draw(t, "entry"))
}

func ok(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

// drawPictures draws the pictures of a message, most often none.
func drawPictures(t *rapid.T) (ps []talk.Picture) {
	for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "pictures") {
		ps = append(ps, talk.Picture{Ref: "sha256:0", Type: "image/png", Tokens: rapid.IntRange(1, 2000).Draw(t, "picture")})
	}
	return ps
}

func (m *machine) actions() map[string]func(*rapid.T) {
	text := rapid.StringN(0, 40, 200)
	return map[string]func(*rapid.T){
		"append": func(t *rapid.T) {
			tk, mt := m.pick(t)
			said := text.Draw(t, "text")
			e, err := tk.Append(talk.Entry{Role: talk.User, Text: said, Tokens: len(said), Pictures: drawPictures(t)})
			ok(t, err)
			if want := mt.add(mt.head, e.Text); e.ID != want {
				t.Fatalf("id %d, want %d", e.ID, want)
			}
		},
		"update": func(t *rapid.T) {
			tk, mt := m.pick(t)
			id := mt.entry(t)
			e := talk.Entry{ID: id, Role: talk.Assistant, Text: text.Draw(t, "text"), State: talk.Writing, Tokens: rapid.IntRange(0, 500).Draw(t, "tokens")}
			err := tk.Update(e)
			if id == 0 {
				if !errors.Is(err, history.ErrNotFound) {
					t.Fatal(err)
				}
				return
			}
			ok(t, err)
			stored, err := tk.Entry(id)
			ok(t, err)
			mt.entries[id] = modelEntry{mt.entries[id].parent, stored.Text}
		},
		"rewind": func(t *rapid.T) {
			tk, mt := m.pick(t)
			id := rapid.SampledFrom(append(mt.path(), 0)).Draw(t, "to")
			ok(t, tk.Rewind(id))
			mt.head = id
		},
		"set head": func(t *rapid.T) {
			tk, mt := m.pick(t)
			id := mt.entry(t)
			ok(t, tk.SetHead(id))
			mt.head = id
		},
		"edit": func(t *rapid.T) {
			tk, mt := m.pick(t)
			parent := mt.entries[mt.entry(t)].parent
			e, err := tk.AppendTo(parent, talk.Entry{Role: talk.User, Text: text.Draw(t, "text"), Pictures: drawPictures(t)})
			ok(t, err)
			mt.add(parent, e.Text)
		},
		"show": func(t *rapid.T) {
			tk, mt := m.pick(t)
			want := mt.entry(t)
			head, err := tk.Show(want)
			ok(t, err)
			for c := mt.children(want); len(c) > 0; c = mt.children(want) {
				want = c[len(c)-1]
			}
			if mt.head = want; head != want {
				t.Fatalf("head %d, want %d", head, want)
			}
		},
		"copy": func(t *rapid.T) {
			if len(m.talks) > 4 {
				return
			}
			tk, mt := m.pick(t)
			info, err := m.s.CopyTalk(tk.ID(), "copy")
			ok(t, err)
			twin := &modelTalk{entries: map[talk.EntryID]modelEntry{}, head: mt.head, next: mt.next}
			for id, e := range mt.entries {
				twin.entries[id] = e
			}
			m.talks[info.ID] = twin
		},
		"trash": func(t *rapid.T) {
			tk, mt := m.pick(t)
			ok(t, m.s.TrashTalk(tk.ID()))
			mt.trashed = true
		},
		"restore": func(t *rapid.T) {
			tk, mt := m.pick(t)
			ok(t, m.s.RestoreTalk(tk.ID()))
			mt.trashed = false
		},
		"clock": func(t *rapid.T) {
			m.now = m.now.Add(time.Duration(rapid.IntRange(-100, 200).Draw(t, "seconds")) * time.Second)
		},
		"replace": m.replace,
		"branch":  m.branch,
		"":        m.check,
	}
}

// check compares the store with the model.
func (m *machine) check(t *rapid.T) {
	live := 0
	for id, mt := range m.talks {
		if !mt.trashed {
			live++
		}
		tk := m.s.Talk(id)
		path := mt.path()
		page, err := tk.Page(0, len(path)+1)
		ok(t, err)
		var got []talk.EntryID
		for _, e := range page {
			got = append(got, e.ID)
			if e.Text != mt.entries[e.ID].text || e.Parent != mt.entries[e.ID].parent {
				t.Fatalf("entry %d is %+v, want %+v", e.ID, e, mt.entries[e.ID])
			}
		}
		if !slices.Equal(got, path) {
			t.Fatalf("path %v, want %v", got, path)
		}
		ok(t, tk.View(func(h tokens.History) error {
			sum := 0
			for e := range h.Before(h.Len()) {
				sum += tokens.Cost(e)
			}
			if got := h.Tokens(); got != sum {
				t.Fatalf("a path of %d tokens, told %d", sum, got)
			}
			return nil
		}))
		if mt.next == 0 {
			continue
		}
		ids, err := tk.Siblings(mt.next)
		ok(t, err)
		if want := mt.children(mt.entries[mt.next].parent); !slices.Equal(ids, want) {
			t.Fatalf("siblings %v, want %v", ids, want)
		}
	}
	list, err := m.s.Talks(m.persona)
	ok(t, err)
	if len(list) != live {
		t.Fatalf("%d talks, want %d", len(list), live)
	}
	ok(t, m.s.Check())
}

// Any row of operations leaves the store as a plain model of it says, and consistent.
func TestStoreAgainstModel(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true, Now: func() time.Time { return clock }})
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{s: s, talks: map[string]*modelTalk{}, now: time.Unix(1_800_000_000, 0)}
		p, info, err := s.CreatePersona(persona.Persona{Name: "Mina"}, talk.Entry{})
		ok(t, err)
		m.persona = p.ID
		m.talks[info.ID] = &modelTalk{entries: map[talk.EntryID]modelEntry{}}
		actions := m.actions()
		for name, act := range actions {
			actions[name] = func(t *rapid.T) {
				clock = m.now
				act(t)
			}
		}
		t.Repeat(actions)
		ok(t, s.TrashPersona(p.ID))
		_, err = s.EmptyTrash(time.Time{})
		ok(t, err)
	})
}

// clock is the time of the store that TestStoreAgainstModel shares between its runs.
var clock time.Time

// One goroutine streams a reply, others page, list and plan: every reader sees a whole moment of the talk.
func TestReadersDuringAStream(t *testing.T) {
	s, tk := begin(t, "hello")
	for range 100 {
		say(t, tk, "word word")
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for seen := 0; ; seen++ {
				select {
				case <-done:
					if seen > 0 {
						return
					}
				default:
				}
				if err := readEverything(s, tk); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 5 {
		say(t, tk, "question")
		r, err := tk.Append(talk.Entry{Role: talk.Assistant, State: talk.Writing})
		must(t, err)
		for range 10 {
			r.Text += "more "
			must(t, tk.Update(r))
		}
		r.State = talk.Done
		must(t, tk.Update(r))
	}
	close(done)
	wg.Wait()
	if n, err := tk.Len(); err != nil || n != 111 {
		t.Errorf("%d entries, %v", n, err)
	}
}

func readEverything(s *history.Store, tk *history.Talk) error {
	if _, err := s.Personas(); err != nil {
		return err
	}
	page, err := tk.Page(50, 100)
	if err != nil {
		return err
	}
	for i := 1; i < len(page); i++ {
		if page[i].Parent != page[i-1].ID {
			return fmt.Errorf("entry %d follows %d", page[i].ID, page[i-1].ID)
		}
	}
	var hs []talk.Header
	if err := tk.View(func(h tokens.History) error {
		n := 0
		for x := range h.Before(h.Len()) {
			if n++; n <= 5 {
				hs = append(hs, x)
			}
		}
		if n != h.Len() {
			return fmt.Errorf("%d headers of %d", n, h.Len())
		}
		return nil
	}); err != nil {
		return err
	}
	_, err = tk.Load(hs)
	return err
}
