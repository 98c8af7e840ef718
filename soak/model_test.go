package soak

import (
	"slices"
	"strconv"

	"bonbon/history/talk"
)

// said is one message of a talk's active path.
type said struct {
	id   talk.EntryID
	role talk.Role
	text string
}

// modelTalk is a talk as plainly as it can be written down: what it shows, and every text that it ever was told to keep.
type modelTalk struct {
	path    []said
	ever    map[talk.EntryID]string
	trashed bool
}

func (m *modelTalk) add(e talk.Entry) {
	m.path = append(m.path, said{e.ID, e.Role, e.Text})
	m.ever[e.ID] = e.Text
}

func (m *modelTalk) knows(id talk.EntryID) bool { _, ok := m.ever[id]; return ok || id == 0 }

// know takes a talk's entries over as they are: a new talk's, or those of one that was copied, whose texts are given.
func (u *user) know(id string, want ...string) *modelTalk {
	u.t.Helper()
	m := &modelTalk{ever: map[talk.EntryID]string{}}
	u.talks[id] = m
	u.ids = append(u.ids, id)
	u.learn(id, m, want)
	return m
}

// learn reads a talk's path whose entries have got new ids, and compares its texts with those that are due.
func (u *user) learn(id string, m *modelTalk, want []string) {
	u.t.Helper()
	m.path = nil
	for _, e := range u.path(id) {
		m.add(e)
	}
	if got := m.texts(); !slices.Equal(got, want) {
		u.t.Fatalf("talk %s: %s", id, differ(got, want))
	}
}

func (m *modelTalk) texts() (all []string) {
	for _, s := range m.path {
		all = append(all, s.text)
	}
	return all
}

// path reads a talk's active path whole.
func (u *user) path(id string) []talk.Entry {
	u.t.Helper()
	tk := u.store.Talk(id)
	n, err := tk.Len()
	must(u.t, err)
	all, err := tk.Page(0, n)
	must(u.t, err)
	return all
}

// compare checks the store and compares all of it with the model.
func (u *user) compare() {
	u.t.Helper()
	must(u.t, u.store.Check())
	for id, m := range u.talks {
		if got := u.path(id); len(got) != len(m.path) {
			u.t.Fatalf("talk %s has %d messages, want %d", id, len(got), len(m.path))
		} else {
			for i, e := range got {
				if now := (said{e.ID, e.Role, e.Text}); now != m.path[i] {
					u.t.Fatalf("talk %s, message %d is %+v, want %+v", id, i, now, m.path[i])
				}
			}
		}
		for entry, text := range m.ever {
			e, err := u.store.Talk(id).Entry(entry)
			if err != nil || e.Text != text {
				u.t.Fatalf("talk %s, entry %d is %q, %v; it was stored as %q", id, entry, e.Text, err, text)
			}
		}
	}
}

// differ names the first place at which two talks differ.
func differ(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return "message " + strconv.Itoa(i) + " is " + strconv.Quote(got[i]) + ", want " + strconv.Quote(want[i])
		}
	}
	return strconv.Itoa(len(got)) + " messages, want " + strconv.Itoa(len(want))
}
