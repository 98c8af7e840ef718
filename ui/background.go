package ui

import (
	"image"
	"io"

	"bonbon/picture"
)

// backgroundKept is the longest side in pixels of what is kept of a picture behind a talk.
const backgroundKept = 1600

// chooseBackground lets the user choose the picture behind a persona's talks, and stores it, made small.
func (w *Window) chooseBackground(done func(ref string)) {
	w.choosePictureFile(func(file io.ReadCloser) { w.takePicture(file, shrinkBackground, done) })
}

// shrinkBackground returns a picture of at most backgroundKept pixels a side.
func shrinkBackground(data []byte) ([]byte, error) {
	made, err := picture.ForSending(data, backgroundKept)
	return made.Data, err
}

// showBackground shows the picture behind the talks of the shown persona. It is read and decoded by a worker; one that is missing
// or damaged shows none.
func (w *Window) showBackground() {
	ref := w.open.persona.Background
	if ref == w.behind {
		return
	}
	w.behind = ref
	w.transcript.SetBackground(nil)
	if ref == "" {
		return
	}
	w.Go(func() func() {
		behind, err := w.readBackground(ref)
		return func() {
			switch {
			case w.behind != ref:
			case err != nil:
				w.Log.Warn("background not read", "ref", ref, "error", err)
			default:
				w.transcript.SetBackground(behind)
			}
		}
	})
}

func (w *Window) readBackground(ref string) (image.Image, error) {
	data, err := w.Store.Attachment(ref)
	if err != nil {
		return nil, err
	}
	small, _, err := picture.Small(data, backgroundKept)
	if err != nil {
		return nil, err
	}
	return small, nil
}
