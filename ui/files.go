package ui

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"bonbon/history"
	"bonbon/picture"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// pictureKept is the longest side in pixels of a persona's picture.
const pictureKept = 512

// pictureFiles are the endings that are shown for choosing. What a file is, its bytes say.
var pictureFiles = []string{".png", ".jpg", ".jpeg", ".gif", ".webp"}

// lastFolder is the preference that names the folder in which a file was chosen last.
const lastFolder = "folder"

// choosePicture lets the user choose a picture file and stores it, made small.
func (w *Window) choosePicture(done func(ref string)) {
	w.choosePictureFile(func(file io.ReadCloser) { w.takePicture(file, shrink, done) })
}

// choosePictureFile lets the user choose a picture file.
func (w *Window) choosePictureFile(take func(io.ReadCloser)) {
	w.chooseFile(words.T("panels.editor.choosePicture"), pictureFiles, take)
}

// chooseFile lets the user choose a file with one of these endings. take gets it unopened: its first reading opens it.
func (w *Window) chooseFile(title string, types []string, take func(io.ReadCloser)) {
	w.askPath(parts.FilesOptions{Title: title, Types: types, OnChosen: func(path string) { take(&lateFile{path: path}) }})
}

// chooseNew lets the user choose where to write a new file.
func (w *Window) chooseNew(title, name string, take func(path string)) {
	w.askPath(parts.FilesOptions{Title: title, Save: name, OnChosen: take})
}

func (w *Window) askPath(o parts.FilesOptions) {
	prefs, chosen := w.App.Preferences(), o.OnChosen
	o.Start, o.Go = prefs.String(lastFolder), w.Go
	o.OnChosen = func(path string) {
		prefs.SetString(lastFolder, filepath.Dir(path))
		chosen(path)
	}
	parts.ShowFiles(w.win.Canvas(), o)
}

// lateFile is a file that is opened by its first reading, which a worker does: the window's goroutine only hands it on.
type lateFile struct {
	path string
	file *os.File
}

// Read implements io.Reader.
func (f *lateFile) Read(p []byte) (n int, err error) {
	if f.file == nil {
		if f.file, err = os.Open(f.path); err != nil {
			return 0, err
		}
	}
	return f.file.Read(p)
}

// Close implements io.Closer.
func (f *lateFile) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// takePicture stores a picture, made small by shrink, and gives its name to done.
func (w *Window) takePicture(file io.ReadCloser, shrink func([]byte) ([]byte, error), done func(ref string)) {
	w.Go(func() func() {
		ref, err := w.storePicture(file, shrink)
		return func() {
			if err != nil {
				w.complain(err)
				return
			}
			done(ref)
		}
	})
}

func (w *Window) storePicture(file io.ReadCloser, shrink func([]byte) ([]byte, error)) (string, error) {
	data, err := readPicture(file)
	if err != nil {
		return "", err
	}
	small, err := shrink(data)
	if err != nil {
		return "", err
	}
	return w.Store.AddAttachment(small)
}

// readPicture reads a file, no more than a byte beyond what a picture may have.
func readPicture(file io.ReadCloser) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(file, picture.MaxBytes+1))
	return data, errors.Join(err, file.Close())
}

// shrink returns a picture as a PNG of at most pictureKept pixels a side.
func shrink(data []byte) ([]byte, error) {
	return picture.AsPNG(data, pictureKept)
}

// exportPersona writes a persona with all its talks to a file that the user chooses.
func (w *Window) exportPersona(id string) {
	name := ""
	for _, p := range w.people {
		if p.Persona.ID == id {
			name = p.Persona.Name
		}
	}
	w.export(history.SafeName(name)+".jsonl", func(out io.Writer) error { return w.Store.ExportPersona(out, id) })
}

// exportAll writes everything but keys to a file that the user chooses.
func (w *Window) exportAll() { w.export("bonbon.jsonl", w.Store.ExportAll) }

func (w *Window) export(name string, write func(io.Writer) error) {
	w.chooseNew(words.T("panels.list.export"), name, func(path string) { w.exportTo(path, write) })
}

// exportTo writes a file. One that has the name already stays as it was until the new one is whole.
func (w *Window) exportTo(path string, write func(io.Writer) error) {
	w.Go(func() func() {
		err := history.WriteFile(path, write)
		return func() {
			if err != nil {
				w.complain(err)
				return
			}
			w.toast.Tell(words.T("export.done", map[string]any{"Name": filepath.Base(path)}), "", nil)
		}
	})
}

// importFile reads personas and talks from a file that the user chooses.
func (w *Window) importFile() {
	w.chooseFile(words.T("new.import"), []string{".jsonl", ".json"}, w.importFrom)
}

// importFrom reads an import and tells what it brought.
func (w *Window) importFrom(file io.ReadCloser) {
	w.Go(func() func() {
		report, err := w.Store.Import(file, history.ImportOptions{})
		err = errors.Join(err, file.Close())
		return func() {
			w.readPeople(nil) // what came before an error is there
			if err != nil {
				w.complain(err)
				return
			}
			w.toast.Tell(words.T("import.done", map[string]any{
				"Added": report.Added, "Skipped": report.Skipped, "Bad": len(report.Bad),
			}), "", nil)
		}
	})
}
