package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name)) //nolint:gosec // the test names it
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What a file is named never counts, and nothing that is refused is decoded.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		name, mime string
		err        error
		kind       string
	}{
		{"B065_apng.png", "image/png", nil, ""},
		{"B065_png_without_extension", "image/png", nil, ""},
		{"B065_webp_named.png", "image/webp", nil, ""},
		{"B065_gif_named.jpg", "image/gif", nil, ""},
		{"B065_empty.png", "", ErrBroken, ""},
		{"B065_zero_by_zero.png", "", ErrBroken, ""},
		{"B065_heic_header.heic", "", ErrUnknown, "HEIC"},
		{"B065_heic_named.jpg", "", ErrUnknown, "HEIC"},
		{"B065_svg.svg", "", ErrUnknown, "SVG"},
		{"B065_text_named.png", "", ErrUnknown, ""},
		{"B075_declares_65535x65535.png", "", ErrTooLarge, ""},
		{"B075_declares_255x1677721600.png", "", ErrTooLarge, ""},
		{"B075_declares_2g_wide.png", "", ErrTooLarge, ""},
		{"B075_real_20000x20000_1bit.png", "", ErrTooLarge, ""},
		{"B075_gif_65535x65535.gif", "", ErrTooLarge, ""},
	} {
		in, err := Look(file(t, c.name))
		if in.Type != c.mime || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %+v, %v", c.name, in, err)
		}
		var e *Error
		if errors.As(err, &e) && e.kind != c.kind {
			t.Errorf("%s is taken for %q", c.name, e.kind)
		}
	}
	if _, err := Look(append(file(t, "B065_apng.png"), make([]byte, MaxBytes)...)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a large file: %v", err)
	}
}

