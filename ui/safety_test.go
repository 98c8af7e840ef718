package ui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"bonbon/history"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/safety"
	"bonbon/ui/settings"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// backup makes a backup of the store as it is.
func (d *desk) backup() history.Backup {
	d.t.Helper()
	b, err := d.Store.Backup(history.Asked)
	must(d.t, err)
	return b
}

// toBackups shows the settings' page of backups.
func (d *desk) toBackups() {
	d.t.Helper()
	d.showSettingsPage(settings.PageMore)
	d.settle()
}

// read says all that is to be read in what lies on top, each text as a whole.
func (d *desk) read() string {
	var all []string
	uitest.Walk(d.top(), func(o fyne.CanvasObject) {
		if p, ok := o.(*parts.Para); ok {
			all = append(all, p.Text())
		}
	})
	return strings.Join(all, "\n")
}

// line presses a backup's line.
func (d *desk) line(b history.Backup) {
	d.t.Helper()
	when := safety.When(b.Time, time.Now())
	d.pressText(strings.ToUpper(when[:1]) + when[1:])
	d.settle()
}

// listed returns how many backups there are.
func (d *desk) listed() int {
	d.t.Helper()
	all, err := d.Store.Backups()
	must(d.t, err)
	return len(all)
}

func TestBackUpNowAndRemove(t *testing.T) {
	d := pair(t)
	d.toBackups()
	d.sees(words.T("safety.noBackups"))
	d.press("safety.backupNow")
	d.settle()
	all, err := d.Store.Backups()
	must(t, err)
	if len(all) != 1 || all[0].Why != history.Asked {
		t.Fatalf("backups: %+v", all)
	}
	d.sees(words.T("safety.why.asked"), words.N("safety.sum", 1, map[string]any{"Count": 1, "Size": words.Bytes(int(all[0].Size))}))
	d.line(all[0])
	d.sees("Mira", "Otto", words.N("safety.personas", 2, map[string]any{"Number": "2"}))
	d.press("safety.removeBackup")
	if d.listed() != 1 {
		t.Fatal("removed without a question")
	}
	d.press("safety.remove")
	d.settle()
	if d.listed() != 0 {
		t.Error("the backup is still there")
	}
	d.sees(words.T("safety.noBackups"))
}

func TestCompactShowsWhatIsFree(t *testing.T) {
	d := pair(t)
	big := d.open.talk
	d.ask("Hello " + strings.Repeat("long words ", 20_000))
	d.rest()
	must(t, d.Store.TrashTalk(big))
	must(t, d.Store.RemoveTalk(big))
	d.toBackups()
	before, err := d.Store.Usage()
	must(t, err)
	d.sees(words.T("safety.fileSize", map[string]any{"Size": words.Bytes(int(before.File)), "Free": words.Bytes(int(before.Free))}))
	d.press("safety.compact")
	d.settle()
	after, err := d.Store.Usage()
	must(t, err)
	if after.File > before.File || after.Free > before.Free {
		t.Errorf("%+v, then %+v", before, after)
	}
	d.sees(words.T("safety.fileSize", map[string]any{"Size": words.Bytes(int(after.File)), "Free": words.Bytes(int(after.Free))}))
}

func TestAnotherFolderOfBackups(t *testing.T) {
	d := pair(t)
	d.backup()
	d.toBackups()
	d.misses(words.T("safety.usualFolder"))
	page := first[*safety.Backups](d, d.top())
	other := t.TempDir()
	page.SetFolder(other)
	d.settle()
	d.sees(words.T("safety.usualFolder"))
	if !strings.Contains(d.read(), other) || history.BackupFolder(d.Store.Dir()) != other || d.listed() != 1 {
		t.Errorf("the folder is %s with %d backups", history.BackupFolder(d.Store.Dir()), d.listed())
	}
	file := filepath.Join(other, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	page.SetFolder(file)
	d.settle()
	if !strings.Contains(d.read(), words.T("error.history.no_folder.title")) {
		t.Errorf("nothing is told of a folder that is none: %s", d.read())
	}
	d.press("safety.usualFolder")
	d.settle()
	if got := history.BackupFolder(d.Store.Dir()); got != filepath.Join(d.Store.Dir(), "backups") {
		t.Errorf("the folder is %s", got)
	}
}

// Everything comes back, with a reply that is being written ended before; the present is in a backup of its own.
func TestRestoreEverything(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "Once", " upon")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	d.edit(func(p *persona.Persona) { p.Name = "Mirabel" })
	d.rest()
	b := d.backup()
	d.edit(func(p *persona.Persona) { p.Name = "Nora" })
	d.rest()
	mira := d.open.talk
	d.say("Tell me a story")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(texts(d.transcript), "Once") })
	d.showSettingsPage(settings.PageMore)
	d.until(func() bool { return d.prefs != nil && strings.Contains(d.shows(), words.T("safety.why.asked")) })
	when := safety.When(b.Time, time.Now())
	d.pressText(strings.ToUpper(when[:1]) + when[1:])
	d.until(func() bool { return strings.Contains(d.shows(), words.T("safety.restoreAll")) })
	d.press("safety.restoreAll")
	d.sees("Mirabel")
	if len(d.turns) != 1 {
		t.Fatal("the turn ended before the user agreed")
	}
	d.press("safety.restoreDo")
	d.settle()
	<-s.Gone()
	d.wantNames("Mirabel", "Otto")
	if d.open.talk != mira || d.open.persona.Name != "Mirabel" || len(d.turns) != 0 || d.prefs != nil {
		t.Errorf("%q is shown, %d turns", d.open.persona.Name, len(d.turns))
	}
	d.wantPath(mira)
	d.misses("Once", "Tell me a story", words.T("composer.stop"))
	if got := d.toast.Text(); got != words.T("safety.restored", map[string]any{"When": when}) {
		t.Errorf("told %q", got)
	}
	all, err := d.Store.Backups()
	must(t, err)
	if all[0].Why != history.BeforeRestore {
		t.Fatalf("the newest backup is %+v", all[0])
	}
	d.restoreAll(all[0])
	d.settle()
	d.wantNames("Nora", "Otto")
	d.wantPath(mira, "u Tell me a story", "a Once [stopped]")
}

