package ui

import (
	"errors"
	"io"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"bonbon/history"
	"bonbon/picture"
	"bonbon/ui/words"
)

// pictureKept is the longest side in pixels of a persona's picture.
const pictureKept = 512

// pictureFiles are the names that are shown for choosing. What a file is, its bytes say.
var pictureFiles = storage.NewExtensionFileFilter([]string{".png", ".jpg", ".jpeg", ".gif", ".webp"})

// choosePicture lets the user choose a picture file and stores it, made small.
func (w *Window) choosePicture(done func(ref string)) {
	w.choosePictureFile(func(file io.ReadCloser) { w.takePicture(file, shrink, done) })
}

// choosePictureFile lets the user choose a picture file.
func (w *Window) choosePictureFile(take func(io.ReadCloser)) {
	d := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			w.complain(err)
		case file != nil:
			take(file)
		}
	}, w.win)
	d.SetFilter(pictureFiles)
	w.showFiles(d, words.T("panels.editor.choosePicture"))
}

// showFiles shows a dialog for files about as large as the window. The toolkit's dialog cannot be resized before it is shown.
func (w *Window) showFiles(d *dialog.FileDialog, title string) {
	d.SetTitleText(strings.TrimSuffix(title, "…")) // the toolkit's own is put together from words, in English order
	d.Show()
	d.Resize(w.win.Canvas().Size().SubtractWidthHeight(80, 80))
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
	d := dialog.NewFileSave(func(file fyne.URIWriteCloser, err error) {
		switch {
		case err != nil:
			w.complain(err)
		case file != nil:
			w.exportTo(file, write)
		}
	}, w.win)
	d.SetFileName(name)
	w.showFiles(d, words.T("panels.list.export"))
}

// exportTo writes an export in the place of a file.
func (w *Window) exportTo(file fyne.URIWriteCloser, write func(io.Writer) error) {
	w.Go(func() func() {
		err := errors.Join(file.Close(), history.WriteFile(file.URI().Path(), write))
		return func() {
			if err != nil {
				w.complain(err)
				return
			}
			w.toast.Tell(words.T("export.done", map[string]any{"Name": file.URI().Name()}), "", nil)
		}
	})
}

// importFile reads personas and talks from a file that the user chooses.
func (w *Window) importFile() {
	d := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			w.complain(err)
		case file != nil:
			w.importFrom(file)
		}
	}, w.win)
	d.SetFilter(storage.NewExtensionFileFilter([]string{".jsonl", ".json"}))
	w.showFiles(d, words.T("new.import"))
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