// A head that is right and pixels that are not are found when the picture is made small, before it is attached.
func TestBrokenPixels(t *testing.T) {
	for _, name := range []string{"B065_cut.png", "B065_bad_idat.png"} {
		if _, err := ForSending(file(t, name), Side); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	moving := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	var e *Error
	if _, err := Look(moving); !errors.As(err, &e) || e.Args()["detail"] != "WebP (animation)" {
		t.Errorf("an animated WebP: %v", err)
	}
}

// A bomb costs no memory.
func TestBombsAreCheap(t *testing.T) {
	data := file(t, "B075_real_20000x20000_1bit.png")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := ForSending(data, Side); !errors.Is(err, ErrTooLarge) {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("looking took %d bytes", used)
	}
}

func photo(t testing.TB, w, h int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.RGBA{uint8(x * 255 / w), uint8(y * 255 / h), uint8(x ^ y), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exif puts a note with an orientation, and a place, into a JPEG file.
func exif(jpg []byte, o uint16) []byte {
	note := []byte("Exif\x00\x00II*\x00\x08\x00\x00\x00\x02\x00")
	note = binary.LittleEndian.AppendUint16(note, 0x010E)
	note = append(note, "\x02\x00\x04\x00\x00\x00GPS\x00"...)
	note = binary.LittleEndian.AppendUint16(note, 0x0112)
	note = append(note, 3, 0, 1, 0, 0, 0)
	note = binary.LittleEndian.AppendUint16(note, o)
	note = append(note, 0, 0, 0, 0, 0, 0)
	out := append([]byte{}, jpg[:2]...)
	out = append(out, 0xFF, 0xE1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(note)+2))
	return append(append(out, note...), jpg[2:]...)
}

func TestForSending(t *testing.T) {
	taken := exif(photo(t, 1800, 900), 6)
	made, err := ForSending(taken, Side)
	if err != nil {
		t.Fatal(err)
	}
	if made.Type != "image/jpeg" || made.Width != 784 || made.Height != Side {
		t.Errorf("%s of %d × %d", made.Type, made.Width, made.Height)
	}
	if bytes.Contains(made.Data, []byte("Exif")) || bytes.Contains(made.Data, []byte("GPS")) {
		t.Error("what a camera wrote is sent")
	}
	in, err := Look(made.Data)
	if err != nil || in.Width != made.Width || in.Height != made.Height || in.Type != made.Type {
		t.Errorf("what was made is %+v, %v", in, err)
	}
	again, err := ForSending(taken, Side)
	if err != nil || !bytes.Equal(again.Data, made.Data) {
		t.Errorf("the same picture is made differently: %v", err)
	}
}

// A drawing stays exact, a large one that is not transparent becomes a JPEG, and of an animation the first picture is sent.
func TestTypeOfWhatIsSent(t *testing.T) {
	var drawing, see bytes.Buffer
	flat := image.NewNRGBA(image.Rect(0, 0, 400, 300))
	for i := range flat.Pix {
		flat.Pix[i] = 255
	}
	must(t, png.Encode(&drawing, flat))
	must(t, png.Encode(&see, image.NewNRGBA(image.Rect(0, 0, 40, 30))))
	noise := image.NewNRGBA(image.Rect(0, 0, 900, 900))
	seed := uint32(1)
	for i := range noise.Pix {
		seed = seed*1664525 + 1013904223
		if noise.Pix[i] = byte(seed >> 24); i%4 == 3 {
			noise.Pix[i] = 255
		}
	}
	var rough, moving bytes.Buffer
	must(t, png.Encode(&rough, noise))
	frame := func(c uint8) *image.Paletted {
		p := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.Black, color.White})
		for i := range p.Pix {
			p.Pix[i] = c
		}
		return p
	}
	must(t, gif.EncodeAll(&moving, &gif.GIF{Image: []*image.Paletted{frame(1), frame(0)}, Delay: []int{1, 1}}))
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"drawing", drawing.Bytes(), "image/png"}, {"transparent", see.Bytes(), "image/png"}, {"rough", rough.Bytes(), "image/jpeg"},
		{"moving", moving.Bytes(), "image/png"}, {"WebP", file(t, "B065_webp_named.png"), "image/jpeg"},
	} {
		made, err := ForSending(c.data, Side)
		if err != nil || made.Type != c.want {
			t.Errorf("%s is sent as %s, %v", c.name, made.Type, err)
		}
	}
	img, _, err := Small(moving.Bytes(), Side)
	if err != nil || img.NRGBAAt(0, 0).R != 255 {
		t.Errorf("not the first picture of an animation: %v", err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Each of the eight orientations puts the corner that the camera called the upper left where it belongs.
func TestTurns(t *testing.T) {
	corner := map[turn]image.Point{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}}
	for o, at := range corner {
		img := image.NewNRGBA(image.Rect(0, 0, 3, 2))
		img.Set(0, 0, color.White)
		got := o.apply(img)
		if got.NRGBAAt(at.X, at.Y).A == 0 || got.Rect.Dx() == 3 == o.swaps() {
			t.Errorf("orientation %d: %v", o, got.Pix)
		}
	}
	if got := exifTurn([]byte("II*\x00\x08\x00\x00\x00\xff\xff")); got != 0 {
		t.Errorf("a note that is cut has the orientation %d", got)
	}
}

// A picture never grows, keeps its shape as far as whole pixels can, and fits.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 100_000).Draw(t, "w"), rapid.IntRange(1, 100_000).Draw(t, "h")
		side := rapid.IntRange(1, 4000).Draw(t, "side")
		p := Fit(w, h, side)
		if p.X < 1 || p.Y < 1 || p.X > min(w, side) || p.Y > min(h, side) || max(w, h) > side && max(p.X, p.Y) != side {
			t.Fatalf("%d × %d in %d is %v", w, h, side, p)
		}
	})
}

// No bytes make the way from a file to a picture panic, and what comes of it can be read and fits.
func FuzzForSending(f *testing.F) {
	entries, err := os.ReadDir("testdata")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			f.Add(file(f, e.Name()))
		}
	}
	f.Add(exif(photo(f, 9, 5), 5))
	f.Fuzz(func(t *testing.T, data []byte) {
		if in, err := Look(data); err == nil && in.Width*in.Height > 1_000_000 {
			return // sound, and slow
		}
		made, err := ForSending(data, 64)
		if err != nil {
			return
		}
		in, err := Look(made.Data)
		if err != nil || in.Width > 64 || in.Height > 64 || in.Type != made.Type {
			t.Fatalf("made %+v, %v", in, err)
		}
	})
}
