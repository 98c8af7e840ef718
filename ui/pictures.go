package ui

import (
	"cmp"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/picture"
	"bonbon/tokens"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

// newThumbs makes the small pictures of the composer and the transcript.
func (w *Window) newThumbs() *chat.Thumbs {
	return &chat.Thumbs{
		Go: w.Go, Read: w.Store.Attachment,
		Failed: func(ref string, err error) { w.Log.Warn("a picture cannot be shown", "ref", ref, "error", err) },
		OnReady: func(ref string) {
			w.transcript.PictureReady(ref)
			w.composer.PictureReady(ref)
		},
	}
}

// pictureInput connects the ways by which pictures come into the input.
func (w *Window) pictureInput() {
	c := w.composer
	c.Thumbs = w.thumbs
	c.OnAttach = w.attach
	c.OnPaste = w.pasted
	c.OnPicture = w.viewPictures
	c.PictureCost = func(p talk.Picture) int { return tokens.PictureTokens(w.modelOf(w.open.persona), p.Width, p.Height) }
}

// attach lets the user choose a picture for the shown talk's input.
func (w *Window) attach() {
	id := w.open.talk
	w.chooseFile(words.T("pictures.choose"), pictureFiles, func(file io.ReadCloser) {
		w.addPictures(id, func() ([]byte, error) { return readPicture(file) })
		w.composer.Focus()
	})
}

// dropped takes in files that were dropped onto the window.
func (w *Window) dropped(files []fyne.URI) {
	if w.win.Canvas().Overlays().Top() != nil {
		return
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path())
	}
	w.addPictures(w.open.talk, opening(paths)...)
	w.composer.Focus()
}

// pasted takes care of what is pasted into the input if it may be pictures: no text at all, or the names of files. What turns out to
// be neither is pasted as the text that it is.
func (w *Window) pasted(text string) bool {
	id := w.open.talk
	if id == "" {
		return false
	}
	if text == "" {
		w.pasteClipboard(id)
		return true
	}
	paths := pathsIn(text)
	if len(paths) == 0 {
		return false
	}
	w.Go(func() func() {
		there := arePictures(paths)
		return func() {
			switch {
			case w.open.talk != id:
			case there:
				w.addPictures(id, opening(paths)...)
			default:
				w.composer.Paste(text)
			}
		}
	})
	return true
}

// pasteClipboard takes in the picture that the clipboard holds, if there is one.
func (w *Window) pasteClipboard(id string) {
	w.Go(func() func() {
		data, err := w.clipboard(w.ctx)
		if err != nil {
			w.Log.Debug("nothing to paste", "error", err)
			return nil
		}
		return func() { w.addPictures(id, func() ([]byte, error) { return data, nil }) }
	})
}

// source reads a file of which nothing is known yet. It runs on a worker.
type source func() ([]byte, error)

// opening returns what reads files.
func opening(paths []string) (all []source) {
	for _, p := range paths {
		all = append(all, func() ([]byte, error) { return openPicture(p) })
	}
	return all
}

// openPicture reads a file that a path leads to. What is no plain file is not opened: a pipe would never end.
func openPicture(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, picture.ErrUnknown
	case info.Size() > picture.MaxBytes:
		return nil, picture.ErrTooLarge
	}
	f, err := os.Open(path) // #nosec G304 -- the user chose it
	if err != nil {
		return nil, err
	}
	return readPicture(f)
}

// addPictures takes pictures into a talk's input, in their order. Those that cannot be taken are told of, and stop none of the others.
func (w *Window) addPictures(id string, from ...source) {
	if id == "" || len(from) == 0 {
		return
	}
	over := max(len(from)-chat.MostPictures, 0)
	side := cmp.Or(w.settings.PictureSide, picture.Side)
	from = from[:len(from)-over]
	w.composer.Awaiting(id, len(from))
	w.Go(func() func() {
		var made []talk.Picture
		var failed error
		for _, read := range from {
			p, err := w.takeIn(read, side)
			if err != nil {
				w.Log.Info("a picture is not taken", "error", err)
				failed = err
				continue
			}
			made = append(made, p)
		}
		return func() {
			over += w.composer.AddPictures(id, made...)
			w.Log.Debug("pictures taken in", "count", len(made))
			w.composer.Awaiting(id, -len(from))
			switch {
			case failed != nil:
				w.complain(failed)
			case over > 0:
				w.toast.Tell(words.N("pictures.over", over, map[string]any{"Count": words.Number(over), "Most": chat.MostPictures}), "", nil)
			}
		}
	})
}

// takeIn keeps a picture as it is, and the smaller one that is sent, which holds nothing but pixels.
func (w *Window) takeIn(read source, side int) (talk.Picture, error) {
	data, err := read()
	if err != nil {
		return talk.Picture{}, err
	}
	made, err := picture.ForSending(data, side)
	if err != nil {
		return talk.Picture{}, err
	}
	original, err := w.Store.AddAttachment(data)
	if err != nil {
		return talk.Picture{}, err
	}
	ref, err := w.Store.AddAttachment(made.Data)
	if err != nil {
		return talk.Picture{}, err
	}
	if original == ref {
		original = ""
	}
	return talk.Picture{Ref: ref, Type: made.Type, Width: made.Width, Height: made.Height, Original: original}, nil
}

// pathsIn returns the files that a text names as file managers do when files are copied: one in each line, as a path or an address.
// A text with anything else names none.
func pathsIn(text string) (paths []string) {
	const most = 4 << 10
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(text) > most || len(lines) > 2*chat.MostPictures {
		return nil
	}
	if lines[0] == "copy" || strings.HasPrefix(lines[0], "x-special/") { // how some mark such a list
		lines = lines[1:]
	}
	for _, l := range lines {
		l = strings.Trim(strings.TrimSpace(l), `"'`)
		if u, err := url.Parse(l); err == nil && u.Scheme == "file" && (u.Host == "" || u.Host == "localhost") {
			if l = u.Path; runtime.GOOS == "windows" {
				l = filepath.FromSlash(strings.TrimPrefix(l, "/"))
			}
		}
		if !filepath.IsAbs(l) {
			return nil
		}
		paths = append(paths, l)
	}
	return paths
}

// arePictures reports whether every path leads to a picture. It reads their beginnings.
func arePictures(paths []string) bool {
	for _, p := range paths {
		data, err := openPicture(p)
		if err != nil {
			return false
		}
		if _, err := picture.Look(data); errors.Is(err, picture.ErrUnknown) {
			return false
		}
	}
	return true
}

// withoutPictures asks again without the pictures of the talk, and so with every later message to that model.
func (w *Window) withoutPictures() {
	w.setBlind(true)
	w.tryAgain()
}

// seeAgain sends pictures again to a model that refused them before.
func (w *Window) seeAgain() {
	w.setBlind(false)
	w.count()
}

func (w *Window) setBlind(on bool) {
	p := w.open.persona
	c := w.settings.Find(p.Connection)
	l := w.lessons.of(c, w.modelOf(p))
	l.Blind = on
	w.learned(c, l)
}
