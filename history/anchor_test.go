package history_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// planned plans a talk that is cut in steps and stores the anchor, as a turn does.
func planned(t *testing.T, of *history.Talk) tokens.View {
	t.Helper()
	stored, err := of.Anchor()
	must(t, err)
	in := tokens.Input{
		Now: time.Now(), Model: "m", Greeting: true, Anchor: stored,
		Settings: tokens.Settings{Threshold: 400, Steps: true},
	}
	var view tokens.View
	must(t, of.View(func(h tokens.History) (err error) {
		view, err = tokens.Plan(in, h)
		return err
	}))
	must(t, of.SetAnchor(view.Anchor))
	return view
}

// grow has so many turns and plans before each reply.
func grow(t *testing.T, to *history.Talk, turns int) (last tokens.View) {
	t.Helper()
	for i := range turns {
		say(t, to, fmt.Sprint("said ", i))
		last = planned(t, to)
		_, err := to.Append(talk.Entry{Role: talk.Assistant, Text: fmt.Sprint("answered ", i), Tokens: 5})
		must(t, err)
	}
	return last
}

func TestAnchorSurvivesARestart(t *testing.T) {
	s, of := begin(t, "Hello")
	last := grow(t, of, 40)
	if last.Anchor.ID == 0 {
		t.Fatal("nothing was cut")
	}
	id := of.ID()

	// A crash: the file as it is, while the store is open.
	data, err := os.ReadFile(filepath.Join(s.Dir(), "bonbon.db"))
	must(t, err)
	crashed := t.TempDir()
	must(t, os.WriteFile(filepath.Join(crashed, "bonbon.db"), data, 0o600))
	must(t, s.Close())
	for _, dir := range []string{s.Dir(), crashed} {
		again := historytest.OpenWith(t, dir, history.Options{})
		got, err := again.Talk(id).Anchor()
		must(t, err)
		if got != last.Anchor {
			t.Errorf("anchor %+v, want %+v", got, last.Anchor)
		}
		next := grow(t, again.Talk(id), 1)
		if next.Report.Moved || next.Kept[0].ID != last.Kept[0].ID || next.Report.Kept != last.Report.Kept+2 {
			t.Errorf("the talk went on with %+v after %+v", next.Report, last.Report)
		}
	}
}

// A message that is edited after the anchor leaves it alone; before it, the anchor is no longer on the path, and the cut is
// chosen anew. Going back to the old branch finds a place that is on it.
func TestAnchorAndBranches(t *testing.T) {
	_, of := begin(t, "")
	last := grow(t, of, 40)
	n, err := of.Len()
	must(t, err)
	page, err := of.Page(0, n)
	must(t, err)
	edit := func(pos int) tokens.View {
		_, err := of.AppendTo(page[pos].Parent, talk.Entry{Role: talk.User, Text: "edited", Tokens: 2})
		must(t, err)
		return planned(t, of)
	}
	at := int(last.Anchor.Pos)
	if v := edit(at + 4); v.Anchor != last.Anchor || v.Report.Kept != 5 {
		t.Errorf("edited after the anchor at %d: %+v, %+v", at, v.Anchor, v.Report)
	}
	for _, pos := range []int{at, at - 2} {
		v := edit(pos)
		if v.Anchor.ID == last.Anchor.ID || v.Anchor.Pos >= uint64(pos) || v.Report.Kept < 5 {
			t.Errorf("edited at %d: %+v, %+v", pos, v.Anchor, v.Report)
		}
	}
	must(t, of.SetHead(page[n-1].ID))
	if v := planned(t, of); len(v.Kept) == 0 || v.Report.Prompt() > 400 || v.Kept[len(v.Kept)-1].ID != page[n-1].ID {
		t.Errorf("back on the branch: %+v", v.Report)
	}
}

func TestAnchorIsCopiedAndExported(t *testing.T) {
	s, of := begin(t, "Hello")
	last := grow(t, of, 40)
	info, err := s.CopyTalk(of.ID(), "copy")
	must(t, err)
	if got, err := s.Talk(info.ID).Anchor(); err != nil || got != last.Anchor {
		t.Errorf("the copy has %+v, %v", got, err)
	}
	var file bytes.Buffer
	must(t, s.ExportTalk(&file, of.ID()))
	other := historytest.Open(t)
	_, err = other.Import(&file, history.ImportOptions{})
	must(t, err)
	if got, err := other.Talk(of.ID()).Anchor(); err != nil || got != last.Anchor {
		t.Errorf("the import has %+v, %v", got, err)
	}
}

// Settings of before there were steps and elision read as those of a first start.
func TestOldSettingsCutInSteps(t *testing.T) {
	s := historytest.Open(t)
	const old = `{"bonbon":"export","version":1,"time":"2026-01-02T03:04:05Z"}
{"type":"settings","settings":{"user_name":"Ann","text_size":110,"cutoff":{"talk_history_cutoff_threshold":9000},"connections":[],"connection":"demo","welcomed":true}}
`
	_, err := s.Import(bytes.NewBufferString(old), history.ImportOptions{})
	must(t, err)
	set, err := s.Settings()
	must(t, err)
	if set.UserName != "Ann" || set.Cutoff != (tokens.Settings{Threshold: 9000, Steps: true, ElideToolOutput: true, PhotoCutoff: 10}) {
		t.Errorf("settings %+v", set)
	}
	set.Cutoff.Steps = false
	must(t, s.PutSettings(set))
	if set, err = s.Settings(); err != nil || set.Cutoff.Steps {
		t.Errorf("turned off, then %+v, %v", set.Cutoff, err)
	}
	if r := persona.Resolve(set.Cutoff, persona.Cutoff{Steps: new(true)}); !r.Steps {
		t.Error("a persona's own choice does not count")
	}
}
