package uitest

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

func TestQueueRunsInOrderAndWhatWorkPosts(t *testing.T) {
	var q Queue
	var got []int
	q.Post(func() { got = append(got, 1); q.Post(func() { got = append(got, 3) }) })
	q.Post(func() { got = append(got, 2) })
	if len(got) != 0 {
		t.Fatalf("ran %v before Drain", got)
	}
	if n := q.Drain(); n != 3 || !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("Drain ran %d: %v", n, got)
	}
	if n := q.Drain(); n != 0 {
		t.Errorf("a second Drain ran %d", n)
	}
}

func TestQueueWaitsForWorkers(t *testing.T) {
	var q Queue
	n := 0
	for range 100 {
		go q.Post(func() { n++ })
	}
	q.Wait(func() bool { return n == 100 })
	if left := q.Drain(); left != 0 {
		t.Errorf("%d functions were left", left)
	}
}

func TestDifference(t *testing.T) {
	plain := func(c color.NRGBA, dots int) image.Image {
		img := image.NewNRGBA(image.Rect(0, 0, 100, 10))
		for i := range 1000 {
			img.SetNRGBA(i%100, i/100, c)
		}
		for i := range dots {
			img.SetNRGBA(i, 0, color.NRGBA{A: 255})
		}
		return img
	}
	white := color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	almost := color.NRGBA{R: 250, G: 255, B: 255, A: 255}
	for _, c := range []struct {
		a, b image.Image
		want float64
	}{
		{plain(white, 0), plain(white, 0), 0},
		{plain(white, 0), plain(almost, 0), 0},
		{plain(white, 0), plain(white, 5), 0.005},
		{plain(white, 0), image.NewNRGBA(image.Rect(0, 0, 10, 10)), 1},
	} {
		if got := difference(c.a, c.b); got != c.want {
			t.Errorf("difference is %v, want %v", got, c.want)
		}
	}
}

func TestPictureHasTheVariantsBackground(t *testing.T) {
	for variant, want := range map[string]color.NRGBA{"light": {R: 0xFB, G: 0xF8, B: 0xF5, A: 0xFF}, "dark": {R: 0x1C, G: 0x19, B: 0x17, A: 0xFF}} {
		img := Picture(t, func() fyne.CanvasObject { return canvas.NewRectangle(color.Transparent) }, fyne.NewSize(8, 8), variant, "en")
		if got := color.NRGBAModel.Convert(img.At(4, 4)); got != want {
			t.Errorf("%s: background is %v, want %v", variant, got, want)
		}
	}
}
