package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

// turn is how a picture must be turned to be looked at: the orientation of EXIF, 1 to 8; 0 is 1.
type turn uint8

// swaps reports whether width and height change places.
func (t turn) swaps() bool { return t >= 5 && t <= 8 }

// from returns where the pixel x, y of the turned picture lies in one of w by h.
func (t turn) from(x, y, w, h int) (int, int) {
	switch t {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}

// apply returns the picture turned.
func (t turn) apply(img *image.NRGBA) *image.NRGBA {
	if t <= 1 || t > 8 {
		return img
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	tw, th := w, h
	if t.swaps() {
		tw, th = h, w
	}
	out := image.NewNRGBA(image.Rect(0, 0, tw, th))
	for y := range th {
		for x := range tw {
			fx, fy := t.from(x, y, w, h)
			copy(out.Pix[out.PixOffset(x, y):][:4], img.Pix[img.PixOffset(fx, fy):])
		}
	}
	return out
}

// orientation returns the orientation that a camera wrote beside the pixels, 0 if there is none. A damaged note is none.
func orientation(kind string, data []byte) turn {
	switch kind {
	case "JPEG":
		return exifTurn(jpegExif(data))
	case "PNG":
		return exifTurn(pngExif(data))
	case "WebP":
		return exifTurn(webpExif(data))
	}
	return 0
}

// exifHead stands before the note in JPEG files, and in some WebP files.
var exifHead = []byte("Exif\x00\x00")

// jpegExif returns the EXIF note of a JPEG file, nil if it has none before its pixels.
func jpegExif(data []byte) []byte {
	for at := 2; at+4 <= len(data) && data[at] == 0xFF; {
		marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == 0xDA || marker == 0xD9 || size < 2 || at+2+size > len(data) {
			return nil
		}
		if body := data[at+4 : at+2+size]; marker == 0xE1 && bytes.HasPrefix(body, exifHead) {
			return body[len(exifHead):]
		}
		at += 2 + size
	}
	return nil
}

// pngExif returns the EXIF note of a PNG file.
func pngExif(data []byte) []byte {
	for at := 8; at+12 <= len(data); {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		name := string(data[at+4 : at+8])
		if name == "IDAT" || size > int64(len(data)-at-12) {
			return nil
		}
		if name == "eXIf" {
			return data[at+8 : at+8+int(size)]
		}
		at += 12 + int(size)
	}
	return nil
}

// webpExif returns the EXIF note of a WebP file.
func webpExif(data []byte) []byte {
	for at := 12; at+8 <= len(data); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		if size > int64(len(data)-at-8) {
			return nil
		}
		if string(data[at:at+4]) == "EXIF" {
			return bytes.TrimPrefix(data[at+8:at+8+int(size)], exifHead)
		}
		at += 8 + int(size+size&1)
	}
	return nil
}

// exifTurn reads the orientation (tag 0x0112) from the first directory of an EXIF note, which is a TIFF file.
func exifTurn(note []byte) turn {
	if len(note) < 14 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(note[:2]) == "II" {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(note[4:]))
	if at < 8 || at+2 > int64(len(note)) {
		return 0
	}
	fields := note[at+2:]
	for range order.Uint16(note[at:]) {
		if len(fields) < 12 {
			return 0
		}
		if order.Uint16(fields) == 0x0112 {
			if v := order.Uint16(fields[8:]); v >= 1 && v <= 8 {
				return turn(v)
			}
			return 0
		}
		fields = fields[12:]
	}
	return 0
}