func TestARestoreThatFailsChangesNothing(t *testing.T) {
	d := pair(t)
	b := d.backup()
	must(t, os.WriteFile(filepath.Join(history.BackupFolder(d.Store.Dir()), b.Name), []byte("no database"), 0o600))
	id, names := d.open.talk, len(d.people)
	d.restoreAll(b)
	d.settle()
	if !strings.Contains(d.toast.Text(), words.T("error.history.backup.title")) || d.open.talk != id || len(d.people) != names {
		t.Errorf("told %q; %s is shown of %d", d.toast.Text(), d.open.talk, len(d.people))
	}
}

// One talk comes back beside what is there.
func TestBringBackOneTalk(t *testing.T) {
	d := pair(t)
	d.ask("Remember the lighthouse")
	id := d.open.talk
	path := d.path(id)
	b := d.backup()
	d.ask("And this came later")
	d.toBackups()
	d.line(b)
	d.press("safety.oneTalk")
	list := first[*parts.Choices](d, d.top())
	at := -1
	for i, c := range list.Items() {
		if c.ID == id {
			at = i
		}
	}
	list.Choose(at)
	if !strings.Contains(d.read(), "Remember the lighthouse") {
		t.Errorf("no preview: %s", d.read())
	}
	d.press("safety.bringBack")
	d.settle()
	if d.open.talk == id || d.prefs != nil {
		t.Fatalf("the old talk is shown; told %q", d.toast.Text())
	}
	d.wantPath(d.open.talk, path...)
	if got := len(d.path(id)); got != len(path)+2 {
		t.Errorf("the talk that was there has %d entries", got)
	}
}

// What is in the trash comes back, or goes for good after a question that says where its text stays.
func TestTrashOfTalksAndPersonas(t *testing.T) {
	d := pair(t)
	d.ask("The password is swordfish")
	d.rest()
	gone := d.open.talk
	d.backup()
	d.deleteTalk(gone)
	d.settle()
	d.deletePersona(d.person("Otto").Persona.ID)
	d.settle()
	d.sees(words.N("panels.list.toTrash", 2))
	d.showTrash()
	d.settle()
	d.sees("Otto", words.N("safety.daysLeft", 30, map[string]any{"Number": "30"}))
	list := first[*parts.Choices](d, d.top())
	choose := func(id string) {
		t.Helper()
		for i, c := range list.Items() {
			if c.ID == id {
				list.Choose(i)
				return
			}
		}
		t.Fatalf("%s is not in the trash: %+v", id, list.Items())
	}
	choose(list.Items()[0].ID)
	d.press("safety.takeOut")
	d.settle()
	if len(list.Items()) != 1 || len(d.people) != 2 {
		t.Fatalf("%d in the trash, %d personas", len(list.Items()), len(d.people))
	}
	choose(gone)
	d.press("safety.forGood")
	backups, err := d.Store.Backups()
	must(t, err)
	if want := safety.StillIn(backups, 0, time.Now()); !strings.Contains(d.read(), want) || !strings.Contains(want, words.T("safety.outOfFile")) {
		t.Errorf("the question reads %s", d.read())
	}
	d.press("panels.cancel")
	if trash, err := d.Store.Trash(); err != nil || len(trash.Talks) != 1 {
		t.Fatalf("%+v, %v", trash, err)
	}
	choose(gone)
	d.press("safety.forGood")
	d.press("safety.deleteDo")
	d.settle()
	d.sees(words.T("safety.trashEmpty"))
	if trash, err := d.Store.Trash(); err != nil || len(trash.Talks)+len(trash.Personas) != 0 {
		t.Errorf("%+v, %v", trash, err)
	}
	if data, err := os.ReadFile(filepath.Join(d.Store.Dir(), history.FileName)); err != nil || strings.Contains(string(data), "swordfish") {
		t.Errorf("the text still stands in the file, %v", err)
	}
	parts.CloseTop(d.win.Canvas())
	d.misses(words.N("panels.list.toTrash", 1))
}

