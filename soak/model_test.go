package soak

import (
	"hash/maphash"
	"regexp"
	"slices"
	"strings"

	"bonbon/history/talk"
)

// said is one message of a talk's active path. Of its text the model keeps only what it compares, since a test that measures memory
// should take little itself.
type said struct {
	id    talk.EntryID
	role  talk.Role
	sum   uint64
	marks string // the words that can be searched for, see something; most often none or one
}

var (
	seedOfSums = maphash.MakeSeed()
	mark       = regexp.MustCompile(`w\d+w`)
)

func sum(text string) uint64 { return maphash.String(seedOfSums, text) }

func saidOf(e talk.Entry) said {
	return said{e.ID, e.Role, sum(e.Text), strings.Join(mark.FindAllString(e.Text, -1), " ")}
}

// modelTalk is a talk as plainly as it can be written down: what it shows, and every text that it ever was told to keep.
type modelTalk struct {
	path    []said
	ever    map[talk.EntryID]uint64
	trashed bool
}

func (m *modelTalk) add(e talk.Entry) {
	m.path = append(m.path, saidOf(e))
	m.ever[e.ID] = sum(e.Text)
}

func (m *modelTalk) knows(id talk.EntryID) bool { _, ok := m.ever[id]; return ok || id == 0 }

// know takes a talk's entries over as they are: a new talk's, or those of one that was copied, whose texts are given.
func (u *user) know(id string, want ...uint64) {
	u.t.Helper()
	m := &modelTalk{ever: map[talk.EntryID]uint64{}}
	u.talks[id] = m
	u.ids = append(u.ids, id)
	u.learn(id, m, want)
}

// learn reads a talk's path whose entries have got new ids, and compares its texts with those that are due.
func (u *user) learn(id string, m *modelTalk, want []uint64) {
	u.t.Helper()
	m.path = nil
	for _, e := range u.path(id) {
		m.add(e)
	}
	if got := m.sums(); !slices.Equal(got, want) {
		u.t.Fatalf("talk %s has other messages than it should: %d, want %d", id, len(got), len(want))
	}
}

func (m *modelTalk) sums() (all []uint64) {
	for _, s := range m.path {
		all = append(all, s.sum)
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
				if now := saidOf(e); now != m.path[i] {
					u.t.Fatalf("talk %s, message %d is %+v, want %+v", id, i, now, m.path[i])
				}
			}
		}
		for entry, want := range m.ever {
			if e, err := u.store.Talk(id).Entry(entry); err != nil || sum(e.Text) != want {
				u.t.Fatalf("talk %s, entry %d is now %q, %v", id, entry, e.Text, err)
			}
		}
	}
}
