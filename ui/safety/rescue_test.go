package safety

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// rescued is a Rescue on a stage, and what came of it.
type rescued struct {
	*stage
	dir   string
	store *history.Store
	note  string
}

func rescue(t testing.TB, dir string, cause error) *rescued {
	t.Helper()
	r := &rescued{dir: dir}
	t.Cleanup(func() {
		if r.store != nil {
			must(t, errors.Join(r.store.Check(), r.store.Close()))
		}
	})
	screen := NewRescue(RescueOptions{
		Dir: dir, Cause: cause, Go: atOnce, Explain: explain, OnQuit: func() {}, Log: slog.New(slog.DiscardHandler),
		OnReady: func(s *history.Store, note string) { r.store, r.note = s, note },
	})
	r.stage = newStage(t, screen, fyne.NewSize(720, 640))
	screen.Focus()
	return r
}

// wantLen fails unless the store is open and a talk has that many entries.
func (r *rescued) wantLen(id string, want int) {
	r.t.Helper()
	if r.store == nil {
		r.t.Fatalf("the program does not go on; shown: %s", r.shows())
	}
	if n, err := r.store.Talk(id).Len(); err != nil || n != want {
		r.t.Errorf("the talk has %d entries, want %d, %v", n, want, err)
	}
}

// kept fails unless the broken file is kept, and nothing else.
func (r *rescued) kept(data []byte) {
	r.t.Helper()
	all, err := history.KeptFiles(r.dir)
	must(r.t, err)
	if len(all) != 1 {
		r.t.Fatalf("kept: %+v", all)
	}
	got, err := os.ReadFile(filepath.Join(r.dir, all[0].Name))
	if must(r.t, err); !bytes.Equal(got, data) {
		r.t.Error("what is kept is not the broken file")
	}
	if !strings.Contains(r.note, all[0].Name) {
		r.t.Errorf("told %q", r.note)
	}
}

var broken = map[string]history.Trouble{
	"B033_all_zero.db": history.Foreign, "B033_both_metas_bad.db": history.Foreign, "B033_cut_mid_page.db": history.Cut, "B033_cut_to_two_pages.db": history.Cut,
	"B033_freelist_wrong_type.db": history.BadPages, "B033_not_a_db.db": history.Foreign, "B033_root_out_of_range.db": history.Cut,
	"B033_text.db": history.Foreign, "B033_zero_length.db": history.Empty,
}

// Each damaged file is told in its own words, with where it is, and the newest backup brings the talk back without a restart.
func TestEveryDamageIsToldAndMended(t *testing.T) {
	for file, trouble := range broken {
		t.Run(file, func(t *testing.T) {
			uitest.App(t, "light", "en")
			data, err := os.ReadFile(filepath.Join("../../history/testdata", file))
			must(t, err)
			dir, id := filled(t)
			cause := spoil(t, dir, data)
			if !Mendable(cause) {
				t.Fatalf("nothing is offered for %v", cause)
			}
			r := rescue(t, dir, cause)
			path := filepath.Join(dir, history.FileName)
			r.sees(words.T("rescue.what."+string(trouble), map[string]any{"File": path, "Name": history.FileName}), path,
				words.N("safety.messages", 1, counted(1)), "Mira")
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
				t.Fatalf("the file changed before anything was chosen: %v", err)
			}
			if focus, ok := r.win.Canvas().Focused().(*parts.Button); !ok || focus.Text != words.T("rescue.restore") {
				t.Errorf("the keys are on %T", r.win.Canvas().Focused())
			}
			r.press("rescue.restore")
			r.wantLen(id, 1)
			r.kept(data)
		})
	}
}

func TestMissingFile(t *testing.T) {
	uitest.App(t, "light", "en")
	dir, id := filled(t)
	r := rescue(t, dir, spoil(t, dir, nil))
	r.sees(words.T("rescue.titleMissing"))
	r.misses(words.T("rescue.read"))
	r.press("rescue.restore")
	r.wantLen(id, 1)
	if strings.Contains(r.note, "broken") {
		t.Errorf("told %q", r.note)
	}
}

