// Package picture takes in the pictures that people choose: what they are by their bytes, whether they are safe to decode, and small
// ones made of them, turned the right way up and without what cameras write beside the pixels. It does no I/O and trusts no byte.
package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // the formats that a person's pictures come in
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/webp"
)

// Limits of a picture that is taken in. They are checked before anything is decoded.
const (
	MaxBytes   = 20 << 20    // of the file
	MaxPixels  = 50_000_000  // of the picture, reckoned in 64 bits
	maxDecoded = 160_000_000 // bytes that its pixels take in memory
)

// Error is why a picture is not taken; it has a stable code and no words for users.
type Error struct {
	code  string
	kind  string // of ErrUnknown: what the file seems to be, "" if nothing is recognised
	cause error
}

// Error implements error.
func (e *Error) Error() string {
	text := e.code
	if e.kind != "" {
		text += " (" + e.kind + ")"
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Code returns the error's stable code.
func (e *Error) Code() string { return e.code }

// Args returns "detail": the name of the format that was recognised and is not taken, if one was.
func (e *Error) Args() map[string]any {
	if e.kind == "" {
		return nil
	}
	return map[string]any{"detail": e.kind}
}

// Unwrap returns what a decoder said.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target has the same code.
func (e *Error) Is(target error) bool {
	var other *Error
	return errors.As(target, &other) && other.code == e.code
}

// What a picture can be refused for, for errors.Is.
var (
	ErrUnknown  error = &Error{code: "picture.unknown"}   // not one of the four formats
	ErrBroken   error = &Error{code: "picture.broken"}    // one of them, but cut, damaged or without pixels
	ErrTooLarge error = &Error{code: "picture.too_large"} // over MaxBytes, MaxPixels or what they take in memory
)

// Codes lists the codes of this package's errors.
func Codes() []string { return []string{"picture.unknown", "picture.broken", "picture.too_large"} }

// Info is what the head of a picture tells.
type Info struct {
	Type          string // MIME type: "image/png", "image/jpeg", "image/gif" or "image/webp"
	Width, Height int    // pixels, the way it is looked at
	turn          turn
}

// Look reads the head of a file: what it is by its bytes, and whether it may be decoded. Whatever a name or a server said of it does
// not count. It allocates next to nothing, whatever the head declares. The error is ErrUnknown, ErrBroken or ErrTooLarge.
func Look(data []byte) (Info, error) {
	kind := sniff(data)
	mime, known := formats[kind]
	switch {
	case len(data) == 0:
		return Info{}, &Error{code: "picture.broken"}
	case len(data) > MaxBytes:
		return Info{}, &Error{code: "picture.too_large"}
	case !known:
		return Info{}, &Error{code: "picture.unknown", kind: kind}
	case kind == "WebP" && animated(data): // the decoder knows single pictures only
		return Info{}, &Error{code: "picture.unknown", kind: "WebP (animation)"}
	}
	head, name, err := image.DecodeConfig(bytes.NewReader(data))
	switch w, h := int64(head.Width), int64(head.Height); {
	case tooLarge(kind, data):
		return Info{}, &Error{code: "picture.too_large"}
	case err != nil:
		return Info{}, &Error{code: "picture.broken", cause: err}
	case "image/"+name != mime || w <= 0 || h <= 0:
		return Info{}, &Error{code: "picture.broken"}
	case w > MaxPixels || h > MaxPixels || w*h > MaxPixels || w*h*bytesPerPixel(head.ColorModel) > maxDecoded:
		return Info{}, &Error{code: "picture.too_large"}
	}
	in := Info{Type: mime, Width: head.Width, Height: head.Height, turn: orientation(kind, data)}
	if in.turn.swaps() {
		in.Width, in.Height = in.Height, in.Width
	}
	return in, nil
}

// bytesPerPixel is what a decoded pixel takes.
func bytesPerPixel(m color.Model) int64 {
	switch m {
	case color.GrayModel:
		return 1
	case color.YCbCrModel, color.NYCbCrAModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	if _, palette := m.(color.Palette); palette {
		return 1
	}
	return 4
}

// pixels decodes what Look allowed.
func pixels(data []byte) (image.Image, error) {
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, &Error{code: "picture.broken", cause: err}
	}
	if img.Bounds().Empty() {
		return nil, &Error{code: "picture.broken"}
	}
	return img, nil
}
