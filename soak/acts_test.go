package soak

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bonbon/find"
	"bonbon/history"
	"bonbon/history/talk"
)

// acts are what a user does, and how often among a thousand.
var acts = []struct {
	name  string
	often int
	do    func(*user, string, *modelTalk)
}{
	{"answer again", 60, (*user).again},
	{"stop", 30, (*user).stop},
	{"edit", 40, (*user).edit},
	{"delete", 20, (*user).remove},
	{"branch", 3, (*user).branch},
	{"new talk", 5, (*user).newTalk},
	{"search", 10, (*user).search},
	{"trash", 4, (*user).trash},
	{"draft", 20, (*user).draft},
	{"summary", 3, (*user).summary},
	{"export", 1, (*user).export},
	{"backup", 2, (*user).backup},
	{"bring back", 1, (*user).bringBack},
	{"restore", 1, (*user).restore},
	{"maintain", 2, (*user).maintain},
}

// act has one turn, and before it, now and then, something else in the same or another talk.
func (u *user) act() {
	u.t.Helper()
	dice := u.rng.IntN(1000)
	for _, a := range acts {
		if dice -= a.often; dice < 0 {
			u.counts[a.name]++
			id, m := u.pick()
			a.do(u, id, m)
			break
		}
	}
	id, m := u.pick()
	u.counts["turn"]++
	u.turn(u.store.Talk(id), m, u.request(u.something()), false)
}

// pick draws a talk that is not in the trash, the newest ones more often.
func (u *user) pick() (string, *modelTalk) {
	for {
		i := len(u.ids) - 1 - min(u.rng.IntN(len(u.ids)), u.rng.IntN(len(u.ids)))
		if id := u.ids[i]; !u.talks[id].trashed {
			return id, u.talks[id]
		}
	}
}

// something is said: each time with a word that nothing else has.
func (u *user) something() string {
	u.words++
	phrases := []string{
		"What do you think of rain?", "私の名前はひかりです。", "Tell me a story.", "Do you remember my name?", "今日はどうだった？",
		"I am a little sad today.", "What is 12 times 7?", "Show me a list.",
	}
	text := fmt.Sprintf("w%dw %s", u.words, phrases[u.rng.IntN(len(phrases))])
	if u.rng.IntN(200) == 0 {
		text += strings.Repeat(" And so on, and so on.", 400)
	}
	return text
}

// among draws a message of the last fifty of a talk.
func (u *user) among(m *modelTalk) int {
	n := len(m.path)
	return n - 1 - u.rng.IntN(min(n, 50))
}

func (u *user) again(id string, m *modelTalk) {
	at := len(m.path) - 1
	if at < 1 || m.path[at].role != talk.Assistant || m.path[at-1].role != talk.User {
		return
	}
	tk := u.store.Talk(id)
	must(u.t, tk.Rewind(m.path[at-1].id))
	m.path = m.path[:at]
	u.turn(tk, m, u.request(""), false)
}

func (u *user) stop(id string, m *modelTalk) {
	u.turn(u.store.Talk(id), m, u.request(u.something()), true)
}

// edit gives a message another text and half of the time takes that back.
func (u *user) edit(id string, m *modelTalk) {
	if len(m.path) == 0 {
		return
	}
	at := u.among(m)
	text := u.something()
	u.change(id, m, at, &talk.Entry{Role: m.path[at].role, Text: text, Tokens: len(text) / 4}, func(sums []uint64) []uint64 {
		sums[at] = sum(text)
		return sums
	})
}

func (u *user) remove(id string, m *modelTalk) {
	if len(m.path) == 0 {
		return
	}
	at := u.among(m)
	u.change(id, m, at, nil, func(sums []uint64) []uint64 { return slices.Delete(sums, at, at+1) })
}