// constants reads the constants of a type from the source of the store, so that a new one cannot be forgotten.
func constants(t *testing.T, file, kind string) (all []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../../history", file), nil, parser.SkipObjectResolution)
	must(t, err)
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if id, ok := v.Type.(*ast.Ident); ok && id.Name == kind {
				text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				must(t, err)
				all = append(all, text)
			}
		}
		return true
	})
	return all
}

func TestEveryTroubleAndReasonHasWordsOfItsOwn(t *testing.T) {
	troubles := slices.DeleteFunc(constants(t, "recover.go", "Trouble"), func(s string) bool { return s == string(history.Other) })
	reasons := constants(t, "backup.go", "Why")
	if !slices.Contains(troubles, string(history.Unread)) || !slices.Contains(reasons, string(history.BeforeImport)) {
		t.Fatalf("found %q and %q", troubles, reasons)
	}
	for _, lang := range words.Tags {
		uitest.App(t, "light", lang)
		seen := map[string]string{}
		check := func(key string) {
			text := words.T(key, map[string]any{"File": "/folder/bonbon.db", "Name": history.FileName})
			if !words.Has(key) || seen[text] != "" || strings.Contains(text, "{{") {
				t.Errorf("%s in %s reads %q, as %q does", key, lang, text, seen[text])
			}
			seen[text] = key
		}
		for _, trouble := range troubles {
			check("rescue.what." + trouble)
		}
		for _, why := range reasons {
			check("safety.why." + why)
		}
	}
}

func TestANewStartNeedsASecondPress(t *testing.T) {
	uitest.App(t, "light", "en")
	dir, _ := filled(t)
	data := []byte("no database at all")
	r := rescue(t, dir, spoil(t, dir, data))
	r.press("rescue.begin")
	if r.store != nil {
		t.Fatal("one press is enough")
	}
	r.press("panels.cancel")
	r.misses(words.T("rescue.beginSure"))
	r.press("rescue.begin")
	r.press("rescue.beginSure")
	if r.store == nil {
		t.Fatalf("the program does not go on; shown: %s", r.shows())
	}
	if people, err := r.store.Personas(); err != nil || len(people) != 0 {
		t.Errorf("%d personas, %v", len(people), err)
	}
	r.kept(data)
}

// What lay outside of any talk is told, and whether it may be something old.
func TestSalvageShowsWhatWasFound(t *testing.T) {
	uitest.App(t, "light", "en")
	dir, _ := filled(t)
	data, err := os.ReadFile(filepath.Join(dir, history.FileName))
	must(t, err)
	cause := spoil(t, dir, data[:9000])
	for _, unsure := range []bool{false, true} {
		r := rescue(t, dir, cause)
		r.top().(*Rescue).report(history.Salvaged{Settings: true, Unsure: unsure, Talks: []history.SalvagedTalk{{Entries: 40}, {Entries: 7, Lost: -1, Found: true}}})
		r.sees(words.N("rescue.outside", 7, counted(7)), words.T("rescue.lostPlace"))
		r.misses(words.T("rescue.settingsLost"))
		if unsure {
			r.sees(words.T("rescue.unsure"))
		} else {
			r.misses(words.T("rescue.unsure"))
		}
	}
}

