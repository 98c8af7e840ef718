package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
)

// Side is the longest side in pixels of a picture that is sent, if nothing else is asked for: models shrink larger ones themselves.
const Side = 1568

// Quality of JPEG pictures that are sent, and how large a lossless one may be, in bytes, before it is sent as JPEG all the same.
const (
	quality     = 88
	mostPerfect = 1 << 20
)

// Made is a picture that was made of another one. It holds the pixels and nothing else: no place, no time, no camera.
type Made struct {
	Data          []byte
	Type          string // "image/png" or "image/jpeg"
	Width, Height int    // pixels
}

// ForSending makes a picture of at most side pixels on its longer side, the right way up; smaller ones keep their size. What has
// transparent parts, and drawings that stay small, come as PNG, all others as JPEG. Of an animation it is the first picture. The
// error is as of Look, or ErrBroken. The same bytes make the same picture.
func ForSending(data []byte, side int) (Made, error) {
	img, in, err := Small(data, side)
	if err != nil {
		return Made{}, err
	}
	made := Made{Width: img.Bounds().Dx(), Height: img.Bounds().Dy()}
	solid := img.Opaque()
	var out bytes.Buffer
	if !solid || in.Type == "image/png" || in.Type == "image/gif" {
		if err := png.Encode(&out, img); err != nil {
			return Made{}, fmt.Errorf("picture: encode as PNG: %w", err)
		}
		if !solid || out.Len() <= mostPerfect {
			made.Data, made.Type = out.Bytes(), "image/png"
			return made, nil
		}
		out = bytes.Buffer{}
	}
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
		return Made{}, fmt.Errorf("picture: encode as JPEG: %w", err)
	}
	made.Data, made.Type = out.Bytes(), "image/jpeg"
	return made, nil
}

// AsPNG makes a picture of at most side pixels on its longer side as PNG, for a portrait or the clipboard. The error is as of
// Look, or ErrBroken.
func AsPNG(data []byte, side int) ([]byte, error) {
	img, _, err := Small(data, side)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("picture: encode as PNG: %w", err)
	}
	return out.Bytes(), nil
}

// Small decodes a picture and returns it with at most side pixels on its longer side, the right way up, and what the file is. A
// smaller one keeps its size. The error is as of
// Look, or ErrBroken.
func Small(data []byte, side int) (*image.NRGBA, Info, error) {
	in, err := Look(data)
	if err != nil {
		return nil, in, err
	}
	full, err := pixels(data)
	if err != nil {
		return nil, in, err
	}
	size := Fit(full.Bounds().Dx(), full.Bounds().Dy(), side) // turning comes after shrinking: it costs what is left
	small := image.NewNRGBA(image.Rectangle{Max: size})
	if size == full.Bounds().Size() {
		draw.Draw(small, small.Bounds(), full, full.Bounds().Min, draw.Src)
	} else {
		draw.CatmullRom.Scale(small, small.Bounds(), full, full.Bounds(), draw.Src, nil)
	}
	return in.turn.apply(small), in, nil
}

// Fit returns the size of a picture of w by h pixels that has at most side pixels on its longer side.
func Fit(w, h, side int) image.Point {
	if longest := max(w, h); longest > side {
		w, h = int(int64(w)*int64(side)/int64(longest)), int(int64(h)*int64(side)/int64(longest))
	}
	return image.Pt(max(w, 1), max(h, 1))
}