func (u *user) change(id string, m *modelTalk, at int, by *talk.Entry, want func([]uint64) []uint64) {
	u.t.Helper()
	tk, was := u.store.Talk(id), slices.Clone(m.path)
	before, err := tk.Place()
	must(u.t, err)
	_, err = tk.Replace(m.path[at].id, by)
	must(u.t, err)
	u.learn(id, m, want(m.sums()))
	if u.rng.IntN(2) == 0 {
		after, err := tk.Place()
		must(u.t, err)
		must(u.t, tk.Move(after, before))
		m.path = was
	}
}

// mostCopied is how long a talk may be that is copied, so that the copies do not become most of what is stored.
const mostCopied = 500

func (u *user) branch(id string, m *modelTalk) {
	if len(m.path) == 0 || len(m.path) > mostCopied {
		return
	}
	at := u.among(m)
	info, err := u.store.BranchTalk(id, m.path[at].id, "")
	must(u.t, err)
	u.know(info.ID, m.sums()[:at+1]...)
}

func (u *user) newTalk(string, *modelTalk) {
	info, err := u.store.CreateTalk(u.people[u.rng.IntN(len(u.people))].ID, "", talk.Entry{})
	must(u.t, err)
	u.know(info.ID)
}

// search looks for a word that one message had when it was said, and compares with where the model has it now.
func (u *user) search(string, *modelTalk) {
	u.t.Helper()
	word := fmt.Sprintf("w%dw", 1+u.rng.IntN(max(1, u.words)))
	want, got := map[string]int{}, map[string]int{}
	for id, m := range u.talks {
		for _, s := range m.path {
			if !m.trashed && strings.Contains(s.marks, word) {
				want[id]++
			}
		}
	}
	must(u.t, u.store.Search(context.Background(), find.New(word), 10, func(f history.Found) { got[f.Talk.ID] = f.Count }))
	if fmt.Sprint(got) != fmt.Sprint(want) {
		u.t.Fatalf("search for %q found %v, want %v", word, got, want)
	}
}

// trash puts a talk into the trash, and brings back one that lies there.
func (u *user) trash(id string, m *modelTalk) {
	if len(u.ids) < 8 {
		return
	}
	for old, o := range u.talks {
		if o.trashed {
			must(u.t, u.store.RestoreTalk(old))
			o.trashed = false
		}
	}
	must(u.t, u.store.TrashTalk(id))
	m.trashed = true
}

func (u *user) draft(id string, _ *modelTalk) {
	u.t.Helper()
	d := history.Draft{Text: u.something()}
	must(u.t, u.store.PutDraft(id, d))
	if got, err := u.store.Draft(id); err != nil || got.Text != d.Text {
		u.t.Fatalf("draft %q, %v, want %q", got.Text, err, d.Text)
	}
}

func (u *user) summary(id string, m *modelTalk) {
	if len(m.path) < 10 {
		return
	}
	_, err := u.store.Talk(id).PutSummary(talk.Summary{Text: u.something(), Until: m.path[len(m.path)/2].id, Time: time.Now()})
	must(u.t, err)
}

func (u *user) export(string, *modelTalk) { must(u.t, u.store.ExportAll(io.Discard)) }

func (u *user) backup(string, *modelTalk) {
	_, err := u.store.Backup(history.Asked)
	must(u.t, err)
}

// bringBack takes one talk out of a new backup, as another talk beside it.
func (u *user) bringBack(id string, m *modelTalk) {
	if len(m.path) > mostCopied {
		return
	}
	b, err := u.store.Backup(history.Asked)
	must(u.t, err)
	info, err := u.store.BringBack(b.Name, id)
	must(u.t, err)
	u.know(info.ID, m.sums()...)
}

// restore makes a backup, lets something happen, and goes back to where it was.
func (u *user) restore(id string, m *modelTalk) {
	b, err := u.store.Backup(history.Asked)
	must(u.t, err)
	path := slices.Clone(m.path)
	u.turn(u.store.Talk(id), m, u.request(u.something()), false)
	for _, s := range m.path[len(path):] {
		delete(m.ever, s.id) // the backup does not have it
	}
	m.path = path
	must(u.t, u.store.Restore(b.Name))
}

func (u *user) maintain(string, *modelTalk) {
	_, err := u.store.Maintain()
	must(u.t, err)
}
