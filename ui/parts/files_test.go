package parts

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// folder makes files of these names, and folders of those that end in a slash.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		var err error
		if name[len(name)-1] == '/' {
			err = os.MkdirAll(path, 0o700)
		} else {
			err = os.WriteFile(path, []byte("old"), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func files(t *testing.T, opt FilesOptions) *Files {
	t.Helper()
	uitest.App(t, "light", "ja")
	w := uitest.Window(t, canvas.NewRectangle(nil), fyne.NewSize(900, 600))
	opt.Title = "…"
	opt.Go = func(work func() func()) { work()() }
	return ShowFiles(w.Canvas(), opt)
}

func (f *Files) names() (all []string) {
	for _, c := range f.list.Items() {
		all = append(all, c.ID)
	}
	return all
}

func TestFilesListsWhatCanBeChosen(t *testing.T) {
	dir := folder(t, "b.PNG", "Á.png", "notes.txt", ".hidden.png", "zoo/", "zoo/in.png")
	var got string
	f := files(t, FilesOptions{Start: dir, Types: []string{".png"}, OnChosen: func(p string) { got = p }})
	if want := []string{"zoo", "b.PNG", "Á.png"}; !slices.Equal(f.names(), want) {
		t.Fatalf("lists %q, want %q", f.names(), want)
	}
	f.filter.SetText("Ｂ.")
	if want := []string{"b.PNG"}; !slices.Equal(f.names(), want) {
		t.Errorf("a filter leaves %q, want %q", f.names(), want)
	}
	f.filter.SetText(".h")
	if want := []string{".hidden.png"}; !slices.Equal(f.names(), want) {
		t.Errorf("a dot leaves %q, want %q", f.names(), want)
	}
	f.filter.SetText("")
	f.take("zoo")
	if want := []string{"in.png"}; !slices.Equal(f.names(), want) || f.where.Selected() != filepath.Join(dir, "zoo") {
		t.Errorf("in the folder are %q", f.names())
	}
	f.where.Choose(dir)
	f.take("b.PNG")
	if got != filepath.Join(dir, "b.PNG") || f.pane.Visible() {
		t.Errorf("chose %q", got)
	}
}

// TestFilesTouchesNothing: the name of a file that exists is told, and choosing it leaves the file as it is.
func TestFilesTouchesNothing(t *testing.T) {
	dir := folder(t, "old.jsonl", "sub/")
	var got string
	f := files(t, FilesOptions{Start: dir, Save: "new.jsonl", OnChosen: func(p string) { got = p }})
	if f.exists.Visible() || f.write.Text != words.T("files.save") {
		t.Error("a new name is said to exist")
	}
	f.take("old.jsonl")
	if !f.exists.Visible() || f.write.Text != words.T("files.replace") || f.name.Text != "old.jsonl" {
		t.Error("nobody says that the file exists")
	}
	f.name.SetText("sub")
	test.Tap(f.write)
	if got != "" || f.dir != filepath.Join(dir, "sub") || len(f.names()) != 0 || f.nothing.Text() != words.T("files.nothing") {
		t.Fatalf("the name of a folder leads to %q", f.dir)
	}
	f.visit(dir)
	f.name.SetText("old.jsonl")
	test.Tap(f.write)
	if data, err := os.ReadFile(got); err != nil || got != filepath.Join(dir, "old.jsonl") || string(data) != "old" {
		t.Errorf("chose %q, which holds %q, %v", got, data, err)
	}
}

func TestFilesClosesWithEscape(t *testing.T) {
	f := files(t, FilesOptions{Start: filepath.Join(t.TempDir(), "gone"), OnChosen: func(string) { t.Error("a choice was made") }})
	if f.dir != homeFolder() {
		t.Errorf("began in %q", f.dir)
	}
	if !CloseTop(f.pane.canvas) || f.pane.Visible() {
		t.Error("the pane does not close")
	}
}

// TestFilesChoosesAFolder: only folders are shown, and the one that is open is taken.
func TestFilesChoosesAFolder(t *testing.T) {
	dir := folder(t, "a.txt", "zoo/")
	var got string
	f := files(t, FilesOptions{Start: dir, Folder: true, OnChosen: func(p string) { got = p }})
	if want := []string{"zoo"}; !slices.Equal(f.names(), want) {
		t.Fatalf("lists %q, want %q", f.names(), want)
	}
	f.take("zoo")
	test.Tap(f.write)
	if got != filepath.Join(dir, "zoo") || f.pane.Visible() {
		t.Errorf("chose %q", got)
	}
}
