package picture

import (
	"bytes"
	"encoding/binary"
)

// formats are the kinds that are taken, with their MIME types: what model servers take.
var formats = map[string]string{"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WebP": "image/webp"}

// magic is how files of a kind begin.
var magic = []struct {
	kind  string
	at    int
	bytes string
}{
	{"PNG", 0, "\x89PNG\r\n\x1a\n"},
	{"JPEG", 0, "\xff\xd8\xff"},
	{"GIF", 0, "GIF87a"},
	{"GIF", 0, "GIF89a"},
	{"WebP", 8, "WEBP"},
	{"HEIC", 4, "ftypheic"}, {"HEIC", 4, "ftypheix"}, {"HEIC", 4, "ftyphevc"}, {"HEIC", 4, "ftypmif1"}, {"HEIC", 4, "ftypmsf1"},
	{"AVIF", 4, "ftypavif"}, {"AVIF", 4, "ftypavis"},
	{"JPEG XL", 0, "\xff\x0a"}, {"JPEG XL", 4, "JXL \r\n\x87\n"},
	{"BMP", 0, "BM"},
	{"TIFF", 0, "II*\x00"}, {"TIFF", 0, "MM\x00*"},
	{"PSD", 0, "8BPS"},
	{"PDF", 0, "%PDF-"},
	{"ICO", 0, "\x00\x00\x01\x00"},
}

// sniff names the kind of a file by its first bytes, "" for one that is not recognised.
func sniff(data []byte) string {
	for _, m := range magic {
		if m.at <= len(data) && bytes.HasPrefix(data[m.at:], []byte(m.bytes)) && (m.kind != "WebP" || bytes.HasPrefix(data, []byte("RIFF"))) {
			return m.kind
		}
	}
	head := bytes.ToLower(data[:min(len(data), 1024)])
	if bytes.Contains(head, []byte("<svg")) {
		return "SVG"
	}
	return ""
}

// animated reports whether a WebP file is an animation.
func animated(data []byte) bool {
	const flags, animation = 20, 1 << 1
	return len(data) > flags && bytes.HasPrefix(data[12:], []byte("VP8X")) && data[flags]&animation != 0
}

// tooLarge reports whether a PNG declares more pixels than are taken: the decoder refuses some such sizes as if the file were broken.
func tooLarge(kind string, data []byte) bool {
	const head = 24 // signature, length and name of the first chunk, width and height
	if kind != "PNG" || len(data) < head || !bytes.HasPrefix(data[12:], []byte("IHDR")) {
		return false
	}
	w, h := uint64(binary.BigEndian.Uint32(data[16:])), uint64(binary.BigEndian.Uint32(data[20:]))
	return w*h > MaxPixels // below 2^64
}