// What could be read, and what was lost, is shown before the program goes on.
func TestSalvageShowsWhatWasLost(t *testing.T) {
	uitest.App(t, "light", "en")
	dir, id := filled(t)
	data, err := os.ReadFile(filepath.Join(dir, history.FileName))
	must(t, err)
	page := os.Getpagesize()
	for i := bytes.Index(data, []byte("after the backup")) / page * page; i >= 0; i = -1 {
		copy(data[i:i+page], bytes.Repeat([]byte{0xAA}, page))
	}
	r := rescue(t, dir, spoil(t, dir, data))
	r.press("rescue.salvage")
	if r.store != nil {
		t.Fatal("the program went on without a word")
	}
	r.sees(words.T("rescue.found"), words.N("safety.personas", 2, counted(2)))
	lost := r.lost("Mira")
	r.misses(words.T("rescue.backup"))
	all, err := history.KeptFiles(dir)
	must(t, err)
	r.sees(all[0].Name)
	r.press("rescue.goOn")
	if r.store == nil {
		t.Fatalf("the program does not go on; shown: %s", r.shows())
	}
	if n, err := r.store.Talk(id).Len(); err != nil || lost < 1 || n+lost != 301 {
		t.Errorf("%d entries came over and %d were told as lost, %v", n, lost, err)
	}
}

// lost returns how many messages of a persona's talk the screen tells as lost.
func (r *rescued) lost(name string) int {
	r.t.Helper()
	found := regexp.MustCompile(name + ` · \d+ messages, (\d+) lost`).FindStringSubmatch(r.shows())
	if found == nil {
		r.t.Fatalf("nothing is told of %s; shown: %s", name, r.shows())
	}
	n, err := strconv.Atoi(found[1])
	must(r.t, err)
	return n
}

// A salvage that finds nothing changes nothing, says so, and leaves the choice.
func TestAWayThatFailsLeavesTheOthers(t *testing.T) {
	uitest.App(t, "light", "en")
	dir, id := filled(t)
	r := rescue(t, dir, spoil(t, dir, []byte(strings.Repeat("no database at all ", 2000))))
	r.press("rescue.salvage")
	r.sees("explained: ", words.T("rescue.backup"))
	r.press("rescue.restore")
	r.wantLen(id, 1)
}

func TestAnOlderBackup(t *testing.T) {
	uitest.App(t, "light", "en")
	dir, id := filled(t)
	s, err := history.Open(dir, history.Options{Now: func() time.Time { return time.Now().Add(time.Minute) }})
	must(t, err)
	_, err = s.Backup(history.Asked)
	must(t, errors.Join(err, s.Close()))
	all, err := history.Backups(dir)
	must(t, err)
	if len(all) != 1 { // the newest of a day is kept
		t.Fatalf("%d backups", len(all))
	}
	s, err = history.Open(dir, history.Options{Now: func() time.Time { return time.Now().AddDate(0, 0, 1) }})
	must(t, err)
	_, err = s.Talk(id).Append(talk.Entry{Role: talk.User, Text: "one more"})
	must(t, err)
	_, err = s.Backup(history.Asked)
	must(t, errors.Join(err, s.Close()))
	r := rescue(t, dir, spoil(t, dir, []byte("gone")))
	r.pressText(words.N("rescue.others", 1, counted(1)))
	r.pressText(heading(When(all[0].Time, time.Now())))
	r.sees(words.N("safety.messages", 301, counted(301)))
	r.press("rescue.restore")
	r.wantLen(id, 301)
}

// A file that another program has open is not damaged: it is tried again.
func TestAFileThatIsLocked(t *testing.T) {
	uitest.App(t, "light", "en")
	dir, id := filled(t)
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	r := rescue(t, dir, history.ErrLocked)
	r.misses(words.T("rescue.begin"), words.T("rescue.backup"))
	r.press("rescue.again")
	if r.sees("explained: "); r.store != nil {
		t.Fatal("it was opened twice")
	}
	must(t, s.Close())
	r.press("rescue.again")
	r.wantLen(id, 301)
	if Mendable(history.ErrLocked) || Mendable(history.ErrNewer) || Mendable(history.ErrFull) || Mendable(history.ErrReadOnly) || Mendable(history.ErrNoFolder) {
		t.Error("something is offered where nothing is damaged")
	}
}
