package ui

import (
	"cmp"
	"errors"
	"image"
	"io"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/picture"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

// viewSide is the longest side in pixels of a picture that is shown large, and of one that is copied.
const viewSide = 2560

// onPicture does what was chosen for a picture of a message.
func (w *Window) onPicture(what string, e talk.Entry, i int) {
	switch what {
	case chat.PictureSave:
		w.savePicture(e.Pictures[i])
	case chat.PictureCopy:
		w.copyPicture(e.Pictures[i], func(text string) { w.toast.Tell(text, "", nil) })
	default:
		w.viewPictures(e.Pictures, i)
	}
}

// viewPictures shows pictures large.
func (w *Window) viewPictures(all []talk.Picture, i int) {
	chat.ShowPictures(w.win.Canvas(), all, i, chat.Viewer{Load: w.loadPicture, Save: w.savePicture, Copy: w.copyPicture})
}

// original reads the file as the user chose it, or what was made of it if that is gone. It runs on a worker.
func (w *Window) original(p talk.Picture) ([]byte, error) {
	data, err := w.Store.Attachment(cmp.Or(p.Original, p.Ref))
	if err == nil || p.Original == "" {
		return data, err
	}
	w.Log.Warn("the original of a picture cannot be read", "ref", p.Original, "error", err)
	return w.Store.Attachment(p.Ref)
}

// loadPicture gets a picture for showing it large.
func (w *Window) loadPicture(p talk.Picture, then func(image.Image)) {
	w.Go(func() func() {
		data, err := w.original(p)
		var img image.Image
		if err == nil {
			img, _, err = picture.Small(data, viewSide)
		}
		return func() {
			if err != nil {
				w.Log.Warn("a picture cannot be shown", "ref", p.Ref, "error", err)
				then(nil)
				return
			}
			then(img)
		}
	})
}

// endings are the names of files of a type.
var endings = map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}

// savePicture writes a picture, as the user once chose it, to a file of the user's choice.
func (w *Window) savePicture(p talk.Picture) {
	w.Go(func() func() {
		data, err := w.original(p)
		in, looked := picture.Look(data)
		return func() {
			if err := errors.Join(err, looked); err != nil {
				w.complain(err)
				return
			}
			name := history.SafeName(words.T("pictures.file")) + endings[in.Type]
			w.chooseNew(words.T("pictures.save"), name, func(path string) {
				w.exportTo(path, func(out io.Writer) error {
					_, err := out.Write(data)
					return err
				})
			})
		}
	})
}

// copyPicture puts a picture into the clipboard and tells what became of that.
func (w *Window) copyPicture(p talk.Picture, tell func(string)) {
	w.Go(func() func() {
		data, err := w.original(p)
		if err == nil {
			data, err = picture.AsPNG(data, viewSide)
		}
		if err == nil {
			err = w.setClipboard(w.ctx, data)
		}
		return func() {
			if err != nil {
				w.Log.Warn("a picture was not copied", "error", err)
				tell(words.T("pictures.notCopied"))
				return
			}
			w.Log.Debug("picture copied")
			tell(words.T("pictures.copied"))
		}
	})
}
