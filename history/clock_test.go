package history_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/tokens"
)

// effective returns the effective times along the path, in seconds.
func effective(t testing.TB, tk *history.Talk) (at []int64) {
	t.Helper()
	must(t, tk.View(func(h tokens.History) error {
		for x := range h.Before(h.Len()) {
			at = append(at, x.Time/1000)
		}
		return nil
	}))
	slices.Reverse(at)
	return at
}

// B037: the clock is a year ahead for two messages, then set back; two have no sane time.
func TestOrderOutlivesTheClock(t *testing.T) {
	var file struct {
		Now     int64
		InOrder [][3]any `json:"in_order"`
	}
	must(t, json.Unmarshal(open(t, "B037_talk.json"), &file))
	now := time.Unix(file.Now-700, 0)
	s := historytest.OpenWith(t, t.TempDir(), history.Options{Now: func() time.Time { return now }})
	tk := beginIn(t, s, "")
	var want []string
	for _, m := range file.InOrder {
		e := talk.Entry{Text: m[2].(string), Time: time.Unix(int64(m[1].(float64)), 0)}
		must(t, e.Role.UnmarshalText([]byte(m[0].(string))))
		if sec := e.Time.Unix(); sec > 0 {
			now = e.Time // the clock of the machine at that moment
		}
		_, err := tk.Append(e)
		must(t, err)
		want = append(want, e.Text)
	}
	if got := texts(t, tk); !slices.Equal(got, want) {
		t.Errorf("order %q", got)
	}
	at := effective(t, tk)
	if !slices.IsSorted(at) || at[len(at)-1] > file.Now {
		t.Errorf("times %d", at)
	}
	if age := file.Now - at[4]; age != 60 { // "five" and what came before the clock was set back
		t.Errorf("five is %d s old", age)
	}
	if at[0] != file.Now-600 || at[2] != at[4] {
		t.Errorf("times %d", at)
	}

	// The same as an import of plain messages.
	var plain struct {
		Messages []map[string]any `json:"messages"`
	}
	for _, m := range file.InOrder {
		plain.Messages = append(plain.Messages, map[string]any{"role": m[0], "time": m[1], "content": m[2]})
	}
	data, err := json.Marshal(plain)
	must(t, err)
	now = time.Unix(file.Now, 0)
	to := historytest.OpenWith(t, t.TempDir(), history.Options{Now: func() time.Time { return now }})
	imported(t, to, data)
	people, err := to.Personas()
	must(t, err)
	tk = to.Talk(people[0].Talk)
	if got := texts(t, tk); !slices.Equal(got, want) {
		t.Errorf("imported order %q", got)
	}
	if at := effective(t, tk); !slices.IsSorted(at) || at[8] > file.Now || at[0] != file.Now-600 {
		t.Errorf("imported times %d", at)
	}
	page, err := tk.Page(0, 9)
	must(t, err)
	for _, e := range page {
		if e.Time.Unix() < file.Now-600 || e.Time.Unix() > file.Now {
			t.Errorf("%s is shown with the time %v", e.Text, e.Time)
		}
	}
}

func TestEffectiveTime(t *testing.T) {
	const start = 1_000_000
	now := time.Unix(start, 0)
	s := historytest.OpenWith(t, t.TempDir(), history.Options{Now: func() time.Time { return now }})
	tk := beginIn(t, s, "")
	for _, c := range []struct {
		now, wall int64
		want      []int64 // all times so far, less start
	}{
		{0, 0, []int64{0}},
		{10, 5, []int64{0, 5}},
		{20, 3, []int64{0, 5, 5}},                        // wall before the previous
		{30, 99, []int64{0, 5, 5, 30}},                   // wall in the future
		{500, 500, []int64{0, 5, 5, 30, 500}},            // the clock is ahead
		{40, 40, []int64{0, 5, 5, 30, 40, 40}},           // and set back: what lay in the future is lowered
		{-9000, -9000, []int64{0, 5, 5, 30, 40, 40, 40}}, // before the talk's creation: a wrong clock lowers nothing
	} {
		now = time.Unix(start+c.now, 0)
		_, err := tk.Append(talk.Entry{Role: talk.User, Time: time.Unix(start+c.wall, 0)})
		must(t, err)
		got := effective(t, tk)
		for i := range got {
			got[i] -= start
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("now %d, wall %d: %d, want %d", c.now, c.wall, got, c.want)
		}
	}
}

// A branch that was stored while the clock was ahead becomes the path again after the clock was set back, and the other way round.
func TestBranchesOfDifferentClocks(t *testing.T) {
	now := time.Unix(1000, 0)
	s := historytest.OpenWith(t, t.TempDir(), history.Options{Now: func() time.Time { return now }})
	tk := beginIn(t, s, "")
	root := say(t, tk, "root")
	now = time.Unix(9000, 0)
	ahead := say(t, tk, "ahead")
	must(t, tk.Rewind(root.ID))
	now = time.Unix(2000, 0)
	back := say(t, tk, "back")
	must(t, tk.SetHead(ahead.ID))
	say(t, tk, "on")
	if got := fmt.Sprint(effective(t, tk)); got != "[1000 2000 2000]" {
		t.Errorf("times %s", got)
	}
	must(t, tk.SetHead(back.ID))
	must(t, tk.SetHead(ahead.ID))
	if got := effective(t, tk); !slices.IsSorted(got) {
		t.Errorf("times %d", got)
	}
}
