package ui

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"io"
)

// What is kept of a picture behind a talk: its longest side in pixels, and the quality of the JPEG, 1 … 100.
const (
	backgroundKept    = 1600
	backgroundQuality = 88
)

// chooseBackground lets the user choose the picture behind a persona's talks, and stores it, made small.
func (w *Window) chooseBackground(done func(ref string)) {
	w.choosePictureFile(func(file io.ReadCloser) { w.takePicture(file, shrinkBackground, done) })
}

// shrinkBackground returns a picture as a JPEG of at most backgroundKept pixels a side.
func shrinkBackground(data []byte) ([]byte, error) {
	small, err := decodePicture(data, backgroundKept)
	if err != nil {
		return nil, err
	}
	flat := image.NewRGBA(small.Bounds()) // a JPEG has no transparency
	draw.Draw(flat, flat.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Bounds(), small, image.Point{}, draw.Over)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, flat, &jpeg.Options{Quality: backgroundQuality}); err != nil {
		return nil, fmt.Errorf("ui: background: %w", err)
	}
	return out.Bytes(), nil
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
		picture, err := w.readBackground(ref)
		return func() {
			switch {
			case w.behind != ref:
			case err != nil:
				w.Log.Warn("background not read", "ref", ref, "error", err)
			default:
				w.transcript.SetBackground(picture)
			}
		}
	})
}

func (w *Window) readBackground(ref string) (image.Image, error) {
	data, err := w.Store.Attachment(ref)
	if err != nil {
		return nil, err
	}
	picture, err := decodePicture(data, backgroundKept)
	if err != nil {
		return nil, err
	}
	return picture, nil
}