func TestEmptyTheTrash(t *testing.T) {
	d := pair(t)
	for range 2 {
		d.deletePersona(d.people[0].Persona.ID)
		d.settle()
	}
	d.showTrash()
	d.settle()
	d.press("safety.emptyTrash")
	d.sees(words.T("safety.emptyTitle"))
	d.press("safety.deleteDo")
	d.settle()
	if trash, err := d.Store.Trash(); err != nil || len(trash.Personas) != 0 {
		t.Errorf("%+v, %v", trash, err)
	}
	if b := only(d, d.top(), func(b *parts.Button) bool { return b.Text == words.T("safety.emptyTrash") }); !b.Disabled() {
		t.Error("an empty trash can be emptied")
	}
}

// Maintain makes the first backup without a word, and comes again each hour.
func TestMaintainIsSilent(t *testing.T) {
	d := pair(t)
	d.toast.Dismiss()
	before := len(d.ticks)
	d.Maintain()
	d.until(func() bool { return len(d.ticks) > before })
	if d.listed() != 1 || d.toast.Text() != "" {
		t.Errorf("%d backups, told %q", d.listed(), d.toast.Text())
	}
	d.cancel()
	d.Maintain()
	d.settle()
	if len(d.ticks) != before+1 {
		t.Error("it goes on after the window closed")
	}
}

// A backup that cannot be made is told once, with what to do; and again only when it failed anew.
func TestAFailedBackupIsToldOnce(t *testing.T) {
	d := pair(t)
	other := t.TempDir()
	folder := filepath.Join(other, "backups")
	must(t, os.Mkdir(folder, 0o700))
	must(t, history.SetBackupFolder(d.Store.Dir(), folder))
	must(t, os.RemoveAll(folder))
	maintain := func() string {
		d.toast.Dismiss()
		before := len(d.ticks)
		d.Maintain()
		d.until(func() bool { return len(d.ticks) > before })
		return d.toast.Text()
	}
	if got := maintain(); got != words.T("safety.failed.gone") {
		t.Errorf("told %q", got)
	}
	d.press("safety.show")
	d.settle()
	d.sees(words.T("safety.folder"))
	d.prefsPane.Hide()
	if got := maintain(); got != "" {
		t.Errorf("told again: %q", got)
	}
	must(t, os.Mkdir(folder, 0o700))
	if got := maintain(); got != "" || d.listed() != 1 {
		t.Errorf("told %q, %d backups", got, d.listed())
	}
	for err, key := range map[error]string{
		history.ErrFull: "safety.failed.full", history.ErrReadOnly: "safety.failed.readOnly", history.ErrNoFolder: "safety.failed.gone",
	} {
		d.warned = ""
		d.maintained(history.Maintained{}, fmt.Errorf("backup: %w", err))
		if got := d.toast.Text(); got != words.T(key) {
			t.Errorf("%v is told as %q", err, got)
		}
	}
	d.toast.Dismiss()
	d.maintained(history.Maintained{}, errors.Join(history.ErrClosed))
	if got := d.toast.Text(); got != "" {
		t.Errorf("the program's end is told as %q", got)
	}
}

// A start on a damaged file goes on in the program's own window, which tells what was done.
func TestRescueOpensTheWindow(t *testing.T) {
	d := pair(t)
	dir := d.Store.Dir()
	b := d.backup()
	must(t, d.Store.Close())
	file := filepath.Join(dir, history.FileName)
	good, err := os.ReadFile(file)
	must(t, err)
	must(t, os.Truncate(file, 5000))
	_, cause := history.Open(dir, history.Options{})
	var got *history.Store
	ready := false
	Rescue(RescueDeps{
		App: fyne.CurrentApp(), Dir: dir, Post: d.q.Post, End: func() {}, Log: d.Log,
		Begin: func(s *history.Store) (*Window, error) { got, ready = s, true; return d.Window, nil },
	}, cause)
	all := fyne.CurrentApp().Driver().AllWindows()
	win := all[len(all)-1]
	find := func(text string) (found *parts.Button) {
		uitest.Walk(win.Content(), func(o fyne.CanvasObject) {
			if b, ok := o.(*parts.Button); ok && b.Text == text {
				found = b
			}
		})
		return found
	}
	d.until(func() bool { return find(words.T("rescue.restore")) != nil })
	test.Tap(find(words.T("rescue.restore")))
	d.until(func() bool { return ready })
	if told := d.toast.Text(); !strings.Contains(told, safety.When(b.Time, time.Now())) {
		t.Errorf("told %q", told)
	}
	if list, err := got.Personas(); err != nil || len(list) != 2 {
		t.Errorf("%d personas, %v", len(list), err)
	}
	must(t, got.Close())
	if now := fyne.CurrentApp().Driver().AllWindows(); len(now) != len(all)-1 {
		t.Error("the screen is still there")
	}
	must(t, os.WriteFile(file, good, 0o600))
}
