package e2e

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/persona"
)

// Where the pictures of a talk's first message and the button that copies one are.
var (
	firstThumb = [2]int{820, 180}
	copyOfView = [2]int{1052, 780}
)

// TestPicturesThroughTheClipboard: a picture that another program has copied comes into the input by Ctrl+V, is sent and stored as it
// was, and goes back into the clipboard out of the full view, for other programs to take.
func TestPicturesThroughTheClipboard(t *testing.T) {
	r := newRobot(t)
	r.change(func(s *persona.Settings) { s.Welcomed, s.Theme = true, "light" })
	s := r.open()
	if _, _, err := s.CreatePersona(persona.Persona{Name: "Mint", Prompt: "You are Mint."}, talk.Entry{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file := checkered(t)
	r.start()
	r.await("talk shown")
	r.copyPicture(file)
	r.clickAt(input)
	r.key("ctrl+v")
	r.await("pictures taken in", "count=1")
	r.picture("picture-in-the-input")
	r.say("What is this?")
	r.picture("picture-sent")
	r.clickAt(firstThumb)
	r.settle()
	r.picture("picture-in-full")
	r.clickAt(copyOfView)
	r.await("picture copied")
	copied := r.clipboardPicture()
	r.quit()

	said := r.entries("Mint")
	if len(said) != 2 || len(said[0].Pictures) != 1 || said[0].Text != "What is this?" {
		t.Fatalf("the store has %+v", said)
	}
	s = r.open()
	defer func() { _ = s.Close() }()
	p := said[0].Pictures[0]
	if kept, err := s.Attachment(cmp.Or(p.Original, p.Ref)); err != nil || !bytes.Equal(kept, file) {
		t.Errorf("%d bytes are kept of %d, %v", len(kept), len(file), err)
	}
	want, got := decoded(t, file), decoded(t, copied)
	if want.Bounds() != got.Bounds() {
		t.Fatalf("copied are %v of %v", got.Bounds(), want.Bounds())
	}
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			wr, wg, wb, wa := want.At(x, y).RGBA()
			gr, gg, gb, ga := got.At(x, y).RGBA()
			if wr != gr || wg != gg || wb != gb || wa != ga {
				t.Fatalf("the copy differs at %d, %d: %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

// TestAWindowAtRest: while nothing happens, with the caret in the input, nothing is drawn anew.
func TestAWindowAtRest(t *testing.T) {
	r := newRobot(t)
	r.change(func(s *persona.Settings) { s.Welcomed = true })
	s := r.open()
	if _, _, err := s.CreatePersona(persona.Persona{Name: "Mint"}, talk.Entry{Text: "Hello."}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r.start()
	r.await("talk shown")
	r.clickAt(input)
	r.write("half a sentence")
	r.settle()
	want := r.sum()
	for range 12 {
		<-time.After(100 * time.Millisecond)
		if r.sum() != want {
			t.Fatal("something on the screen has changed")
		}
	}
}

// checkered returns a PNG in which every pixel differs from its neighbours.
func checkered(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 320, 240))
	for y := range 240 {
		for x := range 320 {
			img.SetNRGBA(x, y, color.NRGBA{R: uint8(x), G: uint8(y), B: uint8(x * y), A: 0xFF})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func decoded(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%d bytes: %v", len(data), err)
	}
	return img
}

// copyPicture puts a picture into the display's clipboard as another program would.
func (r *robot) copyPicture(data []byte) {
	r.t.Helper()
	clip := r.command("xclip", "-selection", "clipboard", "-t", "image/png")
	clip.Stdin = bytes.NewReader(data)
	if err := clip.Run(); err != nil {
		r.t.Fatalf("xclip (make test installs it): %v", err)
	}
}

// clipboardPicture takes the picture out of the display's clipboard as another program would.
func (r *robot) clipboardPicture() []byte {
	r.t.Helper()
	data, err := r.command("xclip", "-selection", "clipboard", "-t", "image/png", "-o").Output()
	if err != nil {
		r.t.Fatalf("xclip -o: %v", err)
	}
	return data
}
